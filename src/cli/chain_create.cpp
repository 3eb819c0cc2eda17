// SPDX-License-Identifier: MIT
#include "../proof/creator.h"
#include "../system/interrupt.h"
#include "../system/replace_file.h"
#include "chain_shared.h"
#include "commands.h"
#include "exit_code.h"
#include "messages.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace hashlane {
namespace {

// What the options ask for, the preset's where they do not.
ChainHeader header_of(const ChainCreateSettings &settings)
{
    const ChainPreset &preset = *settings.preset;
    if (!settings.count)
        throw CommandError("--count: is needed, checkpoints in all");
    if (settings.mixes.size() < preset.mixes)
        throw CommandError(fmt::format("--mix: {} are needed by the preset '{}', got {}",
                                       preset.mixes, preset.name, settings.mixes.size()));
    if (preset.salted && !settings.salt)
        throw CommandError(fmt::format("--salt: is needed by the preset '{}'", preset.name));
    if (settings.salt_adds && !settings.salt)
        throw CommandError("--salt-adds: there is no --salt that it could add to");
    return {.start = settings.start.value_or(Digest{}),
            .mixes = settings.mixes,
            .every = settings.every.value_or(preset.every),
            .count = *settings.count,
            .salt = settings.salt,
            .salt_adds = settings.salt ? settings.salt_adds.value_or(preset.salt_adds) : 0};
}

// The file's, with a new count if one is given. Other options must not be: they are in the file.
ChainHeader resumed_header(const ChainCreateSettings &settings)
{
    ChainHeader header = read_header(header_path(settings.file));
    const bool differs = (settings.start && *settings.start != header.start) ||
                         (!settings.mixes.empty() && settings.mixes != header.mixes) ||
                         (settings.salt && settings.salt != header.salt) ||
                         (settings.salt_adds && *settings.salt_adds != header.salt_adds) ||
                         (settings.every && *settings.every != header.every);
    if (differs)
        throw CommandError(fmt::format("--resume: {} says otherwise than the options; leave out "
                                       "all but --count",
                                       header_path(settings.file)));
    if (settings.count && *settings.count != header.count) {
        header.count = *settings.count;
        if (const auto error = replace_file(header_path(settings.file), write_header(header)))
            throw CommandError(fmt::format("{}: {}", header_path(settings.file), error.message()));
    }
    return header;
}

std::function<void(const CreateProgress &)> progress_on_stderr()
{
    return [next = 1.0](const CreateProgress &now) mutable {
        if (now.seconds < next && now.checkpoints != now.count)
            return;
        next = std::floor(now.seconds) + 1;
        say("{} of {} checkpoints, {:.2f} MH/s\n", now.checkpoints, now.count,
            mega_hashes(now.hashes, now.seconds));
    };
}

int create(const ChainCreateSettings &settings)
{
    watch_interrupts();
    const ChainHeader header = settings.resume ? resumed_header(settings) : header_of(settings);
    const CreateOutcome outcome = create_proof(
        settings.file, header, settings.resume,
        settings.progress ? progress_on_stderr() : std::function<void(const CreateProgress &)>(),
        interrupted());
    if (outcome.resumed_wrong)
        throw CommandError(fmt::format("{}: checkpoint {} does not follow from the one before; "
                                       "nothing was appended",
                                       settings.file, outcome.resumed_at - 1),
                           exit_wrong_digest);
    if (settings.resume)
        print(fmt::format("resumed at   {} checkpoints, the last of them computed again: right\n",
                          outcome.resumed_at));
    print(fmt::format("checkpoints  {} of {}, every {} hashes\n", outcome.end.checkpoints,
                      header.count, header.every));
    print(fmt::format("rate         {:.2f} MH/s: {} hashes in {:.2f} s\n",
                      mega_hashes(outcome.end.hashes, outcome.end.seconds), outcome.end.hashes,
                      outcome.end.seconds));
    return outcome.end.checkpoints < header.count ? exit_interrupted : exit_ok;
}

} // namespace

int execute(const ChainCreateSettings &settings, const std::string & /*line*/)
{
    return with_proof_errors([&] { return create(settings); });
}

} // namespace hashlane
