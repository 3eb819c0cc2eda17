// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace hashlane::test {

/// Sets a variable until it goes out of scope; null: it is not set until then.
class Environment {
public:
    Environment(const char *name, const char *value) : name_(name)
    {
        if (const char *old = std::getenv(name); old != nullptr)
            old_ = old;
        set(value);
    }
    ~Environment() { set(old_ ? old_->c_str() : nullptr); }
    Environment(const Environment &) = delete;
    Environment &operator=(const Environment &) = delete;

private:
    void set(const char *value) const
    {
#if defined(_WIN32)
        _putenv_s(name_, value != nullptr ? value : "");
#else
        value != nullptr ? setenv(name_, value, 1) : unsetenv(name_);
#endif
    }

    const char *name_;
    std::optional<std::string> old_;
};

} // namespace hashlane::test
