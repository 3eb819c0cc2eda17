// SPDX-License-Identifier: MIT
#include "../core/registry.h"
#include "message_task.h"

#include <utility>

namespace hashlane {
namespace {

// A kernel under the sponge.
HashMessages kernel_hash(const Kernel &kernel, const Sha3Function &function, std::size_t bytes)
{
    auto *const absorb = std::get<Sha3Absorb *>(kernel.function);
    return [&function, absorb, lanes = kernel.lanes, bytes](std::uint8_t *const *messages,
                                                            std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            sponge_hash(function, absorb, lanes, messages, bytes, messages, output_bytes(function));
    };
}

} // namespace

std::size_t output_bytes(const Sha3Function &function)
{
    return function.digest_bytes == 0 ? xof_output_bytes : function.digest_bytes;
}

std::unique_ptr<Task> make_sha3_task(std::string id, unsigned lanes, const Sha3Function &function,
                                     std::size_t bytes, HashMessages hash,
                                     const Kernel &independent, std::uint32_t data_bytes)
{
    return make_message_task({std::move(id), lanes, std::string(function.name),
                              output_bytes(function), bytes, std::move(hash),
                              kernel_hash(independent, function, bytes)},
                             data_bytes);
}

std::unique_ptr<Task> make_sha3_task(const Kernel &kernel, const Sha3Function &function,
                                     std::size_t bytes, std::uint32_t data_bytes)
{
    return make_sha3_task(std::string(kernel.id), kernel.lanes, function, bytes,
                          kernel_hash(kernel, function, bytes), independent_kernel(kernel),
                          data_bytes);
}

} // namespace hashlane
