// SPDX-License-Identifier: MIT
#include "options.h"

#include "../machine/system/cpus.h"

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace hashlane::cli {
namespace {

constexpr double most_ghz = 100;
constexpr double most_percent = 50;
constexpr unsigned most_repetitions = 1000;
constexpr unsigned highest_device = 255;

[[noreturn]] void refuse(const std::string &name, const std::string &text, const std::string &right)
{
    quit("{}: '{}' is not {}", name, text, right);
}

// The whole of `text` as a number.
template <class Number> bool read_all(const std::string &text, Number &number)
{
    const char *end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc{} && result.ptr == end && !text.empty();
}

// "--threads" of "-t,--threads"; "-i" of itself.
std::string shown_name(const std::string &names)
{
    const std::vector<std::string> all = items_of(names);
    const auto is_long = [](const std::string &name) { return name.starts_with("--"); };
    const auto name = std::ranges::find_if(all, is_long);
    return name == all.end() ? all.front() : *name;
}

backends::DeviceName read_device(const std::string &name, const std::string &text)
{
    const std::size_t colon = text.find(':');
    const std::string api = text.substr(0, colon);
    if (colon == std::string::npos ||
        std::ranges::find(backends::device_apis(), api) == backends::device_apis().end())
        refuse(name, text,
               fmt::format("all, none or devices such as {}:0,{}:1",
                           backends::device_apis().front(), backends::device_apis().back()));
    return {api, whole_number<unsigned>(0, highest_device)(name, text.substr(colon + 1))};
}

machine::ClockRequest read_ghz(const std::string &name, const std::string &text)
{
    return {false, machine::CycleSource::given, read_positive(name, text, most_ghz) * 1e9};
}

void add_placement(CLI::App &app, machine::PlacementRequest &placement, const std::string &threads)
{
    add_option(
        app, threads,
        {"N",
         "number of measuring threads, one per CPU (default: one on each kind of core in turn)"},
        placement.threads, read_threads);
    add_option(app, "--per-core", {"N", "threads on each core in use"}, placement.per_core,
               read_threads);
    add_text(app, "--core-kind",
             {"NAME", "measure on cores of this kind; 'hashlane info' lists them"},
             placement.core_kind);
    app.add_flag("--all-cores", placement.all_cores, "one thread on every core");
}

} // namespace

CLI::Option *add_option(CLI::App &app, const std::string &names, const OptionHelp &help, Take take)
{
    CLI::Option *const option = app.add_option_function<std::string>(
        names,
        [name = shown_name(names), take = std::move(take)](const std::string &text) {
            take(name, text);
        },
        help.text);
    if (*help.type != '\0')
        option->type_name(help.type);
    return option->default_str(help.shown_default);
}

CLI::Option *add_text(CLI::App &app, const std::string &names, const OptionHelp &help,
                      std::string &target)
{
    return app.add_option(names, target, help.text)->type_name(help.type);
}

std::uint64_t read_whole(const std::string &name, const std::string &text, std::uint64_t least,
                         std::uint64_t most)
{
    std::uint64_t number = 0;
    if (!read_all(text, number) || number < least || number > most)
        refuse(name, text, fmt::format("a whole number from {} to {}", least, most));
    return number;
}

std::uint64_t read_count(const std::string &name, const std::string &text)
{
    std::uint64_t factor = 1;
    std::string digits = text;
    const std::string suffixes = "KMG";
    if (!text.empty())
        if (const auto at = suffixes.find(text.back()); at != std::string::npos) {
            digits.pop_back();
            for (std::size_t i = 0; i <= at; ++i)
                factor *= 1000;
        }
    std::uint64_t number = 0;
    if (!read_all(digits, number) || number == 0 || number > UINT64_MAX / factor)
        refuse(name, text, "a number of at least 1, such as 500, 10K, 10M or 1G");
    return number * factor;
}

double read_number(const std::string &name, const std::string &text, double most,
                   const std::string &unit)
{
    std::string digits = text;
    if (!unit.empty() && digits.ends_with(unit))
        digits.resize(digits.size() - unit.size());
    double number = 0;
    if (!read_all(digits, number) || !std::isfinite(number) || number > most)
        refuse(name, text, fmt::format("a number above 0 and up to {}", most));
    return number;
}

double read_positive(const std::string &name, const std::string &text, double most,
                     const std::string &unit)
{
    const double number = read_number(name, text, most, unit);
    if (number <= 0)
        refuse(name, text, fmt::format("a number above 0 and up to {}", most));
    return number;
}

double read_percent(const std::string &name, const std::string &text)
{
    return read_positive(name, text, most_percent, "%") / 100;
}

double read_seconds(const std::string &name, const std::string &text)
{
    return read_positive(name, text, most_seconds, "s");
}

std::set<unsigned> read_list(const std::string &name, const std::string &text, unsigned least,
                             unsigned most)
{
    std::set<unsigned> numbers;
    for (const std::string &item : items_of(text)) {
        const std::size_t dash = item.find('-');
        unsigned first = 0, last = 0;
        if (!read_all(item.substr(0, dash), first) ||
            !read_all(dash == std::string::npos ? item : item.substr(dash + 1), last) ||
            first < least || last > most || last < first)
            refuse(name, text,
                   fmt::format("a list of numbers and ranges from {} to {}, such as 1-4,8", least,
                               most));
        for (unsigned number = first; number <= last; ++number)
            numbers.insert(number);
    }
    return numbers;
}

unsigned read_threads(const std::string &name, const std::string &text)
{
    return whole_number<unsigned>(1, machine::max_threads)(name, text);
}

std::vector<int> read_allowed_cpus(const std::string &name, const std::string &text)
{
    try {
        return machine::parse_cpu_list(text, machine::allowed_cpus());
    } catch (const std::invalid_argument &error) {
        quit("{}: {}", name, error.what());
    }
}

DeviceRequest read_devices(const std::string &name, const std::string &text)
{
    if (text == "none")
        return {};
    if (text == "all")
        return {true, {}};
    return {false, items_by(read_device)(name, text)};
}

std::vector<std::string> items_of(const std::string &text)
{
    std::vector<std::string> items;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        items.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return items;
}

void refuse_name(const std::string &name, const std::string &text,
                 const std::vector<std::string_view> &known)
{
    refuse(name, text, fmt::format("one of {}", fmt::join(known, ", ")));
}

void add_formats(CLI::App &app, OutputSettings &output, const std::vector<show::Format> &allowed)
{
    std::vector<std::string_view> names;
    std::ranges::transform(allowed, std::back_inserter(names), show::format_name);
    add_option(app, "--format", {"FORMAT", fmt::format("{}", fmt::join(names, ", ")), "table"},
               output.format, one_of(named(allowed, show::format_name)));
    add_option(app, "--color", {"WHEN", "auto, always or never", "auto"}, output.color,
               one_of<ColorUse>({{"auto", ColorUse::automatic},
                                 {"always", ColorUse::always},
                                 {"never", ColorUse::never}}));
}

void add_filter(CLI::App &app, IdFilter &filter)
{
    add_option(app, "--filter,--benchmark_filter",
               {"REGEX", "only kernels whose id matches this regular expression"}, filter,
               [](auto &, auto &text) { return IdFilter(text); });
}

void add_devices(CLI::App &app, DeviceRequest &devices, const OptionHelp &help)
{
    add_option(app, "--device", help, devices, read_devices);
}

void add_plugins(CLI::App &app, std::vector<std::string> &files)
{
    app.add_option("--plugin", files,
                   "also the kernels of this plug-in (docs/how-to/plugins.md); may be repeated")
        ->type_name("FILE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_out(CLI::App &app, MeasureSettings &measure)
{
    add_text(app, "--out,--benchmark_out",
             {"FILE", "also write JSON to this file, rewritten while the rows are measured"},
             measure.out);
    add_option(app, "--benchmark_out_format", {"", ""}, [](auto &name, auto &text) {
        if (text != "json")
            refuse(name, text, "json");
    })->group("");
}

void add_submit(CLI::App &app, MeasureSettings &measure)
{
    add_text(app, "--submit",
             {"FILE", "also write the file to contribute: the rows, processor, topology, kernel "
                      "and compiler, the day and this command; no host, user, path or time of day"},
             measure.submit);
}

void add_cpus(CLI::App &app, MeasureSettings &measure)
{
    add_option(app, "--cpu", {"LIST", "measure on these CPUs: 0,2-3"}, measure.placement.cpus,
               read_allowed_cpus);
}

void add_machine(CLI::App &app, MeasureSettings &measure)
{
    add_option(app, "--clock", {"SOURCE", "cycle source: auto, perf, chain or tsc", "auto"},
               measure.clock,
               one_of<machine::ClockRequest>({{"auto", {}},
                                              {"perf", {false, machine::CycleSource::perf, 0}},
                                              {"chain", {false, machine::CycleSource::chain, 0}},
                                              {"tsc", {false, machine::CycleSource::tsc, 0}}}));
    app.add_flag("--strict", measure.strict, "exit 4 if a row is not trustworthy");
    app.add_flag("-q,--quiet", measure.quiet, "no context and no progress on stderr");
}

void add_measuring(CLI::App &app, MeasureSettings &measure, const OptionNames &names)
{
    add_filter(app, measure.filter);
    add_out(app, measure);
    add_placement(app, measure.placement, names.threads);
    add_cpus(app, measure);
    add_machine(app, measure);
    // After --clock, and so with the last word.
    add_option(app, names.ghz, {"GHZ", "count cycles of this clock instead of measuring it"},
               measure.clock, read_ghz);
}

CLI::Option *add_min_time(CLI::App &app, MeasureSettings &measure)
{
    return add_option(app, "--min-time,--benchmark_min_time",
                      {"S", "seconds of kept samples for each kernel"}, measure.seconds,
                      read_seconds);
}

void add_times(CLI::App &app, MeasureSettings &measure)
{
    CLI::Option *const min_time = add_min_time(app, measure);
    // How many are enough depends on the rows (session.h).
    const auto any_seconds = [](auto &name, auto &text) {
        return read_number(name, text, most_seconds, "s");
    };
    CLI::Option *const budget = add_option(
        app, "--budget", {"S", "seconds for the whole run, spent where rows are not settled yet"},
        measure.budget, any_seconds);
    budget->excludes(min_time);
    app.add_flag("--quick", measure.quick, "about ten seconds in all: wider intervals")
        ->excludes(min_time)
        ->excludes(budget);
    app.add_flag("--samples", measure.samples, "keep every sample in JSON");
    add_option(app, "--repetitions,--benchmark_repetitions",
               {"N", "measure each kernel this many times, one row each", "1"}, measure.repetitions,
               whole_number<unsigned>(1, most_repetitions));
}

} // namespace hashlane::cli
