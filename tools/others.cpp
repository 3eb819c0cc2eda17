// SPDX-License-Identifier: MIT
//
// Measures functions of the library and other people's code that does the same work, in turn in one
// process and on one clock. tools/measure_others builds that code and calls
//   others ROUNDS NAME=FILE...
// with a shared object of each library. Most come from an adapter in tools/peers/, which exports
// what the library has of the functions in peer.h; a library takes part in the works whose function
// it has. All results of one piece of work are compared first. Prints one JSON object.
#include "lib/dispatch/dispatch_table.h"
#include "machine/clock/cycle_clock.h"
#include "machine/clock/this_core.h"
#include "measure/contention.h"
#include "measure/slice_times.h"
#include "peers/peer.h"
#include "statistics/statistics.h"

#include <hashlane/chain.h>
#include <hashlane/kangarootwelve.h>
#include <hashlane/keccak.h>
#include <hashlane/sha256.h>
#include <hashlane/sha3.h>
#include <hashlane/turboshake.h>

#include <dlfcn.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace hashlane;

constexpr std::size_t digest_bytes = sha256_digest_bytes;

[[noreturn]] void give_up(const std::string &why)
{
    fmt::print(stderr, "others: {}\n", why);
    std::exit(1);
}

constexpr double timing_cycles = 3e6;
constexpr double largest_drift = 0.004;

using Bytes = std::vector<std::uint8_t>;

/// One way to do a piece of work: it writes the same bytes to `output` as all others.
struct Contestant {
    std::string code; ///< "hashlane", or the name of a library
    std::function<void(Bytes &output)> run;
    Bytes output;
    std::uint64_t iterations = 1;   ///< of each timing
    std::vector<double> costs = {}; ///< cycles of one iteration, by round
};

/// Times pieces of work on one clock. A timing is repeated if the clock changed during it, or if a
/// burst before or after it took longer than the quickest so far: something shared the core.
class Stopwatch {
public:
    Stopwatch(machine::CycleClock &clock, machine::Core &core) : clock_(clock), core_(core)
    {
        if (core.has_wide_burst())
            burst_.emplace(core);
    }

    /// Returns the cycles of one iteration.
    double cost(Contestant &one)
    {
        for (;;) {
            const double before_ns = burst_ns();
            const machine::Interval interval = time_slices(one);
            const double burst = std::max(before_ns, burst_ns()) * interval.clock_hz;
            const bool is_steady = interval.counted && std::abs(interval.drift) < largest_drift;
            if (is_steady)
                least_burst_ = std::min(least_burst_, burst);
            const bool is_shared = measure::is_contended(burst, least_burst_);
            if ((is_steady && !is_shared) || repeats_left_ == 0)
                return interval.cycles / static_cast<double>(one.iterations);
            --repeats_left_;
        }
    }

private:
    machine::Interval time_slices(Contestant &one)
    {
        const auto run = [&one](std::uint64_t runs) {
            for (std::uint64_t i = 0; i < runs; ++i)
                one.run(one.output);
        };
        clock_.begin();
        const double start = core_.now_ns();
        const measure::SliceTimes slices = measure::time_in_slices(
            core_, one.iterations, run, [](std::uint64_t) { return false; });
        const double all_ns = core_.now_ns() - start;
        return clock_.end({slices.work_ns / all_ns, slices.calls_ns / all_ns});
    }

    double burst_ns()
    {
        if (!burst_)
            return 0;
        std::vector<double> bursts(9);
        std::ranges::generate(bursts, [this] { return burst_->ns(); });
        return statistics::median(std::move(bursts));
    }

    machine::CycleClock &clock_;
    machine::Core &core_;
    std::optional<machine::ContentionBurst> burst_;
    double least_burst_ = HUGE_VAL;  ///< in cycles
    unsigned repeats_left_ = 20'000; ///< a quarter of a minute: a neighbour may stay for good
};

/// Chooses the number of iterations so that a timing takes about timing_cycles.
void choose_length(Stopwatch &stopwatch, Contestant &one)
{
    stopwatch.cost(one);
    one.iterations = static_cast<std::uint64_t>(1 + timing_cycles / stopwatch.cost(one));
}

