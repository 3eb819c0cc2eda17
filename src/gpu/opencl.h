// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_OPENCL_H
#define HASHLANE_SRC_GPU_OPENCL_H

#include "enumerate.h"

namespace hashlane {

/// Every device of every OpenCL platform, in the loader's order; none has been asked to do
/// anything yet. A platform that fails is among the missing. Throws LibraryUnavailable when there
/// is no loader, no platform or no device.
FoundDevices find_opencl_devices();

} // namespace hashlane

#endif
