// SPDX-License-Identifier: MIT
//
// The compute devices of a fleet, judged by each other across all nodes, or by a baseline.
// docs/internals/fleet-judgement.md has the rules in words.
#pragma once

#include "findings.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// The usual value of devices of one kind.
struct UsualDeviceValue {
    RobustSummary value;              ///< as measured
    RobustSummary relative;           ///< by that of the same slot, where eight nodes have it
    std::map<unsigned, double> slots; ///< the medians of these slots
    std::size_t devices = 0, nodes = 0;

    double share_of(double measured, std::optional<unsigned> slot) const;
};

class DeviceJudge {
public:
    /// Learns from all nodes; `baseline` may be null. Precondition: expect_devices().
    DeviceJudge(const std::vector<NodeFile> &nodes, const Baseline *baseline);

    /// Adds findings and explanations to the node's report.
    void judge(const NodeUnderJudgement &node) const;

    /// Returns each kind with its usual values, for reports.
    std::vector<DeviceGroupReport> groups() const;
    /// Returns the same as a baseline.
    std::vector<BaselineDevices> baseline() const;

private:
    class OneNode;

    /// The number of times that each value occurs.
    using Votes = std::map<std::string, std::size_t>;

    /// The devices of one kind.
    struct Kind {
        std::size_t devices = 0;
        std::map<DeviceValueKey, UsualDeviceValue> values;
        std::map<DeviceValueKey, RobustSummary> baseline;    ///< empty: by each other
        std::map<unsigned, std::size_t> widths, generations; ///< of links: how many have each
        std::optional<double> corrected_errors;              ///< the median
        std::map<unsigned, double> celsius; ///< the medians of slots, all together at work

        JudgedBy judged_by(const DeviceValueKey &key) const;
        std::vector<std::string> changes() const;
    };

    void learn_values(const std::vector<NodeFile> &nodes);
    void learn_states(const std::vector<NodeFile> &nodes);

    std::map<DeviceKind, Kind> kinds_;
    /// Settings by the name of devices, and PCI addresses by the kind of nodes.
    std::map<std::string, std::map<std::string, Votes>> settings_;
    std::map<MachineKind, Votes> addresses_;
    std::map<MachineKind, std::size_t> nodes_;
};

} // namespace hashlane::cluster
