// SPDX-License-Identifier: MIT
//
// Energy counters whose files come from the input: each is a line, "!" for one that cannot be read.
#include "machine/sensors/energy_meter.h"
#include "tree.h"

#include <cmath>

namespace hashlane::fuzz::powercap_target {
namespace {

const Folder &counters_folder()
{
    static const Folder folder;
    for (const char *domain : {"intel-rapl:0", "intel-rapl:0:0", "intel-rapl:1", "other"})
        std::filesystem::create_directory(folder.path() / domain);
    return folder;
}

void run(Input &input)
{
    static const std::string root = counters_folder().path().string();
    // The meter's own thread reads too, but not within this time.
    const auto read = [&input](const std::string &) {
        const std::string line = input.line();
        return line == "!" ? machine::FileLine{"", std::errc::io_error}
                           : machine::FileLine{line, {}};
    };
    machine::EnergyMeter meter({root, read, std::chrono::hours(1)});
    require(!meter.source().empty(), "no source");
    std::optional<machine::EnergyReading> last;
    while (const std::optional<machine::EnergyReading> now = meter.read()) {
        require(std::isfinite(now->joules) && now->joules >= 0, "energy that is no number");
        require(!last || now->joules >= last->joules, "energy that was given back");
        last = now;
        if (input.is_empty())
            return;
    }
    require(meter.source().starts_with("not measured: "), "no reading, and no problem");
}

const Target target("powercap", run, mutate_lines);

} // namespace
} // namespace hashlane::fuzz::powercap_target
