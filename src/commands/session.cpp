// SPDX-License-Identifier: MIT
#include "session.h"

#include "../machine/clock/this_core.h"
#include "../machine/system/cpus.h"
#include "../machine/system/lists.h"
#include "../machine/system/terminal.h"
#include "../machine/system/threads.h"
#include "../measure/context.h"
#include "../results/run.h"
#include "../show/tables/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::commands {
namespace {

constexpr unsigned usual_width = 80;

// Writing takes milliseconds of the machine that is being measured, or, with the samples of
// hundreds of CPUs, a second.
constexpr auto between_saves = std::chrono::seconds(1);
constexpr int between_long_saves = 20; // times as long as the last one took

int code_of(const Session &session)
{
    const results::Report &report = session.log.report();
    if (!report.mismatches.empty())
        return cli::exit_wrong_digest;
    if (session.log.is_interrupted())
        return cli::exit_interrupted;
    if (!session.log.failure().empty() || !session.log.out_failure().empty())
        return cli::exit_usage;
    if (report.rows.empty() && !report.skipped.empty())
        return cli::exit_absent;
    const bool trustworthy = std::ranges::all_of(report.rows, results::is_trustworthy);
    return session.measure.strict && !trustworthy ? cli::exit_untrustworthy : cli::exit_ok;
}

[[noreturn]] void refuse_submission(const Session &session, std::string_view why,
                                    cli::ExitCode code = cli::exit_usage)
{
    cli::fail(code, "--submit: '{}' was not written: {}", session.measure.submit, why);
}

// Refuses for the reasons that are known before anything is measured.
void check_submission(const Session &session, const Chosen &chosen)
{
    if (!session.submission.is_wanted())
        return;
    if (std::ranges::any_of(chosen.jobs, [](const auto &job) { return !job.workload.ours(); }))
        refuse_submission(session, "the book of results has no place for workloads of plug-ins");
    if (!session.log.report().context.emulator.empty())
        refuse_submission(session, "under an emulator timings mean nothing");
}

// Half a run or a wrong one is not for others.
void write_submission(const Session &session)
{
    const results::Report &report = session.log.report();
    if (!session.submission.is_wanted() || session.log.is_interrupted())
        return;
    if (!report.mismatches.empty())
        refuse_submission(session, "a result is wrong", cli::exit_wrong_digest);
    if (report.rows.empty())
        refuse_submission(session, "nothing was measured",
                          cli::graver(code_of(session), cli::exit_absent));
    const std::string text = results::write_contribution(report);
    if (text.size() > results::most_contribution_bytes)
        refuse_submission(session,
                          fmt::format("its {} bytes are more than {}: measure fewer rows at a "
                                      "time, with --filter or --threads",
                                      text.size(), results::most_contribution_bytes));
    if (session.submission.write(text) && !session.measure.quiet)
        cli::say("hashlane: '{}' is ready to be sent: CONTRIBUTING.md explains how, "
                 "docs/reference/json.md describes its contents\n",
                 session.measure.submit);
}

// False when the rest must not run.
bool log_failure(Session &session, measure::RowFailure failure, const measure::WantedRow &wanted,
                 std::size_t place)
{
    if (std::holds_alternative<measure::Interrupted>(failure)) {
        session.log.set_interrupted();
        return false;
    }
    if (results::Mismatch *const wrong = std::get_if<results::Mismatch>(&failure)) {
        if (session.output.format == show::Format::jsonl)
            cli::print(results::withdrawal_line(place));
        session.log.add(std::move(*wrong));
    } else if (const measure::Obstacle *const obstacle = std::get_if<measure::Obstacle>(&failure)) {
        session.log.set_failure((obstacle->is_foreign ? wanted.name() + ": " : "") +
                                obstacle->reason);
    }
    return true;
}

results::Row measured_row(const Session &session, const measure::RunInRounds &run,
                          std::size_t index)
{
    results::Row row = run.row(index);
    if (!session.measure.samples)
        row.sampling.threads.clear();
    return row;
}

} // namespace

void require_clock(const machine::ClockRequest &request,
                   const std::vector<machine::Placement> &placements)
{
    for (const machine::Placement &placement : placements) {
        std::string problem;
        if (!request.automatic && !placement.cpus.empty())
            machine::on_pinned_threads({placement.cpus.front()}, [&](std::size_t) {
                machine::ThisCore core;
                problem = machine::clock_problem(request, core);
            });
        if (!problem.empty())
            cli::fail(cli::exit_absent, "--clock {} cannot be used on CPU {}: {}",
                      machine::cycle_source_name(request.source), placement.cpus.front(), problem);
    }
}

