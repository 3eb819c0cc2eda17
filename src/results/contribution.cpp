// SPDX-License-Identifier: MIT
#include "run.h"

#include "../machine/system/files.h"
#include "../machine/system/lists.h"
#include "../machine/system/text.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace hashlane::results {
namespace {

std::vector<std::string> words_of(const std::string &text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

bool has_path(const std::string &word) { return word.find_first_of("/\\") != std::string::npos; }

void remove_private_data(Context &context)
{
    context.date = context.date.substr(0, std::string_view("2026-01-02").size());
    context.host.clear();
    context.executable.clear();
    context.command = command_without_files(context.command);
    std::vector<std::string> flags = words_of(context.compiler_flags);
    std::erase_if(flags, has_path);
    context.compiler_flags = machine::joined(flags, " ");
    // "Linux 6.1.0-name-of-a-company" becomes "Linux 6.1.0".
    std::string &release = context.os_release;
    const std::size_t digits = release.find_first_of("0123456789");
    release.resize(
        std::min(release.size(), digits == std::string::npos
                                     ? release.find(' ')
                                     : release.find_first_not_of("0123456789.", digits)));
    context.load_average = 0;
}

} // namespace

std::string command_without_files(const std::string &command)
{
    constexpr const char *lower_case = "abcdefghijklmnopqrstuvwxyz";
    std::vector<std::string> kept;
    bool in_path = false;
    for (const std::string &word : words_of(command)) {
        const std::string option = word.substr(0, word.find('='));
        const bool is_short = word.find_first_not_of(lower_case, 1) > word.find('o', 1); // "-qo"
        if (word.starts_with('-'))
            in_path = is_short || option == "--out" || option == "--submit" ||
                      option == "--benchmark_out";
        if (!in_path)
            kept.push_back(has_path(word) ? "…" : word);
    }
    return machine::joined(kept, " ");
}

std::string write_contribution(Report report)
{
    remove_private_data(report.context);
    report.skipped.clear();
    for (Row &row : report.rows) {
        // Notes name processes and CPUs, reasons name files.
        row.quality.note.clear();
        row.quality.extent = 0;
        row.figures.cycle_note.clear();
        row.device_state.reset();
        row.sampling.threads.clear();
    }
    return write_json(report);
}

// ---- The machines of a folder of such files.

namespace {

std::string trimmed(const std::string &text)
{
    constexpr const char *blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == text.npos ? "" : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

bool matches(const std::string &pattern, const std::string &name)
{
    const std::size_t star = pattern.find('*');
    if (star == pattern.npos)
        return pattern == name;
    return name.size() + 1 >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
           name.ends_with(pattern.substr(star + 1));
}

} // namespace

std::string machine_name(const std::string &path)
{
    const std::filesystem::path file(path);
    std::istringstream lines(
        machine::read_regular_file((file.parent_path() / "machines.txt").string()).text);
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> parts = machine::each(machine::split(line, '|'), trimmed);
        if (parts.size() != 3 || !matches(parts[0], file.filename().string()))
            continue;
        // The part behind a comma tells how it runs: "AMD EPYC 9004, KVM guest".
        return machine::printable(parts[2] + " (" +
                                  trimmed(parts[1].substr(0, parts[1].find(','))) + ")");
    }
    return "";
}

} // namespace hashlane::results
