// SPDX-License-Identifier: MIT
//
// Measures functions of the library and other people's code that does the same work, in turn in one
// process and on one clock. tools/measure_others builds that code and calls
//   others ROUNDS NAME=FILE...
// with a shared object of each library. Most come from an adapter in tools/peers/, which exports
// what the library has of the functions in peer.h; a library takes part in the works whose function
// it has. All results of one piece of work are compared first. Prints one JSON array.
#include "in_turn.h"
#include "lib/dispatch/dispatch_table.h"
#include "machine/clock/this_core.h"
#include "peers/peer.h"

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
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace hashlane;

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t digest_bytes = sha256_digest_bytes;

[[noreturn]] void give_up(const std::string &why)
{
    fmt::print(stderr, "others: {}\n", why);
    std::exit(1);
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

    /// Null if the library was not named, or has no such function.
    template <class Function> Function *find(const std::string &library, const char *symbol) const
    {
        const auto object = objects_.find(library);
        return object == objects_.end()
                   ? nullptr
                   : reinterpret_cast<Function *>(dlsym(object->second, symbol));
    }

    std::vector<std::string> names() const
    {
        std::vector<std::string> all;
        for (const auto &[name, object] : objects_)
            all.push_back(name);
        return all;
    }

private:
    std::map<std::string, void *> objects_;
};

/// One way to do a piece of work: it writes the same bytes to `output` as all others.
struct Way {
    std::string code; ///< "hashlane", or the name of a library
    std::function<void(Bytes &output)> run;
};

struct Work {
    const char *id, *title, *unit;
    double units; ///< of one run
    Workload workload;
    std::size_t lanes; ///< that are independent: dispatch chooses the kernel by them
    std::size_t output_bytes;
    std::vector<Way> ways; ///< the first is hashlane's
};

Bytes random_bytes(std::size_t count)
{
    static std::mt19937_64 random(1);
    Bytes bytes(count);
    std::ranges::generate(bytes, [] { return static_cast<std::uint8_t>(random()); });
    return bytes;
}

/// Adds a way if its function is there.
template <class Function, class Run>
void add(Work &work, const char *code, Function *function, const Run &run)
{
    if (function != nullptr)
        work.ways.push_back({code, [function, run](Bytes &output) { run(function, output); }});
}

using RecursiveChain = void(std::uint8_t *, std::uint64_t);

Work one_chain(const Libraries &libraries)
{
    constexpr std::uint64_t hashes = 1000;
    Work work{"sha256-chain",         "SHA-256 chain, one lane",
              "cycles/hash",          hashes,
              Workload::sha256_chain, 1,
              digest_bytes,           {}};
    const Bytes start = random_bytes(digest_bytes);
    work.ways.push_back({"hashlane", [start](Bytes &output) {
                             output = start;
                             hashlane_sha256_chain(output.data(), 1, hashes);
                         }});
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
    Work work{"chain-verify",
              "verifying a SHA-256 chain of 512 segments",
              "cycles/hash",
              count * every,
              Workload::sha256_chain,
              many_lanes,
              count,
              {}};
    work.ways.push_back({"hashlane", [segments](Bytes &output) {
                             const hashlane_status status =
                                 hashlane_chain_verify(segments.data(), count, nullptr, nullptr);
                             std::ranges::fill(output, status == HASHLANE_OK);
                         }});
    // recursive_sha256_ni_x2(unsigned char *, unsigned long)
    add(work, "mmx-node",
        libraries.find<RecursiveChain>("mmx-node", "_Z22recursive_sha256_ni_x2Phm"),
        [segments](RecursiveChain *chain_x2, Bytes &output) {
            verify_as_mmx(chain_x2, segments, output);
        });
    return work;
}

using OurHash =
    std::function<void(const std::uint8_t *const *messages, std::uint8_t *const *outputs)>;

constexpr std::size_t message_bytes = 16384, node_bytes = 64;
constexpr const char *per_byte = "cycles/byte";

