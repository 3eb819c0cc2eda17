// SPDX-License-Identifier: MIT
//
// Traces on x86-64 Linux. Each run is a child of this process, so that all of them begin with the
// same memory and stack. The child runs one instruction at a time (ptrace), and before each one the
// addresses of its operands are computed from the registers.

#include "trace.h"

#include <Zydis/Zydis.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <unordered_map>

namespace hashlane::test {
namespace {

using Registers = user_regs_struct;
using Register = unsigned long long Registers::*;

constexpr std::size_t most_entries = 50'000'000;

/// A memory operand: base + index × scale + displacement.
struct Operand {
    Register segment = nullptr, base = nullptr, index = nullptr;
    std::uint64_t scale = 0, displacement = 0;

    std::uint64_t address(const Registers &registers) const
    {
        const auto value = [&](Register r) { return r == nullptr ? 0 : registers.*r; };
        return value(segment) + value(base) + value(index) * scale + displacement;
    }
};

struct Instruction {
    std::vector<Operand> accesses;
    bool is_end = false;
};

[[noreturn]] void refuse(std::uint64_t at, const char *what)
{
    std::array<char, 32> address;
    std::snprintf(address.data(), address.size(), "0x%llx", static_cast<unsigned long long>(at));
    throw std::runtime_error("the instruction at " + std::string(address.data()) + " " + what);
}

Register find_register(std::uint64_t at, ZydisRegister name)
{
    switch (name) {
    case ZYDIS_REGISTER_NONE:
        return nullptr;
    case ZYDIS_REGISTER_RAX:
        return &Registers::rax;
    case ZYDIS_REGISTER_RBX:
        return &Registers::rbx;
    case ZYDIS_REGISTER_RCX:
        return &Registers::rcx;
    case ZYDIS_REGISTER_RDX:
        return &Registers::rdx;
    case ZYDIS_REGISTER_RSI:
        return &Registers::rsi;
    case ZYDIS_REGISTER_RDI:
        return &Registers::rdi;
    case ZYDIS_REGISTER_RBP:
        return &Registers::rbp;
    case ZYDIS_REGISTER_RSP:
        return &Registers::rsp;
    case ZYDIS_REGISTER_R8:
        return &Registers::r8;
    case ZYDIS_REGISTER_R9:
        return &Registers::r9;
    case ZYDIS_REGISTER_R10:
        return &Registers::r10;
    case ZYDIS_REGISTER_R11:
        return &Registers::r11;
    case ZYDIS_REGISTER_R12:
        return &Registers::r12;
    case ZYDIS_REGISTER_R13:
        return &Registers::r13;
    case ZYDIS_REGISTER_R14:
        return &Registers::r14;
    case ZYDIS_REGISTER_R15:
        return &Registers::r15;
    default:
        refuse(at, "has an address of other registers than the general ones of 64 bits");
    }
}

Register find_segment(ZydisRegister name)
{
    if (name == ZYDIS_REGISTER_FS)
        return &Registers::fs_base;
    return name == ZYDIS_REGISTER_GS ? &Registers::gs_base : nullptr;
}

Operand read_operand(std::uint64_t at, std::uint64_t next, const ZydisDecodedOperandMem &memory)
{
    if (memory.type != ZYDIS_MEMOP_TYPE_MEM)
        refuse(at, "gathers or scatters: its addresses are in a vector");
    Operand operand;
    operand.segment = find_segment(memory.segment);
    operand.displacement = static_cast<std::uint64_t>(memory.disp.value);
    if (memory.base == ZYDIS_REGISTER_RIP)
        operand.displacement += next;
    else
        operand.base = find_register(at, memory.base);
    operand.index = find_register(at, memory.index);
    operand.scale = memory.scale;
    return operand;
}

/// Returns true for padding between instructions, which may have an operand and does not access it.
bool does_nothing(const ZydisDecodedInstruction &decoded)
{
    return decoded.meta.category == ZYDIS_CATEGORY_NOP ||
           decoded.meta.category == ZYDIS_CATEGORY_WIDENOP;
}

/// Reads an instruction of this process, which is also the child's.
Instruction decode(std::uint64_t at)
{
    ZydisDecoder decoder;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    ZydisDecodedInstruction decoded;
    std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;
    const auto *const code =
        reinterpret_cast<const void *>(at); // NOLINT(performance-no-int-to-ptr)
    if (ZYAN_FAILED(ZydisDecoderDecodeFull(&decoder, code, ZYDIS_MAX_INSTRUCTION_LENGTH, &decoded,
                                           operands.data())))
        refuse(at, "is not known to Zydis");
    Instruction instruction;
    instruction.is_end = decoded.mnemonic == ZYDIS_MNEMONIC_INT3;
    if (does_nothing(decoded))
        return instruction;
    for (std::size_t i = 0; i < decoded.operand_count; ++i)
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
            operands[i].mem.type != ZYDIS_MEMOP_TYPE_AGEN)
            instruction.accesses.push_back(read_operand(at, at + decoded.length, operands[i].mem));
    return instruction;
}

const Instruction &instruction_at(std::uint64_t at)
{
    static std::unordered_map<std::uint64_t, Instruction> known;
    const auto found = known.find(at);
    return found != known.end() ? found->second : known.emplace(at, decode(at)).first->second;
}

/// A child that stops at the two breakpoints around run().
class Child {
public:
    Child(const std::function<void()> &prepare, const std::function<void()> &run) : pid_(fork())
    {
        if (pid_ < 0)
            throw std::system_error(errno, std::generic_category(), "fork");
        if (pid_ == 0) {
            prepare();
            if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
                _exit(1);
            __asm__ volatile("int3" ::: "memory");
            run();
            __asm__ volatile("int3" ::: "memory");
            _exit(0);
        }
        wait_for_stop();
        ptrace(PTRACE_SETOPTIONS, pid_, nullptr, PTRACE_O_EXITKILL);
    }
    ~Child()
    {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }

    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;

    Registers registers() const
    {
        Registers registers;
        if (ptrace(PTRACE_GETREGS, pid_, nullptr, &registers) != 0)
            throw std::system_error(errno, std::generic_category(), "ptrace");
        return registers;
    }

    void step() const
    {
        if (ptrace(PTRACE_SINGLESTEP, pid_, nullptr, nullptr) != 0)
            throw std::system_error(errno, std::generic_category(), "ptrace");
        wait_for_stop();
    }

private:
    void wait_for_stop() const
    {
        int status = 0;
        while (waitpid(pid_, &status, 0) < 0)
            if (errno != EINTR)
                throw std::system_error(errno, std::generic_category(), "waitpid");
        if (!WIFSTOPPED(status))
            throw std::runtime_error("this system allows no ptrace of a child");
        if (WSTOPSIG(status) != SIGTRAP)
            throw std::runtime_error("signal " + std::to_string(WSTOPSIG(status)));
    }

    pid_t pid_;
};

} // namespace

Trace trace_of(const std::function<void()> &prepare, const std::function<void()> &run)
{
    const Child child(prepare, run);
    Trace trace;
    while (trace.size() < most_entries) {
        const Registers registers = child.registers();
        const Instruction &instruction = instruction_at(registers.rip);
        if (instruction.is_end)
            return trace;
        trace.push_back(registers.rip);
        for (const Operand &operand : instruction.accesses)
            trace.push_back(operand.address(registers) | access_bit);
        child.step();
    }
    throw std::runtime_error("it does not end");
}

} // namespace hashlane::test
