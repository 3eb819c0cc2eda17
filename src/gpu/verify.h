// SPDX-License-Identifier: MIT
//
// The verification of chains by the processor and devices together.
//
// A device is one more worker of the library's job (chain/job.h): it takes segments from the same
// counter, so that the lowest wrong index is exact whoever finds it. What it computes is decided by
// measured rates: no device begins a segment that would end later there than the others, who
// cannot take it back, are done with all the rest.
//
// Segments with a salt, and those of 2^32 hashes or more, stay on the processor. So does the last
// hash of a segment with a mixin.
#ifndef HASHLANE_SRC_GPU_VERIFY_H
#define HASHLANE_SRC_GPU_VERIFY_H

#include "segments.h"

#include "hashlane/chain.h"

#include <functional>
#include <span>
#include <vector>

namespace hashlane {

/// What a device has done so far.
struct DeviceShare {
    std::string id;             ///< "opencl:0"
    std::size_t most_lanes = 0; ///< that it holds
    std::size_t lanes = 0;      ///< of them in use at most
    std::uint64_t segments = 0; ///< checked
    std::uint64_t hashes = 0;
    double seconds = 0;     ///< in launches
    double ns_per_hash = 0; ///< of each lane, in the last launch
    double others_rate = 0; ///< hashes a second of the processor and the other devices
    std::string error;      ///< why it gave up; what it had begun, the processor has done
};

class ChainVerifier {
public:
    /// Compiles for each device, if there is any, and measures the processor. A device that fails
    /// is done without. With 0 threads one device does what it can, and the rest stays undone.
    explicit ChainVerifier(unsigned threads, const std::vector<Device *> &devices = {});

    /// Gets what is known so far, a few times a second, on a thread of its own; may be empty.
    using Watch = std::function<void(const hashlane_chain_result &)>;

    /// As hashlane_chain_verify_threads(), for valid segments. Throws a ThreadError.
    hashlane_status verify(std::span<const hashlane_chain_segment> segments,
                           const hashlane_chain_options &options, hashlane_chain_result &result,
                           const Watch &watch = {});

    /// Of all devices.
    std::size_t most_lanes() const;
    const std::vector<DeviceShare> &shares() const { return shares_; }

private:
    void measure(std::size_t count);

    unsigned threads_;
    double processor_rate_;
    std::vector<std::unique_ptr<DeviceSegments>> lanes_; // null where it failed
    std::vector<DeviceShare> shares_;
};

} // namespace hashlane

#endif
