// SPDX-License-Identifier: MIT
#include "exchange.h"

#include "../../lib/sha3/sponge.h"
#include "../../measure/runner.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace hashlane::backends {
namespace {

// A value's fields stand in one function, fields(), which a Writer writes with and a Reader reads
// with: a number is 8 bytes, and so is everything that is not a text.

class Writer {
public:
    template <class Value> using Of = const Value;

    template <class Number>
    void number(const Number &value, std::uint64_t least = 0, std::uint64_t /*most*/ = 0)
    {
        put(static_cast<std::uint64_t>(value) - least);
    }
    template <class Enum> void name(const Enum &value, Enum /*last*/) { number(value); }
    void truth(bool value) { number(value); }
    void real(double value) { put(std::bit_cast<std::uint64_t>(value)); }
    void text(const std::string &value)
    {
        number(value.size());
        bytes.append(value);
    }
    template <class T> void list(const std::vector<T> &values)
    {
        number(values.size());
        for (const T &value : values)
            fields(*this, value);
    }
    template <class T> void maybe(const std::optional<T> &value)
    {
        truth(value.has_value());
        if (value)
            fields(*this, *value);
    }

    std::string bytes;

private:
    void put(std::uint64_t value)
    {
        char raw[sizeof value];
        std::memcpy(raw, &value, sizeof value);
        bytes.append(raw, sizeof value);
    }
};

// Throws a WireError where the bytes end early, or are out of range.
class Reader {
public:
    template <class Value> using Of = Value;

    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t number_up_to(std::uint64_t most)
    {
        std::uint64_t value = 0;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        if (value > most)
            throw WireError();
        return value;
    }
    template <class Number>
    void number(Number &value, std::uint64_t least = 0,
                std::uint64_t most = std::numeric_limits<Number>::max())
    {
        value = static_cast<Number>(number_up_to(most - least) + least);
    }
    template <class Enum> void name(Enum &value, Enum last)
    {
        value = static_cast<Enum>(number_up_to(static_cast<std::uint64_t>(last)));
    }
    void truth(bool &value) { value = number_up_to(1) != 0; }
    void real(double &value)
    {
        value = std::bit_cast<double>(number_up_to(UINT64_MAX));
        if (!std::isfinite(value))
            throw WireError();
    }
    void text(std::string &value)
    {
        value = take(static_cast<std::size_t>(number_up_to(bytes_.size())));
    }
    template <class T> void list(std::vector<T> &values)
    {
        for (std::uint64_t left = number_up_to(bytes_.size()); left != 0; --left)
            fields(*this, values.emplace_back());
    }
    template <class T> void maybe(std::optional<T> &value)
    {
        bool is_there = false;
        truth(is_there);
        if (is_there)
            fields(*this, value.emplace());
    }

private:
    std::string_view take(std::size_t bytes)
    {
        if (bytes > bytes_.size())
            throw WireError();
        const std::string_view taken = bytes_.substr(0, bytes);
        bytes_.remove_prefix(bytes);
        return taken;
    }

