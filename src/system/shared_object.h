// SPDX-License-Identifier: MIT
//
// A shared library opened at run time.
#ifndef HASHLANE_SRC_SYSTEM_SHARED_OBJECT_H
#define HASHLANE_SRC_SYSTEM_SHARED_OBJECT_H

#include <initializer_list>
#include <stdexcept>
#include <string>

namespace hashlane {

/// Why a library or a part of it cannot be used: one line.
class Absent : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class SharedObject {
public:
    /// The first of `names` that the dynamic loader finds. It stays loaded until the process ends:
    /// libraries leave threads and handlers behind. Throws Absent when there is none.
    explicit SharedObject(std::initializer_list<const char *> names);

    const std::string &name() const { return name_; }

    /// Throws Absent when the library exports no such symbol.
    template <class Function> Function *find(const char *symbol) const
    {
        return reinterpret_cast<Function *>(address(symbol));
    }

private:
    void *address(const char *symbol) const;

    void *handle_ = nullptr;
    std::string name_;
};

} // namespace hashlane

#endif
