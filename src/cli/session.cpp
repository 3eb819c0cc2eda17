// SPDX-License-Identifier: MIT
#include "session.h"

#include "../core/registry.h"
#include "../measure/bound.h"
#include "../measure/context.h"
#include "../system/interrupt.h"
#include "exit_code.h"
#include "parse.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr double most_seconds = 86400;
constexpr std::uint64_t most_repetitions = 1000;

std::vector<Placement> placements_for(const Options &options, Kinds kinds)
{
    std::vector<Placement> placements = chosen_placements(options);
    if (kinds == Kinds::fastest)
        placements.resize(1);
    return placements;
}

std::string_view machine_note(const Context &context)
{
    if (!context.emulator.empty())
        return " (emulated: timings mean nothing)";
    return context.hypervisor.empty() ? "" : " (virtual machine)";
}

} // namespace

void print_context(const Context &context, const std::vector<Placement> &placements)
{
    std::vector<std::string> cpus;
    for (const Placement &placement : placements)
        cpus.push_back(describe(placement));
    fmt::print(stderr, "hashlane {}, {}, {}\n{}{}, CPU {}, load {:.2f}\n", context.version,
               context.compiler, context.os_release, context.cpu_model, machine_note(context),
               fmt::join(cpus, ", then "), context.load_average);
}

IdFilter::IdFilter(const std::string &expression)
try : expression_(expression) {
} catch (const std::regex_error &) {
    throw CommandError(
        fmt::format("--filter: '{}' is not a regular expression (ECMAScript)", expression));
}

bool IdFilter::operator()(std::string_view id) const
{
    return std::regex_search(id.begin(), id.end(), expression_);
}

std::vector<const Kernel *> matching_kernels(const std::string &filter,
                                             std::span<const Workload> workloads)
{
    const IdFilter finds(filter);
    std::vector<const Kernel *> kernels;
    for (const Kernel &kernel : all_kernels())
        if (std::ranges::find(workloads, kernel.workload) != workloads.end() && finds(kernel.id))
            kernels.push_back(&kernel);
    if (kernels.empty())
        throw CommandError(fmt::format("--filter: '{}' finds no kernel here; 'hashlane list' shows "
                                       "their ids",
                                       filter));
    return kernels;
}

Selection select_kernels(const std::string &filter, std::span<const Workload> workloads)
{
    Selection selection;
    for (const Kernel *kernel : matching_kernels(filter, workloads)) {
        const std::string reason = why_not_runnable(*kernel, this_cpu().features);
        if (reason.empty())
            selection.runnable.push_back(kernel);
        else
            selection.skipped.push_back({std::string(kernel->id), reason});
    }
    if (selection.runnable.empty())
        throw CommandError(fmt::format("{} {}, which this processor or system lacks",
                                       selection.skipped.front().kernel,
                                       selection.skipped.front().reason),
                           exit_absent);
    return selection;
}

std::string write_report(const Report &report, Format format, const Style &style)
{
    switch (format) {
    case Format::csv:
        return write_csv(report);
    case Format::json:
        return write_json(report);
    case Format::markdown:
        return write_markdown(report, style);
    case Format::table:
    case Format::classic:
        break;
    }
    return write_table(report, style);
}

SamplingPlan timed_plan(const Options &options, double seconds)
{
    SamplingPlan plan;
    if (!options.min_time.empty())
        seconds = parse_positive("--min-time", options.min_time, most_seconds, "s");
    plan.min_time_ns = seconds * 1e9;
    return plan;
}

Session::Session(const Options &options, const std::string &command,
                 const std::vector<Format> &formats, Kinds kinds)
    : Session(options, command, formats, placements_for(options, kinds))
{
}

Session::Session(const Options &options, const std::string &command,
                 const std::vector<Format> &formats, std::vector<Placement> placements)
    : options_(options),
      format_(chosen_format(options, formats)),
      style_(chosen_style(options)),
      clock_(chosen_clock(options)),
      placements_(std::move(placements)),
      repetitions_(static_cast<unsigned>(
          parse_integer("--repetitions", options.repetitions, 1, most_repetitions))),
      out_(options.out),
      progress_(options.quiet)
{
    if (options.out_format != "json")
        throw CommandError(
            fmt::format("--benchmark_out_format: '{}' is not json", options.out_format));
    interrupted();
    report_.context = gather_context(command);
    meter_.measure_idle();
    report_.context.energy_source = meter_.source();
    if (!options.quiet)
        print_context(report_.context, placements_);
}

