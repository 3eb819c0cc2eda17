// SPDX-License-Identifier: MIT
#include "soak_text.h"

#include "../../machine/system/cpus.h"
#include "../../machine/system/text.h"
#include "../../machine/topology/topology.h"
#include "../svg/text.h"

#include "hashlane/hashlane.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace hashlane::show {

std::string duration_text(double seconds)
{
    const auto whole = static_cast<std::uint64_t>(seconds);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string soak_place_text(const cluster::SoakWrong &wrong)
{
    const std::string place =
        !wrong.device.empty()
            ? wrong.device
            : fmt::format("core {} (CPU {}, socket {})", wrong.core, wrong.cpu, wrong.socket);
    return place + ", " + wrong.kernel;
}

namespace {

constexpr std::size_t most_listed_bits = 8;
constexpr std::size_t most_listed_cores = 16;
constexpr unsigned summary_width = 100;

// All cores of a small machine; of a large one those with wrong results, and the least checked one.
std::string core_lines(const cluster::SoakTotals &totals)
{
    std::string text = fmt::format("{:>6} {:>6} {:>6} {:>10} {:>10} {:>9} {:>12} {:>8}\n", "core",
                                   "CPU", "socket", "checked", "rate", "idle s", "hashes", "wrong");
    const auto least = std::ranges::min_element(
        totals.cores, {}, [&](const cluster::SoakCore &core) { return totals.proven_share(core); });
    std::size_t left_out = 0;
    for (auto core = totals.cores.begin(); core != totals.cores.end(); ++core)
        if (totals.cores.size() <= most_listed_cores || core->wrong != 0 || core == least) {
            const double busy = totals.seconds - core->idle_seconds;
            text +=
                fmt::format("{:>6} {:>6} {:>6} {:>8.2f} % {:>8.2f} % {:>9.3f} {:>12.3e} {:>8}\n",
                            core->core, core->cpu, core->socket, 100 * totals.proven_share(*core),
                            busy > 0 ? 100 * core->plain_seconds / busy : 0, core->idle_seconds,
                            static_cast<double>(core->hashes), core->wrong);
        } else {
            ++left_out;
        }
    if (left_out != 0)
        text += fmt::format("{:>6} more, checked for longer, with no wrong result\n", left_out);
    return text;
}

std::string device_lines(const cluster::SoakTotals &totals)
{
    if (totals.devices.empty())
        return "";
    std::string text = fmt::format("{:<14} {:>10} {:>12} {:>8}  {}\n", "device", "checked",
                                   "hashes", "wrong", "name");
    for (const cluster::SoakDevice &device : totals.devices)
        text += fmt::format("{:<14} {:>8.2f} % {:>12.3e} {:>8}  {}{}\n", device.device,
                            100 * device.proven_share(), static_cast<double>(device.hashes),
                            device.wrong, machine::printable(device.name),
                            device.failure.empty() ? "" : "; failed");
    return text;
}

// "16 of 16 cores, 71 of 71 kernels, each at least once".
std::string cores_tested(const cluster::SoakTotals &totals)
{
    std::set<std::size_t> cores;
    for (const cluster::SoakCore &core : totals.cores)
        cores.insert(core.core);
    std::size_t kernels = 0;
    std::uint64_t least = 0;
    for (std::size_t kernel = 0; kernel < totals.kernels.size(); ++kernel)
        if (const std::uint64_t visits = totals.least_visits(kernel); visits != 0) {
            least = kernels == 0 ? visits : std::min(least, visits);
            ++kernels;
        }
    std::string text = fmt::format("{} of {}, {} of {}", cores.size(),
                                   machine::counted(machine::this_topology().cores.size(), "core"),
                                   kernels, machine::counted(totals.kernels.size(), "kernel"));
    if (kernels != 0)
        text += fmt::format(", each at least {}",
                            least == 1 ? "once" : machine::counted(least, "time"));
    return text;
}

// The one sentence for a ticket: what was tested, how often, and what was not. Cores that only
// computed what devices are compared with were not tested.
std::string verdict_text(const cluster::SoakTotals &totals)
{
    std::string text = "No wrong result";
    if (totals.wrong != 0)
        text = fmt::format("WRONG: {}", machine::counted(totals.wrong, "result"));
    else if (totals.interrupted || !totals.not_reached().empty())
        text = "Incomplete, no wrong result so far";
    const auto tested = std::ranges::count_if(
        totals.devices, [](const auto &device) { return device.hashes != 0 || device.wrong != 0; });
    text += ": " + (totals.kernels.empty()
                        ? fmt::format("{} of {}", tested,
                                      machine::counted(totals.devices.size(), "device"))
                        : cores_tested(totals));
    return text + ". Memory and floating point were not tested." +
           (totals.device_failed() ? " A device failed." : "");
}

} // namespace

std::string soak_end_text(const cluster::SoakTotals &totals)
{
    if (totals.kernels.empty())
        return device_lines(totals) + verdict_text(totals) + '\n';
    // The time of devices is not that of cores, and no part of the shares.
    const std::string time = fmt::format(
        "{} for {}: {} and {}. Checked {:.2f} % of each core's time or more, at {:.2f} % of the "
        "kernels' own rate or more.",
        machine::counted(totals.cores.size(), "CPU"), duration_text(totals.seconds),
        machine::counted(totals.passes, "pass", "es"),
        machine::counted(totals.visits_of_pass, "visit"), 100 * totals.proven_share(),
        100 * totals.rate_share());
    std::string text = core_lines(totals) + device_lines(totals) + wrap(time, summary_width);
    if (const std::vector<std::string> names = totals.not_reached(); !names.empty())
        text += wrap(fmt::format("Not reached on every core: {}.", fmt::join(names, ", ")),
                     summary_width);
    return text + verdict_text(totals) + '\n';
}

std::string soak_begin_text(const cluster::SoakCheckpoint &checkpoint)
{
    const cluster::SoakRequest &request = checkpoint.request;
    std::string devices;
    for (const cluster::SoakDevice &device : checkpoint.totals.devices)
        devices += (devices.empty() ? " and " : ", ") + device.device;
    std::string text = fmt::format(
        "hashlane {}: soaks CPU {} with {}{}, pattern {}, seed {}, for {}\n", HASHLANE_VERSION,
        machine::format_cpu_list(request.cpus), machine::counted(request.kernels.size(), "kernel"),
        devices, cluster::soak_pattern_name(request.pattern), request.seed,
        request.seconds > 0 ? duration_text(request.seconds)
                            : machine::counted(request.passes, "pass", "es"));
    if (checkpoint.resumed != 0)
        text += fmt::format("continues the soak of {}: {} were done by {}\n", checkpoint.started,
                            duration_text(checkpoint.totals.seconds), checkpoint.updated);
    return text;
}

std::string soak_minute_text(const cluster::SoakTotals &totals)
{
    return fmt::format(
        "{:>9}  pass {}, visit {}: checked {:.2f} %, {:.2f} % of the plain rate, {} wrong\n",
        duration_text(totals.seconds), totals.passes + 1, totals.visits_of_pass,
        100 * totals.proven_share(), 100 * totals.rate_share(), totals.wrong);
}

std::string soak_wrong_text(const cluster::SoakWrong &wrong)
{
    // "bits 3, 17", or "131 of 256 bits"
    const std::vector<std::size_t> bits = cluster::differing_bits(wrong);
    const std::string differing =
        bits.size() > most_listed_bits
            ? fmt::format("{} of {} bits differ", bits.size(), 8 * wrong.got.size())
            : fmt::format("{} {} of {} {}", bits.size() == 1 ? "bit" : "bits",
                          fmt::join(bits, ", "), 8 * wrong.got.size(),
                          bits.size() == 1 ? "differs" : "differ");
    std::string text = fmt::format(
        "WRONG  {}\n       unit {}, {}, after {} in pass {}: segment {}, lane {}, {} in all; {}\n",
        soak_place_text(wrong), wrong.unit, wrong.scope, duration_text(wrong.at_seconds),
        wrong.pass + 1, wrong.segment, wrong.lane,
        machine::counted(wrong.wrong_lanes, "wrong lane"), differing);
    if (wrong.clock_hz)
        text += fmt::format("       the {} clock was {:.2f} GHz\n",
                            wrong.device.empty() ? "core's" : "device's", *wrong.clock_hz / 1e9);
    if (wrong.celsius)
        text += fmt::format("       the hottest sensor of the {} read {:.0f} °C\n",
                            wrong.device.empty() ? "processor" : "device", *wrong.celsius);
    return text;
}

std::string soak_again_text(const cluster::SoakWrong &wrong)
{
    std::string text =
        fmt::format("wrong on this {} {} of {} times", wrong.device.empty() ? "core" : "device",
                    wrong.again_here, wrong.tries_here);
    if (!wrong.device.empty())
        return text;
    return text + (wrong.neighbour
                       ? fmt::format(", on its neighbour, CPU {}, {} of {}", *wrong.neighbour,
                                     wrong.again_beside, wrong.tries_beside)
                       : "; no neighbour is soaked");
}

} // namespace hashlane::show