// ---- ResultLog

std::size_t ResultLog::reserve(std::size_t places)
{
    const std::size_t first = next_place_;
    next_place_ += places;
    return first;
}

// Finds the first row in this place or a later one.
std::size_t ResultLog::find(std::size_t place) const
{
    return static_cast<std::size_t>(std::ranges::lower_bound(places_, place) - places_.begin());
}

const results::Row &ResultLog::put(std::size_t place, results::Row row)
{
    const std::size_t index = find(place);
    const auto at = static_cast<std::ptrdiff_t>(index);
    if (index < places_.size() && places_[index] == place) {
        report_.rows[index] = std::move(row);
    } else {
        places_.insert(places_.begin() + at, place);
        report_.rows.insert(report_.rows.begin() + at, std::move(row));
    }
    if (std::chrono::steady_clock::now() >= next_save_)
        save();
    return report_.rows[index];
}

void ResultLog::remove(std::size_t place)
{
    const std::size_t index = find(place);
    if (index == places_.size() || places_[index] != place)
        return;
    const auto at = static_cast<std::ptrdiff_t>(index);
    places_.erase(places_.begin() + at);
    report_.rows.erase(report_.rows.begin() + at);
}

void ResultLog::add(results::Mismatch mismatch)
{
    report_.mismatches.push_back(std::move(mismatch));
    save();
}

void ResultLog::skip(const std::vector<results::Skipped> &skipped)
{
    report_.skipped.insert(report_.skipped.end(), skipped.begin(), skipped.end());
}

void ResultLog::set_failure(const std::string &reason)
{
    if (failure_.empty())
        failure_ = reason;
}

// A full disk may have room again at the next save, and rows are worth more than the file: the run
// goes on.
void ResultLog::save()
{
    const auto begun = std::chrono::steady_clock::now();
    if (out_.is_wanted())
        out_failure_ = out_.try_write(results::write_json(report_));
    const auto saved = std::chrono::steady_clock::now();
    next_save_ = saved + std::max<std::chrono::steady_clock::duration>(
                             between_saves, between_long_saves * (saved - begun));
}

// ---- Display

Display::Display(const cli::OutputSettings &output, bool quiet)
    : output_(output), progress_(machine::can_redraw(machine::Stream::error) && !quiet)
{
    const std::optional<machine::TerminalSize> terminal =
        machine::terminal_size(machine::Stream::error);
    progress_width_ = terminal ? terminal->columns : usual_width;
}

void Display::expect(const Planned &planned)
{
    std::vector<show::TableShape> tables;
    for (const measure::WantedRow &row : planned.rows) {
        if (!row.scope.empty()) // such rows are in no table (row_figures.h)
            continue;
        auto table = std::ranges::find(tables, row.job->workload, &show::TableShape::workload);
        if (table == tables.end()) {
            table = tables.emplace(tables.end());
            table->interval = planned.plan.rounds.most_visits > 1;
            table->workload = row.job->workload;
            table->bound = false;
        }
        table->add(row.job->name, row.placement.core_kind, row.threads());
        table->bound = table->bound || measure::operations_of(*row.job) != nullptr;
    }
    const std::optional<machine::TerminalSize> terminal =
        machine::terminal_size(machine::Stream::out);
    if (output_.format == show::Format::table && terminal &&
        machine::can_redraw(machine::Stream::out))
        tables_.emplace(std::move(tables), cli::style_for(output_), terminal->lines);
}

// The last column stays free: a terminal may go on to the next line after it.
void Display::announce(const show::Progress &progress) const
{
    if (progress_)
        cli::redraw_line(show::progress_line(progress, progress_width_ - 1));
}

void Display::announce_visit(const measure::RunInRounds &run, std::size_t rows,
                             const std::string &name)
{
    announce({run.share_done(), run.seconds_left(),
              fmt::format("{} of {} settled", run.settled(), rows), name, last_measured_});
}

void Display::announce(std::size_t index, std::size_t count, const std::string &name) const
{
    const double elapsed = machine::in_seconds(std::chrono::steady_clock::now() - start_);
    const auto done = static_cast<double>(index), all = static_cast<double>(count);
    std::optional<double> seconds_left;
    if (index > 0)
        seconds_left = elapsed * (all - done) / done;
    announce({done / all, seconds_left, fmt::format("{} of {}", index + 1, count), name, ""});
}

