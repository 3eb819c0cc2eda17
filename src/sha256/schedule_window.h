// SPDX-License-Identifier: MIT
//
// Where in_place.h keeps the 16 words of the schedule that it still needs. A Window has
//   begin<t>(word)      takes word t of the block
//   fetch<t>()          an old word, in a register
//   recent<t>()         the register that word t is formed in. It holds word t - 16, which was
//                       fetched a word before, then word t until word t + 4 is begun
//   finish<t>()         word t is complete
//   copy<t>()           word t in a register of its own
//   add<t>(a)           a plus word t
//   add_in_round<t>(a)  the same, in round t
//   in_memory, use(memory)
#ifndef HASHLANE_SRC_SHA256_SCHEDULE_WINDOW_H
#define HASHLANE_SRC_SHA256_SCHEDULE_WINDOW_H

#include "../compiler/compiler.h"

#include <cstddef>
#include <cstdint>

namespace {

/// All in registers.
template <class Ops> struct RegisterWindow {
    using Register = typename Ops::Register;
    using Words = Register[16];
    static constexpr bool in_memory = false;

    template <int t> HASHLANE_INLINE void begin(Register word) { w[t] = word; }
    template <int t> HASHLANE_INLINE Register &fetch() { return w[t % 16]; }
    template <int t> HASHLANE_INLINE Register &recent() { return w[t % 16]; }
    template <int t> HASHLANE_INLINE void finish() {}
    template <int t> HASHLANE_INLINE Register copy() { return w[t % 16]; }
    template <int t> HASHLANE_INLINE Register add(Register a) { return Ops::add(a, w[t % 16]); }
    template <int t> HASHLANE_INLINE Register add_in_round(Register a) { return add<t>(a); }
    HASHLANE_INLINE void use(Words * /*memory*/) {}

    Register w[16];
};

/// In memory, where there are no 16 registers for them; four in registers. A word is then read from
/// memory twice in its life, for σ0 and as word t - 7, and not once for each of its five uses.
template <class Ops> struct MemoryWindow {
    using Register = typename Ops::Register;
    using Words = Register[16];
    static constexpr bool in_memory = true;

    template <int t> HASHLANE_INLINE void begin(Register word)
    {
        Ops::template write<t>(*w, word);
        // Words 16 and 17 take them from there.
        if constexpr (t == 14 || t == 15)
            in_register[t % 4] = word;
    }
    template <int t> HASHLANE_INLINE Register &fetch()
    {
        return in_register[t % 4] = Ops::template read<t % 16>(*w);
    }
    template <int t> HASHLANE_INLINE Register &recent() { return in_register[t % 4]; }
    template <int t> HASHLANE_INLINE void finish() { Ops::template write<t % 16>(*w, recent<t>()); }
    template <int t> HASHLANE_INLINE Register copy() { return Ops::template read<t % 16>(*w); }
    template <int t> HASHLANE_INLINE Register add(Register a)
    {
        return Ops::template add_in_memory<t % 16>(a, *w);
    }
    template <int t> HASHLANE_INLINE Register add_in_round(Register a)
    {
        if constexpr (t < 16)
            return add<t>(a);
        else
            return Ops::add(a, recent<t>());
    }
    HASHLANE_INLINE void use(Words *memory) { w = memory; }

    Register in_register[4];
    Words *w = nullptr;
};

/// Memory of windows, on a cache line's boundary, which GCC on Windows does not give a variable.
template <class Window, int count> class WindowMemory {
public:
    HASHLANE_INLINE typename Window::Words *words()
    {
        const auto address = reinterpret_cast<std::uintptr_t>(bytes_);
        const auto to_boundary = alignment - 1 - (address + alignment - 1) % alignment;
        return reinterpret_cast<typename Window::Words *>(bytes_ + to_boundary);
    }

private:
    static constexpr std::uintptr_t alignment = sizeof(typename Window::Register);
    unsigned char
        bytes_[Window::in_memory ? count * sizeof(typename Window::Words) + alignment : 1];
};

} // namespace

#endif