/// Messages of one length that follow each other, as peer.h's functions take them.
struct Shape {
    const char *id, *title;
    Workload workload;
    std::size_t bytes, count;
    OurHash ours;                      ///< as a program that has this library calls it
    std::vector<const char *> symbols; ///< of peer.h; a library takes part by the first that it has
    std::size_t output_bytes = digest_bytes;
    const char *unit = per_byte; ///< any other is of a message
    std::size_t lanes = 1;       ///< independent ones within a message
    bool one_by_one = false;     ///< messages are not: a call for each
};

template <class Function>
Function *first_of(const Libraries &libraries, const std::string &name,
                   const std::vector<const char *> &symbols)
{
    for (const char *const symbol : symbols)
        if (auto *const function = libraries.find<Function>(name, symbol))
            return function;
    return nullptr;
}

Work hashed(const Libraries &libraries, const Shape &shape)
{
    const std::size_t bytes = shape.bytes, count = shape.count, each = shape.output_bytes;
    Work work{shape.id,       shape.title,
              shape.unit,     static_cast<double>(shape.unit == per_byte ? count * bytes : count),
              shape.workload, shape.one_by_one ? 1 : std::min(count * shape.lanes, many_lanes),
              count * each,   {}};
    const auto input = std::make_shared<const Bytes>(random_bytes(count * bytes));
    std::vector<const std::uint8_t *> messages;
    for (std::size_t i = 0; i < count; ++i)
        messages.push_back(&(*input)[i * bytes]);
    work.ways.push_back(
        {"hashlane", [input, messages, each, ours = shape.ours,
                      outputs = std::vector<std::uint8_t *>(count)](Bytes &output) mutable {
             for (std::size_t i = 0; i < outputs.size(); ++i)
                 outputs[i] = &output[i * each];
             ours(messages.data(), outputs.data());
         }});
    for (const std::string &name : libraries.names())
        add(work, name.c_str(), first_of<PeerHash>(libraries, name, shape.symbols),
            [input, bytes, count, each, at_once = shape.one_by_one ? 1 : count](PeerHash *hash,
                                                                                Bytes &output) {
                for (std::size_t i = 0; i < count; i += at_once)
                    hash(&(*input)[i * bytes], bytes, at_once, &output[i * each], each);
            });
    return work;
}

Shape sha256_shape(const char *id, const char *title, std::size_t bytes, std::size_t count)
{
    const OurHash one = [bytes](auto *messages, auto *digests) {
        hashlane_sha256(messages[0], bytes, digests[0]);
    };
    const OurHash many = [count, lengths = std::vector(count, bytes)](auto *messages,
                                                                      auto *digests) {
        hashlane_sha256_many(messages, lengths.data(), count, digests[0]);
    };
    return {id, title, Workload::sha256, bytes, count, count == 1 ? one : many, {"peer_sha256"}};
}

/// Short messages with a call for each, as most programs have them.
template <class Hash>
Shape each_by_itself(const char *id, const char *title, std::size_t bytes, const Hash &hash,
                     const char *symbol = "peer_sha256")
{
    constexpr std::size_t count = 64;
    const OurHash ours = [hash](auto *messages, auto *digests) {
        for (std::size_t i = 0; i < count; ++i)
            hash(messages[i], digests[i]);
    };
    return {.id = id,
            .title = title,
            .workload = Workload::sha256,
            .bytes = bytes,
            .count = count,
            .ours = ours,
            .symbols = {symbol},
            .unit = "cycles/message",
            .one_by_one = true};
}

/// By init, update for each piece, and final.
Shape streamed_shape(const char *id, const char *title, std::size_t bytes, std::size_t piece,
                     const char *symbol = "peer_sha256")
{
    const auto hash = [bytes, piece](const std::uint8_t *message, std::uint8_t *digest) {
        hashlane_sha256_context context;
        hashlane_sha256_init(&context);
        for (std::size_t at = 0; at < bytes; at += piece)
            hashlane_sha256_update(&context, message + at, std::min(piece, bytes - at));
        hashlane_sha256_final(&context, digest);
    };
    return each_by_itself(id, title, bytes, hash, symbol);
}

