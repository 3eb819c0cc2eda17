// SPDX-License-Identifier: MIT
#include "session.h"

#include "../measure/context.h"
#include "../report/contribution.h"
#include "../report/exporters.h"
#include "../report/report.h"
#include "../system/interrupt.h"
#include "exit_code.h"
#include "messages.h"
#include "style.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr double quick_seconds = 10;

std::string_view machine_note(const Context &context)
{
    if (!context.emulator.empty())
        return " (emulated: timings mean nothing)";
    return context.hypervisor.empty() ? "" : " (virtual machine)";
}

// Two digits, so that what is advised is enough.
double rounded_up(double seconds)
{
    const double digit = std::pow(10, std::floor(std::log10(seconds)) - 1);
    return std::ceil(seconds / digit - 1e-9) * digit;
}

void require_a_round(double budget_seconds, std::size_t rows)
{
    const double least_seconds = least_budget_ns(rows) / 1e9;
    if (budget_seconds < least_seconds)
        throw CommandError(fmt::format(
            "--budget {:g} is less than one round of {} {} needs: at least {:g} s", budget_seconds,
            rows, rows == 1 ? "row" : "rows", rounded_up(least_seconds)));
}

int exit_code(const Session &session)
{
    const Report &report = session.log.report();
    if (!report.mismatches.empty())
        return exit_wrong_digest;
    if (session.log.is_interrupted())
        return exit_interrupted;
    if (!session.log.failure().empty() || !session.log.out_failure().empty())
        return exit_usage;
    if (report.rows.empty() && !report.skipped.empty())
        return exit_absent;
    const bool trustworthy = std::ranges::all_of(report.rows, is_trustworthy);
    return session.measure.strict && !trustworthy ? exit_untrustworthy : exit_ok;
}

// Half a run or a wrong one is not for others.
void write_submission(const Session &session)
{
    const Report &report = session.log.report();
    if (!session.submission.is_wanted() || session.log.is_interrupted())
        return;
    const auto refuse = [&](const char *why, ExitCode code) {
        throw CommandError(
            fmt::format("--submit: '{}' was not written: {}", session.measure.submit, why), code);
    };
    if (!report.mismatches.empty())
        refuse("a result is wrong", exit_wrong_digest);
    if (report.rows.empty())
        refuse("nothing was measured", exit_absent);
    if (!report.context.emulator.empty())
        refuse("under an emulator timings mean nothing", exit_usage);
    session.submission.write(write_json(contribution_of(report)));
    if (!session.measure.quiet)
        say("hashlane: '{}' can be sent: CONTRIBUTING.md says how, docs/json.md what is in it\n",
            session.measure.submit);
}

} // namespace

void print_context(const Context &context, const std::vector<Placement> &placements)
{
    std::vector<std::string> cpus;
    for (const Placement &placement : placements)
        cpus.push_back(describe(placement));
    say("hashlane {}, {}, {}\n{}{}, CPU {}, load {:.2f}\n", context.version, context.compiler,
        context.os_release, context.cpu_model, machine_note(context), fmt::join(cpus, ", then "),
        context.load_average);
}

bool is_timed(const MeasureSettings &measure)
{
    return measure.seconds || measure.budget || measure.quick;
}

RunPlan timed_plan(const MeasureSettings &measure, std::size_t rows, double seconds)
{
    const auto count = static_cast<double>(std::max<std::size_t>(rows, 1));
    const double row_ns = measure.seconds.value_or(seconds) * 1e9;
    double budget_ns = row_ns * count;
    if (measure.quick)
        budget_ns = quick_seconds * 1e9;
    if (measure.budget) {
        require_a_round(*measure.budget, rows);
        budget_ns = *measure.budget * 1e9;
    }
    return plan_visits(budget_ns, rows);
}

Session::Session(const MeasureSettings &measure_settings, const OutputSettings &output_settings,
                 std::vector<Placement> where, const std::string &line)
    : measure(measure_settings),
      output(output_settings),
      placements(std::move(where)),
      submission(measure_settings.submit, "--submit"),
      log(gather_context(line), measure.out),
      display(output, measure.quiet),
      runner(measure, meter, log, display)
{
    watch_interrupts();
    meter.measure_idle();
    log.set_energy_source(meter.source());
    if (!measure.quiet)
        print_context(log.report().context, placements);
    display.begin(log.report().context);
}

int finish(Session &session, const std::function<std::string()> &write)
{
    session.log.set_energy_source(session.meter.source()); // counters can fail meanwhile
    session.log.save();
    const Report &report = session.log.report();
    const Format format = session.output.format;
    const Style style = style_for(session.output);
    if (session.display.close_tables(report.rows))
        print(write_conclusions(report, style));
    else
        print(write ? write() : write_as(format, report_exporters, report, style));
    if (format != Format::table && format != Format::markdown)
        for (const Mismatch &mismatch : report.mismatches)
            say("hashlane: {}\n", describe(mismatch));
    if (session.log.is_interrupted())
        say("hashlane: interrupted; the rows above were measured before\n");
    for (const std::string &failure : {session.log.failure(), session.log.out_failure()})
        if (!failure.empty())
            say("hashlane: {}\n", failure);
    write_submission(session);
    return exit_code(session);
}

} // namespace hashlane
