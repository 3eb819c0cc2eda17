// SPDX-License-Identifier: MIT
#include "load.h"

#include "../sha3/sponge.h"
#include "../system/shared_object.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace hashlane {
namespace {

constexpr std::size_t most_kernels = 64;
constexpr std::size_t longest_name = 40;

static_assert(HASHLANE_PLUGIN_MOST_LANES == max_lanes);

bool is_name(std::string_view name)
{
    return !name.empty() && name.size() <= longest_name && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

bool has_function(const hashlane_plugin &kernel)
{
    switch (kernel.workload) {
    case HASHLANE_PLUGIN_SHA256_CHAIN:
        return kernel.sha256_chain != nullptr;
    case HASHLANE_PLUGIN_KECCAK_CHAIN:
        return kernel.keccak_chain != nullptr;
    case HASHLANE_PLUGIN_SHA3:
        return kernel.sha3 != nullptr;
    default:
        return false;
    }
}

void check(const hashlane_plugin &kernel)
{
    if (kernel.version != HASHLANE_PLUGIN_VERSION)
        throw PluginRefused(fmt::format("it has version {} of hashlane/plugin.h, this program {}",
                                        kernel.version, HASHLANE_PLUGIN_VERSION));
    if (kernel.name == nullptr || !is_name(kernel.name))
        throw PluginRefused(fmt::format(
            "the name of a kernel has to be 1 to {} of a-z, 0-9 and '-'", longest_name));
    if (kernel.workload < HASHLANE_PLUGIN_SHA256_CHAIN || kernel.workload > HASHLANE_PLUGIN_SHA3)
        throw PluginRefused(
            fmt::format("{}: {} is no workload; 1 to 3 are", kernel.name, kernel.workload));
    if (!has_function(kernel))
        throw PluginRefused(fmt::format("{}: the function of its workload is NULL", kernel.name));
    if (kernel.lanes < 1 || kernel.lanes > max_lanes)
        throw PluginRefused(
            fmt::format("{}: {} lanes are not 1 to {}", kernel.name, kernel.lanes, max_lanes));
    if (kernel.counted != 0 && kernel.counts == nullptr)
        throw PluginRefused(
            fmt::format("{}: counts is NULL, but counted {}", kernel.name, kernel.counted));
}

constexpr std::string_view instruction_ids[] = {
#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent) #id,
#include "../clock/instruction_timing.def"
#undef HASHLANE_INSTRUCTION
};

std::size_t instruction_of(const hashlane_plugin &kernel, const hashlane_plugin_count &count)
{
    const std::string_view id = count.instruction == nullptr ? "" : count.instruction;
    const auto found = std::ranges::find(instruction_ids, id);
    if (found == std::end(instruction_ids))
        throw PluginRefused(fmt::format("{}: it counts '{}', which is none of {}", kernel.name, id,
                                        fmt::join(instruction_ids, ", ")));
    if (!std::isfinite(count.path) || !std::isfinite(count.all) || count.path < 0 || count.all < 0)
        throw PluginRefused(
            fmt::format("{}: its count of {} is no number of instructions", kernel.name, id));
    return static_cast<std::size_t>(found - std::begin(instruction_ids));
}

std::optional<Operations> operations_of(const hashlane_plugin &kernel)
{
    if (kernel.counted == 0)
        return std::nullopt;
    Operations operations;
    for (std::size_t i = 0; i < kernel.counted; ++i) {
        const std::size_t instruction = instruction_of(kernel, kernel.counts[i]);
        operations.path.count[instruction] += kernel.counts[i].path;
        operations.all.count[instruction] += kernel.counts[i].all;
    }
    return operations;
}

Advance hash_messages_with(const hashlane_plugin &kernel, const MessageShape &message)
{
    auto *const absorb = reinterpret_cast<Sha3Absorb *>(kernel.sha3);
    const Sha3Function &function = *find_sha3_function(message.function);
    return [=, &function, lanes = kernel.lanes, bytes = message.bytes](std::uint8_t *data,
                                                                       std::uint64_t iterations) {
        std::uint8_t *messages[max_lanes];
        for (unsigned lane = 0; lane < lanes; ++lane)
            messages[lane] = data + lane * bytes;
        for (; iterations != 0; --iterations)
            sponge_hash(function, absorb, lanes, messages, bytes, messages, output_bytes(function));
    };
}

} // namespace

std::vector<const hashlane_plugin *> checked_kernels(const hashlane_plugin *first)
{
    std::vector<const hashlane_plugin *> kernels;
    for (const hashlane_plugin *kernel = first; kernel != nullptr; kernel = kernel->next) {
        check(*kernel);
        if (kernels.size() == most_kernels)
            throw PluginRefused(fmt::format("it has more than {} kernels", most_kernels));
        kernels.push_back(kernel);
    }
    return kernels;
}

std::vector<const hashlane_plugin *> load_plugin(const std::string &file)
try {
    const SharedObject object = SharedObject::at(file);
    return checked_kernels(object.find<const hashlane_plugin>("hashlane_plugin_entry"));
} catch (const LibraryUnavailable &absent) {
    // Who asks knows the file, which loaders put first.
    const std::string reason = absent.what();
    throw PluginRefused(reason.starts_with(file + ": ") ? reason.substr(file.size() + 2) : reason);
}

Workload workload_of(const hashlane_plugin &kernel)
{
    constexpr Workload workloads[] = {Workload::sha256_chain, Workload::keccak_chain,
                                      Workload::sha3};
    return workloads[kernel.workload - HASHLANE_PLUGIN_SHA256_CHAIN];
}

PluginKernel describe(const hashlane_plugin &kernel)
{
    PluginKernel described;
    described.name = kernel.name;
    described.workload = workload_of(kernel);
    described.lanes = kernel.lanes;
    described.supported = kernel.supported == nullptr || kernel.supported() != 0;
    described.operations = operations_of(kernel);
    return described;
}

Advance advance_with(const hashlane_plugin &kernel, const std::optional<MessageShape> &message)
{
    if (message)
        return hash_messages_with(kernel, *message);
    if (kernel.workload == HASHLANE_PLUGIN_SHA256_CHAIN)
        return kernel.sha256_chain;
    return [chain = kernel.keccak_chain](std::uint8_t *data, std::uint64_t iterations) {
        chain(reinterpret_cast<std::uint64_t *>(data), iterations);
    };
}

} // namespace hashlane
