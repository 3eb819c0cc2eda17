// SPDX-License-Identifier: MIT
//
// A row that is written and read is the same row, whatever it contains.
#include "results/json.h"
#include "results/row.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace hashlane::test {
namespace {

/// Fills the members of a row with values that a file can hold. Each structure is taken apart by as
/// many names as it has members: a new member does not compile until it is filled here.
class AnyRow {
public:
    explicit AnyRow(unsigned seed) : random_(seed) {}

    results::Row row()
    {
        results::Row row;
        auto &[identity, location, figures, sampling, quality, proof, key_range, device_state] =
            row;
        fill(identity);
        fill(location);
        fill(figures);
        fill(sampling);
        fill(quality);
        fill(proof);
        fill(key_range);
        fill(device_state);
        agree(row);
        return row;
    }

private:
    bool coin() { return random_() % 2 == 0; }

    template <class... Values> void fill_all(Values &...values) { (fill(values), ...); }

    void fill(bool &value) { value = coin(); }
    void fill(int &value) { value = static_cast<int>(random_() % 1000); }
    void fill(unsigned &value) { value = 1 + static_cast<unsigned>(random_() % 1000); }
    void fill(std::uint64_t &value) { value = random_(); }
    void fill(double &value) { value = static_cast<double>(1 + random_()) / 1e9; }
    void fill(std::string &value)
    {
        constexpr std::array texts = {"", "text", "\"quoted\"", "90 %", "(3.1 %)", "größer"};
        value = texts.at(random_() % texts.size());
    }
    template <class Value> void fill(std::optional<Value> &value)
    {
        if (coin())
            fill(value.emplace());
    }
    template <class Value> void fill(std::vector<Value> &values)
    {
        values.resize(random_() % 4);
        for (Value &value : values)
            fill(value);
    }

    void fill(results::Noise &noise) { noise = pick(results::Noise::unknown); }
    void fill(results::BoundBy &by) { by = pick(results::BoundBy::unknown); }
    void fill(machine::CycleSource &source) { source = pick(machine::CycleSource::unknown); }
    void fill(results::SampleVerdict &verdict) { verdict = pick(results::SampleVerdict::moved); }
    template <class Enum> Enum pick(Enum last)
    {
        return static_cast<Enum>(random_() % (static_cast<std::size_t>(last) + 1));
    }

    void fill(results::Row::Identity &identity)
    {
        auto &[name, kernel_id, workload, lanes, peer, plugin, device, message, repetition,
               repetitions] = identity;
        fill_all(name, kernel_id, lanes, peer, plugin, device, message, repetition, repetitions);
        constexpr std::array ours = {Workload::sha256_chain, Workload::keccak_chain, Workload::sha3,
                                     Workload::sha256};
        workload = ours.at(random_() % ours.size());
        if (random_() % 8 == 0)
            workload = results::foreign_work("round-trip", "Round trip", "call");
    }
    void fill(results::Message &message)
    {
        auto &[function, bytes, output_bytes] = message;
        fill_all(function, output_bytes);
        bytes = random_() % 3 * 1000;
    }
    void fill(results::Row::Location &location)
    {
        auto &[threads, cpus, scope, cores, pinned, core_kind] = location;
        fill_all(threads, cpus, scope, cores, pinned, core_kind);
    }
    void fill(statistics::Summary &summary)
    {
        auto &[median, min, p90, mad] = summary;
        fill_all(median, min, p90, mad);
    }
    void fill(statistics::Interval95 &interval)
    {
        auto &[low, high] = interval;
        fill(low);
        low = results::six_digits(low);
        high = results::six_digits(low * 1.5);
    }
    void fill(machine::Energy &energy)
    {
        auto &[joules_per_unit, watts, idle_watts] = energy;
        fill_all(joules_per_unit, watts, idle_watts);
    }
    void fill(results::Row::Figures &figures)
    {
        auto &[cycles, interval, rate, thread_rates, bound, bound_by, energy, clock_hz, low_hz,
               high_hz, source, note] = figures;
        fill_all(cycles, interval, rate, thread_rates, bound, bound_by, energy, clock_hz, low_hz,
                 high_hz, source, note);
    }
    void fill(results::VisitFigures &visit)
    {
        auto &[cycles, ns, kept_share] = visit;
        fill_all(cycles, ns);
        cycles = results::six_digits(cycles);
        ns = results::six_digits(ns);
        kept_share = static_cast<double>(random_() % 101) / 100;
    }
    void fill(results::RawSamples &samples)
    {
        auto &[cpu, cycles, ns, verdicts, visits, bursts] = samples;
        fill_all(cpu, verdicts);
        visits.resize(verdicts.size());
        for (unsigned &visit : visits)
            fill(visit);
        for (std::vector<double> *const values : {&cycles, &ns, &bursts}) {
            values->resize(verdicts.size());
            for (double &value : *values) {
                fill(value);
                value = results::six_digits(value);
            }
        }
    }
    void fill(results::Row::Sampling &sampling)
    {
        auto &[iterations, kept, discarded, drift, preempted, contended, uncounted, moved, visits,
               threads] = sampling;
        fill_all(iterations, kept, discarded, drift, preempted, contended, visits, threads);
        uncounted = coin() ? 0 : random_();
        moved = coin() ? 0 : random_();
        if (visits.size() == 1) // a file has none of a single visit
            visits.clear();
    }
    void fill(results::Row::Quality &quality)
    {
        auto &[noise, trustworthy, note, attempts, extent] = quality;
        fill_all(noise, trustworthy, note, attempts);
        if (coin()) // of a tenth of a percent
            extent = static_cast<double>(1 + random_() % 500) / 10 / 100;
    }
    void fill(results::Row::Proof &proof)
    {
        auto &[text, spot_check_seed] = proof;
        fill_all(text, spot_check_seed);
    }
    void fill(results::Row::KeyRangeSum &sum)
    {
        auto &[first, last, loops, checksum, seconds] = sum;
        fill_all(first, last, loops, checksum, seconds);
    }
    void fill(results::Copies &copies)
    {
        auto &[to_device_bytes, to_device_ns, from_device_bytes, from_device_ns] = copies;
        fill_all(to_device_bytes, to_device_ns, from_device_bytes, from_device_ns);
    }
    void fill(results::DeviceState &state)
    {
        auto &[no_telemetry, celsius, watts, power_limit_watts, clock_limits, throttled_launches,
               other_processes, copies, hardware] = state;
        fill_all(no_telemetry, celsius, watts, power_limit_watts, clock_limits, throttled_launches,
                 other_processes, copies, hardware);
    }
    void fill(results::RemappedRows &rows)
    {
        auto &[correctable, uncorrectable, pending, failed] = rows;
        fill_all(correctable, uncorrectable, pending, failed);
    }
    void fill(results::RetiredPages &pages) { fill_all(pages.pages, pages.pending); }
    void fill(results::DeviceHardware &hardware)
    {
        auto &[slot, address, numa_node, uuid, serial, board_part, vbios, settings, width,
               width_max, generation, generation_max, replays, corrected, uncorrected,
               corrected_aggregate, uncorrected_aggregate, rows, pages, unknown] = hardware;
        fill_all(slot, address, numa_node, uuid, serial, board_part, vbios, settings["ecc"], width,
                 width_max, generation, generation_max, replays, corrected, uncorrected,
                 corrected_aggregate, uncorrected_aggregate, rows, pages, unknown);
    }

