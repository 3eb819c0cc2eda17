// SPDX-License-Identifier: MIT
//
// Result files, and the output of 'compare' and 'report' for one: every format of both; JSON output
// is read again.
#include "compare/comparison.h"
#include "show/page/page.h"
#include "show/svg/plots.h"
#include "show/tables/exporters.h"
#include "target.h"

namespace hashlane::fuzz::result_file_target {
namespace {

void require_text(const std::string &text)
{
    require(!text.empty(), "nothing was written");
    for (const char c : text)
        require(static_cast<unsigned char>(c) >= ' ' || c == '\n', "a control character");
}

void require_json(const std::string &text)
try {
    results::JsonDocument(text, "written");
} catch (const results::BadFile &bad) {
    throw Finding("what was written is not read: " + std::string(bad.what()));
}

template <class Thing> void write_all(show::Exporters<Thing> exporters, const Thing &thing)
{
    for (const show::Exporter<Thing> &exporter : exporters) {
        const std::string text = exporter.write(thing, {});
        require_text(text);
        if (exporter.format == show::Format::json)
            require_json(text);
    }
}

void write_pages(const show::Book &book)
{
    require_text(show::write_page(book));
    require_text(show::write_text_report(book, 80));
    for (const std::string &name : show::figure_names(book)) {
        const show::Figure *const figure = show::find_figure(book, name);
        require(figure != nullptr, "a figure that is not there: ", name);
        require_text(show::write_text_figure(*figure, 40));
        require_text(
            show::standalone_svg(show::draw_any(figure->plot), figure->title, figure->sentence));
    }
}

void use_run(const results::JsonDocument &document)
{
    const results::Report run = results::read_run(document, "first.json");
    for (const results::Row &row : run.rows)
        require(std::ranges::all_of(row.location.cpus, [](int cpu) { return cpu >= 0; }),
                "a CPU below 0");
    if (run.rows.empty())
        return;
    write_pages(show::make_book({run}));
    write_all(show::matrix_exporters, compare::make_matrix({run, run}));
    write_all(show::comparison_exporters, compare::compare_all({run, run}, 0.01));
}

void run(Input &input)
{
    try {
        use_run(results::JsonDocument(input.rest(), "fuzz.json"));
    } catch (const results::BadFile &refused) {
        require_one_line(refused.what());
    }
}

const Target target("result_file", run, mutate_json);

} // namespace
} // namespace hashlane::fuzz::result_file_target
