// SPDX-License-Identifier: MIT
#include "run.h"

#include "../machine/system/lists.h"

#include <fmt/format.h>

#include <algorithm>
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

// Returns the command without the options that name files. A path may have spaces: it ends where an
// option begins.
std::string command_without_files(const std::string &command)
{
    std::vector<std::string> kept;
    bool in_path = false;
    for (const std::string &word : words_of(command)) {
        const std::string option = word.substr(0, word.find('='));
        if (word.starts_with('-'))
            in_path = option == "--out" || option == "--submit" || option == "--benchmark_out";
        if (!in_path)
            kept.push_back(has_path(word) ? "…" : word);
    }
    return machine::joined(kept, " ");
}

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

} // namespace hashlane::results
