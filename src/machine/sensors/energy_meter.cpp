// SPDX-License-Identifier: MIT
#include "energy_meter.h"

#include "../system/text.h"
#include "../system/threads.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace hashlane::machine {
namespace {

// AMD's have the same name. "intel-rapl-mmio:" is a second path to the same counters.
constexpr std::string_view domain_prefix = "intel-rapl:";

// A package that uses more does not exist. A jump of the counter that takes more power is none of
// its rounds: it has restarted, as after a suspend.
constexpr double most_watts = 2000, shortest_gap_s = 1;

// Returns what was used since the counter was `before`, `seconds` ago; of one that has restarted
// what it has counted since then.
std::uint64_t used_between(std::uint64_t before, std::uint64_t now, std::uint64_t range,
                           double seconds)
{
    if (now >= before)
        return now - before;
    const std::uint64_t round = range - before + now;
    const double most_uj = 1e6 * most_watts * std::max(seconds, shortest_gap_s);
    return static_cast<double>(round) <= most_uj ? round : now;
}

} // namespace

FileLine read_line(const std::string &path)
{
    std::FILE *const file = std::fopen(path.c_str(), "r");
    if (file == nullptr)
        return {"", static_cast<std::errc>(errno)};
    char buffer[128] = "";
    // A domain's files open whatever state it is in; an error comes from reading them.
    const bool failed =
        std::fgets(buffer, sizeof buffer, file) == nullptr && std::ferror(file) != 0;
    const std::errc error = failed ? static_cast<std::errc>(errno) : std::errc{};
    std::fclose(file);
    const std::string text = buffer;
    return {text.substr(0, text.find('\n')), error};
}

EnergyMeter::EnergyMeter(EnergyCounters counters) : counters_(std::move(counters))
{
    try {
        find_packages();
        last_seconds_ = steady_ns() / 1e9;
        keeper_ = start_watcher([this](const std::stop_token &stop) {
            while (sleep_unless_stopped(stop, counters_.longest_gap))
                read();
        });
    } catch (const std::runtime_error &error) {
        problem_ = error.what();
    }
}

std::string EnergyMeter::line_of(const std::string &path) const
{
    const FileLine line = counters_.read(path);
    if (line.error == std::errc::permission_denied)
        throw std::runtime_error("readable by root only: sudo chmod a+r " + counters_.root + "/" +
                                 std::string(domain_prefix) + "*/energy_uj");
    if (line.error != std::errc{})
        throw std::runtime_error(path + ": " + std::make_error_code(line.error).message());
    return line.text;
}

std::uint64_t EnergyMeter::number_in(const std::string &path) const
{
    const std::string text = line_of(path);
    const std::optional<std::uint64_t> number = parse_number<std::uint64_t>(text);
    if (!number)
        throw std::runtime_error(path + " does not contain a number: '" + text + "'");
    return *number;
}

void EnergyMeter::find_packages()
{
    if (counters_.root.empty())
        throw std::runtime_error(
            "this system does not let programs read the processor's energy counters");
    std::error_code absent;
    for (const auto &entry : std::filesystem::directory_iterator(counters_.root, absent)) {
        const std::string folder = entry.path().string();
        if (!entry.path().filename().string().starts_with(domain_prefix))
            continue;
        Package package{line_of(folder + "/name"), folder + "/energy_uj"};
        // The other domains, core, uncore and dram, are parts of a package or exist in addition to
        // it, and psys is the whole board: adding them up would count energy twice.
        if (!package.name.starts_with("package-"))
            continue;
        package.range_uj = number_in(folder + "/max_energy_range_uj");
        package.last_uj = counter_uj(package);
        packages_.push_back(std::move(package));
    }
    if (packages_.empty())
        throw std::runtime_error("no package below " + counters_.root +
                                 ": a virtual machine, a processor without RAPL, or a module that "
                                 "is not loaded (sudo modprobe intel_rapl_msr)");
    std::ranges::sort(packages_, {}, &Package::name);
}

std::uint64_t EnergyMeter::counter_uj(const Package &package) const
{
    const std::uint64_t now = number_in(package.counter_path);
    if (now > package.range_uj)
        throw std::runtime_error(package.counter_path + " is beyond its range: " +
                                 std::to_string(now) + " of " + std::to_string(package.range_uj));
    return now;
}

std::string EnergyMeter::source() const
{
    const std::scoped_lock lock(mutex_);
    if (!problem_.empty())
        return "not measured: " + problem_;
    std::string names;
    for (const Package &package : packages_)
        names += (names.empty() ? "RAPL " : ", ") + package.name;
    return names;
}

std::optional<EnergyReading> EnergyMeter::read()
{
    const std::scoped_lock lock(mutex_);
    if (!problem_.empty())
        return std::nullopt;
    try {
        const double seconds = steady_ns() / 1e9;
        const double elapsed = seconds - std::exchange(last_seconds_, seconds);
        for (Package &package : packages_) {
            const std::uint64_t now = counter_uj(package);
            const std::uint64_t before = std::exchange(package.last_uj, now);
            used_uj_ += static_cast<double>(used_between(before, now, package.range_uj, elapsed));
        }
    } catch (const std::runtime_error &error) {
        problem_ = error.what();
        return std::nullopt;
    }
    return EnergyReading{used_uj_ * 1e-6, steady_ns() / 1e9};
}

void EnergyMeter::measure_idle(std::chrono::milliseconds quiet)
{
    const auto begin = read();
    if (!begin)
        return;
    std::this_thread::sleep_for(quiet);
    const auto end = read();
    if (!end)
        return;
    idle_watts_ = (end->joules - begin->joules) / (end->seconds - begin->seconds);
    if (idle_watts_ > 0)
        return;
    // No processor uses nothing; some hypervisors show counters that nobody feeds.
    const std::scoped_lock lock(mutex_);
    problem_ = "the counters below " + counters_.root + " do not advance";
}

} // namespace hashlane::machine