void Session::skip(const std::vector<Skipped> &skipped)
{
    report_.skipped.insert(report_.skipped.end(), skipped.begin(), skipped.end());
}

void Session::announce(std::size_t index, std::size_t count, const std::string &name) const
{
    progress_.show(index, count, name);
}

void Session::save() { out_.write(write_json(report_)); }

void Session::add_bound(Row &row)
{
    const auto kernels = all_kernels();
    const auto kernel = std::ranges::find(kernels, row.identity.kernel_id, &Kernel::id);
    if (kernel == kernels.end() || row.figures.cycle_source == CycleSource::tsc ||
        row.figures.cycle_source == CycleSource::none)
        return;
    auto times = instruction_times_.find(row.location.core_kind);
    if (times == instruction_times_.end())
        times = instruction_times_
                    .emplace(row.location.core_kind,
                             time_instructions_on(row.location.cpus.front(), clock_))
                    .first;
    row.figures.bound_cycles_per_unit =
        bound_cycles_per_unit(*kernel, row.identity.message, times->second);
}

void Session::label(Row &row, unsigned repetition) const
{
    row.identity.repetition = repetition;
    row.identity.repetitions = repetitions_;
}

void Session::add(Row row)
{
    add_bound(row);
    report_.rows.push_back(std::move(row));
    save();
}

void Session::add(Mismatch mismatch)
{
    report_.mismatches.push_back(std::move(mismatch));
    save();
}

void Session::keep(Outcome outcome)
{
    if (Row *row = std::get_if<Row>(&outcome))
        add(std::move(*row));
    else if (Mismatch *mismatch = std::get_if<Mismatch>(&outcome))
        add(std::move(*mismatch));
    else
        interrupted_ = true;
}

const Row *Session::measure_at(const Job &job, const Placement &placement, const SamplingPlan &plan,
                               const std::function<void(Row &)> &label)
{
    // A count of iterations is done once; a time may be spent again.
    Outcome outcome =
        plan.exact_iterations != 0
            ? measure(job, placement.cpus, clock_, plan, interrupted(), &meter_)
            : measure_with_retry(job, placement.cpus, clock_, plan, interrupted(), &meter_);
    if (Row *row = std::get_if<Row>(&outcome)) {
        row->location.core_kind = placement.core_kind;
        label(*row);
        add(std::move(*row));
        return &report_.rows.back();
    }
    if (Mismatch *mismatch = std::get_if<Mismatch>(&outcome))
        add(std::move(*mismatch));
    else
        interrupted_ = true;
    return nullptr;
}

void Session::measure_job(const Job &job, const Placement &placement, const SamplingPlan &plan)
{
    for (unsigned repetition = 0; repetition < repetitions_; ++repetition) {
        const Row *row =
            measure_at(job, placement, plan, [&](Row &kept) { label(kept, repetition); });
        if (row == nullptr)
            break;
    }
}

void Session::measure_all(const std::vector<Job> &jobs, const SamplingPlan &plan)
{
    for (std::size_t i = 0; i < jobs.size(); ++i)
        for (const Placement &placement : placements_) {
            if (interrupted_)
                return;
            announce(i, jobs.size(),
                     jobs[i].name +
                         (placement.core_kind.empty() ? "" : " on " + placement.core_kind));
            measure_job(jobs[i], placement, plan);
        }
}

int Session::exit_code() const
{
    if (!report_.mismatches.empty())
        return exit_wrong_digest;
    if (interrupted_)
        return exit_interrupted;
    if (report_.rows.empty() && !report_.skipped.empty())
        return exit_absent;
    const bool trustworthy = std::ranges::all_of(report_.rows, is_trustworthy);
    return options_.strict && !trustworthy ? exit_untrustworthy : exit_ok;
}

int Session::finish(const std::function<std::string()> &write)
{
    progress_.clear();
    report_.context.energy_source = meter_.source();
    save();
    const std::string text = write ? write() : write_report(report_, format_, style_);
    fmt::print("{}", text);
    if (format_ != Format::table && format_ != Format::markdown)
        for (const Mismatch &mismatch : report_.mismatches)
            fmt::print(stderr, "hashlane: {}\n", describe(mismatch));
    if (interrupted_)
        fmt::print(stderr, "hashlane: interrupted; what was measured until then is above\n");
    return exit_code();
}

} // namespace hashlane
