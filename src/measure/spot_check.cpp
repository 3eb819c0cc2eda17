// SPDX-License-Identifier: MIT
#include "spot_check.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr double share_of_run = 0.05;
constexpr double least_seconds = 0.5;

bool lane_is_right(KeccakChain *independent, const RecordedStretch &link, std::size_t lane)
{
    std::uint64_t state[keccak_state_words];
    const auto begin = static_cast<std::ptrdiff_t>(lane * keccak_state_words);
    std::copy_n(link.before.begin() + begin, keccak_state_words, state);
    independent(state, link.loops);
    return std::equal(state, state + keccak_state_words, link.after.begin() + begin);
}

} // namespace

LinkCheck check_links(const std::string &id, const Kernel &independent,
                      const std::vector<RecordedStretch> &links, double run_seconds, Core &machine)
{
    LinkCheck check;
    check.by = independent.id;
    const double deadline =
        machine.now_ns() + std::max(least_seconds, share_of_run * run_seconds) * 1e9;
    for (const RecordedStretch &link : links)
        for (unsigned lane = 0; lane < link.before.size() / keccak_state_words; ++lane) {
            if (&link != &links.front() && machine.now_ns() > deadline)
                return check;
            if (!lane_is_right(std::get<KeccakChain *>(independent.function), link, lane)) {
                check.mismatch = Mismatch{id, lane, link.from_loop + link.loops,
                                          "key " + std::to_string(link.first_key + lane)};
                return check;
            }
            ++check.stretches;
            check.loops += link.loops;
        }
    return check;
}

} // namespace hashlane