/// Times each once. Every round starts with the next contestant, because the first one of a round
/// finds other work's data in the caches.
void measure_round(Stopwatch &stopwatch, std::vector<Contestant> &contestants)
{
    const std::size_t count = contestants.size();
    const std::size_t first = contestants.front().costs.size() % count;
    for (std::size_t i = 0; i < count; ++i) {
        Contestant &one = contestants[(first + i) % count];
        one.costs.push_back(stopwatch.cost(one));
    }
}

/// Returns the cost of each round divided by that of `base` in the same round.
std::vector<double> ratios_of(const Contestant &one, const Contestant &base)
{
    std::vector<double> all;
    for (std::size_t round = 0; round < one.costs.size(); ++round)
        all.push_back(one.costs[round] / base.costs[round]);
    return all;
}

/// The shared objects that were named on the command line.
class Libraries {
public:
    Libraries(int argc, char **argv)
    {
        for (int i = 2; i < argc; ++i) {
            const std::string argument = argv[i];
            const std::size_t equals = argument.find('=');
            void *const object = dlopen(argument.c_str() + equals + 1, RTLD_NOW | RTLD_LOCAL);
            if (object == nullptr)
                give_up(dlerror());
            objects_[argument.substr(0, equals)] = object;
        }
    }

    /// Null if the library was not named, or has neither of the functions.
    template <class Function>
    Function *find(const std::string &library, const char *symbol, const char *or_symbol = "") const
    {
        const auto object = objects_.find(library);
        if (object == objects_.end())
            return nullptr;
        void *const first = dlsym(object->second, symbol);
        return reinterpret_cast<Function *>(first != nullptr ? first
                                                             : dlsym(object->second, or_symbol));
    }

    const std::map<std::string, void *> &all() const { return objects_; }

private:
    std::map<std::string, void *> objects_; ///< by name
};

struct Work {
    const char *id, *title, *unit;
    double units; ///< of one run
    Workload workload;
    std::size_t lanes; ///< that are independent: dispatch chooses the kernel by them
    std::size_t output_bytes;
    std::vector<Contestant> ways = {}; ///< the first is hashlane's
};

Bytes random_bytes(std::size_t count)
{
    static std::mt19937_64 random(1);
    Bytes bytes(count);
    std::ranges::generate(bytes, [] { return static_cast<std::uint8_t>(random()); });
    return bytes;
}

void add(Work &work, const std::string &code, std::function<void(Bytes &output)> run)
{
    work.ways.push_back({code, std::move(run), Bytes(work.output_bytes)});
}

/// Adds a way if its function is there.
template <class Function, class Run>
void add(Work &work, const std::string &code, Function *function, const Run &run)
{
    if (function != nullptr)
        add(work, code, [function, run](Bytes &output) { run(function, output); });
}

using RecursiveChain = void(std::uint8_t *, std::uint64_t);

Work one_chain(const Libraries &libraries)
{
    constexpr std::uint64_t hashes = 1000;
    Work work("sha256-chain", "SHA-256 chain, one lane", "cycles/hash", hashes,
              Workload::sha256_chain, 1, digest_bytes);
    const Bytes start = random_bytes(digest_bytes);
    add(work, "hashlane", [start](Bytes &output) {
        output = start;
        hashlane_sha256_chain(output.data(), 1, hashes);
    });
    // The name as C++ mangles it: rsha256_fast_x1(unsigned char *, unsigned long).
    add(work, "fast-recursive-sha256",
        libraries.find<RecursiveChain>("fast-recursive-sha256", "_Z15rsha256_fast_x1Phm"),
        [start](RecursiveChain *chain, Bytes &output) {
            output = start;
            chain(output.data(), hashes);
        });
    add(work, "openssl", libraries.find<PeerHash>("openssl", "peer_sha256"),
        [start](PeerHash *hash, Bytes &output) {
            output = start;
            for (std::uint64_t i = 0; i < hashes; ++i)
                hash(output.data(), digest_bytes, 1, output.data(), digest_bytes);
        });
    return work;
}

