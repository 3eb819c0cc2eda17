// SPDX-License-Identifier: MIT
#pragma once

#include "../../results/run.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace hashlane::show {

/// Collects notes with the names that each is true of, in the order in which they first appear.
class GroupedRemarks {
public:
    /// `extent` is the size of the effect, as a share: it is shown in percent behind the name
    /// unless it is 0. An empty text is no note.
    void add(const std::string &text, const std::string &name, double extent = 0);

    /// Appends "NAME, NAME: TEXT" for each; with more than three names "12 of 47 rows: TEXT", or
    /// "all rows: TEXT", with `things` for "rows". A `total` of 0 is not known: "12 rows: TEXT".
    /// Of many names the largest extents are shown: "12 of 47 rows, above all NAME (3.1 %): TEXT".
    void append_to(std::vector<std::string> &remarks, std::size_t total,
                   const std::string &things) const;

private:
    struct Name {
        std::string text;
        double extent;
    };
    struct Group {
        std::string text;
        std::vector<Name> names;                        ///< repetitions have one
        std::size_t count = 0;                          ///< with repetitions
        std::map<std::string, std::size_t> places = {}; ///< of the names
    };
    static std::string subject(const Group &group, std::size_t total, const std::string &things);

    std::vector<Group> groups_;
    std::map<std::string, std::size_t> places_; ///< of the texts
};

/// Appends the source of the cycles, and the reasons against more trusted ones: a sentence, or one
/// for each source if rows differ.
void append_cycle_sources(std::vector<std::string> &remarks, const std::vector<results::Row> &rows);

/// Appends what was not run and why. Kernels of other architectures are counted, not named.
void append_skipped(std::vector<std::string> &remarks,
                    const std::vector<results::Skipped> &skipped);

/// Makes the notes below a report's tables, in order: the source of the cycles, the sums of key
/// ranges, the reports of devices, the disturbances, skipped kernels, wrong results.
std::vector<std::string> make_remarks(const results::Report &report);

} // namespace hashlane::show
