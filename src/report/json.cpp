// SPDX-License-Identifier: MIT
#include "columns.h"
#include "context_json.h"
#include "json_text.h"
#include "workload_units.h"

#include "../measure/known_answers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hashlane {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t sha3_time_messages = 4096;

// Samples are sized to the machine; times are given for a fixed count of iterations instead, so
// that two files can be compared.
std::uint64_t time_iterations(const Row &row)
{
    switch (row.identity.workload) {
    case Workload::sha256_chain:
        return sha256_segment;
    case Workload::keccak_chain:
        return keccak_segment;
    case Workload::sha3:
        break;
    }
    return sha3_time_messages;
}

void add_key_range(Json &json, const Row::KeyRangeSum &range)
{
    json["first_key"] = range.first;
    json["last_key"] = range.last;
    json["loops"] = range.loops;
    json["checksum"] = fmt::format("{:016x}", range.checksum);
    json["seconds"] = range.seconds;
}

void add_known(Json &json, const char *key, const std::optional<double> &value)
{
    if (value)
        json[key] = *value;
}

Json device_state_json(const DeviceState &state)
{
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

// What lies beyond is not measured, and there are thousands of them.
Json rounded(const std::vector<double> &values)
{
    Json array = Json::array();
    for (const double value : values)
        array.push_back(six_digits(value));
    return array;
}

std::string verdict_letters(const std::vector<SampleVerdict> &verdicts)
{
    constexpr std::string_view letters = "ksdpt"; // in the order of the enumeration
    std::string text;
    for (const SampleVerdict verdict : verdicts)
        text += letters[static_cast<std::size_t>(verdict)];
    return text;
}

Json samples_json(const Row &row)
{
    Json json = Json::array();
    for (const RawSamples &thread : row.sampling.threads) {
        Json one;
        if (row.identity.device.empty())
            one["cpu"] = thread.cpu;
        if (has_cycles(row))
            one["cycles_per_hash"] = rounded(thread.cycles_per_unit);
        one["ns_per_hash"] = rounded(thread.ns_per_unit);
        one["verdict"] = verdict_letters(thread.verdicts);
        json.push_back(std::move(one));
    }
    return json;
}

void add_cycles(Json &json, const Row &row)
{
    json["cycles_per_hash"] = row.figures.cycles_per_unit.median;
    json["min_cycles_per_hash"] = row.figures.cycles_per_unit.min;
    json["p90_cycles_per_hash"] = row.figures.cycles_per_unit.p90;
    json["mad_cycles_per_hash"] = row.figures.cycles_per_unit.mad;
    if (bytes_per_unit(row) > 0)
        json["cycles_per_byte"] = row.figures.cycles_per_unit.median / bytes_per_unit(row);
}

Json row_json(const Row &row, std::size_t index)
{
    // A device's row counts the lanes of all devices, another those of one thread.
    const double lanes = row.identity.device.empty()
                             ? 1.0 * row.identity.lanes * row.location.threads
                             : row.identity.lanes;
    const double units = static_cast<double>(time_iterations(row)) * lanes;
    const double ns =
        row.figures.units_per_second > 0 ? units / row.figures.units_per_second * 1e9 : 0;
    Json json = {{"name", row.identity.name},
                 {"family_index", index},
                 {"per_family_instance_index", 0},
                 {"run_name", row.identity.name},
                 {"run_type", "iteration"},
                 {"repetitions", row.identity.repetitions},
                 {"repetition_index", row.identity.repetition},
                 {"threads", row.location.threads},
                 {"iterations", row.sampling.kept},
                 {"real_time", ns},
                 {"cpu_time", ns},
                 {"time_unit", "ns"},
                 {"time_iterations", time_iterations(row)},
                 {"kernel", row.identity.kernel_id},
                 {"workload", workload_name(row.identity.workload)},
                 {"lanes", row.identity.lanes},
                 {"cpus", row.location.cpus},
                 {"pinned", row.location.pinned},
                 {"hashes_per_second", row.figures.units_per_second},
                 {"thread_hashes_per_second", row.figures.thread_units_per_second}};
    if (has_cycles(row))
        add_cycles(json, row);
    if (bytes_per_unit(row) > 0)
        json["bytes_per_hash"] = bytes_per_unit(row);
    if (!row.location.scope.empty()) {
        json["scope"] = row.location.scope;
        json["cores"] = row.location.cores;
    }
    if (!row.location.core_kind.empty())
        json["core_kind"] = row.location.core_kind;
    if (!row.identity.peer.empty())
        json["peer"] = row.identity.peer;
    if (!row.identity.device.empty())
        json["device"] = row.identity.device;
    if (row.device_state)
        json["device_state"] = device_state_json(*row.device_state);
    if (row.figures.bound_cycles_per_unit)
        json["bound_cycles_per_hash"] = *row.figures.bound_cycles_per_unit;
    if (row.figures.energy) {
        json["joules_per_hash"] = row.figures.energy->joules_per_unit;
        json["watts"] = row.figures.energy->watts;
        json["idle_watts"] = row.figures.energy->idle_watts;
    }
    if (row.identity.message) {
        json["function"] = row.identity.message->function;
        json["output_bytes"] = row.identity.message->output_bytes;
    }
    if (has_clock(row))
        json["clock_hz"] = row.figures.clock_hz;
    json["cycle_source"] = cycle_source_name(row.figures.cycle_source);
    json["cycle_source_note"] = row.figures.cycle_note;
    json["noise"] = noise_name(row.quality.noise);
    json["noise_note"] = row.quality.note;
    json["trustworthy"] = row.quality.trustworthy;
    json["attempts"] = row.quality.attempts;
    json["iterations_per_sample"] = row.sampling.iterations_per_sample;
    json["discarded_samples"] = row.sampling.discarded;
    json["discarded_clock_drift"] = row.sampling.discarded_drift;
    json["discarded_preempted"] = row.sampling.discarded_preempted;
    if (row.key_range)
        add_key_range(json, *row.key_range);
    json["verified"] = true;
    json["proof"] = row.proof.text;
    if (row.proof.spot_check_seed)
        json["spot_check_seed"] = fmt::format("{:016x}", *row.proof.spot_check_seed);
    json["samples"] = samples_json(row);
    return json;
}

} // namespace

std::string write_json(const Report &report)
{
    Json json = {{"context", context_json(report.context, report.rows)},
                 {"benchmarks", Json::array()},
                 {"skipped", Json::array()},
                 {"mismatches", Json::array()}};
    for (const Row &row : report.rows)
        json["benchmarks"].push_back(row_json(row, json["benchmarks"].size()));
    for (const Skipped &skipped : report.skipped)
        json["skipped"].push_back({{"kernel", skipped.kernel}, {"reason", skipped.reason}});
    for (const Mismatch &mismatch : report.mismatches)
        json["mismatches"].push_back({{"kernel", mismatch.kernel},
                                      {"lane", mismatch.lane},
                                      {"iteration", mismatch.iteration},
                                      {"where", mismatch.where}});
    return json_text(json);
}

} // namespace hashlane