/// mmx-node's loop over the chunks of a proof, Node_verify.cpp, on one thread.
void verify_as_mmx(RecursiveChain *chain_x2, const std::vector<hashlane_chain_segment> &segments,
                   Bytes &output)
{
    std::uint8_t digests[2 * digest_bytes];
    for (std::size_t i = 0; i < segments.size(); i += 2) {
        std::memcpy(digests, segments[i].start, digest_bytes);
        std::memcpy(digests + digest_bytes, segments[i + 1].start, digest_bytes);
        chain_x2(digests, segments[i].hashes);
        output[i] = std::memcmp(digests, segments[i].end, digest_bytes) == 0;
        output[i + 1] = std::memcmp(digests + digest_bytes, segments[i + 1].end, digest_bytes) == 0;
    }
}

Work verified_chain(const Libraries &libraries)
{
    constexpr std::size_t count = 512;
    constexpr std::uint64_t every = 1000;
    static const Bytes start = random_bytes(digest_bytes);
    static Bytes checkpoints(count * digest_bytes);
    Bytes digest = start;
    hashlane_chain_create(digest.data(), nullptr, every, count, checkpoints.data());
    std::vector<hashlane_chain_segment> segments(count);
    for (std::size_t i = 0; i < count; ++i) {
        segments[i].start = i == 0 ? start.data() : &checkpoints[(i - 1) * digest_bytes];
        segments[i].end = &checkpoints[i * digest_bytes];
        segments[i].hashes = every;
    }
    Work work("chain-verify", "verifying a SHA-256 chain of 512 segments", "cycles/hash",
              count * every, Workload::sha256_chain, many_lanes, count);
    add(work, "hashlane", [segments](Bytes &output) {
        const hashlane_status status =
            hashlane_chain_verify(segments.data(), count, nullptr, nullptr);
        std::ranges::fill(output, status == HASHLANE_OK);
    });
    // recursive_sha256_ni_x2(unsigned char *, unsigned long)
    add(work, "mmx-node",
        libraries.find<RecursiveChain>("mmx-node", "_Z22recursive_sha256_ni_x2Phm"),
        [segments](RecursiveChain *chain_x2, Bytes &output) {
            verify_as_mmx(chain_x2, segments, output);
        });
    return work;
}

struct Batch;

constexpr const char *per_byte = "cycles/byte", *per_message = "cycles/message";

/// Messages of one length that follow each other, as peer.h's functions take them.
struct Shape {
    const char *id, *title;
    Workload workload;
    std::size_t bytes, count;
    void (*ours)(Batch &batch);  ///< as a program that has this library calls it
    const char *symbol;          ///< of peer.h
    const char *unit = per_byte; ///< any other is of a message; per_message: a call for each
    std::size_t output_bytes = digest_bytes;
    std::size_t lanes = 1;      ///< independent ones within a message
    const char *or_symbol = ""; ///< of libraries without the first
};

/// The messages of a shape, and where their hashes go.
struct Batch {
    explicit Batch(const Shape &of) : shape(of)
    {
        for (std::size_t i = 0; i < shape.count; ++i)
            messages.push_back(&text[i * shape.bytes]);
    }

    void write_to(Bytes &output)
    {
        for (std::size_t i = 0; i < outputs.size(); ++i)
            outputs[i] = &output[i * shape.output_bytes];
    }

    Shape shape;
    Bytes text = random_bytes(shape.count * shape.bytes);
    std::vector<const std::uint8_t *> messages;
    std::vector<std::size_t> lengths = std::vector(shape.count, shape.bytes);
    std::vector<std::uint8_t *> outputs = std::vector<std::uint8_t *>(shape.count);
};

