// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_OUT_FILE_H
#define HASHLANE_SRC_CLI_OUT_FILE_H

#include <string>

namespace hashlane {

/// A file that holds either its old content or a whole new one, never a part: each write goes to
/// a file beside it, which then takes its place. Throws a CommandError that names the option.
class OutFile {
public:
    /// Empty path: every write does nothing. Otherwise checks now whether writing will be possible.
    explicit OutFile(std::string path, const char *option = "--out");
    void write(const std::string &text) const;
    bool is_wanted() const { return !path_.empty(); }

private:
    std::string path_;
    const char *option_;
};

/// Writes the whole file or leaves it as it was. Throws a CommandError that begins with `what`.
void write_file(const std::string &path, const std::string &text, const std::string &what);

} // namespace hashlane

#endif
