// SPDX-License-Identifier: MIT
#include "id_filter.h"

#include "exit_code.h"

#include <fmt/format.h>

namespace hashlane {

IdFilter::IdFilter(const std::string &expression)
try : text_(expression), expression_(expression) {
} catch (const std::regex_error &) {
    throw CommandError(
        fmt::format("--filter: '{}' is not a regular expression (ECMAScript)", expression));
}

bool IdFilter::operator()(std::string_view id) const
{
    return finds_all() || std::regex_search(id.begin(), id.end(), expression_);
}

} // namespace hashlane
