// SPDX-License-Identifier: MIT
#include "plugin.h"

#include "../measure/spot_check.h"
#include "../measure/verify.h"
#include "../sha3/sponge.h"
#include "../system/child_process.h"
#include "../system/threads.h"
#include "host.h"
#include "load.h"
#include "stretch.h"
#include "wire.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <utility>

namespace hashlane {
namespace {

// What it answers, of the kind that was asked for. Nothing where it was stopped.
template <class Answer>
std::optional<Answer> ask(const PluginRequest &request, double deadline_seconds,
                          const std::atomic<bool> &stop)
{
    ChildAnswer child =
        ask_child(plugin_host_argument, write_request(request), deadline_seconds, stop);
    if (child.end == ChildAnswer::End::stopped)
        return std::nullopt;
    if (child.end == ChildAnswer::End::failed)
        throw ForeignFailure(child.failure);
    try {
        PluginAnswer answer = read_answer(child.text);
        if (auto *const refusal = std::get_if<Refusal>(&answer))
            throw PluginRefused(refusal->reason);
        if (auto *const wanted = std::get_if<Answer>(&answer))
            return std::move(*wanted);
    } catch (const WireError &error) {
        throw ForeignFailure(error.what());
    }
    throw ForeignFailure(WireError().what());
}

bool claims_what_was_asked(const Claim &claim, const Stretch &asked)
{
    const auto &message = claim.stretch.message;
    return claim.stretch.seed == asked.seed && message.has_value() == asked.message.has_value() &&
           (!message || (message->function == asked.message->function &&
                         message->bytes == asked.message->bytes));
}

// A thread for each visit's thread, where that ran.
std::optional<Mismatch> find_wrong(const PluginKernel &kernel, const std::string &id,
                                   const std::vector<int> &cpus, const Claims &claims)
{
    std::mutex mutex;
    std::optional<Mismatch> wrong;
    on_pinned_threads(cpus, [&](std::size_t i) {
        auto found = find_wrong(kernel, id, claims[i]);
        const std::scoped_lock lock(mutex);
        if (found && (!wrong || found->lane < wrong->lane))
            wrong = std::move(found);
    });
    return wrong;
}

// No processor finishes an iteration in less, even of a single lane.
constexpr double least_iteration_ns = 1;

std::uint64_t iterations_of(const ThreadSamples &thread)
{
    std::uint64_t iterations = 0;
    for (const Sample &sample : thread.samples.taken) {
        if (sample.interval.ns < static_cast<double>(sample.iterations) * least_iteration_ns)
            throw ForeignFailure("it claims a speed that no processor has");
        iterations += sample.iterations;
    }
    if (iterations == 0 || thread.samples.iterations_per_sample == 0)
        throw ForeignFailure(WireError().what());
    return iterations;
}

// Nothing of what another process says is believed before it was looked at.
void require_sense(const MeasuredVisit &measured, const MeasureRequest &request)
{
    const std::size_t threads = request.visit.cpus.size();
    bool sense = measured.visit.threads.size() == threads &&
                 measured.visit.clocks.size() == threads && measured.claims.size() == threads;
    // Which thread took which stretch is not known.
    std::vector<std::uint64_t> sampled, claimed;
    for (std::size_t i = 0; sense && i < threads; ++i) {
        Stretch asked = request.first;
        asked.seed += i;
        sense = claims_what_was_asked(measured.claims[i], asked);
        sampled.push_back(iterations_of(measured.visit.threads[i]));
        claimed.push_back(measured.claims[i].stretch.iterations);
    }
    std::ranges::sort(sampled);
    std::ranges::sort(claimed);
    if (!sense || sampled != claimed)
        throw ForeignFailure(WireError().what());
}

// What the other process was not asked about.
void add_environment(Visit &visit)
{
    for (std::size_t i = 0; i < visit.threads.size(); ++i) {
        SamplingEnvironment &environment = visit.threads[i].environment;
        const bool throttled = environment.throttle_events;
        environment = sampling_environment(visit.clocks[i].source);
        environment.throttle_events = throttled;
    }
}

// Lengths and counts around every rate and power of two.
std::vector<Stretch> stretches_to_verify(Workload workload)
{
    std::vector<Stretch> stretches;
    if (workload != Workload::sha3)
        for (const std::uint64_t count : odd_counts)
            stretches.push_back({std::nullopt, draw_seed(), count});
    else
        for (const Sha3Function &function : sha3_functions())
            for (const std::size_t bytes : message_lengths)
                stretches.push_back({MessageShape{function.function, bytes}, draw_seed(), 2});
    return stretches;
}

// A kernel, and where it is.
struct PluginPlace {
    std::string path;
    double deadline_seconds = 0;
    std::size_t number = 0;
    PluginKernel kernel;

