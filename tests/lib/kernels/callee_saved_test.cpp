// SPDX-License-Identifier: MIT
//
// Windows' calling convention has a callee keep the lower halves of xmm6 to xmm15. A kernel that
// does not spoils its caller's data, and no digest shows it.

#include "lib/core/kernel.h"
#include "support/kernel_param.h"

#include <array>
#include <vector>

namespace hashlane::test {
namespace {

using Xmm = std::array<std::uint8_t, 16>;
using Saved = std::array<Xmm, 10>; ///< xmm6 to xmm15

extern "C" {
/// Loads xmm6 to xmm15 from `saved`, moves the stack down by `shift` bytes, calls the function with
/// five arguments, and stores the registers in `saved`.
void hashlane_call_watched(Saved *saved, void (*function)(), const std::uint64_t *arguments,
                           std::uint64_t shift);
}

// Three registers pushed, shadow space for the callee, its fifth argument, and room for our own
// caller's xmm6 to xmm15: the stack stays a multiple of 16.
asm(R"(
    .text
    .globl hashlane_call_watched
hashlane_call_watched:
    pushq %rbx
    pushq %rsi
    pushq %rdi
    subq $208, %rsp
    movq %rcx, %rbx
    movq %rdx, %rax
    movq %r8, %rsi
    movq %r9, %rdi
    .irp i,6,7,8,9,10,11,12,13,14,15
    movups %xmm\i, 48+(\i-6)*16(%rsp)
    movups (\i-6)*16(%rbx), %xmm\i
    .endr
    subq %rdi, %rsp
    movq 0(%rsi), %rcx
    movq 8(%rsi), %rdx
    movq 16(%rsi), %r8
    movq 24(%rsi), %r9
    movq 32(%rsi), %r10
    movq %r10, 32(%rsp)
    call *%rax
    addq %rdi, %rsp
    .irp i,6,7,8,9,10,11,12,13,14,15
    movups %xmm\i, (\i-6)*16(%rbx)
    movups 48+(\i-6)*16(%rsp), %xmm\i
    .endr
    addq $208, %rsp
    popq %rdi
    popq %rsi
    popq %rbx
    ret
)");

Saved saved_pattern()
{
    Saved saved;
    for (std::size_t i = 0; i < saved.size(); ++i)
        for (std::size_t byte = 0; byte < saved[i].size(); ++byte)
            saved[i][byte] = static_cast<std::uint8_t>(16 * (i + 6) + byte);
    return saved;
}

std::uint64_t address(const void *pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// A kernel's function, whatever its type, and data for it that is long enough for any.
struct Call {
    explicit Call(const Kernel &kernel)
    {
        blocks.fill(message.data());
        function =
            std::visit([](auto *f) { return reinterpret_cast<void (*)()>(f); }, kernel.function);
        if (kernel.workload == Workload::sha3)
            arguments = {address(states.data()), address(blocks.data()), 136, 2, 24};
        else if (kernel.workload == Workload::sha256)
            arguments = {address(states.data()), address(blocks.data()), 2};
        else if (kernel.workload == Workload::sha256_nodes)
            arguments = {address(states.data()), address(nodes.data()), 1};
        else if (kernel.workload == Workload::sha256_salted)
            arguments = {address(states.data()), address(nodes.data()), 3};
        else
            arguments = {address(states.data()), 3};
    }
    std::vector<std::uint64_t> states = std::vector<std::uint64_t>(max_lanes * keccak_state_words);
    std::vector<std::uint8_t> message = std::vector<std::uint8_t>(512);
    std::vector<std::uint8_t> nodes = std::vector<std::uint8_t>(max_lanes * sha256_block_bytes);
    std::array<const std::uint8_t *, max_lanes> blocks{};
    void (*function)() = nullptr;
    std::array<std::uint64_t, 5> arguments{};
};

class WindowsCall : public KernelTest {};

// And at every alignment that a stack can have: vectors are wider than it.
TEST_P(WindowsCall, KeepsTheCallersRegisters)
{
    for (const std::uint64_t shift : {0U, 16U, 32U, 48U}) {
        const Call call(*GetParam());
        Saved saved = saved_pattern();
        hashlane_call_watched(&saved, call.function, call.arguments.data(), shift);
        EXPECT_EQ(saved, saved_pattern()) << "stack moved by " << shift;
    }
}

std::string full_name(const testing::TestParamInfo<const Kernel *> &info)
{
    std::string name(info.param->id);
    for (char &c : name)
        c = c == '.' || c == '-' ? '_' : c;
    return name;
}

INSTANTIATE_TEST_SUITE_P(Registry, WindowsCall, testing::ValuesIn(kernels_of_this_architecture()),
                         full_name);

} // namespace
} // namespace hashlane::test
