// SPDX-License-Identifier: MIT
#include "table.h"

#include "../lib/core/registry.h"

#include <algorithm>
#include <random>

namespace hashlane::workloads {
namespace {

constexpr const WorkloadEntry *entries[] = {
#define HASHLANE_WORKLOAD(workload, kernels, signature, ...) &workload##_workload,
#include "../lib/core/workloads.def"
#undef HASHLANE_WORKLOAD
};

std::span<std::uint8_t> state_of(std::vector<std::uint8_t> &states, std::size_t lane,
                                 std::size_t bytes)
{
    return std::span(states).subspan(lane * bytes, bytes);
}

// Lanes that are chains from the benchmark's starts.
class LanesTask final : public Task {
public:
    LanesTask(std::string id, Workload workload, const Kernel &independent,
              std::unique_ptr<Lanes> lanes)
        : id_(std::move(id)),
          entry_(entry_of(workload)),
          independent_(independent),
          lanes_(std::move(lanes)),
          starts_(lanes_->count() * entry_.state_bytes),
          end_(entry_.state_bytes)
    {
        for (std::size_t lane = 0; lane < lanes_->count(); ++lane)
            entry_.start(lane, &starts_[lane * entry_.state_bytes]);
        reset();
    }
    std::uint64_t largest_sample() const override { return entry_.largest_sample; }
    std::uint64_t segment(std::uint64_t sample) override
    {
        return entry_.is_known_end != nullptr ? entry_.largest_sample : sample;
    }
    void reset() override
    {
        for (std::size_t lane = 0; lane < lanes_->count(); ++lane)
            lanes_->set(lane, &starts_[lane * entry_.state_bytes]);
    }
    void advance(std::uint64_t iterations) override { lanes_->advance(iterations); }
    std::optional<results::Mismatch> check(std::uint64_t iterations) override
    {
        for (std::size_t lane = 0; lane < lanes_->count(); ++lane) {
            lanes_->get(lane, end_.data());
            if (!is_right(lane, iterations))
                return results::Mismatch{id_, static_cast<unsigned>(lane), iterations, ""};
        }
        return std::nullopt;
    }

private:
    bool is_right(std::size_t lane, std::uint64_t iterations)
    {
        if (entry_.is_known_end != nullptr)
            return entry_.is_known_end(lane, end_.data());
        const auto [found, is_new] = answers_.try_emplace(iterations);
        if (is_new)
            found->second = ends_of(independent_, starts_, iterations);
        return std::ranges::equal(end_, state_of(found->second, lane, entry_.state_bytes));
    }

    std::string id_;
    const WorkloadEntry &entry_;
    const Kernel &independent_;
    std::unique_ptr<Lanes> lanes_;
    std::vector<std::uint8_t> starts_, end_;
    std::map<std::uint64_t, std::vector<std::uint8_t>> answers_; // ends by iterations
};

struct LanesOfHash {
    HashMessages function;
    unsigned lanes; ///< messages that it takes at once
};

// Messages of one length, one after the other in memory, that begin with the digests before.
class Messages {
public:
    Messages(unsigned count, const results::Message &message, std::uint32_t data_bytes)
        : bytes_(message.bytes),
          digest_bytes_(message.output_bytes),
          data_(count * bytes_, data_bytes)
    {
        for (unsigned i = 0; i < count; ++i)
            starts_.push_back(data_.data() + i * bytes_);
        reset();
    }

    /// Byte i of message m is (i + m) mod 251.
    void reset()
    {
        for (std::size_t m = 0; m < starts_.size(); ++m)
            for (std::size_t i = 0; i < bytes_; ++i)
                starts_[m][i] = static_cast<std::uint8_t>((i + m) % 251);
    }

    void advance(const LanesOfHash &hash, std::uint64_t iterations)
    {
        for (std::size_t m = 0; m < starts_.size(); m += hash.lanes)
            hash.function(&starts_[m], iterations);
    }

