// SPDX-License-Identifier: MIT
//
// The processor's energy counters (RAPL), as Linux shows them below /sys/class/powercap.
#ifndef HASHLANE_SRC_MACHINE_SENSORS_ENERGY_METER_H
#define HASHLANE_SRC_MACHINE_SENSORS_ENERGY_METER_H

#include "../system/host.h"
#include "energy.h"

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
    std::string root = linux_root().empty() ? "" : "/sys/class/powercap";
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

    /// Returns "RAPL package-0, package-1", or "not measured: " and the problem.
    std::string source() const;

    /// Returns the reason that nothing can be read, with advice for the user; empty while readings
    /// work.
    std::string problem() const;

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
    std::uint64_t advance_uj(Package &package) const;
    void keep_up(const std::stop_token &stop);

    const EnergyCounters counters_;
    mutable std::mutex mutex_; ///< guards the next three
    std::string problem_;
    std::vector<Package> packages_;
    double used_uj_ = 0; ///< which does not wrap around
    double idle_watts_ = 0;
    std::jthread keeper_; ///< the last member: it uses the others
};

} // namespace hashlane::machine

#endif
