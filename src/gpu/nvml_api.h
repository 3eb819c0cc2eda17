// SPDX-License-Identifier: MIT
//
// The part of NVML that nvml.cpp needs, declared after its reference, so that no header of it has
// to be installed: types, values, and a table of functions found at run time.
// Source: NVML API Reference Guide; values as in nvml.h 12.2.
#ifndef HASHLANE_SRC_GPU_NVML_API_H
#define HASHLANE_SRC_GPU_NVML_API_H

#include "../system/shared_object.h"

#include <string>

namespace hashlane::nvml {

struct DeviceHandle;

using Answer = int;
using Uint = unsigned;

constexpr Answer success = 0;

constexpr int clock_sm = 1;   ///< nvmlClockType_t
constexpr int sensor_gpu = 0; ///< nvmlTemperatureSensors_t

/// "the driver is not loaded" for 9; the number where it is none that is expected.
std::string answer_text(Answer answer);

/// The library, started as long as this lives. Throws LibraryUnavailable when there is none, when
/// it lacks any function, or when it does not start.
struct Api {
    Api();
    ~Api();
    Api(const Api &) = delete;
    Api &operator=(const Api &) = delete;

    SharedObject library;

    Answer (*start)();
    Answer (*stop)();
    Answer (*find_device)(const char *pci_address, DeviceHandle **);
    Answer (*get_clock_mhz)(DeviceHandle *, int clock, Uint *);
    Answer (*get_highest_clock_mhz)(DeviceHandle *, int clock, Uint *);
    Answer (*get_celsius)(DeviceHandle *, int sensor, Uint *);
    Answer (*get_milliwatts)(DeviceHandle *, Uint *);
    Answer (*get_limit_milliwatts)(DeviceHandle *, Uint *);
    Answer (*get_clock_limits)(DeviceHandle *, unsigned long long *);
};

} // namespace hashlane::nvml

#endif
