// SPDX-License-Identifier: MIT
#include "expected_nodes.h"

#include "../fleet/node_names.h"
#include "../system/printable.h"
#include "../system/regular_file.h"
#include "exit_code.h"
#include "parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>

namespace hashlane {
namespace {

std::vector<std::string> names_of_file(const std::string &path)
{
    const FileContent file = read_regular_file(path);
    if (!file.problem.empty())
        throw CommandError(
            fmt::format("--expect: cannot read '{}': {}", printable(path), file.problem));
    std::vector<std::string> names;
    std::set<std::string> seen;
    std::istringstream lines(file.text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line.substr(0, line.find('#')));
        for (std::string word; words >> word;)
            try {
                for (std::string &name : expand_nodes(word))
                    if (seen.insert(name).second)
                        names.push_back(std::move(name));
            } catch (const std::invalid_argument &error) {
                throw CommandError(fmt::format("--expect: '{}', line {}: {}", printable(path),
                                               number, error.what()));
            }
    }
    if (names.empty())
        throw CommandError(fmt::format("--expect: '{}' has no names", printable(path)));
    return names;
}

} // namespace

ExpectedNodes parse_expected_nodes(const std::string &text)
{
    std::error_code error;
    if (std::filesystem::exists(text, error))
        return {names_of_file(text), 0};
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (!text.empty() && std::ranges::all_of(text, is_digit))
        return {{}, static_cast<std::size_t>(parse_integer("--expect", text, 1, most_nodes))};
    try {
        return {expand_nodes(text), 0};
    } catch (const std::invalid_argument &problem) {
        throw CommandError(fmt::format("--expect: {}; it takes names such as n[1-32], a number, or "
                                       "a file of names",
                                       problem.what()));
    }
}

} // namespace hashlane