Shape one_call_shape(const char *id, const char *title, std::size_t bytes)
{
    return each_by_itself(id, title, bytes,
                          [bytes](const std::uint8_t *message, std::uint8_t *digest) {
                              hashlane_sha256(message, bytes, digest);
                          });
}

Shape sha3_shape(const char *id, const char *title, std::size_t count)
{
    const OurHash one = [](auto *messages, auto *outputs) {
        hashlane_sha3_hash(HASHLANE_SHA3_256, messages[0], message_bytes, outputs[0], digest_bytes);
    };
    const OurHash many = [count](auto *messages, auto *outputs) {
        hashlane_sha3_hash_equal(HASHLANE_SHA3_256, messages, message_bytes, count, outputs[0],
                                 digest_bytes, digest_bytes);
    };
    const OurHash &ours = count == 1 ? one : many;
    return {id, title, Workload::sha3, message_bytes, count, ours, {"peer_sha3_256"}};
}

Shape nodes_shape()
{
    constexpr std::size_t count = 1024;
    const OurHash ours = [](auto *nodes, auto *digests) {
        hashlane_sha256_nodes(nodes[0], count, digests[0]);
    };
    return {.id = "sha256-nodes",
            .title = "Merkle tree nodes of 64 bytes",
            .workload = Workload::sha256_nodes,
            .bytes = node_bytes,
            .count = count,
            .ours = ours,
            .symbols = {"peer_sha256_nodes", "peer_sha256"},
            .unit = "cycles/node"};
}

Shape compressions_shape()
{
    constexpr std::size_t count = 1024;
    static constexpr std::uint8_t start[digest_bytes] = {
        0x6a, 0x09, 0xe6, 0x67, 0xbb, 0x67, 0xae, 0x85, 0x3c, 0x6e, 0xf3,
        0x72, 0xa5, 0x4f, 0xf5, 0x3a, 0x51, 0x0e, 0x52, 0x7f, 0x9b, 0x05,
        0x68, 0x8c, 0x1f, 0x83, 0xd9, 0xab, 0x5b, 0xe0, 0xcd, 0x19};
    const OurHash ours = [](auto *blocks, auto *states) {
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(states[i], start, sizeof(start));
        hashlane_sha256_compress_equal(blocks, 1, count, states[0]);
    };
    return {.id = "sha256-compress",
            .title = "SHA-256 compressions of 64 bytes",
            .workload = Workload::sha256,
            .bytes = node_bytes,
            .count = count,
            .ours = ours,
            .symbols = {"peer_sha256_compress"},
            .unit = "cycles/compression"};
}

/// A row of ML-KEM's matrix: FIPS 203, 4.2.2.
Shape shake128_shape()
{
    constexpr std::size_t count = 4, seed_bytes = 34, row_bytes = std::size_t{3} * 168;
    const OurHash ours = [](auto *seeds, auto *rows) {
        hashlane_sha3_hash_equal(HASHLANE_SHAKE128, seeds, seed_bytes, count, rows[0], row_bytes,
                                 row_bytes);
    };
    return {.id = "shake128-x4",
            .title = "SHAKE128, 4 seeds of 34 bytes to 3 blocks each",
            .workload = Workload::sha3,
            .bytes = seed_bytes,
            .count = count,
            .ours = ours,
            .symbols = {"peer_shake128"},
            .output_bytes = row_bytes,
            .unit = "cycles/seed"};
}

Shape turboshake_shape()
{
    const OurHash ours = [](auto *messages, auto *outputs) {
        hashlane_turboshake_hash(HASHLANE_TURBOSHAKE128, 0x1f, messages[0], message_bytes,
                                 outputs[0], digest_bytes);
    };
    const char *const title = "TurboSHAKE128, one message of 16 KiB";
    return {"turboshake128", title, Workload::sha3, message_bytes, 1, ours, {"peer_turboshake128"}};
}

