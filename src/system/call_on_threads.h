// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_CALL_ON_THREADS_H
#define HASHLANE_SRC_SYSTEM_CALL_ON_THREADS_H

namespace hashlane {

/// How many processors the system has online, at least 1.
unsigned online_processors();

/// Calls call(context, i) for each i from 0 to count - 1, for 0 on this thread and for the others
/// on new ones, and returns when all have. A thread that cannot be started is done without, and so
/// is its call. `call` does not throw. Allocates; without memory it starts no thread.
void call_on_threads(unsigned count, void (*call)(void *context, unsigned index), void *context);

} // namespace hashlane

#endif
