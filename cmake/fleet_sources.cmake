# SPDX-License-Identifier: MIT
#
# What judges many machines, and shows the judgement.

set(fleet_sources
    cli/expected_nodes.cpp
    cli/fleet.cpp
    cli/fleet_options.cpp
    fleet/absent.cpp
    fleet/baseline.cpp
    fleet/core_paces.cpp
    fleet/drift.cpp
    fleet/expand_nodes.cpp
    fleet/findings.cpp
    fleet/fleet_report.cpp
    fleet/fold_nodes.cpp
    fleet/groups.cpp
    fleet/history.cpp
    fleet/history_lines.cpp
    fleet/judge_fleet.cpp
    fleet/node_files.cpp
    fleet/node_speed.cpp
    fleet/outlier.cpp
    fleet/read_node.cpp
    fleet/settings.cpp
    fleet/slow_cores.cpp
    fleet/slowness.cpp
    fleet/times.cpp
    fleet/unique_nodes.cpp
    fleet/yardstick.cpp
    report/fleet_json.cpp
    report/fleet_lines.cpp
    report/fleet_prometheus.cpp
    report/fleet_table.cpp)
