// SPDX-License-Identifier: MIT
//
// Comparable nodes, with the noise of real ones, and the faults that a test adds.
// tools/simulate_fleet makes larger fleets.
#pragma once

#include "cluster/fleet/judge_fleet.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <random>

namespace hashlane::test {

constexpr int simulated_cores = 32;

class SimulatedNode {
public:
    SimulatedNode(std::string name, unsigned seed)
    {
        std::mt19937 random(seed);
        node.path = name + ".json";
        node.name = std::move(name);
        node.started = "2026-11-22T02:00:00+00:00";
        node.seconds = 38;
        node.cpu_model = "Example 9000";
        node.cpu_identity = "family 6 model 143 stepping 8";
        node.version = "0.1.0";
        node.core_kinds = {"core"};
        for (int cpu = 0; cpu < simulated_cores; ++cpu)
            cluster::add_to_parts(node, {cpu}, 2 * cpu / simulated_cores,
                                  4 * cpu / simulated_cores);
        node.settings = {{"governor", "performance"},
                         {"smt", "off"},
                         {"boost", "on"},
                         {"cores", std::to_string(simulated_cores)},
                         {"memory_gib", "512"},
                         {"microcode", "0x2b000590"},
                         {"kernel_release", "Linux 6.1.0"}};
        node.sensors.temperature_c = 70;
        const double own_cycles = deviating(random, 0.0015), clock = deviating(random, 0.005);
        std::vector<double> own(simulated_cores);
        for (double &core : own)
            core = deviating(random, 0.002);
        for (const char *scope : {"alone", "together"})
            for (const auto &[workload, kernel, usual] :
                 {std::tuple("sha256-chain", "sha256-chain.shani.x2", 97.1),
                  std::tuple("keccak-chain", "keccak-chain.avx512.x8", 98.2),
                  std::tuple("sha3", "sha3.avx512.x8", 7.1)}) {
                cluster::CoreColumns &columns = node.cores.emplace_back();
                columns.kernel = kernel;
                columns.workload = workload;
                columns.scope = scope;
                for (int cpu = 0; cpu < simulated_cores; ++cpu) {
                    const double noise = deviating(random, 0.003);
                    columns.cpus.push_back(cpu);
                    columns.cycles_per_unit.push_back(usual * own_cycles *
                                                      own[static_cast<std::size_t>(cpu)] * noise);
                    columns.clock_hz.push_back(3.5e9 * clock * deviating(random, 0.001));
                    columns.noisy.push_back(false);
                    columns.wrong.push_back(0);
                }
            }
    }

    /// Every core's clock or cycles in the columns of a scope, or of all.
    void scale(std::vector<double> cluster::CoreColumns::*figures, double factor,
               const std::string &scope = "")
    {
        for (cluster::CoreColumns &columns : node.cores)
            for (double &figure : columns.*figures)
                figure *= scope.empty() || columns.scope == scope ? factor : 1;
    }

    void scale_core(std::vector<double> cluster::CoreColumns::*figures, std::size_t core,
                    double factor)
    {
        for (cluster::CoreColumns &columns : node.cores)
            (columns.*figures)[core] *= factor;
    }

    void scale_cores(std::vector<double> cluster::CoreColumns::*figures, std::size_t first,
                     std::size_t count, double factor)
    {
        for (std::size_t core = first; core < first + count; ++core)
            scale_core(figures, core, factor);
    }

