// SPDX-License-Identifier: MIT
//
// Declares the options of commands, and reads their values. CLI11's own validators are not used: a
// value that is refused gets one line with the legal values. For the files of commands alone: CLI11
// is slow to compile.
#pragma once

#include "../machine/system/lists.h"
#include "../show/tables/exporters.h"
#include "help.h"
#include "messages.h"
#include "settings.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlane::cli {

constexpr double day_seconds = 86400; ///< the longest time that most options take

/// The headings of options that several commands have.
struct Group {
    static constexpr const char *kernels = "Which kernels", *where = "Where", *time = "How long",
                                *clock = "Clock", *output = output_group;
};

/// Puts the options that are declared from now on below this heading.
void in_group(CLI::App &app, const std::string &heading);

/// Adds sentences to the command's summary in its help.
void explain(CLI::App &app, const std::string &sentences);

/// Sets the lines of the help's examples.
void add_examples(CLI::App &app, const std::vector<std::string> &lines);

struct OptionHelp {
    const char *type; ///< "TIME"; empty: CLI11's own
    std::string text;
    std::string shown_default = "";
};

/// Takes the text of an option. `name` begins the line of a CommandError: "--threads".
using Take = std::function<void(const std::string &name, const std::string &text)>;
CLI::Option *add_option(CLI::App &app, const std::string &names, const OptionHelp &help, Take take);

/// Puts what `read` makes of the text into `target`, which must live until the command line has
/// been parsed.
template <class Target, class Read>
CLI::Option *add_option(CLI::App &app, const std::string &names, const OptionHelp &help,
                        Target &target, const Read &read)
{
    return add_option(app, names, help,
                      [&target, read](const std::string &name, const std::string &text) {
                          target = read(name, text);
                      });
}

/// The text itself.
template <class Text>
CLI::Option *add_text(CLI::App &app, const std::string &names, const OptionHelp &help, Text &target)
{
    return add_option(app, names, help, target,
                      [](const std::string & /*name*/, const std::string &text) { return text; });
}

// Readers. Each throws a CommandError whose line begins with `name`.

/// A whole number from `least` to `most`.
std::uint64_t read_whole(const std::string &name, const std::string &text, std::uint64_t least = 0,
                         std::uint64_t most = UINT64_MAX);

/// A count from `least` to `most`: "500", or thousands, millions and billions: "10k", "1.5M", "2G".
std::uint64_t read_count(const std::string &name, const std::string &text, std::uint64_t least = 1,
                         std::uint64_t most = UINT64_MAX);

/// "1.5" or "1.5%" → 0.015.
double read_percent(const std::string &name, const std::string &text);

/// Seconds, above 0 and from `least` to `most`: "500ms", "10s", "5m", "2h", "1d"; "10" is seconds.
double read_duration(const std::string &name, const std::string &text, double least = 0,
                     double most = day_seconds);

unsigned read_threads(const std::string &name, const std::string &text);
std::vector<int> read_allowed_cpus(const std::string &name, const std::string &text);

/// "all", "none" or names: "opencl:0,cuda:1".
DeviceRequest read_devices(const std::string &name, const std::string &text);

/// "a,b" → "a", "b".
std::vector<std::string> read_items(const std::string &name, const std::string &text);

/// Whole numbers and ranges of them from `least` to `most`: "1-4,8" → {1, 2, 3, 4, 8}.
std::set<unsigned> read_list(const std::string &name, const std::string &text, unsigned least,
                             unsigned most);

[[noreturn]] void refuse_name(const std::string &name, const std::string &text,
                              const std::vector<std::string_view> &known);

// Readers with limits, for add_option().

template <class Number = std::uint64_t>
auto whole_number(std::uint64_t least = 0, std::uint64_t most = UINT64_MAX)
{
    return [=](const std::string &name, const std::string &text) {
        return static_cast<Number>(read_whole(name, text, least, most));
    };
}

template <class Number = std::uint64_t>
auto count(std::uint64_t least = 1, std::uint64_t most = UINT64_MAX)
{
    return [=](const std::string &name, const std::string &text) {
        return static_cast<Number>(read_count(name, text, least, most));
    };
}

