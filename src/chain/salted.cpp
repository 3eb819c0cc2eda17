// SPDX-License-Identifier: MIT
#include "salted.h"

#include "../compiler/compiler.h"
#include "../core/cpu_features.h"
#include "../system/lazy.h"
#include "salted_kernels.h"
#include "salted_portable.h"

#include <algorithm>
#include <array>

namespace hashlane {
namespace {

using SaltedKernel = void(std::uint8_t *digests, const std::uint8_t *salts,
                          std::uint64_t iterations) noexcept;

// From so many lanes on, one call of the kernel is cheaper than others for them.
struct SaltedChoice {
    std::size_t from;
    std::size_t lanes;
    SaltedKernel *kernel;
};

using SaltedChoices = std::array<SaltedChoice, 3>;

// The widest first; the last is for one lane.
SaltedChoices choices_of(FeatureSet features)
{
    constexpr SaltedChoice never = {SIZE_MAX, 1, hashlane_sha256_salted_portable_x1};
    SaltedChoices choices = {never, never, {1, 1, hashlane_sha256_salted_portable_x1}};
#if HASHLANE_X86_64
    constexpr FeatureSet of_avx512 = avx512f | avx512vl;
    if ((features & of_avx512) == of_avx512)
        choices[0] = {7, 16, hashlane_sha256_salted_avx512_x16};
    constexpr FeatureSet of_shani = sha | ssse3 | sse41 | avx;
    if ((features & of_shani) == of_shani) {
        choices[1] = {2, 2, hashlane_sha256_salted_shani_x2};
        choices[2] = {1, 1, hashlane_sha256_salted_shani_x1};
    }
#else
    static_cast<void>(features);
#endif
    return choices;
}

const SaltedChoices &choices()
{
    static constinit Lazy<SaltedChoices> here;
    return here.get([] { return choices_of(this_cpu_features()); });
}

const SaltedChoice &choice_for(std::size_t lanes)
{
    return *std::ranges::find_if(choices(),
                                 [&](const SaltedChoice &choice) { return choice.from <= lanes; });
}

} // namespace

void mix_digest(std::uint8_t *digest, const std::uint8_t *mixin)
{
    std::uint32_t first[8], second[8];
    Sliced<Word>::slice(first, digest);
    Sliced<Word>::slice(second, mixin);
    Sliced<Word>::hash(second, Sliced<Word>::first_half(first));
    for (int i = 0; i < 8; ++i)
        store(digest + 4 * i, second[i]);
}

void advance_salted(std::uint8_t *digests, const std::uint8_t *salts, std::size_t lanes,
                    std::uint64_t iterations)
{
    for (std::size_t done = 0; done < lanes;) {
        const SaltedChoice &choice = choice_for(lanes - done);
        choice.kernel(digests + done * digest_bytes, salts + done * digest_bytes, iterations);
        done += choice.lanes;
    }
}

std::size_t salted_lanes() { return choice_for(SIZE_MAX - 1).lanes; }

} // namespace hashlane

extern "C" void hashlane_sha256_salted_portable_x1(std::uint8_t *digests, const std::uint8_t *salts,
                                                   std::uint64_t iterations) noexcept
{
    Sliced<Word>::advance(digests, salts, iterations);
}
