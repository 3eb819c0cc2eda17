// SPDX-License-Identifier: MIT
//
// Measures functions of the library and other people's code that does the same work, in turn in one
// process and on one clock. tools/measure_others builds that code and calls
//   others ROUNDS NAME=FILE...
// with the shared objects of openssl, recursive, mmx, hashtree and xkcp; those that are missing are
// left out. All results of one piece of work are compared first. Prints one JSON array.
#include "in_turn.h"
#include "lib/dispatch/dispatch_table.h"
#include "machine/clock/this_core.h"

#include <hashlane/chain.h>
#include <hashlane/kangarootwelve.h>
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

    /// Null if the library was not named.
    template <class Function> Function *find(const std::string &library, const char *symbol) const
    {
        const auto object = objects_.find(library);
        if (object == objects_.end())
            return nullptr;
        void *const function = dlsym(object->second, symbol);
        if (function == nullptr)
            give_up(fmt::format("{} has no {}", library, symbol));
        return reinterpret_cast<Function *>(function);
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

/// OpenSSL's SHA-256 by the functions that allocate and lock nothing; its SHA256() takes a thousand
/// cycles more for each message.
class OpensslSha256 {
public:
    explicit OpensslSha256(const Libraries &libraries)
        : init(libraries.find<int(void *)>("openssl", "SHA256_Init")),
          update_(
              libraries.find<int(void *, const void *, std::size_t)>("openssl", "SHA256_Update")),
          final_(libraries.find<int(unsigned char *, void *)>("openssl", "SHA256_Final"))
    {
    }

    void hash(const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) const
    {
        std::uint32_t context[28]; // SHA256_CTX, a public structure
        init(context);
        update_(context, message, bytes);
        final_(digest, context);
    }

    int (*init)(void *); ///< null if OpenSSL was not named

private:
    int (*update_)(void *, const void *, std::size_t);
    int (*final_)(unsigned char *, void *);
};

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
        libraries.find<RecursiveChain>("recursive", "_Z15rsha256_fast_x1Phm"),
        [start](RecursiveChain *chain, Bytes &output) {
            output = start;
            chain(output.data(), hashes);
        });
    const OpensslSha256 openssl(libraries);
    add(work, "openssl", openssl.init, [start, openssl](auto *, Bytes &output) {
        output = start;
        for (std::uint64_t hash = 0; hash < hashes; ++hash)
            openssl.hash(output.data(), digest_bytes, output.data());
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
    add(work, "mmx-node", libraries.find<RecursiveChain>("mmx", "_Z22recursive_sha256_ni_x2Phm"),
        [segments](RecursiveChain *chain_x2, Bytes &output) {
            verify_as_mmx(chain_x2, segments, output);
        });
    return work;
}

Work nodes(const Libraries &libraries)
{
    constexpr std::size_t count = 1024, node_bytes = 64;
    Work work{"sha256-nodes",         "Merkle tree nodes of 64 bytes",
              "cycles/node",          count,
              Workload::sha256_nodes, many_lanes,
              count * digest_bytes,   {}};
    const Bytes input = random_bytes(count * node_bytes);
    work.ways.push_back({"hashlane", [input](Bytes &output) {
                             hashlane_sha256_nodes(input.data(), count, output.data());
                         }});
    using Hashtree = void(unsigned char *, const unsigned char *, std::uint64_t);
    add(work, "hashtree", libraries.find<Hashtree>("hashtree", "hashtree_hash"),
        [input](Hashtree *hash, Bytes &output) { hash(output.data(), input.data(), count); });
    const OpensslSha256 openssl(libraries);
    add(work, "openssl", openssl.init, [input, openssl](auto *, Bytes &output) {
        for (std::size_t i = 0; i < count; ++i)
            openssl.hash(&input[i * node_bytes], node_bytes, &output[i * digest_bytes]);
    });
    return work;
}

Work messages(const Libraries &libraries)
{
    constexpr std::size_t count = 1000, bytes = 200;
    Work work{"sha256-messages",    "SHA-256 of 1,000 messages of 200 bytes",
              "cycles/byte",        count * bytes,
              Workload::sha256,     many_lanes,
              count * digest_bytes, {}};
    static const Bytes input = random_bytes(count * bytes);
    std::vector<const std::uint8_t *> starts;
    for (std::size_t i = 0; i < count; ++i)
        starts.push_back(&input[i * bytes]);
    const std::vector<std::size_t> lengths(count, bytes);
    work.ways.push_back({"hashlane", [starts, lengths](Bytes &output) {
                             hashlane_sha256_many(starts.data(), lengths.data(), count,
                                                  output.data());
                         }});
    const OpensslSha256 openssl(libraries);
    add(work, "openssl", openssl.init, [openssl](auto *, Bytes &output) {
        for (std::size_t i = 0; i < count; ++i)
            openssl.hash(&input[i * bytes], bytes, &output[i * digest_bytes]);
    });
    return work;
}

constexpr std::size_t message_bytes = 16384;

/// OpenSSL's SHA3-256 with one context that is used again.
auto openssl_sha3_256(const Libraries &libraries)
{
    const auto get = libraries.find<const void *()>("openssl", "EVP_sha3_256");
    const auto make = libraries.find<void *()>("openssl", "EVP_MD_CTX_new");
    const auto init =
        libraries.find<int(void *, const void *, void *)>("openssl", "EVP_DigestInit_ex");
    const auto update =
        libraries.find<int(void *, const void *, std::size_t)>("openssl", "EVP_DigestUpdate");
    const auto final =
        libraries.find<int(void *, unsigned char *, unsigned *)>("openssl", "EVP_DigestFinal_ex");
    void *const context = make == nullptr ? nullptr : make();
    if (context != nullptr)
        init(context, get(), nullptr);
    return [=](const std::uint8_t *message, std::uint8_t *digest) {
        init(context, nullptr, nullptr);
        update(context, message, message_bytes);
        final(context, digest, nullptr);
    };
}

using XkcpSha3 = int(unsigned char *, const unsigned char *, std::size_t);

Work one_sha3_message(const Libraries &libraries)
{
    Work work{"sha3-256",     "SHA3-256, one message of 16 KiB",
              "cycles/byte",  message_bytes,
              Workload::sha3, 1,
              digest_bytes,   {}};
    const Bytes input = random_bytes(message_bytes);
    work.ways.push_back({"hashlane", [input](Bytes &output) {
                             hashlane_sha3_hash(HASHLANE_SHA3_256, input.data(), message_bytes,
                                                output.data(), digest_bytes);
                         }});
    add(work, "xkcp", libraries.find<XkcpSha3>("xkcp", "SHA3_256"),
        [input](XkcpSha3 *sha3, Bytes &output) {
            sha3(output.data(), input.data(), message_bytes);
        });
    add(work, "openssl", libraries.find<const void *()>("openssl", "EVP_sha3_256"),
        [input, hash = openssl_sha3_256(libraries)](const void *(*)(), Bytes &output) {
            hash(input.data(), output.data());
        });
    return work;
}

Work many_sha3_messages(const Libraries &libraries)
{
    constexpr std::size_t count = 16;
    Work work{"sha3-256-many",      "SHA3-256 of 16 messages of 16 KiB",
              "cycles/byte",        count * message_bytes,
              Workload::sha3,       many_lanes,
              count * digest_bytes, {}};
    static const Bytes input = random_bytes(count * message_bytes);
    work.ways.push_back({"hashlane", [](Bytes &output) {
                             const std::uint8_t *starts[count];
                             std::uint8_t *digests[count];
                             for (std::size_t i = 0; i < count; ++i) {
                                 starts[i] = &input[i * message_bytes];
                                 digests[i] = &output[i * digest_bytes];
                             }
                             hashlane_sha3_hash_equal(HASHLANE_SHA3_256, starts, message_bytes,
                                                      count, digests, digest_bytes);
                         }});
    add(work, "openssl", libraries.find<const void *()>("openssl", "EVP_sha3_256"),
        [hash = openssl_sha3_256(libraries)](const void *(*)(), Bytes &output) {
            for (std::size_t i = 0; i < count; ++i)
                hash(&input[i * message_bytes], &output[i * digest_bytes]);
        });
    return work;
}

Work turboshake(const Libraries &libraries)
{
    constexpr unsigned capacity_bits = 256;
    constexpr unsigned char domain = 0x1f;
    Work work{"turboshake128", "TurboSHAKE128, one message of 16 KiB",
              "cycles/byte",   message_bytes,
              Workload::sha3,  1,
              digest_bytes,    {}};
    const Bytes input = random_bytes(message_bytes);
    work.ways.push_back({"hashlane", [input](Bytes &output) {
                             hashlane_turboshake_hash(HASHLANE_TURBOSHAKE128, domain, input.data(),
                                                      message_bytes, output.data(), digest_bytes);
                         }});
    using Xkcp = int(unsigned, const unsigned char *, std::size_t, unsigned char, unsigned char *,
                     std::size_t);
    add(work, "xkcp", libraries.find<Xkcp>("xkcp", "TurboSHAKE"),
        [input](Xkcp *hash, Bytes &output) {
            hash(capacity_bits, input.data(), message_bytes, domain, output.data(), digest_bytes);
        });
    return work;
}

Work kangarootwelve(const Libraries &libraries)
{
    constexpr std::size_t bytes = 1 << 20;
    Work work{"kt128",        "KT128 (KangarooTwelve) of 1 MiB",
              "cycles/byte",  bytes,
              Workload::sha3, many_lanes,
              digest_bytes,   {}};
    static const Bytes input = random_bytes(bytes);
    work.ways.push_back({"hashlane", [](Bytes &output) {
                             hashlane_kangarootwelve_hash(HASHLANE_KT128, input.data(), bytes,
                                                          nullptr, 0, output.data(), digest_bytes,
                                                          nullptr);
                         }});
    using Xkcp = int(const unsigned char *, std::size_t, unsigned char *, std::size_t,
                     const unsigned char *, std::size_t);
    add(work, "xkcp", libraries.find<Xkcp>("xkcp", "KT128"), [](Xkcp *hash, Bytes &output) {
        hash(input.data(), bytes, output.data(), digest_bytes, nullptr, 0);
    });
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
        in_turn::choose_lengths(stopwatch, contest.contestants.back(), 0);
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
    const std::vector<Work> works = {
        one_chain(libraries),  verified_chain(libraries),   nodes(libraries),
        messages(libraries),   one_sha3_message(libraries), many_sha3_messages(libraries),
        turboshake(libraries), kangarootwelve(libraries)};
    std::vector<Contest> contests;
    for (const Work &work : works) {
        compare_results(work);
        contests.push_back(make_contest(stopwatch, work));
    }
    // Every work in every round: a disturbance of a second does not meet one of them alone.
    for (unsigned long left = std::strtoul(argv[1], nullptr, 10); left > 0; --left)
        for (Contest &contest : contests)
            in_turn::measure(stopwatch, contest.contestants, 1);
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const Contest &contest : contests)
        results.push_back(result_of(contest));
    nlohmann::ordered_json all;
    all["cycle_source"] = machine::cycle_source_name(chosen.clock->source());
    all["works"] = results;
    fmt::print("{}\n", all.dump(2));
}
