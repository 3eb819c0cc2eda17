// SPDX-License-Identifier: MIT
//
// One visit of a row: new threads, each with a clock, a stack and data of its own, measure briefly.
// It runs here, or in another process where the code that is measured is not ours.
#ifndef HASHLANE_SRC_MEASURE_VISIT_H
#define HASHLANE_SRC_MEASURE_VISIT_H

#include "../machine/energy.h"
#include "layout.h"
#include "row_clock.h"
#include "summary.h"
#include "task.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <variant>
#include <vector>

namespace hashlane {

struct VisitRequest {
    /// A thread for each, pinned to it.
    std::vector<int> cpus;
    std::uint64_t iterations_per_sample = 0; ///< 0: not known yet
    MeasureContext context;
    Layout layout;
};

struct Visit {
    std::vector<ThreadSamples> threads; ///< one for each CPU
    std::vector<UsedClock> clocks;      ///< the same
    bool pinned = false;
    /// Around the time in which all threads measured, where energy can be measured.
    std::optional<EnergyReading> begin, end;
};

struct Interrupted {};

/// Why a visit yielded nothing.
using VisitFailure = std::variant<Mismatch, Interrupted>;

/// One for each thread, with its data so many bytes behind the start of a page.
using MakeTask = std::function<std::unique_ptr<Task>(std::uint32_t data_bytes)>;

/// Measures here. Throws a ThreadError when a thread cannot be started.
Visit take_visit(const MakeTask &make_task, const VisitRequest &request);

/// Measures elsewhere, and proves what came of it. Throws a ForeignFailure.
using VisitElsewhere = std::function<std::variant<Visit, VisitFailure>(const VisitRequest &)>;

/// What other people's code did instead of its work: "it did not return within 10 s". Its row is
/// lost, and nothing else.
class ForeignFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace hashlane

#endif
