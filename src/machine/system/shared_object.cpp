// SPDX-License-Identifier: MIT
#include "shared_object.h"

#include <fmt/format.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace hashlane::machine {
namespace {

#if defined(_WIN32)

// Not from the current directory, in which anyone may have left a file.
void *find_library(const char *name)
{
    return LoadLibraryExA(name, nullptr, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
}

void *open_library(const std::string &path)
{
    void *const library = LoadLibraryExA(path.c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH);
    if (library == nullptr)
        throw LibraryUnavailable("cannot open " + path);
    return library;
}

void *find_symbol(void *library, const char *symbol)
{
    return reinterpret_cast<void *>(GetProcAddress(static_cast<HMODULE>(library), symbol));
}

#else

void *find_library(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

void *open_library(const std::string &path)
{
    void *const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        throw LibraryUnavailable(dlerror());
    return library;
}

void *find_symbol(void *library, const char *symbol) { return dlsym(library, symbol); }

#endif

} // namespace

SharedObject::SharedObject(const std::vector<const char *> &names)
{
    for (const char *name : names) {
        handle_ = find_library(name);
        if (handle_ != nullptr) {
            name_ = name;
            return;
        }
    }
    throw LibraryUnavailable(fmt::format("cannot open {}", fmt::join(names, ", ")));
}

SharedObject SharedObject::at(const std::string &path)
{
    SharedObject object;
    object.handle_ = open_library(path);
    object.name_ = path;
    return object;
}

void *SharedObject::address(const char *symbol) const
{
    void *const found = find_symbol(handle_, symbol);
    if (found == nullptr)
        throw LibraryUnavailable(name_ + " has no " + symbol);
    return found;
}

} // namespace hashlane::machine
