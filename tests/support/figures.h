// SPDX-License-Identifier: MIT
#pragma once

#include "show/page/page.h"

#include <stdexcept>
#include <string>

namespace hashlane::test {

/// The figure of that name; throws if the book has none.
inline const show::Figure &figure(const show::Book &book, const std::string &name)
{
    const show::Figure *const found = show::find_figure(book, name);
    if (found == nullptr)
        throw std::runtime_error("no figure " + name);
    return *found;
}

} // namespace hashlane::test