    cluster::NodeFile node;

private:
    static double deviating(std::mt19937 &random, double deviation)
    {
        return 1 + std::normal_distribution<double>(0, deviation)(random);
    }
};

constexpr auto cycles = &cluster::CoreColumns::cycles_per_unit;
constexpr auto clock_hz = &cluster::CoreColumns::clock_hz;

/// True if a finding's evidence contains the text.
inline bool mentions(const cluster::NodeReport &node, const std::string &text)
{
    return std::ranges::any_of(node.findings, [&](const cluster::Finding &finding) {
        return finding.evidence.find(text) != std::string::npos;
    });
}

/// The number that follows these words; else not a number.
inline double number_after(const std::string &words, const std::string &text)
{
    const std::size_t at = text.find(words);
    return at == std::string::npos ? std::nan("") : std::stod(text.substr(at + words.size()));
}

using SimulatedFleet = std::vector<SimulatedNode>;

/// n01, n02, …
inline SimulatedFleet simulated_fleet(unsigned nodes, unsigned seed = 1)
{
    SimulatedFleet fleet;
    for (unsigned i = 1; i <= nodes; ++i)
        fleet.emplace_back(std::string(i < 10 ? "n0" : "n") + std::to_string(i), seed * 1000 + i);
    return fleet;
}

inline cluster::NodeFiles files_of(const SimulatedFleet &fleet)
{
    cluster::NodeFiles files;
    for (const SimulatedNode &node : fleet)
        files.nodes.push_back(node.node);
    return files;
}

inline cluster::JudgedFleet judged(const SimulatedFleet &fleet,
                                   const cluster::FleetRequest &request = {})
{
    return cluster::judge_fleet(files_of(fleet), request);
}

/// A fault of one node of a fleet, and the finding that it should cause.
struct Fault {
    cluster::NodeClass node_class;
    const char *evidence;
    std::function<void(SimulatedNode &)> apply;
};

inline void make_noisy(SimulatedNode &node)
{
    std::mt19937 random(5);
    std::normal_distribution<double> noise(1, 0.009);
    for (cluster::CoreColumns &columns : node.node.cores)
        for (double &value : columns.cycles_per_unit)
            value *= noise(random);
}

/// Each class of fault.
inline std::vector<Fault> faults()
{
    return {
        Fault{cluster::NodeClass::slow_clock, "% alone: clock 3.",
              [](SimulatedNode &node) { node.scale(clock_hz, 0.95); }},
        Fault{cluster::NodeClass::slow_core,
              "% alone: ", [](SimulatedNode &node) { node.scale(cycles, 1.04); }},
        Fault{cluster::NodeClass::one_bad_core, "CPU 17: takes",
              [](SimulatedNode &node) { node.scale_core(cycles, 17, 1.08); }},
        Fault{cluster::NodeClass::one_bad_core, "% less",
              [](SimulatedNode &node) { node.scale_core(clock_hz, 3, 0.92); }},
        Fault{cluster::NodeClass::slow_together, "together: clock",
              [](SimulatedNode &node) { node.scale(clock_hz, 0.92, "together"); }},
        Fault{cluster::NodeClass::slow_together,
              "together: ", [](SimulatedNode &node) { node.scale(cycles, 1.06, "together"); }},
        Fault{cluster::NodeClass::noisy, "times as much", make_noisy},
        Fault{cluster::NodeClass::noisy, "50 % of its values are noisy",
              [](SimulatedNode &node) {
                  for (cluster::CoreColumns &columns : node.node.cores)
                      for (std::size_t i = 0; i < columns.noisy.size(); i += 2)
                          columns.noisy[i] = true;
              }},
        Fault{cluster::NodeClass::noisy, "hypervisor took 5.0 %",
              [](SimulatedNode &node) { node.node.sensors.steal_share = 0.05; }},
        Fault{cluster::NodeClass::misconfigured, "governor: 'powersave', where",
              [](SimulatedNode &node) { node.node.settings["governor"] = "powersave"; }},
        Fault{cluster::NodeClass::misconfigured, "cores: '31', where",
              [](SimulatedNode &node) {
                  for (cluster::CoreColumns &columns : node.node.cores) {
                      columns.cpus.pop_back();
                      columns.cycles_per_unit.pop_back();
                      columns.clock_hz.pop_back();
                      columns.noisy.pop_back();
                      columns.wrong.pop_back();
                  }
                  node.node.settings["cores"] = "31";
              }},
        Fault{cluster::NodeClass::incomplete, "deadline",
              [](SimulatedNode &node) {
                  node.node.complete = false;
                  node.node.incomplete_reason = "deadline";
              }},
        Fault{cluster::NodeClass::incomplete, "sha3 together is missing",
              [](SimulatedNode &node) { node.node.cores.pop_back(); }},
        Fault{cluster::NodeClass::wrong, "CPU 5: 2 wrong results of sha256-chain.shani.x2 alone",
              [](SimulatedNode &node) { node.node.cores[0].wrong[5] = 2; }},
        Fault{cluster::NodeClass::wrong,
              "repeated there: wrong 7 times of 10; repeated on its neighbour: "
              "wrong 0 times of 10",
              [](SimulatedNode &node) {
                  node.node.soak.emplace().wrong.push_back(
                      {3, "sha256-chain.shani.x2", "sha", std::pair(7U, 10U), std::pair(0U, 10U)});
              }},
        Fault{cluster::NodeClass::wrong, "'mismatches'",
              [](SimulatedNode &node) { node.node.mismatches = 1; }}};
}

/// As 'hashlane node' writes it, as far as it is read.
inline nlohmann::json json_of(const cluster::NodeFile &file)
{
    using nlohmann::json;
    json cores = json::array(), kinds = json::array();
    for (const cluster::CoreColumns &one : file.cores)
        cores.push_back({{"kernel", one.kernel},
                         {"workload", one.workload},
                         {"scope", one.scope},
                         {"bound_cycles_per_unit", 96.0},
                         {"cpus", one.cpus},
                         {"cycles_per_unit", one.cycles_per_unit},
                         {"clock_hz", one.clock_hz},
                         {"noisy", std::vector<int>(one.noisy.begin(), one.noisy.end())},
                         {"wrong", one.wrong}});
    for (const std::string &kind : file.core_kinds)
        kinds.push_back({{"name", kind}, {"cpus", json::array()}});
    json settings = file.settings;
    settings.erase("microcode");
    const json node = {{"schema_version", 1},
                       {"name", file.name},
                       {"job", ""},
                       {"task", ""},
                       {"started", file.started},
                       {"seconds", file.seconds},
                       {"complete", file.complete},
                       {"incomplete_reason", file.incomplete_reason},
                       {"settings", settings},
                       {"hardware", {{"board_serial", "B1"}}},
                       {"sensors",
                        {{"temperature_c", 70},
                         {"throttle_count", nullptr},
                         {"steal_share", 0},
                         {"load_average", 0.1}}},
                       {"cores", cores},
                       {"soak", nullptr}};
    const json program = {
        {"version", file.version},           {"cpu_model", file.cpu_model},
        {"cpu_identity", file.cpu_identity}, {"microcode", file.settings.at("microcode")},
        {"topology", {{"kinds", kinds}}},    {"node", node}};
    return {{"context",
             {{"date", file.started},
              {"host_name", file.name},
              {"json_schema_version", 1},
              {"hashlane", program}}},
            {"benchmarks", json::array()},
            {"skipped", json::array()},
            {"mismatches", json::array()}};
}

} // namespace hashlane::test
