// SPDX-License-Identifier: MIT
#include "host.h"

#include "../../lib/core/cpu_features.h"
#include "cpus.h"

#if defined(_WIN32)
#include <windows.h>
// After windows.h, whose types it uses.
#include <winternl.h>
#else
#include <cstdlib>
#include <sys/utsname.h>
#endif

namespace hashlane::machine {

#if defined(_WIN32)

namespace {

// Returns null if it has none of that name. Compilers convert void (*)() to any function.
auto find_in_ntdll(const char *name) -> void (*)()
{
    const HMODULE library = GetModuleHandleA("ntdll.dll");
    const FARPROC found = library == nullptr ? nullptr : GetProcAddress(library, name);
    return reinterpret_cast<void (*)()>(found);
}

// GetVersionEx returns the version that the program's manifest claims; this returns the real one.
std::string windows_version()
{
    using Get = NTSTATUS NTAPI(OSVERSIONINFOW *);
    auto *const get = reinterpret_cast<Get *>(find_in_ntdll("RtlGetVersion"));
    OSVERSIONINFOW version{};
    version.dwOSVersionInfoSize = sizeof version;
    if (get == nullptr || get(&version) < 0)
        return "Windows";
    return "Windows " + std::to_string(version.dwMajorVersion) + "." +
           std::to_string(version.dwMinorVersion) + "." + std::to_string(version.dwBuildNumber);
}

std::string host_name()
{
    char name[MAX_COMPUTERNAME_LENGTH + 1] = "";
    DWORD size = sizeof name;
    return GetComputerNameA(name, &size) != 0 ? name : "";
}

// Returns "8.0"; empty if no Wine replaces Windows.
std::string wine_version()
{
    using Version = const char *__cdecl();
    auto *const version = reinterpret_cast<Version *>(find_in_ntdll("wine_get_version"));
    return version == nullptr ? "" : version();
}

} // namespace

Host this_host()
{
    const std::string wine = wine_version();
    char path[4 * MAX_PATH] = "";
    const DWORD size = GetModuleFileNameA(nullptr, path, sizeof path);
    return {host_name(), windows_version() + (wine.empty() ? "" : " (Wine " + wine + ")"),
            size != 0 && size < sizeof path ? path : "", 0};
}

#else

namespace {

std::string wine_version() { return ""; }

} // namespace

Host this_host()
{
    Host host;
    std::error_code none; // elsewhere than on Linux
    host.executable = std::filesystem::read_symlink("/proc/self/exe", none).string();
    if (double load = 0; getloadavg(&load, 1) == 1)
        host.load_average = load;
    utsname system{};
    if (uname(&system) == 0) {
        host.name = system.nodename;
        host.system = std::string(system.sysname) + " " + system.release;
    }
    return host;
}

#endif

std::filesystem::path linux_root()
{
#if defined(__linux__)
    return "/";
#else
    return "/dev/null";
#endif
}

std::map<int, std::filesystem::path> numbered_folders(const std::filesystem::path &parent,
                                                      std::string_view prefix)
{
    std::map<int, std::filesystem::path> folders;
    std::error_code none;
    for (const auto &entry : std::filesystem::directory_iterator(parent, none)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(prefix))
            continue;
        if (const std::optional<int> number = cpu_number(name.substr(prefix.size())))
            folders[*number] = entry.path();
    }
    return folders;
}

const std::string &emulator_name()
{
    // QEMU's user mode answers /proc/self/exe with the emulated program, but not this path.
    static const std::string name = []() -> std::string {
        if (const std::string wine = wine_version(); !wine.empty())
            return "Wine " + wine;
        std::error_code none;
        return emulator_behind(
            std::filesystem::read_symlink("/proc/thread-self/exe", none).filename().string(),
            this_cpu().hypervisor);
    }();
    return name;
}

std::string emulator_behind(std::string_view executable, std::string_view hypervisor)
{
    // CPUID names QEMU only for its translator: with KVM below it, it names KVM.
    return executable.starts_with("qemu-") || hypervisor == "QEMU" ? "QEMU" : "";
}

} // namespace hashlane::machine
