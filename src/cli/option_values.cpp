// SPDX-License-Identifier: MIT
#include "option_values.h"

#include "../keccak/keccak_suite.h"
#include "../system/cpu_list.h"
#include "exit_code.h"
#include "parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hashlane {
namespace {

constexpr double most_ghz = 100;
constexpr double most_seconds = 86400;
constexpr double most_percent = 50;
constexpr double usual_noise_seconds = 10;
constexpr std::uint64_t most_noise_seconds = 600;
constexpr std::uint64_t most_repetitions = 1000;
constexpr std::uint64_t highest_device = 255;

// The value that `text` names.
template <class Value, std::size_t count>
Value parse_name(const std::string &option, const std::string &text,
                 const std::pair<std::string_view, Value> (&names)[count])
{
    std::vector<std::string_view> known;
    for (const auto &[name, value] : names) {
        if (name == text)
            return value;
        known.push_back(name);
    }
    throw CommandError(
        fmt::format("{}: '{}' is not one of {}", option, text, fmt::join(known, ", ")));
}

[[noreturn]] void reject_format(std::string_view text, const std::vector<Format> &allowed)
{
    std::vector<std::string_view> names;
    for (const Format format : allowed)
        names.push_back(format_name(format));
    throw CommandError(
        fmt::format("--format: '{}' is not one of {}", text, fmt::join(names, ", ")));
}

[[noreturn]] void reject_device(const std::string &text)
{
    throw CommandError(fmt::format("--device: '{}' is not all, none or devices such as {}:0,{}:1",
                                   text, device_apis().front(), device_apis().back()));
}

DeviceName parse_device(const std::string &text)
{
    const std::size_t colon = text.find(':');
    const std::string api = text.substr(0, colon);
    if (colon == std::string::npos || std::ranges::find(device_apis(), api) == device_apis().end())
        reject_device(text);
    return {api, static_cast<unsigned>(
                     parse_integer("--device", text.substr(colon + 1), 0, highest_device))};
}

} // namespace

const KeyRange default_range = {0, 1024, keccak_suite_loops};

std::string format_list(const std::vector<Format> &formats)
{
    std::string list;
    for (const Format format : formats) {
        const bool last = &format == &formats.back();
        list += (list.empty() ? "" : last ? " or " : ", ") + std::string(format_name(format));
    }
    return list;
}

Format parse_format(const std::string &text, const std::vector<Format> &allowed)
{
    const auto format = std::ranges::find(allowed, text, format_name);
    if (format == allowed.end())
        reject_format(text, allowed);
    return *format;
}

void require_format(Format format, const std::vector<Format> &allowed)
{
    if (std::ranges::find(allowed, format) == allowed.end())
        reject_format(format_name(format), allowed);
}

ReportFormat parse_report_format(const std::string &text)
{
    return parse_name<ReportFormat>(
        "--format", text,
        {{"html", ReportFormat::html}, {"svg", ReportFormat::svg}, {"text", ReportFormat::text}});
}

ColorUse parse_color(const std::string &text)
{
    return parse_name<ColorUse>(
        "--color", text,
        {{"auto", ColorUse::automatic}, {"always", ColorUse::always}, {"never", ColorUse::never}});
}

void require_json(const std::string &text)
{
    if (text != "json")
        throw CommandError(fmt::format("--benchmark_out_format: '{}' is not json", text));
}

ClockRequest parse_clock(const std::string &text)
{
    return parse_name<ClockRequest>("--clock", text,
                                    {{"auto", {}},
                                     {"perf", {false, CycleSource::perf, 0}},
                                     {"chain", {false, CycleSource::chain, 0}},
                                     {"tsc", {false, CycleSource::tsc, 0}}});
}

ClockRequest parse_ghz(const std::string &text)
{
    return {false, CycleSource::given, parse_positive("--ghz", text, most_ghz) * 1e9};
}

std::vector<int> parse_allowed_cpus(const std::string &text)
{
    try {
        return parse_cpu_list(text, allowed_cpus());
    } catch (const std::invalid_argument &error) {
        throw CommandError(fmt::format("--cpu: {}", error.what()));
    }
}

unsigned parse_threads(const std::string &option, const std::string &text)
{
    return static_cast<unsigned>(parse_integer(option, text, 1, max_threads));
}

double parse_seconds(const std::string &option, const std::string &text)
{
    return parse_positive(option, text, most_seconds, "s");
}

double parse_budget(const std::string &text)
{
    return parse_number("--budget", text, most_seconds, "s");
}

double parse_noise_seconds(const std::string &text)
{
    if (text.empty())
        return usual_noise_seconds;
    return static_cast<double>(parse_integer("--noise", text, 1, most_noise_seconds));
}

unsigned parse_repetitions(const std::string &text)
{
    return static_cast<unsigned>(parse_integer("--repetitions", text, 1, most_repetitions));
}

DeviceRequest parse_device_request(const std::string &text)
{
    if (text == "none")
        return {};
    if (text == "all")
        return {true, {}};
    DeviceRequest request;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const DeviceName name = parse_device(text.substr(begin, end - begin));
        if (std::ranges::find(request.names, name) == request.names.end())
            request.names.push_back(name);
        begin = end + 1;
    }
    return request;
}

Sha256Unit parse_unit(const std::string &text)
{
    return parse_name<Sha256Unit>("-m", text,
                                  {{"MH", Sha256Unit::mega_hashes},
                                   {"MB", Sha256Unit::mega_bytes},
                                   {"MiB", Sha256Unit::mebi_bytes},
                                   {"cpb", Sha256Unit::cycles_per_byte}});
}

Workload parse_sweep_workload(const std::string &text)
{
    if (text == "sha256")
        return Workload::sha256_chain;
    if (text == "keccak")
        return Workload::keccak_chain;
    throw CommandError(fmt::format("sweep: '{}' is neither sha256 nor keccak", text));
}

double parse_percent(const std::string &option, const std::string &text)
{
    return parse_positive(option, text, most_percent, "%") / 100;
}

} // namespace hashlane
