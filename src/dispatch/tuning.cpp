// SPDX-License-Identifier: MIT
#include "tuning.h"

#include "../core/registry.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace hashlane {
namespace {

constexpr std::string_view format_line = "hashlane-tuning 1\n";
constexpr TuningUnit all_units[] = {TuningUnit::core_cycles, TuningUnit::tsc_ticks,
                                    TuningUnit::nanoseconds};
constexpr std::string_view unit_names[] = {"core-cycles", "tsc-ticks", "nanoseconds"};

// Far above any kernel, and far below where a sum of calls is no number any more.
constexpr double most_cycles = 1e12;

constexpr std::size_t hash_digits = 16;

std::string fnv1a(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    std::string digits;
    for (std::size_t i = 0; i < hash_digits; ++i, hash <<= 4)
        digits += "0123456789abcdef"[hash >> 60];
    return digits;
}

// The processor's own texts must not break a line.
std::string one_line(std::string text)
{
    std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

std::string head_of(const TuningKey &key)
{
    return std::string(format_line) + "cpu " + one_line(key.cpu) + "\nfeatures " +
           feature_names(key.features) + "\nmicrocode " + one_line(key.microcode) + "\nversion " +
           key.version + "\n";
}

std::string number_text(double number)
{
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

// The whole of `text` as a cost.
std::optional<double> parse_cycles(std::string_view text)
{
    double cycles = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cycles);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || !std::isfinite(cycles) || cycles <= 0 || cycles > most_cycles)
        return std::nullopt;
    return cycles;
}

std::string kind_text(const TuningSection &section)
{
    return std::string(core_kind_name(section.kind)) + " " +
           std::string(unit_names[static_cast<std::size_t>(section.unit)]);
}

std::optional<TuningSection> parse_kind(std::string_view text)
{
    for (const CoreKind kind : all_core_kinds)
        for (const TuningUnit unit : all_units)
            if (TuningSection section{kind, unit, {}}; text == kind_text(section))
                return section;
    return std::nullopt;
}

class Parser {
public:
    explicit Parser(FeatureSet features) : features_(features) {}

    // The lines between head and end.
    std::string parse(std::string_view lines)
    {
        while (problem_.empty() && !lines.empty()) {
            const std::size_t end = lines.find('\n');
            take(lines.substr(0, end));
            lines.remove_prefix(end + 1);
        }
        if (problem_.empty())
            finish_section();
        return problem_;
    }

    Tuning tuning;

private:
    void take(std::string_view line)
    {
        const std::size_t space = std::min(line.find(' '), line.size());
        const std::string_view name = line.substr(0, space);
        const std::string_view value = line.substr(std::min(space + 1, line.size()));
        if (name == "kind")
            begin_section(value);
        else
            add_call(name, value);
    }

    void begin_section(std::string_view value)
    {
        if (!tuning.empty())
            finish_section();
        const std::optional<TuningSection> section = parse_kind(value);
        if (!section ||
            std::ranges::find(tuning, section->kind, &TuningSection::kind) != tuning.end())
            complain("kind " + std::string(value) + ": not a kind and unit, or a duplicate");
        else
            tuning.push_back(*section);
    }

    void add_call(std::string_view id, std::string_view value)
    {
        const auto kernel = std::ranges::find(all_kernels(), id, &Kernel::id);
        const std::optional<double> cycles = parse_cycles(value);
        if (kernel == all_kernels().end() || !is_candidate(*kernel, features_))
            complain(std::string(id) + ": not a kernel that dispatch can choose here");
        else if (!cycles)
            complain(std::string(id) + ": no cost");
        else if (tuning.empty() ||
                 (!tuning.back().calls.empty() && tuning.back().calls.back().kernel >= &*kernel))
            complain(std::string(id) + ": out of place");
        else
            tuning.back().calls.push_back({&*kernel, *cycles});
    }

    void finish_section()
    {
        const auto candidates = std::ranges::count_if(
            all_kernels(), [&](const Kernel &kernel) { return is_candidate(kernel, features_); });
        if (tuning.empty() || std::cmp_not_equal(tuning.back().calls.size(), candidates))
            complain("kernels are missing");
    }

    void complain(const std::string &problem)
    {
        if (problem_.empty())
            problem_ = problem;
    }

    FeatureSet features_;
    std::string problem_;
};

} // namespace

std::string_view tuning_unit_text(TuningUnit unit)
{
    constexpr std::string_view texts[] = {"core cycles", "ticks", "nanoseconds"};
    return texts[static_cast<std::size_t>(unit)];
}

bool is_candidate(const Kernel &kernel, FeatureSet features)
{
    return kernel.role != Role::reference && is_runnable(kernel, features);
}

std::string tuning_file_name(const TuningKey &key)
{
    return "tuning-" + fnv1a(head_of(key)) + ".txt";
}

std::string with_checksum(const std::string &lines) { return lines + "end " + fnv1a(lines) + "\n"; }

std::string write_tuning(const Tuning &tuning, const TuningKey &key)
{
    std::string lines = head_of(key);
    for (const TuningSection &section : tuning) {
        lines += "kind " + kind_text(section) + "\n";
        for (const MeasuredCall &call : section.calls)
            lines += std::string(call.kernel->id) + " " + number_text(call.cycles) + "\n";
    }
    return with_checksum(lines);
}

ParsedTuning parse_tuning(std::string_view text, const TuningKey &key)
{
    constexpr std::size_t end_bytes = sizeof "end \n" - 1 + hash_digits;
    if (!text.starts_with(format_line))
        return {{}, "not a tuning file of this version"};
    const std::string lines(text.substr(0, text.size() - std::min(text.size(), end_bytes)));
    if (with_checksum(lines) != text)
        return {{}, "damaged: its checksum is wrong"};
    const std::string head = head_of(key);
    if (!lines.starts_with(head))
        return {{}, "measured on another processor, microcode or version of hashlane"};
    Parser parser(key.features);
    std::string problem = parser.parse(std::string_view(lines).substr(head.size()));
    if (!problem.empty())
        return {{}, std::move(problem)};
    if (write_tuning(parser.tuning, key) != text)
        return {{}, "not as 'hashlane tune' writes it"};
    return {std::move(parser.tuning), ""};
}

} // namespace hashlane