void Display::clear_progress() const
{
    if (progress_)
        cli::say("\r\033[K");
}

void Display::show(const results::Row &row, std::size_t place, bool is_final)
{
    last_measured_ = show::first_figure(row);
    if (output_.format == show::Format::jsonl)
        cli::print(results::row_line(row, place, is_final));
    if (!tables_)
        return;
    clear_progress();
    cli::print(tables_->show(row));
}

bool Display::close_tables(const std::vector<results::Row> &rows)
{
    clear_progress();
    if (!tables_)
        return false;
    cli::print(tables_->close(rows));
    return true;
}

// ---- Session

namespace {

constexpr std::string_view standard_output = "-"; // of --out

cli::OutputSettings shown_output(const std::string &out, cli::OutputSettings output)
{
    if (out != standard_output)
        return output;
    if (output.format != show::Format::table && output.format != show::Format::json)
        cli::fail("--out: '-' is standard output, which has the result in the form of --format: "
                  "name a file, or leave out --format");
    output.format = show::Format::json;
    return output;
}

} // namespace

Session::Session(const cli::MeasureSettings &measure_settings,
                 const cli::OutputSettings &output_settings, std::vector<machine::Placement> where,
                 const std::string &line)
    : measure(measure_settings),
      output(shown_output(measure_settings.out, output_settings)),
      placements(std::move(where)),
      submission(measure_settings.submit, "--submit"),
      log(measure::gather_context(line), measure.out == standard_output ? "" : measure.out),
      display(output, measure.quiet),
      bounds(measure.clock)
{
    require_clock(measure.clock, placements);
}

void begin(Session &session, const Chosen &chosen)
{
    check_submission(session, chosen);
    machine::watch_interrupts();
    session.meter.measure_idle();
    session.log.set_energy_source(session.meter.source());
    const results::Context &context = session.log.report().context;
    if (!session.measure.quiet)
        print_context(context, session.placements);
    if (session.output.format == show::Format::jsonl)
        cli::print(results::context_line(context));
    session.log.skip(chosen.skipped);
    session.log.set_failure(chosen.failure);
}

void print_context(const results::Context &context,
                   const std::vector<machine::Placement> &placements)
{
    const std::vector<std::string> cpus = machine::each(placements, machine::describe);
    const char *const note = !context.emulator.empty()    ? " (emulated: timings mean nothing)"
                             : context.hypervisor.empty() ? ""
                                                          : " (virtual machine)";
    cli::say("hashlane {}, {}, {}\n{}{}, CPU {}, load {:.2f}\n", context.version, context.compiler,
             context.os_release, context.cpu_model, note, fmt::join(cpus, ", then "),
             context.load_average);
}

std::vector<MeasuredRow>
measure_rows(Session &session, const std::vector<measure::WantedRow> &wanted, measure::RunPlan plan)
{
    plan.bounds = &session.bounds;
    plan.known_bursts = measure::read_known_bursts(measure::known_bursts_path());
    const std::size_t first = session.log.reserve(wanted.size());
    measure::RunInRounds run(wanted, plan, session.measure.clock, machine::interrupted(),
                             &session.meter);
    std::vector<MeasuredRow> rows(wanted.size());
    while (const auto next = run.next()) {
        const std::size_t i = *next, place = first + i;
        session.display.announce_visit(run, wanted.size(), wanted[i].name());
        std::optional<measure::RowFailure> failure = run.visit(i);
        if (!failure) {
            session.display.show(session.log.put(place, measured_row(session, run, i)), place,
                                 false);
            continue;
        }
        if (const measure::Obstacle *const obstacle = std::get_if<measure::Obstacle>(&*failure))
            rows[i].obstacle = obstacle->reason;
        if (!run.has_row(i))
            session.log.remove(place);
        if (!log_failure(session, std::move(*failure), wanted[i], place))
            break;
    }
    // Later rounds may have changed the judgement of earlier ones.
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (run.has_row(i))
            rows[i].row = session.log.put(first + i, measured_row(session, run, i));
    session.log.save(); // a row that is shown as final is in the file, whatever happens next
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (rows[i].row)
            session.display.show(*rows[i].row, first + i, true);
    if (session.measure.clock.automatic)
        measure::keep_known_bursts(measure::known_bursts_path(), run.learnt_bursts());
    if (session.bounds.lack_mixes() && !session.measure.quiet)
        cli::say(
            "hashlane: mixes of instructions cannot be timed here, because the system does not "
            "run generated code: %bound is that of single instructions, and too low\n");
    return rows;
}

