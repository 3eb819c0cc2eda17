// SPDX-License-Identifier: MIT
#include "nvml_api.h"

#include <algorithm>
#include <iterator>

namespace hashlane::nvml {
namespace {

template <class Function>
void find(const SharedObject &library, const char *symbol, Function *&function)
{
    function = library.find<Function>(symbol);
}

struct Known {
    Answer value;
    const char *text;
};

// Those that a program which calls it as it should may get.
constexpr Known answers[] = {{3, "not supported by this device"},
                             {4, "no permission"},
                             {6, "no such device"},
                             {8, "the device's power cables are not attached"},
                             {9, "the driver is not loaded"},
                             {10, "timeout"},
                             {12, "the library cannot be loaded"},
                             {13, "the driver lacks the function"},
                             {15, "the device is lost"},
                             {16, "the device must be reset"},
                             {17, "the system does not let the device be used"},
                             {18, "driver and library are of different versions"}};

} // namespace

std::string answer_text(Answer answer)
{
    const auto *const known = std::ranges::find(answers, answer, &Known::value);
    return known == std::end(answers) ? "answer " + std::to_string(answer) : known->text;
}

Api::Api() : library({"libnvidia-ml.so.1"})
{
    find(library, "nvmlInit_v2", start);
    find(library, "nvmlShutdown", stop);
    find(library, "nvmlDeviceGetHandleByPciBusId_v2", find_device);
    find(library, "nvmlDeviceGetClockInfo", get_clock_mhz);
    find(library, "nvmlDeviceGetMaxClockInfo", get_highest_clock_mhz);
    find(library, "nvmlDeviceGetTemperature", get_celsius);
    find(library, "nvmlDeviceGetPowerUsage", get_milliwatts);
    find(library, "nvmlDeviceGetEnforcedPowerLimit", get_limit_milliwatts);
    // The name before it was called "event reasons"; newer drivers have both.
    find(library, "nvmlDeviceGetCurrentClocksThrottleReasons", get_clock_limits);
    if (const Answer answer = start(); answer != success)
        throw LibraryUnavailable(library.name() + " does not start: " + answer_text(answer));
}

Api::~Api() { stop(); }

} // namespace hashlane::nvml
