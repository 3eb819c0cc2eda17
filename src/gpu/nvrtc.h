// SPDX-License-Identifier: MIT
//
// NVIDIA's run-time compiler for CUDA C++, opened when there is something to compile.
// Source: NVRTC, CUDA Toolkit documentation 11.2 to 13.0.
#ifndef HASHLANE_SRC_GPU_NVRTC_H
#define HASHLANE_SRC_GPU_NVRTC_H

#include <string>
#include <vector>

namespace hashlane {

/// How every source is compiled, beside the architecture: the same dialect whatever the version.
constexpr const char *nvrtc_options = "--std=c++17";

/// What to try for a driver of this major version: its own first, as a driver may refuse what a
/// newer compiler made, and an older one does not know newer devices.
std::vector<const char *> nvrtc_names(unsigned driver_major);

/// "--gpu-architecture=sm_90" where `supported` has the device's compute capability (90 for 9.0);
/// else the newest older one as "--gpu-architecture=compute_89": PTX, which the driver compiles.
/// Empty where all are newer than the device.
std::string nvrtc_architecture(const std::vector<int> &supported, int capability);

struct CudaProgram {
    std::string image;    ///< for cuModuleLoadData: CUBIN, or PTX with its final zero
    std::string compiler; ///< "NVRTC 13.0"
};

/// Opens the first library of `names` and compiles. Throws a DeviceError: there is none, it does
/// not know the device, the compiler's first line.
CudaProgram compile_cuda(const std::string &source, int capability,
                         const std::vector<const char *> &names);

} // namespace hashlane

#endif
