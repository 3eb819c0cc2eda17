// SPDX-License-Identifier: MIT
#include "../proof/parts.h"
#include "../system/cpu_list.h"
#include "../system/interrupt.h"
#include "../system/replace_file.h"
#include "../system/threads.h"
#include "chain_shared.h"
#include "commands.h"
#include "messages.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <stop_token>
#include <thread>

namespace hashlane {
namespace {

using namespace std::chrono_literals;

// The library reads an int, which a C program can set; an interrupt sets an atomic bool.
class CancelOnInterrupt {
public:
    const int *flag() const { return &cancel_; }

private:
    int cancel_ = 0;
    std::jthread watcher_ = start_watcher([this](const std::stop_token &stop) {
        while (!stop.stop_requested() && !interrupted())
            std::this_thread::sleep_for(5ms);
        std::atomic_ref<int>(cancel_).store(1);
    });
};

void print_wrong(const WrongSegment &wrong)
{
    print(fmt::format("wrong     segment {}, from hash {} on\n"
                      "expected  {}\n"
                      "computed  {}\n",
                      wrong.index, wrong.first_hash, to_hex(wrong.expected),
                      to_hex(wrong.computed)));
}

// What the device did in this run, and nothing of what it could do with more lanes.
void print_share(const DeviceShare &share)
{
    print(fmt::format("{:<9} {} segments, {} hashes in {:.2f} s, {:.2f} MH/s; at most {} of {} "
                      "lanes in use\n",
                      share.id, share.segments, share.hashes, share.seconds,
                      mega_hashes(share.hashes, share.seconds), share.lanes, share.most_lanes));
    if (!share.error.empty())
        print(fmt::format("{:<9} failed; the processor did without: {}\n", "", share.error));
    else if (share.lanes == 0)
        print(fmt::format("{:<9} not used: a hash takes {:.0f} ns there, so that the processor is "
                          "done sooner, or segments have salts\n",
                          "", share.ns_per_hash));
    else if (share.lanes < share.most_lanes)
        print(fmt::format("{:<9} bound by latency, {:.0f} ns a hash: more segments would not have "
                          "taken longer\n",
                          "", share.ns_per_hash));
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
    for (const DeviceShare &share : outcome.devices)
        print_share(share);
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

std::function<void(const CheckProgress &)> progress_on_stderr()
{
    return [next = 1.0](const CheckProgress &now) mutable {
        if (now.seconds < next)
            return;
        next = std::floor(now.seconds) + 1;
        say("{} segments right, {:.2f} MH/s\n", now.right, mega_hashes(now.hashes, now.seconds));
    };
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
    const FoundDevices found = find_requested(settings.devices);
    const CheckRequest request = {
        .threads =
            settings.threads != 0 ? settings.threads : static_cast<unsigned>(allowed_cpus().size()),
        .part = settings.part,
        .parts = settings.parts,
        .any = settings.any,
        .deadline_ns = static_cast<std::uint64_t>(settings.deadline.value_or(0) * 1e9),
        .cancel = cancel.flag(),
        .devices = devices_of(found, settings.devices),
        .progress = settings.progress ? progress_on_stderr()
                                      : std::function<void(const CheckProgress &)>()};
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

std::vector<Device *> devices_of(const FoundDevices &found, const DeviceRequest &request)
{
    if (request.any() && found.devices.empty())
        throw_no_device(found);
    for (const MissingDevice &missing : found.missing)
        if (!request.all)
            say("{}: {}\n", missing.id, missing.reason);
    std::vector<Device *> devices;
    for (const auto &device : found.devices)
        devices.push_back(device.get());
    return devices;
}

int execute(const ChainVerifySettings &settings, const std::string & /*line*/)
{
    return with_proof_errors([&] { return verify(settings); });
}

} // namespace hashlane
