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
    /// `extent` says how far it is true, as a share: it is shown in percent behind the name, where
    /// it is not 0.
    void add(const std::string &text, const std::string &name, double extent = 0);

    /// For each "NAME, NAME: TEXT"; where there are more than three names "12 of 47 rows: TEXT", or
    /// "all rows: TEXT", with `things` for "rows". A `total` of 0 is not known: "12 rows: TEXT".
    /// Of many names those with the largest extents are told: "12 of 47 rows, above all NAME (3.1
    /// %): TEXT".
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
    static std::string who(const Group &group, std::size_t total, const std::string &things);

    std::vector<Group> groups_;
};

/// " (3.1 %)", or nothing for 0.
std::string extent_text(double extent);

} // namespace hashlane

#endif
