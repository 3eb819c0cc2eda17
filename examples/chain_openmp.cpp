// SPDX-License-Identifier: MIT
//
// Verifies a history of ticks and entries in an OpenMP loop, as a validator does.
//
//     c++ -fopenmp examples/chain_openmp.cpp -lhashlane
//
// An entry has a number of hashes, the last of which mixes its transactions in; a tick has none.

#include <hashlane/chain.h>

#include <array>
#include <cstdio>
#include <memory>
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
    const auto job = std::make_unique<hashlane_chain_job>();
    const int workers = omp_get_max_threads();
    hashlane_chain_verify_job(job.get(), segments.data(), segments.size(), nullptr,
                              static_cast<unsigned>(workers));
#pragma omp parallel for schedule(static, 1)
    for (int worker = 0; worker < workers; ++worker)
        hashlane_chain_verify_worker(job.get(), static_cast<unsigned>(worker));
    return hashlane_chain_verify_result(job.get(), &result);
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
