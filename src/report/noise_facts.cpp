// SPDX-License-Identifier: MIT
#include "noise_facts.h"

#include "facts.h"
#include "json_value.h"
#include "noise_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr double json_step_seconds = 0.1;
constexpr std::size_t markdown_columns = 60;

std::string percent(double share) { return fmt::format("{:.1f} %", share * 100); }

// "310 µs", "1.7 ms", "31 ms", "1.7 s"
std::string time_text(double seconds)
{
    if (seconds < 0.001)
        return fmt::format("{:.0f} µs", seconds * 1e6);
    if (seconds < 0.01)
        return fmt::format("{:.1f} ms", seconds * 1e3);
    return seconds < 1 ? fmt::format("{:.0f} ms", seconds * 1e3) : fmt::format("{:.1f} s", seconds);
}

std::string watched_text(const NoiseReport &noise)
{
    return fmt::format("CPU {} for {:.1f} s{}{}", noise.cpu, noise.seconds,
                       noise.interrupted ? ", until the interrupt" : "",
                       noise.pinned ? "" : "; not pinned: the system may have moved the watch");
}

// "12 times, for 10 ms (median) to 31 ms"
std::string episodes_text(const NoiseReport::Episodes &episodes)
{
    const std::string median = time_text(episodes.median_s);
    const std::string longest = time_text(episodes.longest_s);
    if (episodes.count == 1)
        return "once, for " + longest;
    return fmt::format("{} times, for {}", episodes.count,
                       median == longest ? longest : median + " (median) to " + longest);
}

std::string disturbance_text(const NoiseReport &noise)
{
    if (noise.episodes.count == 0)
        return "never";
    return percent(noise.disturbed_share) + " of the time: " + episodes_text(noise.episodes);
}

std::string contention_text(const std::optional<NoiseReport::Contention> &contention)
{
    if (!contention)
        return "not known here: the core's clock cannot be read";
    if (contention->share == 0)
        return "never";
    return fmt::format("{} of the time: bursts then take {:.0f} % longer (median)",
                       percent(contention->share), contention->slowdown * 100);
}

std::string gaps_text(const NoiseReport &noise)
{
    const NoiseReport::Gaps &gaps = noise.gaps;
    if (gaps.count == 0)
        return "never";
    return fmt::format("{} of the time: {:.0f} gaps a second, the longest {}", percent(gaps.share),
                       static_cast<double>(gaps.count) / noise.seconds, time_text(gaps.longest_s));
}

std::string clock_text(const std::optional<NoiseReport::ClockRange> &clock)
{
    if (!clock)
        return "not known here";
    return fmt::format("{:.2f}-{:.2f} GHz, median {:.2f}", clock->low_hz / 1e9,
                       clock->high_hz / 1e9, clock->median_hz / 1e9);
}

std::string machine_text(const WatchedMachine &watched)
{
    if (!watched.emulator.empty())
        return fmt::format("{}, emulated by {}: timings mean nothing", watched.cpu_model,
                           watched.emulator);
    if (watched.hypervisor.empty())
        return watched.cpu_model;
    return fmt::format("{}, in a virtual machine ({})", watched.cpu_model, watched.hypervisor);
}

Facts noise_facts(const WatchedMachine &watched)
{
    const NoiseReport &noise = watched.noise;
    return {{"noise", noise_advice(noise)},
            {"processor", machine_text(watched)},
            {"watched", watched_text(noise)},
            {"disturbed", disturbance_text(noise)},
            {"contended", contention_text(noise.contention)},
            {"taken away", gaps_text(noise)},
            {"stolen by host", noise.stolen_share ? percent(*noise.stolen_share) +
                                                        " of the time, as the system reports it"
                                                  : "not reported here"},
            {"clock", clock_text(noise.clock)}};
}

std::string advice_for(NoiseLevel level, const NoiseReport &noise)
{
    if (level == NoiseLevel::quiet)
        return "quiet: 'hashlane run' needs its usual time; --quick will do";
    const std::string disturbed = fmt::format("{:.0f} % disturbed: ", noise.disturbed_share * 100);
    if (level == NoiseLevel::disturbed)
        return disturbed + "'hashlane run' needs its usual time, and leaves disturbed samples out";
    if (level == NoiseLevel::busy)
        return disturbed +
               fmt::format("give 'hashlane run' --budget {}, or choose a quieter CPU with --cpu",
                           budget_seconds(noise));
    return disturbed + fmt::format("stop what else runs here, or choose a quieter CPU with --cpu; "
                                   "otherwise 'hashlane run' needs --budget {}",
                                   budget_seconds(noise));
}

std::vector<double> rounded(std::vector<double> values)
{
    for (double &value : values)
        value = std::round(value * 1e4) / 1e4;
    return values;
}

} // namespace

std::string noise_advice(const NoiseReport &noise)
{
    std::string text = advice_for(noise_level(noise), noise);
    if (clock_moves(noise))
        text += fmt::format(". The clock moves by {:.0f} %: compare cycles, not rates",
                            (noise.clock->high_hz / noise.clock->low_hz - 1) * 100);
    return text;
}

std::string write_noise_table(const WatchedMachine &watched, const Style &style)
{
    const std::size_t columns = noise_plot_columns(facts_value_width(style));
    Facts facts = noise_facts(watched);
    facts.push_back({"slowdown", noise_plot(watched.noise, columns, style.color)});
    facts.push_back({"", time_axis(watched.noise.seconds, columns)});
    facts.push_back({"", noise_plot_legend()});
    return write_facts_table(facts, style);
}

std::string write_noise_markdown(const WatchedMachine &watched)
{
    Facts facts = noise_facts(watched);
    facts.push_back({"slowdown", noise_plot(watched.noise, markdown_columns, false)});
    facts.push_back({"", noise_plot_legend()});
    return write_facts_markdown(facts);
}

std::string write_noise_json(const WatchedMachine &watched)
{
    const NoiseReport &noise = watched.noise;
    Json json = {{"cpu", noise.cpu},
                 {"pinned", noise.pinned},
                 {"cpu_model", watched.cpu_model},
                 {"hypervisor", watched.hypervisor},
                 {"emulator", watched.emulator},
                 {"seconds", noise.seconds},
                 {"interrupted", noise.interrupted},
                 {"level", noise_level_name(noise_level(noise))},
                 {"advice", noise_advice(noise)},
                 {"disturbed_share", noise.disturbed_share},
                 {"episodes",
                  {{"count", noise.episodes.count},
                   {"median_seconds", noise.episodes.median_s},
                   {"longest_seconds", noise.episodes.longest_s}}},
                 {"contention", Json()},
                 {"gaps",
                  {{"count", noise.gaps.count},
                   {"share", noise.gaps.share},
                   {"longest_seconds", noise.gaps.longest_s}}},
                 {"stolen_share", noise.stolen_share},
                 {"clock_hz", Json()}};
    if (noise.contention)
        json["contention"] = {{"share", noise.contention->share},
                              {"slowdown", noise.contention->slowdown}};
    if (noise.clock)
        json["clock_hz"] = {{"low", noise.clock->low_hz},
                            {"median", noise.clock->median_hz},
                            {"high", noise.clock->high_hz}};
    const double steps = std::max(std::round(noise.seconds / json_step_seconds), 1.0);
    json["slowdown_step_seconds"] = noise.seconds / steps;
    json["slowdown"] = rounded(slowdown_over_time(noise, static_cast<std::size_t>(steps)));
    return json_text(json);
}

} // namespace hashlane
