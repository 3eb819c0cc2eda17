// SPDX-License-Identifier: MIT
#include "tuning.h"

#include "../base/files.h"
#include "../core/registry.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

namespace hashlane {
namespace {

constexpr std::string_view format_line = "hashlane-tuning 3\n";
constexpr TuningUnit all_units[] = {TuningUnit::core_cycles, TuningUnit::tsc_ticks,
                                    TuningUnit::nanoseconds};
constexpr std::string_view unit_names[] = {"core-cycles", "tsc-ticks", "nanoseconds"};

// Far above any kernel, and far below where a sum of calls is no number any more.
constexpr std::size_t most_cost_bytes = std::string_view("1000000000000.000").size() - 1;

constexpr std::size_t hash_digits = 16;

FixedText<hash_digits> fnv1a(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    FixedText<hash_digits> digits;
    for (std::size_t i = 0; i < hash_digits; ++i, hash <<= 4)
        digits += "0123456789abcdef"[hash >> 60];
    return digits;
}

// The processor's own texts must not break a line.
template <class Text> Text one_line(const Text &text)
{
    Text line;
    for (const char c : std::string_view(text))
        line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    return line;
}

void append_line(FixedText<1023> &text, std::string_view name, std::string_view value)
{
    text += name;
    text += value;
    text += '\n';
}

// Returns the first `bytes` of it, or all. (std::string_view's own can throw.)
std::string_view first_of(std::string_view text, std::size_t bytes)
{
    text.remove_suffix(text.size() - std::min(text.size(), bytes));
    return text;
}

// Returns the text after the first `bytes` bytes.
std::string_view after(std::string_view text, std::size_t bytes)
{
    text.remove_prefix(std::min(text.size(), bytes));
    return text;
}

bool is_digit(char c) { return '0' <= c && c <= '9'; }

// Returns the whole of `text` as a cost: digits, a point and three digits, as write_tuning() writes
// it.
std::optional<double> parse_cycles(std::string_view text)
{
    constexpr std::size_t after_point = tuning_decimals + 1;
    if (text.size() <= after_point || text.size() > most_cost_bytes)
        return std::nullopt;
    const std::size_t point = text.size() - after_point;
    if (text[point] != '.' || (text[0] == '0' && point != 1))
        return std::nullopt;
    std::int64_t thousandths = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == point)
            continue;
        if (!is_digit(text[i]))
            return std::nullopt;
        thousandths = 10 * thousandths + (text[i] - '0');
    }
    if (thousandths == 0)
        return std::nullopt;
    return static_cast<double>(thousandths) / 1000;
}

std::optional<TuningSection> parse_kind(std::string_view text)
{
    for (const CoreKind kind : all_core_kinds)
        for (const TuningUnit unit : all_units)
            if (tuning_kind_text(kind, unit) == text)
                return TuningSection{kind, unit, {}};
    return std::nullopt;
}

// Fills `parsed` with the lines between head and end.
class Parser {
public:
    Parser(ParsedTuning &parsed, FeatureSet features) : parsed_(parsed), features_(features) {}

    void parse(std::string_view lines)
    {
        while (parsed_.problem.empty() && !lines.empty()) {
            const std::size_t end = std::min(lines.find('\n'), lines.size());
            take(first_of(lines, end));
            lines = after(lines, end + 1);
        }
        if (parsed_.tuning.empty())
            complain("no kind of core");
    }

private:
    void take(std::string_view line)
    {
        const std::size_t space = std::min(line.find(' '), line.size());
        const std::string_view name = first_of(line, space);
        const std::string_view value = after(line, space + 1);
        if (name == "kind")
            begin_section(value);
        else
            add_call(name, value);
    }

    void begin_section(std::string_view value)
    {
        const std::optional<TuningSection> section = parse_kind(value);
        if (!section || std::ranges::find(parsed_.tuning, section->kind, &TuningSection::kind) !=
                            parsed_.tuning.end())
            complain("kind ", value, ": not a kind and unit, or a duplicate");
        else
            begin_section(*section);
    }

    void begin_section(const TuningSection &section)
    {
        parsed_.tuning.push_back(section);
        next_ = all_kernels().begin();
    }

    void add_call(std::string_view id, std::string_view value)
    {
        const auto kernel = std::ranges::find(all_kernels(), id, &Kernel::id);
        const std::optional<double> cycles = parse_cycles(value);
        if (kernel == all_kernels().end() || !is_candidate(*kernel, features_))
            complain(id, ": not a kernel that dispatch can choose here");
        else if (!cycles)
            complain(id, ": no cost");
        else if (parsed_.tuning.empty() || kernel < next_)
            complain(id, ": out of place");
        else
            add_call(kernel, *cycles);
    }

