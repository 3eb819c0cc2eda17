# SPDX-License-Identifier: MIT
#
# Sets node_sources, for src/CMakeLists.txt: a node of a cluster, and its health.
set(node_sources
    machine/system_settings.cpp
    node/health.cpp
    node/health_baseline.cpp
    node/measure_node.cpp
    node/node_json.cpp
    node/node_name.cpp
    node/node_plan.cpp
    node/node_summary.cpp
    node/time_limit.cpp
    cli/health.cpp
    cli/node.cpp
    cli/node_options.cpp
    cli/start_time.cpp)
