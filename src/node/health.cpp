// SPDX-License-Identifier: MIT
#include "health.h"

#include "../compare/bad_file.h"
#include "../statistics/sort_by.h"
#include "../statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <vector>

namespace hashlane {
namespace {

// Of the baseline's median. Cycles of like cores differ by a few per mille, clocks by a percent.
constexpr double more_cycles = 0.02, many_more_cycles = 0.05;
constexpr double lower_clock = 0.03, much_lower_clock = 0.10;

constexpr std::size_t shown_findings = 3;

struct Finding {
    HealthVerdict verdict = HealthVerdict::warning;
    std::string text;
};

using Findings = std::vector<Finding>;

struct Medians {
    double cycles = 0, clock_hz = 0;
};

// Of the cores that can be trusted; nothing where there are none.
std::optional<Medians> medians_of(const CoreColumns &columns)
{
    std::vector<double> cycles, clock;
    for (std::size_t i = 0; i < columns.cpus.size(); ++i)
        if (!columns.noisy[i] && columns.cycles_per_unit[i] > 0 && columns.clock_hz[i] > 0) {
            cycles.push_back(columns.cycles_per_unit[i]);
            clock.push_back(columns.clock_hz[i]);
        }
    if (cycles.empty())
        return std::nullopt;
    return Medians{median(std::move(cycles)), median(std::move(clock))};
}

const CoreColumns *find_columns(const NodeFile &file, const CoreColumns &like)
{
    const auto found = std::ranges::find_if(file.cores, [&](const CoreColumns &columns) {
        return columns.kernel == like.kernel && columns.scope == like.scope;
    });
    return found == file.cores.end() ? nullptr : &*found;
}

std::string percent(double share) { return fmt::format("{:+.1f} %", 100 * share); }

void find_wrong(const NodeFile &now, Findings &findings)
{
    for (const CoreColumns &columns : now.cores)
        for (std::size_t i = 0; i < columns.cpus.size(); ++i)
            if (columns.wrong[i] != 0)
                findings.push_back(
                    {HealthVerdict::bad, fmt::format("CPU {}: {} gave a wrong result",
                                                     columns.cpus[i], columns.kernel)});
    if (findings.empty() && now.mismatches != 0)
        findings.push_back({HealthVerdict::bad, "a result was wrong"});
}

// The slowest core of a kernel says it; those like it are counted.
void find_slow_cores(const CoreColumns &now, const Medians &good, Findings &findings)
{
    double most = 0;
    int cpu = 0;
    std::size_t slow = 0;
    for (std::size_t i = 0; i < now.cpus.size(); ++i) {
        const double more = now.cycles_per_unit[i] / good.cycles - 1;
        if (now.noisy[i] || !(more > more_cycles))
            continue;
        ++slow;
        if (more > most) {
            most = more;
            cpu = now.cpus[i];
        }
    }
    if (slow != 0)
        findings.push_back(
            {most > many_more_cycles ? HealthVerdict::bad : HealthVerdict::warning,
             fmt::format("CPU {}: {} cycles of {} {}{}", cpu, percent(most), now.kernel, now.scope,
                         slow > 1 ? fmt::format(" ({} cores are slow)", slow) : "")});
}

void find_slow_clock(const CoreColumns &columns, const Medians &now, const Medians &good,
                     Findings &findings)
{
    const double less = 1 - now.clock_hz / good.clock_hz;
    if (less > lower_clock)
        findings.push_back(
            {less > much_lower_clock ? HealthVerdict::bad : HealthVerdict::warning,
             fmt::format("clock {} ({:.2f} GHz, baseline {:.2f}) with {} {}", percent(-less),
                         now.clock_hz / 1e9, good.clock_hz / 1e9, columns.kernel, columns.scope)});
}

// A job is confined to some CPUs, a health check is not: that is no fault of the node.
void find_settings(const NodeFile &now, const NodeFile &baseline, Findings &findings)
{
    for (const auto &[name, good] : baseline.settings) {
        const auto found = now.settings.find(name);
        if (found == now.settings.end() || found->second == good || good.empty() ||
            found->second.empty() || name == "allowed_cpus")
            continue;
        findings.push_back({HealthVerdict::warning,
                            fmt::format("{} is '{}', baseline '{}'", name, found->second, good)});
    }
}

// What was held against what: for the line of a good node.
struct Compared {
    std::size_t kernels = 0, judged = 0;
    double cycles = -std::numeric_limits<double>::infinity();
    double clock = std::numeric_limits<double>::infinity();
};

Compared find_slowness(const NodeFile &now, const NodeFile &baseline, Findings &findings)
{
    Compared compared;
    for (const CoreColumns &columns : now.cores) {
        const CoreColumns *const like = find_columns(baseline, columns);
        const std::optional<Medians> good = like ? medians_of(*like) : std::nullopt;
        if (!good)
            continue;
        ++compared.kernels;
        const std::optional<Medians> medians = medians_of(columns);
        if (!medians)
            continue;
        ++compared.judged;
        compared.cycles = std::max(compared.cycles, medians->cycles / good->cycles - 1);
        compared.clock = std::min(compared.clock, medians->clock_hz / good->clock_hz - 1);
        find_slow_cores(columns, *good, findings);
        find_slow_clock(columns, *medians, *good, findings);
    }
    return compared;
}

std::string joined(Findings findings)
{
    sort_by(findings, [](const Finding &finding) { return -static_cast<int>(finding.verdict); });
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(findings.size(), shown_findings); ++i)
        texts.push_back(findings[i].text);
    if (findings.size() > shown_findings)
        texts.push_back(fmt::format("and {} more", findings.size() - shown_findings));
    return fmt::format("{}", fmt::join(texts, "; "));
}

std::string praise(const NodeFile &now, const Compared &compared)
{
    const std::size_t cores = now.cores.empty() ? 0 : now.cores.front().cpus.size();
    return fmt::format("{} {}, at most {} cycles and {} clock of the baseline", cores,
                       cores == 1 ? "core" : "cores", percent(compared.cycles),
                       percent(compared.clock));
}

} // namespace

std::string_view health_verdict_name(HealthVerdict verdict)
{
    constexpr std::string_view names[] = {"good", "warning", "bad"};
    return names[static_cast<std::size_t>(verdict)];
}

Health judge_health(const NodeFile &now, const NodeFile &baseline)
{
    Findings findings;
    find_wrong(now, findings);
    const Compared compared = find_slowness(now, baseline, findings);
    if (compared.kernels == 0 && findings.empty())
        throw BadFile(fmt::format("'{}': no trustworthy figure of a kernel that is measured here: "
                                  "write it anew with this hashlane on an idle node",
                                  baseline.path));
    if (2 * compared.judged < compared.kernels)
        findings.push_back(
            {HealthVerdict::warning, fmt::format("too busy to be judged: load {:.1f}",
                                                 now.sensors.load_average.value_or(0))});
    else if (!now.complete)
        findings.push_back({HealthVerdict::warning, "incomplete: " + now.incomplete_reason});
    find_settings(now, baseline, findings);
    if (findings.empty())
        return {HealthVerdict::good, praise(now, compared)};
    const HealthVerdict worst = std::ranges::max(findings, {}, &Finding::verdict).verdict;
    return {worst, joined(std::move(findings))};
}

} // namespace hashlane