inline auto duration(double least = 0, double most = day_seconds)
{
    return [=](const std::string &name, const std::string &text) {
        return read_duration(name, text, least, most);
    };
}

/// A list as by read_list(), ascending and without repeats.
template <class Number = unsigned> auto list_of(unsigned least, unsigned most)
{
    return [=](const std::string &name, const std::string &text) {
        const std::set<unsigned> numbers = read_list(name, text, least, most);
        return std::vector<Number>(numbers.begin(), numbers.end());
    };
}

/// The values of the items of a list, each as `read` reads it, without repeats.
template <class Read> auto items_by(Read read)
{
    return [read = std::move(read)](const std::string &name, const std::string &text) {
        std::vector<decltype(read(name, text))> values;
        for (const std::string &item : read_items(name, text))
            if (auto value = read(name, item); !machine::contains(values, value))
                values.push_back(std::move(value));
        return values;
    };
}

/// For one_of(): each of the values, by the name that `name` has for it.
template <class Values, class Name> auto named(const Values &values, const Name &name)
{
    std::vector<std::pair<std::string_view, std::ranges::range_value_t<Values>>> choices;
    for (const auto &value : values)
        choices.emplace_back(std::invoke(name, value), value);
    return choices;
}

/// The value that the text names.
template <class Value> auto one_of(std::vector<std::pair<std::string_view, Value>> choices)
{
    using Choice = std::pair<std::string_view, Value>;
    return [choices = std::move(choices)](const std::string &name, const std::string &text) {
        const auto found = std::ranges::find(choices, text, &Choice::first);
        if (found == choices.end())
            refuse_name(name, text, machine::each(choices, &Choice::first));
        return found->second;
    };
}

// Options of several commands, each below its heading.

void add_formats(CLI::App &app, OutputSettings &output, const std::vector<show::Format> &allowed,
                 const std::string &text = "");

/// --format and --color. A command has the formats in which its result can be written.
template <class Thing>
void add_output(CLI::App &app, OutputSettings &output, const show::Exporters<Thing> &exporters)
{
    add_formats(app, output, show::formats_of(exporters));
}

/// For a command with several results: throws a CommandError if `exporters` lacks the format.
template <class Thing>
void check_format(const OutputSettings &output, const show::Exporters<Thing> &exporters)
{
    one_of(named(show::formats_of(exporters), show::format_name))(
        "--format", std::string(show::format_name(output.format)));
}

/// Prints in the chosen format.
template <class Thing>
void print_as(const OutputSettings &output, const show::Exporters<Thing> &exporters,
              const std::type_identity_t<Thing> &thing)
{
    print(show::write_as(output.format, exporters, thing, style_for(output)));
}

void add_filter(CLI::App &app, IdFilter &filter,
                const std::string &text = "Only kernels whose id matches this regular expression");

void add_devices(CLI::App &app, DeviceRequest &devices, const std::string &text,
                 const char *group = Group::kernels);

/// --plugin, which may be repeated.
void add_plugins(CLI::App &app, std::vector<std::string> &files);

void add_out(CLI::App &app, MeasureSettings &measure);
void add_submit(CLI::App &app, MeasureSettings &measure);
void add_cpus(CLI::App &app, MeasureSettings &measure);

/// --threads, --per-core, --core-kind, --all-cores and --cpu.
void add_places(CLI::App &app, MeasureSettings &measure);

/// --clock.
CLI::Option *add_clock_source(CLI::App &app, MeasureSettings &measure);

/// --clock and --ghz; `ghz` has the names of the latter.
void add_clock(CLI::App &app, MeasureSettings &measure, const std::string &ghz = "--ghz");

/// --strict and --quiet.
void add_strict_and_quiet(CLI::App &app, MeasureSettings &measure);

CLI::Option *add_min_time(CLI::App &app, MeasureSettings &measure);

/// Time and repetitions.
void add_times(CLI::App &app, MeasureSettings &measure);

/// --samples.
void add_samples(CLI::App &app, MeasureSettings &measure);

} // namespace hashlane::cli