    std::string_view bytes_;
};

// The parameter type for a Wire that reads, or for one that writes.
template <class Wire, class Value> using Of = typename Wire::template Of<Value>;

// ---- Values.

template <class Wire> void fields(Wire &wire, Of<Wire, int> &cpu) { wire.number(cpu); }

template <class Wire> void fields(Wire &wire, Of<Wire, workloads::Operations> &operations)
{
    for (auto *mix : {&operations.path, &operations.all})
        for (auto &count : mix->count)
            wire.real(count);
}

void fields(Writer &out, const results::Work &work)
{
    const auto ours = work.ours();
    out.truth(ours.has_value());
    if (ours)
        return out.number(*ours);
    const WorkloadFacts facts = facts_of(work);
    for (const std::string_view text : {facts.name, facts.title, facts.cost_of})
        out.text(std::string(text));
}
void fields(Reader &in, results::Work &work)
{
    bool is_ours = false;
    in.truth(is_ours);
    if (is_ours) {
        Workload ours{};
        in.name(ours, Workload::sha3);
        work = ours;
        return;
    }
    std::string name, title, unit;
    for (std::string *const text : {&name, &title, &unit})
        in.text(*text);
    work = results::foreign_work(name, title, unit);
}

template <class Wire> void fields(Wire &wire, Of<Wire, PluginKernel> &kernel)
{
    wire.text(kernel.name);
    fields(wire, kernel.workload);
    wire.number(kernel.lanes, 1, max_lanes);
    wire.truth(kernel.supported);
    wire.maybe(kernel.operations);
}

void fields(Writer &out, const results::Message &message)
{
    out.number(find_sha3_function(message.function)->function);
    out.number(message.bytes);
}
void fields(Reader &in, results::Message &message)
{
    hashlane_sha3_function function{};
    std::uint32_t bytes = 0;
    in.name(function, HASHLANE_SHAKE256);
    in.number(bytes);
    message =
        workloads::entry_of(Workload::sha3).message(find_sha3_function(function)->name, bytes);
}

template <class Wire> void fields(Wire &wire, Of<Wire, Stretch> &stretch)
{
    wire.maybe(stretch.message);
    wire.number(stretch.seed);
    wire.number(stretch.iterations);
}

template <class Wire> void fields(Wire &wire, Of<Wire, Claim> &claim)
{
    fields(wire, claim.stretch);
    wire.text(claim.end);
}

template <class Wire> void fields(Wire &wire, Of<Wire, measure::VisitRequest> &visit)
{
    wire.list(visit.cpus);
    wire.number(visit.iterations_per_sample);
    wire.number(visit.layout.stack_bytes);
    wire.number(visit.layout.data_bytes);
    auto &clock = visit.context.clock;
    wire.truth(clock.automatic);
    wire.name(clock.source, machine::CycleSource::none);
    wire.real(clock.given_hz);
    auto &plan = visit.context.plan;
    wire.real(plan.min_time_ns);
    wire.number(plan.min_samples);
    wire.number(plan.min_iterations);
    wire.real(plan.sample_ns);
    wire.real(plan.warm_up_ns);
    wire.real(plan.max_drift);
    wire.real(plan.retake_factor);
}

template <class Wire> void fields(Wire &wire, Of<Wire, measure::Sample> &sample)
{
    wire.number(sample.iterations);
    wire.real(sample.interval.ns);
    wire.real(sample.interval.cycles);
    wire.real(sample.interval.clock_hz);
    wire.real(sample.interval.drift);
    wire.truth(sample.interval.counted);
    wire.real(sample.start_ns);
    wire.real(sample.end_ns);
    wire.maybe(sample.cpu);
    wire.real(sample.burst_cycles);
    wire.truth(sample.preempted);
    wire.truth(sample.drifted);
}

template <class Wire> void fields(Wire &wire, Of<Wire, measure::ThreadSamples> &thread)
{
    wire.list(thread.samples.taken);
    wire.number(thread.samples.iterations_per_sample);
    wire.truth(thread.samples.interrupted);
    wire.truth(thread.environment.throttle_events);
    wire.real(thread.cpu_ns);
    wire.real(thread.wall_ns);
}

template <class Wire> void fields(Wire &wire, Of<Wire, measure::UsedClock> &clock)
{
    wire.name(clock.source, machine::CycleSource::none);
    wire.text(clock.note);
}

// ---- Requests and answers.

template <class Wire> void fields(Wire &, Of<Wire, DescribeRequest> &) {}
template <class Wire> void fields(Wire &wire, Of<Wire, ComputeRequest> &request)
{
    wire.number(request.kernel);
    wire.list(request.stretches);
}
template <class Wire> void fields(Wire &wire, Of<Wire, MeasureRequest> &request)
{
    wire.number(request.kernel);
    fields(wire, request.first);
    fields(wire, request.visit);
}

template <class Wire> void fields(Wire &wire, Of<Wire, Refusal> &refusal)
{
    wire.text(refusal.reason);
}
template <class Wire> void fields(Wire &wire, Of<Wire, Description> &kernels)
{
    wire.list(kernels);
}
template <class Wire> void fields(Wire &wire, Of<Wire, Claims> &claims) { wire.list(claims); }
template <class Wire> void fields(Wire &wire, Of<Wire, measure::Visit> &visit)
{
    wire.list(visit.threads);
    wire.list(visit.clocks);
    wire.truth(visit.pinned);
}
template <class Wire> void fields(Wire &wire, Of<Wire, MeasuredVisit> &measured)
{
    fields(wire, measured.visit);
    wire.list(measured.claims);
}

template <class Variant> void write_kind(Writer &out, const Variant &what)
{
    out.number(what.index());
    std::visit([&](const auto &value) { fields(out, value); }, what);
}

measure::VisitRequest empty_visit(const std::atomic<bool> &stop)
{
    return {{}, 0, {{}, {}, stop, nullptr}, {}};
}

template <class Value> Value read(Reader &in, Value value = {})
{
    fields(in, value);
    return value;
}

// Reads one of the kinds, which are in their order.
template <class Variant, std::size_t i = 0> Variant read_kind(Reader &in, std::uint64_t kind)
{
    if constexpr (i + 1 < std::variant_size_v<Variant>)
        if (kind != i)
            return read_kind<Variant, i + 1>(in, kind);
    return read<std::variant_alternative_t<i, Variant>>(in);
}
template <class Variant> Variant read_kind(Reader &in)
{
    return read_kind<Variant>(in, in.number_up_to(std::variant_size_v<Variant> - 1));
}

} // namespace

