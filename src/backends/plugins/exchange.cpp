// SPDX-License-Identifier: MIT
#include "exchange.h"

#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <type_traits>

namespace hashlane::backends {
namespace {

// A value's fields stand in one function, fields(), which a Writer writes with and a Reader reads
// with: a number is 8 bytes, and so is everything that is not a text.

class Writer {
public:
    template <class Value> using Of = const Value;

    void operator()(const auto &...values) { (put(values), ...); }
    void number(std::uint64_t value, std::uint64_t least, std::uint64_t /*most*/)
    {
        put(value - least);
    }
    template <class Enum> void name(Enum value, Enum /*last*/)
    {
        put(static_cast<std::uint64_t>(value));
    }

    std::string bytes;

private:
    void put(const std::integral auto &number)
    {
        const auto value = static_cast<std::uint64_t>(number);
        char raw[sizeof value];
        std::memcpy(raw, &value, sizeof value);
        bytes.append(raw, sizeof value);
    }
    void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
    void put(const std::string &value)
    {
        put(value.size());
        bytes.append(value);
    }
    template <class T> void put(const std::vector<T> &values)
    {
        put(values.size());
        for (const T &value : values)
            put(value);
    }
    template <class T> void put(const std::optional<T> &value)
    {
        put(value.has_value());
        if (value)
            put(*value);
    }
    template <class... Kinds> void put(const std::variant<Kinds...> &value)
    {
        put(value.index());
        std::visit([&](const auto &kind) { put(kind); }, value);
    }
    template <class Value> void put(const Value &value) { fields(*this, value); }
};

// Throws a WireError where the bytes end early, or are out of range.
class Reader {
public:
    template <class Value> using Of = Value;

    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    void operator()(auto &...values) { (get(values), ...); }
    template <class Number> void number(Number &value, std::uint64_t least, std::uint64_t most)
    {
        value = static_cast<Number>(number_up_to(most - least) + least);
    }
    template <class Enum> void name(Enum &value, Enum last)
    {
        value = static_cast<Enum>(number_up_to(static_cast<std::uint64_t>(last)));
    }

private:
    std::uint64_t number_up_to(std::uint64_t most)
    {
        std::uint64_t value = 0;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        if (value > most)
            throw WireError();
        return value;
    }
    std::string_view take(std::size_t bytes)
    {
        if (bytes > bytes_.size())
            throw WireError();
        const std::string_view taken = bytes_.substr(0, bytes);
        bytes_.remove_prefix(bytes);
        return taken;
    }

    template <std::integral Number> void get(Number &value)
    {
        number(value, 0, std::numeric_limits<Number>::max());
    }
    void get(double &value)
    {
        value = std::bit_cast<double>(number_up_to(UINT64_MAX));
        if (!std::isfinite(value))
            throw WireError();
    }
    void get(std::string &value)
    {
        value = take(static_cast<std::size_t>(number_up_to(bytes_.size())));
    }
    template <class T> void get(std::vector<T> &values)
    {
        for (std::uint64_t left = number_up_to(bytes_.size()); left != 0; --left)
            get(values.emplace_back());
    }
    template <class T> void get(std::optional<T> &value)
    {
        bool is_there = false;
        get(is_there);
        if (is_there)
            get(value.emplace());
    }
    template <class... Kinds> void get(std::variant<Kinds...> &value)
    {
        const std::uint64_t kind = number_up_to(sizeof...(Kinds) - 1);
        std::uint64_t i = 0;
        ((kind == i++ ? get(value.template emplace<Kinds>()) : void()), ...);
    }
    template <class Value> void get(Value &value) { fields(*this, value); }

