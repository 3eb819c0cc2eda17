// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_STYLE_H
#define HASHLANE_SRC_REPORT_STYLE_H

namespace hashlane {

/// What the rate column of a sha256-chain table shows. A hash counts 64 bytes, its block.
enum class Sha256Unit { mega_hashes, mega_bytes, mebi_bytes, cycles_per_byte };

/// How text for people is drawn.
struct Style {
    unsigned width = 80; ///< columns that a table should fit
    bool color = false;
    bool bars = false; ///< draw shares as bars where there is room for them
    Sha256Unit sha256_unit = Sha256Unit::mega_hashes;
};

} // namespace hashlane

#endif
