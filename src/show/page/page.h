// SPDX-License-Identifier: MIT
//
// All figures of one or more result files, in the order in which they are shown: a book. It is
// written as one self-contained page of HTML: nothing is loaded, and it can be read without its
// script. The same files give the same bytes. It can be written as text, too.
#pragma once

#include "figure.h"

#include <string>
#include <vector>

namespace hashlane::show {

struct Chapter {
    std::string id;
    std::string title;
    std::vector<std::string> facts = {};    ///< about the machine and the program, a line each
    std::vector<std::string> alarms = {};   ///< wrong results, emulation
    std::vector<std::string> cautions = {}; ///< rows that are not trustworthy
    std::vector<Figure> figures = {};
    std::vector<std::string> notes = {}; ///< at the end
};

struct Term {
    const char *name;
    const char *meaning;
};

struct Book {
    std::string title;
    std::string introduction;
    std::vector<Chapter> chapters;
    std::vector<Term> terms = {}; ///< of the columns of tables
};

/// Makes the book of one file or more. With several runs the first chapter compares them.
Book make_book(const std::vector<results::Report> &files, const std::vector<FleetFile> &fleets = {},
               const std::vector<SoakFile> &soaks = {});

/// Finds the figure of that name; null if there is none.
const Figure *find_figure(const Book &book, const std::string &name);

std::vector<std::string> figure_names(const Book &book);

std::string write_page(const Book &book);

/// plot.css with page.css, and page.js, as a page holds them: cmake/page_texts.cmake makes them
/// texts.
extern const char *const page_style;
extern const char *const page_script;

/// Writes the figures' sentences and tables as text `width` columns wide: for a remote shell.
/// Control characters of a file are replaced.
std::string write_text_report(const Book &book, unsigned width);

std::string write_text_figure(const Figure &figure, unsigned width);

} // namespace hashlane::show