    std::string_view bytes_;
};

// The parameter type for a Wire that reads, or for one that writes.
template <class Wire, class Value> using Of = typename Wire::template Of<Value>;

// ---- Values.

template <class Wire> void fields(Wire &wire, Of<Wire, workloads::Operations> &operations)
{
    for (auto *mix : {&operations.path, &operations.all})
        for (auto &count : mix->count)
            wire(count);
}

void fields(Writer &out, const results::Work &work)
{
    const auto ours = work.ours();
    out(ours.has_value());
    if (ours)
        return out.name(*ours, Workload::sha3);
    const WorkloadFacts facts = facts_of(work);
    for (const std::string_view text : {facts.name, facts.title, facts.cost_of})
        out(std::string(text));
}
void fields(Reader &in, results::Work &work)
{
    bool is_ours = false;
    in(is_ours);
    if (is_ours) {
        Workload ours{};
        in.name(ours, Workload::sha3);
        work = ours;
        return;
    }
    std::string name, title, unit;
    in(name, title, unit);
    work = results::foreign_work(name, title, unit);
}

template <class Wire> void fields(Wire &wire, Of<Wire, PluginKernel> &kernel)
{
    wire(kernel.name, kernel.workload);
    wire.number(kernel.lanes, 1, max_lanes);
    wire(kernel.supported, kernel.operations);
}

template <class Wire> void fields(Wire &wire, Of<Wire, results::Message> &message)
{
    wire(message.function, message.bytes, message.output_bytes);
}

template <class Wire> void fields(Wire &wire, Of<Wire, Stretch> &stretch)
{
    wire(stretch.message, stretch.seed, stretch.iterations);
}

template <class Wire> void fields(Wire &wire, Of<Wire, Claim> &claim)
{
    wire(claim.stretch, claim.end);
}

template <class Wire> void fields(Wire &wire, Of<Wire, measure::VisitRequest> &visit)
{
    auto &clock = visit.context.clock;
    auto &plan = visit.context.plan;
    wire(visit.cpus, visit.iterations_per_sample);
    wire(visit.layout.stack_bytes, visit.layout.data_bytes, clock.automatic);
    wire.name(clock.source, machine::CycleSource::none);
    wire(clock.given_hz);
    wire(plan.min_time_ns, plan.min_samples, plan.min_iterations, plan.sample_ns, plan.warm_up_ns,
         plan.max_drift, plan.retake_factor);
}

template <class Wire> void fields(Wire &wire, Of<Wire, machine::Interval> &interval)
{
    wire(interval.ns, interval.cycles, interval.clock_hz, interval.drift, interval.counted);
}

template <class Wire> void fields(Wire &wire, Of<Wire, measure::Sample> &sample)
{
    wire(sample.iterations, sample.interval, sample.start_ns, sample.end_ns, sample.cpu,
         sample.burst_cycles, sample.preempted, sample.drifted);
}

template <class Wire> void fields(Wire &wire, Of<Wire, measure::ThreadSamples> &thread)
{
    auto &samples = thread.samples;
    wire(samples.taken, samples.iterations_per_sample, samples.interrupted);
    wire(thread.throttle_events, thread.cpu_ns, thread.wall_ns);
}

template <class Wire> void fields(Wire &wire, Of<Wire, measure::UsedClock> &clock)
{
    wire.name(clock.source, machine::CycleSource::none);
    wire(clock.note);
}

// ---- Requests and answers.

template <class Wire> void fields(Wire &, Of<Wire, DescribeRequest> &) {}
template <class Wire> void fields(Wire &wire, Of<Wire, ComputeRequest> &request)
{
    wire(request.kernel, request.stretches);
}
template <class Wire> void fields(Wire &wire, Of<Wire, MeasureRequest> &request)
{
    wire(request.kernel, request.first, request.visit);
}
template <class Wire> void fields(Wire &wire, Of<Wire, PluginRequest> &request)
{
    wire(request.file, request.what);
}

template <class Wire> void fields(Wire &wire, Of<Wire, Refusal> &refusal) { wire(refusal.reason); }
template <class Wire> void fields(Wire &wire, Of<Wire, measure::Visit> &visit)
{
    wire(visit.threads, visit.clocks, visit.pinned);
}
template <class Wire> void fields(Wire &wire, Of<Wire, MeasuredVisit> &measured)
{
    wire(measured.visit, measured.claims);
}

// ---- Between programs.

template <class Wire> void fields(Wire &wire, Of<Wire, OfferedJob> &job)
{
    wire(job.benchmark, job.id, job.name, job.workload);
    wire.number(job.lanes, 1, max_lanes);
    wire(job.message);
}
template <class Wire> void fields(Wire &wire, Of<Wire, Offer> &offer)
{
    wire(offer.version, offer.compiler, offer.compiler_flags, offer.build_type, offer.jobs);
}
template <class Wire> void fields(Wire &wire, Of<Wire, results::Mismatch> &wrong)
{
    wire(wrong.kernel, wrong.lane, wrong.iteration, wrong.where);
}
template <class Wire> void fields(Wire &, Of<Wire, OfferRequest> &) {}
template <class Wire> void fields(Wire &wire, Of<Wire, VisitJobRequest> &request)
{
    wire(request.job, request.visit);
}

template <class Message>
constexpr bool has_version =
    std::is_same_v<Message, ProgramRequest> || std::is_same_v<Message, ProgramAnswer>;

} // namespace

template <class Message> std::string written(const Message &message)
{
    Writer out;
    if constexpr (has_version<Message>)
        out(program_wire_version);
    out(message);
    return out.bytes;
}

template <class Message> Message read(std::string_view bytes)
{
    Reader in(bytes);
    if constexpr (has_version<Message>) {
        std::uint64_t version = 0;
        in(version);
        if (version != program_wire_version)
            throw OtherVersion(version);
    }
    Message message;
    in(message);
    return message;
}

template std::string written(const PluginRequest &);
template std::string written(const PluginAnswer &);
template std::string written(const ProgramRequest &);
template std::string written(const ProgramAnswer &);
template PluginRequest read(std::string_view);
template PluginAnswer read(std::string_view);
template ProgramRequest read(std::string_view);
template ProgramAnswer read(std::string_view);

} // namespace hashlane::backends
