// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SHOW_TABLES_REMARKS_H
#define HASHLANE_SRC_SHOW_TABLES_REMARKS_H

#include "../../results/run.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlane::show {

/// Collects remarks with the names that each is true of, in the order in which they first appear.
class GroupedRemarks {
public:
    /// `extent` says how far it is true, as a share: it is shown in percent behind the name unless
    /// it is 0. An empty text is no remark.
    void add(const std::string &text, const std::string &name, double extent = 0);

    /// Appends "NAME, NAME: TEXT" for each; with more than three names "12 of 47 rows: TEXT", or
    /// "all rows: TEXT", with `things` for "rows". A `total` of 0 is not known: "12 rows: TEXT".
    /// The largest extents of many names are told: "12 of 47 rows, above all NAME (3.1 %): TEXT".
    void append_to(std::vector<std::string> &remarks, std::size_t total,
                   const std::string &things) const;

private:
    struct Name {
        std::string text;
        double extent;
    };
    struct Group {
        std::string text;
        std::vector<Name> names; ///< repetitions have one
        std::size_t count;       ///< with repetitions
    };
    static std::string subject(const Group &group, std::size_t total, const std::string &things);

    std::vector<Group> groups_;
};

/// Makes the remarks below a report's tables, in order: how key ranges ended, what devices told,
/// why a number has a caveat, what was skipped, what was wrong.
std::vector<std::string> make_remarks(const results::Report &report);

} // namespace hashlane::show

#endif
