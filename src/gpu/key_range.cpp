// SPDX-License-Identifier: MIT
#include "key_range.h"

#include "../clock/this_core.h"
#include "../core/registry.h"
#include "../keccak/keccak_suite.h"
#include "../measure/known_answers.h"
#include "../measure/spot_check.h"
#include "launch_summary.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::size_t waves_recorded = 4;
constexpr std::size_t lanes_recorded = 32;

using States = std::vector<std::uint64_t>;

const std::uint64_t *state_of(const States &states, std::size_t lane)
{
    return states.data() + lane * keccak_state_words;
}

// Waves of keys, as many at a time as the device has lanes, each to its end.
class DeviceRange {
public:
    DeviceRange(const MonitoredDevice &device, const KeyRange &range, std::uint64_t seed,
                std::vector<ChainEnd> &chains)
        : chain_(device, Workload::keccak_chain),
          range_(range),
          chains_(chains),
          id_(device_row_name(*device.device, Workload::keccak_chain)),
          spot_check_(seed, waves(), waves_recorded, range.loops)
    {
    }

    std::size_t lanes() const { return at_most_lanes(range_.keys()); }

    // False when it was stopped before the end.
    bool run(const std::atomic<bool> &stop)
    {
        for (std::uint64_t i = 0; i < waves(); ++i) {
            const std::uint64_t first_key = range_.first + i * lanes();
            if (!run_wave({i, first_key, at_most_lanes(range_.last - first_key)}, stop))
                return false;
        }
        return true;
    }

    std::string describe_kernel() const { return chain_.describe_kernel(); }
    std::uint64_t checksum() const { return checksum_; }
    const std::vector<Launch> &launches() const { return launches_; }
    const Copies &copies() const { return chain_.copies(); }
    const std::optional<Mismatch> &mismatch() const { return mismatch_; }

    // The first launch whole, then single lanes in random order, for as long as there is time.
    SpotCheckResult repeat_stretches(double seconds)
    {
        return spot_check_.repeat(id_, reference_kernel(Workload::keccak_chain), seconds, core_);
    }

private:
    struct Wave {
        std::uint64_t index;
        std::uint64_t first_key;
        std::size_t lanes;
    };

    std::uint64_t waves() const { return (range_.keys() - 1) / chain_.most_lanes() + 1; }
    std::size_t at_most_lanes(std::uint64_t keys) const
    {
        return static_cast<std::size_t>(std::min<std::uint64_t>(keys, chain_.most_lanes()));
    }

    bool run_wave(const Wave &wave, const std::atomic<bool> &stop)
    {
        const double start = core_.now_ns();
        States states(wave.lanes * keccak_state_words);
        for (std::size_t lane = 0; lane < wave.lanes; ++lane)
            keccak_suite_start(states.data() + lane * keccak_state_words, wave.first_key + lane);
        chain_.write(states.data(), wave.lanes);
        const std::optional<std::uint64_t> drawn_loop = spot_check_.drawn_loop(wave.index);
        for (std::uint64_t done = 0; done < range_.loops;) {
            if (stop)
                return false;
            const std::uint64_t loops = std::min(chain_.chunk(), range_.loops - done);
            if (launches_.empty())
                spot_check_.keep_as_first(advance_and_record(wave, done, loops));
            else if (holds_drawn_loop(drawn_loop, done, loops))
                spot_check_.keep_some_lanes(wave.index, advance_and_record(wave, done, loops),
                                            lanes_recorded);
            else
                launches_.push_back(chain_.advance(loops));
            done += loops;
        }
        chain_.read(states.data());
        end_wave(states, wave, (core_.now_ns() - start) / 1e9);
        return true;
    }

    RecordedStretch advance_and_record(const Wave &wave, std::uint64_t done, std::uint64_t loops)
    {
        RecordedStretch stretch{
            wave.first_key, done, loops, States(wave.lanes * keccak_state_words), {}};
        stretch.after = stretch.before;
        chain_.read(stretch.before.data());
        launches_.push_back(chain_.advance(loops));
        chain_.read(stretch.after.data());
        return stretch;
    }

    void end_wave(const States &states, const Wave &wave, double seconds)
    {
        for (std::size_t lane = 0; lane < wave.lanes; ++lane) {
            const std::uint64_t key = wave.first_key + lane;
            const std::uint64_t sum = keccak_suite_checksum(state_of(states, lane));
            checksum_ ^= sum;
            if (!chains_.empty())
                chains_[static_cast<std::size_t>(key - range_.first)] = {sum, seconds};
            const auto known = keccak_suite_known_checksum(key, range_.loops);
            if (known && *known != sum && !mismatch_)
                mismatch_ = Mismatch{id_, static_cast<unsigned>(lane), range_.loops,
                                     "key " + std::to_string(key)};
        }
    }

    ThisCore core_;
    DeviceChain chain_;
    const KeyRange &range_;
    std::vector<ChainEnd> &chains_;
    std::string id_;
    SpotCheck spot_check_;
    std::uint64_t checksum_ = 0;
    std::vector<Launch> launches_;
    std::optional<Mismatch> mismatch_;
};

// The row of a range that has been run and proven.
Row row_of(const MonitoredDevice &device, const KeyRange &range, const DeviceRange &run,
           double seconds)
{
    Row row = make_device_row(device, Workload::keccak_chain, run.lanes());
    row.identity.device += run.describe_kernel();
    row.device_state->copies = run.copies();
    summarise_launches(row, run.launches(), Throttled::used);
    row.key_range = Row::KeyRangeSum{range.first, range.last, range.loops, run.checksum(), seconds};
    row.figures.units_per_second =
        static_cast<double>(range.keys()) * static_cast<double>(range.loops) / seconds;
    return row;
}

} // namespace

KeyRangeOutcome run_key_range(const MonitoredDevice &device, const KeyRangeRequest &request,
                              const std::atomic<bool> &stop, Participant &participant)
{
    const KeyRange &range = request.range;
    const std::uint64_t seed = request.spot_check_seed ? *request.spot_check_seed : draw_seed();
    KeyRangeResult whole;
    if (request.keep_chains)
        whole.chains.resize(static_cast<std::size_t>(range.keys()));
    DeviceRange run(device, range, seed, whole.chains);

    ThisCore core;
    participant.start();
    const double start = core.now_ns();
    if (!run.run(stop))
        return Interrupted{};
    const double seconds = (core.now_ns() - start) / 1e9;
    participant.end();
    if (run.mismatch())
        return *run.mismatch();
    const SpotCheckResult check = run.repeat_stretches(seconds);
    if (check.mismatch)
        return *check.mismatch;
    whole.row = row_of(device, range, run, seconds);
    whole.row.proof = key_range_proof(range, check, seed);
    return whole;
}

} // namespace hashlane
