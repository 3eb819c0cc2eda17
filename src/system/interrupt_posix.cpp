// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <csignal>

namespace hashlane {
namespace {

std::atomic<bool> flag = false;
#if !defined(__riscv)
static_assert(std::atomic<bool>::is_always_lock_free);
#endif // there GCC 12 claims less than it does: loads and stores of a byte are one instruction

extern "C" void on_signal(int /*signal*/) { flag = true; }

bool install()
{
    struct sigaction action{};
    action.sa_handler = on_signal;
    // The handler takes one signal; the next has its default effect.
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return true;
}

} // namespace

void watch_interrupts() { [[maybe_unused]] static const bool installed = install(); }

const std::atomic<bool> &interrupted() { return flag; }

} // namespace hashlane