    std::string id() const { return plugin_kernel_id(kernel); }
};

std::optional<VisitFailure> verify(const PluginPlace &place, const std::atomic<bool> &stop)
{
    const ComputeRequest request{place.number, stretches_to_verify(place.kernel.workload)};
    const auto claims = ask<Claims>({place.path, request}, place.deadline_seconds, stop);
    if (!claims)
        return VisitFailure(Interrupted{});
    if (claims->size() != request.stretches.size())
        throw ForeignFailure(WireError().what());
    for (std::size_t i = 0; i < claims->size(); ++i) {
        const Claim &claim = (*claims)[i];
        if (!claims_what_was_asked(claim, request.stretches[i]) ||
            claim.stretch.iterations != request.stretches[i].iterations)
            throw ForeignFailure(WireError().what());
        if (auto wrong = find_wrong(place.kernel, place.id(), claim))
            return VisitFailure(std::move(*wrong));
    }
    return std::nullopt;
}

std::variant<Visit, VisitFailure> measure_and_prove(const PluginPlace &place,
                                                    const MeasureRequest &request)
{
    const std::atomic<bool> &stop = request.visit.context.stop;
    // What computes nothing is faster than can be repeated: it is not measured at all.
    if (request.visit.iterations_per_sample == 0)
        if (auto failure = verify(place, stop))
            return std::move(*failure);
    auto measured = ask<MeasuredVisit>({place.path, request}, place.deadline_seconds, stop);
    if (!measured)
        return VisitFailure(Interrupted{});
    require_sense(*measured, request);
    if (auto wrong = find_wrong(place.kernel, place.id(), request.visit.cpus, measured->claims))
        return VisitFailure(std::move(*wrong));
    add_environment(measured->visit);
    return std::move(measured->visit);
}

} // namespace

std::string plugin_kernel_id(const PluginKernel &kernel)
{
    return std::string(workload_name(kernel.workload)) + ".plugin:" + kernel.name + ".x" +
           std::to_string(kernel.lanes);
}

std::variant<PluginFile, Interrupted> open_plugin(const std::string &path, double deadline_seconds,
                                                  const std::atomic<bool> &stop)
{
    PluginFile file{std::filesystem::absolute(path).string(), deadline_seconds, {}};
    auto description = ask<Description>({file.path, DescribeRequest{}}, deadline_seconds, stop);
    if (!description)
        return Interrupted{};
    file.kernels = std::move(*description);
    return file;
}

Job plugin_job(const PluginFile &file, std::size_t kernel,
               const std::optional<MessageShape> &message)
{
    const PluginKernel &described = file.kernels.at(kernel);
    Job job;
    job.id = job.name = plugin_kernel_id(described);
    job.workload = described.workload;
    job.lanes = described.lanes;
    job.plugin = std::filesystem::path(file.path).filename().string();
    job.proof = "every visit repeated from data of its own by kernels of hashlane";
    if (described.operations)
        job.operations = std::make_shared<const Operations>(*described.operations);
    if (message) {
        const Sha3Function &function = *find_sha3_function(message->function);
        job.name.append("/")
            .append(function.name)
            .append("/")
            .append(std::to_string(message->bytes));
        job.message = Message{std::string(function.name), message->bytes, output_bytes(function)};
    }
    const PluginPlace place{file.path, file.deadline_seconds, kernel, described};
    job.visit_elsewhere = [=](const VisitRequest &visit) {
        return measure_and_prove(place, {kernel, {message, draw_seed(), 0}, visit});
    };
    return job;
}

std::optional<VisitFailure> verify_plugin(const PluginFile &file, std::size_t kernel,
                                          const std::atomic<bool> &stop)
{
    return verify({file.path, file.deadline_seconds, kernel, file.kernels.at(kernel)}, stop);
}

} // namespace hashlane
