// SPDX-License-Identifier: MIT
//
// What most people open a page for: the best for one chain, for a core and for the machine.
#include "../report/workload_units.h"
#include "figure.h"
#include "selection.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

using Answer = AnswerPlot::Answer;

struct Question {
    std::string text;
    const RunRow *best;
    bool by_cycles; ///< else by rate
};

std::string rate_text(const RunRow &row)
{
    const ShownUnit unit = rate_unit(row.key.workload, row.bytes_per_hash);
    return unit.text(row.hashes_per_second) + " " + unit.name;
}

std::string cycles_text(const RunRow &row)
{
    const ShownUnit unit = cycles_unit(row.key.workload, row.bytes_per_hash);
    return unit.text(row.cycles) + " " + unit.name;
}

std::vector<Question> questions_of(const WorkGroup &group, const RunFile &file)
{
    const bool messages = !group.message.empty();
    std::vector<Question> questions;
    const auto ask = [&](const std::string &text, const RunRow *best, bool by_cycles) {
        if (best != nullptr && (questions.empty() || questions.back().best != best))
            questions.push_back({group.title() + ", " + text, best, by_cycles && best->cycles > 0});
    };
    ask(messages ? "one message" : "one chain", best_of(rows_where(group.rows, is_one_chain)),
        true);
    ask("one core",
        best_of(
            rows_where(group.rows, [&](const RunRow &row) { return is_on_one_core(row, file); })),
        false);
    ask("the machine",
        best_of(
            rows_where(group.rows, [&](const RunRow &row) { return is_on_many_cores(row, file); })),
        false);
    ask("a device",
        best_of(rows_where(group.rows, [](const RunRow &row) { return !row.device.empty(); })),
        false);
    return questions;
}

Answer answer_of(const Question &question)
{
    const RunRow &row = *question.best;
    Answer answer;
    answer.question = question.text;
    answer.share_of_bound = share_of_bound(row);
    answer.doubtful = !row.trustworthy;
    const ShownUnit unit = question.by_cycles ? cycles_unit(row.key.workload, row.bytes_per_hash)
                                              : rate_unit(row.key.workload, row.bytes_per_hash);
    answer.figure = unit.text(question.by_cycles ? row.cycles : row.hashes_per_second);
    answer.unit = unit.name;
    const std::string other = question.by_cycles ? rate_text(row)
                              : row.cycles > 0   ? cycles_text(row)
                                                 : row.device;
    answer.detail = kernel_label(row) + (other.empty() ? "" : ", " + other);
    return answer;
}

std::string sentence_of(const std::vector<Answer> &answers)
{
    const Answer &first = answers.front();
    std::string sentence =
        fmt::format("{}: {} {} with {}", first.question, first.figure, first.unit, first.detail);
    if (first.share_of_bound)
        sentence += fmt::format("; its instructions cannot take less than {:.0f} % of that here",
                                *first.share_of_bound * 100);
    sentence += '.';
    std::size_t doubtful = 0;
    for (const Answer &answer : answers)
        doubtful += answer.doubtful ? 1 : 0;
    if (doubtful > 0)
        sentence += fmt::format(" {} of {} answers are not trustworthy: no row that could answer "
                                "was measured undisturbed.",
                                doubtful, answers.size());
    return sentence;
}

} // namespace

std::vector<Figure> answer_figures(const ShownRun &run)
{
    AnswerPlot plot;
    FigureTable table{{{"question", true},
                       {"best row", true},
                       {"figure"},
                       {"unit", true},
                       {"share of the bound, %"},
                       {"trustworthy", true}},
                      {}};
    for (const WorkGroup &group : groups_of(run.file))
        for (const Question &question : questions_of(group, run.file)) {
            const Answer answer = answer_of(question);
            plot.answers.push_back(answer);
            table.rows.push_back(
                {answer.question, kernel_label(*question.best), answer.figure, answer.unit,
                 answer.share_of_bound ? fmt::format("{:.0f}", *answer.share_of_bound * 100) : "",
                 answer.doubtful ? "no" : "yes"});
        }
    if (plot.answers.empty())
        return {};
    return {{run.prefix + "answer", "The best here", sentence_of(plot.answers),
             "The bar is the share of the bound: full where no cycle is lost.", plot, table}};
}

} // namespace hashlane
