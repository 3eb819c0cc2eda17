// SPDX-License-Identifier: MIT
#include "call_on_threads.h"

#include <cstdlib>
#include <windows.h>

namespace hashlane {
namespace {

struct Helper {
    HANDLE thread;
    void (*call)(void *context, unsigned index);
    void *context;
    unsigned index;
};

DWORD WINAPI help(void *argument)
{
    const Helper &helper = *static_cast<const Helper *>(argument);
    helper.call(helper.context, helper.index);
    return 0;
}

} // namespace

unsigned online_processors()
{
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count > 0 ? static_cast<unsigned>(count) : 1;
}

void call_on_threads(unsigned count, void (*call)(void *context, unsigned index), void *context)
{
    auto *const helpers = static_cast<Helper *>(std::malloc(sizeof(Helper) * count));
    unsigned started = 0;
    for (unsigned i = 1; helpers != nullptr && i < count; ++i) {
        Helper &helper = helpers[started];
        helper = {nullptr, call, context, i};
        helper.thread = CreateThread(nullptr, 0, help, &helper, 0, nullptr);
        if (helper.thread == nullptr)
            break;
        ++started;
    }
    call(context, 0);
    while (started != 0) {
        --started;
        WaitForSingleObject(helpers[started].thread, INFINITE);
        CloseHandle(helpers[started].thread);
    }
    std::free(helpers);
}

} // namespace hashlane
