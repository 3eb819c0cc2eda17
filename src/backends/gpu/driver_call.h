// SPDX-License-Identifier: MIT
//
// Functions of a driver's library, called by their symbols and checked.
#pragma once

#include "device.h"

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace hashlane::backends {

/// Throws a DeviceError, "cuMemAlloc answers CUDA_ERROR_OUT_OF_MEMORY", unless the answer is 0.
/// `Library` has the text of an answer. `note` follows the function's name.
template <class Library>
void require_success(const Library &library, std::string_view symbol, int answer,
                     const std::string &note = "")
{
    if (answer == 0)
        return;
    const std::string_view name = symbol.substr(0, symbol.find("_v")); // "cuMemAlloc_v2"
    throw DeviceError(std::string(name) + note + " answers " + library.text_of(answer));
}

/// A function that answers 0 for success.
template <class Library, class... Parameters> class DriverCall {
public:
    /// Throws LibraryUnavailable when the library lacks the function.
    DriverCall(const Library &library, const char *symbol)
        : library_(library), symbol_(symbol), function_(library.find(symbol))
    {
    }
    DriverCall(const DriverCall &) = delete;
    DriverCall &operator=(const DriverCall &) = delete;

    /// Throws a DeviceError unless it succeeds.
    void operator()(Parameters... arguments) const { require(function_(arguments...)); }

    /// Returns the value that it writes to its first argument's address. Throws a DeviceError.
    auto get(auto... arguments) const
    {
        std::remove_pointer_t<std::tuple_element_t<0, std::tuple<Parameters...>>> value{};
        (*this)(&value, arguments...);
        return value;
    }

    int answer(Parameters... arguments) const noexcept { return function_(arguments...); }
    void require(int answer, const std::string &note = "") const
    {
        require_success(library_, symbol_, answer, note);
    }

private:
    const Library &library_;
    const char *symbol_;
    int (*function_)(Parameters...);
};

} // namespace hashlane::backends
