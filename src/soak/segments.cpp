// SPDX-License-Identifier: MIT
#include "segments.h"

#include "../core/registry.h"
#include "../system/threads.h"
#include "lanes.h"
#include "unit.h"

#include <algorithm>
#include <random>
#include <utility>

namespace hashlane {
namespace {

// At most some milliseconds of any kernel. Multiples of lanes_step, sixteenths of them as well
// (visit.cpp).
constexpr std::uint64_t iterations_of(Workload workload)
{
    switch (workload) {
    case Workload::sha256_chain:
    case Workload::sha256:
        return 1 << 13;
    case Workload::sha256_salted:
        return 1 << 12;
    case Workload::keccak_chain:
    case Workload::sha3:
        return 1 << 11;
    case Workload::sha256_nodes:
        break;
    }
    return 1 << 10;
}

struct Answering {
    const Kernel *first;
    const Kernel *second;
};

// The preferred kernel, and the preferred one of those that keep another unit busy.
Answering answering_kernels(Workload workload)
{
    const auto suits = [&](const Kernel &kernel) {
        return kernel.workload == workload && is_runnable(kernel, this_cpu_features());
    };
    const auto &kernels = all_kernels();
    const Kernel &first = *std::ranges::find_if(kernels, suits); // the reference at least
    const auto second = std::ranges::find_if(kernels, [&](const Kernel &kernel) {
        return suits(kernel) && unit_of(kernel) != unit_of(first);
    });
    return {&first, second != kernels.end() ? &*second : &independent_kernel(first)};
}

// Both kernels' ends, against each other, and the reference's where they differ.
class Referee {
public:
    Referee(std::vector<Segments> &all, const std::vector<int> &cpus) : all_(all), cpus_(cpus)
    {
        for (const Segments &segments : all)
            kernels_.push_back(answering_kernels(segments.workload));
    }

    std::vector<WrongEnd> prove()
    {
        std::vector<std::vector<std::uint8_t>> seconds(all_.size());
        const bool alone = cpus_.size() == 1;
        on_pinned_threads(alone ? cpus_ : std::vector<int>{cpus_[0], cpus_[1]},
                          [&](std::size_t thread) {
                              for (std::size_t i = 0; i < all_.size(); ++i) {
                                  if (thread == 0)
                                      all_[i].ends = computed_ends(all_[i], *kernels_[i].first);
                                  if (thread == 1 || alone)
                                      seconds[i] = computed_ends(all_[i], *kernels_[i].second);
                              }
                          });
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (all_[i].ends != seconds[i])
                decide(i, seconds[i]);
        return std::move(wrong_);
    }

private:
    void decide(std::size_t i, const std::vector<std::uint8_t> &second)
    {
        std::vector<std::uint8_t> right;
        on_pinned_threads({cpus_[2 % cpus_.size()]}, [&](std::size_t) {
            right = computed_ends(all_[i], reference_kernel(all_[i].workload));
        });
        const std::vector<std::uint8_t> first = std::exchange(all_[i].ends, std::move(right));
        note_wrong(i, first, kernels_[i].first, cpus_[0]);
        note_wrong(i, second, kernels_[i].second, cpus_[1 % cpus_.size()]);
    }

    void note_wrong(std::size_t i, const std::vector<std::uint8_t> &ends, const Kernel *kernel,
                    int cpu)
    {
        const Segments &segments = all_[i];
        for (std::size_t index = 0; index < segments.count(); ++index) {
            const auto *const got = &ends[index * segments.bytes];
            if (!std::equal(got, got + segments.bytes, segments.end(index)))
                wrong_.push_back({i, index, kernel, cpu, {got, got + segments.bytes}});
        }
    }

    std::vector<Segments> &all_;
    const std::vector<int> &cpus_;
    std::vector<Answering> kernels_;
    std::vector<WrongEnd> wrong_;
};

} // namespace

Segments draw_segments(Workload workload, std::uint64_t seed)
{
    Segments segments{
        .workload = workload,
        .bytes = state_bytes(workload),
        .iterations = iterations_of(workload),
        .starts = {},
        .ends = {},
    };
    segments.starts.resize(segments_of_a_pass * segments.bytes);
    std::mt19937_64 random(seed + static_cast<std::uint64_t>(workload));
    for (std::uint8_t &byte : segments.starts)
        byte = static_cast<std::uint8_t>(random());
    return segments;
}

std::vector<std::uint8_t> computed_ends(const Segments &segments, const Kernel &kernel)
{
    std::vector<std::uint8_t> ends(segments.starts.size());
    const auto lanes = make_lanes(kernel);
    for (std::size_t first = 0; first < segments.count(); first += lanes->count()) {
        for (std::size_t lane = 0; lane < lanes->count(); ++lane)
            lanes->set(lane, segments.start((first + lane) % segments.count()));
        lanes->advance(segments.iterations);
        for (std::size_t lane = 0; lane < lanes->count(); ++lane)
            lanes->get(lane, &ends[(first + lane) % segments.count() * segments.bytes]);
    }
    return ends;
}

std::vector<WrongEnd> prove_ends(std::vector<Segments> &all, const std::vector<int> &cpus)
{
    return Referee(all, cpus).prove();
}

} // namespace hashlane
