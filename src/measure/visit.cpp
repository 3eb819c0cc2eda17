// SPDX-License-Identifier: MIT
#include "visit.h"

#include "../lib/base/compiler.h"
#include "../machine/clock/this_core.h"
#include "../machine/sensors/energy_meter.h"
#include "../machine/system/threads.h"
#include "slice_times.h"

#include <algorithm>
#include <utility>

namespace hashlane::measure {

// ---- The samples of one thread ----

namespace {

constexpr std::uint64_t bursts_per_sample = 16;
constexpr double burst_with_warm_up =
    1 + static_cast<double>(machine::burst_warm_up) / machine::burst_operations;
constexpr double longest_visit = 100; // in times of the work that it asks for

class Sampling {
public:
    Sampling(const TimedTask &timed, std::uint64_t iterations_per_sample, const SamplingPlan &plan,
             machine::Participant &participant)
        : task_(timed.task),
          clock_(timed.clock),
          core_(timed.core),
          plan_(plan),
          participant_(participant),
          enough_samples_(
              std::max(plan.min_samples,
                       (plan.min_iterations + iterations_per_sample - 1) / iterations_per_sample)),
          segment_(timed.task.segment(iterations_per_sample))
    {
        samples_.iterations_per_sample = iterations_per_sample;
        if (core_.has_wide_burst())
            burst_.emplace(core_);
    }
    Sampling(const Sampling &) = delete;
    Sampling &operator=(const Sampling &) = delete;
    ~Sampling() { participant_.mark_done(); }

    Samples run(const std::atomic<bool> &stop)
    {
        while (segment_ != 0 && !(participant_.is_done() && participant_.all_done())) {
            if (stop) {
                samples_.interrupted = true;
                return std::move(samples_);
            }
            take(std::min(samples_.iterations_per_sample, segment_ - done_in_segment_));
            if (!finish_segment_if_due())
                return std::move(samples_);
            // The others are told as soon as there is enough.
            const bool is_met = kept_ns_ >= plan_.min_time_ns && kept_ >= enough_samples_;
            if (!participant_.is_done() && (is_met || took_too_long()))
                participant_.mark_done();
        }
        if (done_in_segment_ != 0) {
            task_.advance(segment_ - done_in_segment_);
            samples_.mismatch = task_.check(segment_);
        }
        return std::move(samples_);
    }

private:
    // A core that disturbs almost every sample must not keep the user waiting for ever. Nor must
    // work that takes no time because the compiler left it out.
    bool took_too_long() const
    {
        const double wanted_ns =
            std::max(plan_.min_time_ns, static_cast<double>(enough_samples_) * plan_.sample_ns);
        return (discarded_ns_ > plan_.retake_factor * wanted_ns ||
                spent_ns_ > longest_visit * wanted_ns) &&
               samples_.taken.size() >= enough_samples_;
    }

    void take(std::uint64_t iterations)
    {
        const std::uint64_t preemptions = core_.preemptions();
        Sample sample;
        sample.iterations = iterations;
        sample.start_ns = core_.now_ns();
        time_into(sample);
        sample.end_ns = core_.now_ns();
        sample.cpu = core_.cpu();
        spent_ns_ += sample.end_ns - sample.start_ns;
        done_in_segment_ += iterations;
        sample.preempted = core_.preemptions() != preemptions;
        sample.drifted = sample.interval.drift > plan_.max_drift;
        if (is_undisturbed(sample)) {
            ++kept_;
            kept_ns_ += sample.interval.ns;
        } else {
            discarded_ns_ += sample.interval.ns;
        }
        samples_.taken.push_back(sample);
    }

