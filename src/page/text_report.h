// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_PAGE_TEXT_REPORT_H
#define HASHLANE_SRC_PAGE_TEXT_REPORT_H

#include "book.h"

#include <string>

namespace hashlane {

/// The figures with their sentences as text with Unicode's blocks, `width` columns wide: for a
/// remote shell. Control characters of a file are replaced.
std::string write_text_report(const Book &book, unsigned width);

/// One figure of it.
std::string write_text_figure(const Figure &figure, unsigned width);

} // namespace hashlane

#endif
