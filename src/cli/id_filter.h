// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_ID_FILTER_H
#define HASHLANE_SRC_CLI_ID_FILTER_H

#include <regex>
#include <string>
#include <string_view>

namespace hashlane {

/// --filter: finds its regular expression in ids; without one, it finds all.
class IdFilter {
public:
    IdFilter() = default;
    /// Throws a CommandError when it is no regular expression.
    explicit IdFilter(const std::string &expression);

    bool operator()(std::string_view id) const;
    bool finds_all() const { return text_.empty(); }
    const std::string &text() const { return text_; }

private:
    std::string text_;
    std::regex expression_;
};

} // namespace hashlane

#endif
