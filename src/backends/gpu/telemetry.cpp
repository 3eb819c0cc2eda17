// SPDX-License-Identifier: MIT
#include "telemetry.h"

#include "../../machine/system/host.h"
#include "../../machine/system/shared_object.h"
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"

#include <algorithm>
#include <iterator>
#include <system_error>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace hashlane::backends {
namespace {

struct NamedLimit {
    ClockLimits limit;
    const char *name;
};

constexpr NamedLimit named_limits[] = {{limit_app_clocks, "application clocks"},
                                       {limit_power_cap, "power cap"},
                                       {limit_hardware, "hardware slowdown"},
                                       {limit_sync_boost, "sync boost"},
                                       {limit_heat, "heat"},
                                       {limit_heat_hardware, "heat (hardware)"},
                                       {limit_power_brake, "power brake"},
                                       {limit_display, "display clocks"}};

using Figure = std::optional<double> DeviceReading::*;

std::vector<double> known(const std::vector<DeviceReading> &readings, Figure figure)
{
    std::vector<double> values;
    for (const DeviceReading &reading : readings)
        if (reading.*figure)
            values.push_back(*(reading.*figure));
    return values;
}

std::optional<double> median_of(const std::vector<DeviceReading> &readings, Figure figure)
{
    const std::vector<double> values = known(readings, figure);
    return values.empty() ? std::nullopt : std::optional(statistics::quantile(values, 0.5));
}

} // namespace

bool throttles(ClockLimits limits)
{
    return (limits & (limit_hardware | limit_heat | limit_heat_hardware | limit_power_brake)) != 0;
}

std::vector<std::string> limit_names(ClockLimits limits)
{
    limits &= ~limit_idle;
    std::vector<std::string> names;
    for (const NamedLimit &one : named_limits)
        if ((limits & one.limit) != 0) {
            names.emplace_back(one.name);
            limits &= ~one.limit;
        }
    for (ClockLimits bit = 1; bit != 0; bit <<= 1)
        if ((limits & bit) != 0)
            names.push_back("reason " + std::to_string(bit));
    return names;
}

DeviceReading summarise(const std::vector<DeviceReading> &readings)
{
    DeviceReading all;
    all.clock_hz = median_of(readings, &DeviceReading::clock_hz);
    all.watts = median_of(readings, &DeviceReading::watts);
    const std::vector<double> celsius = known(readings, &DeviceReading::celsius);
    if (!celsius.empty())
        all.celsius = std::ranges::max(celsius);
    for (const DeviceReading &reading : readings)
        if (reading.limits)
            all.limits = all.limits.value_or(0) | *reading.limits;
    return all;
}

std::vector<unsigned> others_on_device(const std::vector<DeviceProcess> &listed, unsigned own,
                                       const std::function<bool(unsigned)> &is_here)
{
    const auto self = std::ranges::find(listed, own, &DeviceProcess::pid);
    bool is_found = self != listed.end();
    std::vector<unsigned> others;
    for (const DeviceProcess &one : listed) {
        if (one.pid == own || (self != listed.end() && one.instance != self->instance))
            continue;
        if (is_found || is_here(one.pid))
            others.push_back(one.pid);
        else
            is_found = true;
    }
    return others;
}

DeviceWatch::DeviceWatch(DeviceMonitor *monitor, std::chrono::nanoseconds period)
    : monitor_(monitor), period_(period)
{
    if (monitor_ == nullptr)
        return;
    try {
        reader_ = std::jthread([this](const std::stop_token &stop) { keep_reading(stop); });
    } catch (const std::system_error &error) {
        throw DeviceError("cannot start a thread: " + error.code().message());
    }
}

DeviceWatch::~DeviceWatch() = default;

void DeviceWatch::begin()
{
    const std::scoped_lock lock(mutex_);
    working_ = true;
    ++launch_;
    readings_.clear();
    changed_.notify_one();
}

std::optional<DeviceReading> DeviceWatch::end()
{
    const std::scoped_lock lock(mutex_);
    working_ = false;
    return readings_.empty() ? std::nullopt : std::optional(summarise(readings_));
}

