// SPDX-License-Identifier: MIT
#include "key_range.h"

#include "../clock/this_core.h"
#include "../core/registry.h"
#include "../keccak/keccak_suite.h"
#include "../measure/known_answers.h"
#include "../measure/spot_check.h"
#include "launch_summary.h"

#include <algorithm>
#include <random>

namespace hashlane {
namespace {

constexpr std::uint64_t waves_recorded = 4;
constexpr std::size_t lanes_recorded = 32;

using States = std::vector<std::uint64_t>;

const std::uint64_t *state_of(const States &states, std::size_t lane)
{
    return states.data() + lane * keccak_state_words;
}

// Waves of keys, as many at a time as the device has lanes, each to its end.
class DeviceRange {
public:
    DeviceRange(const MonitoredDevice &device, const KeyRange &range, std::vector<ChainEnd> &chains)
        : chain_(device, Workload::keccak_chain),
          range_(range),
          chains_(chains),
          id_(device_row_name(*device.device, Workload::keccak_chain))
    {
    }

    std::size_t lanes() const { return at_most_lanes(keys()); }

    // False when it was stopped before the end.
    bool run(const std::atomic<bool> &stop)
    {
        for (std::uint64_t begun = 0; begun < keys(); begun += lanes())
            if (!run_wave(range_.first + begun, at_most_lanes(keys() - begun), stop))
                return false;
        return true;
    }

    std::string describe_kernel() const { return chain_.describe_kernel(); }
    std::uint64_t checksum() const { return checksum_; }
    const std::vector<Launch> &launches() const { return launches_; }
    const Copies &copies() const { return chain_.copies(); }
    const std::optional<Mismatch> &mismatch() const { return mismatch_; }

    // The first launch whole, then single lanes in random order, for as long as there is time.
    std::vector<RecordedStretch> take_links()
    {
        if (links_.size() > 1)
            std::ranges::shuffle(links_.begin() + 1, links_.end(), random_);
        return std::move(links_);
    }

private:
    std::size_t at_most_lanes(std::uint64_t keys) const
    {
        return static_cast<std::size_t>(std::min<std::uint64_t>(keys, chain_.most_lanes()));
    }
    std::uint64_t keys() const { return range_.last - range_.first; }

    bool run_wave(std::uint64_t first_key, std::size_t lanes, const std::atomic<bool> &stop)
    {
        const double start = machine_.now_ns();
        States states(lanes * keccak_state_words);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            keccak_suite_start(states.data() + lane * keccak_state_words, first_key + lane);
        chain_.write(states.data(), lanes);
        ++waves_;
        const bool recorded = waves_ <= waves_recorded || random_() % waves_ < waves_recorded;
        const std::uint64_t recorded_loop = random_() % std::max<std::uint64_t>(range_.loops, 1);
        for (std::uint64_t done = 0; done < range_.loops;) {
            if (stop)
                return false;
            const std::uint64_t loops = std::min(chain_.chunk(), range_.loops - done);
            if (launches_.empty())
                record_whole(first_key, loops);
            else if (recorded && done <= recorded_loop && recorded_loop < done + loops)
                record_lanes(first_key, done, loops, lanes);
            else
                launches_.push_back(chain_.advance(loops));
            done += loops;
        }
        chain_.read(states.data());
        end_wave(states, first_key, lanes, (machine_.now_ns() - start) / 1e9);
        return true;
    }

    RecordedStretch record(std::uint64_t first_key, std::uint64_t done, std::uint64_t loops,
                           std::size_t lanes)
    {
        RecordedStretch link{first_key, done, loops, States(lanes * keccak_state_words), {}};
        link.after = link.before;
        chain_.read(link.before.data());
        launches_.push_back(chain_.advance(loops));
        chain_.read(link.after.data());
        return link;
    }

    void record_whole(std::uint64_t first_key, std::uint64_t loops)
    {
        links_.push_back(record(first_key, 0, loops, lanes()));
    }

    void record_lanes(std::uint64_t first_key, std::uint64_t done, std::uint64_t loops,
                      std::size_t lanes)
    {
        const RecordedStretch all = record(first_key, done, loops, lanes);
        for (std::size_t i = 0; i < std::min(lanes, lanes_recorded); ++i) {
            const auto lane = static_cast<std::size_t>(random_() % lanes);
            const auto copy = [&](const States &states) {
                return States(state_of(states, lane), state_of(states, lane + 1));
            };
            links_.push_back({first_key + lane, done, loops, copy(all.before), copy(all.after)});
        }
    }

    void end_wave(const States &states, std::uint64_t first_key, std::size_t lanes, double seconds)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::uint64_t key = first_key + lane;
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

    ThisCore machine_;
    DeviceChain chain_;
    const KeyRange &range_;
    std::vector<ChainEnd> &chains_;
    std::string id_;
    std::mt19937_64 random_{1};
    std::uint64_t waves_ = 0;
    std::uint64_t checksum_ = 0;
    std::vector<Launch> launches_;
    std::vector<RecordedStretch> links_;
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
        static_cast<double>(range.last - range.first) * static_cast<double>(range.loops) / seconds;
    return row;
}

} // namespace

std::variant<KeyRangeResult, Mismatch, Interrupted>
run_key_range(const MonitoredDevice &device, const KeyRange &range, bool keep_chains,
              const std::atomic<bool> &stop, Participant &participant)
{
    KeyRangeResult whole;
    if (keep_chains)
        whole.chains.resize(static_cast<std::size_t>(range.last - range.first));
    DeviceRange run(device, range, whole.chains);

    ThisCore machine;
    participant.start();
    const double start = machine.now_ns();
    if (!run.run(stop))
        return Interrupted{};
    const double seconds = (machine.now_ns() - start) / 1e9;
    participant.end();
    if (run.mismatch())
        return *run.mismatch();
    const LinkCheck check =
        check_links(device_row_name(*device.device, Workload::keccak_chain),
                    reference_kernel(Workload::keccak_chain), run.take_links(), seconds, machine);
    if (check.mismatch)
        return *check.mismatch;
    whole.row = row_of(device, range, run, seconds);
    whole.row.proof.text = describe_proof(range, check);
    return whole;
}

} // namespace hashlane
