# SPDX-License-Identifier: MIT
"""A check for ReFrame 4: runs 'hashlane node' once on every node.

    reframe -C SETTINGS -c packaging/cluster/hashlane_check.py -r
    reframe … -S HashlaneNodes.num_tasks=0 -r         all idle nodes
    reframe … -S HashlaneNodes.baseline=good.json -r  compared with a good node's file

It fails if a result was wrong, if a node wrote no file or an incomplete one, or, with a baseline, if a
node is slower than the baseline by more than 5 %.
"""

import json
import os
import statistics

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import performance_function, run_before, sanity_function, variable


@rfm.simple_test
class HashlaneNodes(rfm.RunOnlyRegressionTest):
    descr = "Every core of every node: verified results, cycles and clock"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    num_tasks = 0  # all idle nodes
    num_tasks_per_node = 1
    exclusive_access = True
    time_limit = "5m"
    executable = "hashlane"
    deadline = variable(float, value=45.0)
    baseline = variable(str, value="")  # a node file
    tolerance = variable(float, value=0.05)
    tags = {"health", "hashlane"}

    @run_before("run")
    def set_options(self):
        self.executable_opts = ["node", "--deadline", str(self.deadline), "--out", "nodes/%h.json"]
        self.prerun_cmds = ["mkdir -p nodes"]

    def reports(self):
        folder = os.path.join(self.stagedir, "nodes")
        paths = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        reports = []
        for path in paths:
            with open(os.path.join(folder, path), encoding="utf-8") as file:
                reports.append(json.load(file))
        return reports

    @staticmethod
    def node_of(report):
        return report["context"]["hashlane"]["node"]

    @staticmethod
    def median(table, column):
        known = [value for value in table[column] if value is not None]
        return statistics.median(known) if known else None

    @sanity_function
    def all_nodes_are_right(self):
        reports = self.reports()
        nodes = [self.node_of(report) for report in reports]
        names = {node["name"] for node in nodes}
        checks = [
            sn.assert_eq(
                len(names), self.job.num_tasks, f"{len(names)} of {self.job.num_tasks} nodes wrote"
            )
        ]
        for report, node in zip(reports, nodes):
            name = node["name"]
            wrong = report["mismatches"] or any(any(table["wrong"]) for table in node["cores"])
            checks.append(sn.assert_false(wrong, f"{name}: a result is wrong"))
            checks.append(
                sn.assert_true(node["complete"], f"{name}: {node['incomplete_reason']}")
            )
        return sn.all(checks)

    @run_before("performance")
    def set_figures(self):
        """Sets the cycles and the clock of the slowest node, for each kernel and scope."""
        good = {}
        if self.baseline:
            with open(self.baseline, encoding="utf-8") as file:
                good = self.by_table(json.load(file))
        worst = {}
        for report in self.reports():
            for name, (cycles, clock) in self.by_table(report).items():
                old = worst.get(name, (cycles, clock))
                worst[name] = (max(old[0], cycles), min(old[1], clock))
        references = {}
        for name, (cycles, clock) in worst.items():
            for figure, value, unit, index, low, high in (
                ("cycles", cycles, "cycles", 0, None, self.tolerance),
                ("clock", clock, "GHz", 1, -self.tolerance, None),
            ):
                key = f"{name}_{figure}"
                self.perf_variables[key] = sn.make_performance_function(sn.defer(value), unit)
                if name in good:
                    references[key] = (good[name][index], low, high, unit)
        if references:
            self.reference = {"*": references}

    def by_table(self, report):
        figures = {}
        for table in self.node_of(report)["cores"]:
            cycles, clock = (self.median(table, column) for column in ("cycles_per_unit", "clock_hz"))
            if cycles is not None:
                name = f"{table['workload']}_{table['scope']}".replace("-", "_")
                figures[name] = (cycles, clock / 1e9)
        return figures

    @performance_function("nodes")
    def nodes(self):
        return len(self.reports())
