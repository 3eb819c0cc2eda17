// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_GROUPED_REMARKS_H
#define HASHLANE_SRC_REPORT_GROUPED_REMARKS_H

#include <cstddef>
#include <string>
#include <vector>

namespace hashlane {

/// Remarks with the names that each is true of, in the order in which they first appear.
class GroupedRemarks {
public:
    void add(const std::string &text, const std::string &name);

    /// For each "NAME, NAME: TEXT"; where there are more than three names "12 of 47 rows: TEXT", or
    /// "all rows: TEXT", with `things` for "rows". A `total` of 0 is not known: "12 rows: TEXT".
    void append_to(std::vector<std::string> &remarks, std::size_t total,
                   const std::string &things) const;

private:
    struct Group {
        std::string text;
        std::vector<std::string> names;
    };
    std::vector<Group> groups_;
};

} // namespace hashlane

#endif
