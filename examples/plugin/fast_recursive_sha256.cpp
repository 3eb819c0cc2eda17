// SPDX-License-Identifier: MIT
/* Adapter for fast-recursive-sha256 on x86-64, one to four lanes:
 * https://github.com/voidxno/fast-recursive-sha256
 *
 *   git clone https://github.com/voidxno/fast-recursive-sha256
 *   c++ -std=c++20 -O3 -msha -msse4.1 -shared -fPIC -I include \
 *       examples/plugin/fast_recursive_sha256.cpp \
 *       fast-recursive-sha256/pipeline_mt/rsha256pl_fast_x64.cxx -o recursive.so
 */
#include <hashlane/plugin.h>

#include <cstdint>

void rsha256_fast_x1(std::uint8_t *hash, const std::uint64_t num_iters);
void rsha256_fast_x2(std::uint8_t *hash, const std::uint64_t num_iters);
void rsha256_fast_x3(std::uint8_t *hash, const std::uint64_t num_iters);
void rsha256_fast_x4(std::uint8_t *hash, const std::uint64_t num_iters);

namespace {

int supported() { return __builtin_cpu_supports("sse4.1"); } // compilers have no name for SHA

template <void (*chain)(std::uint8_t *, std::uint64_t)>
constexpr hashlane_plugin kernel(std::uint32_t lanes, const hashlane_plugin *next)
{
    return {.version = HASHLANE_PLUGIN_VERSION,
            .workload = HASHLANE_PLUGIN_SHA256_CHAIN,
            .name = "recursive",
            .lanes = lanes,
            .sha256_chain = chain,
            .supported = supported,
            .next = next};
}

const hashlane_plugin x4 = kernel<rsha256_fast_x4>(4, nullptr);
const hashlane_plugin x3 = kernel<rsha256_fast_x3>(3, &x4);
const hashlane_plugin x2 = kernel<rsha256_fast_x2>(2, &x3);

} // namespace

const hashlane_plugin hashlane_plugin_entry = kernel<rsha256_fast_x1>(1, &x2);
