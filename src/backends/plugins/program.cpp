// SPDX-License-Identifier: MIT
//
// Another hashlane program: the process that measures, and the one that asks it.
#include "../../lib/core/registry.h"
#include "../../machine/system/used_files.h"
#include "../../measure/context.h"
#include "plugin.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlane::backends {

// ---- The process that measures ----

namespace {

struct BenchmarkJob {
    std::string_view benchmark;
    measure::Job job;
};

std::vector<BenchmarkJob> all_jobs()
{
    std::vector<BenchmarkJob> all;
    for (const workloads::Benchmark *const benchmark : workloads::all_benchmarks()) {
        const auto add = [&](std::vector<measure::Job> jobs) {
            for (measure::Job &job : jobs)
                all.push_back({benchmark->name, std::move(job)});
        };
        if (!benchmark->has_kernels())
            add(measure::library_jobs(*benchmark));
        for (const Kernel &kernel : all_kernels())
            if (benchmark->has_kernels() && kernel.workload == benchmark->workload &&
                is_runnable(kernel, this_cpu().features))
                add(measure::kernel_jobs(kernel, *benchmark));
    }
    return all;
}

ProgramAnswer answer(const OfferRequest &)
{
    Offer offer{measure::this_build(), {}};
    for (const auto &[benchmark, job] : all_jobs())
        offer.jobs.push_back({std::string(benchmark), job.kernel_id, job.name,
                              std::string(workload_name(job.workload)), job.lanes, job.message});
    return offer;
}

ProgramAnswer answer(const VisitJobRequest &request)
{
    const std::vector<BenchmarkJob> all = all_jobs();
    const auto found =
        std::ranges::find(all, request.job, [](const BenchmarkJob &one) -> const std::string & {
            return one.job.name;
        });
    if (found == all.end())
        return Refusal{request.job + " is none of its kernels"};
    measure::Visit visit = measure::take_visit(found->job.make_task, request.visit);
    for (measure::ThreadSamples &thread : visit.threads)
        if (thread.samples.mismatch)
            return std::move(*thread.samples.mismatch);
    return visit;
}

ProgramAnswer answer_to(const std::string &bytes)
try {
    return std::visit([](const auto &what) { return answer(what); }, read<ProgramRequest>(bytes));
} catch (const OtherVersion &) {
    return Refusal{}; // the answer's version says it
} catch (const machine::ThreadError &error) {
    return Refusal{error.what()};
}

} // namespace

void host_kernels()
{
    machine::answer_parent([](const std::string &request) { return written(answer_to(request)); });
}

// ---- The process that asks ----

namespace {

// Returns the answer, of the requested kind or a mismatch; nothing if it was stopped.
std::optional<ProgramAnswer> ask(const Program &program, const ProgramRequest &request,
                                 const std::atomic<bool> &stop)
{
    const auto text = machine::ask_child({program_host_argument, program.path}, written(request),
                                         program.deadline_seconds, stop);
    if (!text)
        return std::nullopt;
    try {
        auto answer = read<ProgramAnswer>(*text);
        if (const auto *const refusal = std::get_if<Refusal>(&answer))
            throw machine::ChildFailure(refusal->reason);
        return answer;
    } catch (const OtherVersion &other) {
        throw Unusable(fmt::format(
            "it measures for others by version {} of their messages, this program by version {}: "
            "run 'hashlane compare' of the {} program, or compare files of 'hashlane run --out'",
            other.version, program_wire_version,
            other.version > program_wire_version ? "newer" : "older"));
    } catch (const WireError &) {
        throw machine::ChildFailure("its answer cannot be read");
    }
}

bool is_complete(const measure::Visit &visit, std::size_t threads)
{
    return visit.threads.size() == threads && visit.clocks.size() == threads &&
           std::ranges::all_of(visit.threads, [](const measure::ThreadSamples &thread) {
               return !thread.samples.taken.empty() && thread.samples.iterations_per_sample != 0 &&
                      std::ranges::all_of(thread.samples.taken, &measure::Sample::iterations);
           });
}

std::variant<measure::Visit, measure::VisitFailure>
visit_there(const Program &program, const std::string &job, const measure::VisitRequest &request)
{
    auto answer = ask(program, VisitJobRequest{job, request}, request.context.stop);
    if (!answer)
        return measure::VisitFailure(measure::Interrupted{});
    if (auto *const wrong = std::get_if<results::Mismatch>(&*answer))
        return measure::VisitFailure(std::move(*wrong));
    auto *const visit = std::get_if<measure::Visit>(&*answer);
    if (visit == nullptr || !is_complete(*visit, request.cpus.size()))
        throw machine::ChildFailure("its answer cannot be read");
    return std::move(*visit);
}

} // namespace

std::optional<Program> open_program(const std::string &path, double deadline_seconds,
                                    const std::atomic<bool> &stop)
try {
    machine::note_input(machine::id_of(path));
    Program program{path, deadline_seconds, {}};
    auto answer = ask(program, OfferRequest{}, stop);
    if (!answer)
        return std::nullopt;
    auto *const offer = std::get_if<Offer>(&*answer);
    if (offer == nullptr)
        throw machine::ChildFailure("its answer cannot be read");
    program.offer = std::move(*offer);
    return program;
} catch (const Unusable &) {
    throw;
} catch (const machine::ChildFailure &failure) {
    throw Unusable(
        fmt::format("{}; it has to be a hashlane program of version 0.1 or later", failure.what()));
}

measure::Job program_job(const Program &program, const OfferedJob &offered)
{
    measure::Job job =
        measure::job_of(results::find_work(offered.workload).value(), offered.id, offered.message);
    job.name = offered.name;
    job.lanes = offered.lanes;
    const Program place{program.path, program.deadline_seconds, {}};
    job.visit_elsewhere = [place, name = offered.name](const measure::VisitRequest &request) {
        return visit_there(place, name, request);
    };
    return job;
}

} // namespace hashlane::backends
