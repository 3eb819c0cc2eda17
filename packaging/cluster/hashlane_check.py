# SPDX-License-Identifier: MIT
"""A check for ReFrame 4: runs 'hashlane node' once on every node, and 'hashlane fleet' on their files.

    reframe -C SETTINGS -c hashlane_check.py -r
    reframe … -S HashlaneNodes.num_tasks=4 -r          four nodes; 0, the default: all idle ones
    reframe … -S HashlaneNodes.baseline=good.json -r   required with fewer than 8 nodes of a kind
    reframe … -S HashlaneNodes.fail_on=wrong,missing -r

It fails if 'hashlane fleet' does, and names the nodes. Its performance figures are those of the worst
node for each workload, and the number of nodes that are not healthy.
"""

import json
import os
import shlex

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import run_before, sanity_function, variable


def worst_figures(nodes):
    """The values of a fleet's JSON by their names, with their units."""
    figures = {"nodes_not_healthy": (sum(node["class"] != "healthy" for node in nodes), "nodes")}
    values = {}
    for node in nodes:
        for figure in node["figures"]:
            name = "{workload}_{scope}".format(**figure).replace("-", "_")
            for key, unit, scale, worst in (
                ("cycles_per_unit", "cycles", 1, max),
                ("clock_hz", "GHz", 1e-9, min),
            ):
                if figure[key]:
                    values.setdefault((f"{name}_{unit}", unit, worst), []).append(figure[key] * scale)
        if node["memory_bytes_per_second"]:
            values.setdefault(("memory", "GB/s", min), []).append(node["memory_bytes_per_second"] * 1e-9)
    figures.update({name: (worst(all_of), unit) for (name, unit, worst), all_of in values.items()})
    return figures


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
    baseline = variable(str, value="")  # a node file, or one of 'hashlane fleet --write-baseline'
    fail_on = variable(str, value="")  # classes, as --fail-on has them
    tags = {"health", "hashlane"}

    @run_before("run")
    def set_options(self):
        self.executable_opts = ["node", "--deadline", str(self.deadline), "--out", "nodes/%h.json"]
        self.prerun_cmds = ["mkdir -p nodes"]
        judge = [self.executable, "fleet", "nodes", "--format", "json"]
        if self.baseline:
            judge += ["--baseline", os.path.abspath(self.baseline)]
        if self.fail_on:
            judge += ["--fail-on", self.fail_on]
        self.postrun_cmds = [f"{shlex.join(judge)} >fleet.json", "echo $? >fleet.code"]

    @run_before("run")
    def leave_tasks_unbound(self):
        """A bound task would measure its own core only."""
        if self.job.launcher.registered_name == "srun":
            self.job.launcher.options += ["--cpu-bind=none"]

    @run_before("performance")
    def name_the_worst_figures(self):
        self.perf_variables = {
            name: sn.make_performance_function(float, unit, value)
            for name, (value, unit) in worst_figures(self.report()["nodes"]).items()
        }

    @sanity_function
    def the_fleet_is_healthy(self):
        code = self.content("fleet.code").strip()
        nodes = self.report()["nodes"]
        if not nodes:
            return sn.assert_true(False, f"'hashlane fleet' wrote no report (exit code {code})")
        findings = [
            f"{node['node']}: {node['class']}"
            + "".join(f"; {found['text']}" for found in node["evidence"][:1])
            for node in nodes
            if node["class"] != "healthy"
        ]
        return sn.all(
            [
                sn.assert_eq(
                    len(nodes), self.job.num_tasks, f"{len(nodes)} of {self.job.num_tasks} nodes wrote"
                ),
                sn.assert_eq(
                    code, "0", f"'hashlane fleet' ends with {code}: " + " | ".join(findings)
                ),
            ]
        )

    def report(self):
        try:
            return json.loads(self.content("fleet.json"))
        except ValueError:
            return {"nodes": []}

    def content(self, name):
        path = os.path.join(self.stagedir, name)
        if not os.path.exists(path):
            return ""
        with open(path, encoding="utf-8") as file:
            return file.read()
