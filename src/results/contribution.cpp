// SPDX-License-Identifier: MIT
#include "run.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace hashlane::results {
namespace {

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

// Notes name processes and CPUs, reasons name files.
void remove_private_data(Row &row)
{
    row.quality.note.clear();
    row.quality.extent = 0;
    row.figures.cycle_note.clear();
    row.device_state.reset();
}

} // namespace

std::string write_contribution(Report report)
{
    remove_private_data(report.context);
    report.skipped.clear();
    for (Row &row : report.rows) {
        remove_private_data(row);
        row.sampling.threads.clear();
    }
    return write_json(report);
}

} // namespace hashlane::results
