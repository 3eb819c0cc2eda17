// SPDX-License-Identifier: MIT
//
// The Keccak suite's run on a device: the keys of a range spread over its lanes.
#ifndef HASHLANE_SRC_GPU_KEY_RANGE_H
#define HASHLANE_SRC_GPU_KEY_RANGE_H

#include "../measure/key_range.h"
#include "../system/rendezvous.h"
#include "telemetry.h"

namespace hashlane {

/// As run_key_range() of a kernel (measure/key_range.h), and proven as that is: every lane of the
/// first launch and lanes of later ones, drawn at random, are repeated by a kernel of the
/// processor. The row's rate is that of the whole range in wall time, its samples are launches by
/// the device's clock. It starts with the other participants. Throws a DeviceError.
KeyRangeOutcome run_key_range(const MonitoredDevice &device, const KeyRangeRequest &request,
                              const std::atomic<bool> &stop, Participant &participant);

} // namespace hashlane

#endif
