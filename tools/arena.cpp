// SPDX-License-Identifier: MIT
//
// Measures versions of one kernel in turn, in one process and on one clock. tools/arena builds
// them as shared objects and calls
//   arena WORKLOAD LANES ITERATIONS ROUNDS SYMBOL LABEL=FILE...
// ITERATIONS is what one call does; 0: about a millisecond's worth. A version whose label ends with
// ? is not checked: somebody else's code, which does the same work in another form.
#include "in_turn.h"
#include "lib/core/registry.h"
#include "machine/clock/this_core.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace hashlane;

constexpr std::uint64_t sha3_rate_bytes = 136;       // SHA3-256's
constexpr std::uint64_t turboshake_rate_bytes = 168; // TurboSHAKE128's

[[noreturn]] void give_up(const std::string &why)
{
    fmt::print(stderr, "arena: {}\n", why);
    std::exit(1);
}

/// The lanes of one call, whatever the workload.
class Data {
public:
    Data(Workload workload, unsigned lanes, unsigned keccak_rounds)
        : workload_(workload),
          lanes_(lanes),
          keccak_rounds_(keccak_rounds),
          rate_bytes_(keccak_rounds == keccak_f_rounds ? sha3_rate_bytes : turboshake_rate_bytes)
    {
        std::mt19937_64 random(1);
        const auto draw = [&random] { return random(); };
        words_.resize(std::size_t{lanes} * keccak_state_words);
        std::ranges::generate(words_, draw);
        digests_.resize(std::size_t{lanes} * sha256_digest_bytes);
        std::ranges::generate(digests_, [&] { return static_cast<std::uint8_t>(random()); });
    }

    void run(void *function, std::uint64_t iterations)
    {
        if (workload_ == Workload::sha256_chain)
            reinterpret_cast<Sha256Chain *>(function)(digests_.data(), iterations);
        else if (workload_ == Workload::keccak_chain)
            reinterpret_cast<KeccakChain *>(function)(words_.data(), iterations);
        else
            absorb(reinterpret_cast<Sha3Absorb *>(function), 0, lanes_, iterations);
    }

    /// The same by the reference kernel, lane by lane.
    void run_reference(std::uint64_t iterations)
    {
        const Kernel &reference = reference_kernel(workload_);
        for (unsigned lane = 0; lane < lanes_; ++lane)
            if (workload_ == Workload::sha256_chain)
                std::get<Sha256Chain *>(reference.function)(&digests_[lane * sha256_digest_bytes],
                                                            iterations);
            else if (workload_ == Workload::keccak_chain)
                std::get<KeccakChain *>(reference.function)(&words_[lane * keccak_state_words],
                                                            iterations);
            else
                absorb(std::get<Sha3Absorb *>(reference.function), lane, 1, iterations);
    }

    bool operator==(const Data &other) const
    {
        return words_ == other.words_ && digests_ == other.digests_;
    }

private:
    void absorb(Sha3Absorb *function, unsigned first, unsigned lanes, std::uint64_t blocks)
    {
        // Different in every lane: each starts a byte after the one before.
        if (message_.size() < blocks * rate_bytes_ + lanes_) {
            message_.resize(static_cast<std::size_t>(blocks * rate_bytes_ + lanes_));
            std::mt19937_64 random(2);
            std::ranges::generate(message_, [&] { return static_cast<std::uint8_t>(random()); });
        }
        std::vector<const std::uint8_t *> starts;
        for (unsigned lane = first; lane < first + lanes; ++lane)
            starts.push_back(message_.data() + lane);
        function(&words_[first * keccak_state_words], starts.data(), rate_bytes_, blocks,
                 keccak_rounds_);
    }

    Workload workload_;
    unsigned lanes_, keccak_rounds_;
    std::uint64_t rate_bytes_;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint8_t> digests_, message_;
};

struct Version {
    std::string label;
    void *function = nullptr;
};

Version load_version(std::string_view argument, const char *symbol)
{
    const std::size_t equals = argument.find('=');
    const std::string file(argument.substr(equals + 1));
    void *const object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (object == nullptr)
        give_up(dlerror());
    void *const function = dlsym(object, symbol);
    if (function == nullptr)
        give_up(fmt::format("{} has no {}", file, symbol));
    return {std::string(argument.substr(0, equals)), function};
}

void check(const Version &version, const Data &start)
{
    for (const std::uint64_t iterations : {0, 1, 2, 3, 7, 100}) {
        Data expected = start, got = start;
        expected.run_reference(iterations);
        got.run(version.function, iterations);
        if (!(got == expected))
            give_up(fmt::format("{} is wrong after {} iterations", version.label, iterations));
    }
}

void print(const std::vector<in_turn::Contestant> &contestants, unsigned lanes)
{
    fmt::print("{:28} {:>9} {:>9} {:>9}   {}\n", "cycles per lane", "p10", "median", "p90",
               "ratio to the first, by round: p10, median, p90");
    for (const in_turn::Contestant &one : contestants) {
        const std::vector<double> ratios = in_turn::ratios(one, contestants[0]);
        const auto per_lane = [&](double share) {
            return statistics::quantile(one.costs, share) / lanes;
        };
        fmt::print("{:28} {:9.2f} {:9.2f} {:9.2f}   {:.4f} {:.4f} {:.4f}\n", one.label,
                   per_lane(0.1), per_lane(0.5), per_lane(0.9), statistics::quantile(ratios, 0.1),
                   statistics::quantile(ratios, 0.5), statistics::quantile(ratios, 0.9));
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 8)
        give_up("call tools/arena instead");
    const auto workload = find_workload(argv[1]);
    if (!workload)
        give_up(fmt::format("no workload '{}'", argv[1]));
    const auto lanes = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));
    const std::uint64_t iterations = std::strtoull(argv[3], nullptr, 10);
    const unsigned long rounds = std::strtoul(argv[4], nullptr, 10);
    const auto keccak_rounds = static_cast<unsigned>(std::strtoul(argv[5], nullptr, 10));

    const Data start(*workload, lanes, keccak_rounds);
    machine::ThisCore core;
    const machine::ChosenClock chosen = machine::make_clock({}, core);
    in_turn::Stopwatch stopwatch(*chosen.clock, core);
    Data data = start;
    std::vector<in_turn::Contestant> contestants;
    for (int i = 7; i < argc; ++i) {
        const Version version = load_version(argv[i], argv[6]);
        if (!version.label.ends_with('?'))
            check(version, start);
        contestants.push_back({.label = version.label,
                               .run = [&data, function = version.function](
                                          std::uint64_t n) { data.run(function, n); },
                               .iterations = 100,
                               .costs = {}});
        in_turn::choose_lengths(stopwatch, contestants.back(), iterations);
    }
    for (unsigned long round = 0; round < rounds; ++round)
        in_turn::measure_round(stopwatch, contestants);
    fmt::print("cycles from {}\n", machine::cycle_source_name(chosen.clock->source()));
    print(contestants, lanes);
}