Work hashed(const Libraries &libraries, const Shape &shape)
{
    const std::size_t bytes = shape.bytes, count = shape.count, each = shape.output_bytes;
    const std::size_t at_once = shape.unit == per_message ? 1 : count;
    Work work(shape.id, shape.title, shape.unit,
              static_cast<double>(shape.unit == per_byte ? count * bytes : count), shape.workload,
              std::min(at_once * shape.lanes, many_lanes), count * each);
    const auto batch = std::make_shared<Batch>(shape);
    add(work, "hashlane", [batch](Bytes &output) {
        batch->write_to(output);
        batch->shape.ours(*batch);
    });
    for (const auto &[name, object] : libraries.all())
        add(work, name, libraries.find<PeerHash>(name, shape.symbol, shape.or_symbol),
            [batch, bytes, count, each, at_once](PeerHash *hash, Bytes &output) {
                for (std::size_t i = 0; i < count; i += at_once)
                    hash(batch->messages[i], bytes, at_once, &output[i * each], each);
            });
    return work;
}

void sha256_each(Batch &batch)
{
    for (std::size_t i = 0; i < batch.shape.count; ++i)
        hashlane_sha256(batch.messages[i], batch.shape.bytes, batch.outputs[i]);
}

void sha256_many(Batch &batch)
{
    hashlane_sha256_many(batch.messages.data(), batch.lengths.data(), batch.shape.count,
                         batch.outputs[0]);
}

/// By init, update for each piece, and final.
template <std::size_t piece> void sha256_streamed(Batch &batch)
{
    for (std::size_t i = 0; i < batch.shape.count; ++i) {
        hashlane_sha256_context context;
        hashlane_sha256_init(&context);
        for (std::size_t at = 0; at < batch.shape.bytes; at += piece)
            hashlane_sha256_update(&context, batch.messages[i] + at,
                                   std::min(piece, batch.shape.bytes - at));
        hashlane_sha256_final(&context, batch.outputs[i]);
    }
}

void sha256_nodes(Batch &batch)
{
    hashlane_sha256_nodes(batch.messages[0], batch.shape.count, batch.outputs[0]);
}

void sha256_compressions(Batch &batch)
{
    static constexpr std::uint8_t start[digest_bytes] = {
        0x6a, 0x09, 0xe6, 0x67, 0xbb, 0x67, 0xae, 0x85, 0x3c, 0x6e, 0xf3,
        0x72, 0xa5, 0x4f, 0xf5, 0x3a, 0x51, 0x0e, 0x52, 0x7f, 0x9b, 0x05,
        0x68, 0x8c, 0x1f, 0x83, 0xd9, 0xab, 0x5b, 0xe0, 0xcd, 0x19};
    for (std::uint8_t *const state : batch.outputs)
        std::memcpy(state, start, sizeof(start));
    hashlane_sha256_compress_equal(batch.messages.data(), 1, batch.shape.count, batch.outputs[0]);
}

void sha3_256_one(Batch &batch)
{
    hashlane_sha3_hash(HASHLANE_SHA3_256, batch.messages[0], batch.shape.bytes, batch.outputs[0],
                       digest_bytes);
}

template <hashlane_sha3_function function> void sha3_many(Batch &batch)
{
    const Shape &shape = batch.shape;
    hashlane_sha3_hash_equal(function, batch.messages.data(), shape.bytes, shape.count,
                             batch.outputs[0], shape.output_bytes, shape.output_bytes);
}

void turboshake128(Batch &batch)
{
    hashlane_turboshake_hash(HASHLANE_TURBOSHAKE128, 0x1f, batch.messages[0], batch.shape.bytes,
                             batch.outputs[0], digest_bytes);
}

void kt128(Batch &batch)
{
    hashlane_kangarootwelve_hash(HASHLANE_KT128, batch.messages[0], batch.shape.bytes, nullptr, 0,
                                 batch.outputs[0], digest_bytes);
}

