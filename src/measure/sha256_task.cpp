// SPDX-License-Identifier: MIT
#include "../core/registry.h"
#include "../sha256/message.h"
#include "message_task.h"

#include <utility>

namespace hashlane {
namespace {

HashMessages kernel_hash(const Kernel &kernel, std::size_t bytes)
{
    auto *const compress = std::get<Sha256Blocks *>(kernel.function);
    return [compress, lanes = kernel.lanes, bytes](std::uint8_t *const *messages,
                                                   std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            hash_messages(compress, lanes, messages, bytes, messages);
    };
}

} // namespace

std::unique_ptr<Task> make_sha256_task(std::string id, unsigned lanes, std::size_t bytes,
                                       HashMessages hash, const Kernel &independent,
                                       std::uint32_t data_bytes)
{
    return make_message_task({std::move(id), lanes, "sha256", sha256_digest_bytes, bytes,
                              std::move(hash), kernel_hash(independent, bytes)},
                             data_bytes);
}

std::unique_ptr<Task> make_sha256_task(const Kernel &kernel, std::size_t bytes,
                                       std::uint32_t data_bytes)
{
    return make_sha256_task(std::string(kernel.id), kernel.lanes, bytes, kernel_hash(kernel, bytes),
                            independent_kernel(kernel), data_bytes);
}

} // namespace hashlane