std::string write_request(const PluginRequest &request)
{
    Writer out;
    out.text(request.file);
    write_kind(out, request.what);
    return out.bytes;
}

std::string write_answer(const PluginAnswer &answer)
{
    Writer out;
    write_kind(out, answer);
    return out.bytes;
}

PluginRequest read_request(std::string_view bytes, const std::atomic<bool> &stop)
{
    Reader in(bytes);
    PluginRequest request;
    in.text(request.file);
    const std::uint64_t kind = in.number_up_to(2);
    if (kind == 1)
        request.what.emplace<ComputeRequest>(read<ComputeRequest>(in));
    else if (kind == 2)
        request.what.emplace<MeasureRequest>(read(in, MeasureRequest{0, {}, empty_visit(stop)}));
    return request;
}

PluginAnswer read_answer(std::string_view bytes)
{
    Reader in(bytes);
    return read_kind<PluginAnswer>(in);
}

// ---- Between programs.

namespace {

// A message of any function: another program may know one more.
struct AnyMessage {
    results::Message message;
};
template <class Wire> void fields(Wire &wire, Of<Wire, AnyMessage> &any)
{
    wire.text(any.message.function);
    wire.number(any.message.bytes);
    wire.number(any.message.output_bytes);
}

void message_fields(Writer &out, const std::optional<results::Message> &message)
{
    out.maybe(message ? std::optional(AnyMessage{*message}) : std::nullopt);
}
void message_fields(Reader &in, std::optional<results::Message> &message)
{
    std::optional<AnyMessage> any;
    in.maybe(any);
    if (any)
        message = any->message;
}

template <class Wire> void fields(Wire &wire, Of<Wire, OfferedJob> &job)
{
    for (auto *text : {&job.benchmark, &job.id, &job.name, &job.workload})
        wire.text(*text);
    wire.number(job.lanes, 1, max_lanes);
    message_fields(wire, job.message);
}
template <class Wire> void fields(Wire &wire, Of<Wire, Offer> &offer)
{
    for (auto *text : {&offer.version, &offer.compiler, &offer.compiler_flags, &offer.build_type})
        wire.text(*text);
    wire.list(offer.jobs);
}
template <class Wire> void fields(Wire &wire, Of<Wire, results::Mismatch> &wrong)
{
    wire.text(wrong.kernel);
    wire.number(wrong.lane);
    wire.number(wrong.iteration);
    wire.text(wrong.where);
}
template <class Wire> void fields(Wire &, Of<Wire, OfferRequest> &) {}
template <class Wire> void fields(Wire &wire, Of<Wire, VisitJobRequest> &request)
{
    wire.text(request.job);
    fields(wire, request.visit);
}

template <class Message> std::string write_versioned(const Message &message)
{
    Writer out;
    out.number(program_wire_version);
    write_kind(out, message);
    return out.bytes;
}

void require_version(Reader &in)
{
    const std::uint64_t version = in.number_up_to(UINT64_MAX);
    if (version != program_wire_version)
        throw OtherVersion(version);
}

} // namespace

std::string write_program_request(const ProgramRequest &request)
{
    return write_versioned(request);
}

std::string write_program_answer(const ProgramAnswer &answer) { return write_versioned(answer); }

ProgramRequest read_program_request(std::string_view bytes, const std::atomic<bool> &stop)
{
    Reader in(bytes);
    require_version(in);
    if (in.number_up_to(1) == 0)
        return OfferRequest{};
    return read(in, VisitJobRequest{"", empty_visit(stop)});
}

ProgramAnswer read_program_answer(std::string_view bytes)
{
    Reader in(bytes);
    require_version(in);
    return read_kind<ProgramAnswer>(in);
}

} // namespace hashlane::backends
