// SPDX-License-Identifier: MIT
//
// Names and values in two columns: `hashlane info` on a machine, and `hashlane info --noise` on a
// core.
#include "../../machine/system/cpus.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../results/json.h"
#include "../svg/text.h"
#include "grid.h"
#include "report.h"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <span>
#include <tuple>

namespace hashlane::show {
namespace {

constexpr std::size_t name_width = 15;
constexpr std::size_t least_width = 20;

std::size_t width_of(const Style &style)
{
    return std::max<std::size_t>(style.width, name_width + least_width);
}

// A value that does not fit on its line goes on below itself.
std::string write_facts(const Facts &facts, const Style &style)
{
    Grid grid{"", {{"fact", true}, {"value", true}}};
    std::string text;
    for (const Fact &fact : facts) {
        grid.rows.push_back({fact.name, fact.value});
        text += wrap(fact.value, width_of(style), fmt::format("{:<{}}", fact.name, name_width),
                     name_width);
    }
    return style.markdown ? draw(grid, style) : text;
}

std::string write_facts_json(const Facts &facts)
{
    results::Json json;
    std::string name;
    for (const Fact &fact : facts) {
        if (!fact.name.empty()) {
            name = fact.name;
            json[name] = fact.value;
        } else {
            if (!json[name].is_array())
                json[name] = results::Json::Array{json[name]};
            json[name].push_back(fact.value);
        }
    }
    return results::json_text(json);
}

std::string or_else(const std::string &text, const char *instead)
{
    return text.empty() ? instead : text;
}

// 0 where the system does not say.
std::string size_text(std::uint64_t bytes)
{
    if (bytes == 0)
        return "size not visible";
    constexpr std::uint64_t kibi = 1 << 10;
    if (bytes >= kibi * kibi * kibi)
        return fmt::format("{:.4g} GiB", static_cast<double>(bytes) / (kibi * kibi * kibi));
    if (bytes >= kibi * kibi)
        return fmt::format("{:.4g} MiB", static_cast<double>(bytes) / (kibi * kibi));
    return fmt::format("{} KiB", bytes / kibi);
}

// Appends a fact with several values, or with `instead` for none.
void append(Facts &facts, const std::string &name, const std::vector<std::string> &values,
            const char *instead)
{
    if (values.empty())
        facts.push_back({name, instead});
    for (const std::string &value : values)
        facts.push_back({&value == &values.front() ? name : "", value});
}

std::vector<std::string> kind_values(const machine::Topology &topology)
{
    std::vector<std::string> values;
    for (std::size_t kind = 0; kind < topology.kinds.size(); ++kind) {
        const auto cores = std::ranges::count(topology.cores, kind, &machine::Topology::Core::kind);
        values.push_back(
            fmt::format("{}: {}, CPUs {}", topology.kinds[kind],
                        machine::counted(static_cast<std::uint64_t>(cores), "core"),
                        machine::format_cpu_list(machine::cpus_of_kind(topology, kind))));
    }
    return values;
}

// Returns "on", and behind it "siblings 0,64 1,65": the cores that have more than one CPU.
std::vector<std::string> smt_values(const results::Context &context)
{
    std::vector<std::string> values = {or_else(context.system.smt, "not visible")};
    std::string siblings;
    for (const machine::Topology::Core &core : context.topology.cores)
        if (core.cpus.size() > 1)
            siblings += fmt::format(" {}", fmt::join(core.cpus, ","));
    if (!siblings.empty())
        values.push_back("siblings" + siblings);
    return values;
}

// "2 x L1d 48 KiB, 1 CPU each"
std::vector<std::string> cache_values(const machine::Topology &topology)
{
    std::map<std::tuple<int, std::string, std::uint64_t, std::size_t>, std::size_t> counts;
    for (const machine::Topology::Cache &cache : topology.caches) {
        const char *kind = cache.type == "Data" ? "d" : cache.type == "Instruction" ? "i" : "";
        ++counts[{cache.level, fmt::format("L{}{}", cache.level, kind), cache.bytes,
                  cache.cpus.size()}];
    }
    std::vector<std::string> values;
    for (const auto &[cache, count] : counts) {
        const auto &[level, name, bytes, cpus] = cache;
        values.push_back(fmt::format("{} x {} {}, {}{}", count, name, size_text(bytes),
                                     machine::counted(cpus, "CPU"), count > 1 ? " each" : ""));
    }
    return values;
}

void append_topology(Facts &facts, const results::Context &context)
{
    const machine::Topology &topology = context.topology;
    std::vector<std::string> nodes;
    for (const machine::Topology::NumaNode &node : topology.numa_nodes)
        nodes.push_back(fmt::format(
            "node {}: {}, {}", node.number, size_text(node.bytes),
            node.cpus.empty() ? "no CPUs" : "CPUs " + machine::format_cpu_list(node.cpus)));
    facts.push_back({"topology", topology.source});
    facts.push_back({"packages", std::to_string(topology.packages)});
    append(facts, "core kinds", kind_values(topology), "unknown");
    append(facts, "SMT", smt_values(context), "");
    append(facts, "caches", cache_values(topology), "unknown");
    append(facts, "NUMA", nodes, "unknown");
    facts.push_back({"CPUs allowed", machine::format_cpu_list(topology.allowed)});
    facts.push_back({"CPU quota", topology.cpu_quota ? fmt::format("{:.4g} CPUs' time, by cgroup",
                                                                   *topology.cpu_quota)
                                  : topology.cpu_quota_is_visible ? "none"
                                                                  : "not visible"});
}

// Returns "spectre_v1, spectre_v2", which are mitigated; then the others with the kernel's words.
std::vector<std::string> flaw_values(const std::map<std::string, std::string> &flaws)
{
    std::vector<std::string> values, mitigated;
    for (const auto &[name, state] : flaws)
        if (state.starts_with("Mitigation"))
            mitigated.push_back(name);
        else
            values.push_back(fmt::format("{}: {}", name, state));
    if (!mitigated.empty())
        values.insert(values.begin(), machine::joined(mitigated));
    return values;
}

// ---- The noise of a core.

struct NoiseStep {
    const char *block;
    double from; // the slowdown
    fmt::terminal_color color;
};

// Each doubles the one before: a host's ticks and a stopped core have to fit on one scale.
constexpr NoiseStep noise_steps[] = {
    {"▁", 0, fmt::terminal_color::green},     {"▂", 0.02, fmt::terminal_color::green},
    {"▃", 0.04, fmt::terminal_color::yellow}, {"▄", 0.08, fmt::terminal_color::yellow},
    {"▅", 0.16, fmt::terminal_color::yellow}, {"▆", 0.32, fmt::terminal_color::red},
    {"▇", 0.64, fmt::terminal_color::red},    {"█", 1.28, fmt::terminal_color::red},
};

constexpr std::size_t most_columns = 100, columns_with_middle = 30;

const NoiseStep &step_of(double slowdown)
{
    return *std::prev(std::ranges::upper_bound(noise_steps, slowdown, {}, &NoiseStep::from));
}

// "10 s", "1.5 s"
std::string mark(double seconds) { return fmt::format("{:g} s", std::round(seconds * 10) / 10); }

// A character for each part of the watch: "▁▁▁▂▁▁█▇▁▁".
std::string noise_plot(const measure::NoiseReport &noise, std::size_t columns, bool color)
{
    std::string plot;
    for (const double slowdown : measure::slowdown_over_time(noise, columns))
        plot += color ? fmt::format(fmt::fg(step_of(slowdown).color), "{}", step_of(slowdown).block)
                      : step_of(slowdown).block;
    return plot;
}

// Writes the axis below it: "0 s      5 s      10 s".
std::string time_axis(double seconds, std::size_t columns)
{
    const std::string middle = columns < columns_with_middle ? "" : mark(seconds / 2);
    const std::string end = mark(seconds);
    return fmt::format("{:<{}}{:<{}}{}", mark(0), columns / 2, middle,
                       columns - columns / 2 - end.size(), end);
}

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

// "12.3 % of the time: 12 times, for 10 ms (median) to 31 ms"
std::string disturbance_text(const measure::NoiseReport &noise)
{
    if (noise.episodes.count == 0)
        return "never";
    const std::string median = time_text(noise.episodes.median_s);
    const std::string longest = time_text(noise.episodes.longest_s);
    const std::string share = percent(noise.disturbed_share) + " of the time: ";
    if (noise.episodes.count == 1)
        return share + "once, for " + longest;
    return share + fmt::format("{} times, for {}", noise.episodes.count,
                               median == longest ? longest : median + " (median) to " + longest);
}

std::string contention_text(const std::optional<measure::NoiseReport::Contention> &contention)
{
    if (!contention)
        return "not known here: the core's clock cannot be read";
    if (contention->share == 0)
        return "never";
    return fmt::format("{} of the time: bursts then take {:.0f} % longer (median)",
                       percent(contention->share), contention->slowdown * 100);
}

std::string gaps_text(const measure::NoiseReport &noise)
{
    const measure::NoiseReport::Gaps &gaps = noise.gaps;
    if (gaps.count == 0)
        return "never";
    return fmt::format("{} of the time: {:.0f} gaps per second, the longest {}",
                       percent(gaps.share), static_cast<double>(gaps.count) / noise.seconds,
                       time_text(gaps.longest_s));
}

std::string clock_text(const std::optional<measure::NoiseReport::ClockRange> &clock)
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

// Names the level and the needs of `hashlane run` here, in one or two sentences.
std::string noise_advice(const measure::NoiseReport &noise)
{
    const measure::NoiseLevel level = measure::noise_level(noise);
    std::string text = fmt::format("{:.0f} % disturbed: ", noise.disturbed_share * 100);
    if (level == measure::NoiseLevel::quiet)
        text = "quiet: 'hashlane run' needs its usual time; --quick will do";
    else if (level == measure::NoiseLevel::disturbed)
        text += "'hashlane run' needs its usual time and leaves disturbed samples out";
    else if (level == measure::NoiseLevel::busy)
        text += fmt::format("give 'hashlane run' --budget {}, or choose a quieter CPU with --cpu",
                            measure::budget_seconds(noise));
    else
        text += fmt::format("stop other programs, or choose a quieter CPU with --cpu; otherwise "
                            "'hashlane run' needs --budget {}",
                            measure::budget_seconds(noise));
    if (measure::clock_moves(noise))
        text += fmt::format(". The clock moves by {:.0f} %: compare cycles, not rates",
                            (noise.clock->high_hz / noise.clock->low_hz - 1) * 100);
    return text;
}

Facts noise_facts(const WatchedMachine &watched)
{
    const measure::NoiseReport &noise = watched.noise;
    return {{"noise", noise_advice(noise)},
            {"processor", machine_text(watched)},
            {"watched",
             fmt::format("CPU {} for {:.1f} s{}{}", noise.cpu, noise.seconds,
                         noise.interrupted ? ", until the interrupt" : "",
                         noise.pinned ? "" : "; not pinned: the system may have moved the thread")},
            {"disturbed", disturbance_text(noise)},
            {"shared", contention_text(noise.contention)},
            {"taken away", gaps_text(noise)},
            {"stolen by host", noise.stolen_share ? percent(*noise.stolen_share) +
                                                        " of the time, as the system reports it"
                                                  : "not reported here"},
            {"clock", clock_text(noise.clock)}};
}

std::string write_noise(const WatchedMachine &watched, const Style &style)
{
    const std::size_t columns =
        style.markdown ? markdown_columns
                       : std::min((width_of(style) - name_width) / 10 * 10, most_columns);
    Facts facts = noise_facts(watched);
    facts.push_back(
        {"slowdown", noise_plot(watched.noise, columns, style.color && !style.markdown)});
    if (!style.markdown)
        facts.push_back({"", time_axis(watched.noise.seconds, columns)});
    std::string legend =
        fmt::format("{} below {:g} %", noise_steps[0].block, noise_steps[1].from * 100);
    for (const NoiseStep &step : std::span(noise_steps).subspan(1))
        legend += fmt::format(", {} {:g}", step.block, step.from * 100);
    facts.push_back({"", legend + " % or more"});
    return write_facts(facts, style);
}

std::string write_noise_json(const WatchedMachine &watched)
{
    const measure::NoiseReport &noise = watched.noise;
    const auto &contention = noise.contention;
    const auto &clock = noise.clock;
    results::Json json = {{"cpu", noise.cpu},
                          {"pinned", noise.pinned},
                          {"cpu_model", watched.cpu_model},
                          {"hypervisor", watched.hypervisor},
                          {"emulator", watched.emulator},
                          {"seconds", noise.seconds},
                          {"interrupted", noise.interrupted},
                          {"level", measure::noise_level_name(measure::noise_level(noise))},
                          {"advice", noise_advice(noise)},
                          {"disturbed_share", noise.disturbed_share},
                          {"episodes",
                           {{"count", noise.episodes.count},
                            {"median_seconds", noise.episodes.median_s},
                            {"longest_seconds", noise.episodes.longest_s}}},
                          {"contention", contention
                                             ? results::Json{{"share", contention->share},
                                                             {"slowdown", contention->slowdown}}
                                             : results::Json()},
                          {"gaps",
                           {{"count", noise.gaps.count},
                            {"share", noise.gaps.share},
                            {"longest_seconds", noise.gaps.longest_s}}},
                          {"stolen_share", noise.stolen_share},
                          {"clock_hz", clock ? results::Json{{"low", clock->low_hz},
                                                             {"median", clock->median_hz},
                                                             {"high", clock->high_hz}}
                                             : results::Json()}};
    const double steps = std::max(std::round(noise.seconds / json_step_seconds), 1.0);
    json["slowdown_step_seconds"] = noise.seconds / steps;
    std::vector<double> slowdown =
        measure::slowdown_over_time(noise, static_cast<std::size_t>(steps));
    for (double &one : slowdown)
        one = std::round(one * 1e4) / 1e4;
    json["slowdown"] = slowdown;
    return results::json_text(json);
}

} // namespace

Facts machine_facts(const results::Context &context)
{
    const machine::SystemState &system = context.system;
    Facts facts = {{"processor", context.cpu_model},
                   {"identity", or_else(context.cpu_identity, "none")},
                   {"microcode", context.microcode},
                   {"features", context.features},
                   {"hypervisor", or_else(context.hypervisor, "none")}};
    if (!context.emulator.empty())
        facts.push_back({"emulator", context.emulator + ": timings mean nothing"});
    append_topology(facts, context);
    facts.push_back({"governor", or_else(system.governor, "not visible")});
    facts.push_back({"boost", or_else(system.boost, "not visible")});
    append(facts, "mitigations", flaw_values(system.flaws),
           system.flaws_are_visible ? "none" : "not visible");
    facts.push_back({"energy", or_else(context.energy_source, "unknown")});
    facts.push_back({"system", context.os_release});
    facts.push_back({"hashlane", context.version});
    facts.push_back({"compiler", context.compiler + ", " + context.build_type});
    facts.push_back({"flags", or_else(context.compiler_flags, "none")});
    return facts;
}

constinit const Exporters<Facts> fact_exporters = {
    {Format::table, write_facts},
    {Format::json, plain<write_facts_json>},
    {Format::markdown, write_facts},
};
constinit const Exporters<WatchedMachine> noise_exporters = {
    {Format::table, write_noise},
    {Format::json, plain<write_noise_json>},
    {Format::markdown, write_noise},
};

} // namespace hashlane::show
