// SPDX-License-Identifier: MIT
//
// Programs for CUDA devices: NVIDIA's run-time compiler, opened when there is something to compile,
// and a cache of compiled programs on disk: compiling takes longer than everything else between the
// start of the program and its first result. Source: NVRTC, CUDA Toolkit documentation 11.2 to
// 13.0.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hashlane::backends {

/// The options for compiling every source, besides the architecture: the same dialect for every
/// version.
constexpr const char *nvrtc_options = "--std=c++17";

/// Returns the libraries to try for a driver of this major version: its own first, as a driver may
/// refuse the output of a newer compiler, and an older one does not support newer devices.
std::vector<const char *> nvrtc_names(unsigned driver_major);

/// Returns "--gpu-architecture=sm_90" if `supported` has the device's compute capability (90
/// for 9.0); else the newest older one as "--gpu-architecture=compute_89": PTX, which the driver
/// compiles. Empty if all are newer than the device.
std::string nvrtc_architecture(const std::vector<int> &supported, int capability);

struct CudaProgram {
    std::string image;    ///< for cuModuleLoadData: CUBIN, or PTX with its final zero
    std::string compiler; ///< "NVRTC 13.0"
};

/// Opens the first library of `names` and compiles. Throws a DeviceError if there is no library, if
/// it does not support the device, or with the compiler's first line.
CudaProgram compile_cuda(const std::string &source, int capability,
                         const std::vector<const char *> &names);

/// Everything that a compiled program depends on except the compiler's version: asking for that
/// would open the compiler, which the cache exists to avoid. A program from an older compiler is
/// still correct; delete the cache to compile it again.
struct ProgramKey {
    std::string source;
    std::string options;
    std::string architecture; ///< "sm_90"
    std::string driver;       ///< its name and version
};

class ProgramCache {
public:
    /// `directory` is made when something is stored. Empty: nothing is ever kept.
    explicit ProgramCache(std::string directory) : directory_(std::move(directory)) {}

    /// Returns the program stored under this key. Returns nothing if there is none, or if the file
    /// is truncated, corrupt, for another key, or writable by another user; the next store()
    /// replaces such a file.
    std::optional<std::string> load(const ProgramKey &key) const;

    /// Stores a program. If the cache cannot be written, nothing is stored and no error is
    /// reported: everything works without a cache.
    void store(const ProgramKey &key, const std::string &program) const;

private:
    std::string directory_;
};

/// Returns the cache in the user's cache directory.
ProgramCache user_program_cache();

} // namespace hashlane::backends
