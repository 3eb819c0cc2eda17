// SPDX-License-Identifier: MIT
#include "findings.h"

#include "node_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace hashlane {
namespace {

// More lines of one sort than these are counted.
constexpr std::size_t most_lines = 6;

void add(const Case &node, NodeClass node_class, std::string evidence)
{
    node.report.findings.push_back({node_class, std::move(evidence)});
}

void add_all(const Case &node, NodeClass node_class, const std::vector<std::string> &lines)
{
    for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i)
        add(node, node_class, lines[i]);
    if (lines.size() > most_lines)
        add(node, node_class, fmt::format("and {} more", lines.size() - most_lines));
}

void mark_bad(const Case &node, int cpu)
{
    if (std::ranges::find(node.report.bad_cpus, cpu) == node.report.bad_cpus.end())
        node.report.bad_cpus.push_back(cpu);
}

std::string repetition_text(const std::optional<std::pair<unsigned, unsigned>> &again,
                            const char *where)
{
    return again ? fmt::format("; repeated {}: wrong {} times of {}", where, again->first,
                               again->second)
                 : "";
}

std::string change_text(double change)
{
    return fmt::format("{:.1f} % {}", std::abs(change) * 100, change < 0 ? "less" : "more");
}

// "time for a unit 8.7 % more than the node's others: clock 8.0 % less".
std::string slow_core_text(const SlowCore &core)
{
    constexpr double worth_a_word = 0.01;
    std::string why;
    if (std::abs(core.cycles - 1) > worth_a_word)
        why += fmt::format("cycles {}", change_text(core.cycles - 1));
    if (std::abs(core.clock - 1) > worth_a_word)
        why += fmt::format("{}clock {}", why.empty() ? "" : ", ", change_text(core.clock - 1));
    return fmt::format("CPU {}: takes {} time than the node's other cores ({} of {} figures){}{}",
                       core.cpu, change_text(core.time - 1), core.figures, core.measured,
                       why.empty() ? "" : ": ", why);
}

} // namespace

void find_wrong(const Case &node)
{
    std::vector<std::string> lines;
    for (const WrongCore &core : node.file.wrong_cores) {
        lines.push_back(fmt::format("CPU {}: wrong result of {}{}{}{}", core.cpu, core.kernel,
                                    core.unit.empty() ? "" : ", unit " + core.unit,
                                    repetition_text(core.again_here, "there"),
                                    repetition_text(core.again_beside, "on its neighbour")));
        mark_bad(node, core.cpu);
    }
    for (const CoreColumns &columns : node.file.cores)
        for (std::size_t i = 0; i < columns.cpus.size(); ++i)
            if (columns.wrong[i] > 0) {
                lines.push_back(fmt::format("CPU {}: {} wrong result{} of {} {}", columns.cpus[i],
                                            columns.wrong[i], columns.wrong[i] == 1 ? "" : "s",
                                            columns.kernel, columns.scope));
                mark_bad(node, columns.cpus[i]);
            }
    if (node.file.mismatches > 0)
        lines.push_back(fmt::format("{} wrong result{} in the file's 'mismatches'",
                                    node.file.mismatches, node.file.mismatches == 1 ? "" : "s"));
    add_all(node, NodeClass::wrong, lines);
}

void find_incomplete(const Case &node)
{
    const NodeFile &file = node.file;
    if (!file.complete)
        add(node, NodeClass::incomplete,
            fmt::format("it ended early: {}", file.incomplete_reason.empty()
                                                  ? "no reason is given"
                                                  : file.incomplete_reason));
    std::vector<std::string> lines;
    const auto cores = file.settings.find("cores");
    const double own =
        cores == file.settings.end() ? 0 : std::strtod(cores->second.c_str(), nullptr);
    for (const auto &[key, yardstick] : node.yardsticks.figures) {
        if (node.yardsticks.judged_by != JudgedBy::like_nodes || yardstick.nodes < least_alike)
            continue;
        const CoreColumns *const columns = find_columns(file, key);
        const std::size_t measured = columns == nullptr ? 0 : columns->cpus.size();
        // A node with fewer cores than its like nodes is another matter.
        if (columns == nullptr)
            lines.push_back(fmt::format("{} is not there; {} like nodes have it", key.label(),
                                        yardstick.nodes));
        else if (static_cast<double>(measured) < yardstick.cores &&
                 static_cast<double>(measured) < own)
            lines.push_back(
                fmt::format("{}: {} of {} cores were measured", key.label(), measured, own));
    }
    if (file.cores.empty() && lines.empty())
        lines.emplace_back("no core was measured");
    add_all(node, NodeClass::incomplete, lines);
}

void find_noise(const Case &node, std::optional<double> unsteadiness, double share)
{
    constexpr double most_noisy = 0.25, most_stolen = 0.02, least_unsteadiness = 0.004;
    constexpr double least_scale = 0.1; // of the logarithm: a tenth
    const double usual_share = node.yardsticks.noisy_share;
    if (share > most_noisy && share > 2 * usual_share)
        add(node, NodeClass::noisy,
            fmt::format("it calls {:.0f} % of its figures noisy; of its like nodes' {:.0f} %",
                        share * 100, usual_share * 100));
    if (node.file.sensors.steal_share > most_stolen)
        add(node, NodeClass::noisy,
            fmt::format("the hypervisor took {:.1f} % of its time",
                        *node.file.sensors.steal_share * 100));
    if (!unsteadiness || *unsteadiness < least_unsteadiness || !node.yardsticks.unsteadiness)
        return;
    Usual usual = *node.yardsticks.unsteadiness;
    usual.scale = std::max(usual.scale, least_scale);
    const double times = *unsteadiness / std::exp(usual.center);
    if (times > 2 && modified_z(std::log(*unsteadiness), usual) > most_usual_z)
        add(node, NodeClass::noisy,
            fmt::format("its cores' times vary by {:.2f} % from one workload to the next, {:.1f} "
                        "times as much as those of like nodes",
                        *unsteadiness * 100, times));
}

void find_slow_cores(const Case &node, const Places &places)
{
    const std::vector<SlowCore> cores =
        slow_cores_of(node.file, places, node.yardsticks.core_scales);
    std::size_t all = 0;
    for (const CoreColumns &columns : node.file.cores)
        all = std::max(all, columns.cpus.size());
    // Where many are slow, it is the node.
    if (cores.size() > std::max<std::size_t>(1, all / 8))
        return;
    std::vector<std::string> lines;
    for (const SlowCore &core : cores) {
        lines.push_back(slow_core_text(core));
        mark_bad(node, core.cpu);
    }
    add_all(node, NodeClass::one_bad_core, lines);
}

void find_deviations(const Case &node, const Rules &rules)
{
    for (const Deviation &deviation : deviations_of(node.file, rules))
        add(node, NodeClass::misconfigured, deviation_text(deviation));
}

} // namespace hashlane
