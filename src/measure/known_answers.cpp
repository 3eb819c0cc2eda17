// SPDX-License-Identifier: MIT
#include "known_answers.h"

#include "../core/kernel.h"
#include "../keccak/keccak_suite.h"

#include <cstdlib>
#include <iterator>

namespace hashlane {
namespace {

#include "known_answers.inc"

constexpr std::uint64_t suite_checksums[] = {
    0xac6918402e4d3900, 0xcf0269634671e842, 0x4c2ce1c0a38b54f3, 0xc23846f289232c2d,
    0x82a600ea7029e730, 0x0075db901707152f, 0xe69ed015b75d5da0, 0xb0bf01b096c67f87};

static_assert(known_lanes >= max_lanes);

} // namespace

void sha256_known_answer(std::size_t lane, std::uint8_t *digest)
{
    const char *hex = sha256_answers[lane];
    for (std::size_t i = 0; i < sha256_digest_bytes; ++i) {
        const char pair[3] = {hex[2 * i], hex[2 * i + 1], 0};
        digest[i] = static_cast<std::uint8_t>(std::strtoul(pair, nullptr, 16));
    }
}

KeccakAnswer keccak_known_answer(std::size_t lane) { return keccak_answers[lane]; }

std::optional<std::uint64_t> keccak_suite_known_checksum(std::uint64_t key, std::uint64_t loops)
{
    if (loops != keccak_suite_loops || key >= std::size(suite_checksums))
        return std::nullopt;
    return suite_checksums[key];
}

} // namespace hashlane
