// SPDX-License-Identifier: MIT
//
// Lines of `sum --check`: whatever is read is written so that it is read again.
#include "sum/sum_files.h"
#include "target.h"

namespace hashlane::fuzz::sum_line_target {
namespace {

bool same(const sum::SumLine &a, const sum::SumLine &b)
{
    return a.tag == b.tag && a.digest == b.digest && a.path == b.path;
}

void write_and_read(const sum::SumLine &line, bool ends_zero)
{
    // "sha256:", before a digest; a tag may have a colon only after a space.
    const bool is_prefix = line.tag.find(':') < line.tag.find(' ');
    const sum::LineForm form{!line.tag.empty() && !is_prefix, ends_zero,
                             is_prefix ? std::string_view(line.tag) : ""};
    std::string text = sum::write_sum_line(line.tag, line.digest, line.path, form);
    require(text.ends_with(ends_zero ? '\0' : '\n'), "a line without an end");
    text.pop_back();
    require(text.find(ends_zero ? '\0' : '\n') == std::string::npos, "two lines");
    const std::optional<sum::SumLine> again = sum::parse_sum_line(text, ends_zero);
    require(again.has_value(), "not read as it was written: " + text);
    require(same(line, *again), "another line after it was written: " + text);
}

void run(Input &input)
{
    const bool ends_zero = input.truth();
    std::string text = input.rest();
    text.erase(std::ranges::find(text, ends_zero ? '\0' : '\n'), text.end());
    const std::optional<sum::SumLine> line = sum::parse_sum_line(text, ends_zero);
    if (!line)
        return;
    require(!line->digest.empty() && !line->path.empty(), "a line with nothing in it");
    write_and_read(*line, ends_zero);
}

const Target target("sum_line", run, mutate_lines);

} // namespace
} // namespace hashlane::fuzz::sum_line_target