    std::optional<unsigned> first_difference(const Messages &other) const
    {
        for (unsigned m = 0; m < starts_.size(); ++m)
            if (!std::equal(starts_[m], starts_[m] + digest_bytes_, other.starts_[m]))
                return m;
        return std::nullopt;
    }

private:
    std::size_t bytes_, digest_bytes_;
    PlacedData<std::uint8_t> data_;
    std::vector<std::uint8_t *> starts_;
};

// Checks random states, all different, in all lanes at once and one after the other.
std::optional<results::Mismatch> check_random_states(const Kernel &kernel)
{
    const std::size_t bytes = entry_of(kernel.workload).state_bytes;
    std::mt19937_64 random(kernel.lanes);
    for (const std::uint64_t count : odd_counts) {
        std::vector<std::uint8_t> starts(kernel.lanes * bytes);
        std::ranges::generate(starts, [&] { return static_cast<std::uint8_t>(random()); });
        std::vector<std::uint8_t> ends = ends_of(kernel, starts, count);
        std::vector<std::uint8_t> right = ends_of(independent_kernel(kernel), starts, count);
        for (unsigned lane = 0; lane < kernel.lanes; ++lane)
            if (!std::ranges::equal(state_of(ends, lane, bytes), state_of(right, lane, bytes)))
                return results::Mismatch{std::string(kernel.id), lane, count, "random data"};
    }
    return std::nullopt;
}

} // namespace

std::optional<results::Mismatch> check_task(Task &task, std::uint64_t sample)
{
    const std::uint64_t segment = task.segment(sample);
    task.advance(segment);
    return task.check(segment);
}

const WorkloadEntry &entry_of(Workload workload)
{
    return *entries[static_cast<std::size_t>(workload)];
}

std::vector<const Benchmark *> all_benchmarks()
{
    std::vector<const Benchmark *> all;
    for (const WorkloadEntry *const entry : entries)
        for (const Benchmark &benchmark : entry->benchmarks)
            all.push_back(&benchmark);
    return all;
}

std::unique_ptr<Lanes> make_lanes(const Kernel &kernel)
{
    return entry_of(kernel.workload).make_lanes(kernel, 0);
}

std::unique_ptr<Task> make_task(const Kernel &kernel,
                                const std::optional<results::Message> &message,
                                std::uint32_t data_bytes)
{
    return entry_of(kernel.workload).make_task(kernel, message, data_bytes);
}

std::vector<std::uint8_t> ends_of(const Kernel &kernel, std::span<const std::uint8_t> starts,
                                  std::uint64_t iterations)
{
    std::vector<std::uint8_t> ends(starts.size());
    const auto lanes = make_lanes(kernel);
    const std::size_t bytes = entry_of(kernel.workload).state_bytes, count = starts.size() / bytes;
    for (std::size_t first = 0; first < count; first += lanes->count()) {
        for (std::size_t lane = 0; lane < lanes->count(); ++lane)
            lanes->set(lane, &starts[(first + lane) % count * bytes]);
        lanes->advance(iterations);
        for (std::size_t lane = 0; lane < lanes->count(); ++lane)
            lanes->get(lane, &ends[(first + lane) % count * bytes]);
    }
    return ends;
}

std::unique_ptr<Task> make_chain_task(const Kernel &kernel, const std::optional<results::Message> &,
                                      std::uint32_t data_bytes)
{
    return std::make_unique<LanesTask>(std::string(kernel.id), kernel.workload,
                                       independent_kernel(kernel),
                                       entry_of(kernel.workload).make_lanes(kernel, data_bytes));
}

std::unique_ptr<Task> make_chain_task(std::string id, Workload workload,
                                      std::unique_ptr<Lanes> lanes)
{
    return std::make_unique<LanesTask>(std::move(id), workload, reference_kernel(workload),
                                       std::move(lanes));
}

std::optional<results::Mismatch> verify_chain(const Kernel &kernel)
{
    const auto wrong = check_random_states(kernel);
    return wrong ? wrong : check_task(*make_task(kernel), 1);
}

std::optional<results::Mismatch> verify_messages(const Kernel &kernel,
                                                 std::span<const std::string_view> functions)
{
    const WorkloadEntry &entry = entry_of(kernel.workload);
    for (const std::string_view function : functions)
        for (const std::size_t bytes : entry.verified_lengths)
            if (auto wrong = check_task(*make_task(kernel, entry.message(function, bytes)), 2))
                return wrong;
    return std::nullopt;
}

std::unique_ptr<Task> make_message_task(std::string id, unsigned lanes,
                                        const results::Message &message, HashMessages hash,
                                        HashMessages independent, std::uint32_t data_bytes)
{
    return std::make_unique<RepeatedTask<Messages, LanesOfHash>>(
        std::move(id), message.function + " of " + std::to_string(message.bytes) + " bytes",
        [lanes, message](std::uint32_t behind) { return Messages(lanes, message, behind); },
        LanesOfHash{std::move(hash), lanes}, LanesOfHash{std::move(independent), 1}, data_bytes);
}

HashMessages hash_by_peer(const PeerHash &hash, std::size_t bytes)
{
    return [hash, bytes](std::uint8_t *const *messages, std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            hash(messages[0], bytes, messages[0]);
    };
}

const std::uint8_t *soak_message(const std::uint8_t *start)
{
    // Room for the blocks from any place that a start can name.
    constexpr std::size_t most_places = 256, place_bytes = 8;
    static const std::vector<std::uint8_t> message = [] {
        std::mt19937_64 random(0);
        std::vector<std::uint8_t> bytes(lanes_step * longest_soak_block +
                                        most_places * place_bytes);
        for (std::uint8_t &byte : bytes)
            byte = static_cast<std::uint8_t>(random());
        return bytes;
    }();
    return message.data() + std::size_t{start[0]} * place_bytes;
}

} // namespace hashlane::workloads