std::vector<Shape> shapes()
{
    constexpr std::size_t kib = 1024, node = 64;
    constexpr std::size_t row = std::size_t{3} * 168; // of ML-KEM's matrix: FIPS 203, 4.2.2
    constexpr Workload sha256 = Workload::sha256, sha3 = Workload::sha3;
    return {{"turboshake128", "TurboSHAKE128, one message of 16 KiB", sha3, 16 * kib, 1,
             turboshake128, "peer_turboshake128"},
            {"kt128", "KT128 (KangarooTwelve) of 1 MiB", sha3, kib * kib, 1, kt128, "peer_kt128",
             per_byte, digest_bytes, many_lanes},
            {"sha256-nodes", "Merkle tree nodes of 64 bytes", Workload::sha256_nodes, node, 1024,
             sha256_nodes, "peer_sha256_nodes", "cycles/node", digest_bytes, 1, "peer_sha256"},
            {"sha256-compress", "SHA-256 compressions of 64 bytes", sha256, node, 1024,
             sha256_compressions, "peer_sha256_compress", "cycles/compression"},
            {"sha256", "SHA-256, one message of 1 MiB", sha256, kib * kib, 1, sha256_each,
             "peer_sha256"},
            {"sha256-messages", "SHA-256 of 1,000 messages of 200 bytes", sha256, 200, 1000,
             sha256_many, "peer_sha256"},
            {"sha256-long", "SHA-256 of 16 messages of 16 KiB", sha256, 16 * kib, 16, sha256_many,
             "peer_sha256"},
            {"sha256-32", "SHA-256, one message of 32 bytes", sha256, 32, 64, sha256_each,
             "peer_sha256", per_message},
            {"sha256-200", "SHA-256, one message of 200 bytes", sha256, 200, 64, sha256_each,
             "peer_sha256", per_message},
            {"sha256-streamed-32", "SHA-256 by init, update, final: 32 bytes", sha256, 32, 64,
             sha256_streamed<32>, "peer_sha256", per_message},
            {"sha256-streamed-1000", "SHA-256 by init, update, final: 1000 bytes", sha256, 1000, 64,
             sha256_streamed<1000>, "peer_sha256", per_message},
            {"sha256-pieces", "SHA-256 of 200 bytes in pieces of 8", sha256, 200, 64,
             sha256_streamed<8>, "peer_sha256_pieces", per_message},
            {"sha256-list", "SHA-256 of a list of 4 messages of 32 bytes", sha256, 32, 4,
             sha256_many, "peer_sha256"},
            {"sha3-256", "SHA3-256, one message of 16 KiB", sha3, 16 * kib, 1, sha3_256_one,
             "peer_sha3_256"},
            {"sha3-256-x4", "SHA3-256 of 4 messages of 16 KiB", sha3, 16 * kib, 4,
             sha3_many<HASHLANE_SHA3_256>, "peer_sha3_256"},
            {"sha3-256-x8", "SHA3-256 of 8 messages of 16 KiB", sha3, 16 * kib, 8,
             sha3_many<HASHLANE_SHA3_256>, "peer_sha3_256"},
            {"sha3-256-many", "SHA3-256 of 16 messages of 16 KiB", sha3, 16 * kib, 16,
             sha3_many<HASHLANE_SHA3_256>, "peer_sha3_256"},
            {"shake128-x4", "SHAKE128, 4 seeds of 34 bytes to 3 blocks each", sha3, 34, 4,
             sha3_many<HASHLANE_SHAKE128>, "peer_shake128", "cycles/seed", row}};
}

constexpr std::size_t permutations = 100, most_states = 8;

void permute_in_order(std::uint64_t *states, std::size_t count, std::size_t times)
{
    for (std::size_t i = 0; i < times; ++i)
        hashlane_keccak_f1600(states, count);
}

// The states are interleaved before and put in order afterwards, as the adapter for XKCP does it.
void permute_interleaved(std::uint64_t *states, std::size_t count, std::size_t times)
{
    alignas(64) std::uint64_t words[most_states * keccak_state_words];
    for (std::size_t i = 0; i < count * keccak_state_words; ++i)
        words[i % keccak_state_words * count + i / keccak_state_words] = states[i];
    for (std::size_t i = 0; i < times; ++i)
        hashlane_keccak_f1600_interleaved(words, count);
    for (std::size_t i = 0; i < count * keccak_state_words; ++i)
        states[i] = words[i % keccak_state_words * count + i / keccak_state_words];
}

