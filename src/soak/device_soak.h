// SPDX-License-Identifier: MIT
//
// A compute device beside the cores, on a thread of its own: chains in all of its lanes, batch
// after batch, each end compared. What it has done is handed over in between.
#ifndef HASHLANE_SRC_SOAK_DEVICE_SOAK_H
#define HASHLANE_SRC_SOAK_DEVICE_SOAK_H

#include "../gpu/chain.h"
#include "segments.h"
#include "soak.h"
#include "soak_time.h"
#include "visit.h"

#include <memory>
#include <mutex>
#include <span>

namespace hashlane {

class DeviceSoak {
public:
    /// Compiles the kernels, and finds how many iterations take the device about a second. The
    /// device outlives it. Throws a DeviceError.
    explicit DeviceSoak(const SoakDeviceRequest &request);

    /// A pass's segments, one element for each workload, without their ends.
    std::vector<Segments> draw(std::uint64_t seed) const;

    struct Pass {
        std::span<const Segments> segments; ///< as drawn, with their ends
        std::uint64_t number = 0;
        std::uint64_t seed = 0; ///< of the order of the segments
        const SoakTime *time = nullptr;
        const std::atomic<bool> *over = nullptr; ///< the cores are done
        const std::atomic<bool> *stop = nullptr;
    };

    /// One batch of each workload in turn; after the first of each until the pass is over or
    /// stopped, some tenths of a second longer then. A device that fails does nothing from there
    /// on.
    void run(const Pass &pass);

    /// Adds what was done since the last time, and what is wrong; any thread may.
    void hand_over(SoakDevice &totals, std::vector<SoakWrong> &found);

private:
    struct Chain {
        Workload workload;
        std::unique_ptr<DeviceChain> lanes;
        std::uint64_t iterations; ///< of a batch
        unsigned found = 0;
    };
    struct Batch {
        const Segments *segments;
        std::size_t first; ///< segment of lane 0; the next lane has the next one
    };

    void run_batches(const Pass &pass);
    bool compute(Chain &chain, const Batch &batch, const std::function<bool()> &is_over);
    std::vector<WrongLane> wrong_lanes(const Chain &chain, const Batch &batch) const;
    void keep(Chain &chain, const Batch &batch, const std::vector<WrongLane> &lanes,
              const Pass &pass);

    MonitoredDevice device_;
    std::vector<Chain> chains_;
    std::vector<std::uint8_t> states_; ///< of all lanes of a batch
    bool has_failed_ = false;
    std::mutex mutex_; ///< of what follows
    SoakDevice done_;
    std::vector<SoakWrong> found_;
};

} // namespace hashlane

#endif
