// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_CUDA_H
#define HASHLANE_SRC_GPU_CUDA_H

#include "enumerate.h"

namespace hashlane {

/// Every device of the CUDA driver, by its own numbers; none has a context yet. One that does not
/// tell what it is is among the missing. Throws LibraryUnavailable when there is no driver or no
/// device, a DeviceError when the driver does not start.
FoundDevices find_cuda_devices();

} // namespace hashlane

#endif
