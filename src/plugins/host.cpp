// SPDX-License-Identifier: MIT
#include "host.h"

#include "../system/child_process.h"
#include "../system/threads.h"
#include "load.h"
#include "stretch.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <utility>

namespace hashlane {
namespace {

// Far above what any processor does in a millisecond.
constexpr std::uint64_t largest_sample_iterations = std::uint64_t{1} << 32;

// What a plug-in's kernel does on one thread. Its samples continue one stretch, which is proven
// where the plug-in cannot reach: here nothing is checked.
class PluginTask final : public Task {
public:
    PluginTask(Advance advance, std::size_t bytes, std::uint32_t data_bytes, Claim &claim)
        : advance_(std::move(advance)),
          data_((bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t), data_bytes),
          bytes_(bytes),
          claim_(claim)
    {
        claim_.end.resize(bytes);
        reset();
    }
    ~PluginTask() override { std::copy_n(data(), bytes_, claim_.end.begin()); }
    PluginTask(const PluginTask &) = delete;
    PluginTask &operator=(const PluginTask &) = delete;

    std::uint64_t largest_sample() const override { return largest_sample_iterations; }
    std::uint64_t segment(std::uint64_t sample) const override { return sample; }
    // After a sample the next one goes on from its end; after warming up all begins anew.
    void reset() override
    {
        if (!std::exchange(goes_on_, false))
            draw_start(claim_.stretch.seed, {data(), bytes_});
    }
    void advance(std::uint64_t iterations) override { advance_(data(), iterations); }
    std::optional<Mismatch> check(std::uint64_t iterations) override
    {
        claim_.stretch.iterations += iterations;
        goes_on_ = true;
        return std::nullopt;
    }

private:
    std::uint8_t *data() { return reinterpret_cast<std::uint8_t *>(data_.data()); }

    Advance advance_;
    PlacedData<std::uint64_t> data_;
    std::size_t bytes_;
    Claim &claim_;
    bool goes_on_ = false;
};

// A kernel, and how much data it has on one thread.
struct Work {
    Work(const hashlane_plugin &kernel, const std::optional<MessageShape> &message)
        : advance(advance_with(kernel, message)),
          bytes(data_bytes(workload_of(kernel), kernel.lanes, message))
    {
    }

    Advance advance;
    std::size_t bytes;
};

Claim not_begun(Stretch stretch)
{
    stretch.iterations = 0;
    return {stretch, ""};
}

using Kernels = std::vector<const hashlane_plugin *>;

PluginAnswer answer(const DescribeRequest &, const Kernels &kernels)
{
    Description description;
    for (const hashlane_plugin *kernel : kernels)
        description.push_back(describe(*kernel));
    return description;
}

PluginAnswer answer(const ComputeRequest &request, const Kernels &kernels)
{
    Claims claims;
    for (const Stretch &stretch : request.stretches) {
        const Work work(*kernels.at(request.kernel), stretch.message);
        Claim &claim = claims.emplace_back(not_begun(stretch));
        PluginTask task(work.advance, work.bytes, 0, claim);
        task.advance(stretch.iterations);
        task.check(stretch.iterations);
    }
    return claims;
}

PluginAnswer answer(const MeasureRequest &request, const Kernels &kernels)
{
    const Work work(*kernels.at(request.kernel), request.first.message);
    MeasuredVisit measured;
    for (std::size_t i = 0; i < request.visit.cpus.size(); ++i) {
        measured.claims.push_back(not_begun(request.first));
        measured.claims.back().stretch.seed += i;
    }
    std::atomic<std::size_t> next = 0;
    const MakeTask make_task = [&](std::uint32_t offset) {
        return std::make_unique<PluginTask>(work.advance, work.bytes, offset,
                                            measured.claims.at(next++));
    };
    measured.visit = take_visit(make_task, request.visit);
    return measured;
}

PluginAnswer answer(const PluginRequest &request)
try {
    const Kernels kernels = load_plugin(request.file);
    return std::visit([&](const auto &what) { return answer(what, kernels); }, request.what);
} catch (const PluginRefused &refused) {
    return Refusal{refused.what()};
} catch (const ThreadError &error) { // no fault of the plug-in's
    return Refusal{error.what()};
}

} // namespace

void host_plugin()
{
    const std::string request = receive_request();
    if (request.empty())
        return;
    const std::atomic<bool> never = false;
    send_answer(write_answer(answer(read_request(request, never))));
    // Not what the plug-in may have registered for the end.
    std::_Exit(EXIT_SUCCESS);
}

} // namespace hashlane
