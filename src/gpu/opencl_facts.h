// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_OPENCL_FACTS_H
#define HASHLANE_SRC_GPU_OPENCL_FACTS_H

#include "opencl_api.h"

namespace hashlane {

/// What a device says of itself without being woken. Throws a DeviceError.
DeviceFacts opencl_facts(const opencl::Api &api, opencl::DeviceId *id, unsigned index,
                         const std::string &platform);

} // namespace hashlane

#endif