    // Makes members agree as row.h describes them together.
    static void agree(results::Row &row)
    {
        const bool is_device = !row.identity.device.empty();
        const bool cycles = results::has_cycles(row);
        if (!results::facts_of(row.identity.workload).per_byte)
            row.identity.message.reset();
        if (is_device)
            row.location.cpus.clear();
        else if (row.location.cpus.empty())
            row.location.cpus = {3};
        if (row.location.scope.empty())
            row.location.cores = 0;
        if (!row.sampling.threads.empty())
            row.location.threads = static_cast<unsigned>(row.sampling.threads.size());
        if (!cycles) {
            row.figures.cycles_per_unit = {};
            row.figures.interval.reset();
            for (results::VisitFigures &visit : row.sampling.visits)
                visit.cycles_per_unit = 0;
        }
        for (results::RawSamples &thread : row.sampling.threads) {
            if (!cycles)
                thread.cycles_per_unit.clear();
            if (is_device)
                thread = {0, thread.cycles_per_unit, thread.ns_per_unit, thread.verdicts, {}, {}};
        }
    }

    std::mt19937_64 random_;
};

std::string text_of(const results::Row &row)
{
    return results::json_text(results::row_json(row, 7));
}

TEST(RowRoundTrip, ARowIsReadAsItWasWritten)
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        const results::Row row = AnyRow(seed).row();
        const std::string text = text_of(row);
        const results::JsonDocument document(text, "row");
        const results::Row back = results::read_row(document.fields());
        ASSERT_EQ(text_of(back), text) << seed;
        ASSERT_TRUE(back == row) << seed << text;
    }
}

TEST(RowRoundTrip, ANoteIsToldFromItsExtent)
{
    const auto read = [](const std::string &note, double extent) {
        results::Row row;
        row.location.cpus = {0};
        row.quality.note = note;
        row.quality.extent = extent;
        const results::JsonDocument document(text_of(row), "row");
        return results::read_row(document.fields()).quality;
    };
    EXPECT_EQ(read("it was shared", 0.031).note, "it was shared");
    EXPECT_EQ(read("it was shared", 0.0312).extent, 0.031) << "as precise as the text";
    EXPECT_EQ(read("it was shared", 0).extent, 0);
    for (const char *const note : {"a note (of a kind)", "(", " (", " (3 %)", " (3.1 %) more"}) {
        EXPECT_EQ(read(note, 0).note, note);
        EXPECT_EQ(read(note, 0).extent, 0);
    }
}

} // namespace
} // namespace hashlane::test
