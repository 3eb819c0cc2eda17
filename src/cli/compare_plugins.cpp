// SPDX-License-Identifier: MIT
#include "compare_plugins.h"

#include "../compare/bad_file.h"
#include "../compare/json_fields.h"
#include "../report/report.h"
#include "exit_code.h"
#include "messages.h"
#include "placements.h"
#include "plugins.h"
#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace hashlane {
namespace {

constexpr double seconds_a_row = 1;

std::string message_of(const std::string &name)
{
    const std::size_t slash = name.find('/');
    return slash == std::string::npos ? "" : name.substr(slash);
}

// ".x4" of "sha256-chain.shani.x4" and of "sha3.avx2.x4/sha3-256/64".
std::string lanes_of(const std::string &name)
{
    const std::string kernel = name.substr(0, name.find('/'));
    return kernel.substr(std::min(kernel.rfind('.'), kernel.size()));
}

bool is_rival(const ResultRow &row, const ResultRow &of)
{
    return row.key.workload == of.key.workload &&
           message_of(row.key.name) == message_of(of.key.name) && row.key.threads == 1 &&
           row.device.empty();
}

// Null where the file has none.
const ResultRow *best_rival(const ResultFile &file, const ResultRow &of)
{
    const auto merit = [&](const ResultRow &row) {
        return std::tuple(row.trustworthy, lanes_of(row.key.name) == lanes_of(of.key.name),
                          row.hashes_per_second);
    };
    const ResultRow *best = nullptr;
    for (const ResultRow &row : file.rows)
        if (is_rival(row, of) && (best == nullptr || merit(row) > merit(*best)))
            best = &row;
    return best;
}

// What went wrong is said, and becomes the exit code.
ExitCode report_failures(const Session &session)
{
    ExitCode code = session.log.is_interrupted() ? exit_interrupted : exit_ok;
    if (!session.log.failure().empty()) {
        say("hashlane: {}\n", session.log.failure());
        code = exit_usage;
    }
    for (const Mismatch &mismatch : session.log.report().mismatches) {
        say("hashlane: {}\n", describe(mismatch));
        code = exit_wrong_digest;
    }
    return code;
}

} // namespace

PluginDuels measure_duels(const ResultFile &file, const CompareSettings &settings,
                          const std::string &line)
{
    const Plugins plugins = open_plugins(settings.plugins, settings.filter);
    std::vector<Job> jobs;
    for (const PluginChoice &choice : plugins.kernels)
        std::ranges::move(jobs_of(choice), std::back_inserter(jobs));
    MeasureSettings measure;
    measure.quiet = true;
    const std::vector<Placement> placements = choose_placements(measure.placement);
    const std::vector<WantedRow> rows = rows_of(jobs, placements, 1);
    Session session(measure, settings.output, placements, line);
    session.log.set_failure(plugins.failure());
    session.runner.measure(rows, timed_plan(measure, rows.size(), seconds_a_row));

    PluginDuels duels{{file, {}}, report_failures(session)};
    if (session.log.report().rows.empty())
        throw CommandError("compare: no kernel of a plug-in was measured",
                           duels.code == exit_ok ? exit_absent : duels.code);
    const JsonDocument document(write_json(session.log.report()), "the plug-ins");
    duels.files[1] = result_file_of(document, "the plug-ins");
    duels.files[0].rows.clear();
    for (ResultRow &row : duels.files[1].rows) {
        const ResultRow *const rival = best_rival(file, row);
        if (rival == nullptr)
            continue;
        ResultRow base = *rival;
        row.key.name += " against " + rival->key.short_label();
        base.key = row.key;
        duels.files[0].rows.push_back(std::move(base));
    }
    if (duels.files[0].rows.empty())
        throw BadFile(fmt::format(
            "'{}' has no row of one thread that does what the plug-ins' kernels do", file.path));
    return duels;
}

} // namespace hashlane
