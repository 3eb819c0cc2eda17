// SPDX-License-Identifier: MIT
#include "row_json.h"

#include "../compare/result_keys.h"
#include "../measure/known_answers.h"
#include "row_figures.h"
#include "workload_units.h"

#include <fmt/format.h>

#include <cmath>

namespace hashlane {
namespace {

namespace key = result_key;

// Chains are timed for as long as their known answers are away.
static_assert(facts_of(Workload::sha256_chain).time_iterations == sha256_segment);
static_assert(facts_of(Workload::keccak_chain).time_iterations == keccak_segment);

struct Field {
    const char *key;
    Json (*value)(const Row &);
    bool (*has)(const Row &) = [](const Row &) { return true; };
};

std::uint64_t time_iterations(const Row &row)
{
    return facts_of(row.identity.workload).time_iterations;
}

Json time_ns(const Row &row)
{
    // A device's row counts the lanes of all devices, another those of one thread.
    const double lanes = row.identity.device.empty()
                             ? 1.0 * row.identity.lanes * row.location.threads
                             : row.identity.lanes;
    const double units = static_cast<double>(time_iterations(row)) * lanes;
    const double rate = row.figures.units_per_second;
    return rate > 0 ? units / rate * 1e9 : 0.0;
}

// What lies beyond is not measured, and there are thousands of them.
Json rounded(std::vector<double> values)
{
    for (double &value : values)
        value = six_digits(value);
    return values;
}

std::string verdict_letters(const std::vector<SampleVerdict> &verdicts)
{
    constexpr std::string_view letters = "ksdptcum"; // in the order of the enumeration
    std::string text;
    for (const SampleVerdict verdict : verdicts)
        text += letters[static_cast<std::size_t>(verdict)];
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
        one[key::verdict] = verdict_letters(thread.verdicts);
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

Json interval(const Row &row)
{
    const Interval95 &interval = *row.figures.interval;
    return std::vector<double>{six_digits(interval.low), six_digits(interval.high)};
}

void add_known(Json &json, const char *key, const std::optional<double> &value)
{
    if (value)
        json[key] = *value;
}

Json device_state(const Row &row)
{
    const DeviceState &state = *row.device_state;
    Json json;
    add_known(json, "temperature_celsius", state.celsius);
    add_known(json, "watts", state.watts);
    add_known(json, "power_limit_watts", state.power_limit_watts);
    json["clock_limits"] = state.clock_limits;
    json["throttled_launches"] = state.throttled_launches;
    json["no_telemetry"] = state.no_telemetry;
    json["copy_to_device_bytes"] = state.copies.to_device_bytes;
    json["copy_to_device_ns"] = state.copies.to_device_ns;
    json["copy_from_device_bytes"] = state.copies.from_device_bytes;
    json["copy_from_device_ns"] = state.copies.from_device_ns;
    return json;
}

bool has_cycles_and_bytes(const Row &row) { return has_cycles(row) && bytes_per_unit(row) > 0; }
bool has_bytes(const Row &row) { return bytes_per_unit(row) > 0; }
bool has_scope(const Row &row) { return !row.location.scope.empty(); }
bool has_bound(const Row &row) { return row.figures.bound_cycles_per_unit.has_value(); }
bool has_energy(const Row &row) { return row.figures.energy.has_value(); }
bool has_clock_range(const Row &row) { return row.figures.clock_low_hz > 0; }
bool has_message(const Row &row) { return row.identity.message.has_value(); }
bool has_key_range(const Row &row) { return row.key_range.has_value(); }

// In the order of the file.
const Field fields[] = {
    {"run_name", [](const Row &r) -> Json { return r.identity.name; }},
    {"run_type", [](const Row &) -> Json { return "iteration"; }},
    {"repetitions", [](const Row &r) -> Json { return r.identity.repetitions; }},
    {"repetition_index", [](const Row &r) -> Json { return r.identity.repetition; }},
    {key::threads, [](const Row &r) -> Json { return r.location.threads; }},
    {key::iterations, [](const Row &r) -> Json { return r.sampling.kept; }},
    {"real_time", time_ns},
    {"cpu_time", time_ns},
    {"time_unit", [](const Row &) -> Json { return "ns"; }},
    {"time_iterations", [](const Row &r) -> Json { return time_iterations(r); }},
    {key::kernel, [](const Row &r) -> Json { return r.identity.kernel_id; }},
    {key::workload, [](const Row &r) -> Json { return workload_name(r.identity.workload); }},
    {key::lanes, [](const Row &r) -> Json { return r.identity.lanes; }},
    {key::cpus, [](const Row &r) -> Json { return r.location.cpus; }},
    {"pinned", [](const Row &r) -> Json { return r.location.pinned; }},
    {key::hashes_per_second, [](const Row &r) -> Json { return r.figures.units_per_second; }},
    {key::thread_hashes_per_second,
     [](const Row &r) -> Json { return r.figures.thread_units_per_second; }},
    {key::cycles_per_hash, [](const Row &r) -> Json { return r.figures.cycles_per_unit.median; },
     has_cycles},
    {"min_cycles_per_hash", [](const Row &r) -> Json { return r.figures.cycles_per_unit.min; },
     has_cycles},
    {"p90_cycles_per_hash", [](const Row &r) -> Json { return r.figures.cycles_per_unit.p90; },
     has_cycles},
    {"mad_cycles_per_hash", [](const Row &r) -> Json { return r.figures.cycles_per_unit.mad; },
     has_cycles},
    {key::interval_cycles_per_hash, interval,
     [](const Row &r) { return has_cycles(r) && r.figures.interval.has_value(); }},
    {"cycles_per_byte",
     [](const Row &r) -> Json { return r.figures.cycles_per_unit.median / bytes_per_unit(r); },
     has_cycles_and_bytes},
    {key::bytes_per_hash, [](const Row &r) -> Json { return bytes_per_unit(r); }, has_bytes},
    {key::scope, [](const Row &r) -> Json { return r.location.scope; }, has_scope},
    {key::cores, [](const Row &r) -> Json { return r.location.cores; }, has_scope},
    {key::core_kind, [](const Row &r) -> Json { return r.location.core_kind; },
     [](const Row &r) { return !r.location.core_kind.empty(); }},
    {"peer", [](const Row &r) -> Json { return r.identity.peer; },
     [](const Row &r) { return !r.identity.peer.empty(); }},
    {key::plugin, [](const Row &r) -> Json { return r.identity.plugin; },
     [](const Row &r) { return !r.identity.plugin.empty(); }},
    {key::device, [](const Row &r) -> Json { return r.identity.device; },
     [](const Row &r) { return !r.identity.device.empty(); }},
    {"device_state", device_state, [](const Row &r) { return r.device_state.has_value(); }},
    {key::bound_cycles_per_hash,
     [](const Row &r) -> Json { return r.figures.bound_cycles_per_unit; }, has_bound},
    {key::joules_per_hash, [](const Row &r) -> Json { return r.figures.energy->joules_per_unit; },
     has_energy},
    {key::watts, [](const Row &r) -> Json { return r.figures.energy->watts; }, has_energy},
    {key::idle_watts, [](const Row &r) -> Json { return r.figures.energy->idle_watts; },
     has_energy},
    {"function", [](const Row &r) -> Json { return r.identity.message->function; }, has_message},
    {"output_bytes", [](const Row &r) -> Json { return r.identity.message->output_bytes; },
     has_message},
    {key::clock_hz, [](const Row &r) -> Json { return r.figures.clock_hz; }, has_clock},
    {"clock_low_hz", [](const Row &r) -> Json { return r.figures.clock_low_hz; }, has_clock_range},
    {"clock_high_hz", [](const Row &r) -> Json { return r.figures.clock_high_hz; },
     has_clock_range},
    {key::cycle_source,
     [](const Row &r) -> Json { return cycle_source_name(r.figures.cycle_source); }},
    {"cycle_source_note", [](const Row &r) -> Json { return r.figures.cycle_note; }},
    {key::noise, [](const Row &r) -> Json { return noise_name(r.quality.noise); }},
    {key::noise_note, [](const Row &r) -> Json { return whole_note(r); }},
    {key::trustworthy, [](const Row &r) -> Json { return r.quality.trustworthy; }},
    {"attempts", [](const Row &r) -> Json { return r.quality.attempts; }},
    {"iterations_per_sample",
     [](const Row &r) -> Json { return r.sampling.iterations_per_sample; }},
    {key::discarded_samples, [](const Row &r) -> Json { return r.sampling.discarded; }},
    {"discarded_clock_drift", [](const Row &r) -> Json { return r.sampling.discarded_drift; }},
    {"discarded_contended", [](const Row &r) -> Json { return r.sampling.discarded_contended; }},
    {"discarded_uncounted", [](const Row &r) -> Json { return r.sampling.discarded_uncounted; },
     [](const Row &r) { return r.sampling.discarded_uncounted != 0; }},
    {"discarded_moved", [](const Row &r) -> Json { return r.sampling.discarded_moved; },
     [](const Row &r) { return r.sampling.discarded_moved != 0; }},
    {"discarded_preempted", [](const Row &r) -> Json { return r.sampling.discarded_preempted; }},
    {"first_key", [](const Row &r) -> Json { return r.key_range->first; }, has_key_range},
    {"last_key", [](const Row &r) -> Json { return r.key_range->last; }, has_key_range},
    {"loops", [](const Row &r) -> Json { return r.key_range->loops; }, has_key_range},
    {"checksum", [](const Row &r) -> Json { return fmt::format("{:016x}", r.key_range->checksum); },
     has_key_range},
    {"seconds", [](const Row &r) -> Json { return r.key_range->seconds; }, has_key_range},
    {"verified", [](const Row &) -> Json { return true; }},
    {key::proof, [](const Row &r) -> Json { return r.proof.text; }},
    {"spot_check_seed",
     [](const Row &r) -> Json { return fmt::format("{:016x}", *r.proof.spot_check_seed); },
     [](const Row &r) { return r.proof.spot_check_seed.has_value(); }},
    {key::visits, visits, [](const Row &r) { return r.sampling.visits.size() > 1; }},
    {key::samples, samples, [](const Row &r) { return !r.sampling.threads.empty(); }},
};

} // namespace

Json row_json(const Row &row, std::size_t index)
{
    Json json = {
        {key::name, row.identity.name}, {"family_index", index}, {"per_family_instance_index", 0}};
    for (const Field &field : fields)
        if (field.has(row))
            json[field.key] = field.value(row);
    return json;
}

} // namespace hashlane
