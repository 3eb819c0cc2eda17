// SPDX-License-Identifier: MIT
#include "devices.h"

#include "../system/threads.h"

#include <ranges>
#include <utility>

namespace hashlane {
namespace {

// Sets a flag when it goes, an exception or not.
class AtEnd {
public:
    explicit AtEnd(std::atomic<bool> &flag) : flag_(flag) {}
    AtEnd(const AtEnd &) = delete;
    AtEnd &operator=(const AtEnd &) = delete;
    ~AtEnd() { flag_ = true; }

private:
    std::atomic<bool> &flag_;
};

void tell(const SoakWrong &wrong, const SoakWatch &watch)
{
    if (watch.found)
        watch.found(wrong);
    if (watch.repeated)
        watch.repeated(wrong);
}

} // namespace

SoakDevices::SoakDevices(const std::vector<SoakDeviceRequest> &requests)
{
    for (const SoakDeviceRequest &request : requests)
        devices_.push_back(std::make_unique<DeviceSoak>(request));
}

void SoakDevices::draw(std::uint64_t seed, std::vector<Segments> &all)
{
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (const auto &device : devices_) {
        const std::vector<Segments> drawn = device->draw(seed);
        places.emplace_back(all.size(), drawn.size());
        all.insert(all.end(), drawn.begin(), drawn.end());
    }
    segments_.clear();
    for (const auto &[first, count] : places)
        segments_.push_back(std::span<const Segments>(all).subspan(first, count));
}

double SoakDevices::run_beside(DeviceSoak::Pass pass, const std::function<void()> &visits)
{
    std::atomic<bool> over = false;
    auto end_of_visits = SoakClock::now();
    on_threads(1 + devices_.size(), [&](std::size_t thread) {
        if (thread == 0) {
            const AtEnd at_end(over);
            visits();
            end_of_visits = SoakClock::now();
            return;
        }
        DeviceSoak::Pass of_device = pass;
        of_device.segments = segments_[thread - 1];
        of_device.seed += thread;
        of_device.over = &over;
        devices_[thread - 1]->run(of_device);
    });
    return seconds_since(end_of_visits);
}

void SoakDevices::take_over(SoakTotals &totals, const SoakWatch &watch)
{
    for (std::size_t i = 0; i < devices_.size(); ++i) {
        SoakDevice &device = totals.devices[i];
        const std::uint64_t wrong_before = device.wrong;
        const bool had_failed = !device.failure.empty();
        const auto found_before = static_cast<std::ptrdiff_t>(totals.found.size());
        devices_[i]->hand_over(device, totals.found);
        totals.wrong += device.wrong - wrong_before;
        if (!had_failed && !device.failure.empty() && watch.failed)
            watch.failed(device);
        for (const SoakWrong &wrong : totals.found | std::views::drop(found_before))
            tell(wrong, watch);
    }
}

} // namespace hashlane
