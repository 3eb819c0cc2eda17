// SPDX-License-Identifier: MIT
//
// Files of this repository that are part of the program: cmake/page_texts.cmake makes them texts.
#ifndef HASHLANE_SRC_PAGE_PAGE_TEXTS_H
#define HASHLANE_SRC_PAGE_PAGE_TEXTS_H

namespace hashlane {

/// plots/plot.css and page.css, as a page holds them, and their SHA-256 in hexadecimal.
extern const char *const page_style;
extern const char *const page_style_sha256;

/// page.js, as a page holds it, and its SHA-256 in hexadecimal.
extern const char *const page_script;
extern const char *const page_script_sha256;

} // namespace hashlane

#endif
