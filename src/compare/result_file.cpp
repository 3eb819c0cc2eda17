// SPDX-License-Identifier: MIT
#include "result_file.h"

#include "../system/printable.h"
#include "../system/regular_file.h"
#include "json_fields.h"
#include "result_keys.h"
#include "result_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlane {
namespace {

namespace key = result_key;

constexpr unsigned newest_schema = 1;

// What each fact is called here, and its key in context.hashlane.
constexpr std::pair<const char *, const char *> program_facts[] = {
    {"CPU", key::cpu_model},
    {"CPU identity", key::cpu_identity},
    {"microcode", key::microcode},
    {"features", key::features},
    {"hypervisor", key::hypervisor},
    {"system", key::kernel_release},
    {"governor", key::governor},
    {"compiler", key::compiler},
    {"compiler flags", key::compiler_flags},
    {"hashlane", key::version},
};

// A newer schema is looked for first: its other keys may be anywhere.
JsonFields program_context(const JsonFields &report)
{
    if (!report.has(key::context))
        report.fail("not a hashlane report: it has no 'context'");
    const JsonFields context = report.object(key::context);
    if (context.has(key::json_schema_version) &&
        context.count(key::json_schema_version) > newest_schema)
        report.fail(fmt::format("json_schema_version is {}, and this hashlane reads {}: "
                                "compare with the hashlane that wrote it",
                                context.count(key::json_schema_version), newest_schema));
    if (!context.has(key::hashlane))
        report.fail("not a hashlane report: it has no 'context.hashlane'");
    return context.object(key::hashlane);
}

// Each text that rows have there, once.
std::string texts_of(const std::vector<ResultRow> &rows, std::string ResultRow::*text,
                     const char *between)
{
    std::set<std::string> texts;
    for (const ResultRow &row : rows)
        if (!(row.*text).empty())
            texts.insert(row.*text);
    return fmt::format("{}", fmt::join(texts, between));
}

} // namespace

const std::string &ResultFile::fact(const std::string &what) const
{
    return std::ranges::find(facts, what, &Fact::what)->value;
}

std::string text_of_result_file(const std::string &path)
{
    const FileContent file = read_regular_file(path);
    if (!file.problem.empty())
        throw BadFile(fmt::format("cannot read '{}': {}", printable(path), file.problem));
    if (file.text.empty())
        throw BadFile(fmt::format("'{}' is empty: measure again with --out", printable(path)));
    return file.text;
}

ResultFile result_file_of(const JsonDocument &document, const std::string &path)
{
    const JsonFields &report = document.fields();
    const JsonFields program = program_context(report);
    const JsonFields context = report.object(key::context);
    ResultFile file{printable(path), context.text_or_empty(key::date), {}, {}};
    for (const auto &[what, fact_key] : program_facts)
        file.facts.push_back({what, program.text_or_empty(fact_key)});
    file.facts.push_back({"build type", context.text_or_empty(key::library_build_type)});
    file.facts.push_back({"host", context.text_or_empty(key::host_name)});
    for (const JsonFields &row : report.objects(key::benchmarks))
        file.rows.push_back(read_row(row));
    std::erase_if(file.rows, [](const ResultRow &row) { return !has_figures(row); });
    file.facts.push_back({"cycle source", texts_of(file.rows, &ResultRow::cycle_source, ", ")});
    file.facts.push_back({"devices", texts_of(file.rows, &ResultRow::device, "; ")});
    return file;
}

ResultFile read_result_file(const std::string &path)
{
    return result_file_of(JsonDocument(text_of_result_file(path), printable(path)), path);
}

std::vector<ResultFile> pool_files(std::vector<ResultFile> files, std::size_t runs)
{
    std::vector<ResultFile> pooled;
    for (std::size_t i = 0; i < files.size(); ++i) {
        ResultFile &file = files[i];
        if (i % runs == 0) {
            pooled.push_back(std::move(file));
            continue;
        }
        ResultFile &first = pooled.back();
        for (const char *what :
             {"CPU", "CPU identity", "compiler", "compiler flags", "hashlane", "devices"})
            if (file.fact(what) != first.fact(what))
                throw BadFile(fmt::format("--pool: '{}' and '{}' differ in {}: '{}' and '{}'",
                                          first.path, file.path, what, first.fact(what),
                                          file.fact(what)));
        std::ranges::move(file.rows, std::back_inserter(first.rows));
    }
    return pooled;
}

} // namespace hashlane
