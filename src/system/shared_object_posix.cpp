// SPDX-License-Identifier: MIT
#include "shared_object.h"

#include <dlfcn.h>

namespace hashlane {

SharedObject::SharedObject(const std::vector<const char *> &names)
{
    std::string tried;
    for (const char *name : names) {
        handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
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
    object.handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (object.handle_ == nullptr)
        throw LibraryUnavailable(dlerror());
    object.name_ = path;
    return object;
}

void *SharedObject::address(const char *symbol) const
{
    void *found = dlsym(handle_, symbol);
    if (found == nullptr)
        throw LibraryUnavailable(name_ + " has no " + symbol);
    return found;
}

} // namespace hashlane
