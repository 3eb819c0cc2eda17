// SPDX-License-Identifier: MIT
#include "plugin.h"

#include "../../lib/dispatch/call_plan.h"
#include "../../lib/sha3/sponge.h"
#include "../../machine/system/text.h"
#include "../../machine/system/threads.h"
#include "../../machine/system/used_files.h"
#include "../../statistics/statistics.h"
#include "../../workloads/table.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <random>
#include <utility>

namespace hashlane::backends {
namespace {

// Returns the answer, of the requested kind; nothing if it was stopped.
template <class Answer>
std::optional<Answer> ask(const PluginRequest &request, double deadline_seconds,
                          const std::atomic<bool> &stop)
{
    const auto text =
        machine::ask_child({plugin_host_argument}, written(request), deadline_seconds, stop);
    if (!text)
        return std::nullopt;
    try {
        auto answer = read<PluginAnswer>(*text);
        if (auto *const refusal = std::get_if<Refusal>(&answer))
            throw Unusable(refusal->reason);
        if (auto *const wanted = std::get_if<Answer>(&answer))
            return std::move(*wanted);
    } catch (const results::BadWork &error) {
        throw Unusable(error.what());
    }
    throw WireError();
}

bool claims_what_was_asked(const Claim &claim, const Stretch &asked)
{
    return claim.stretch.seed == asked.seed && claim.stretch.message == asked.message;
}

// A thread for each visit's thread, where that ran.
std::optional<results::Mismatch> find_wrong(const PluginKernel &kernel,
                                            const std::vector<int> &cpus, const Claims &claims)
{
    std::mutex mutex;
    std::optional<results::Mismatch> wrong;
    machine::on_pinned_threads(cpus, [&](std::size_t i) {
        auto found = find_wrong(kernel, claims[i]);
        const std::scoped_lock lock(mutex);
        if (found && (!wrong || found->lane < wrong->lane))
            wrong = std::move(found);
    });
    return wrong;
}

// No processor finishes an iteration in less: of a kernel, even of a single lane; of a foreign
// workload, even of one that a loop does with several in each cycle.
constexpr double least_iteration_ns = 1, least_foreign_iteration_ns = 0.001;

std::uint64_t iterations_of(const measure::ThreadSamples &thread, double least_ns)
{
    std::uint64_t iterations = 0;
    for (const measure::Sample &sample : thread.samples.taken) {
        if (sample.interval.counted &&
            (sample.interval.ns < static_cast<double>(sample.iterations) * least_ns ||
             sample.interval.cycles <= 0))
            throw machine::ChildFailure("it reports a speed that no processor has");
        iterations += sample.iterations;
    }
    if (iterations == 0 || thread.samples.iterations_per_sample == 0)
        throw WireError();
    return iterations;
}

// Everything from another process is checked before it is used.
void require_sense(const PluginKernel &kernel, const MeasuredVisit &measured,
                   const MeasureRequest &request)
{
    const double least_ns =
        kernel.workload.ours() ? least_iteration_ns : least_foreign_iteration_ns;
    const std::size_t threads = request.visit.cpus.size();
    bool sense = measured.visit.threads.size() == threads &&
                 measured.visit.clocks.size() == threads && measured.claims.size() == threads;
    // Which thread took which stretch is not known.
    std::vector<std::uint64_t> sampled, claimed;
    for (std::size_t i = 0; sense && i < threads; ++i) {
        Stretch asked = request.first;
        asked.seed += i;
        sense = claims_what_was_asked(measured.claims[i], asked);
        sampled.push_back(iterations_of(measured.visit.threads[i], least_ns));
        claimed.push_back(measured.claims[i].stretch.iterations);
    }
    std::ranges::sort(sampled);
    std::ranges::sort(claimed);
    if (!sense || sampled != claimed)
        throw WireError();
}

// Lengths and counts around every rate and power of two; few of a foreign workload, whose
// iterations may be long.
std::vector<Stretch> stretches_to_verify(results::Work work)
{
    if (!work.ours())
        return {{std::nullopt, 0, 1}, {std::nullopt, 0, 2}, {std::nullopt, 0, 3}};
    const workloads::WorkloadEntry &entry = workloads::entry_of(*work.ours());
    std::vector<Stretch> stretches;
    if (entry.message == nullptr)
        for (const std::uint64_t count : workloads::odd_counts)
            stretches.push_back({std::nullopt, statistics::draw_seed(), count});
    else
        for (const Sha3Function &function : sha3_functions())
            for (const std::size_t bytes : entry.verified_lengths)
                stretches.push_back(
                    {entry.message(function.name, bytes), statistics::draw_seed(), 2});
    return stretches;
}

std::variant<measure::Visit, measure::VisitFailure> measure_and_prove(const ForeignKernel &kernel,
                                                                      const MeasureRequest &request)
{
    const std::atomic<bool> &stop = request.visit.context.stop;
    // A kernel that computes nothing is faster than any repetition: it is not measured at all.
    if (request.visit.iterations_per_sample == 0)
        if (auto failure = verify_plugin(kernel, stop))
            return std::move(*failure);
    const double asked_ns = machine::steady_ns();
    auto measured = ask<MeasuredVisit>({kernel.file, request}, kernel.deadline_seconds, stop);
    if (!measured)
        return measure::VisitFailure(measure::Interrupted{});
    require_sense(kernel, *measured, request);
    if (auto wrong = find_wrong(kernel, request.visit.cpus, measured->claims))
        return measure::VisitFailure(std::move(*wrong));
    // The clock of another process begins with it, and visits of a row follow each other.
    for (measure::ThreadSamples &thread : measured->visit.threads)
        for (measure::Sample &sample : thread.samples.taken) {
            sample.start_ns += asked_ns;
            sample.end_ns += asked_ns;
        }
    return std::move(measured->visit);
}

} // namespace

std::string plugin_kernel_id(const PluginKernel &kernel)
{
    return std::string(workload_name(kernel.workload)) + ".plugin:" + kernel.name + ".x" +
           std::to_string(kernel.lanes);
}

std::optional<std::vector<ForeignKernel>>
open_plugin(const std::string &path, double deadline_seconds, const std::atomic<bool> &stop)
{
    machine::note_input(machine::id_of(path));
    const std::string file = std::filesystem::absolute(path).string();
    const auto description = ask<Description>({file, DescribeRequest{}}, deadline_seconds, stop);
    if (!description)
        return std::nullopt;
    std::vector<ForeignKernel> kernels;
    for (const PluginKernel &kernel : *description)
        kernels.push_back({kernel, file, kernels.size(), deadline_seconds});
    return kernels;
}

measure::Job plugin_job(const ForeignKernel &kernel, const std::optional<results::Message> &message)
{
    measure::Job job = measure::job_of(kernel.workload, plugin_kernel_id(kernel), message);
    job.lanes = kernel.lanes;
    job.plugin = std::filesystem::path(kernel.file).filename().string();
    if (kernel.workload.ours())
        job.proof = "every measurement repeated from its own data by kernels of hashlane";
    if (kernel.operations)
        job.operations = std::make_shared<const workloads::Operations>(*kernel.operations);
    job.visit_elsewhere = [=](const measure::VisitRequest &visit) {
        return measure_and_prove(kernel,
                                 {kernel.number, {message, statistics::draw_seed(), 0}, visit});
    };
    return job;
}

std::optional<measure::VisitFailure> verify_plugin(const ForeignKernel &kernel,
                                                   const std::atomic<bool> &stop)
{
    const ComputeRequest request{kernel.number, stretches_to_verify(kernel.workload)};
    const auto claims = ask<Claims>({kernel.file, request}, kernel.deadline_seconds, stop);
    if (!claims)
        return measure::VisitFailure(measure::Interrupted{});
    if (claims->size() != request.stretches.size())
        throw WireError();
    for (std::size_t i = 0; i < claims->size(); ++i) {
        const Claim &claim = (*claims)[i];
        if (!claims_what_was_asked(claim, request.stretches[i]) ||
            claim.stretch.iterations != request.stretches[i].iterations)
            throw WireError();
        if (auto wrong = find_wrong(kernel, claim))
            return measure::VisitFailure(std::move(*wrong));
    }
    return std::nullopt;
}

// ---- Stretches.

namespace {

void repeat_messages(unsigned lanes, const Stretch &stretch, std::uint8_t *data)
{
    const results::Message &message = *stretch.message;
    const auto function = find_sha3_function(message.function)->function;
    std::vector<const std::uint8_t *> messages;
    for (unsigned lane = 0; lane < lanes; ++lane)
        messages.push_back(data + lane * message.bytes);
    for (std::uint64_t i = 0; i < stretch.iterations; ++i)
        hashlane_sha3_hash_equal(function, messages.data(), message.bytes, lanes, data,
                                 message.bytes, message.output_bytes);
}

// Repeats the states by the calls that dispatch makes for this number of lanes.
void repeat_states(unsigned lanes, Workload workload, std::uint64_t iterations,
                   std::span<std::uint8_t> states)
{
    const std::size_t bytes = states.size() / lanes;
    std::uint8_t *state = states.data();
    for (const Kernel *const call : calls_for(active_dispatch(), workload, lanes)) {
        const auto left = static_cast<std::size_t>(states.data() + states.size() - state);
        const std::size_t taken = std::min(left, call->lanes * bytes);
        state = std::ranges::copy(workloads::ends_of(*call, {state, taken}, iterations), state).out;
    }
}

} // namespace

std::size_t data_bytes(Workload workload, unsigned lanes,
                       const std::optional<results::Message> &message)
{
    if (message)
        return lanes * message->bytes;
    return lanes * workloads::entry_of(workload).state_bytes;
}

void draw_start(std::uint64_t seed, std::span<std::uint8_t> data)
{
    std::mt19937_64 random(seed);
    std::ranges::generate(data, [&] { return static_cast<std::uint8_t>(random()); });
}

std::optional<results::Mismatch> find_wrong(const PluginKernel &kernel, const Claim &claim)
{
    const Stretch &stretch = claim.stretch;
    const auto wrong = [&](unsigned lane, const std::string &where) {
        return results::Mismatch{plugin_kernel_id(kernel), lane, stretch.iterations, where};
    };
    const auto workload = kernel.workload.ours();
    if (!workload)
        return claim.end.empty() ? std::nullopt : std::optional(wrong(0, "its own check"));
    std::vector<std::uint8_t> right(data_bytes(*workload, kernel.lanes, stretch.message));
    draw_start(stretch.seed, right);
    if (stretch.message)
        repeat_messages(kernel.lanes, stretch, right.data());
    else
        repeat_states(kernel.lanes, *workload, stretch.iterations, right);
    const std::string where =
        stretch.message
            ? stretch.message->function + " of " + std::to_string(stretch.message->bytes) + " bytes"
            : "random data";
    const std::size_t lane_bytes = right.size() / kernel.lanes;
    for (unsigned lane = 0; lane < kernel.lanes; ++lane) {
        const std::size_t begin = lane * lane_bytes;
        if (claim.end.size() != right.size() ||
            std::memcmp(claim.end.data() + begin, right.data() + begin, lane_bytes) != 0)
            return wrong(lane, where);
    }
    return std::nullopt;
}

} // namespace hashlane::backends
