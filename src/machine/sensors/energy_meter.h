// SPDX-License-Identifier: MIT
//
// The processor's energy counters (RAPL), as Linux shows them below /sys/class/powercap.
#pragma once

#include "../system/host.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace hashlane::machine {

// ---- What a hash costs, from readings of the counters ----

/// The energy used up to a moment, or in a time. Two readings of one EnergyMeter span a window.
struct EnergyReading {
    double joules = 0;
    double seconds = 0; ///< of a steady clock
};

/// The energy of a row's work, all packages of the machine together.
struct Energy {
    double joules_per_unit = 0; ///< above the energy of the idle machine in the same time
    double watts = 0;           ///< mean power of the window, idle power included
    double idle_watts = 0;

    bool operator==(const Energy &) const = default;
};

/// Counters move once a millisecond, and a reading can be that late: at most 1 % of this window.
constexpr double shortest_energy_window_s = 0.1;

/// Returns the energy of `units` hashes, permutations or messages, all that ran on any thread while
/// `used` was. Nothing if the time is too short or the power does not exceed `idle_watts`.
inline std::optional<Energy> energy_of(const EnergyReading &used, double idle_watts, double units)
{
    const double watts = used.joules / used.seconds;
    if (used.seconds < shortest_energy_window_s || units <= 0 || watts <= idle_watts)
        return std::nullopt;
    return Energy{(watts - idle_watts) * used.seconds / units, watts, idle_watts};
}

// ---- The counters ----

/// A file's first line without its end, or why it could not be read.
struct FileLine {
    std::string text;
    std::errc error{};
};

using LineReader = std::function<FileLine(const std::string &path)>;

FileLine read_line(const std::string &path);

/// The places and methods by which an EnergyMeter reads. Tests substitute a simulated machine.
struct EnergyCounters {
    /// Empty on a system without readable counters.
    std::string root = linux_root() == "/" ? "/sys/class/powercap" : "";
    LineReader read = read_line;
    /// A counter must not wrap around twice between two readings. The smallest has a range of 65
    /// kJ.
    std::chrono::milliseconds longest_gap = std::chrono::seconds(20);
};

/// Measures the energy that all packages of this machine have used since construction. A thread of
/// its own keeps up with the counters, so that a measurement may take any time: construct it on a
/// thread that is not bound to a CPU, since that binding is inherited. Any thread may read.
class EnergyMeter {
public:
    explicit EnergyMeter(EnergyCounters counters = {});

    /// Returns "RAPL package-0, package-1", or "not measured: " and the problem, with advice for
    /// the user.
    std::string source() const;

    /// Reads the meter. Returns nothing if there is a problem, which then stays.
    std::optional<EnergyReading> read();

    /// Sleeps for `quiet` and takes the machine's power in that time as its idle power: call it
    /// once, while no other thread works. Returns at once if there is a problem; counters that do
    /// not advance are one.
    void measure_idle(std::chrono::milliseconds quiet = std::chrono::milliseconds(300));

    /// Returns 0 before measure_idle().
    double idle_watts() const { return idle_watts_; }

private:
    struct Package {
        std::string name; ///< "package-0"
        std::string counter_path;
        std::uint64_t range_uj = 0; ///< the counter goes from there to 0
        std::uint64_t last_uj = 0;
    };

    std::string line_of(const std::string &path) const;
    std::uint64_t number_in(const std::string &path) const;
    void find_packages();
    std::uint64_t counter_uj(const Package &package) const;

    const EnergyCounters counters_;
    mutable std::mutex mutex_; ///< guards the next four
    std::string problem_;
    std::vector<Package> packages_;
    double used_uj_ = 0;      ///< which does not wrap around
    double last_seconds_ = 0; ///< when the counters were read
    double idle_watts_ = 0;
    std::jthread keeper_; ///< the last member: it uses the others
};

} // namespace hashlane::machine
