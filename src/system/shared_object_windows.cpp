// SPDX-License-Identifier: MIT
#include "shared_object.h"

#include <windows.h>

namespace hashlane {

SharedObject::SharedObject(const std::vector<const char *> &names)
{
    std::string tried;
    for (const char *name : names) {
        // Not from the current directory, in which anyone may have left a file.
        handle_ = LoadLibraryExA(name, nullptr, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
        if (handle_ != nullptr) {
            name_ = name;
            return;
        }
        tried += (tried.empty() ? "" : ", ") + std::string(name);
    }
    throw LibraryUnavailable("cannot open " + tried);
}

SharedObject SharedObject::at(const std::string &path)
{
    SharedObject object;
    object.handle_ = LoadLibraryExA(path.c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH);
    if (object.handle_ == nullptr)
        throw LibraryUnavailable("cannot open " + path);
    object.name_ = path;
    return object;
}

void *SharedObject::address(const char *symbol) const
{
    const FARPROC found = GetProcAddress(static_cast<HMODULE>(handle_), symbol);
    if (found == nullptr)
        throw LibraryUnavailable(name_ + " has no " + symbol);
    return reinterpret_cast<void *>(found);
}

} // namespace hashlane