    // Works in slices, and leaves out those that were interrupted, or during which a host took the
    // core for some microseconds. Between them are contention bursts, since a neighbour comes and
    // goes within microseconds.
    void time_into(Sample &sample)
    {
        const std::uint64_t iterations = sample.iterations;
        std::vector<double> burst_ns;
        double aside_ns = 0;
        const auto advance = [&](std::uint64_t count) { task_.advance(count); };
        const auto burst_if_due = [&](std::uint64_t done) {
            if (!burst_ || done * bursts_per_sample < burst_ns.size() * iterations)
                return false;
            burst_ns.push_back(burst_->ns());
            aside_ns += burst_ns.back() * burst_with_warm_up;
            return true;
        };
        clock_.begin();
        const double start = core_.now_ns();
        const SliceTimes slices = time_in_slices(core_, iterations, advance, burst_if_due);
        const double all_ns = core_.now_ns() - start; // until end() reads the time
        samples_.work_ns += all_ns - aside_ns;
        sample.interval =
            clock_.end({slices.work_ns / all_ns, (aside_ns + slices.calls_ns) / all_ns});
        // An interruption of what is subtracted can leave nothing.
        if (!(sample.interval.ns > 0) || (sample.interval.counted && !(sample.interval.cycles > 0)))
            sample.interval = {.ns = all_ns, .counted = false};
        if (!burst_ns.empty() && machine::counts_core_cycles(clock_.source()))
            sample.burst_cycles = statistics::interquartile_mean(std::move(burst_ns)) *
                                  sample.interval.clock_hz / 1e9;
    }

    bool finish_segment_if_due()
    {
        if (done_in_segment_ < segment_)
            return true;
        samples_.mismatch = task_.check(segment_);
        task_.reset();
        segment_ = task_.segment(samples_.iterations_per_sample);
        done_in_segment_ = 0;
        return !samples_.mismatch;
    }

