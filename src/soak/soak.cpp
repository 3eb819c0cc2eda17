// SPDX-License-Identifier: MIT
#include "soak.h"

#include "../machine/topology.h"
#include "../system/threads.h"
#include "devices.h"
#include "finds.h"
#include "order.h"
#include "unit.h"

#include <algorithm>
#include <utility>

namespace hashlane {
namespace {

// A core that runs alone keeps the others waiting. Where time is given, they wait for this much of
// it and no longer.
constexpr double alone_share = 0.025;
constexpr double alone_visit_seconds = 0.01;

// Where time is given, one pass is to fit into so much of it, but for visits shorter than this.
constexpr double share_of_first_pass = 0.9;
constexpr double least_visit_seconds = 0.1;

SoakCore core_of(int cpu)
{
    const std::vector<Topology::Core> &cores = this_topology().cores;
    const auto core = std::ranges::find_if(cores, [&](const Topology::Core &one) {
        return std::ranges::find(one.cpus, cpu) != one.cpus.end();
    });
    SoakCore found;
    found.cpu = cpu;
    if (core != cores.end()) {
        found.core = static_cast<std::size_t>(core - cores.begin());
        found.socket = core->package;
    }
    return found;
}

SoakTotals nothing_yet(const SoakRequest &request)
{
    SoakTotals totals;
    for (const int cpu : request.cpus)
        totals.cores.push_back(core_of(cpu));
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
          devices_(request.devices),
          totals_(so_far != nullptr ? *so_far : nothing_yet(request)),
          time_(totals_.seconds),
          finds_(request, watch, time_, totals_)
    {
    }

    SoakTotals run()
    {
        while (!is_done() && !stop_)
            run_pass();
        totals_.interrupted = !is_done();
        return std::move(totals_);
    }

private:
    bool is_timed() const { return request_.seconds > 0; }

    bool is_done() const
    {
        return is_timed() ? totals_.seconds >= request_.seconds : totals_.passes >= request_.passes;
    }

    void run_pass()
    {
        make_segments();
        totals_.seconds = time_.seconds();
        if (request_.devices.empty())
            run_visits();
        else
            run_visits_beside_devices();
    }

    void run_visits_beside_devices()
    {
        const DeviceSoak::Pass pass{.segments = {},
                                    .number = totals_.passes,
                                    .seed = seed_of_pass(request_, totals_.passes),
                                    .time = &time_,
                                    .over = nullptr,
                                    .stop = &stop_};
        const double waited = devices_.run_beside(pass, [&] { run_visits(); });
        for (SoakCore &core : totals_.cores)
            core.idle_seconds += waited;
        totals_.seconds = time_.seconds();
        devices_.take_over(totals_, watch_);
    }

    void run_visits()
    {
        const std::vector<PlannedVisit> order = order_of_pass(request_, totals_.passes);
        while (totals_.visits_of_pass < order.size()) {
            if (is_done() || stop_)
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
            if (std::ranges::find(segments_, kernel->workload, &Segments::workload) ==
                segments_.end())
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
            visit(planned, all_cores(), visit_seconds());
        else if (!is_timed() || totals_.alone_seconds < alone_share * request_.seconds)
            visit_alone(planned);
        else
            return;
        totals_.seconds = time_.seconds();
        devices_.take_over(totals_, watch_);
        if (watch_.visited)
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
            std::min(request_.visit_seconds, std::max(fair, least_visit_seconds));
        return std::min(seconds, request_.seconds - totals_.seconds);
    }

    std::vector<std::size_t> all_cores() const
    {
        std::vector<std::size_t> all;
        for (std::size_t core = 0; core < request_.cpus.size(); ++core)
            all.push_back(core);
        return all;
    }

    void visit(const PlannedVisit &planned, const std::vector<std::size_t> &cores, double seconds)
    {
        const Kernel &kernel = *request_.kernels[planned.kernel];
        const Segments &segments =
            *std::ranges::find(segments_, kernel.workload, &Segments::workload);
        const auto begin = SoakClock::now();
        std::vector<int> cpus;
        for (const std::size_t core : cores)
            cpus.push_back(request_.cpus[core]);
        std::vector<VisitTotals> done(cores.size());
        const bool pinned = on_pinned_threads(cpus, [&](std::size_t thread) {
            const SoakPlace place{cores[thread], &kernel, &segments, totals_.passes,
                                  planned.core ? "alone" : "together"};
            Visit visit{&kernel, &segments, planned.seed + cores[thread],
                        seconds_after(begin, seconds), std::nullopt};
            if (planned.bursts)
                visit.bursts.emplace(begin, planned.seed);
            done[thread] = run_visit(visit, stop_,
                                     [&](std::size_t first, const std::vector<WrongLane> &lanes) {
                                         finds_.take(place, first, lanes);
                                     });
        });
        totals_.pinned = totals_.pinned && pinned;
        for (std::size_t thread = 0; thread < cores.size(); ++thread)
            add(done[thread], totals_.cores[cores[thread]], totals_.kernels[planned.kernel]);
        finds_.repeat_beside();
    }

    void add(const VisitTotals &done, SoakCore &core, SoakKernel &kernel)
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
    SoakDevices devices_; // before the time begins: they compile
    SoakTotals totals_;
    SoakTime time_;
    Finds finds_;
    std::vector<Segments> segments_; ///< of the kernels' workloads, then of the devices
};

} // namespace

SoakTotals soak(const SoakRequest &request, const SoakWatch &watch, const std::atomic<bool> &stop,
                const SoakTotals *so_far)
{
    return Soak(request, watch, stop, so_far).run();
}

} // namespace hashlane
