// SPDX-License-Identifier: MIT
#include "absent.h"

#include "node_names.h"

#include <fmt/format.h>

#include <set>

namespace hashlane {
namespace {

NodeReport without_file(const std::string &name, NodeClass node_class, const std::string &why)
{
    NodeReport report;
    report.name = name;
    report.node_class = node_class;
    report.findings.push_back({node_class, why});
    return report;
}

// Nodes whose file says nothing, and those that have none.
class Absent {
public:
    explicit Absent(FleetReport &report) : report_(report)
    {
        for (const NodeReport &node : report.nodes)
            present_.insert(node.name);
    }

    void add_cut(const std::vector<BadNodeFile> &files)
    {
        for (const BadNodeFile &file : files)
            if (!file.node.empty() && present_.insert(file.node).second)
                report_.nodes.push_back(
                    without_file(file.node, NodeClass::incomplete, file.problem));
    }

    void add_missing(const ExpectedNodes &expected)
    {
        std::set<std::string> unexpected;
        if (!expected.names.empty())
            unexpected = present_;
        for (const std::string &name : expected.names) {
            unexpected.erase(name);
            if (present_.insert(name).second)
                report_.nodes.push_back(
                    without_file(name, NodeClass::missing, "it was expected and has no file"));
        }
        if (!unexpected.empty())
            report_.remarks.push_back(fmt::format(
                "not expected, but there: {}", fold_nodes({unexpected.begin(), unexpected.end()})));
        if (expected.names.empty() && expected.count > present_.size())
            report_.missing_unnamed = expected.count - present_.size();
    }

private:
    FleetReport &report_;
    std::set<std::string> present_;
};

} // namespace

void add_absent(const std::vector<BadNodeFile> &bad, const std::optional<ExpectedNodes> &expected,
                FleetReport &report)
{
    Absent absent(report);
    absent.add_cut(bad);
    if (expected)
        absent.add_missing(*expected);
}

} // namespace hashlane
