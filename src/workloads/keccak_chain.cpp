// SPDX-License-Identifier: MIT
//
// Chains of the Keccak suite. A state is 25 words; in benchmarks lane l starts from the key l.
#include "keccak_chain.h"

#include "../lib/keccak/keccak_suite.h"
#include "../statistics/statistics.h"
#include "known_answers.h"
#include "table.h"

#include <algorithm>

namespace hashlane::workloads {
namespace {

std::unique_ptr<Lanes> make_keccak_lanes(const Kernel &kernel, std::uint32_t data_bytes)
{
    return std::make_unique<ChainLanes<std::uint64_t, KeccakChain *>>(
        function_of<Workload::keccak_chain>(kernel), kernel.lanes, keccak_state_words, data_bytes);
}

void start_at_key(std::size_t lane, std::uint8_t *state)
{
    std::uint64_t words[keccak_state_words];
    keccak_suite_start(words, lane);
    std::memcpy(state, words, sizeof words);
}

bool is_known_state(std::size_t lane, const std::uint8_t *state)
{
    std::uint64_t words[keccak_state_words];
    std::memcpy(words, state, sizeof words);
    const KeccakAnswer &answer = keccak_answers[lane];
    return words[0] == answer.first_word && keccak_suite_checksum(words) == answer.checksum;
}

constexpr Benchmark keccak_chain_benchmarks[] = {{"keccak-chain"}};

} // namespace

constinit const WorkloadEntry keccak_chain_workload{
    .state_bytes = keccak_state_words * sizeof(std::uint64_t),
    .make_lanes = make_keccak_lanes,
    .soak_iterations = 1 << 11,
    .start = start_at_key,
    .largest_sample = keccak_segment,
    .is_known_end = is_known_state,
    .benchmarks = keccak_chain_benchmarks,
    .make_task = make_chain_task,
    .verify = verify_chain,
    .family = "keccak",
    .device = DeviceOperations{4152, 0},
};

// ---- Proofs of other chains ----

namespace {

constexpr std::uint64_t suite_checksums[] = {
    0xac6918402e4d3900, 0xcf0269634671e842, 0x4c2ce1c0a38b54f3, 0xc23846f289232c2d,
    0x82a600ea7029e730, 0x0075db901707152f, 0xe69ed015b75d5da0, 0xb0bf01b096c67f87};

constexpr double share_of_run = 0.05;
constexpr double least_seconds = 0.5;

std::ptrdiff_t word_of(std::size_t lane)
{
    return static_cast<std::ptrdiff_t>(lane * keccak_state_words);
}

bool lane_is_right(KeccakChain *independent, const RecordedStretch &stretch, std::size_t lane)
{
    std::uint64_t state[keccak_state_words];
    std::copy_n(stretch.before.begin() + word_of(lane), keccak_state_words, state);
    independent(state, stretch.loops);
    return std::equal(state, state + keccak_state_words, stretch.after.begin() + word_of(lane));
}

RecordedStretch lane_of(const RecordedStretch &stretch, std::size_t lane)
{
    const auto copy = [&](const std::vector<std::uint64_t> &states) {
        return std::vector<std::uint64_t>(states.begin() + word_of(lane),
                                          states.begin() + word_of(lane + 1));
    };
    return {stretch.first_key + lane, stretch.from_loop, stretch.loops, copy(stretch.before),
            copy(stretch.after)};
}

} // namespace

std::optional<std::uint64_t> keccak_suite_known_checksum(std::uint64_t key, std::uint64_t loops)
{
    if (loops != keccak_suite_loops || key >= std::size(suite_checksums))
        return std::nullopt;
    return suite_checksums[key];
}

SpotCheck::SpotCheck(std::uint64_t seed, std::uint64_t batches, std::size_t count,
                     std::uint64_t loops)
    : seed_(seed), random_(seed)
{
    const std::uint64_t wanted = std::min<std::uint64_t>(count, batches);
    while (drawn_.size() < wanted) {
        const std::uint64_t batch = random_() % batches;
        const std::uint64_t loop = random_() % std::max<std::uint64_t>(loops, 1);
        drawn_.try_emplace(batch, Drawn{loop, {}});
    }
}

std::optional<std::uint64_t> SpotCheck::drawn_loop(std::uint64_t batch) const
{
    const auto found = drawn_.find(batch);
    return found == drawn_.end() ? std::nullopt : std::optional(found->second.loop);
}

void SpotCheck::keep(std::uint64_t batch, RecordedStretch stretch)
{
    drawn_.at(batch).recorded.push_back(std::move(stretch));
}

void SpotCheck::keep_some_lanes(std::uint64_t batch, const RecordedStretch &stretch,
                                std::size_t count)
{
    std::mt19937_64 random(seed_ + batch); // whichever batch comes first
    for (std::size_t i = 0; i < std::min(count, stretch.lanes()); ++i)
        keep(batch, lane_of(stretch, static_cast<std::size_t>(random() % stretch.lanes())));
}

void SpotCheck::keep_as_first(RecordedStretch stretch) { first_ = std::move(stretch); }

std::vector<RecordedStretch> SpotCheck::take_recorded()
{
    std::vector<RecordedStretch> stretches;
    for (auto &[batch, drawn] : drawn_)
        std::ranges::move(drawn.recorded, std::back_inserter(stretches));
    statistics::shuffle(stretches, random_);
    if (first_)
        stretches.insert(stretches.begin(), std::move(*first_));
    return stretches;
}

SpotCheckResult SpotCheck::repeat(const std::string &id, const Kernel &independent,
                                  double run_seconds, machine::Core &core)
{
    SpotCheckResult result;
    result.by = independent.id;
    const double deadline =
        core.now_ns() + std::max(least_seconds, share_of_run * run_seconds) * 1e9;
    const std::vector<RecordedStretch> stretches = take_recorded();
    for (const RecordedStretch &stretch : stretches)
        for (std::size_t lane = 0; lane < stretch.lanes(); ++lane) {
            if (&stretch != &stretches.front() && core.now_ns() > deadline)
                return result;
            if (!lane_is_right(function_of<Workload::keccak_chain>(independent), stretch, lane)) {
                result.mismatch = results::Mismatch{
                    id, static_cast<unsigned>(lane), stretch.from_loop + stretch.loops,
                    "key " + std::to_string(stretch.first_key + lane)};
                return result;
            }
            ++result.stretches;
            result.loops += stretch.loops;
        }
    return result;
}

} // namespace hashlane::workloads
