// SPDX-License-Identifier: MIT
//
// The part of OpenCL that opencl.cpp needs, declared after the specification, so that no header
// of it has to be installed: types, values, and a table of functions found at run time.
// Source: The OpenCL Specification 1.2, sections 4 and 5, and its cl.h for the values.
#ifndef HASHLANE_SRC_GPU_OPENCL_API_H
#define HASHLANE_SRC_GPU_OPENCL_API_H

#include "../system/shared_object.h"
#include "device.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace hashlane::opencl {

struct Platform;
struct DeviceId;
struct Context;
struct Queue;
struct Memory;
struct Program;
struct Kernel;
struct Event;

using Int = std::int32_t;
using Uint = std::uint32_t;
using Bits = std::uint64_t;

constexpr Int success = 0;
constexpr Int device_not_found = -1;
constexpr Int build_failed = -11;
constexpr Int platform_not_found = -1001; ///< cl_khr_icd
constexpr Uint yes = 1;

constexpr Uint platform_name = 0x0902;         // 4.1
constexpr Bits all_devices = 0xffffffff;       // 4.2
constexpr Uint device_compute_units = 0x1002;  // 4.2
constexpr Uint device_clock_mhz = 0x100c;      // 4.2
constexpr Uint device_memory = 0x101f;         // 4.2
constexpr Uint device_ecc = 0x1024;            // 4.2
constexpr Uint device_name = 0x102b;           // 4.2
constexpr Uint driver_version = 0x102d;        // 4.2
constexpr Uint device_extensions = 0x1030;     // 4.2
constexpr Uint device_pci_bus = 0x410f;        // cl_khr_pci_bus_info
constexpr Uint device_bus_nv = 0x4008;         // cl_nv_device_attribute_query
constexpr Uint device_slot_nv = 0x4009;        // the same: device << 3 | function
constexpr Uint device_domain_nv = 0x400a;      // the same, in newer drivers
constexpr Bits queue_profiling = 1 << 1;       // 5.1
constexpr Bits memory_read_write = 1 << 0;     // 5.2.1
constexpr Uint program_build_log = 0x1183;     // 5.6.5
constexpr Uint kernel_group_size = 0x11b0;     // 5.7.3
constexpr Uint kernel_group_multiple = 0x11b3; // 5.7.3
constexpr Uint event_start_ns = 0x1282;        // 5.12
constexpr Uint event_end_ns = 0x1283;          // 5.12

/// "CL_OUT_OF_RESOURCES" for -5; the number where it is none that a device gives.
std::string answer_name(Int answer);

/// Throws a DeviceError that names the call, unless it succeeded.
void require(Int answer, const char *call);

/// A text that `get(bytes, to, needed)` yields in two calls, as all of OpenCL's are.
template <class Get> std::string text_of(Get get, const char *call)
{
    std::size_t bytes = 0;
    require(get(0, nullptr, &bytes), call);
    std::string text(bytes, '\0');
    require(get(bytes, text.data(), nullptr), call);
    return text.substr(0, text.find('\0'));
}

/// The functions of the loader. Throws LibraryUnavailable when there is no loader, or one that
/// lacks any.
struct Api {
    Api();
    SharedObject library;

    // 4.1 to 4.4
    Int (*get_platforms)(Uint, Platform **, Uint *);
    Int (*get_platform_info)(Platform *, Uint, std::size_t, void *, std::size_t *);
    Int (*get_devices)(Platform *, Bits, Uint, DeviceId **, Uint *);
    Int (*get_device_info)(DeviceId *, Uint, std::size_t, void *, std::size_t *);
    using Notify = void(const char *, const void *, std::size_t, void *);
    Context *(*create_context)(const std::intptr_t *, Uint, DeviceId *const *, Notify *, void *,
                               Int *);
    Int (*release_context)(Context *);
    // 5.1, 5.2
    Queue *(*create_queue)(Context *, DeviceId *, Bits, Int *);
    Int (*release_queue)(Queue *);
    Memory *(*create_buffer)(Context *, Bits, std::size_t, void *, Int *);
    Int (*release_memory)(Memory *);
    Int (*write_buffer)(Queue *, Memory *, Uint, std::size_t, std::size_t, const void *, Uint,
                        Event *const *, Event **);
    Int (*read_buffer)(Queue *, Memory *, Uint, std::size_t, std::size_t, void *, Uint,
                       Event *const *, Event **);
    // 5.6, 5.7
    Program *(*create_program)(Context *, Uint, const char **, const std::size_t *, Int *);
    Int (*build_program)(Program *, Uint, DeviceId *const *, const char *,
                         void (*)(Program *, void *), void *);
    Int (*get_build_info)(Program *, DeviceId *, Uint, std::size_t, void *, std::size_t *);
    Int (*release_program)(Program *);
    Kernel *(*create_kernel)(Program *, const char *, Int *);
    Int (*set_argument)(Kernel *, Uint, std::size_t, const void *);
    Int (*get_group_info)(Kernel *, DeviceId *, Uint, std::size_t, void *, std::size_t *);
    Int (*release_kernel)(Kernel *);
    // 5.8, 5.9, 5.12
    Int (*run_kernel)(Queue *, Kernel *, Uint, const std::size_t *, const std::size_t *,
                      const std::size_t *, Uint, Event *const *, Event **);
    Int (*wait_for_events)(Uint, Event *const *);
    Int (*get_event_time)(Event *, Uint, std::size_t, void *, std::size_t *);
    Int (*release_event)(Event *);
};

} // namespace hashlane::opencl

#endif