Work permuted(const Libraries &libraries, const char *id, const char *title, std::size_t count,
              PeerPermute *ours, const char *or_symbol = "")
{
    constexpr std::size_t state_bytes = keccak_state_words * sizeof(std::uint64_t);
    Work work(id, title, "cycles/permutation", static_cast<double>(count * permutations),
              Workload::sha3, count, count * state_bytes);
    const auto run = [start = random_bytes(count * state_bytes), count](PeerPermute *permute,
                                                                        Bytes &output) {
        alignas(64) std::uint64_t states[most_states * keccak_state_words];
        std::memcpy(states, start.data(), start.size());
        permute(states, count, permutations);
        std::memcpy(output.data(), states, start.size());
    };
    add(work, "hashlane", ours, run);
    for (const auto &[name, object] : libraries.all())
        add(work, name, libraries.find<PeerPermute>(name, "peer_keccak_f1600", or_symbol), run);
    return work;
}

void compare_results(const Work &work)
{
    Bytes expected(work.output_bytes);
    work.ways.front().run(expected);
    for (const Contestant &way : work.ways) {
        Bytes got(work.output_bytes, 0xaa);
        way.run(got);
        if (got != expected)
            give_up(fmt::format("{}: {} and {} differ", work.id, work.ways.front().code, way.code));
    }
}

nlohmann::ordered_json result_of(const Work &work)
{
    const DispatchTable &dispatch = active_dispatch();
    const Kernel &kernel = work.lanes == 1 ? dispatch.single(work.workload)
                                           : dispatch.kernel(work.workload, work.lanes);
    nlohmann::ordered_json result;
    result["id"] = work.id;
    result["work"] = work.title;
    result["unit"] = work.unit;
    result["kernel"] = std::string(kernel.id);
    for (const Contestant &way : work.ways) {
        const std::vector<double> ratios = ratios_of(way, work.ways.front());
        result["results"].push_back({{"code", way.code},
                                     {"median", statistics::quantile(way.costs, 0.5) / work.units},
                                     {"p10", statistics::quantile(way.costs, 0.1) / work.units},
                                     {"p90", statistics::quantile(way.costs, 0.9) / work.units},
                                     {"ratio", statistics::quantile(ratios, 0.5)}});
    }
    return result;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2)
        give_up("call tools/measure_others instead");
    const Libraries libraries(argc, argv);
    machine::ThisCore core;
    const machine::ChosenClock chosen = machine::make_clock({}, core);
    Stopwatch stopwatch(*chosen.clock, core);
    const char *const eight = "peer_keccak_f1600_x8";
    std::vector<Work> works = {
        one_chain(libraries),
        verified_chain(libraries),
        permuted(libraries, "keccak-f1600", "Keccak-f[1600] of one state", 1, permute_in_order),
        permuted(libraries, "keccak-f1600-x4", "Keccak-f[1600] of 4 states", 4, permute_in_order),
        permuted(libraries, "keccak-f1600-x8", "Keccak-f[1600] of 8 states", 8, permute_in_order,
                 eight),
        permuted(libraries, "keccak-f1600-interleaved-x4", "Keccak-f[1600] of 4 interleaved states",
                 4, permute_interleaved),
        permuted(libraries, "keccak-f1600-interleaved-x8", "Keccak-f[1600] of 8 interleaved states",
                 8, permute_interleaved, eight)};
    for (const Shape &shape : shapes())
        works.push_back(hashed(libraries, shape));
    for (Work &work : works) {
        compare_results(work);
        for (Contestant &way : work.ways)
            choose_length(stopwatch, way);
    }
    // Every work in every round: a disturbance of a second does not meet one of them alone.
    for (unsigned long left = std::strtoul(argv[1], nullptr, 10); left > 0; --left)
        for (Work &work : works)
            measure_round(stopwatch, work.ways);
    nlohmann::ordered_json all;
    all["cycle_source"] = machine::cycle_source_name(chosen.clock->source());
    all["implementations"] = nlohmann::ordered_json::object();
    for (const auto &[name, object] : libraries.all())
        if (auto *const told = libraries.find<PeerImplementation>(name, "peer_implementation"))
            all["implementations"][name] = told();
    for (const Work &work : works)
        all["works"].push_back(result_of(work));
    fmt::print("{}\n", all.dump(2));
}
