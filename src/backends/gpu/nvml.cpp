// SPDX-License-Identifier: MIT
//
// Monitors through NVML, opened at run time. The declarations follow its reference, so that no
// header of it has to be installed. Source: NVML API Reference Guide; values as of version 12.2.
#include "../../machine/system/host.h"
#include "../../machine/system/shared_object.h"
#include "../../machine/system/text.h"
#include "telemetry.h"

#include <algorithm>
#include <iterator>
#include <system_error>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace hashlane::backends {
namespace nvml {

struct DeviceHandle;

using Answer = int;
using Uint = unsigned;

constexpr Answer success = 0, too_small = 7, lacks_function = 13;

constexpr int clock_graphics = 0, clock_sm = 1;  ///< nvmlClockType_t
constexpr int sensor_gpu = 0;                    ///< nvmlTemperatureSensors_t
constexpr int corrected = 0, uncorrected = 1;    ///< nvmlMemoryErrorType_t
constexpr int since_start = 0, of_all_times = 1; ///< nvmlEccCounterType_t

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
                             {lacks_function, "the driver lacks the function"},
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
/// it lacks any of these functions, or when it does not start.
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
    return machine::linux_root() != "/" || space == whole_machine ||
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
        reading.clock_hz = number(1e6, "nvmlDeviceGetClockInfo", clock_sm);
        reading.celsius = number(1, "nvmlDeviceGetTemperature", sensor_gpu);
        reading.watts = number(1e-3, "nvmlDeviceGetPowerUsage");
        // The name before it was called "event reasons"; newer drivers have both.
        reading.limits = long_count("nvmlDeviceGetCurrentClocksThrottleReasons");
        return reading;
    }

    DeviceRatings ratings() noexcept override
    {
        return {number(1e6, "nvmlDeviceGetMaxClockInfo", clock_sm),
                number(1e-3, "nvmlDeviceGetEnforcedPowerLimit")};
    }

    std::optional<std::vector<std::string>> other_processes() override
    {
        const std::optional<std::vector<DeviceProcess>> listed = processes();
        if (!listed)
            return std::nullopt;
        std::vector<std::string> others;
        for (const unsigned pid : others_on_device(*listed, own_pid(), is_here)) {
            std::string &text = others.emplace_back("pid " + std::to_string(pid));
            if (const auto name = machine::value_in<std::string>(folder_of(pid) / "comm"))
                text += " (" + machine::printable(*name) + ")";
        }
        return others;
    }

    void describe(results::DeviceHardware &hardware) override
    {
        hardware.uuid = text("nvmlDeviceGetUUID");
        hardware.serial = text("nvmlDeviceGetSerial");
        hardware.board_part = text("nvmlDeviceGetBoardPartNumber");
        hardware.vbios = text("nvmlDeviceGetVbiosVersion");
        describe_settings(hardware.settings);
        hardware.pcie_width = count("nvmlDeviceGetCurrPcieLinkWidth");
        hardware.pcie_width_max = count("nvmlDeviceGetMaxPcieLinkWidth");
        hardware.pcie_generation = count("nvmlDeviceGetCurrPcieLinkGeneration");
        hardware.pcie_generation_max = count("nvmlDeviceGetMaxPcieLinkGeneration");
        hardware.pcie_replays = count("nvmlDeviceGetPcieReplayCounter");
        hardware.ecc_corrected = errors(corrected, since_start);
        hardware.ecc_uncorrected = errors(uncorrected, since_start);
        hardware.ecc_corrected_aggregate = errors(corrected, of_all_times);
        hardware.ecc_uncorrected_aggregate = errors(uncorrected, of_all_times);
        hardware.remapped_rows = remapped_rows();
        hardware.retired_pages = retired_pages();
    }

