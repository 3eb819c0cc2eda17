// SPDX-License-Identifier: MIT
#include "messages.h"

#include "../machine/system/files.h"
#include "../machine/system/used_files.h"
#include "../results/json.h"

namespace hashlane::cli {

namespace {

bool has_failed = false;

} // namespace

void print(std::string_view text)
{
    static bool is_cut = false; // the line before
    std::error_code error;
    if (is_cut)
        error = machine::write_all(machine::Stream::out, "\n");
    if (!error)
        error = machine::write_all(machine::Stream::out, text);
    is_cut = static_cast<bool>(error);
    static bool was_said = false;
    if (is_cut && !was_said)
        say_failure("standard output: cannot be written: " + error.message());
    was_said = was_said || is_cut;
}

void say_failure(const std::string &line)
{
    say("hashlane: {}\n", line);
    has_failed = true;
}

ExitCode graver(int one, int other)
{
    for (const ExitCode code : {exit_wrong_digest, exit_interrupted, exit_usage})
        if (one == code || other == code)
            return code;
    return static_cast<ExitCode>(std::max(one, other));
}

int code_after_failures(int code) { return has_failed ? graver(code, exit_usage) : code; }

void say_lines(const std::string &lines)
{
    static_cast<void>(machine::write_all(machine::Stream::error, machine::printable(lines, "\n")));
}

ExitCode for_each_file(std::size_t files, const std::function<void(std::size_t place)> &work)
{
    ExitCode code = exit_ok;
    for (std::size_t place = 0; place < files; ++place)
        try {
            work(place);
        } catch (const results::BadFile &bad) {
            say("hashlane: {}\n", bad.what());
            code = exit_usage;
        }
    return code;
}

void redraw_line(const std::string &text)
{
    static_cast<void>(
        machine::write_all(machine::Stream::error, "\r\x1b[K" + machine::printable(text)));
}

OutFile::OutFile(std::string path, const char *option, Dash dash)
    : path_(std::move(path)), option_(option)
{
    if (is_standard_output() && dash == Dash::is_refused)
        fail("{}: '-' is standard output, which has the result in the form of --format: name a "
             "file",
             option);
    if (path_.empty() || is_standard_output())
        return;
    machine::note_output(path_, option_);
    machine::remove_abandoned_files(path_);
    if (const std::error_code error = machine::try_replacing_file(path_))
        throw CommandError(refusal(error));
}

bool OutFile::write(const std::string &text) const
{
    const std::string problem = try_write(text);
    if (!problem.empty())
        say_failure(problem);
    return problem.empty();
}

std::string OutFile::try_write(const std::string &text) const
{
    if (is_standard_output())
        print(text);
    if (path_.empty() || is_standard_output())
        return "";
    const std::error_code error = machine::replace_file(path_, text);
    return error ? refusal(error) : "";
}

std::string OutFile::refusal(const std::error_code &error) const
{
    return fmt::format("{}: cannot write '{}': {}", option_, path_, error.message());
}

} // namespace hashlane::cli
