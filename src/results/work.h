// SPDX-License-Identifier: MIT
//
// What a row computes: a workload of the table (workloads.def), or one that a plug-in brings, which
// has a name, a title and a unit, and whose results hashlane cannot know.
#ifndef HASHLANE_SRC_RESULTS_WORK_H
#define HASHLANE_SRC_RESULTS_WORK_H

#include "../lib/core/workload.h"

#include <compare>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hashlane::results {

/// Names a workload. Those of the table come first, in their order, then the foreign ones in the
/// order in which they became known; two of one name are the same.
class Work {
public:
    Work() = default;
    // A workload of the table is a work as it is.
    Work(Workload ours) : number_(static_cast<std::size_t>(ours)) {} // NOLINT(*-explicit-*)

    /// Nothing for a foreign one.
    std::optional<Workload> ours() const;

    auto operator<=>(const Work &) const = default;

    /// The place in that order.
    std::size_t number() const { return number_; }
    static Work of_number(std::size_t number);

private:
    std::size_t number_ = 0;
};

WorkloadFacts facts_of(Work work);
std::string_view workload_name(Work work);

/// One line: why these cannot describe a foreign workload.
class BadWork : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Returns the foreign workload of that name, which is known from then on, to the end of the
/// program. The first title stays. Throws a BadWork if hashlane has a workload of that name, if the
/// known one of that name has another unit, or if a text is not of the plug-ins' letters
/// (hashlane/plugin.h).
Work foreign_work(const std::string &name, const std::string &title, const std::string &unit);

/// Returns the workload of that name, of the table or foreign, if it is known.
std::optional<Work> find_work(std::string_view name);

/// True for 1 to 40 of a-z, 0-9 and '-': the names of plug-ins' kernels and workloads.
bool is_plugin_name(std::string_view name);
constexpr std::size_t longest_plugin_name = 40;

} // namespace hashlane::results

#endif
