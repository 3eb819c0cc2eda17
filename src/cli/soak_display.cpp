// SPDX-License-Identifier: MIT
#include "soak_display.h"

#include "../system/cpu_list.h"
#include "../system/printable.h"
#include "messages.h"

#include "hashlane/hashlane.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::size_t most_listed_bits = 8;
constexpr std::size_t most_listed_cores = 16;

// "1:02:03".
std::string clock_text(double seconds)
{
    const auto whole = static_cast<std::uint64_t>(seconds);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string plural(std::uint64_t count, const char *what, const char *ending = "s")
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : ending);
}

std::string extent_text(const SoakRequest &request)
{
    return request.seconds > 0 ? clock_text(request.seconds) : plural(request.passes, "pass", "es");
}

// "bits 3, 17", or "131 of 256 bits".
std::string bits_text(const SoakWrong &wrong)
{
    const std::vector<std::size_t> bits = differing_bits(wrong);
    if (bits.size() > most_listed_bits)
        return fmt::format("{} of {} bits differ", bits.size(), 8 * wrong.got.size());
    return fmt::format("{} {} of {} {}", bits.size() == 1 ? "bit" : "bits", fmt::join(bits, ", "),
                       8 * wrong.got.size(), bits.size() == 1 ? "differs" : "differ");
}

std::string place_text(const SoakWrong &wrong)
{
    if (!wrong.device.empty())
        return fmt::format("{}, {}", wrong.device, wrong.kernel);
    return fmt::format("core {} (CPU {}, socket {}), {}", wrong.core, wrong.cpu, wrong.socket,
                       wrong.kernel);
}

std::string wrong_text(const SoakWrong &wrong)
{
    std::string text = fmt::format(
        "WRONG  {}\n       unit {}, {}, after {} in pass {}: segment {}, lane {}, {} in all; {}\n",
        place_text(wrong), wrong.unit, wrong.scope, clock_text(wrong.at_seconds), wrong.pass + 1,
        wrong.segment, wrong.lane, plural(wrong.wrong_lanes, "wrong lane"), bits_text(wrong));
    if (wrong.clock_hz)
        text += fmt::format("       the {} clock was {:.2f} GHz\n",
                            wrong.device.empty() ? "core's" : "device's", *wrong.clock_hz / 1e9);
    if (wrong.celsius)
        text += fmt::format("       the hottest sensor of the {} said {:.0f} °C\n",
                            wrong.device.empty() ? "processor" : "device", *wrong.celsius);
    return text;
}

std::string again_text(const SoakWrong &wrong)
{
    std::string text =
        fmt::format("AGAIN  {}\n       wrong on this {} {} of {} times", place_text(wrong),
                    wrong.device.empty() ? "core" : "device", wrong.again_here, wrong.tries_here);
    if (!wrong.device.empty())
        return text + '\n';
    text += wrong.neighbour ? fmt::format(", on its neighbour, CPU {}, {} of {}\n",
                                          *wrong.neighbour, wrong.again_beside, wrong.tries_beside)
                            : "; no neighbour is soaked\n";
    return text;
}

std::string core_line(const SoakCore &core, const SoakTotals &totals)
{
    const double busy = totals.seconds - core.idle_seconds;
    return fmt::format("{:>6} {:>6} {:>6} {:>8.2f} % {:>8.2f} % {:>9.3f} {:>12.3e} {:>8}\n",
                       core.core, core.cpu, core.socket, 100 * totals.proven_share(core),
                       busy > 0 ? 100 * core.plain_seconds / busy : 0, core.idle_seconds,
                       static_cast<double>(core.hashes), core.wrong);
}

// All of them where there are few, or else those that are wrong and the one least proven.
std::string core_lines(const SoakTotals &totals)
{
    std::string text = fmt::format("{:>6} {:>6} {:>6} {:>10} {:>10} {:>9} {:>12} {:>8}\n", "core",
                                   "CPU", "socket", "proven", "rate", "idle s", "hashes", "wrong");
    const auto least = std::ranges::min_element(
        totals.cores, {}, [&](const SoakCore &core) { return totals.proven_share(core); });
    std::size_t left_out = 0;
    for (auto core = totals.cores.begin(); core != totals.cores.end(); ++core)
        if (totals.cores.size() <= most_listed_cores || core->wrong != 0 || core == least)
            text += core_line(*core, totals);
        else
            ++left_out;
    if (left_out != 0)
        text += fmt::format("{:>6} more, proven for longer, with nothing wrong\n", left_out);
    return text;
}

std::string device_lines(const SoakTotals &totals)
{
    if (totals.devices.empty())
        return "";
    std::string text = fmt::format("{:<14} {:>10} {:>12} {:>8}  {}\n", "device", "proven", "hashes",
                                   "wrong", "name");
    for (const SoakDevice &device : totals.devices)
        text += fmt::format("{:<14} {:>8.2f} % {:>12.3e} {:>8}  {}{}\n", device.device,
                            100 * device.proven_share(), static_cast<double>(device.hashes),
                            device.wrong, printable(device.name),
                            device.failure.empty() ? "" : "; it gave up");
    return text;
}

