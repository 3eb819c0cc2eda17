// SPDX-License-Identifier: MIT
//
// The lines of `hashlane sum`, which are those of sha256sum (GNU coreutils, "cksum output modes").
#ifndef HASHLANE_SRC_SUM_SUM_LINE_H
#define HASHLANE_SRC_SUM_SUM_LINE_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane {

struct SumLine {
    std::string tag; ///< of the BSD form: "SHA256"; or empty
    std::vector<std::uint8_t> digest;
    std::string path;
};

/// How lines are written.
struct LineForm {
    bool with_tag = false;  ///< "SHA256 (a.txt) = 00…" instead of "00…  a.txt"
    bool ends_zero = false; ///< with a zero byte, and then no character of a name is escaped
};

/// With its end. A path with a line's end in it is escaped, and a backslash put in front.
std::string write_sum_line(std::string_view tag, std::span<const std::uint8_t> digest,
                           const std::string &path, const LineForm &form);

/// A line without its end; nothing if it is none of ours. `ends_zero`: as it was written.
std::optional<SumLine> parse_sum_line(std::string_view line, bool ends_zero);

/// The path as it stands in a line of "a.txt: OK": escaped where it has to be.
std::string escaped_path(const std::string &path);

} // namespace hashlane

#endif
