// SPDX-License-Identifier: MIT
#include "cpu_list.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace hashlane {
namespace {

// Linux is built for at most 8192.
constexpr int most_cpus = 1 << 16;

std::optional<int> number_in(std::string_view digits)
{
    int number = -1;
    const char *const first = digits.data();
    const char *const last = first + digits.size();
    const auto [end, error] = std::from_chars(first, last, number);
    if (error != std::errc{} || end != last || number < 0)
        return std::nullopt;
    return number;
}

int parse_cpu(std::string_view text, std::string_view list)
{
    const std::optional<int> cpu = number_in(text);
    if (!cpu)
        throw std::invalid_argument("'" + std::string(list) +
                                    "' is not a CPU list; write numbers and ranges, such as 0,2-3");
    return *cpu;
}

} // namespace

std::optional<int> cpu_number(std::string_view digits)
{
    const std::optional<int> cpu = number_in(digits);
    return cpu < most_cpus ? cpu : std::nullopt;
}

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

} // namespace hashlane
