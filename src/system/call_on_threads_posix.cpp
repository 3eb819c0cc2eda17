// SPDX-License-Identifier: MIT
#include "call_on_threads.h"

#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

namespace hashlane {
namespace {

struct Helper {
    pthread_t thread;
    void (*call)(void *context, unsigned index);
    void *context;
    unsigned index;
};

extern "C" void *hashlane_help(void *argument)
{
    const Helper &helper = *static_cast<const Helper *>(argument);
    helper.call(helper.context, helper.index);
    return nullptr;
}

} // namespace

unsigned online_processors()
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? static_cast<unsigned>(count) : 1;
}

void call_on_threads(unsigned count, void (*call)(void *context, unsigned index), void *context)
{
    auto *const helpers = static_cast<Helper *>(std::malloc(sizeof(Helper) * count));
    unsigned started = 0;
    for (unsigned i = 1; helpers != nullptr && i < count; ++i) {
        Helper &helper = helpers[started];
        helper = {{}, call, context, i};
        if (pthread_create(&helper.thread, nullptr, hashlane_help, &helper) != 0)
            break;
        ++started;
    }
    call(context, 0);
    while (started != 0)
        pthread_join(helpers[--started].thread, nullptr);
    std::free(helpers);
}

} // namespace hashlane