Shape kangarootwelve_shape()
{
    constexpr std::size_t bytes = 1 << 20;
    const OurHash ours = [](auto *messages, auto *outputs) {
        hashlane_kangarootwelve_hash(HASHLANE_KT128, messages[0], bytes, nullptr, 0, outputs[0],
                                     digest_bytes);
    };
    return {.id = "kt128",
            .title = "KT128 (KangarooTwelve) of 1 MiB",
            .workload = Workload::sha3,
            .bytes = bytes,
            .count = 1,
            .ours = ours,
            .symbols = {"peer_kt128"},
            .lanes = many_lanes};
}

constexpr std::size_t permutations = 100, most_states = 8;

using Permute = void(std::uint64_t *states, std::size_t count);

void permute_in_order(std::uint64_t *states, std::size_t count)
{
    for (std::size_t i = 0; i < permutations; ++i)
        hashlane_keccak_f1600(states, count);
}

// The states are interleaved before and put in order afterwards, as the adapter for XKCP does it.
void permute_interleaved(std::uint64_t *states, std::size_t count)
{
    alignas(64) std::uint64_t words[most_states * keccak_state_words];
    for (std::size_t i = 0; i < count * keccak_state_words; ++i)
        words[i % keccak_state_words * count + i / keccak_state_words] = states[i];
    for (std::size_t i = 0; i < permutations; ++i)
        hashlane_keccak_f1600_interleaved(words, count);
    for (std::size_t i = 0; i < count * keccak_state_words; ++i)
        states[i] = words[i % keccak_state_words * count + i / keccak_state_words];
}

Work permuted(const Libraries &libraries, const char *id, const char *title, std::size_t count,
              Permute *ours, std::vector<const char *> symbols)
{
    constexpr std::size_t state_bytes = keccak_state_words * sizeof(std::uint64_t);
    Work work{id,
              title,
              "cycles/permutation",
              static_cast<double>(count * permutations),
              Workload::sha3,
              count,
              count * state_bytes,
              {}};
    const Bytes start = random_bytes(count * state_bytes);
    const auto add_permutation = [&](const std::string &code, auto permute) {
        work.ways.push_back({code, [start, permute](Bytes &output) {
                                 alignas(64) std::uint64_t states[most_states * keccak_state_words];
                                 std::memcpy(states, start.data(), start.size());
                                 permute(states);
                                 std::memcpy(output.data(), states, start.size());
                             }});
    };
    add_permutation("hashlane", [=](std::uint64_t *states) { ours(states, count); });
    for (const std::string &name : libraries.names())
        if (auto *const permute = first_of<PeerPermute>(libraries, name, symbols))
            add_permutation(name,
                            [=](std::uint64_t *states) { permute(states, count, permutations); });
    return work;
}

void compare_results(const Work &work)
{
    Bytes expected(work.output_bytes);
    work.ways.front().run(expected);
    for (const Way &way : work.ways) {
        Bytes got(work.output_bytes, 0xaa);
        way.run(got);
        if (got != expected)
            give_up(fmt::format("{}: {} and {} differ", work.id, work.ways.front().code, way.code));
    }
}

struct Contest {
    const Work &work;
    std::vector<in_turn::Contestant> contestants; ///< its ways, each with memory to write to
};

Contest make_contest(in_turn::Stopwatch &stopwatch, const Work &work)
{
    Contest contest{work, {}};
    for (const Way &way : work.ways) {
        contest.contestants.push_back(
            {.label = way.code,
             .run =
                 [&way, to = Bytes(work.output_bytes)](std::uint64_t runs) mutable {
                     for (std::uint64_t run = 0; run < runs; ++run)
                         way.run(to);
                 },
             .costs = {}});
        in_turn::choose_length(stopwatch, contest.contestants.back());
    }
    return contest;
}