// The time of devices is not that of cores, and no part of the shares.
std::string verdict_text(const SoakTotals &totals)
{
    std::string text = totals.wrong == 0
                           ? "Nothing was wrong."
                           : fmt::format("WRONG: {}.", plural(totals.wrong, "result"));
    if (totals.device_failed())
        text += " A device gave up.";
    return text;
}

std::string summary_text(const SoakTotals &totals)
{
    return fmt::format("{} for {}: {} and {}. Proven {:.2f} % of each core's time or more,\n"
                       "at {:.2f} % of the kernels' own rate or more. {}\n",
                       plural(totals.cores.size(), "core"), clock_text(totals.seconds),
                       plural(totals.passes, "pass", "es"), plural(totals.visits_of_pass, "visit"),
                       100 * totals.proven_share(), 100 * totals.rate_share(),
                       verdict_text(totals));
}

std::string devices_text(const std::vector<SoakDevice> &devices)
{
    std::string text;
    for (const SoakDevice &device : devices)
        text += (text.empty() ? " and " : ", ") + device.device;
    return text;
}

std::string begin_text(const SoakCheckpoint &checkpoint)
{
    const SoakRequest &request = checkpoint.request;
    std::string text = fmt::format(
        "hashlane {}: soaks CPU {} with {}{}, pattern {}, seed {}, for {}\n", HASHLANE_VERSION,
        format_cpu_list(request.cpus), plural(request.kernels.size(), "kernel"),
        devices_text(checkpoint.totals.devices), soak_pattern_name(request.pattern), request.seed,
        extent_text(request));
    if (checkpoint.resumed != 0)
        text += fmt::format("goes on with the soak of {}: {} were done by {}, and what came after "
                            "that, at most a minute, is lost\n",
                            checkpoint.started, clock_text(checkpoint.totals.seconds),
                            checkpoint.updated);
    return text;
}

Json minute_json(const SoakTotals &totals)
{
    return {{"seconds", totals.seconds},
            {"passes", totals.passes},
            {"visits_of_pass", totals.visits_of_pass},
            {"proven_share", totals.proven_share()},
            {"rate_share", totals.rate_share()},
            {"wrong_results", totals.wrong}};
}

Json begin_json(const SoakCheckpoint &checkpoint)
{
    return {
        {"version", HASHLANE_VERSION},          {"started", checkpoint.started},
        {"updated", checkpoint.updated},        {"resumed", checkpoint.resumed},
        {"seconds", checkpoint.totals.seconds}, {"request", soak_request_json(checkpoint.request)}};
}

} // namespace

void SoakDisplay::begin(const SoakCheckpoint &checkpoint) const
{
    if (format_ == SoakFormat::json_lines)
        print(json_line({{"begin", begin_json(checkpoint)}}));
    else if (!quiet_)
        say("{}", begin_text(checkpoint));
}

void SoakDisplay::found(const SoakWrong &wrong) const
{
    if (format_ == SoakFormat::json_lines)
        print(json_line({{"wrong", soak_wrong_json(wrong)}}));
    else
        print(wrong_text(wrong));
}

void SoakDisplay::repeated(const SoakWrong &wrong) const
{
    if (format_ == SoakFormat::json_lines)
        print(json_line({{"again", soak_wrong_json(wrong)}}));
    else
        print(again_text(wrong));
}

void SoakDisplay::failed(const SoakDevice &device) const
{
    if (format_ == SoakFormat::json_lines)
        print(json_line({{"failed", {{"device", device.device}, {"reason", device.failure}}}}));
    else
        print(fmt::format("FAILED {}: {}\n", device.device, printable(device.failure)));
}

void SoakDisplay::minute(const SoakTotals &totals) const
{
    if (format_ == SoakFormat::json_lines)
        print(json_line({{"minute", minute_json(totals)}}));
    else if (!quiet_)
        say("{:>9}  pass {}, visit {}: proven {:.2f} %, {:.2f} % of the plain rate, {} wrong\n",
            clock_text(totals.seconds), totals.passes + 1, totals.visits_of_pass,
            100 * totals.proven_share(), 100 * totals.rate_share(), totals.wrong);
}

void SoakDisplay::end(const SoakCheckpoint &checkpoint) const
{
    const SoakTotals &totals = checkpoint.totals;
    if (format_ == SoakFormat::json_lines) {
        print(json_line(soak_json(checkpoint)));
        return;
    }
    print(core_lines(totals) + device_lines(totals) + summary_text(totals));
    if (!totals.pinned)
        say("hashlane: soak: the system bound no thread to its CPU: a wrong result may be of "
            "another core than its line says\n");
}

} // namespace hashlane
