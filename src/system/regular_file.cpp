// SPDX-License-Identifier: MIT
#include "regular_file.h"

#include <algorithm>
#include <vector>

namespace hashlane {

FileContent read_regular_file(const std::string &path, Owner owner, std::size_t most_bytes)
{
    OpenFile file(path.c_str(), owner);
    FileContent content;
    std::vector<char> part(1 << 16);
    for (std::size_t bytes = 1; bytes != 0 && file.problem().empty();) {
        bytes = file.read(part.data(), std::min(part.size(), most_bytes - content.text.size()));
        content.text.append(part.data(), bytes);
    }
    content.problem = file.problem();
    content.is_missing = file.is_missing();
    if (!content.problem.empty())
        content.text.clear();
    return content;
}

} // namespace hashlane
