// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_CUDA_H
#define HASHLANE_SRC_GPU_CUDA_H

#include "enumerate.h"

namespace hashlane {

/// Every device of the CUDA driver, by the driver's numbers; none has a context yet. A device that
/// cannot be described is among the missing. Throws LibraryUnavailable when there is no driver or
/// no device, a DeviceError when the driver does not start.
FoundDevices find_cuda_devices();

} // namespace hashlane

#endif
