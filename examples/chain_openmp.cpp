// SPDX-License-Identifier: MIT
//
// Verifies a history of ticks and entries in an OpenMP loop, as a validator does.
//
//     c++ -fopenmp examples/chain_openmp.cpp -lhashlane
//
// An entry has a number of hashes, the last of which mixes its transactions in; a tick has none.

#include <hashlane/chain.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <omp.h>
#include <vector>

using Digest = std::array<std::uint8_t, 32>;

struct Entry {
    std::uint64_t hashes;
    bool has_transactions;
    Digest transactions; // a hash of them
    Digest end;
};

// Creates a history, as a leader does when its transactions arrive.
static std::vector<Entry> make_history(const Digest &start)
{
    std::vector<Entry> history;
    hashlane_chain_stream stream;
    hashlane_chain_init(&stream, start.data(), nullptr);
    for (unsigned i = 0; i < 500; ++i) {
        Entry entry{};
        entry.hashes = 1 + i * 37 % 4000;
        entry.has_transactions = i % 8 != 7;
        entry.transactions[0] = static_cast<std::uint8_t>(i);
        hashlane_chain_advance(&stream, entry.hashes - (entry.has_transactions ? 1 : 0));
        if (entry.has_transactions)
            hashlane_chain_mix(&stream, entry.transactions.data());
        hashlane_chain_checkpoint(&stream, entry.end.data());
        history.push_back(entry);
    }
    return history;
}

// OpenMP's threads, as the library takes them.
static void run_on_openmp(void * /*context*/, void (*work)(void *argument, std::size_t index),
                          void *argument, std::size_t count)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t i = 0; i < count; ++i)
        work(argument, i);
}

// Verifies a history. An entry starts at the end of the previous one.
static hashlane_status verify(const Digest &start, const std::vector<Entry> &history,
                              hashlane_chain_result &result)
{
    std::vector<hashlane_chain_segment> segments;
    for (std::size_t i = 0; i < history.size(); ++i)
        segments.push_back(
            {.start = i == 0 ? start.data() : history[i - 1].end.data(),
             .end = history[i].end.data(),
             .hashes = history[i].hashes,
             .mixin = history[i].has_transactions ? history[i].transactions.data() : nullptr,
             .salt = nullptr});
    const hashlane_pool threads{
        run_on_openmp, nullptr, static_cast<std::size_t>(omp_get_max_threads()), {}};
    return hashlane_chain_verify_pool(segments.data(), segments.size(), nullptr, &result, &threads);
}

int main()
{
    const Digest start{};
    std::vector<Entry> history = make_history(start);
    hashlane_chain_result result;
    if (verify(start, history, result) != HASHLANE_OK)
        return 1;
    std::printf("%zu entries, %llu hashes: right\n", result.right,
                static_cast<unsigned long long>(result.hashes));
    history[321].transactions[9] ^= 1;
    if (verify(start, history, result) != HASHLANE_WRONG)
        return 1;
    std::printf("tampered with: entry %zu is wrong\n", result.wrong);
    return result.wrong == 321 ? 0 : 1;
}
