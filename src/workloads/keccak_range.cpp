// SPDX-License-Identifier: MIT
#include "keccak_range.h"

#include "../lib/keccak/keccak_suite.h"
#include "../machine/system/text.h"
#include "../statistics/statistics.h"

#include <algorithm>
#include <utility>

namespace hashlane::workloads {
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

// ---- The spot check

SpotCheck::SpotCheck(std::uint64_t seed, std::uint64_t groups, std::size_t count,
                     std::uint64_t loops)
    : seed_(seed), random_(seed)
{
    const std::uint64_t wanted = std::min<std::uint64_t>(count, groups);
    while (drawn_.size() < wanted) {
        const std::uint64_t group = random_() % groups;
        const std::uint64_t loop = random_() % std::max<std::uint64_t>(loops, 1);
        drawn_.try_emplace(group, Drawn{loop, {}});
    }
}

bool SpotCheck::holds_drawn_loop(std::uint64_t group, std::uint64_t from, std::uint64_t loops) const
{
    const auto found = drawn_.find(group);
    return found != drawn_.end() && from <= found->second.loop && found->second.loop < from + loops;
}

void SpotCheck::keep(std::uint64_t group, RecordedStretch stretch)
{
    drawn_.at(group).recorded.push_back(std::move(stretch));
}

void SpotCheck::keep_some_lanes(std::uint64_t group, const RecordedStretch &stretch,
                                std::size_t count)
{
    std::mt19937_64 random(seed_ + group); // whichever group comes first
    for (std::size_t i = 0; i < std::min(count, stretch.lanes()); ++i)
        keep(group, lane_of(stretch, static_cast<std::size_t>(random() % stretch.lanes())));
}

void SpotCheck::keep_as_first(RecordedStretch stretch) { first_ = std::move(stretch); }

SpotCheckResult SpotCheck::repeat(const std::string &id, const Kernel &independent,
                                  double run_seconds, machine::Core &core)
{
    const double deadline =
        core.now_ns() + std::max(least_seconds, share_of_run * run_seconds) * 1e9;
    std::vector<RecordedStretch> stretches;
    for (auto &[group, drawn] : drawn_)
        std::ranges::move(drawn.recorded, std::back_inserter(stretches));
    statistics::shuffle(stretches, random_);
    if (first_)
        stretches.insert(stretches.begin(), std::move(*first_));
    SpotCheckResult result;
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

// ---- The work

KeyRangeWork::KeyRangeWork(const KeyRangeRequest &request, std::string id, std::size_t lanes,
                           std::size_t spot_checks)
    : request_(request),
      id_(std::move(id)),
      lanes_(lanes),
      groups_((request.range.keys() - 1) / lanes + 1),
      spot_check_(statistics::draw_seed(), groups_, spot_checks, request.range.loops),
      chains_(request.keep_chains ? static_cast<std::size_t>(request.range.keys()) : 0)
{
}

bool KeyRangeWork::is_over() const
{
    const std::scoped_lock lock(mutex_);
    return next_group_ == groups_ && given_back_.empty();
}

std::optional<KeyGroup> KeyRangeWork::take()
{
    const std::scoped_lock lock(mutex_);
    if (!given_back_.empty()) {
        KeyGroup group = std::move(given_back_.back());
        given_back_.pop_back();
        return group;
    }
    if (next_group_ == groups_)
        return std::nullopt;
    KeyGroup group;
    group.index = next_group_++;
    group.first_key = range().first + group.index * lanes_;
    const auto keys =
        static_cast<std::size_t>(std::min<std::uint64_t>(lanes_, range().last - group.first_key));
    group.states.resize(keys * keccak_state_words);
    for (std::size_t lane = 0; lane < keys; ++lane)
        keccak_suite_start(&group.states[lane * keccak_state_words], group.first_key + lane);
    return group;
}

void KeyRangeWork::give_back(KeyGroup group)
{
    const std::scoped_lock lock(mutex_);
    given_back_.push_back(std::move(group));
}

std::optional<results::Mismatch> KeyRangeWork::end(const KeyGroup &group)
{
    const std::scoped_lock lock(mutex_);
    std::optional<results::Mismatch> mismatch;
    for (std::size_t lane = 0; lane < group.keys(); ++lane) {
        const std::uint64_t key = group.first_key + lane;
        const std::uint64_t sum = keccak_suite_checksum(&group.states[lane * keccak_state_words]);
        checksum_ ^= sum;
        if (!chains_.empty())
            chains_[static_cast<std::size_t>(key - range().first)] = {sum, group.seconds};
        const auto known = keccak_suite_known_checksum(key, range().loops);
        if (known && *known != sum && !mismatch)
            mismatch = results::Mismatch{id_, static_cast<unsigned>(lane), range().loops,
                                         "key " + std::to_string(key)};
    }
    return mismatch;
}

std::variant<results::Row, results::Mismatch> KeyRangeWork::complete(results::Row row,
                                                                     double seconds,
                                                                     const Kernel &independent,
                                                                     machine::Core &core)
{
    const SpotCheckResult check = spot_check_.repeat(id_, independent, seconds, core);
    if (check.mismatch)
        return *check.mismatch;
    fit_chains_into(seconds * row.location.threads);
    std::uint64_t stored = 0;
    while (range().first + stored < range().last &&
           keccak_suite_known_checksum(range().first + stored, range().loops))
        ++stored;
    row.proof = {stored == 0 ? "" : std::to_string(stored) + " chains at published checksums; ",
                 spot_check_.seed()};
    row.proof.text += machine::counted(check.stretches, "stretch", "es") + " of " +
                      machine::counted(check.loops, "loop") + " in total repeated by " +
                      std::string(independent.id);
    row.key_range =
        results::Row::KeyRangeSum{range().first, range().last, range().loops, checksum_, seconds};
    if (seconds > 0)
        row.figures.units_per_second =
            static_cast<double>(range().keys()) * static_cast<double>(range().loops) / seconds;
    // Work that was computed elsewhere cannot be left out of that rate.
    if (row.sampling.discarded_moved != 0)
        row.quality.trustworthy = false;
    return row;
}

// The time of a group has the contention bursts between its slices, which `seconds` has not.
void KeyRangeWork::fit_chains_into(double seconds)
{
    double sum = 0;
    for (std::size_t group = 0; group < chains_.size(); group += lanes_)
        sum += chains_[group].seconds;
    if (sum > seconds)
        for (ChainEnd &chain : chains_)
            chain.seconds *= seconds / sum;
}

// ---- A thread's part

namespace {

class KeyRangeTask final : public Task {
public:
    KeyRangeTask(const Kernel &kernel, KeyRangeWork &work, std::uint32_t data_bytes)
        : advance_(function_of<Workload::keccak_chain>(kernel)),
          lanes_(kernel.lanes),
          work_(work),
          states_(lanes_ * keccak_state_words, data_bytes)
    {
    }
    KeyRangeTask(const KeyRangeTask &) = delete;
    KeyRangeTask &operator=(const KeyRangeTask &) = delete;
    ~KeyRangeTask() override
    {
        for (Part &part : parts_)
            if (!is_finished(part))
                work_.give_back(std::move(part.group));
    }

    // Returns the loops of a sample, or all that are left, perhaps of several groups.
    std::uint64_t segment(std::uint64_t sample) override
    {
        std::optional<KeyGroup> open;
        if (!parts_.empty() && !is_finished(parts_.back()))
            open = std::move(parts_.back().group);
        parts_.clear();
        current_ = 0;
        std::uint64_t left = sample;
        while (left > 0) {
            auto group = open ? std::exchange(open, std::nullopt) : work_.take();
            if (!group)
                break;
            left -= add_part(std::move(*group), left);
        }
        start_ns_ = machine::steady_ns();
        return sample - left;
    }

    void reset() override { warming_up_ = false; }

    void advance(std::uint64_t iterations) override
    {
        if (warming_up_)
            advance_(states_.data(), iterations);
        else
            for (std::uint64_t left = iterations; left > 0;)
                left -= advance_part(left);
    }

    std::optional<results::Mismatch> check(std::uint64_t iterations) override
    {
        const double loop_seconds =
            (machine::steady_ns() - start_ns_) / 1e9 / static_cast<double>(iterations);
        std::optional<results::Mismatch> mismatch;
        for (Part &part : parts_) {
            part.group.seconds += loop_seconds * static_cast<double>(part.to - part.from);
            if (part.recorded) {
                part.recorded->after = part.group.states;
                work_.spot_check().keep(part.group.index, std::move(*part.recorded));
            }
            if (!is_finished(part))
                continue;
            const auto wrong = work_.end(part.group);
            mismatch = mismatch ? mismatch : wrong;
        }
        return mismatch;
    }

private:
    struct Part { // one group's loops in a segment
        KeyGroup group;
        std::uint64_t from, to; ///< loops
        std::optional<RecordedStretch> recorded;
    };

    bool is_finished(const Part &part) const { return part.group.done == work_.range().loops; }

    // Returns its loops, at most `most`.
    std::uint64_t add_part(KeyGroup group, std::uint64_t most)
    {
        const std::uint64_t from = group.done;
        const std::uint64_t loops = std::min(work_.range().loops - from, most);
        Part &part = parts_.emplace_back(std::move(group), from, from + loops);
        if (work_.spot_check().holds_drawn_loop(part.group.index, from, loops))
            part.recorded = {part.group.first_key, from, loops, part.group.states, {}};
        if (loops == 0) // each chain is its start
            work_.end(part.group);
        return loops;
    }

    std::uint64_t advance_part(std::uint64_t most)
    {
        Part &part = parts_[current_];
        KeyGroup &group = part.group;
        // Lanes beyond the last key repeat the first one's chain; their ends are not used.
        if (group.done == part.from)
            for (std::size_t lane = 0; lane < lanes_; ++lane)
                std::copy_n(&group.states[(lane < group.keys() ? lane : 0) * keccak_state_words],
                            keccak_state_words, states_.data() + lane * keccak_state_words);
        const std::uint64_t loops = std::min(part.to - group.done, most);
        advance_(states_.data(), loops);
        group.done += loops;
        if (group.done == part.to) {
            std::copy_n(states_.data(), group.states.size(), group.states.data());
            ++current_;
        }
        return loops;
    }

    KeccakChain *advance_;
    std::size_t lanes_;
    KeyRangeWork &work_;
    PlacedData<std::uint64_t> states_;
    bool warming_up_ = true;
    std::vector<Part> parts_; ///< of the segment
    std::size_t current_ = 0;
    double start_ns_ = 0; ///< of the segment
};

} // namespace

std::unique_ptr<Task> make_key_range_task(const Kernel &kernel, KeyRangeWork &work,
                                          std::uint32_t data_bytes)
{
    return std::make_unique<KeyRangeTask>(kernel, work, data_bytes);
}

} // namespace hashlane::workloads
