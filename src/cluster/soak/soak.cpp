// SPDX-License-Identifier: MIT
#include "soak.h"

#include "../../machine/system/lists.h"
#include "../../machine/system/threads.h"
#include "../../machine/topology/topology.h"
#include "../../statistics/statistics.h"
#include "visit.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hashlane::cluster {
namespace {

constexpr std::string_view pattern_names[] = {"steady", "bursts", "mixed"};

// Returns the share of one of a core's sums in the time in which the core was not idle on purpose.
double busy_share(const SoakTotals &totals, const SoakCore &core, double SoakCore::*sum)
{
    const double busy = totals.seconds - core.idle_seconds;
    return busy > 0 ? core.*sum / busy : 0;
}

// Returns the minimum of all cores.
double least_share(const SoakTotals &totals, double SoakCore::*sum)
{
    double least = totals.cores.empty() ? 0 : 1;
    for (const SoakCore &core : totals.cores)
        least = std::min(least, busy_share(totals, core, sum));
    return least;
}

std::string unit_of_isa(std::string_view tag)
{
    if (tag == "shani" || tag == "armv8")
        return "sha";
    if (tag == "avx512")
        return "vector-512";
    if (tag == "avx2")
        return "vector-256";
    if (tag == "sse4" || tag == "neon" || tag == "armv8sha3")
        return "vector-128";
    return "general";
}

} // namespace

std::string_view soak_pattern_name(SoakPattern pattern)
{
    return pattern_names[static_cast<std::size_t>(pattern)];
}

std::vector<std::size_t> differing_bits(const SoakWrong &wrong)
{
    constexpr std::size_t byte_bits = 8;
    std::vector<std::size_t> bits;
    for (std::size_t bit = 0; bit < byte_bits * wrong.got.size(); ++bit) {
        const unsigned byte = wrong.got[bit / byte_bits] ^ wrong.expected[bit / byte_bits];
        if ((byte >> bit % byte_bits & 1U) != 0)
            bits.push_back(bit);
    }
    return bits;
}

bool SoakTotals::device_failed() const
{
    return std::ranges::any_of(devices, [](const SoakDevice &one) { return !one.failure.empty(); });
}

double SoakTotals::proven_share(const SoakCore &core) const
{
    return busy_share(*this, core, &SoakCore::proven_seconds);
}
double SoakTotals::proven_share() const { return least_share(*this, &SoakCore::proven_seconds); }
double SoakTotals::rate_share() const { return least_share(*this, &SoakCore::plain_seconds); }

std::uint64_t SoakTotals::least_visits(std::size_t kernel) const
{
    std::uint64_t least = cores.empty() ? 0 : cores.front().visits[kernel];
    for (const SoakCore &core : cores)
        least = std::min(least, core.visits[kernel]);
    return least;
}

std::vector<std::string> SoakTotals::not_reached() const
{
    std::vector<std::string> names;
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel)
        if (least_visits(kernel) == 0)
            names.push_back(kernels[kernel].kernel);
    for (const SoakDevice &device : devices)
        if (device.hashes == 0 && device.wrong == 0)
            names.push_back(device.device);
    return names;
}

bool is_done(const SoakRequest &request, const SoakTotals &totals)
{
    return request.seconds > 0 ? totals.seconds >= request.seconds
                               : totals.passes >= request.passes;
}

std::string unit_of(const Kernel &kernel)
{
    const bool is_hybrid = kernel.file.find("hybrid") != std::string_view::npos;
    return unit_of_isa(kernel.isa.tag) + (is_hybrid ? "+general" : "");
}

// ---- The visits of one pass, in an order that only seed and number of the pass decide: a soak
// that was killed goes on where it was.

