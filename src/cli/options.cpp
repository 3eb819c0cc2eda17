// SPDX-License-Identifier: MIT
#include "options.h"

#include "../system/cpu_list.h"
#include "../system/terminal.h"
#include "exit_code.h"
#include "parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace hashlane {
namespace {

constexpr std::pair<std::string_view, Format> format_names[] = {
    {"table", Format::table},       {"csv", Format::csv},         {"json", Format::json},
    {"markdown", Format::markdown}, {"classic", Format::classic},
};

constexpr unsigned default_width = 80;
constexpr double most_ghz = 100;

std::string names_of(const std::vector<Format> &formats)
{
    std::vector<std::string_view> names;
    for (const auto &[name, format] : format_names)
        if (std::ranges::find(formats, format) != formats.end())
            names.push_back(name);
    return fmt::format("{}", fmt::join(names, ", "));
}

void add_placement_options(CLI::App &command, Options &options, const OptionNames &names)
{
    command
        .add_option(names.threads, options.threads,
                    "measuring threads, one a CPU (default: one on each kind of core in turn)")
        ->type_name("N");
    command.add_option("--per-core", options.per_core, "threads on each core that is used")
        ->type_name("N");
    command
        .add_option("--core-kind", options.core_kind,
                    "measure on cores of this kind; 'hashlane info' lists them")
        ->type_name("NAME");
    command.add_flag("--all-cores", options.all_cores, "a thread on every core");
}

// 0 where the option is not given.
unsigned parse_threads(const std::string &option, const std::string &text)
{
    return text.empty() ? 0 : static_cast<unsigned>(parse_integer(option, text, 1, max_threads));
}

} // namespace

void add_output_options(CLI::App &command, Options &options)
{
    command.add_option("--format", options.format, "table, csv, json, markdown or classic")
        ->type_name("FORMAT")
        ->capture_default_str();
    command.add_option("--color", options.color, "auto, always or never")
        ->type_name("WHEN")
        ->capture_default_str();
}

void add_filter_option(CLI::App &command, Options &options)
{
    command
        .add_option("--filter,--benchmark_filter", options.filter,
                    "only kernels whose id this regular expression finds")
        ->type_name("REGEX");
}

void add_out_option(CLI::App &command, Options &options)
{
    command
        .add_option("--out,--benchmark_out", options.out,
                    "write JSON to this file too, anew after every kernel")
        ->type_name("FILE");
    command.add_option("--benchmark_out_format", options.out_format)->group("");
}

void add_machine_options(CLI::App &command, Options &options)
{
    command.add_option("--cpu", options.cpu, "measure on these CPUs: 0,2-3")->type_name("LIST");
    command.add_option("--clock", options.clock, "cycle source: auto, perf, chain or tsc")
        ->type_name("SOURCE")
        ->capture_default_str();
    command.add_flag("--strict", options.strict, "exit 4 when a row is noisy");
    command.add_flag("-q,--quiet", options.quiet, "no context and no progress on stderr");
}

void add_measuring_options(CLI::App &command, Options &options, const OptionNames &names)
{
    add_filter_option(command, options);
    add_out_option(command, options);
    add_placement_options(command, options, names);
    command
        .add_option(names.ghz, options.ghz, "count cycles of this clock instead of measuring it")
        ->type_name("GHZ");
    add_machine_options(command, options);
}

void add_min_time_option(CLI::App &command, Options &options)
{
    command
        .add_option("--min-time,--benchmark_min_time", options.min_time,
                    "seconds of kept samples for each kernel")
        ->type_name("S");
}

void add_time_options(CLI::App &command, Options &options)
{
    add_min_time_option(command, options);
    command
        .add_option("--repetitions,--benchmark_repetitions", options.repetitions,
                    "measure each kernel this often, a row each")
        ->type_name("N")
        ->capture_default_str();
}

Format chosen_format(const Options &options, const std::vector<Format> &allowed)
{
    for (const auto &[name, format] : format_names)
        if (name == options.format && std::ranges::find(allowed, format) != allowed.end())
            return format;
    throw CommandError(
        fmt::format("--format: '{}' is not one of {}", options.format, names_of(allowed)));
}

ClockRequest chosen_clock(const Options &options)
{
    if (!options.ghz.empty())
        return {false, CycleSource::given, parse_positive("--ghz", options.ghz, most_ghz) * 1e9};
    if (options.clock == "auto")
        return {};
    for (const CycleSource source : {CycleSource::perf, CycleSource::chain, CycleSource::tsc})
        if (options.clock == cycle_source_name(source))
            return {false, source, 0};
    throw CommandError(
        fmt::format("--clock: '{}' is not one of auto, perf, chain, tsc", options.clock));
}

std::vector<int> usable_cpus(const Options &options)
{
    if (options.cpu.empty())
        return allowed_cpus();
    try {
        return parse_cpu_list(options.cpu, allowed_cpus());
    } catch (const std::invalid_argument &error) {
        throw CommandError(fmt::format("--cpu: {}", error.what()));
    }
}

std::vector<Placement> chosen_placements(const Options &options)
{
    const PlacementRequest request{
        usable_cpus(options), parse_threads("--threads", options.threads),
        parse_threads("--per-core", options.per_core), options.all_cores, options.core_kind};
    try {
        return place(this_topology(), request,
                     request.cpus.size() > 1 ? watch_cpu_load() : CpuLoad{});
    } catch (const std::invalid_argument &error) {
        throw CommandError(error.what());
    }
}

Style chosen_style(const Options &options)
{
    if (options.color != "auto" && options.color != "always" && options.color != "never")
        throw CommandError(
            fmt::format("--color: '{}' is not one of auto, always, never", options.color));
    Style style;
    const bool terminal = is_terminal(Stream::out);
    // https://no-color.org
    const char *no_color = std::getenv("NO_COLOR");
    const bool wanted = no_color == nullptr || *no_color == '\0';
    style.color = options.color == "always" || (options.color == "auto" && terminal && wanted);
    style.width = terminal_width().value_or(default_width);
    return style;
}

} // namespace hashlane
