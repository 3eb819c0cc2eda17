// SPDX-License-Identifier: MIT
//
// A shared library opened at run time.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace hashlane::machine {

/// The reason that a library or a part of it cannot be used: one line.
class LibraryUnavailable : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The address of a function, convertible to a pointer of the function's type.
struct Symbol {
    void *address;
    template <class Function> operator Function *() const
    {
        return reinterpret_cast<Function *>(address);
    }
};

class SharedObject {
public:
    /// Opens the first of `names` that the dynamic loader finds. It stays loaded until the process
    /// ends: libraries leave threads and handlers behind. Throws LibraryUnavailable if there is
    /// none.
    explicit SharedObject(const std::vector<const char *> &names);

    /// Opens the file of that absolute path, which may have any origin: an error names the missing
    /// parts.
    static SharedObject at(const std::string &path);

    const std::string &name() const { return name_; }

    /// Throws LibraryUnavailable when the library exports no such symbol.
    template <class Function> Function *find(const char *symbol) const
    {
        return reinterpret_cast<Function *>(address(symbol));
    }

    /// Looks up a function for a table of functions: the type of the member that it initializes is
    /// the function's.
    Symbol find(const char *symbol) const { return {address(symbol)}; }

private:
    SharedObject() = default;
    void *address(const char *symbol) const;

    void *handle_ = nullptr;
    std::string name_;
};

} // namespace hashlane::machine
