// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_FIRST_LINE_H
#define HASHLANE_SRC_GPU_FIRST_LINE_H

#include <string>

namespace hashlane {

/// The first line of a compiler's log that has anything in it.
inline std::string first_line(const std::string &log)
{
    const std::string text = log.substr(0, log.find('\0'));
    const std::size_t begin = text.find_first_not_of(" \n");
    return begin == std::string::npos ? "no reason given"
                                      : text.substr(begin, text.find('\n', begin) - begin);
}

} // namespace hashlane

#endif
