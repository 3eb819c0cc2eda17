// SPDX-License-Identifier: MIT
//
// Lines of `sum --check`: whatever is read is written so that it is read again.
#include "sum/sum_files.h"
#include "target.h"

namespace hashlane::fuzz::sum_line_target {
namespace {

bool same(const sum::SumLine &a, const sum::SumLine &b)
{
    return a.algorithm == b.algorithm && a.digest == b.digest && a.path == b.path;
}

std::optional<sum::SumLine> parsed(std::string_view text, const sum::Algorithm &untagged,
                                   bool ends_zero)
{
    sum::Gap gap = sum::Gap::unknown;
    return sum::parse_sum_line(text, untagged, ends_zero, gap);
}

void write_and_read(const sum::SumLine &line, bool with_tag, bool ends_zero)
{
    const sum::Algorithm &algorithm = *line.algorithm;
    std::string text = sum::write_sum_line(algorithm.tag, line.digest, line.path,
                                           {with_tag, ends_zero, algorithm.prefix});
    require(text.ends_with(ends_zero ? '\0' : '\n'), "a line without an end");
    text.pop_back();
    require(text.find(ends_zero ? '\0' : '\n') == std::string::npos, "two lines");
    const std::optional<sum::SumLine> again = parsed(text, algorithm, ends_zero);
    require(again.has_value(), "not read as it was written: ", text);
    require(same(line, *again), "another line after it was written: ", text);
}

void run(Input &input)
{
    const bool ends_zero = input.truth();
    std::string text = input.rest();
    text.erase(std::ranges::find(text, ends_zero ? '\0' : '\n'), text.end());
    const std::optional<sum::SumLine> line = parsed(text, sum::usual_algorithm(), ends_zero);
    if (!line)
        return;
    require(line->digest.size() == line->algorithm->digest_bytes, "a digest of another length");
    write_and_read(*line, true, ends_zero);
    if (!line->path.empty()) // only a tag's parentheses can hold nothing
        write_and_read(*line, false, ends_zero);
}

const Target target("sum_line", run, mutate_lines);

} // namespace
} // namespace hashlane::fuzz::sum_line_target
