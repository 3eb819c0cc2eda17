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

    /// "NAMES: TEXT" for each; `everything` names stand for all `total` of them.
    void append_to(std::vector<std::string> &remarks, std::size_t total,
                   const std::string &everything) const;

private:
    struct Group {
        std::string text;
        std::vector<std::string> names;
    };
    std::vector<Group> groups_;
};

} // namespace hashlane

#endif
