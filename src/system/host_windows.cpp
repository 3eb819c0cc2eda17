// SPDX-License-Identifier: MIT
#include "host.h"

#include "wine.h"

#include <windows.h>
#include <winternl.h>

namespace hashlane {
namespace {

// GetVersionEx returns the version that the program's manifest claims; this returns the real one.
std::string windows_version()
{
    using Get = NTSTATUS NTAPI(OSVERSIONINFOW *);
    const HMODULE library = GetModuleHandleA("ntdll.dll");
    const FARPROC found = library == nullptr ? nullptr : GetProcAddress(library, "RtlGetVersion");
    OSVERSIONINFOW version{};
    version.dwOSVersionInfoSize = sizeof version;
    if (found == nullptr ||
        reinterpret_cast<Get *>(reinterpret_cast<void (*)()>(found))(&version) < 0)
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

std::string executable_path()
{
    char path[4 * MAX_PATH] = "";
    const DWORD size = GetModuleFileNameA(nullptr, path, sizeof path);
    return size != 0 && size < sizeof path ? path : "";
}

} // namespace

Host this_host()
{
    const std::string wine = wine_version();
    return {host_name(), windows_version() + (wine.empty() ? "" : " (Wine " + wine + ")"),
            executable_path(), 0};
}

int process_id() { return static_cast<int>(GetCurrentProcessId()); }

std::tm local_time(std::time_t time)
{
    std::tm local{};
    localtime_s(&local, &time);
    return local;
}

} // namespace hashlane
