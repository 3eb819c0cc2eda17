// SPDX-License-Identifier: MIT
#include "../core/registry.h"
#include "../dispatch/dispatch_table.h"
#include "../gpu/chain.h"
#include "../gpu/key_range.h"
#include "../keccak/keccak_suite.h"
#include "../measure/key_range.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "devices.h"
#include "dispatch.h"
#include "exit_code.h"
#include "parse.h"
#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace hashlane {
namespace {

// Classic prints a line for each key and keeps them until the run is proven.
constexpr std::uint64_t most_classic_keys = 1 << 20;

struct KeccakOptions : Options {
    std::string first = "0";
    std::string last = "1024";
    std::string loops = std::to_string(keccak_suite_loops);
};

KeyRange chosen_range(const KeccakOptions &options)
{
    const KeyRange range{parse_integer("FIRST_KEY", options.first),
                         parse_integer("LAST_KEY", options.last),
                         parse_integer("LOOPS", options.loops)};
    if (range.last <= range.first)
        throw CommandError(
            fmt::format("LAST_KEY: {} must be more than FIRST_KEY, {}; keys run from "
                        "FIRST_KEY to LAST_KEY - 1",
                        range.last, range.first));
    return range;
}

// With a filter every kernel that it finds; without, the devices alone that were named, or else the
// preferred kernel alone.
Selection chosen_kernels(const KeccakOptions &options, std::uint64_t keys, bool device_matches)
{
    if (!wants_kernels(options, device_matches))
        return {};
    if (options.filter.empty()) {
        use_tuning();
        const auto lanes = std::min<std::uint64_t>(keys, std::numeric_limits<std::size_t>::max());
        return {
            {&active_dispatch().kernel(Workload::keccak_chain, static_cast<std::size_t>(lanes))},
            {}};
    }
    const Workload workloads[] = {Workload::keccak_chain};
    return select_kernels(options.filter, workloads);
}

using RangeOutcome = std::variant<KeyRangeResult, Mismatch, Interrupted>;

class KeccakRun {
public:
    KeccakRun(Session &session, const KeyRange &range) : session_(session), range_(range) {}

    // False when the rest must not run.
    bool run(const Kernel &kernel)
    {
        return keep(run_key_range(kernel, range_, session_.placement().cpus, session_.clock(),
                                  is_classic(), interrupted()));
    }

    // Each computes the whole range, at the same time: their sums must be equal. A device that
    // fails is a reason, and the others go on.
    bool run(const std::vector<MonitoredDevice> &group)
    {
        auto outcomes = measure_in_company<RangeOutcome>(
            group.size(), [&](std::size_t i, Participant &participant) {
                return run_key_range(group[i], range_, is_classic(), interrupted(), participant);
            });
        bool go_on = true;
        for (std::size_t i = 0; i < group.size(); ++i)
            if (const auto *error = std::get_if<DeviceError>(&outcomes[i]))
                session_.skip(
                    {{device_row_name(*group[i].device, Workload::keccak_chain), error->what()}});
            else
                go_on &= keep(std::get<RangeOutcome>(std::move(outcomes[i])));
        return go_on;
    }

    const std::string &classic() const { return classic_; }

private:
    bool is_classic() const { return session_.format() == Format::classic; }

    bool keep(RangeOutcome outcome)
    {
        if (const Mismatch *mismatch = std::get_if<Mismatch>(&outcome)) {
            session_.add(*mismatch);
            return true;
        }
        if (std::holds_alternative<Interrupted>(outcome)) {
            session_.set_interrupted();
            return false;
        }
        auto &result = std::get<KeyRangeResult>(outcome);
        if (result.row.identity.device.empty())
            result.row.location.core_kind = session_.placement().core_kind;
        if (!agrees(result.row))
            return true;
        if (is_classic())
            classic_ += write_classic(result);
        session_.add(std::move(result.row));
        return true;
    }

    // Kernels of one run must end at one sum.
    bool agrees(const Row &row)
    {
        if (session_.report().rows.empty())
            return true;
        const Row &first = session_.report().rows.front();
        if (first.key_range->checksum == row.key_range->checksum)
            return true;
        session_.add(
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
        session.announce(index++, count, std::string(kernel->id));
        if (!run.run(*kernel))
            return;
    }
    for (const auto &group : groups) {
        session.announce(index++, count, describe_group(Workload::keccak_chain, group));
        if (!run.run(group))
            return;
    }
}

int keccak(const KeccakOptions &options, const std::string &line)
{
    const KeyRange range = chosen_range(options);
    const std::uint64_t keys = range.last - range.first;
    const std::vector<Format> formats = {Format::table, Format::csv, Format::json, Format::markdown,
                                         Format::classic};
    if (chosen_format(options, formats) == Format::classic && keys > most_classic_keys)
        throw CommandError(fmt::format(
            "--format classic: prints a line for each key, at most {} keys", most_classic_keys));
    const FoundDevices found = chosen_devices(options);
    const std::vector<Device *> devices =
        matching_devices(found, Workload::keccak_chain, options.filter);
    const Selection selection = chosen_kernels(options, keys, !devices.empty());
    if (selection.runnable.empty() && devices.empty())
        throw_no_device(found);
    Session session(options, line, formats, Kinds::fastest);
    session.skip(selection.skipped);
    session.skip(skipped_devices(found));
    KeccakRun run(session, range);
    run_all(run, session, selection, devices);
    if (session.format() == Format::classic)
        return session.finish([&] { return run.classic(); });
    return session.finish();
}

} // namespace

Command add_keccak(CLI::App &program)
{
    CLI::App *app =
        program.add_subcommand("keccak", "Run the Keccak chains of a range of keys, each once");
    const auto options = std::make_shared<KeccakOptions>();
    app->add_option("FIRST_KEY", options->first, "the first key")->capture_default_str();
    app->add_option("LAST_KEY", options->last, "one past the last key")->capture_default_str();
    app->add_option("LOOPS", options->loops, "permutations of each chain")->capture_default_str();
    add_measuring_options(*app, *options, {.threads = "-t,--threads"});
    add_device_option(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &line) { return keccak(*options, line); }};
}

} // namespace hashlane