void DeviceWatch::keep_reading(const std::stop_token &stop)
{
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [&] { return working_; }) && !stop.stop_requested()) {
        const std::uint64_t launch = launch_;
        const auto is_another = [&] { return !working_ || launch_ != launch; };
        if (changed_.wait_for(lock, stop, period_, is_another) || stop.stop_requested())
            continue;
        lock.unlock();
        const DeviceReading reading = monitor_->read();
        lock.lock();
        // One that ended after the launch may be of a device at rest.
        if (!is_another())
            readings_.push_back(reading);
    }
}

// ---- Through NVML, opened at run time. The declarations follow its reference, so that no header
// of it has to be installed. Source: NVML API Reference Guide; values as of version 12.2.

namespace nvml {

struct DeviceHandle;

using Answer = int;
using Uint = unsigned;

constexpr Answer success = 0, too_small = 7;

constexpr int clock_sm = 1;   ///< nvmlClockType_t
constexpr int sensor_gpu = 0; ///< nvmlTemperatureSensors_t

namespace {

struct Known {
    Answer value;
    const char *text;
};

// Those that a program which calls it as it should may get.
constexpr Known answers[] = {{3, "not supported by this device"},
                             {4, "no permission"},
                             {6, "no such device"},
                             {8, "the device's power cables are not attached"},
                             {9, "the driver is not loaded"},
                             {10, "timeout"},
                             {12, "the library cannot be loaded"},
                             {13, "the driver lacks the function"},
                             {15, "the device is lost"},
                             {16, "the device must be reset"},
                             {17, "the system does not let the device be used"},
                             {18, "driver and library are of different versions"}};

// Returns "the driver is not loaded" for 9; the number itself if it is not an expected one.
std::string answer_text(Answer answer)
{
    const auto *const known = std::ranges::find(answers, answer, &Known::value);
    return known == std::end(answers) ? "answer " + std::to_string(answer) : known->text;
}

} // namespace

/// The library, started as long as this lives. Throws LibraryUnavailable when there is none, when
/// it lacks any function, or when it does not start.
struct Api {
    Api()
    {
        if (const Answer answer = start(); answer != success)
            throw machine::LibraryUnavailable(library.name() +
                                              " does not start: " + answer_text(answer));
    }
    ~Api() { stop(); }
    Api(const Api &) = delete;
    Api &operator=(const Api &) = delete;

    machine::SharedObject library{{"libnvidia-ml.so.1"}};

    Answer (*start)() = library.find("nvmlInit_v2");
    Answer (*stop)() = library.find("nvmlShutdown");
    Answer (*find_device)(const char *pci_address,
                          DeviceHandle **) = library.find("nvmlDeviceGetHandleByPciBusId_v2");
    Answer (*get_clock_mhz)(DeviceHandle *, int clock,
                            Uint *) = library.find("nvmlDeviceGetClockInfo");
    Answer (*get_highest_clock_mhz)(DeviceHandle *, int clock,
                                    Uint *) = library.find("nvmlDeviceGetMaxClockInfo");
    Answer (*get_celsius)(DeviceHandle *, int sensor,
                          Uint *) = library.find("nvmlDeviceGetTemperature");
    Answer (*get_milliwatts)(DeviceHandle *, Uint *) = library.find("nvmlDeviceGetPowerUsage");
    Answer (*get_limit_milliwatts)(DeviceHandle *,
                                   Uint *) = library.find("nvmlDeviceGetEnforcedPowerLimit");
    // The name before it was called "event reasons"; newer drivers have both.
    Answer (*get_clock_limits)(DeviceHandle *, unsigned long long *) =
        library.find("nvmlDeviceGetCurrentClocksThrottleReasons");

