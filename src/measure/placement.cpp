// SPDX-License-Identifier: MIT
#include "placement.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace hashlane {
namespace {

constexpr auto idle_window = std::chrono::milliseconds(50);

int parse_cpu(std::string_view text, std::string_view list)
{
    int cpu = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cpu);
    if (error != std::errc{} || end != text.data() + text.size() || cpu < 0)
        throw std::invalid_argument("'" + std::string(list) +
                                    "' is no CPU list; write numbers and ranges, like 0,2-3");
    return cpu;
}

// Idle time of each CPU since boot, in the kernel's ticks (proc(5), /proc/stat).
std::map<int, long long> idle_ticks()
{
    std::map<int, long long> idle;
    std::ifstream file("/proc/stat");
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields(line);
        std::string name;
        long long user = 0, nice = 0, system = 0, ticks = 0;
        if (fields >> name >> user >> nice >> system >> ticks && name.size() > 3 &&
            name.starts_with("cpu"))
            idle[std::stoi(name.substr(3))] = ticks;
    }
    return idle;
}

void sort_idlest_first(std::vector<int> &cpus)
{
    std::map<int, long long> idle = idle_ticks();
    std::this_thread::sleep_for(idle_window);
    for (const auto &[cpu, ticks] : idle_ticks())
        idle[cpu] = ticks - idle[cpu];
    std::ranges::sort(cpus, std::ranges::less{},
                      [&](int cpu) { return std::pair(-idle[cpu], cpu); });
}

} // namespace

#if defined(__linux__)
std::vector<int> allowed_cpus()
{
    std::vector<int> cpus;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
            if (CPU_ISSET(cpu, &set))
                cpus.push_back(cpu);
    return cpus.empty() ? std::vector<int>{0} : cpus;
}

bool pin_this_thread(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}
#else
std::vector<int> allowed_cpus()
{
    std::vector<int> cpus(std::max(1U, std::thread::hardware_concurrency()));
    for (std::size_t i = 0; i < cpus.size(); ++i)
        cpus[i] = static_cast<int>(i);
    return cpus;
}

bool pin_this_thread(int) { return false; }
#endif

std::vector<int> parse_cpu_list(std::string_view text, const std::vector<int> &allowed)
{
    std::vector<int> cpus;
    std::string_view rest = text;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const std::string_view item = rest.substr(0, comma);
        const std::size_t dash = item.find('-');
        const int first = parse_cpu(item.substr(0, dash), text);
        const int last =
            dash == std::string_view::npos ? first : parse_cpu(item.substr(dash + 1), text);
        for (int cpu = first; cpu <= last; ++cpu) {
            if (!std::ranges::binary_search(allowed, cpu))
                throw std::invalid_argument("CPU " + std::to_string(cpu) +
                                            " is not allowed here; this process may use " +
                                            format_cpu_list(allowed));
            cpus.push_back(cpu);
        }
        if (last < first)
            throw std::invalid_argument("'" + std::string(item) + "' runs backwards");
        more = comma != std::string_view::npos;
        rest = more ? rest.substr(comma + 1) : "";
    }
    std::ranges::sort(cpus);
    cpus.erase(std::ranges::unique(cpus).begin(), cpus.end());
    return cpus;
}

std::string format_cpu_list(const std::vector<int> &cpus)
{
    std::string text;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t end = i + 1;
        while (end < cpus.size() && cpus[end] == cpus[end - 1] + 1)
            ++end;
        text += (text.empty() ? "" : ",") + std::to_string(cpus[i]);
        if (end - i > 1)
            text += "-" + std::to_string(cpus[end - 1]);
        i = end;
    }
    return text;
}

std::vector<int> place_threads(unsigned threads, std::vector<int> cpus)
{
    if (threads < cpus.size())
        sort_idlest_first(cpus);
    std::vector<int> placed;
    for (unsigned i = 0; i < threads; ++i)
        placed.push_back(cpus[i % cpus.size()]);
    return placed;
}

} // namespace hashlane