namespace {

struct PlannedVisit {
    std::optional<std::size_t> core; ///< that runs alone; nothing: all together
    std::size_t kernel = 0;
    bool bursts = false;
    std::uint64_t seed = 0;
};

std::vector<std::size_t> numbers_below(std::size_t count)
{
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

std::vector<std::size_t> shuffled(std::size_t count, std::mt19937_64 &random)
{
    std::vector<std::size_t> numbers = numbers_below(count);
    statistics::shuffle(numbers, random);
    return numbers;
}

// Returns a different seed for each pass.
std::uint64_t seed_of_pass(const SoakRequest &request, std::uint64_t pass)
{
    std::seed_seq mix{static_cast<std::uint32_t>(request.seed),
                      static_cast<std::uint32_t>(request.seed >> 32),
                      static_cast<std::uint32_t>(pass), static_cast<std::uint32_t>(pass >> 32)};
    return std::mt19937_64(mix)();
}

// Orders every kernel on each core alone, core after core, and then each on all cores together;
// alone is left out if there is one core only. Cores and kernels are in random order.
std::vector<PlannedVisit> order_of_pass(const SoakRequest &request, std::uint64_t pass)
{
    std::mt19937_64 random(seed_of_pass(request, pass));
    std::vector<PlannedVisit> visits;
    const bool in_haste = request.in_haste && pass == 0;
    if (request.cpus.size() > 1 && !in_haste)
        for (const std::size_t core : shuffled(request.cpus.size(), random))
            for (const std::size_t kernel : shuffled(request.kernels.size(), random))
                visits.push_back({core, kernel, false, random()});
    for (const std::size_t kernel : shuffled(request.kernels.size(), random)) {
        const bool bursts =
            !in_haste && (request.pattern == SoakPattern::bursts ||
                          (request.pattern == SoakPattern::mixed && random() % 2 == 0));
        visits.push_back({std::nullopt, kernel, bursts, random()});
    }
    return visits;
}

// ---- The soak.

// A core that runs alone keeps the others waiting. Where time is given, they wait for this much of
// it and no longer.
constexpr double alone_share = 0.025;
constexpr double alone_visit_seconds = 0.01;

// If the time is limited, one pass should fit into this share of it, except for visits shorter than
// this.
constexpr double share_of_first_pass = 0.9;
constexpr double shortest_planned_seconds = 0.1;

SoakCore soak_core(int cpu, std::size_t kernels)
{
    const machine::Topology &topology = machine::this_topology();
    SoakCore found;
    found.cpu = cpu;
    found.visits.resize(kernels);
    if (const auto core = machine::core_of(topology, cpu)) {
        found.core = *core;
        found.socket = topology.cores[*core].package;
    }
    return found;
}

SoakTotals nothing_yet(const SoakRequest &request)
{
    SoakTotals totals;
    for (const int cpu : request.cpus)
        totals.cores.push_back(soak_core(cpu, request.kernels.size()));
    for (const Kernel *kernel : request.kernels)
        totals.kernels.push_back({std::string(kernel->id), unit_of(*kernel), 0, 0, 0});
    for (const SoakDeviceRequest &device : request.devices) {
        totals.devices.emplace_back();
        totals.devices.back().device = device.device.device->facts().id();
        totals.devices.back().name = device.device.device->facts().name;
        totals.devices.back().workloads = device.workloads;
    }
    return totals;
}

class Soak {
public:
    Soak(const SoakRequest &request, const SoakWatch &watch, const std::atomic<bool> &stop,
         const SoakTotals *so_far)
        : request_(request),
          watch_(watch),
          stop_(stop),
          totals_(so_far != nullptr ? *so_far : nothing_yet(request)),
          devices_(request.devices, totals_.devices),
          begin_(SoakClock::now() - machine::steady_duration(totals_.seconds)),
          finds_(request, watch, begin_, totals_)
    {
    }

    SoakTotals run()
    {
        while (!is_done(request_, totals_) && !stop_) {
            make_segments();
            totals_.seconds = seconds_since(begin_);
            if (request_.devices.empty())
                run_visits();
            else
                run_visits_beside_devices();
        }
        totals_.interrupted = !is_done(request_, totals_);
        return std::move(totals_);
    }

private:
    bool is_timed() const { return request_.seconds > 0; }

    void run_visits_beside_devices()
    {
        const SoakPass pass{totals_.passes, seed_of_pass(request_, totals_.passes), begin_, stop_,
                            segments_};
        const double waited = devices_.run_beside(pass, [&] { run_visits(); });
        for (SoakCore &core : totals_.cores)
            core.idle_seconds += waited;
        totals_.seconds = seconds_since(begin_);
        devices_.take_over(totals_, watch_);
    }

    void run_visits()
    {
        const std::vector<PlannedVisit> order = order_of_pass(request_, totals_.passes);
        while (totals_.visits_of_pass < order.size()) {
            if (is_done(request_, totals_) || stop_)
                return;
            run_planned(order[totals_.visits_of_pass]);
        }
        totals_.visits_of_pass = 0;
        ++totals_.passes;
    }

    void make_segments()
    {
        segments_.clear();
        const std::uint64_t seed = seed_of_pass(request_, totals_.passes);
        for (const Kernel *kernel : request_.kernels)
            if (!machine::contains(segments_, kernel->workload, &Segments::workload))
                segments_.push_back(draw_segments(kernel->workload, seed));
        devices_.draw(seed, segments_);
        std::vector<int> cpus = request_.cpus; // others in each pass
        const auto turn = static_cast<std::ptrdiff_t>(totals_.passes % cpus.size());
        std::ranges::rotate(cpus, cpus.begin() + turn);
        for (const WrongEnd &wrong : prove_ends(segments_, cpus)) {
            const auto core = static_cast<std::size_t>(std::ranges::find(request_.cpus, wrong.cpu) -
                                                       request_.cpus.begin());
            ++totals_.wrong;
            ++totals_.cores[core].wrong;
            finds_.take({core, wrong.kernel, &segments_[wrong.segments], totals_.passes, "answers"},
                        wrong);
        }
        finds_.repeat_beside();
    }

    void run_planned(const PlannedVisit &planned)
    {
        ++totals_.visits_of_pass;
        if (!planned.core)
            visit(planned, numbers_below(request_.cpus.size()), visit_seconds());
        else if (!is_timed() || totals_.alone_seconds < alone_share * request_.seconds)
            visit_alone(planned);
        else
            return;
        totals_.seconds = seconds_since(begin_);
        devices_.take_over(totals_, watch_);
        watch_.visited(totals_);
    }

    void visit_alone(const PlannedVisit &planned)
    {
        const auto begin = SoakClock::now();
        visit(planned, {*planned.core}, alone_visit_seconds);
        const double seconds = seconds_since(begin);
        totals_.alone_seconds += seconds;
        for (std::size_t core = 0; core < totals_.cores.size(); ++core)
            if (core != *planned.core)
                totals_.cores[core].idle_seconds += seconds;
    }

    double visit_seconds() const
    {
        if (!is_timed())
            return request_.visit_seconds;
        const double fair =
            share_of_first_pass * request_.seconds / static_cast<double>(request_.kernels.size());
        const double seconds =
            std::min(request_.visit_seconds, std::max(fair, shortest_planned_seconds));
        return std::min(seconds, request_.seconds - totals_.seconds);
    }

    void visit(const PlannedVisit &planned, const std::vector<std::size_t> &cores, double seconds)
    {
        const Kernel &kernel = *request_.kernels[planned.kernel];
        const Segments &segments =
            *std::ranges::find(segments_, kernel.workload, &Segments::workload);
        const auto begin = SoakClock::now();
        const std::vector<int> cpus =
            machine::each(cores, [&](std::size_t core) { return request_.cpus[core]; });
        std::vector<SoakVisitTotals> done(cores.size());
        const bool pinned = machine::on_pinned_threads(cpus, [&](std::size_t thread) {
            const SoakVisit visit{{cores[thread], &kernel, &segments, totals_.passes,
                                   planned.core ? "alone" : "together"},
                                  planned.seed + cores[thread],
                                  begin,
                                  begin + machine::steady_duration(seconds),
                                  planned.bursts ? std::optional(planned.seed) : std::nullopt};
            done[thread] = run_visit(visit, stop_, finds_);
        });
        totals_.pinned = totals_.pinned && pinned;
        for (std::size_t thread = 0; thread < cores.size(); ++thread) {
            SoakCore &core = totals_.cores[cores[thread]];
            ++core.visits[planned.kernel];
            add(done[thread], core, totals_.kernels[planned.kernel]);
        }
        finds_.repeat_beside();
    }

    void add(const SoakVisitTotals &done, SoakCore &core, SoakKernel &kernel)
    {
        core.idle_seconds += done.idle_seconds;
        core.proven_seconds += done.proven_seconds;
        core.plain_seconds += done.plain_seconds;
        core.hashes += done.hashes;
        core.wrong += done.wrong;
        kernel.visit_seconds += done.seconds;
        kernel.hashes += done.hashes;
        kernel.wrong += done.wrong;
        totals_.wrong += done.wrong;
    }

    const SoakRequest &request_;
    const SoakWatch &watch_;
    const std::atomic<bool> &stop_;
    SoakTotals totals_;
    SoakDevices devices_; // before the time begins: they compile
    // As if there had been no time between two runs.
    const SoakClock::time_point begin_;
    Finds finds_;
    std::vector<Segments> segments_; ///< of the kernels' workloads, then of the devices
};

} // namespace

SoakTotals soak(const SoakRequest &request, const SoakWatch &watch, const std::atomic<bool> &stop,
                const SoakTotals *so_far)
{
    return Soak(request, watch, stop, so_far).run();
}

} // namespace hashlane::cluster
