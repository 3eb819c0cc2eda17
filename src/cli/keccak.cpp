// SPDX-License-Identifier: MIT
#include "../core/registry.h"
#include "../dispatch/dispatch_table.h"
#include "../gpu/chain.h"
#include "../gpu/key_range.h"
#include "../gpu/side_by_side.h"
#include "../measure/key_range.h"
#include "../report/exporters.h"
#include "../report/report.h"
#include "../system/interrupt.h"
#include "../system/threads.h"
#include "commands.h"
#include "devices.h"
#include "dispatch.h"
#include "exit_code.h"
#include "kernel_selection.h"
#include "placements.h"
#include "session.h"
#include "style.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hashlane {
namespace {

// Classic prints a line for each key and keeps them until the run is proven.
constexpr std::uint64_t most_classic_keys = 1 << 20;

void check_range(const KeccakSettings &settings)
{
    const KeyRange &range = settings.range;
    if (range.last <= range.first)
        throw CommandError(
            fmt::format("LAST_KEY: {} must be greater than FIRST_KEY, {}; the keys are "
                        "FIRST_KEY to LAST_KEY - 1",
                        range.last, range.first));
    if (settings.output.format == Format::classic && range.last - range.first > most_classic_keys)
        throw CommandError(fmt::format(
            "--format classic: prints one line per key, for at most {} keys", most_classic_keys));
}

// With a filter every kernel that it finds; without, the devices alone that were named, or else the
// preferred kernel alone.
Selection chosen_kernels(const KeccakSettings &settings, bool device_matches)
{
    const IdFilter &filter = settings.measure.filter;
    if (!wants_kernels(filter, settings.devices, device_matches))
        return {};
    if (filter.finds_all()) {
        const std::uint64_t keys = settings.range.last - settings.range.first;
        use_tuning();
        const auto lanes = std::min<std::uint64_t>(keys, std::numeric_limits<std::size_t>::max());
        return {
            {&active_dispatch().kernel(Workload::keccak_chain, static_cast<std::size_t>(lanes))},
            {}};
    }
    const Workload workloads[] = {Workload::keccak_chain};
    return select_kernels(filter, workloads);
}

class KeccakRun {
public:
    KeccakRun(Session &session, const KeyRange &range) : session_(session), range_(range) {}

    // False when the rest must not run.
    bool run(const Kernel &kernel)
    {
        session_.runner.prepare(session_.placements.front());
        try {
            return keep(run_key_range(kernel, {range_, is_classic(), {}},
                                      session_.placements.front().cpus,
                                      {session_.measure.clock, {}, interrupted()}));
        } catch (const ThreadError &error) {
            session_.log.skip({{std::string(kernel.id), error.what()}});
            session_.log.set_failure(error.what());
            return true;
        }
    }

    // Each computes the whole range, at the same time: their sums must be equal. A device that
    // fails is a reason, and the others go on.
    bool run(const std::vector<MonitoredDevice> &group)
    {
        auto outcomes = measure_side_by_side<KeyRangeOutcome>(
            group.size(), [&](std::size_t i, Participant &participant) {
                return run_key_range(group[i], {range_, is_classic(), {}}, interrupted(),
                                     participant);
            });
        bool go_on = true;
        for (std::size_t i = 0; i < group.size(); ++i)
            if (const auto *error = std::get_if<DeviceError>(&outcomes[i]))
                session_.log.skip(
                    {{device_row_name(*group[i].device, Workload::keccak_chain), error->what()}});
            else
                go_on &= keep(std::get<KeyRangeOutcome>(std::move(outcomes[i])));
        return go_on;
    }

    const std::string &classic() const { return classic_; }

private:
    bool is_classic() const { return session_.output.format == Format::classic; }

    bool keep(KeyRangeOutcome outcome)
    {
        if (const Mismatch *mismatch = std::get_if<Mismatch>(&outcome)) {
            session_.log.add(*mismatch);
            return true;
        }
        if (std::holds_alternative<Interrupted>(outcome)) {
            session_.log.set_interrupted();
            return false;
        }
        auto &result = std::get<KeyRangeResult>(outcome);
        if (result.row.identity.device.empty())
            result.row.location.core_kind = session_.placements.front().core_kind;
        if (!agrees(result.row))
            return true;
        if (is_classic())
            classic_ += write_classic(result);
        session_.runner.keep(std::move(result.row));
        return true;
    }

    // Kernels of one run must end at one sum.
    bool agrees(const Row &row)
    {
        if (session_.log.report().rows.empty())
            return true;
        const Row &first = session_.log.report().rows.front();
        if (first.key_range->checksum == row.key_range->checksum)
            return true;
        session_.log.add(
            Mismatch{row.identity.kernel_id, 0, range_.loops,
                     fmt::format("SUM {:016x}, but {} gives {:016x}", row.key_range->checksum,
                                 first.identity.kernel_id, first.key_range->checksum)});
        return false;
    }

    Session &session_;
    KeyRange range_;
    std::string classic_;
};

void run_all(KeccakRun &run, Session &session, const Selection &selection,
             const std::vector<Device *> &devices)
{
    Monitored monitored;
    const auto groups = monitored.groups_of(devices);
    const std::size_t count = selection.runnable.size() + groups.size();
    std::size_t index = 0;
    for (const Kernel *kernel : selection.runnable) {
        session.display.announce(index++, count, std::string(kernel->id));
        if (!run.run(*kernel))
            return;
    }
    for (const auto &group : groups) {
        session.display.announce(index++, count, describe_group(Workload::keccak_chain, group));
        if (!run.run(group))
            return;
    }
}

} // namespace

int execute(const KeccakSettings &settings, const std::string &line)
{
    check_range(settings);
    const FoundDevices found = find_requested(settings.devices);
    const std::vector<Device *> devices =
        matching_devices(found, Workload::keccak_chain, settings.measure.filter);
    const Selection selection = chosen_kernels(settings, !devices.empty());
    if (selection.runnable.empty() && devices.empty())
        throw_no_device(found);
    Session session(settings.measure, settings.output,
                    choose_placements(settings.measure.placement, Kinds::fastest), line);
    session.log.skip(selection.skipped);
    session.log.skip(skipped_devices(found));
    KeccakRun run(session, settings.range);
    run_all(run, session, selection, devices);
    return finish(session, [&] {
        return write_as(settings.output.format, key_range_exporters,
                        {session.log.report(), run.classic()}, style_for(settings.output));
    });
}

} // namespace hashlane
