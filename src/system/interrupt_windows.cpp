// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <windows.h>

namespace hashlane {
namespace {

std::atomic<bool> flag = false;

// Ctrl-C and Ctrl-Break; a closed window or a logout ends the program as if it had no handler.
BOOL WINAPI on_event(DWORD event)
{
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        return FALSE;
    // Not handled the second time: the default handler then ends the program.
    return flag.exchange(true) ? FALSE : TRUE;
}

bool install() { return SetConsoleCtrlHandler(on_event, TRUE) != 0; }

} // namespace

void watch_interrupts() { [[maybe_unused]] static const bool installed = install(); }

const std::atomic<bool> &interrupted() { return flag; }

} // namespace hashlane
