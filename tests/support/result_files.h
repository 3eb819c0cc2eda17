// SPDX-License-Identifier: MIT
//
// Result files as the program writes them, with figures that a test chooses.
#pragma once

#include "files.h"
#include "results/json.h"
#include "results/run.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>

namespace hashlane::test {

/// Samples around a median, 1 % wide, the same for the same seed; each keeps half of the one
/// before.
inline std::vector<double> costs_around(double median, std::size_t size = 200, unsigned seed = 1)
{
    std::mt19937 random(seed);
    std::vector<double> costs;
    double state = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const double step = static_cast<double>(random() % 2001) / 1000 - 1;
        state = state / 2 + step;
        costs.push_back(median * (1 + 0.002 * state));
    }
    return costs;
}

/// The costs of twenty visits, or of as many as there are samples: the mean over their samples of
/// all threads.
inline std::vector<double> visits_of(const std::vector<std::vector<double>> &threads)
{
    const std::size_t samples = threads.front().size(), visits = std::min<std::size_t>(samples, 20);
    std::vector<double> costs(visits), counts(visits);
    for (const std::vector<double> &thread : threads)
        for (std::size_t i = 0; i < samples; ++i) {
            costs[i * visits / samples] += thread[i];
            ++counts[i * visits / samples];
        }
    for (std::size_t i = 0; i < visits; ++i)
        costs[i] /= counts[i];
    return costs;
}

/// A row at 4 GHz. Each stream is a thread's samples, in cycles for one hash.
inline nlohmann::json result_row(const std::string &name,
                                 const std::vector<std::vector<double>> &threads)
{
    nlohmann::json row = {{"name", name},
                          {"workload", name.substr(0, name.find('.'))},
                          {"threads", threads.size()},
                          {"cpus", nlohmann::json::array()},
                          {"cycle_source", "perf"},
                          {"noise", "clean"},
                          {"noise_note", ""},
                          {"trustworthy", true},
                          {"samples", nlohmann::json::array()}};
    if (name.starts_with("sha3.") || name.starts_with("sha256-chain."))
        row["bytes_per_hash"] = 64;
    double rate = 0;
    for (const std::vector<double> &cycles : threads) {
        std::vector<double> ns = cycles;
        std::ranges::for_each(ns, [](double &cost) { cost /= 4; });
        rate += 1e9 / statistics::median(ns);
        row["cpus"].push_back(row["cpus"].size());
        row["samples"].push_back({{"cpu", row["cpus"].back()},
                                  {"cycles_per_hash", cycles},
                                  {"ns_per_hash", ns},
                                  {"verdict", std::string(cycles.size(), 'k')}});
    }
    std::vector<double> visits = visits_of(threads);
    row["visits"]["cycles_per_hash"] = visits;
    std::ranges::for_each(visits, [](double &cost) { cost /= 4; });
    row["visits"]["ns_per_hash"] = visits;
    row["hashes_per_second"] = rate;
    row["cycles_per_hash"] = 4e9 * static_cast<double>(threads.size()) / rate;
    return row;
}

inline nlohmann::json result_json(const std::vector<nlohmann::json> &rows)
{
    return {{"context",
             {{"date", "2026-01-02T03:04:05+00:00"},
              {"host_name", "box"},
              {"library_build_type", "release"},
              {"json_schema_version", 1},
              {"hashlane",
               {{"version", "0.1.0"},
                {"cpu_model", "Example CPU 9000"},
                {"cpu_identity", "GenuineIntel family 6 model 143 stepping 8"},
                {"microcode", "0x2b0005c0"},
                {"features", "AVX2, SHA"},
                {"kernel_release", "Linux 6.1"},
                {"hypervisor", ""},
                {"governor", "powersave"},
                {"compiler", "gcc 12.2.0"}}}}},
            {"benchmarks", rows}};
}

/// Returns the reader's result for a file with this text; its path is then `path`.
inline results::Report read_result_text(const std::string &text,
                                        const std::string &path = "file.json")
{
    const std::string scratch = scratch_path("result.json");
    std::ofstream(scratch, std::ios::binary) << text;
    try {
        results::Report file = results::read_run_file(scratch);
        std::remove(scratch.c_str());
        file.path = path;
        return file;
    } catch (const results::BadFile &) {
        std::remove(scratch.c_str());
        throw;
    }
}

inline results::Report result_file(const std::vector<nlohmann::json> &rows,
                                   const std::string &path = "file.json")
{
    return read_result_text(result_json(rows).dump(), path);
}

} // namespace hashlane::test
