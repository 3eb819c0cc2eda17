// SPDX-License-Identifier: MIT
#include "row.h"

#include "json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlane::results {
namespace {

std::size_t different_cpus(const Row &row)
{
    return std::set<int>(row.location.cpus.begin(), row.location.cpus.end()).size();
}

} // namespace

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
    return {row.identity.name,      std::string(workload_name(row.identity.workload)),
            row.location.threads,   static_cast<unsigned>(different_cpus(row)),
            row.location.core_kind, row.location.scope};
}

std::set<Work> works_of(const std::vector<Row> &rows)
{
    std::set<Work> works;
    for (const Row &row : rows)
        works.insert(row.identity.workload);
    return works;
}

bool has_core_cycles(const Row &row)
{
    return row.figures.cycle_source == machine::CycleSource::perf ||
           row.figures.cycle_source == machine::CycleSource::chain;
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

// ---- As an element of "benchmarks" (docs/reference/json.md), written and read ----

namespace {

namespace key = result_key;

// In the order of SampleVerdict.
constexpr std::string_view verdict_letters = "ksdptcum";

std::uint64_t time_iterations(const Row &row)
{
    return facts_of(row.identity.workload).time_iterations;
}

double time_ns(const Row &row)
{
    // A device's row counts the lanes of all devices, another those of one thread.
    const double lanes = row.identity.device.empty()
                             ? 1.0 * row.identity.lanes * row.location.threads
                             : row.identity.lanes;
    const double units = static_cast<double>(time_iterations(row)) * lanes;
    const double rate = row.figures.units_per_second;
    return rate > 0 ? units / rate * 1e9 : 0.0;
}

// Further digits are noise, and a file has thousands of numbers.
Json rounded(std::vector<double> values)
{
    for (double &value : values)
        value = six_digits(value);
    return values;
}

std::string letters_of(const std::vector<SampleVerdict> &verdicts)
{
    std::string text;
    for (const SampleVerdict verdict : verdicts)
        text += verdict_letters[static_cast<std::size_t>(verdict)];
    return text;
}

Json samples(const Row &row)
{
    Json json = Json::array();
    for (const RawSamples &thread : row.sampling.threads) {
        Json one;
        if (row.identity.device.empty())
            one["cpu"] = thread.cpu;
        if (has_cycles(row))
            one[key::cycles_per_hash] = rounded(thread.cycles_per_unit);
        one[key::ns_per_hash] = rounded(thread.ns_per_unit);
        one[key::verdict] = letters_of(thread.verdicts);
        if (row.identity.device.empty()) {
            one["visit"] = thread.visits;
            one["burst_cycles"] = rounded(thread.burst_cycles);
        }
        json.push_back(std::move(one));
    }
    return json;
}

// Short: there are hundreds of them, and no difference that small is looked for.
Json visits(const Row &row)
{
    std::vector<double> cycles, ns, kept;
    for (const VisitFigures &visit : row.sampling.visits) {
        cycles.push_back(six_digits(visit.cycles_per_unit));
        ns.push_back(six_digits(visit.ns_per_unit));
        kept.push_back(std::round(visit.kept_share * 100) / 100);
    }
    Json json = Json::object();
    if (has_cycles(row))
        json[key::cycles_per_hash] = cycles;
    json[key::ns_per_hash] = ns;
    json[key::kept_share] = kept;
    return json;
}

void add_known(Json &json, const char *key, const std::optional<double> &value)
{
    if (value)
        json[key] = *value;
}

Json device_state(const DeviceState &state)
{
    Json json;
    add_known(json, "temperature_celsius", state.celsius);
    add_known(json, "watts", state.watts);
    add_known(json, "power_limit_watts", state.power_limit_watts);
    json["clock_limits"] = state.clock_limits;
    json["throttled_launches"] = state.throttled_launches;
    json["no_telemetry"] = state.no_telemetry;
    json["other_processes"] = state.other_processes ? Json(*state.other_processes) : Json();
    json["copy_to_device_bytes"] = state.copies.to_device_bytes;
    json["copy_to_device_ns"] = state.copies.to_device_ns;
    json["copy_from_device_bytes"] = state.copies.from_device_bytes;
    json["copy_from_device_ns"] = state.copies.from_device_ns;
    return json;
}

// Texts that most rows do not have.
void add_unless_empty(Json &json, const char *key, const std::string &text)
{
    if (!text.empty())
        json[key] = text;
}

// The functions below are in the order of the file.

void add_costs(Json &json, const Row &row)
{
    json["run_name"] = row.identity.name;
    json["run_type"] = "iteration";
    json["repetitions"] = row.identity.repetitions;
    json["repetition_index"] = row.identity.repetition;
    json[key::threads] = row.location.threads;
    json["iterations"] = row.sampling.kept;
    json["real_time"] = time_ns(row);
    json["cpu_time"] = time_ns(row);
    json["time_unit"] = "ns";
    json["time_iterations"] = time_iterations(row);
    json[key::kernel] = row.identity.kernel_id;
    json[key::workload] = workload_name(row.identity.workload);
    if (is_foreign(row)) {
        json[key::title] = facts_of(row.identity.workload).title;
        json[key::unit] = facts_of(row.identity.workload).cost_of;
    }
    json[key::lanes] = row.identity.lanes;
    json[key::cpus] = row.location.cpus;
    json["pinned"] = row.location.pinned;
    const Row::Figures &figures = row.figures;
    const double bytes = bytes_per_unit(row);
    json[key::hashes_per_second] = figures.units_per_second;
    json[key::thread_hashes_per_second] = figures.thread_units_per_second;
    if (has_cycles(row)) {
        json[key::cycles_per_hash] = figures.cycles_per_unit.median;
        json["min_cycles_per_hash"] = figures.cycles_per_unit.min;
        json["p90_cycles_per_hash"] = figures.cycles_per_unit.p90;
        json["mad_cycles_per_hash"] = figures.cycles_per_unit.mad;
        if (const auto &interval = figures.interval)
            json[key::interval_cycles_per_hash] = rounded({interval->low, interval->high});
        if (bytes > 0)
            json["cycles_per_byte"] = figures.cycles_per_unit.median / bytes;
    }
    if (bytes > 0)
        json[key::bytes_per_hash] = bytes;
}

void add_facts(Json &json, const Row &row)
{
    if (!row.location.scope.empty()) {
        json[key::scope] = row.location.scope;
        json[key::cores] = row.location.cores;
    }
    add_unless_empty(json, key::core_kind, row.location.core_kind);
    add_unless_empty(json, "peer", row.identity.peer);
    add_unless_empty(json, key::plugin, row.identity.plugin);
    add_unless_empty(json, key::device, row.identity.device);
    if (row.device_state)
        json["device_state"] = device_state(*row.device_state);
    add_known(json, key::bound_cycles_per_hash, row.figures.bound_cycles_per_unit);
    if (row.figures.bound_by != BoundBy::unknown)
        json[key::bound_by] = bound_by_name(row.figures.bound_by);
    if (const auto &energy = row.figures.energy) {
        json[key::joules_per_hash] = energy->joules_per_unit;
        json[key::watts] = energy->watts;
        json[key::idle_watts] = energy->idle_watts;
    }
    if (const auto &message = row.identity.message) {
        json["function"] = message->function;
        json["output_bytes"] = message->output_bytes;
    }
    if (has_clock(row))
        json[key::clock_hz] = row.figures.clock_hz;
    if (row.figures.clock_low_hz > 0) {
        json["clock_low_hz"] = row.figures.clock_low_hz;
        json["clock_high_hz"] = row.figures.clock_high_hz;
    }
    json[key::cycle_source] = machine::cycle_source_name(row.figures.cycle_source);
    json["cycle_source_note"] = row.figures.cycle_note;
    json[key::noise] = noise_name(row.quality.noise);
    json[key::noise_note] = whole_note(row);
    json[key::trustworthy] = row.quality.trustworthy;
    json["attempts"] = row.quality.attempts;
}

void add_sampling(Json &json, const Row &row)
{
    const Row::Sampling &sampling = row.sampling;
    json["iterations_per_sample"] = sampling.iterations_per_sample;
    json["discarded_samples"] = sampling.discarded;
    json["discarded_clock_drift"] = sampling.discarded_drift;
    json["discarded_contended"] = sampling.discarded_contended;
    if (sampling.discarded_uncounted != 0)
        json["discarded_uncounted"] = sampling.discarded_uncounted;
    if (sampling.discarded_moved != 0)
        json["discarded_moved"] = sampling.discarded_moved;
    json["discarded_preempted"] = sampling.discarded_preempted;
    if (const auto &sum = row.key_range) {
        json["first_key"] = sum->first;
        json["last_key"] = sum->last;
        json["loops"] = sum->loops;
        json["checksum"] = fmt::format("{:016x}", sum->checksum);
        json["seconds"] = sum->seconds;
    }
    json["verified"] = is_verified(row);
    json[key::proof] = row.proof.text;
    if (row.proof.spot_check_seed)
        json["spot_check_seed"] = fmt::format("{:016x}", *row.proof.spot_check_seed);
    if (sampling.visits.size() > 1)
        json[key::visits] = visits(row);
    if (!sampling.threads.empty())
        json[key::samples] = samples(row);
}

// Returns the value with this name, or Enum::unknown: a file may be newer than this program.
template <class Enum> Enum named(const std::string &name, std::string_view (*name_of)(Enum))
{
    auto value = static_cast<Enum>(0);
    while (value != Enum::unknown && name_of(value) != name)
        value = static_cast<Enum>(static_cast<int>(value) + 1);
    return value;
}

Work read_workload(const JsonFields &fields)
{
    const std::string name = fields.text(key::workload);
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

std::size_t read_bytes(const JsonFields &fields)
{
    constexpr double most_bytes = 1e15; // a double has each whole number up to it
    const double bytes = fields.number(key::bytes_per_hash);
    if (bytes > most_bytes)
        fields.fail("'bytes_per_hash' is not a number of bytes");
    return static_cast<std::size_t>(bytes);
}

void read_identity(const JsonFields &fields, Row &row)
{
    Row::Identity &identity = row.identity;
    identity.name = fields.text(key::name);
    identity.kernel_id = fields.has(key::kernel) ? fields.text(key::kernel)
                                                 : identity.name.substr(0, identity.name.find('/'));
    identity.workload = read_workload(fields);
    if (fields.has(key::lanes))
        identity.lanes = fields.count(key::lanes);
    identity.plugin = fields.text_or_empty(key::plugin);
    identity.device = fields.text_or_empty(key::device);
    if (fields.has(key::bytes_per_hash)) {
        const std::size_t bytes = read_bytes(fields);
        if (facts_of(identity.workload).per_byte)
            identity.message = Message{fields.text_or_empty("function"), bytes, 0};
    }
}

void read_location(const JsonFields &fields, Row &row)
{
    Row::Location &location = row.location;
    location.threads = fields.count(key::threads);
    location.cpus = fields.cpu_numbers(key::cpus);
    if (location.cpus.empty() != fields.has(key::device))
        fields.fail("'cpus' is not an array of CPU numbers");
    location.scope = fields.text_or_empty(key::scope);
    if (fields.has(key::cores))
        location.cores = static_cast<unsigned>(std::min<std::uint64_t>(
            fields.whole(key::cores), std::numeric_limits<unsigned>::max()));
    location.core_kind = fields.text_or_empty(key::core_kind);
}

std::optional<statistics::Interval95> read_interval(const JsonFields &fields)
{
    const std::vector<double> ends = fields.numbers_or_none(key::interval_cycles_per_hash);
    if (ends.size() != 2 || ends[0] > ends[1])
        return {};
    return statistics::Interval95{ends[0], ends[1]};
}

void read_figures(const JsonFields &fields, Row &row)
{
    Row::Figures &figures = row.figures;
    figures.cycle_source =
        named<machine::CycleSource>(fields.text(key::cycle_source), machine::cycle_source_name);
    if (has_cycles(row))
        figures.cycles_per_unit.median = fields.number(key::cycles_per_hash);
    figures.interval = read_interval(fields);
    figures.units_per_second = fields.number(key::hashes_per_second);
    figures.thread_units_per_second = fields.numbers_or_none(key::thread_hashes_per_second);
    if (fields.has(key::bound_cycles_per_hash))
        figures.bound_cycles_per_unit = fields.number(key::bound_cycles_per_hash);
    if (fields.has(key::bound_by))
        figures.bound_by = named<BoundBy>(fields.text(key::bound_by), bound_by_name);
    if (fields.has(key::joules_per_hash))
        figures.energy =
            machine::Energy{fields.number(key::joules_per_hash), fields.number_or_zero(key::watts),
                            fields.number_or_zero(key::idle_watts)};
    figures.clock_hz = fields.number_or_zero(key::clock_hz);
}

// Its extent is part of the note.
void read_quality(const JsonFields &fields, Row &row)
{
    row.quality.noise = named<Noise>(fields.text(key::noise), noise_name);
    row.quality.trustworthy = fields.flag(key::trustworthy);
    row.quality.note = fields.text_or_empty(key::noise_note);
}

std::vector<VisitFigures> read_visits(const JsonFields &fields, bool have_cycles)
{
    const std::vector<double> ns = fields.numbers(key::ns_per_hash);
    const std::vector<double> cycles =
        have_cycles ? fields.numbers(key::cycles_per_hash) : std::vector<double>(ns.size());
    const std::vector<double> kept = fields.numbers_or_none(key::kept_share);
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

// A letter that is not known is that of a sample that was left out.
SampleVerdict verdict_of(char letter)
{
    const std::size_t place = verdict_letters.find(letter);
    return place == std::string_view::npos ? SampleVerdict::slower_mode
                                           : static_cast<SampleVerdict>(place);
}

RawSamples read_thread(const JsonFields &thread, bool have_cycles)
{
    RawSamples samples;
    samples.ns_per_unit = thread.numbers(key::ns_per_hash);
    const std::string letters = thread.text(key::verdict);
    std::ranges::transform(letters, std::back_inserter(samples.verdicts), verdict_of);
    if (have_cycles)
        samples.cycles_per_unit = thread.numbers(key::cycles_per_hash);
    if ((have_cycles && samples.cycles_per_unit.size() != letters.size()) ||
        samples.ns_per_unit.size() != letters.size())
        thread.fail("'cycles_per_hash', 'ns_per_hash' and 'verdict' differ in length");
    return samples;
}

void read_sampling(const JsonFields &fields, Row &row)
{
    const bool have_cycles = has_cycles(row);
    if (fields.has(key::visits))
        row.sampling.visits = read_visits(fields.object(key::visits), have_cycles);
    if (!fields.has(key::samples))
        return;
    for (const JsonFields &thread : fields.objects(key::samples))
        row.sampling.threads.push_back(read_thread(thread, have_cycles));
    if (row.sampling.threads.size() != row.location.threads)
        fields.fail("'samples' is not an array of one object per thread");
}

} // namespace

Json row_json(const Row &row, std::size_t index)
{
    Json json = {
        {key::name, row.identity.name}, {"family_index", index}, {"per_family_instance_index", 0}};
    add_costs(json, row);
    add_facts(json, row);
    add_sampling(json, row);
    return json;
}

Row read_row(const JsonFields &unnamed)
{
    const JsonFields fields = unnamed.named(unnamed.text(key::name));
    Row row;
    read_identity(fields, row);
    read_location(fields, row);
    read_figures(fields, row);
    read_quality(fields, row);
    read_sampling(fields, row);
    row.proof.text = fields.text_or_empty(key::proof);
    return row;
}

} // namespace hashlane::results
