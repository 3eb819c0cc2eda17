// SPDX-License-Identifier: MIT
#include "../proof/creator.h"
#include "../proof/parts.h"
#include "../system/cpu_list.h"
#include "../system/interrupt.h"
#include "../system/replace_file.h"
#include "chain_settings.h"
#include "commands.h"
#include "exit_code.h"
#include "messages.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <thread>

namespace hashlane {
namespace {

using namespace std::chrono_literals;

double mega_hashes(std::uint64_t hashes, double seconds)
{
    return seconds > 0 ? static_cast<double>(hashes) / seconds / 1e6 : 0;
}

// A BadProof is the user's to mend.
template <class Function> int with_proof_errors(const Function &function)
{
    try {
        return function();
    } catch (const BadProof &error) {
        throw CommandError(error.what());
    } catch (const std::filesystem::filesystem_error &error) {
        throw CommandError(error.what());
    }
}

// ---- create ----

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

// ---- verify ----

// The library reads an int, which a C program can set; an interrupt sets an atomic bool.
class CancelOnInterrupt {
public:
    const int *flag() const { return &cancel_; }

private:
    int cancel_ = 0;
    std::jthread watcher_{[this](const std::stop_token &stop) {
        while (!stop.stop_requested() && !interrupted())
            std::this_thread::sleep_for(5ms);
        std::atomic_ref<int>(cancel_).store(1);
    }};
};

void print_wrong(const WrongSegment &wrong)
{
    print(fmt::format("wrong     segment {}, from hash {} on\n"
                      "expected  {}\n"
                      "computed  {}\n",
                      wrong.index, wrong.first_hash, to_hex(wrong.expected),
                      to_hex(wrong.computed)));
}

int verdict(const CheckOutcome &outcome, const CheckRequest &request)
{
    print(fmt::format("segments  {} right of {}", outcome.right, outcome.segments));
    if (request.parts > 1)
        print(
            fmt::format(", of which part {} of {} was to be checked", request.part, request.parts));
    print(fmt::format("\nrate      {:.2f} MH/s: {} hashes in {:.2f} s on {} threads\n",
                      mega_hashes(outcome.hashes, outcome.seconds), outcome.hashes, outcome.seconds,
                      outcome.threads));
    if (outcome.wrong)
        print_wrong(*outcome.wrong);
    if (outcome.stop == HASHLANE_CHAIN_DONE) {
        print(fmt::format("verified{}\n", request.parts > 1 ? ", this part" : ""));
        return exit_ok;
    }
    print(fmt::format("NOT VERIFIED: {}\n", stop_name(outcome.stop)));
    if (outcome.wrong)
        return exit_wrong_digest;
    return outcome.stop == HASHLANE_CHAIN_CANCELLED ? exit_interrupted : exit_untrustworthy;
}

int verify(const ChainVerifySettings &settings)
{
    if (settings.combine)
        return verdict(combine_parts(settings.files), {});
    if (settings.files.size() != 1)
        throw CommandError(fmt::format("chain verify: one proof at a time, got {} files; results "
                                       "of parts go with --combine",
                                       settings.files.size()));
    watch_interrupts();
    const CancelOnInterrupt cancel;
    const CheckRequest request = {
        .threads =
            settings.threads != 0 ? settings.threads : static_cast<unsigned>(allowed_cpus().size()),
        .part = settings.part,
        .parts = settings.parts,
        .any = settings.any,
        .deadline_ns = static_cast<std::uint64_t>(settings.deadline.value_or(0) * 1e9),
        .cancel = cancel.flag()};
    const auto reader = open_proof(settings.files.front(), settings.header, settings.unfinished);
    const CheckOutcome outcome = check_proof(*reader, request);
    if (outcome.segments == 0)
        throw BadProof(fmt::format("{}: has no segment", settings.files.front()));
    if (!settings.out.empty())
        if (const auto error = replace_file(settings.out, write_part(outcome, request)))
            throw CommandError(fmt::format("--out: {}: {}", settings.out, error.message()));
    return verdict(outcome, request);
}

} // namespace

int execute(const ChainCreateSettings &settings, const std::string & /*line*/)
{
    return with_proof_errors([&] { return create(settings); });
}

int execute(const ChainVerifySettings &settings, const std::string & /*line*/)
{
    return with_proof_errors([&] { return verify(settings); });
}

} // namespace hashlane
