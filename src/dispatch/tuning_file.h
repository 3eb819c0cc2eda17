// SPDX-License-Identifier: MIT
//
// Where a measured choice is kept, and how it becomes dispatch's.
#ifndef HASHLANE_SRC_DISPATCH_TUNING_FILE_H
#define HASHLANE_SRC_DISPATCH_TUNING_FILE_H

#include "tuning.h"

#include "hashlane/hashlane.h"

namespace hashlane {

/// Of the processor, system and library that run now.
TuningKey this_tuning_key();

/// This key's file in this program's cache directory (cache_directory.h). Empty where there is
/// none.
PathText user_tuning_path();

struct ReadTuning {
    hashlane_status status = HASHLANE_NOT_FOUND; ///< or HASHLANE_OK, HASHLANE_NOT_VALID
    ParsedTuning parsed;                         ///< with HASHLANE_NOT_VALID: its problem is why
};

/// The file's content if it is valid for this_tuning_key(). Allocates while it reads.
ReadTuning read_tuning(const char *path);

struct LoadedTuning {
    hashlane_status status = HASHLANE_NOT_FOUND;
    PathText path;
    FixedText<159> problem; ///< with HASHLANE_NOT_VALID: why
    TuningSection section;  ///< with HASHLANE_OK: what dispatch now uses
};

/// Activates what the file says of the kind of core that the caller runs on. HASHLANE_NOT_FOUND
/// as well when it says nothing of that kind.
LoadedTuning load_tuning(const char *path);

} // namespace hashlane

#endif
