// SPDX-License-Identifier: MIT
//
// CPUs by their numbers, as the operating system counts them.
#ifndef HASHLANE_SRC_SYSTEM_CPU_LIST_H
#define HASHLANE_SRC_SYSTEM_CPU_LIST_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane {

/// The CPUs that this process may run on (its affinity mask, within its cgroup's CPU set),
/// ascending; never empty, and never one that is offline.
std::vector<int> allowed_cpus();

/// "0,2-3" → {0, 2, 3}: sorted, without repeats. Throws std::invalid_argument with one line that
/// says what is wrong when the text is no such list or names a CPU outside `allowed`.
std::vector<int> parse_cpu_list(std::string_view text, const std::vector<int> &allowed);

/// "12" → 12: digits alone, below any number of CPUs that there will be. Nothing where it is not
/// that.
std::optional<int> cpu_number(std::string_view digits);

/// {0, 1, 2, 5} → "0-2,5".
std::string format_cpu_list(const std::vector<int> &cpus);

/// Binds the calling thread to one CPU. False where the system refuses or has no such call.
bool pin_this_thread(int cpu);

/// The CPU that the calling thread is on; nothing where the system does not say.
std::optional<int> this_threads_cpu();

} // namespace hashlane

#endif
