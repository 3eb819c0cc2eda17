// SPDX-License-Identifier: MIT
//
// One self-contained page of HTML from result files: nothing is loaded, and it can be read without
// its script. The same files give the same bytes.
#ifndef HASHLANE_SRC_PAGE_PAGE_H
#define HASHLANE_SRC_PAGE_PAGE_H

#include "book.h"

#include <string>

namespace hashlane {

std::string write_page(const Book &book);

/// A page's Content-Security-Policy: nothing but this style and this script.
std::string page_policy();

} // namespace hashlane

#endif