nlohmann::ordered_json result_of(const Contest &contest)
{
    const auto &[work, contestants] = contest;
    const DispatchTable &dispatch = active_dispatch();
    const Kernel &kernel = work.lanes == 1 ? dispatch.single(work.workload)
                                           : dispatch.kernel(work.workload, work.lanes);
    nlohmann::ordered_json result;
    result["id"] = work.id;
    result["work"] = work.title;
    result["unit"] = work.unit;
    result["kernel"] = std::string(kernel.id);
    for (const in_turn::Contestant &one : contestants) {
        const std::vector<double> ratios = in_turn::ratios(one, contestants.front());
        result["results"].push_back({{"code", one.label},
                                     {"median", statistics::quantile(one.costs, 0.5) / work.units},
                                     {"p10", statistics::quantile(one.costs, 0.1) / work.units},
                                     {"p90", statistics::quantile(one.costs, 0.9) / work.units},
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
    in_turn::Stopwatch stopwatch(*chosen.clock, core);
    const char *const any = "peer_keccak_f1600";
    std::vector<Work> works = {
        one_chain(libraries),
        verified_chain(libraries),
        permuted(libraries, "keccak-f1600", "Keccak-f[1600] of one state", 1, permute_in_order,
                 {any}),
        permuted(libraries, "keccak-f1600-x4", "Keccak-f[1600] of 4 states", 4, permute_in_order,
                 {any}),
        permuted(libraries, "keccak-f1600-x8", "Keccak-f[1600] of 8 states", 8, permute_in_order,
                 {any, "peer_keccak_f1600_x8"}),
        permuted(libraries, "keccak-f1600-interleaved-x4", "Keccak-f[1600] of 4 interleaved states",
                 4, permute_interleaved, {any}),
        permuted(libraries, "keccak-f1600-interleaved-x8", "Keccak-f[1600] of 8 interleaved states",
                 8, permute_interleaved, {any, "peer_keccak_f1600_x8"})};
    for (const Shape &shape :
         {turboshake_shape(), kangarootwelve_shape(), nodes_shape(), compressions_shape(),
          sha256_shape("sha256", "SHA-256, one message of 1 MiB", 1 << 20, 1),
          sha256_shape("sha256-messages", "SHA-256 of 1,000 messages of 200 bytes", 200, 1000),
          sha256_shape("sha256-long", "SHA-256 of 16 messages of 16 KiB", message_bytes, 16),
          one_call_shape("sha256-32", "SHA-256, one message of 32 bytes", 32),
          one_call_shape("sha256-200", "SHA-256, one message of 200 bytes", 200),
          streamed_shape("sha256-streamed-32", "SHA-256 by init, update, final: 32 bytes", 32, 32),
          streamed_shape("sha256-streamed-1000", "SHA-256 by init, update, final: 1000 bytes", 1000,
                         1000),
          streamed_shape("sha256-pieces", "SHA-256 of 200 bytes in pieces of 8", 200, 8,
                         "peer_sha256_pieces"),
          sha256_shape("sha256-list", "SHA-256 of a list of 4 messages of 32 bytes", 32, 4),
          sha3_shape("sha3-256", "SHA3-256, one message of 16 KiB", 1),
          sha3_shape("sha3-256-x4", "SHA3-256 of 4 messages of 16 KiB", 4),
          sha3_shape("sha3-256-x8", "SHA3-256 of 8 messages of 16 KiB", 8),
          sha3_shape("sha3-256-many", "SHA3-256 of 16 messages of 16 KiB", 16), shake128_shape()})
        works.push_back(hashed(libraries, shape));
    std::vector<Contest> contests;
    for (const Work &work : works) {
        compare_results(work);
        contests.push_back(make_contest(stopwatch, work));
    }
    // Every work in every round: a disturbance of a second does not meet one of them alone.
    for (unsigned long left = std::strtoul(argv[1], nullptr, 10); left > 0; --left)
        for (Contest &contest : contests)
            in_turn::measure_round(stopwatch, contest.contestants);
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const Contest &contest : contests)
        results.push_back(result_of(contest));
    nlohmann::ordered_json all;
    all["cycle_source"] = machine::cycle_source_name(chosen.clock->source());
    all["implementations"] = nlohmann::ordered_json::object();
    for (const std::string &name : libraries.names())
        if (auto *const told = libraries.find<PeerImplementation>(name, "peer_implementation"))
            all["implementations"][name] = told();
    all["works"] = results;
    fmt::print("{}\n", all.dump(2));
}
