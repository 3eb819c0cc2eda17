// SPDX-License-Identifier: MIT
#include "json.h"
#include "run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace hashlane::results {
namespace {

namespace key = result_key;

// ---- Without private data

constexpr std::size_t day_length = std::string_view("2026-01-02").size();

std::vector<std::string> words_of(const std::string &text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

bool has_path(const std::string &word) { return word.find_first_of("/\\") != std::string::npos; }

bool names_a_file(const std::string &word)
{
    const std::string option = word.substr(0, word.find('='));
    return option == "--out" || option == "--submit" || option == "--benchmark_out";
}

// Without the options that name files. The path may have spaces: it ends where an option begins.
std::string command_without_files(const std::string &command)
{
    std::vector<std::string> kept;
    bool in_path = false;
    for (const std::string &word : words_of(command)) {
        if (word.starts_with('-'))
            in_path = names_a_file(word);
        if (!in_path)
            kept.push_back(has_path(word) ? "…" : word);
    }
    return fmt::format("{}", fmt::join(kept, " "));
}

std::string without_paths(const std::string &flags)
{
    std::vector<std::string> words = words_of(flags);
    std::erase_if(words, has_path);
    return fmt::format("{}", fmt::join(words, " "));
}

// "Linux 6.1.0-name-of-a-company" → "Linux 6.1.0"
std::string system_and_number(const std::string &release)
{
    const std::size_t digits = release.find_first_of("0123456789");
    if (digits == std::string::npos)
        return release.substr(0, release.find(' '));
    return release.substr(0, release.find_first_not_of("0123456789.", digits));
}

void remove_private_data(Context &context)
{
    context.date = context.date.substr(0, day_length);
    context.host.clear();
    context.executable.clear();
    context.command = command_without_files(context.command);
    context.compiler_flags = without_paths(context.compiler_flags);
    context.os_release = system_and_number(context.os_release);
    context.load_average = 0;
}

// ---- Short

// Enough to compare two files by. They are taken over the whole time of the row.
constexpr std::size_t most_visits = 6;
// The rates of more threads would be most of the file.
constexpr std::size_t most_thread_rates = 8;
// Tables round what they print: figures that were rounded before would be rounded to other digits.
constexpr int figure_digits = 8, most_digits = 6;
constexpr int visit_cycles_digits = 5, visit_ns_digits = 4;

void thin(Row &row)
{
    row.sampling.threads.clear();
    std::vector<VisitFigures> &visits = row.sampling.visits;
    const std::size_t count = visits.size();
    if (count > most_visits) {
        for (std::size_t i = 0; i < most_visits; ++i)
            visits[i] = visits[i * count / most_visits];
        visits.resize(most_visits);
    }
    std::vector<double> &rates = row.figures.thread_units_per_second;
    if (rates.size() == 1 || rates.size() > most_thread_rates)
        rates.clear();
}

Json shortened(const Json &json, int digits)
{
    if (const auto *const number = std::get_if<double>(&json.value())) {
        const double value = to_digits(*number, digits);
        constexpr double whole_below = 9007199254740992; // 2^53
        if (value == std::trunc(value) && std::fabs(value) < whole_below)
            return static_cast<std::int64_t>(value);
        return value;
    }
    if (const auto *const array = std::get_if<Json::Array>(&json.value())) {
        Json copy = Json::array();
        for (const Json &element : *array)
            copy.push_back(shortened(element, digits));
        return copy;
    }
    return json;
}

std::string text_of(const Json &json)
{
    std::string text = json_line(json);
    text.pop_back();
    return text;
}

constexpr std::string_view null_text = "null";

struct Key {
    const char *name;
    int digits = most_digits;
};

// Most rows have the first ones: what a row lacks at its end takes no room. "visits/…" is a key of
// the object "visits".
constexpr Key keys[] = {{key::name},
                        {key::lanes},
                        {key::cycles_per_hash, figure_digits},
                        {key::interval_cycles_per_hash},
                        {key::bound_cycles_per_hash},
                        {key::hashes_per_second, figure_digits},
                        {key::clock_hz, figure_digits},
                        {"visits/cycles_per_hash", visit_cycles_digits},
                        {"visits/ns_per_hash", visit_ns_digits},
                        {key::bytes_per_hash},
                        {"function"},
                        {"output_bytes"},
                        {key::noise},
                        {key::workload},
                        {key::proof},
                        {key::trustworthy},
                        {key::threads},
                        {key::cpus},
                        {key::scope},
                        {key::cores},
                        {key::core_kind},
                        {"peer"},
                        {key::plugin},
                        {key::device},
                        {key::thread_hashes_per_second},
                        {key::cycle_source},
                        {"pinned"},
                        {"verified"},
                        {key::joules_per_hash},
                        {key::watts},
                        {key::idle_watts}};

// The row's value as text; "null" if it has none.
std::string cell_of(Json &row, const Key &key)
{
    const std::string_view name = key.name;
    const std::size_t slash = name.find('/');
    const Json &value = slash == std::string_view::npos
                            ? row[name]
                            : row[name.substr(0, slash)][name.substr(slash + 1)];
    return text_of(shortened(value, key.digits));
}

struct Column {
    std::string name;
    std::vector<std::string> cells; ///< one a row
    std::string common;             ///< what most rows have, if all have the key; else empty

    bool is_needed() const
    {
        return std::ranges::any_of(cells, [&](const std::string &cell) {
            return cell != (common.empty() ? null_text : common);
        });
    }
};

// A value that few rows share is written where it is.
std::string common_value(const std::vector<std::string> &cells)
{
    constexpr std::ptrdiff_t least_share = 4;
    std::map<std::string, std::ptrdiff_t> counts;
    for (const std::string &cell : cells)
        ++counts[cell];
    const auto most =
        std::ranges::max_element(counts, {}, &std::pair<const std::string, std::ptrdiff_t>::second);
    return counts.contains(std::string(null_text)) || most->second * least_share < std::ssize(cells)
               ? ""
               : most->first;
}

std::vector<Column> columns_of(std::vector<Json> rows)
{
    std::vector<Column> table;
    for (const Key &key : keys) {
        Column column{key.name, {}, ""};
        for (Json &row : rows)
            column.cells.push_back(cell_of(row, key));
        if (column.name.find('/') == std::string::npos)
            column.common = common_value(column.cells);
        table.push_back(std::move(column));
    }
    return table;
}

std::string row_text(const std::vector<const Column *> &table, std::size_t row)
{
    std::vector<std::string_view> cells;
    for (const Column *const column : table)
        cells.push_back(column->cells[row] == column->common ? null_text : column->cells[row]);
    while (!cells.empty() && cells.back() == null_text)
        cells.pop_back();
    return fmt::format("[{}]", fmt::join(cells, ","));
}

// The places of all CPUs are the longest part of a large machine's context.
Json short_context(Json context)
{
    Json &topology = context[key::hashlane][key::topology];
    topology = Json{{"source", topology["source"]},
                    {"packages", topology["packages"]},
                    {"kinds", topology["kinds"]},
                    {"numa_nodes", topology["numa_nodes"]}};
    return context;
}

std::string table_text(const Report &report)
{
    std::vector<Json> rows;
    for (const Row &row : report.rows)
        rows.push_back(row_json(row, rows.size()));
    std::vector<const Column *> written;
    std::vector<std::string> common, names, lines;
    const std::vector<Column> table = columns_of(std::move(rows));
    for (const Column &column : table) {
        if (!column.common.empty())
            common.push_back(text_of(column.name) + ":" + column.common);
        if (column.is_needed()) {
            written.push_back(&column);
            names.push_back(text_of(column.name));
        }
    }
    for (std::size_t row = 0; row < report.rows.size(); ++row)
        lines.push_back(row_text(written, row));
    return fmt::format("{{\"{}\":{},\n\"{}\":{{{}}},\n\"{}\":[{}],\n\"{}\":[\n{}\n]}}\n",
                       key::context, text_of(short_context(report_json(report)[key::context])),
                       key::common, fmt::join(common, ","), key::columns, fmt::join(names, ","),
                       key::benchmarks, fmt::join(lines, ",\n"));
}

} // namespace

std::string write_contribution(Report report)
{
    remove_private_data(report.context);
    std::ranges::for_each(report.rows, thin);
    std::string text = table_text(report);
    if (text.size() <= most_contribution_bytes)
        return text;
    for (Row &row : report.rows)
        row.sampling.visits.clear();
    return table_text(report);
}

} // namespace hashlane::results
