// SPDX-License-Identifier: MIT
#include "spot_check.h"

#include "../statistics/shuffle.h"

#include <algorithm>
#include <utility>

namespace hashlane {
namespace {

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

std::uint64_t draw_seed()
{
    std::random_device source;
    const std::uint64_t high = source();
    return high << 32 | source();
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
    shuffle(stretches, random_);
    if (first_)
        stretches.insert(stretches.begin(), std::move(*first_));
    return stretches;
}

SpotCheckResult SpotCheck::repeat(const std::string &id, const Kernel &independent,
                                  double run_seconds, Core &core)
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
            if (!lane_is_right(std::get<KeccakChain *>(independent.function), stretch, lane)) {
                result.mismatch =
                    Mismatch{id, static_cast<unsigned>(lane), stretch.from_loop + stretch.loops,
                             "key " + std::to_string(stretch.first_key + lane)};
                return result;
            }
            ++result.stretches;
            result.loops += stretch.loops;
        }
    return result;
}

} // namespace hashlane
