// SPDX-License-Identifier: MIT
//
// A file of this repository that is part of the program: cmake/page_texts.cmake makes it a text.
#ifndef HASHLANE_SRC_PLOTS_PLOT_TEXTS_H
#define HASHLANE_SRC_PLOTS_PLOT_TEXTS_H

namespace hashlane {

/// plot.css: the classes that drawings use.
extern const char *const plot_style;

} // namespace hashlane

#endif
