// SPDX-License-Identifier: MIT
//
// A library with Nettle's name and table of hash functions, that computes nothing. Without
// WITH_TABLE it is a library too old to be used.

#include <cstddef>
#include <cstdint>

#ifdef WITH_TABLE

namespace {

struct Table {
    const char *name;
    unsigned context_size, digest_size, block_size;
    void (*init)(void *);
    void (*update)(void *, std::size_t, const std::uint8_t *);
    void (*digest)(void *, std::size_t, std::uint8_t *);
};

void init(void *) {}
void update(void *, std::size_t, const std::uint8_t *) {}
void digest(void *, std::size_t bytes, std::uint8_t *to)
{
    for (std::size_t i = 0; i < bytes; ++i)
        to[i] = 0x55;
}

constexpr Table sha256{"sha256", 8, 32, 64, init, update, digest};
constexpr Table sha3_256{"sha3_256", 8, 32, 136, init, update, digest};

} // namespace

extern "C" const Table *const *nettle_get_hashes()
{
    static const Table *const hashes[] = {&sha256, &sha3_256, nullptr};
    return hashes;
}

#endif

extern "C" int nettle_version_major() { return 98; }
extern "C" int nettle_version_minor() { return 76; }
