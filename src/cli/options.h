// SPDX-License-Identifier: MIT
//
// How commands declare their options, and how the text of an option becomes a value. CLI11's own
// validators are not used: their sentences say less than ours, and what is typed wrongly gets one
// line that says what would be right. For the commands' own files alone: CLI11 is slow to compile.
#ifndef HASHLANE_SRC_CLI_OPTIONS_H
#define HASHLANE_SRC_CLI_OPTIONS_H

#include "../show/tables/exporters.h"
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

constexpr double most_seconds = 86400; ///< that an option may ask for

struct OptionHelp {
    const char *type; ///< "SECONDS"; empty: CLI11's own
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
CLI::Option *add_text(CLI::App &app, const std::string &names, const OptionHelp &help,
                      std::string &target);

// Readers. Each throws a CommandError whose line begins with `name`.

/// A whole number from `least` to `most`.
std::uint64_t read_whole(const std::string &name, const std::string &text, std::uint64_t least = 0,
                         std::uint64_t most = UINT64_MAX);

/// A count of at least 1 with K, M or G for thousands, millions or milliards: "10M".
std::uint64_t read_count(const std::string &name, const std::string &text);

/// At most `most`, and for the caller to check whether it is enough.
double read_number(const std::string &name, const std::string &text, double most,
                   const std::string &unit = "");

/// More than 0 and at most `most`; a `unit` may follow: "0.5", "0.5s".
double read_positive(const std::string &name, const std::string &text, double most,
                     const std::string &unit = "");

/// "1.5" or "1.5%" → 0.015.
double read_percent(const std::string &name, const std::string &text);

/// Seconds up to a day: "0.5", "0.5s".
double read_seconds(const std::string &name, const std::string &text);

unsigned read_threads(const std::string &name, const std::string &text);
std::vector<int> read_allowed_cpus(const std::string &name, const std::string &text);

/// "all", "none" or names: "opencl:0,cuda:1".
DeviceRequest read_devices(const std::string &name, const std::string &text);

/// "a,,b" → "a", "", "b".
std::vector<std::string> items_of(const std::string &text);

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

/// A list as by read_list(), ascending and without repeats.
template <class Number = unsigned> auto list_of(unsigned least, unsigned most)
{
    return [=](const std::string &name, const std::string &text) {
        const std::set<unsigned> numbers = read_list(name, text, least, most);
        return std::vector<Number>(numbers.begin(), numbers.end());
    };
}

/// What `read` makes of each item of a list, without repeats.
template <class Read> auto items_by(Read read)
{
    return [read = std::move(read)](const std::string &name, const std::string &text) {
        std::vector<decltype(read(name, text))> values;
        for (const std::string &item : items_of(text))
            if (auto value = read(name, item); std::ranges::find(values, value) == values.end())
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
    return [choices = std::move(choices)](const std::string &name, const std::string &text) {
        std::vector<std::string_view> known;
        for (const auto &[choice, value] : choices) {
            if (choice == text)
                return value;
            known.push_back(choice);
        }
        refuse_name(name, text, known);
    };
}

// What several commands can be asked for.

void add_formats(CLI::App &app, OutputSettings &output, const std::vector<show::Format> &allowed);

/// --format and --color. A command has the formats in which its result can be written.
template <class Thing>
void add_output(CLI::App &app, OutputSettings &output, const show::Exporters<Thing> &exporters)
{
    add_formats(app, output, show::formats_of(exporters));
}

/// Prints as they say.
template <class Thing>
void print_as(const OutputSettings &output, const show::Exporters<Thing> &exporters,
              const std::type_identity_t<Thing> &thing)
{
    print(show::write_as(output.format, exporters, thing, style_for(output)));
}

void add_filter(CLI::App &app, IdFilter &filter);

void add_devices(CLI::App &app, DeviceRequest &devices,
                 const OptionHelp &help = {
                     "LIST", "compute devices: opencl:0,opencl:1, all or none", "none"});

/// --plugin, which may be repeated.
void add_plugins(CLI::App &app, std::vector<std::string> &files);

void add_out(CLI::App &app, MeasureSettings &measure);
void add_submit(CLI::App &app, MeasureSettings &measure);
void add_cpus(CLI::App &app, MeasureSettings &measure);

/// --clock, --strict and --quiet.
void add_machine(CLI::App &app, MeasureSettings &measure);

/// Names that differ where users of a benchmark know others.
struct OptionNames {
    std::string threads = "--threads";
    std::string ghz = "--ghz";
};

/// Which kernels are measured, where, and by which clock.
void add_measuring(CLI::App &app, MeasureSettings &measure, const OptionNames &names = {});

CLI::Option *add_min_time(CLI::App &app, MeasureSettings &measure);

/// For how long, and how often.
void add_times(CLI::App &app, MeasureSettings &measure);

} // namespace hashlane::cli

#endif
