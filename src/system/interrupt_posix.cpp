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

void watch(int signal, const struct sigaction &action)
{
    struct sigaction before{};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(signal, &action, nullptr);
}

bool install()
{
    struct sigaction action{};
    action.sa_handler = on_signal;
    // The handler takes one signal; the next has its default effect.
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        watch(signal, action);
    return true;
}

} // namespace

void watch_interrupts() { [[maybe_unused]] static const bool installed = install(); }

const std::atomic<bool> &interrupted() { return flag; }

} // namespace hashlane
