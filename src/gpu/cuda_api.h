// SPDX-License-Identifier: MIT
//
// The part of the CUDA driver API that cuda.cpp needs, declared after its documentation, so that
// no header of it has to be installed: types, values, and a table of functions found at run time.
// Each is as in CUDA 11.0: symbols end in "_v2" where an older form has the name.
// Source: CUDA Driver API, CUDA Toolkit documentation 11.0 to 13.0.
#ifndef HASHLANE_SRC_GPU_CUDA_API_H
#define HASHLANE_SRC_GPU_CUDA_API_H

#include "../system/shared_object.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace hashlane::cuda {

struct ContextObject;
struct Module;
struct Function;
struct Stream;
struct Event;

using Result = int;
using DeviceNumber = int;
using DevicePointer = std::uint64_t;

constexpr Result success = 0;
constexpr Result no_device = 100;

// CUdevice_attribute
constexpr int clock_khz = 13;
constexpr int multiprocessors = 16;
constexpr int ecc_enabled = 32;
constexpr int capability_major = 75;
constexpr int capability_minor = 76;
// CUfunction_attribute
constexpr int max_block_threads = 0;
constexpr int local_bytes = 3;
constexpr int registers = 4;
// CUevent_flags
constexpr unsigned blocking_sync = 1;

/// The functions of the driver. Throws LibraryUnavailable when there is no driver, or one that
/// lacks any.
struct Driver {
    Driver();
    SharedObject library;

    /// Throws a DeviceError that names the call and the driver's answer, unless that is success.
    void require(Result result, const char *call) const;

    Result (*get_error_name)(Result, const char **);
    Result (*init)(unsigned);
    Result (*get_version)(int *);
    // Devices
    Result (*get_device_count)(int *);
    Result (*get_device)(DeviceNumber *, int);
    Result (*get_name)(char *, int, DeviceNumber);
    Result (*get_memory)(std::size_t *, DeviceNumber);
    Result (*get_attribute)(int *, int, DeviceNumber);
    Result (*get_pci_bus_id)(char *, int, DeviceNumber);
    // Contexts
    Result (*retain_context)(ContextObject **, DeviceNumber);
    Result (*release_context)(DeviceNumber);
    Result (*set_context)(ContextObject *);
    // Memory
    Result (*allocate)(DevicePointer *, std::size_t);
    Result (*free)(DevicePointer);
    Result (*copy_to_device)(DevicePointer, const void *, std::size_t);
    Result (*copy_to_host)(void *, DevicePointer, std::size_t);
    // Programs
    Result (*load_module)(Module **, const void *);
    Result (*unload_module)(Module *);
    Result (*get_function)(Function **, Module *, const char *);
    Result (*get_function_attribute)(int *, int, Function *);
    Result (*get_resident_blocks)(int *, Function *, int, std::size_t);
    Result (*launch)(Function *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                     unsigned, Stream *, void **, void **);
    // Events
    Result (*create_event)(Event **, unsigned);
    Result (*record_event)(Event *, Stream *);
    Result (*wait_for_event)(Event *);
    Result (*get_elapsed_ms)(float *, Event *, Event *);
    Result (*destroy_event)(Event *);
};

} // namespace hashlane::cuda

#endif
