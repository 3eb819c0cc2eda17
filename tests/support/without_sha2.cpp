// SPDX-License-Identifier: MIT
//
// Loaded before a program (LD_PRELOAD), it hides the crypto extension of the ARM64 processor: QEMU
// 7 has no model without it.

#include <dlfcn.h>
#include <sys/auxv.h>

extern "C" unsigned long getauxval(unsigned long type) noexcept
{
    constexpr unsigned long crypto = 1UL << 3 | 1UL << 4 | 1UL << 5 | 1UL << 6 | 1UL << 17;
    static const auto real = reinterpret_cast<decltype(&getauxval)>(dlsym(RTLD_NEXT, "getauxval"));
    const unsigned long value = real(type);
    return type == AT_HWCAP ? value & ~crypto : value;
}