private:
    template <class... Arguments> Answer call(const char *function, Arguments... arguments) const
    try {
        Answer (*const get)(DeviceHandle *, Arguments...) = api_->library.find(function);
        return get(device_, arguments...);
    } catch (const machine::LibraryUnavailable &) { // an older one
        return lacks_function;
    }

    // False for what an older library lacks, and for what the device does not have.
    template <class... Arguments> bool ask(const char *function, Arguments... arguments) const
    {
        return call(function, arguments...) == success;
    }

    std::string text(const char *function) const
    {
        constexpr Uint longest = 96; // NVML_DEVICE_UUID_V2_BUFFER_SIZE
        char text[longest + 1] = {};
        return ask(function, &text[0], longest) ? machine::printable(&text[0]) : "";
    }

    template <class... What> std::optional<Uint> count(const char *function, What... what) const
    {
        Uint value = 0;
        return ask(function, what..., &value) ? std::optional(value) : std::nullopt;
    }

    template <class... What>
    std::optional<std::uint64_t> long_count(const char *function, What... what) const
    {
        unsigned long long value = 0;
        return ask(function, what..., &value) ? std::optional<std::uint64_t>(value) : std::nullopt;
    }

    template <class... What>
    std::optional<double> number(double unit, const char *function, What... what) const
    {
        const std::optional<Uint> value = count(function, what...);
        return value ? std::optional(*value * unit) : std::nullopt;
    }

    std::optional<std::uint64_t> errors(int sort, int since) const
    {
        return long_count("nvmlDeviceGetTotalEccErrors", sort, since);
    }

    // Nothing if the driver does not list them.
    std::optional<std::vector<DeviceProcess>> processes() const
    {
        Uint room = 32, count = 0;
        std::vector<Uint> words;
        Answer answer = lacks_function;
        std::size_t stride = 0;
        for (const std::string version : {"_v3", "_v2", ""}) {
            stride = version.empty() ? 4 : 6; // the first has a shorter struct than the others
            answer = too_small;
            for (int tries = 0; answer == too_small && tries < 3; ++tries) {
                count = room *= 2;
                words.assign(room * stride, 0);
                answer = call(("nvmlDeviceGetComputeRunningProcesses" + version).c_str(), &count,
                              words.data());
                room = std::max(room, count);
            }
            if (answer != lacks_function)
                break;
        }
        if (answer != success)
            return std::nullopt;
        std::vector<DeviceProcess> listed;
        for (std::size_t at = 0; at < count * stride && at < words.size(); at += stride)
            listed.push_back({words[at], stride > 4 ? words[at + 4] : 0});
        return listed;
    }

    std::optional<results::RemappedRows> remapped_rows() const
    {
        Uint correctable = 0, uncorrectable = 0, pending = 0, failed = 0;
        if (!ask("nvmlDeviceGetRemappedRows", &correctable, &uncorrectable, &pending, &failed))
            return std::nullopt;
        return results::RemappedRows{correctable, uncorrectable, pending != 0, failed != 0};
    }

    // Counts the pages of both causes. Without room for their addresses the answer is that there
    // is too little.
    std::optional<results::RetiredPages> retired_pages() const
    {
        unsigned long long *const no_addresses = nullptr;
        results::RetiredPages all;
        for (const int cause : {0, 1}) {
            Uint pages = 0;
            const Answer answer = call("nvmlDeviceGetRetiredPages", cause, &pages, no_addresses);
            if (answer != success && answer != too_small)
                return std::nullopt;
            all.pages += pages;
        }
        all.pending = count("nvmlDeviceGetRetiredPagesPendingStatus").value_or(0) != 0;
        return all;
    }

    void describe_settings(std::map<std::string, std::string> &settings) const
    {
        const auto add = [&](const char *setting, std::optional<Uint> value, const auto &text_of) {
            if (value)
                settings[setting] = text_of(*value);
        };
        const auto on_or_off = [](Uint value) { return value != 0 ? "on" : "off"; };
        const auto watts = [](Uint milliwatts) { return std::to_string(milliwatts / 1000); };
        Uint now = 0, after_reset = 0;
        if (ask("nvmlDeviceGetEccMode", &now, &after_reset))
            settings["ecc"] = on_or_off(now);
        if (ask("nvmlDeviceGetMigMode", &now, &after_reset))
            settings["mig"] = on_or_off(now);
        add("persistence", count("nvmlDeviceGetPersistenceMode"), on_or_off);
        add("compute_mode", count("nvmlDeviceGetComputeMode"), [](Uint mode) {
            constexpr const char *modes[] = {"default", "exclusive thread", "prohibited",
                                             "exclusive process"}; // nvmlComputeMode_t
            return mode < std::size(modes) ? modes[mode] : "unknown";
        });
        add("power_limit_watts", count("nvmlDeviceGetEnforcedPowerLimit"), watts);
        add("power_limit_default_watts", count("nvmlDeviceGetPowerManagementDefaultLimit"), watts);
        add("application_clock_mhz", count("nvmlDeviceGetApplicationsClock", clock_graphics),
            [](Uint mhz) { return std::to_string(mhz); });
    }

    std::shared_ptr<const Api> api_;
    DeviceHandle *device_;
};

} // namespace
} // namespace nvml

std::vector<MonitoredDevice> DeviceMonitors::of(const std::vector<Device *> &devices)
{
    std::vector<MonitoredDevice> all;
    for (Device *const device : devices) {
        const auto [found, is_new] = found_.try_emplace(device);
        if (is_new)
            found->second = find(device->facts());
        all.emplace_back(*device, found->second.monitor.get(), found->second.obstacle);
    }
    return all;
}

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
