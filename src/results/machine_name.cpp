// SPDX-License-Identifier: MIT
#include "run.h"

#include "../machine/system/files.h"
#include "../machine/system/text.h"

#include <filesystem>
#include <sstream>

namespace hashlane::results {
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
        std::istringstream parts(line);
        std::string pattern, whole, core;
        if (!std::getline(parts, pattern, '|') || !std::getline(parts, whole, '|') ||
            !std::getline(parts, core) || !matches(trimmed(pattern), file.filename().string()))
            continue;
        // The part behind a comma tells how it runs: "AMD EPYC 9004, KVM guest".
        return machine::printable(trimmed(core) + " (" + trimmed(whole.substr(0, whole.find(','))) +
                                  ")");
    }
    return "";
}

} // namespace hashlane::results
