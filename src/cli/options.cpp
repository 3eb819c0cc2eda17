// SPDX-License-Identifier: MIT
#include "options.h"

#include "../machine/system/cpus.h"

#include <cmath>
#include <stdexcept>

namespace hashlane::cli {
namespace {

constexpr double least_ghz = 0.001, most_ghz = 100;
constexpr double most_percent = 50;
constexpr unsigned most_repetitions = 1000;
constexpr unsigned highest_device = 255;

[[noreturn]] void refuse(const std::string &name, const std::string &text, const std::string &right)
{
    fail("{}: '{}' is not {}", name, text, right);
}

[[noreturn]] void refuse_large(const std::string &name, const std::string &text,
                               const std::string &most)
{
    fail("{}: '{}' is too large: at most {}", name, text, most);
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

// "from 1 to 9"; of 0 "above 0 and up to 9".
std::string range_text(double least, const std::string &least_text, const std::string &most_text)
{
    return (least > 0 ? fmt::format("from {} to ", least_text) : "above 0 and up to ") + most_text;
}

// A number above 0 and from `least` to `most`, which `unit` may follow. `noun` begins its
// description.
double read_positive(const std::string &name, const std::string &text, double least, double most,
                     const std::string &unit, const char *noun)
{
    std::string digits = text;
    if (digits.ends_with(unit))
        digits.resize(digits.size() - unit.size());
    const std::optional<double> number = machine::parse_number<double>(digits);
    if (!number || !std::isfinite(*number) || *number <= 0 || *number < least)
        refuse(name, text,
               fmt::format("{} {}", noun,
                           range_text(least, fmt::to_string(least), fmt::to_string(most))));
    if (*number > most)
        refuse_large(name, text, fmt::format("{}{}", most, unit));
    return *number;
}

// "1.5M" → "1500000"; empty for another text, or if the number has a fraction.
std::string digits_of_count(std::string text)
{
    std::size_t zeros = 0;
    constexpr std::string_view suffixes = "kKmMgG"; // two of each
    if (const auto at = text.empty() ? std::string::npos : suffixes.find(text.back());
        at != std::string::npos) {
        zeros = 3 * (at / 2 + 1);
        text.pop_back();
    }
    if (const auto point = text.find('.'); point != std::string::npos) {
        const std::size_t digits = text.size() - point - 1;
        if (digits == 0 || digits > zeros)
            return "";
        zeros -= digits;
        text.erase(point, 1);
    }
    return text.empty() ? "" : text + std::string(zeros, '0');
}

std::string limit_text(std::uint64_t limit)
{
    return limit == UINT64_MAX  ? "2^64 - 1"
           : limit == INT64_MAX ? "2^63 - 1"
                                : std::to_string(limit);
}

// The number of `digits`, which the user wrote as `text`; `right` describes what is accepted.
std::uint64_t read_digits(const std::string &name, const std::string &text,
                          const std::string &digits, std::uint64_t least, std::uint64_t most,
                          const std::string &right)
{
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
        refuse(name, text, right);
    const std::optional<std::uint64_t> number = machine::parse_number<std::uint64_t>(digits);
    if (!number || *number > most)
        refuse_large(name, text, limit_text(most));
    if (*number < least)
        refuse(name, text, right);
    return *number;
}

struct TimeUnit {
    std::string_view name;
    double seconds;
};

// In the order of the search: "500ms" ends with "s" as well.
constexpr TimeUnit time_units[] = {{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};

std::optional<double> parse_duration(std::string text)
{
    const auto unit = std::ranges::find_if(
        time_units, [&](const TimeUnit &one) { return text.ends_with(one.name); });
    double seconds = 1;
    if (unit != std::end(time_units)) {
        seconds = unit->seconds;
        text.resize(text.size() - unit->name.size());
    }
    const std::optional<double> number = machine::parse_number<double>(text);
    return number && std::isfinite(*number) ? std::optional(*number * seconds) : std::nullopt;
}

// In the largest unit that leaves a whole number: "30s", "1d".
std::string duration_text(double seconds)
{
    std::string text;
    for (const TimeUnit &unit : time_units)
        if (const double count = seconds / unit.seconds; count == std::floor(count))
            text = fmt::format("{}{}", count, unit.name);
    return text;
}

} // namespace

void in_group(CLI::App &app, const std::string &heading) { app.option_defaults()->group(heading); }

void explain(CLI::App &app, const std::string &sentences)
{
    app.description(app.get_description() + ' ' + sentences);
}

void add_examples(CLI::App &app, const std::vector<std::string> &lines)
{
    app.footer(machine::joined(lines, "\n"));
}

CLI::Option *add_option(CLI::App &app, const std::string &names, const OptionHelp &help, Take take)
{
    const std::vector<std::string> all = machine::split(names, ',');
    const auto is_long = [](const std::string &name) { return name.starts_with("--"); };
    const auto name = std::ranges::find_if(all, is_long); // "--threads" of "-t,--threads"
    CLI::Option *const option = app.add_option_function<std::string>(
        names,
        [name = name == all.end() ? all.front() : *name,
         take = std::move(take)](const std::string &text) { take(name, text); },
        help.text);
    if (*help.type != '\0')
        option->type_name(help.type);
    return option->default_str(help.shown_default);
}

std::uint64_t read_whole(const std::string &name, const std::string &text, std::uint64_t least,
                         std::uint64_t most)
{
    return read_digits(name, text, text, least, most,
                       fmt::format("a whole number from {} to {}", least, limit_text(most)));
}

std::uint64_t read_count(const std::string &name, const std::string &text, std::uint64_t least,
                         std::uint64_t most)
{
    const bool has_limit = most < INT64_MAX; // that a user could reach
    return read_digits(name, text, digits_of_count(text), least, most,
                       fmt::format("a count {} {}{} (units: k, M, G)",
                                   has_limit ? "from" : "of at least", least,
                                   has_limit ? fmt::format(" to {}", most) : ""));
}

double read_percent(const std::string &name, const std::string &text)
{
    return read_positive(name, text, 0, most_percent, "%", "a percentage") / 100;
}

double read_duration(const std::string &name, const std::string &text, double least, double most)
{
    const std::optional<double> seconds = parse_duration(text);
    if (seconds && *seconds > most)
        refuse_large(name, text, duration_text(most));
    // Below a nanosecond, which is 0 of some clock, a limit would be none.
    if (!seconds || *seconds < std::max(least, 1e-9))
        refuse(name, text,
               fmt::format("a time {} (units: ms, s, m, h, d)",
                           range_text(least, duration_text(least), duration_text(most))));
    return *seconds;
}

std::set<unsigned> read_list(const std::string &name, const std::string &text, unsigned least,
                             unsigned most)
{
    std::set<unsigned> numbers;
    for (const std::string &item : machine::split(text, ',')) {
        const auto range = machine::parse_range(item, machine::parse_number<unsigned>);
        if (!range || range->first < least || range->second > most || range->second < range->first)
            refuse(name, text,
                   fmt::format("a list of numbers and ranges from {} to {}, such as 1-4,8", least,
                               most));
        for (unsigned number = range->first; number <= range->second; ++number)
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
        fail("{}: {}", name, error.what());
    }
}

DeviceRequest read_devices(const std::string &name, const std::string &text)
{
    if (text == "none")
        return {};
    if (text == "all")
        return {true, {}};
    for (const std::string &item : machine::split(text, ','))
        if (item == "all" || item == "none")
            fail("{}: '{}' stands alone, and is in '{}'", name, item, text);
    return {false, items_by(read_device)(name, text)};
}

std::vector<std::string> read_items(const std::string &name, const std::string &text)
{
    std::vector<std::string> items = machine::split(text, ',');
    if (machine::contains(items, ""))
        fail("{}: an item of '{}' is empty", name, text);
    return items;
}

void refuse_name(const std::string &name, const std::string &text,
                 const std::vector<std::string_view> &known)
{
    refuse(name, text, fmt::format("one of {}", fmt::join(known, ", ")));
}

void add_formats(CLI::App &app, OutputSettings &output, const std::vector<show::Format> &allowed,
                 const std::string &text)
{
    in_group(app, Group::output);
    const std::string names = machine::joined(machine::each(allowed, show::format_name));
    add_option(app, "--format", {"FORMAT", text.empty() ? names : text, "table"}, output.format,
               one_of(named(allowed, show::format_name)));
    add_option(app, "--color", {"WHEN", "auto, always or never", "auto"}, output.color,
               one_of<ColorUse>({{"auto", ColorUse::automatic},
                                 {"always", ColorUse::always},
                                 {"never", ColorUse::never}}));
}

void add_filter(CLI::App &app, IdFilter &filter, const std::string &text)
{
    const auto once = [&filter](IdFilter given) {
        if (!filter.finds_all())
            fail("--filter cannot be combined with --benchmark_filter");
        return given;
    };
    in_group(app, "");
    add_option(app, "--benchmark_filter", {"", ""}, filter, [once](auto &, auto &expression) {
        return once(expression == "all"           ? IdFilter()
                    : expression.starts_with('-') ? IdFilter(expression.substr(1), false)
                                                  : IdFilter(expression));
    });
    in_group(app, Group::kernels);
    add_option(app, "--filter", {"REGEX", text}, filter,
               [once](auto &, auto &expression) { return once(IdFilter(expression)); });
}

void add_devices(CLI::App &app, DeviceRequest &devices, const std::string &text, const char *group)
{
    in_group(app, group);
    add_option(app, "--device", {"LIST", text + ": all, or names such as opencl:0,cuda:1", "none"},
               devices, read_devices);
}

void add_plugins(CLI::App &app, std::vector<std::string> &files)
{
    in_group(app, Group::kernels);
    app.add_option("--plugin", files,
                   "Add the kernels of this shared object, each in a process of its own; it runs "
                   "with your rights. Linux only; can be given several times")
        ->type_name("FILE")
        ->allow_extra_args(false);
}

void add_out(CLI::App &app, MeasureSettings &measure)
{
    in_group(app, Group::output);
    add_text(app, "-o,--out,--benchmark_out",
             {"FILE", "Write JSON to this file too, updated while rows are measured"}, measure.out);
    in_group(app, "");
    add_option(app, "--benchmark_out_format", {"", ""}, [](auto &name, auto &text) {
        if (text != "json")
            refuse(name, text, "json");
    });
}

void add_submit(CLI::App &app, MeasureSettings &measure)
{
    in_group(app, Group::output);
    add_text(app, "--submit",
             {"FILE", "Write the file to contribute (CONTRIBUTING.md): rows, processor, topology, "
                      "kernel, compiler, date and command, but no host, user, path or time of day"},
             measure.submit);
}

void add_cpus(CLI::App &app, MeasureSettings &measure)
{
    in_group(app, Group::where);
    add_option(app, "--cpu", {"LIST", "Measure on these CPUs, such as 0,2-3"},
               measure.placement.cpus, read_allowed_cpus);
}

void add_places(CLI::App &app, MeasureSettings &measure)
{
    machine::PlacementRequest &placement = measure.placement;
    in_group(app, Group::where);
    add_option(app, "-t,--threads",
               {"N", "Number of measuring threads, one per CPU (default: one, on each kind of core "
                     "in turn)"},
               placement.threads, read_threads);
    add_option(app, "--per-core", {"N", "Threads on each core in use"}, placement.per_core,
               read_threads);
    add_text(app, "--core-kind",
             {"NAME", "Measure on cores of this kind; 'hashlane info' lists them"},
             placement.core_kind);
    app.add_flag("--all-cores", placement.all_cores,
                 "Run one thread on every core, or on those of --cpu and --core-kind");
    add_cpus(app, measure);
}

CLI::Option *add_clock_source(CLI::App &app, MeasureSettings &measure)
{
    in_group(app, Group::clock);
    return add_option(
        app, "--clock", {"SOURCE", "Cycle source: auto, perf, chain or tsc", "auto"}, measure.clock,
        one_of<machine::ClockRequest>({{"auto", {}},
                                       {"perf", {false, machine::CycleSource::perf, 0}},
                                       {"chain", {false, machine::CycleSource::chain, 0}},
                                       {"tsc", {false, machine::CycleSource::tsc, 0}}}));
}

void add_clock(CLI::App &app, MeasureSettings &measure, const std::string &ghz)
{
    CLI::Option *const source = add_clock_source(app, measure);
    add_option(app, ghz, {"GHZ", "Count cycles of this clock instead of measuring the clock"},
               measure.clock,
               [](const std::string &name, const std::string &text) {
                   const double given =
                       read_positive(name, text, least_ghz, most_ghz, "", "a clock in GHz");
                   return machine::ClockRequest{false, machine::CycleSource::given, given * 1e9};
               })
        ->excludes(source);
}

void add_strict_and_quiet(CLI::App &app, MeasureSettings &measure)
{
    in_group(app, Group::output);
    app.add_flag("--strict", measure.strict, "Exit with 4 if a row is not trustworthy");
    app.add_flag("-q,--quiet", measure.quiet, "Print no context and no progress on stderr");
}

CLI::Option *add_min_time(CLI::App &app, MeasureSettings &measure)
{
    in_group(app, Group::time);
    return add_option(app, "--min-time,--benchmark_min_time",
                      {"TIME", "Time for each kernel; less once its value is settled"},
                      measure.seconds, duration());
}

void add_times(CLI::App &app, MeasureSettings &measure)
{
    in_group(app, Group::time);
    CLI::Option *const quick =
        app.add_flag("--quick", measure.quick, "About ten seconds in all, with wider intervals");
    CLI::Option *const budget =
        add_option(
            app, "--budget",
            {"TIME",
             "Time for the whole run, less once every row is settled; the others get most of it"},
            measure.budget, duration())
            ->excludes(quick);
    add_min_time(app, measure)->excludes(quick)->excludes(budget);
    add_option(app, "--repetitions,--benchmark_repetitions",
               {"N", "Measure each kernel this many times, one row each", "1"}, measure.repetitions,
               count<unsigned>(1, most_repetitions));
}

void add_samples(CLI::App &app, MeasureSettings &measure)
{
    in_group(app, Group::output);
    app.add_flag("--samples", measure.samples, "Keep every sample in JSON");
}

} // namespace hashlane::cli