    // Null in a driver that has none of its versions. The first has a shorter struct than the
    // others.
    using GetProcesses = Answer(DeviceHandle *, Uint *count, void *processes);
    std::size_t process_bytes = 24;
    GetProcesses *const get_processes = find_processes();

private:
    GetProcesses *find_processes(const std::string &version)
    try {
        return library.find(("nvmlDeviceGetComputeRunningProcesses" + version).c_str());
    } catch (const machine::LibraryUnavailable &) {
        return nullptr;
    }
    GetProcesses *find_processes()
    {
        for (const char *version : {"_v3", "_v2", ""})
            if (GetProcesses *const found = find_processes(version)) {
                process_bytes = *version == '\0' ? 16 : 24;
                return found;
            }
        return nullptr;
    }
};

namespace {

unsigned own_pid()
{
#if defined(_WIN32)
    return static_cast<unsigned>(_getpid());
#else
    return static_cast<unsigned>(getpid());
#endif
}

std::filesystem::path folder_of(unsigned pid)
{
    return machine::linux_root() / "proc" / std::to_string(pid);
}

// True if the number is surely a process's that this one can see.
bool is_here(unsigned pid)
{
    std::error_code none;
    const auto space = std::filesystem::read_symlink(folder_of(own_pid()) / "ns/pid", none);
    constexpr const char *whole_machine = "pid:[4026531836]"; // the kernel's PROC_PID_INIT_INO
    return machine::linux_root().empty() || space == whole_machine ||
           std::filesystem::exists(folder_of(pid), none);
}

class NvmlMonitor final : public DeviceMonitor {
public:
    NvmlMonitor(std::shared_ptr<const Api> api, DeviceHandle *device)
        : api_(std::move(api)), device_(device)
    {
    }

    DeviceReading read() noexcept override
    {
        DeviceReading reading;
        reading.clock_hz = number(1e6, api_->get_clock_mhz, clock_sm);
        reading.celsius = number(1, api_->get_celsius, sensor_gpu);
        reading.watts = number(1e-3, api_->get_milliwatts);
        unsigned long long limits = 0;
        if (api_->get_clock_limits(device_, &limits) == success)
            reading.limits = limits;
        return reading;
    }

    DeviceRatings ratings() noexcept override
    {
        return {number(1e6, api_->get_highest_clock_mhz, clock_sm),
                number(1e-3, api_->get_limit_milliwatts)};
    }

    std::optional<std::vector<std::string>> other_processes() override
    {
        if (api_->get_processes == nullptr)
            return std::nullopt;
        Uint room = 32, count = 0;
        std::vector<Uint> words;
        Answer answer = too_small;
        for (int tries = 0; answer == too_small && tries < 3; ++tries) {
            count = room *= 2;
            words.assign(room * api_->process_bytes / sizeof(Uint), 0);
            answer = api_->get_processes(device_, &count, words.data());
            room = std::max(room, count);
        }
        if (answer != success)
            return std::nullopt;
        const std::size_t stride = api_->process_bytes / sizeof(Uint);
        std::vector<DeviceProcess> listed;
        for (std::size_t at = 0; at < count * stride && at < words.size(); at += stride)
            listed.push_back({words[at], stride > 4 ? words[at + 4] : 0});
        std::vector<std::string> others;
        for (const unsigned pid : others_on_device(listed, own_pid(), is_here)) {
            std::string &text = others.emplace_back("pid " + std::to_string(pid));
            if (const auto name = machine::value_in<std::string>(folder_of(pid) / "comm"))
                text += " (" + machine::printable(*name) + ")";
        }
        return others;
    }

private:
    template <class Get, class... What>
    std::optional<double> number(double unit, Get *get, What... what) const noexcept
    {
        Uint value = 0;
        if (get(device_, what..., &value) != success)
            return std::nullopt;
        return value * unit;
    }

    std::shared_ptr<const Api> api_;
    DeviceHandle *device_;
};

} // namespace
} // namespace nvml

DeviceMonitors::Found DeviceMonitors::find(const DeviceFacts &facts)
{
    if (facts.pci_address.empty())
        return {nullptr, "its interface reports no PCI address"};
    if (!opened_) {
        opened_ = true;
        try {
            api_ = std::make_shared<const nvml::Api>();
        } catch (const machine::LibraryUnavailable &absent) {
            absence_ = absent.what();
        }
    }
    if (!api_)
        return {nullptr, absence_};
    nvml::DeviceHandle *device = nullptr;
    const nvml::Answer answer = api_->find_device(facts.pci_address.c_str(), &device);
    if (answer != nvml::success)
        return {nullptr, "NVML: " + nvml::answer_text(answer)};
    return {std::make_unique<nvml::NvmlMonitor>(api_, device), ""};
}

} // namespace hashlane::backends
