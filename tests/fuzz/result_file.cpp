// SPDX-License-Identifier: MIT
//
// Result files, and what 'compare' and 'report' make of one: every format of both, and what is JSON
// is read again.
#include "compare/comparison.h"
#include "compare/matrix.h"
#include "page/book.h"
#include "page/page.h"
#include "page/text_report.h"
#include "plots/svg_plots.h"
#include "report/compare_report.h"
#include "report/exporters.h"
#include "report/matrix_report.h"
#include "target.h"

namespace hashlane::fuzz {
namespace {

void require_text(const std::string &text)
{
    require(!text.empty(), "nothing was written");
    for (const char c : text)
        require(static_cast<unsigned char>(c) >= ' ' || c == '\n', "a control character");
}

// A matrix is not read, but it is JSON.
void require_json(const std::string &text, bool is_read)
try {
    const JsonDocument document(text, "written");
    if (is_read)
        make_book({}, {comparison_file_of(document.fields(), "written")});
} catch (const BadFile &bad) {
    throw Finding("what was written is not read: " + std::string(bad.what()));
}

template <class Thing> void write_all(Exporters<Thing> exporters, const Thing &thing)
{
    for (const Exporter<Thing> &exporter : exporters) {
        const std::string text = exporter.write(thing, {});
        require_text(text);
        if (exporter.format == Format::json)
            require_json(text, std::is_same_v<Thing, ComparisonReport>);
    }
}

void write_pages(const Book &book)
{
    require_text(write_page(book));
    require_text(write_text_report(book, 80));
    for (const std::string &name : figure_names(book)) {
        const Figure *const figure = find_figure(book, name);
        require(figure != nullptr, "a figure that is not there: " + name);
        require_text(write_text_figure(*figure, 40));
        require_text(standalone_svg(draw_any(figure->plot), {figure->title, figure->sentence}));
    }
}

void use_run(const JsonDocument &document)
{
    const RunFile run = run_file_of(document, "first.json");
    const ResultFile file = result_file_of(document, "second.json");
    for (const RunRow &row : run.rows)
        require(std::ranges::all_of(row.cpus, [](int cpu) { return cpu >= 0; }), "a CPU below 0");
    if (!run.rows.empty())
        write_pages(make_book({run}));
    if (file.rows.empty())
        return;
    write_all(matrix_exporters, make_matrix({run.compared, file}));
    write_all(comparison_exporters, compare_all({run.compared, file}, 0.01));
}

void run(Input &input)
{
    try {
        const JsonDocument document(input.rest(), "fuzz.json");
        if (!is_comparison(document.fields()))
            return use_run(document);
        const ComparisonFile file = comparison_file_of(document.fields(), "fuzz.json");
        const auto has_changes = [](const auto &part) { return !part.changes.empty(); };
        if (std::ranges::any_of(file.parts, has_changes))
            write_pages(make_book({}, {file}));
    } catch (const BadFile &refused) {
        require_one_line(refused.what());
    }
}

const Target target("result_file", run);

} // namespace
} // namespace hashlane::fuzz