    void add_call(KernelList::Iterator kernel, double cycles)
    {
        parsed_.tuning.back().calls.push_back({&*kernel, cycles});
        next_ = kernel + 1;
    }

    template <class... Parts> void complain(const Parts &...parts)
    {
        if (parsed_.problem.empty())
            (parsed_.problem += ... += parts);
    }

    ParsedTuning &parsed_;
    FeatureSet features_;
    KernelList::Iterator next_; // the first that may follow in this section
};

} // namespace

std::string_view tuning_unit_text(TuningUnit unit)
{
    constexpr std::string_view texts[] = {"core cycles", "ticks", "nanoseconds"};
    return texts[static_cast<std::size_t>(unit)];
}

FixedText<31> tuning_file_name(const TuningKey &key)
{
    FixedText<31> name("tuning-");
    name += fnv1a(tuning_head(key));
    return name += ".txt";
}

FixedText<1023> tuning_head(const TuningKey &key)
{
    FixedText<1023> head(format_line);
    append_line(head, "cpu ", one_line(key.cpu));
    append_line(head, "features ", feature_names(key.features));
    append_line(head, "microcode ", one_line(key.microcode));
    append_line(head, "version ", key.version);
    return head;
}

FixedText<31> tuning_kind_text(CoreKind kind, TuningUnit unit)
{
    FixedText<31> text(core_kind_name(kind));
    text += ' ';
    return text += unit_names[static_cast<std::size_t>(unit)];
}

FixedText<31> tuning_end(std::string_view lines)
{
    FixedText<31> end("end ");
    end += fnv1a(lines);
    return end += '\n';
}

ParsedTuning parse_tuning(std::string_view text, const TuningKey &key)
{
    ParsedTuning parsed;
    const FixedText<1023> head = tuning_head(key);
    const std::size_t end_bytes = tuning_end("").size();
    const std::string_view lines = first_of(text, text.size() - std::min(text.size(), end_bytes));
    if (first_of(text, format_line.size()) != format_line)
        parsed.problem = "not a tuning file of this version";
    else if (lines.empty() || lines.back() != '\n' ||
             tuning_end(lines) != after(text, lines.size()))
        parsed.problem = "damaged: its checksum is wrong";
    else if (first_of(lines, head.size()) != head)
        parsed.problem = "measured on another processor, microcode or version of hashlane";
    else
        Parser(parsed, key.features).parse(after(lines, head.size()));
    return parsed;
}

TuningKey this_tuning_key()
{
    const CpuInfo &cpu = this_cpu();
    TuningKey key{"", cpu.features, microcode_revision(), HASHLANE_VERSION};
    key.cpu += cpu.brand.empty() ? "unknown" : cpu.brand.c_str();
    key.cpu += " (";
    key.cpu += cpu_identity(cpu);
    key.cpu += ")";
    return key;
}

PathText user_tuning_path()
{
    PathText path = own_cache_directory();
    if (path.empty())
        return path;
    path += '/';
    path += tuning_file_name(this_tuning_key());
    return path.overflowed() ? PathText() : path;
}

ReadTuning read_tuning(const char *path)
{
    ReadTuning read;
    OpenFile file(path, Owner::anyone);
    if (file.is_missing())
        return read;
    read.status = HASHLANE_NOT_VALID;
    // Beyond the longest that there can be: a line of 60 bytes for every kernel and kind of core.
    constexpr std::size_t most_bytes = 1 << 16;
    const std::unique_ptr<char, decltype(&std::free)> text(
        static_cast<char *>(std::malloc(most_bytes)), std::free);
    if (text == nullptr) {
        read.parsed.problem = "cannot be read: no memory is left";
        return read;
    }
    const std::size_t bytes = file.read(text.get(), most_bytes);
    if (!file.problem().empty()) {
        read.parsed.problem = "cannot be read: ";
        read.parsed.problem += file.problem();
        return read;
    }
    read.parsed = parse_tuning({text.get(), bytes}, this_tuning_key());
    if (read.parsed.problem.empty())
        read.status = HASHLANE_OK;
    return read;
}

LoadedTuning load_tuning(const char *path)
{
    const ReadTuning read = read_tuning(path);
    LoadedTuning loaded{read.status, path, read.parsed.problem, {}};
    if (loaded.status != HASHLANE_OK)
        return loaded;
    const Tuning &tuning = read.parsed.tuning;
    const auto *const section = std::ranges::find(tuning, this_core_kind(), &TuningSection::kind);
    if (section == tuning.end()) {
        loaded.status = HASHLANE_NOT_FOUND;
        return loaded;
    }
    if (!activate(measured_dispatch(built_in_dispatch(this_cpu()), section->calls))) {
        loaded.status = HASHLANE_NOT_VALID;
        loaded.problem = "cannot be used: no memory is left";
        return loaded;
    }
    loaded.section = *section;
    return loaded;
}

} // namespace hashlane
