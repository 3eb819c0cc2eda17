// SPDX-License-Identifier: MIT
//
// What `hashlane soak` prints, as text or as JSON lines.
#ifndef HASHLANE_SRC_CLI_SOAK_DISPLAY_H
#define HASHLANE_SRC_CLI_SOAK_DISPLAY_H

#include "soak_checkpoint.h"
#include "soak_settings.h"

namespace hashlane {

class SoakDisplay {
public:
    SoakDisplay(SoakFormat format, bool quiet) : format_(format), quiet_(quiet) {}

    void begin(const SoakCheckpoint &checkpoint) const;
    void found(const SoakWrong &wrong) const;
    void repeated(const SoakWrong &wrong) const;
    void failed(const SoakDevice &device) const;
    void minute(const SoakTotals &totals) const;
    void end(const SoakCheckpoint &checkpoint) const;

private:
    SoakFormat format_;
    bool quiet_;
};

} // namespace hashlane

#endif
