// SPDX-License-Identifier: MIT
#include "text_report.h"

#include "../plots/text_plots.h"
#include "../plots/utf8.h"
#include "../report/grid.h"

namespace hashlane {
namespace {

// What a terminal would obey is replaced.
std::string printable(const std::string &text) { return fitted(text, columns_of(text)); }

} // namespace

std::string write_text_figure(const Figure &figure, unsigned width)
{
    return printable(figure.title) + "\n" + wrap(printable(figure.sentence), width) +
           text_plot(figure.plot, width);
}

std::string write_text_report(const Book &book, unsigned width)
{
    std::string text;
    for (const Chapter &chapter : book.chapters) {
        text += (text.empty() ? "" : "\n") + printable(chapter.title) + "\n";
        for (const std::string &alarm : chapter.alarms)
            text += wrap("! " + printable(alarm), width);
        for (const Figure &figure : chapter.figures)
            text += "\n" + write_text_figure(figure, width);
    }
    return text;
}

} // namespace hashlane
