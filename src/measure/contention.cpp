// SPDX-License-Identifier: MIT
#include "contention.h"

#include "../lib/base/files.h"
#include "../lib/core/cpu_features.h"
#include "../machine/clock/core.h"
#include "../machine/system/files.h"
#include "../machine/system/lists.h"
#include "../machine/system/text.h"
#include "../statistics/statistics.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace hashlane::measure {
namespace {

// Share of a row's visits: while a neighbour comes and goes, some are undisturbed.
constexpr double quiet_visits = 0.25;

// The most by which a kernel's own state slows bursts down. Larger slowdowns come from a neighbour.
constexpr double most_after_effect = 1.1;

// Visits that confirm a cost differ by less. All bursts of one visit may be too short, since they
// have the cost of reading the clock in common, which a neighbour can make too long.
constexpr double confirming_visits_differ = 0.005;

// Returns 0 if there is no burst.
double median_burst(std::span<const Sample> samples,
                    std::span<const results::SampleVerdict> verdicts)
{
    std::vector<double> bursts;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (samples[i].burst_cycles > 0 && results::has_figures(verdicts[i]))
            bursts.push_back(samples[i].burst_cycles);
    return bursts.empty() ? 0 : statistics::quantile(std::move(bursts), 0.5);
}

} // namespace

double undisturbed_burst(const std::vector<double> &windows)
{
    // The least is a lucky reading; so small a share of the windows are undisturbed on any machine
    // that is worth measuring on.
    constexpr double undisturbed_quantile = 0.03;
    return statistics::quantile(windows, undisturbed_quantile);
}

std::vector<Window> windows_of(const std::vector<Sample> &taken,
                               std::span<const results::SampleVerdict> verdicts)
{
    std::vector<Window> windows;
    for (std::size_t begin = 0; begin < taken.size();) {
        std::size_t end = begin;
        while (end < taken.size() && taken[end].visit == taken[begin].visit &&
               taken[end].start_ns < taken[begin].start_ns + contention_window_ns)
            ++end;
        const double burst = median_burst(std::span(taken).subspan(begin, end - begin),
                                          verdicts.subspan(begin, end - begin));
        windows.push_back({begin, end, burst});
        begin = end;
    }
    return windows;
}

void UndisturbedBurst::learn(std::size_t row, const std::vector<Sample> &visit,
                             std::span<const results::SampleVerdict> verdicts)
{
    const std::size_t before = windows_.size();
    for (const Window &window : windows_of(visit, verdicts))
        if (window.burst_cycles > 0)
            windows_.push_back(window.burst_cycles);
    if (windows_.size() > before)
        lowest_.push_back(*std::min_element(windows_.begin() + static_cast<std::ptrdiff_t>(before),
                                            windows_.end()));
    const double median = median_burst(visit, verdicts);
    if (median > 0)
        visits_[row].push_back(median);
}

std::optional<double> UndisturbedBurst::cycles() const
{
    if (windows_.empty())
        return std::nullopt;
    const double here =
        std::max(undisturbed_burst(windows_),
                 statistics::lowest_confirmed(lowest_, confirming_visits_differ).value_or(0));
    return known_ ? std::min(*known_, here) : here;
}

std::optional<double> UndisturbedBurst::cycles_after(std::size_t row) const
{
    const std::optional<double> undisturbed = cycles();
    const auto mine = visits_.find(row);
    if (!undisturbed || mine == visits_.end())
        return undisturbed;
    const auto quiet_of = [](const auto &row) {
        return statistics::quantile(row.second, quiet_visits);
    };
    const double usual = statistics::quantile(machine::each(visits_, quiet_of), 0.5);
    const double after_effect = quiet_of(*mine) / usual;
    return *undisturbed * std::clamp(after_effect, 1.0, most_after_effect);
}

namespace {

// The fewest and the most operations that a core starts in a cycle.
constexpr double narrowest = 1, widest = 16;

// Bursts repeat within this: a smaller improvement is not worth a write.
constexpr double worth_keeping = 0.998;

// The kind of core where all are of one kind: a kind's name can have spaces, but is not empty.
constexpr std::string_view only_kind = "all";

bool is_plausible(double cycles)
{
    const double width = static_cast<double>(machine::burst_operations) / cycles;
    return width >= narrowest && width <= widest;
}

// The bursts that each run learnt, by kind of core, the earliest run first.
using LearntBursts = std::map<std::string, std::vector<double>>;

// The bursts of earlier runs are forgotten.
constexpr std::size_t most_runs = 8;

LearntBursts read_learnt(const std::string &path)
{
    LearntBursts bursts;
    std::istringstream file(
        machine::read_regular_file(path, Owner::this_user, machine::Purpose::continued).text);
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        double cycles = 0;
        std::string kind;
        if (words >> cycles >> std::ws && std::getline(words, kind) && is_plausible(cycles))
            bursts[kind == only_kind ? "" : kind].push_back(cycles);
    }
    return bursts;
}

// A neighbour can make all bursts of one run too short, in the same way as those of one visit.
KnownBursts confirmed(const LearntBursts &learnt)
{
    KnownBursts known;
    for (const auto &[kind, of_runs] : learnt)
        if (const auto cycles = statistics::lowest_confirmed(of_runs, confirming_visits_differ))
            known[kind] = *cycles;
    return known;
}

std::string text_of(const LearntBursts &bursts)
{
    std::string text;
    for (const auto &[kind, of_runs] : bursts)
        for (const double cycles : of_runs)
            text += fmt::format("{:.1f} {}\n", cycles, kind.empty() ? only_kind : kind);
    return text;
}

} // namespace

std::optional<double> known_burst(const KnownBursts &known, const std::string &core_kind,
                                  std::size_t threads)
{
    const auto found = known.find(core_kind);
    return found == known.end() || threads > 1 ? std::nullopt : std::optional(found->second);
}

std::string known_bursts_path()
{
    const std::string directory = own_cache_directory();
    if (directory.empty())
        return "";
    return directory + "/bursts-" + machine::plain_name(cpu_identity(this_cpu())) + ".txt";
}

KnownBursts read_known_bursts(const std::string &path) { return confirmed(read_learnt(path)); }

void keep_known_bursts(const std::string &path, const KnownBursts &learnt)
{
    if (path.empty())
        return;
    LearntBursts bursts = read_learnt(path);
    const KnownBursts known = confirmed(bursts);
    bool quicker = false;
    for (const auto &[kind, cycles] : learnt) {
        const auto before = known.find(kind);
        if (!is_plausible(cycles) ||
            (before != known.end() && cycles >= before->second * worth_keeping))
            continue;
        std::vector<double> &of_runs = bursts[kind];
        of_runs.push_back(cycles);
        if (of_runs.size() > most_runs)
            of_runs.erase(of_runs.begin());
        quicker = true;
    }
    if (quicker)
        static_cast<void>(machine::replace_cache_file(path, text_of(bursts)));
}

} // namespace hashlane::measure
