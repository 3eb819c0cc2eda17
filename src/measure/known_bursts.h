// SPDX-License-Identifier: MIT
//
// What earlier runs on this processor learnt of undisturbed contention bursts. A neighbour that
// shares the core for a whole run is seen by that alone.
#ifndef HASHLANE_SRC_MEASURE_KNOWN_BURSTS_H
#define HASHLANE_SRC_MEASURE_KNOWN_BURSTS_H

#include <map>
#include <string>

namespace hashlane {

/// Core cycles of a burst, by kind of core; "" where there is but one.
using KnownBursts = std::map<std::string, double>;

/// In this program's cache directory (cache_directory.h), beside the tuning files. Empty where
/// there is none.
std::string known_bursts_path();

/// Nothing of what is not there, cannot be read, or would take a core that no one has built.
KnownBursts read_known_bursts(const std::string &path);

/// Keeps those that are quicker than what is known. A file that cannot be written changes nothing:
/// the next run learns again.
void keep_known_bursts(const std::string &path, const KnownBursts &learnt);

} // namespace hashlane

#endif
