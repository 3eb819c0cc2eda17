// SPDX-License-Identifier: MIT
//
// What one real proof of each kind takes here, and what is left of the time that it may take.
#include "../dispatch/dispatch_table.h"
#include "../gpu/verify.h"
#include "../system/cpu_list.h"
#include "chain_shared.h"
#include "commands.h"
#include "exit_code.h"
#include "messages.h"

#include "hashlane/chain.h"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <vector>

namespace hashlane {
namespace {

using Clock = std::chrono::steady_clock;

struct RealProof {
    const char *what;
    std::size_t segments;
    double deadline_s; ///< 0: none
};

// docs/chains.md has where the figures come from. In the presets' order.
constexpr RealProof real_proofs[] = {
    {"10,000 segments", 10'000, 0},
    {"10 s of a timelord at 72.5 MH/s", 2'900, 5},
    {"a slot of 64 ticks", 64, 0.4},
    {"a step of 25 checkpoints", 25, 1},
};
static_assert(std::size(real_proofs) == std::size(chain_presets));

constexpr std::size_t distinct_segments = 64;
constexpr std::uint64_t single_hashes = 4'000'000;

double seconds_of(const std::function<void()> &work)
{
    const auto begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Segments that repeat after a while, since to create them all would take as long as to verify
// them.
class BenchProof {
public:
    BenchProof(const ChainPreset &preset, std::size_t count)
    {
        const std::size_t distinct = std::clamp(count, std::size_t{1}, distinct_segments);
        std::vector<hashlane_chain_stream> streams(distinct);
        std::vector<hashlane_chain_stream *> all;
        starts_.resize(distinct);
        ends_.resize(distinct);
        for (std::size_t i = 0; i < distinct; ++i) {
            starts_[i] = number_digest(i + 1);
            hashlane_chain_begin(&streams[i], starts_[i].data(),
                                 preset.salted ? salt_.data() : nullptr);
            all.push_back(&streams[i]);
        }
        hashlane_chain_advance_many(all.data(), distinct, preset.every);
        for (std::size_t i = 0; i < distinct; ++i)
            hashlane_chain_checkpoint(&streams[i], ends_[i].data());
        for (std::size_t i = 0; i < count; ++i)
            // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least one
            segments_.push_back({.start = starts_[i % distinct].data(),
                                 .end = ends_[i % distinct].data(),
                                 .hashes = preset.every,
                                 .mixin = nullptr,
                                 .salt = preset.salted ? salt_.data() : nullptr});
    }

    // With what it takes to measure the devices.
    double verify(ChainVerifier &verifier) const
    {
        hashlane_status status = HASHLANE_OK;
        hashlane_chain_result result;
        const double seconds = seconds_of([&] { status = verifier.verify(segments_, {}, result); });
        if (status != HASHLANE_OK)
            throw CommandError("chain bench: a right proof was not verified", exit_wrong_digest);
        return seconds;
    }

private:
    Digest salt_ = number_digest(1);
    std::vector<Digest> starts_, ends_;
    std::vector<hashlane_chain_segment> segments_;
};

void bench_row(const ChainPreset &preset, const RealProof &real, const std::string &on,
               double seconds)
{
    const double hashes = static_cast<double>(real.segments) * static_cast<double>(preset.every);
    print(fmt::format("{:<8} {:<32} {:>8} {:>8.3f} s {:>9.2f} MH/s", preset.name, real.what, on,
                      seconds, hashes / seconds / 1e6));
    if (real.deadline_s > 0)
        print(fmt::format("  {:.2f} x of {} s", real.deadline_s / seconds, real.deadline_s));
}

// A device alone; with its name, what its rate is bound by.
void bench_device(const ChainPreset &preset, const RealProof &real, const BenchProof &proof,
                  Device *device)
{
    ChainVerifier verifier(0, {device});
    const DeviceShare &share = verifier.shares().front();
    const double seconds = share.error.empty() ? proof.verify(verifier) : 0;
    if (!share.error.empty()) {
        print(fmt::format("{:<8} {:<32} {:>8} failed: {}\n", preset.name, real.what, share.id,
                          share.error));
        return;
    }
    bench_row(preset, real, share.id, seconds);
    if (share.lanes < share.most_lanes)
        print(fmt::format("  bound by latency: {} of {} lanes", share.lanes, share.most_lanes));
    print("\n");
}

void bench_preset(const ChainPreset &preset, const RealProof &real,
                  const std::vector<unsigned> &threads, const std::vector<Device *> &devices)
{
    const BenchProof proof(preset, real.segments);
    for (const unsigned count : threads) {
        ChainVerifier verifier(count);
        bench_row(preset, real, std::to_string(count), proof.verify(verifier));
        print("\n");
    }
    if (preset.salted)
        return; // no device takes them
    for (Device *device : devices)
        bench_device(preset, real, proof, device);
}

void bench_single(bool salted)
{
    hashlane_chain_stream stream;
    const Digest start{}, salt = number_digest(1);
    hashlane_chain_begin(&stream, start.data(), salted ? salt.data() : nullptr);
    hashlane_chain_advance(&stream, single_hashes / 8);
    const double seconds = seconds_of([&] { hashlane_chain_advance(&stream, single_hashes); });
    print(fmt::format("{:<8} {:<32} {:>8} {:>8.3f} s {:>9.2f} MH/s  {}\n", "create",
                      salted ? "one chain, salted" : "one chain", 1, seconds,
                      static_cast<double>(single_hashes) / seconds / 1e6,
                      active_dispatch()
                          .single(salted ? Workload::sha256_salted : Workload::sha256_chain)
                          .short_id()));
}

} // namespace

int execute(const ChainBenchSettings &settings, const std::string & /*line*/)
{
    std::vector<unsigned> threads = {1};
    if (settings.threads != 0)
        threads = {settings.threads};
    else if (const std::size_t all = allowed_cpus().size(); all > 1)
        threads.push_back(static_cast<unsigned>(all));
    const FoundDevices found = find_requested(settings.devices);
    const std::vector<Device *> devices = devices_of(found, settings.devices);
    print(fmt::format("{:<8} {:<32} {:>8} {:>10} {:>14}  margin\n", "preset", "proof", "threads",
                      "time", "rate"));
    for (std::size_t i = 0; i < std::size(chain_presets); ++i)
        if (settings.preset == nullptr || settings.preset == &chain_presets[i])
            bench_preset(chain_presets[i], real_proofs[i], threads, devices);
    bench_single(false);
    bench_single(true);
    return exit_ok;
}

} // namespace hashlane