bool keep_outcome(Session &session, measure::Outcome outcome)
{
    if (results::Row *const row = std::get_if<results::Row>(&outcome)) {
        const std::size_t place = session.log.reserve(1);
        const results::Row &kept = session.log.put(place, std::move(*row));
        session.log.save();
        session.display.show(kept, place, true);
        return true;
    }
    if (results::Mismatch *const mismatch = std::get_if<results::Mismatch>(&outcome))
        session.log.add(std::move(*mismatch));
    else
        session.log.set_interrupted();
    return false;
}

namespace {

// Returns false if the rest must not run.
bool keep(Session &session, const std::string &name,
          std::variant<measure::Outcome, backends::DeviceError> outcome, unsigned repetition)
{
    if (const backends::DeviceError *error = std::get_if<backends::DeviceError>(&outcome)) {
        session.log.skip({{name, error->what()}});
        return false;
    }
    auto &measured = std::get<measure::Outcome>(outcome);
    if (results::Row *const row = std::get_if<results::Row>(&measured)) {
        row->identity.repetition = repetition;
        row->identity.repetitions = session.measure.repetitions;
    }
    return keep_outcome(session, std::move(measured));
}

// A group with a device that failed, or was wrong, is not repeated.
void measure_group(Session &session, Workload workload,
                   const std::vector<backends::MonitoredDevice> &group,
                   const backends::DevicePlan &plan)
{
    bool all_well = true;
    for (unsigned repetition = 0;
         repetition < session.measure.repetitions && all_well && !session.log.is_interrupted();
         ++repetition) {
        backends::DeviceOutcomes outcomes =
            backends::measure_devices(group, workload, plan, machine::interrupted());
        for (std::size_t i = 0; i < group.size(); ++i)
            all_well &= keep(session, backends::device_row_name(*group[i].device, workload),
                             std::move(outcomes.devices[i]), repetition);
        if (outcomes.sum)
            keep(session, "", measure::Outcome(std::move(*outcomes.sum)), repetition);
    }
}

} // namespace

void measure_all(Session &session, const Chosen &chosen, const Planned &planned,
                 const backends::DevicePlan &on_devices)
{
    const std::vector<DeviceJob> &jobs = chosen.device_jobs;
    begin(session, chosen);
    if (jobs.empty()) // their rows come later, and belong to the same tables
        session.display.expect(planned);
    const std::vector<MeasuredRow> rows = measure_rows(session, planned.rows, planned.plan);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!rows[i].row && !rows[i].obstacle.empty())
            session.log.skip({{planned.rows[i].name(), rows[i].obstacle}});
    backends::DeviceMonitors monitors;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        for (const auto &group : backends::groups_at_once(monitors.of(jobs[i].devices))) {
            session.display.announce(i, jobs.size(), describe_group(jobs[i].workload, group));
            measure_group(session, jobs[i].workload, group, on_devices);
        }
}

std::string describe_group(Workload workload, const std::vector<backends::MonitoredDevice> &group)
{
    std::vector<std::string> ids;
    for (const backends::MonitoredDevice &one : group)
        ids.push_back(one.device->facts().id());
    return fmt::format("{} on {}", workload_name(workload), fmt::join(ids, ", "));
}

bool was_shown(Session &session)
{
    session.log.set_energy_source(session.meter.source()); // counters can fail meanwhile
    session.log.save();
    if (!session.display.close_tables(session.log.report().rows))
        return false;
    cli::print(show::write_conclusions(session.log.report(), cli::style_for(session.output)));
    return true;
}

int end(const Session &session)
{
    const results::Report &report = session.log.report();
    const show::Format format = session.output.format;
    if (format != show::Format::table && format != show::Format::markdown)
        for (const results::Mismatch &mismatch : report.mismatches)
            cli::say("hashlane: {}\n", results::describe(mismatch));
    if (session.log.is_interrupted())
        cli::say("hashlane: interrupted{}\n",
                 report.rows.empty() ? "" : "; the rows above were measured before");
    for (const std::string &failure : {session.log.failure(), session.log.out_failure()})
        if (!failure.empty())
            cli::say("hashlane: {}\n", failure);
    write_submission(session);
    return code_of(session);
}

} // namespace hashlane::commands
