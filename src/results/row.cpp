// SPDX-License-Identifier: MIT
#include "row.h"

#include "../machine/system/lists.h"
#include "../machine/system/text.h"
#include "fields.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <iterator>

namespace hashlane::results {

std::string describe(const Mismatch &mismatch)
{
    std::string text = mismatch.kernel + ": wrong result in lane " + std::to_string(mismatch.lane) +
                       " at iteration " + std::to_string(mismatch.iteration);
    return mismatch.where.empty() ? text : text + " (" + mismatch.where + ")";
}

std::string RowKey::label() const
{
    std::string label = name;
    if (threads > 1)
        label += fmt::format(", {} threads", threads);
    if (cpus != threads && cpus != 0)
        label += fmt::format(" on {} CPU{}", cpus, cpus == 1 ? "" : "s");
    if (!core_kind.empty())
        label += ", " + core_kind;
    if (!scope.empty())
        label += ", " + scope;
    return label;
}

std::string RowKey::short_label() const { return label().substr(name.find('.') + 1); }

RowKey key_of(const Row &row)
{
    const std::set<int> cpus(row.location.cpus.begin(), row.location.cpus.end());
    return {row.identity.name,
            row.identity.workload,
            bytes_per_unit(row),
            row.location.threads,
            static_cast<unsigned>(cpus.size()),
            row.location.core_kind,
            row.location.scope};
}

std::set<Work> works_of(const std::vector<Row> &rows)
{
    std::set<Work> works;
    for (const Row &row : rows)
        works.insert(row.identity.workload);
    return works;
}

bool has_figures(const Row &row)
{
    return row.figures.units_per_second > 0 && (!has_cycles(row) || cycles_of(row) > 0);
}

double bytes_per_unit(const Row &row)
{
    return row.identity.message ? static_cast<double>(row.identity.message->bytes)
                                : facts_of(row.identity.workload).unit_bytes;
}

std::string extent_text(double extent)
{
    return extent > 0 ? fmt::format(" ({:.1f} %)", extent * 100) : "";
}

std::string whole_note(const Row &row)
{
    return row.quality.note + extent_text(row.quality.extent);
}

// ---- As an element of "benchmarks" (docs/reference/json.md) ----

namespace {

namespace key = result_key;

constexpr std::identity as_it_is{};

// A letter for each SampleVerdict, in their order.
constexpr std::string_view verdict_letters = "ksdptcum";

double time_ns(const Row &row)
{
    // A device's row counts the lanes of all devices, another those of one thread.
    const double lanes = row.identity.device.empty()
                             ? 1.0 * row.identity.lanes * row.location.threads
                             : row.identity.lanes;
    const auto iterations = static_cast<double>(facts_of(row.identity.workload).time_iterations);
    const double rate = row.figures.units_per_second;
    return rate > 0 ? iterations * lanes / rate * 1e9 : 0.0;
}

// ---- Values with their own reader and writer.

// Returns the value with this name, or Enum::unknown: a file may be newer than this program.
template <class Enum, std::string_view (*name_of)(Enum)>
Enum read_word(const JsonFields &fields, const char *key)
{
    const std::string name = fields.text(key);
    auto value = static_cast<Enum>(0);
    while (value != Enum::unknown && name_of(value) != name)
        value = static_cast<Enum>(static_cast<int>(value) + 1);
    return value;
}

constexpr auto read_count = std::mem_fn(&JsonFields::count);

Work read_workload(const JsonFields &fields, const char *key)
{
    const std::string name = fields.text(key);
    if (const auto ours = find_workload(name))
        return *ours;
    if (!fields.has(key::unit))
        fields.fail(
            fmt::format("'workload' is '{}', which this version of hashlane does not have", name));
    try {
        return foreign_work(name, fields.text(key::title), fields.text(key::unit));
    } catch (const BadWork &bad) {
        fields.fail(bad.what());
    }
}

// A message has no key for its length: that is the number of bytes of a unit.
std::optional<Message> read_message(const JsonFields &fields, Work workload)
{
    constexpr double most_bytes = 1e15; // a double has each whole number up to it
    const double bytes = fields.has(key::bytes_per_hash) ? fields.number(key::bytes_per_hash) : 0;
    if (bytes > most_bytes)
        fields.fail("'bytes_per_hash' is not a number of bytes");
    if (!facts_of(workload).per_byte ||
        !(fields.has(key::bytes_per_hash) || fields.has(key::function)))
        return std::nullopt;
    return Message{"", static_cast<std::size_t>(bytes), 0};
}

std::optional<statistics::Interval95> read_interval(const JsonFields &fields, const char *key)
{
    const std::vector<double> ends = fields.numbers(key);
    if (ends.size() != 2 || ends[0] > ends[1])
        return std::nullopt;
    return statistics::Interval95{ends[0], ends[1]};
}

std::string hex_text(std::uint64_t number) { return fmt::format("{:016x}", number); }

std::uint64_t read_hex(const JsonFields &fields, const char *key)
{
    const auto number = machine::parse_number<std::uint64_t>(fields.text(key), 16);
    if (!number)
        fields.fail(fmt::format("'{}' is not in hexadecimal digits", key));
    return *number;
}

// The extent follows the note, as extent_text() writes it.
Row::Quality with_note(Row::Quality quality, const std::string &text)
{
    const std::size_t begin = text.rfind(" (");
    quality.note = text;
    if (begin == std::string::npos)
        return quality;
    const double extent = machine::leading_number(text.substr(begin + 2)) / 100;
    if (text.substr(begin) == extent_text(extent)) {
        quality.note = text.substr(0, begin);
        quality.extent = extent;
    }
    return quality;
}

std::string letters_of(const std::vector<SampleVerdict> &verdicts)
{
    std::string text;
    for (const SampleVerdict verdict : verdicts)
        text += verdict_letters[static_cast<std::size_t>(verdict)];
    return text;
}

// A letter that is not known is that of a sample that was left out.
std::vector<SampleVerdict> read_verdicts(const JsonFields &fields, const char *key)
{
    std::vector<SampleVerdict> verdicts;
    for (const char letter : fields.text(key)) {
        const std::size_t place = verdict_letters.find(letter);
        verdicts.push_back(place == std::string_view::npos ? SampleVerdict::slower_mode
                                                           : static_cast<SampleVerdict>(place));
    }
    return verdicts;
}

// The numbers are short: there are hundreds, and no difference that small is looked for.
Json visits_json(const std::vector<VisitFigures> &visits, bool have_cycles)
{
    Json json = Json::object();
    if (have_cycles)
        json[key::cycles_per_hash] =
            rounded_each(machine::each(visits, &VisitFigures::cycles_per_unit));
    json[key::ns_per_hash] = rounded_each(machine::each(visits, &VisitFigures::ns_per_unit));
    json[key::kept_share] = machine::each(
        visits, [](const VisitFigures &visit) { return std::round(visit.kept_share * 100) / 100; });
    return json;
}

std::vector<VisitFigures> read_visits(const JsonFields &fields, bool have_cycles)
{
    const std::vector<double> ns = fields.numbers(key::ns_per_hash);
    const std::vector<double> cycles =
        have_cycles ? fields.numbers(key::cycles_per_hash) : std::vector<double>(ns.size());
    const std::vector<double> kept =
        fields.has(key::kept_share) ? fields.numbers(key::kept_share) : std::vector<double>();
    if (cycles.size() != ns.size())
        fields.fail("'cycles_per_hash' and 'ns_per_hash' differ in length");
    std::vector<VisitFigures> visits;
    for (std::size_t i = 0; i < ns.size(); ++i) {
        if (ns[i] <= 0 || (have_cycles && cycles[i] <= 0))
            fields.fail("a cost is not above 0");
        visits.push_back({cycles[i], ns[i], i < kept.size() ? kept[i] : 0});
    }
    return visits;
}

// ---- The fields, written and read, in the order of the file.

constexpr auto cycles_fields = [](auto &file, auto &row) {
    auto &figures = row.figures;
    file(key::cycles_per_hash, figures.cycles_per_unit.median);
    file.or_default("min_cycles_per_hash", figures.cycles_per_unit.min);
    file.or_default("p90_cycles_per_hash", figures.cycles_per_unit.p90);
    file.or_default("mad_cycles_per_hash", figures.cycles_per_unit.mad);
    if (file.has("interval_cycles_per_hash", figures.interval.has_value()))
        file.custom(
            "interval_cycles_per_hash", figures.interval,
            [](const auto &interval) {
                return rounded_each(std::vector{interval->low, interval->high});
            },
            read_interval);
    if (bytes_per_unit(row) > 0)
        file.derived("cycles_per_byte", [&] { return cycles_of(row) / bytes_per_unit(row); });
};

constexpr auto costs_fields = [](auto &file, auto &row) {
    file.derived("run_name", [&] { return row.identity.name; });
    file.derived("run_type", [] { return "iteration"; });
    file.or_default("repetitions", row.identity.repetitions);
    file.or_default("repetition_index", row.identity.repetition);
    file.custom(key::threads, row.location.threads, as_it_is, read_count);
    file.or_default("iterations", row.sampling.kept);
    file.derived("real_time", [&] { return time_ns(row); });
    file.derived("cpu_time", [&] { return time_ns(row); });
    file.derived("time_unit", [] { return "ns"; });
    file.derived("time_iterations",
                 [&] { return facts_of(row.identity.workload).time_iterations; });
    file.custom(key::kernel, row.identity.kernel_id, as_it_is,
                [](const JsonFields &fields, const char *key) {
                    const std::string name = fields.text(key::name);
                    return fields.has(key) ? fields.text(key) : name.substr(0, name.find('/'));
                });
    file.custom(key::workload, row.identity.workload, workload_name, read_workload);
    if (!is_verified(row)) {
        file.derived(key::title, [&] { return facts_of(row.identity.workload).title; });
        file.derived(key::unit, [&] { return facts_of(row.identity.workload).cost_of; });
    }
    if (file.has("lanes"))
        file.custom("lanes", row.identity.lanes, as_it_is, read_count);
    file(key::cpus, row.location.cpus);
    file.or_default("pinned", row.location.pinned);
    file(key::hashes_per_second, row.figures.units_per_second);
    file.or_default("thread_hashes_per_second", row.figures.thread_units_per_second);
    if (has_cycles(row))
        cycles_fields(file, row);
    if (bytes_per_unit(row) > 0)
        file.derived(key::bytes_per_hash, [&] { return bytes_per_unit(row); });
};

constexpr auto device_state_fields = [](auto &file, auto &state) {
    if (file.has("temperature_celsius", state.celsius.has_value()))
        file.with_sign("temperature_celsius", state.celsius);
    file.if_any("watts", state.watts);
    file.if_any("power_limit_watts", state.power_limit_watts);
    file("clock_limits", state.clock_limits);
    file("throttled_launches", state.throttled_launches);
    file("no_telemetry", state.no_telemetry);
    file("other_processes", state.other_processes);
    file("copy_to_device_bytes", state.copies.to_device_bytes);
    file("copy_to_device_ns", state.copies.to_device_ns);
    file("copy_from_device_bytes", state.copies.from_device_bytes);
    file("copy_from_device_ns", state.copies.from_device_ns);
    if (file.has("hardware", state.hardware.has_value()))
        file.object("hardware", state.hardware, device_hardware_fields);
};

constexpr auto energy_fields = [](auto &file, auto &energy) {
    file("joules_per_hash", energy.joules_per_unit);
    file.or_default("watts", energy.watts);
    file.or_default("idle_watts", energy.idle_watts);
};

constexpr auto clock_fields = [](auto &file, auto &row) {
    auto &figures = row.figures;
    if (file.has("clock_hz", has_clock(row)))
        file("clock_hz", figures.clock_hz);
    if (file.has("clock_low_hz", figures.clock_low_hz > 0)) {
        file("clock_low_hz", figures.clock_low_hz);
        file("clock_high_hz", figures.clock_high_hz);
    }
    file.custom(key::cycle_source, figures.cycle_source, machine::cycle_source_name,
                read_word<machine::CycleSource, machine::cycle_source_name>);
    file.or_default("cycle_source_note", figures.cycle_note);
};

constexpr auto facts_fields = [](auto &file, auto &row) {
    auto &figures = row.figures;
    if (file.has("scope", !row.location.scope.empty())) {
        file("scope", row.location.scope);
        file.or_default(key::cores, row.location.cores);
    }
    file.if_any(key::core_kind, row.location.core_kind);
    file.if_any("peer", row.identity.peer);
    file.if_any("plugin", row.identity.plugin);
    file.if_any("device", row.identity.device);
    file.require(row.location.cpus.empty() != row.identity.device.empty(),
                 "'cpus' is not an array of CPU numbers");
    if (file.has("device_state", row.device_state.has_value()))
        file.object("device_state", row.device_state, device_state_fields);
    file.if_any("bound_cycles_per_hash", figures.bound_cycles_per_unit);
    if (file.has("bound_by", figures.bound_by != BoundBy::unknown))
        file.custom("bound_by", figures.bound_by, bound_by_name, read_word<BoundBy, bound_by_name>);
    if (file.has("joules_per_hash", figures.energy.has_value()))
        file.members(figures.energy, energy_fields);
    if (row.identity.message) {
        file.or_default(key::function, row.identity.message->function);
        file.or_default("output_bytes", row.identity.message->output_bytes);
    }
    clock_fields(file, row);
};

constexpr auto quality_fields = [](auto &file, auto &row) {
    auto &quality = row.quality;
    file.custom(key::noise, quality.noise, noise_name, read_word<Noise, noise_name>);
    if (file.has("noise_note"))
        file.custom(
            "noise_note", quality, [&](const auto &) { return whole_note(row); },
            [&](const JsonFields &fields, const char *key) {
                return with_note(quality, fields.text(key));
            });
    file("trustworthy", quality.trustworthy);
    file.or_default("attempts", quality.visits_taken);
};

constexpr auto key_range_fields = [](auto &file, auto &sum) {
    file("first_key", sum.first);
    file("last_key", sum.last);
    file("loops", sum.loops);
    file.custom("checksum", sum.checksum, hex_text, read_hex);
    file("seconds", sum.seconds);
};

constexpr auto samples_fields = [](auto &file, auto &row) {
    const auto thread_fields = [&](auto &one, auto &thread) {
        if (row.identity.device.empty())
            one.or_default("cpu", thread.cpu);
        if (has_cycles(row))
            one.rounded(key::cycles_per_hash, thread.cycles_per_unit);
        one.rounded(key::ns_per_hash, thread.ns_per_unit);
        one.custom("verdict", thread.verdicts, letters_of, read_verdicts);
        if (row.identity.device.empty()) {
            one.or_default("visit", thread.visits);
            if (one.has("burst_cycles"))
                one.rounded("burst_cycles", thread.burst_cycles);
        }
        const auto fits = [&](std::size_t values, bool needed) {
            return values == thread.verdicts.size() || (values == 0 && !needed);
        };
        one.require(fits(thread.cycles_per_unit.size(), has_cycles(row)) &&
                        fits(thread.ns_per_unit.size(), true) &&
                        fits(thread.visits.size(), false) &&
                        fits(thread.burst_cycles.size(), false),
                    "'cycles_per_hash', 'ns_per_hash', 'verdict', 'visit' and 'burst_cycles' "
                    "differ in length");
    };
    file.list("samples", row.sampling.threads, thread_fields);
    file.require(row.sampling.threads.size() == row.location.threads,
                 "'samples' is not an array of one object per thread");
};

constexpr auto sampling_fields = [](auto &file, auto &row) {
    auto &sampling = row.sampling;
    file.or_default("iterations_per_sample", sampling.iterations_per_sample);
    file.or_default("discarded_samples", sampling.discarded);
    file.or_default("discarded_clock_drift", sampling.discarded_drift);
    file.or_default("discarded_contended", sampling.discarded_contended);
    file.if_any("discarded_uncounted", sampling.discarded_uncounted);
    file.if_any("discarded_moved", sampling.discarded_moved);
    file.or_default("discarded_preempted", sampling.discarded_preempted);
    if (file.has("first_key", row.key_range.has_value()))
        file.members(row.key_range, key_range_fields);
    file.derived("verified", [&] { return is_verified(row); });
    file.or_default("proof", row.proof.text);
    if (file.has("spot_check_seed", row.proof.spot_check_seed.has_value()))
        file.custom(
            "spot_check_seed", row.proof.spot_check_seed,
            [](const auto &seed) { return hex_text(*seed); }, read_hex);
    if (file.has("visits", sampling.visits.size() > 1))
        file.custom(
            "visits", sampling.visits,
            [&](const auto &visits) { return visits_json(visits, has_cycles(row)); },
            [&](const JsonFields &fields, const char *key) {
                return read_visits(fields.object(key), has_cycles(row));
            });
    if (file.has("samples", !sampling.threads.empty()))
        samples_fields(file, row);
};

constexpr auto row_fields = [](auto &file, auto &row, std::size_t index = 0) {
    file(key::name, row.identity.name);
    file.derived("family_index", [&] { return index; });
    file.derived("per_family_instance_index", [] { return 0; });
    costs_fields(file, row);
    facts_fields(file, row);
    quality_fields(file, row);
    sampling_fields(file, row);
};

} // namespace

Json row_json(const Row &row, std::size_t index)
{
    return FieldWriter::written(
        row, [&](auto &file, const Row &written) { row_fields(file, written, index); });
}

Row read_row(const JsonFields &unnamed)
{
    const JsonFields fields = unnamed.named(unnamed.text(key::name));
    Row row;
    // The values by which the fields of a row differ.
    row.identity.workload = read_workload(fields, key::workload);
    row.identity.message = read_message(fields, row.identity.workload);
    row.figures.cycle_source =
        read_word<machine::CycleSource, machine::cycle_source_name>(fields, key::cycle_source);
    FieldReader::read(fields, row, row_fields);
    return row;
}

} // namespace hashlane::results