    workloads::Task &task_;
    machine::CycleClock &clock_;
    machine::Core &core_;
    std::optional<machine::ContentionBurst> burst_;
    const SamplingPlan &plan_;
    machine::Participant &participant_;
    std::uint64_t enough_samples_;
    std::uint64_t segment_; // 0 when the work is over
    std::uint64_t done_in_segment_ = 0;
    std::uint64_t kept_ = 0;
    double kept_ns_ = 0;
    double discarded_ns_ = 0;
    double spent_ns_ = 0; // bursts and readings of the clock included
    Samples samples_;
};

} // namespace

std::uint64_t size_sample(workloads::Task &task, machine::Core &core, const SamplingPlan &plan)
{
    const double start = core.now_ns();
    std::uint64_t iterations = 1;
    bool was_long = false; // the call before, of as many
    for (;;) {
        const double before = core.now_ns();
        task.advance(iterations);
        const double after = core.now_ns();
        // A short call during which other work has the CPU seems long, but not twice in a row.
        const bool is_long = after - before >= plan.sample_ns;
        const bool at_most = iterations >= task.largest_sample();
        if (((is_long && was_long) || at_most) && after - start >= plan.warm_up_ns)
            break;
        was_long = is_long;
        if (!is_long && !at_most)
            iterations *= 2;
    }
    task.reset();
    return iterations;
}

Samples take_samples(const TimedTask &timed, std::uint64_t iterations_per_sample,
                     const MeasureContext &context, machine::Participant &participant)
{
    return Sampling(timed, iterations_per_sample, context.plan, participant).run(context.stop);
}

// ---- All threads ----

namespace {

constexpr std::uint32_t line_bytes = 64;
constexpr std::uint32_t page_bytes = 4096;
constexpr std::uint32_t data_pages = 16;

std::uint32_t draw_lines(std::mt19937_64 &random, std::uint32_t bytes)
{
    return std::uniform_int_distribution<std::uint32_t>(0, bytes / line_bytes - 1)(random) *
           line_bytes;
}

struct MeasuredThread {
    ThreadSamples part;
    UsedClock clock;
};

MeasuredThread visit_on_this_thread(const MakeTask &make_task, const VisitRequest &request,
                                    machine::Participant &participant)
{
    const MeasureContext &context = request.context;
    machine::ThisCore core;
    const machine::ChosenClock chosen = machine::make_clock(context.clock, core);
    MeasuredThread result{{}, {chosen.clock->source(), chosen.note}};
    const std::unique_ptr<workloads::Task> task = make_task(request.layout.data_bytes);
    std::uint64_t iterations_per_sample =
        std::min(request.iterations_per_sample, task->largest_sample());
    if (iterations_per_sample == 0) {
        iterations_per_sample = size_sample(*task, core, context.plan);
    } else {
        const double start = core.now_ns();
        do
            task->advance(iterations_per_sample);
        while (core.now_ns() - start < context.plan.warm_up_ns);
        task->reset();
    }
    const std::uint64_t throttled = core.throttle_events();
    participant.start();
    const double wall = core.now_ns();
    const double cpu = core.thread_cpu_ns();
    result.part.samples =
        take_samples({*task, *chosen.clock, core}, iterations_per_sample, context, participant);
    result.part.cpu_ns = core.thread_cpu_ns() - cpu;
    result.part.wall_ns = core.now_ns() - wall;
    result.part.throttle_events = core.throttle_events() != throttled;
    return result;
}

bool stopped_during_most(const std::vector<ThreadSamples> &visit)
{
    std::ptrdiff_t all = 0, uncounted = 0;
    for (const ThreadSamples &thread : visit) {
        const std::vector<Sample> &taken = thread.samples.taken;
        all += std::ssize(taken);
        uncounted += std::ranges::count_if(
            taken, [](const Sample &sample) { return !sample.interval.counted; });
    }
    return 2 * uncounted > all;
}

bool counts_cycles(const UsedClock &clock) { return machine::counts_core_cycles(clock.source); }

} // namespace

Layout draw_layout(std::mt19937_64 &random)
{
    const std::uint32_t stack = draw_lines(random, page_bytes);
    return {stack, draw_lines(random, data_pages * page_bytes)};
}

HASHLANE_NOINLINE void run_further_down(std::uint32_t stack_bytes,
                                        const std::function<void()> &body)
{
    // A frame of a fixed size may be hoisted or dropped by the compiler; alloca with volatile
    // writes keeps it.
    auto *const room =
        static_cast<volatile std::byte *>(__builtin_alloca(stack_bytes + line_bytes));
    room[0] = std::byte{0};
    body();
    room[0] = std::byte{0}; // or the call could take the frame's place
}

void number_visit(ThreadSamples &visit, unsigned index)
{
    for (Sample &sample : visit.samples.taken)
        sample.visit = index;
}

void append_visit(ThreadSamples &thread, ThreadSamples visit, unsigned index)
{
    number_visit(visit, index);
    Samples &all = thread.samples;
    all.taken.insert(all.taken.end(), visit.samples.taken.begin(), visit.samples.taken.end());
    all.iterations_per_sample = visit.samples.iterations_per_sample;
    all.work_ns += visit.samples.work_ns;
    thread.throttle_events = thread.throttle_events || visit.throttle_events;
    thread.cpu_ns += visit.cpu_ns;
    thread.wall_ns += visit.wall_ns;
}

machine::ClockRequest RowClock::for_next_visit(const machine::ClockRequest &requested) const
{
    return counter_failed_ ? machine::ClockRequest{false, machine::CycleSource::chain, 0}
                           : requested;
}

void RowClock::add_visit(const std::vector<UsedClock> &clocks,
                         const std::vector<ThreadSamples> &threads)
{
    counter_failed_ = counter_failed_ || stopped_during_most(threads);
    visits_.push_back(*std::ranges::max_element(clocks, {}, &UsedClock::source));
}

bool RowClock::leaves_out(unsigned visit) const
{
    return visit < visits_.size() && !counts_cycles(visits_[visit]) &&
           std::ranges::any_of(visits_, counts_cycles);
}

const UsedClock &RowClock::used() const
{
    static const UsedClock of_no_visit;
    const UsedClock *used = nullptr;
    for (unsigned visit = 0; visit < visits_.size(); ++visit)
        if (!leaves_out(visit) && (used == nullptr || visits_[visit].source > used->source))
            used = &visits_[visit];
    return used == nullptr ? of_no_visit : *used;
}

Visit take_visit(const MakeTask &make_task, const VisitRequest &request)
{
    machine::EnergyMeter *const meter = request.context.meter;
    const auto energy = [&] { return meter ? meter->read() : std::nullopt; };
    Visit visit;
    visit.threads.resize(request.cpus.size());
    visit.clocks.resize(request.cpus.size());
    machine::Rendezvous rendezvous(
        request.cpus.size(), [&] { visit.begin = energy(); }, [&] { visit.end = energy(); });
    visit.pinned = machine::on_pinned_threads(request.cpus, [&](std::size_t i) {
        run_further_down(request.layout.stack_bytes, [&] {
            machine::Participant participant(rendezvous);
            MeasuredThread result = visit_on_this_thread(make_task, request, participant);
            visit.threads[i] = std::move(result.part);
            visit.clocks[i] = std::move(result.clock);
        });
    });
    return visit;
}

} // namespace hashlane::measure
