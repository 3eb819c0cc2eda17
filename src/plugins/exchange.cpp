// SPDX-License-Identifier: MIT
#include "exchange.h"

#include "../measure/runner.h"
#include "wire.h"

namespace hashlane {
namespace {

// ---- Each value, written and read ----

void write(WireWriter &out, const InstructionMix &mix)
{
    for (const double count : mix.count)
        out.real(count);
}
InstructionMix read_mix(WireReader &in)
{
    InstructionMix mix;
    for (double &count : mix.count)
        count = in.real();
    return mix;
}

void write(WireWriter &out, const PluginKernel &kernel)
{
    out.text(kernel.name);
    out.name(kernel.workload);
    out.number(kernel.lanes - 1);
    out.number(kernel.supported);
    out.number(kernel.operations.has_value());
    if (kernel.operations) {
        write(out, kernel.operations->path);
        write(out, kernel.operations->all);
    }
}
PluginKernel read_kernel(WireReader &in)
{
    PluginKernel kernel;
    kernel.name = in.text();
    kernel.workload = in.name(Workload::sha3);
    kernel.lanes = static_cast<unsigned>(in.number(max_lanes - 1)) + 1;
    kernel.supported = in.truth();
    if (in.truth()) {
        const InstructionMix path = read_mix(in);
        kernel.operations = Operations{path, read_mix(in)};
    }
    return kernel;
}

void write(WireWriter &out, const Stretch &stretch)
{
    out.number(stretch.message.has_value());
    if (stretch.message) {
        out.name(stretch.message->function);
        out.number(stretch.message->bytes);
    }
    out.number(stretch.seed);
    out.number(stretch.iterations);
}
Stretch read_stretch(WireReader &in)
{
    Stretch stretch;
    if (in.truth()) {
        const auto function = in.name(HASHLANE_SHAKE256);
        stretch.message = MessageShape{function, static_cast<std::size_t>(in.number(UINT32_MAX))};
    }
    stretch.seed = in.number();
    stretch.iterations = in.number();
    return stretch;
}

void write(WireWriter &out, const Claim &claim)
{
    write(out, claim.stretch);
    out.text(claim.end);
}
Claim read_claim(WireReader &in)
{
    Claim claim;
    claim.stretch = read_stretch(in);
    claim.end = in.text();
    return claim;
}

void write(WireWriter &out, const VisitRequest &visit)
{
    out.list(visit.cpus, [](WireWriter &to, int cpu) { to.number(static_cast<unsigned>(cpu)); });
    out.number(visit.iterations_per_sample);
    out.number(visit.layout.stack_bytes);
    out.number(visit.layout.data_bytes);
    const ClockRequest &clock = visit.context.clock;
    out.number(clock.automatic);
    out.name(clock.source);
    out.real(clock.given_hz);
    const SamplingPlan &plan = visit.context.plan;
    out.real(plan.min_time_ns);
    out.number(plan.min_samples);
    out.number(plan.exact_iterations);
    out.real(plan.sample_ns);
    out.real(plan.warm_up_ns);
    out.real(plan.max_drift);
    out.real(plan.retake_factor);
}
VisitRequest read_visit_request(WireReader &in, const std::atomic<bool> &stop)
{
    VisitRequest visit{{}, 0, {{}, {}, stop, nullptr}, {}};
    visit.cpus = in.list([](WireReader &from) { return static_cast<int>(from.number(INT32_MAX)); });
    visit.iterations_per_sample = in.number();
    visit.layout.stack_bytes = static_cast<std::uint32_t>(in.number(UINT32_MAX));
    visit.layout.data_bytes = static_cast<std::uint32_t>(in.number(UINT32_MAX));
    ClockRequest &clock = visit.context.clock;
    clock.automatic = in.truth();
    clock.source = in.name(CycleSource::none);
    clock.given_hz = in.real();
    SamplingPlan &plan = visit.context.plan;
    plan.min_time_ns = in.real();
    plan.min_samples = in.number();
    plan.exact_iterations = in.number();
    plan.sample_ns = in.real();
    plan.warm_up_ns = in.real();
    plan.max_drift = in.real();
    plan.retake_factor = in.real();
    return visit;
}

void write(WireWriter &out, const Sample &sample)
{
    out.number(sample.iterations);
    out.real(sample.interval.ns);
    out.real(sample.interval.cycles);
    out.real(sample.interval.clock_hz);
    out.real(sample.interval.drift);
    out.number(sample.interval.counted);
    out.real(sample.start_ns);
    out.real(sample.end_ns);
    out.number(sample.cpu.has_value());
    out.number(static_cast<unsigned>(sample.cpu.value_or(0)));
    out.real(sample.burst_cycles);
    out.name(sample.verdict);
}
Sample read_sample(WireReader &in)
{
    Sample sample;
    sample.iterations = in.number();
    sample.interval.ns = in.real();
    sample.interval.cycles = in.real();
    sample.interval.clock_hz = in.real();
    sample.interval.drift = in.real();
    sample.interval.counted = in.truth();
    sample.start_ns = in.real();
    sample.end_ns = in.real();
    const bool has_cpu = in.truth();
    const auto cpu = static_cast<int>(in.number(INT32_MAX));
    if (has_cpu)
        sample.cpu = cpu;
    sample.burst_cycles = in.real();
    sample.verdict = in.name(SampleVerdict::moved);
    return sample;
}

void write(WireWriter &out, const ThreadSamples &thread)
{
    const Samples &samples = thread.samples;
    out.list(samples.taken, [](WireWriter &to, const Sample &sample) { write(to, sample); });
    out.number(samples.iterations_per_sample);
    out.number(samples.gave_up);
    out.number(samples.interrupted);
    out.number(thread.environment.throttle_events);
    out.real(thread.cpu_ns);
    out.real(thread.wall_ns);
}
ThreadSamples read_thread(WireReader &in)
{
    ThreadSamples thread;
    Samples &samples = thread.samples;
    samples.taken = in.list(read_sample);
    samples.iterations_per_sample = in.number();
    samples.gave_up = in.truth();
    samples.interrupted = in.truth();
    thread.environment.throttle_events = in.truth();
    thread.cpu_ns = in.real();
    thread.wall_ns = in.real();
    return thread;
}

void write(WireWriter &out, const UsedClock &clock)
{
    out.name(clock.source);
    out.text(clock.note);
}
UsedClock read_clock(WireReader &in)
{
    const auto source = in.name(CycleSource::none);
    return {source, in.text()};
}

// ---- Requests and answers ----

void write(WireWriter &, const DescribeRequest &) {}
void write(WireWriter &out, const ComputeRequest &request)
{
    out.number(request.kernel);
    out.list(request.stretches, [](WireWriter &to, const Stretch &one) { write(to, one); });
}
void write(WireWriter &out, const MeasureRequest &request)
{
    out.number(request.kernel);
    write(out, request.first);
    write(out, request.visit);
}

void write(WireWriter &out, const Refusal &refusal) { out.text(refusal.reason); }
void write(WireWriter &out, const Description &kernels)
{
    out.list(kernels, [](WireWriter &to, const PluginKernel &one) { write(to, one); });
}
void write(WireWriter &out, const Claims &claims)
{
    out.list(claims, [](WireWriter &to, const Claim &one) { write(to, one); });
}
void write(WireWriter &out, const MeasuredVisit &measured)
{
    out.list(measured.visit.threads,
             [](WireWriter &to, const ThreadSamples &one) { write(to, one); });
    out.list(measured.visit.clocks, [](WireWriter &to, const UsedClock &one) { write(to, one); });
    out.number(measured.visit.pinned);
    write(out, measured.claims);
}
MeasuredVisit read_measured(WireReader &in)
{
    MeasuredVisit measured;
    measured.visit.threads = in.list(read_thread);
    measured.visit.clocks = in.list(read_clock);
    measured.visit.pinned = in.truth();
    measured.claims = in.list(read_claim);
    return measured;
}

} // namespace

std::string write_request(const PluginRequest &request)
{
    WireWriter out;
    out.text(request.file);
    out.number(request.what.index());
    std::visit([&](const auto &what) { write(out, what); }, request.what);
    return out.bytes();
}

std::string write_answer(const PluginAnswer &answer)
{
    WireWriter out;
    out.number(answer.index());
    std::visit([&](const auto &what) { write(out, what); }, answer);
    return out.bytes();
}

PluginRequest read_request(std::string_view bytes, const std::atomic<bool> &stop)
{
    WireReader in(bytes);
    PluginRequest request{in.text(), DescribeRequest{}};
    const std::uint64_t kind = in.number(2);
    if (kind == 1) {
        const auto kernel = static_cast<std::size_t>(in.number(SIZE_MAX));
        request.what.emplace<ComputeRequest>(ComputeRequest{kernel, in.list(read_stretch)});
    } else if (kind == 2) {
        const auto kernel = static_cast<std::size_t>(in.number(SIZE_MAX));
        const Stretch first = read_stretch(in);
        request.what.emplace<MeasureRequest>(
            MeasureRequest{kernel, first, read_visit_request(in, stop)});
    }
    return request;
}

PluginAnswer read_answer(std::string_view bytes)
{
    WireReader in(bytes);
    switch (in.number(3)) {
    case 0:
        return Refusal{in.text()};
    case 1:
        return in.list(read_kernel);
    case 2:
        return in.list(read_claim);
    default:
        return read_measured(in);
    }
}

} // namespace hashlane
