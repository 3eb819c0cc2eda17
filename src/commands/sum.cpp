// SPDX-License-Identifier: MIT
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../machine/system/cpus.h"
#include "../machine/system/files.h"
#include "../machine/system/input_file.h"
#include "../machine/system/lists.h"
#include "../machine/system/terminal.h"
#include "../machine/system/text.h"
#include "../machine/system/threads.h"
#include "../sum/sum_files.h"
#include "commands.h"
#include "jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>

namespace hashlane::commands {
namespace {

constexpr const char *standard_input = "-";

// The lines that --check prints. Of --quiet, --status and --warn the last one counts, as for
// sha256sum.
enum class Said { usual, failures, nothing, bad_lines_too };

struct SumSettings {
    std::vector<std::string> files = {standard_input};
    const sum::Algorithm *algorithm = nullptr; ///< null: SHA-256, or what the lines to check name
    std::optional<std::size_t> block_bytes;
    std::optional<std::vector<std::uint8_t>> salt;
    unsigned threads = 0; ///< 0: one for each CPU
    bool check = false;
    bool with_tag = false;
    bool ends_zero = false;
    bool ignore_missing = false;
    Said said = Said::usual;
    bool strict = false;
};

std::vector<std::string_view> algorithm_names()
{
    return machine::each(sum::algorithms(), &sum::Algorithm::name);
}

// --fsverity and --dm-verity, by which users of these functions look for them.
void add_block_trees(CLI::App &app, SumSettings &sum, CLI::Option &algorithm)
{
    std::vector<CLI::Option *> others = {&algorithm};
    const auto add = [&](const char *names, const char *text, const char *name) {
        CLI::Option *const option =
            app.add_flag_callback(names,
                                  [&sum, name] { sum.algorithm = sum::find_algorithm(name); })
                ->description(text);
        for (CLI::Option *const other : others)
            option->excludes(other);
        others.push_back(option);
    };
    add("--fsverity", "The digest of fs-verity with SHA-256, as fsverity digest writes it",
        "fsverity");
    add("--dm-verity",
        "The root hash of dm-verity with SHA-256, hash type 1, as veritysetup format prints it",
        "dm-verity");
    cli::add_option(
        app, "--block-size",
        {"BYTES", "Block size of --fsverity, 64 to 2^30, or --dm-verity, 512 to 2^19: a power of "
                  "two (default: 4096)"},
        sum.block_bytes, [](auto &name, auto &text) {
            const std::uint64_t bytes = cli::read_whole(name, text, 1);
            if (!std::has_single_bit(bytes))
                cli::fail("{}: {} is not a power of two", name, bytes);
            return static_cast<std::size_t>(bytes);
        });
    cli::add_option(app, "--salt",
                    {"HEX", "Salt of --fsverity or --dm-verity; - is none (default: none)"},
                    sum.salt, [](auto &name, auto &text) {
                        auto salt = text == "-"
                                        ? std::optional<std::vector<std::uint8_t>>(std::in_place)
                                        : machine::parse_hex(text);
                        if (!salt)
                            cli::fail("{}: '{}' is not a sequence of bytes in hexadecimal, such as "
                                      "0a1b2c",
                                      name, text);
                        return std::move(*salt);
                    });
}

// Block size and salt, if the algorithm has them and they are within its limits.
sum::BlockTreeForm form_for(const sum::Algorithm &algorithm, const SumSettings &settings)
{
    const auto &[least_block_bytes, most_block_bytes, most_salt_bytes] = algorithm.limits;
    if (least_block_bytes == 0)
        for (const auto &[is_given, name] :
             {std::pair(settings.block_bytes.has_value(), "--block-size"),
              {settings.salt.has_value(), "--salt"}})
            if (is_given)
                cli::fail("{} requires --fsverity or --dm-verity", name);
    sum::BlockTreeForm form;
    form.block_bytes = settings.block_bytes.value_or(form.block_bytes);
    form.salt = settings.salt.value_or(form.salt);
    if (form.block_bytes < least_block_bytes)
        cli::fail("--block-size: {} is below {}, the least of {}", form.block_bytes,
                  least_block_bytes, algorithm.tag);
    if (least_block_bytes != 0 && form.block_bytes > most_block_bytes)
        cli::fail("--block-size: {} is above {}, the most of {}", form.block_bytes,
                  most_block_bytes, algorithm.tag);
    if (form.salt.size() > most_salt_bytes)
        cli::fail("--salt: {} bytes, and {} has at most {}", form.salt.size(), algorithm.tag,
                  most_salt_bytes);
    return form;
}

// The options of sha256sum, the function and the number of threads.
void declare(CLI::App &app, SumSettings &sum)
{
    cli::explain(app,
                 "Options and output are those of sha256sum, where -t is text mode: the number "
                 "of threads has no short option.");
    app.add_option("FILE", sum.files, "Files to hash; - or none is standard input");
    cli::in_group(app, "How");
    CLI::Option *const algorithm = cli::add_option(
        app, "-a,--algorithm",
        {"NAME", fmt::format("{} (default: sha256)", fmt::join(algorithm_names(), ", "))},
        sum.algorithm, [](auto &name, auto &text) {
            const sum::Algorithm *const found = sum::find_algorithm(text);
            if (found == nullptr)
                cli::refuse_name(name, text, algorithm_names());
            return found;
        });
    add_block_trees(app, sum, *algorithm);
    cli::add_option(app, "--threads", {"N", "Threads (default: one for each CPU)"}, sum.threads,
                    cli::read_threads);
    for (const char *const mode : {"-b,--binary", "-t,--text"})
        app.add_flag(mode)->description("Accepted for sha256sum, without effect");
    cli::in_group(app, cli::Group::output);
    app.add_flag("--tag", sum.with_tag, "Write lines of the BSD form, which name the algorithm");
    app.add_flag("-z,--zero", sum.ends_zero,
                 "End lines with a zero byte, and escape no character of a name");
    cli::in_group(app, "Check");
    app.add_flag("-c,--check", sum.check, "The files are lists of checksums: check them");
    app.add_flag("--ignore-missing", sum.ignore_missing,
                 "With --check: skip files that do not exist");
    const auto add_said = [&](const char *names, Said said, const char *text) {
        app.add_flag_callback(names, [&sum, said] { sum.said = said; })
            ->trigger_on_parse()
            ->description(text);
    };
    add_said("-q,--quiet", Said::failures, "With --check: print no line for a file that matches");
    add_said("--status", Said::nothing,
             "With --check: print errors alone; the exit code is the result");
    add_said("-w,--warn", Said::bad_lines_too,
             "With --check: name each line that is improperly formatted");
    app.add_flag("--strict", sum.strict,
                 "With --check: a line that is improperly formatted is an error");
    cli::add_examples(app, {"hashlane sum *.iso >SUMS", "hashlane sum --check SUMS"});
}

using namespace std::chrono_literals;

constexpr std::size_t most_waiting_bytes = 1 << 14;
constexpr auto most_waiting_time = 100ms;
constexpr auto quiet_time = 1s; // what is over by then shows no progress
constexpr auto redraw_time = 200ms;

// The lines of `hashlane sum`, a few at a time, and under them on a terminal how far it is.
class SumDisplay {
public:
    explicit SumDisplay(std::size_t files) : files_(files)
    {
        if (!machine::can_redraw(machine::Stream::error))
            return;
        try {
            watcher_ = machine::start_watcher(
                [this](const std::stop_token &stop) { show_progress(stop); });
        } catch (const machine::ThreadError &) {
            watcher_ = {}; // the sums do without
        }
    }
    ~SumDisplay()
    {
        watcher_ = {};
        clear_progress();
    }
    SumDisplay(const SumDisplay &) = delete;
    SumDisplay &operator=(const SumDisplay &) = delete;

    sum::SumProgress &progress() { return progress_; }

    // For standard output; a line brings its end. On a terminal a name cannot move the cursor.
    // Throws a CommandError where it cannot be written.
    void line(const std::string &text)
    {
        lines_ += on_terminal_
                      ? machine::printable(std::string_view(text).substr(0, text.size() - 1))
                      : text.substr(0, text.size() - 1);
        lines_ += text.back();
        if (lines_.size() > most_waiting_bytes || Clock::now() - written_ > most_waiting_time)
            write_lines();
    }

    // For stderr, after the lines so far.
    void remark(const std::string &text)
    {
        write_lines();
        const std::scoped_lock lock(mutex_);
        clear_progress();
        cli::say("hashlane: {}\n", text);
    }

    // Writes what is left. Nothing may follow.
    void finish()
    {
        watcher_ = {};
        write_lines();
    }

private:
    using Clock = std::chrono::steady_clock;

    void write_lines()
    {
        const std::scoped_lock lock(mutex_);
        clear_progress();
        cli::print(lines_);
        lines_.clear();
        written_ = Clock::now();
    }

    void show_progress(const std::stop_token &stop)
    {
        std::condition_variable_any stopped;
        std::unique_lock lock(mutex_);
        for (auto wait = std::chrono::milliseconds(quiet_time);
             !stopped.wait_for(lock, stop, wait, [&] { return stop.stop_requested(); });
             wait = redraw_time) {
            clear_progress();
            const auto bytes = static_cast<double>(progress_.bytes.load());
            cli::say("{} of {} files, {:.2f} GB, {:.2f} GB/s", progress_.files.load(), files_,
                     bytes / 1e9, bytes / 1e9 / machine::in_seconds(Clock::now() - began_));
            progress_is_shown_ = true;
        }
    }

    void clear_progress()
    {
        if (progress_is_shown_)
            cli::say("\r\x1b[K");
        progress_is_shown_ = false;
    }

    std::size_t files_;
    sum::SumProgress progress_;
    Clock::time_point began_ = Clock::now(), written_ = began_;
    const bool on_terminal_ = machine::is_terminal(machine::Stream::out);
    std::string lines_;
    std::mutex mutex_; ///< who writes to the terminal
    bool progress_is_shown_ = false;
    std::jthread watcher_;
};

// Counts of the files and lines of one list.
struct Tally {
    std::size_t unreadable = 0;
    std::size_t wrong = 0;
    std::size_t right = 0;
    std::size_t no_sums = 0; ///< lines that are none
};

// Hashes `paths` and shows how far it is. Throws where it was interrupted.
void sum_all(const SumSettings &settings, const sum::Algorithm &algorithm,
             const sum::BlockTreeForm &form, const std::vector<std::string> &paths,
             SumDisplay &display,
             const std::function<void(std::size_t index, const sum::FileSum &sum)> &take)
{
    const std::size_t threads =
        settings.threads != 0 ? settings.threads : machine::allowed_cpus().size();
    machine::ThreadPool pool(std::min(threads, machine::most_open_files()));
    const sum::SumRequest request{algorithm,         form, paths, pool, machine::interrupted(),
                                  display.progress()};
    if (sum::sum_files(request, take))
        return;
    display.finish();
    throw machine::Interrupted();
}

std::string problem_of(const std::string &path, const sum::FileSum &sum)
{
    return fmt::format("cannot {} '{}': {}", sum.is_opened ? "read" : "open",
                       machine::printable(path), sum.problem);
}

int write_sums(const SumSettings &settings)
{
    const sum::Algorithm &algorithm =
        settings.algorithm != nullptr ? *settings.algorithm : sum::usual_algorithm();
    const std::vector<std::string> &paths = settings.files;
    bool any_unreadable = false;
    SumDisplay display(paths.size());
    const sum::BlockTreeForm form = form_for(algorithm, settings);
    const auto take = [&](std::size_t index, const sum::FileSum &sum) {
        if (!sum.problem.empty()) {
            any_unreadable = true;
            display.remark(problem_of(paths[index], sum));
            return;
        }
        display.line(sum::write_sum_line(
            algorithm.tag, std::span(sum.digest).first(algorithm.digest_bytes), paths[index],
            {.with_tag = settings.with_tag,
             .ends_zero = settings.ends_zero,
             .prefix = algorithm.prefix}));
    };
    sum_all(settings, algorithm, form, paths, display, take);
    display.finish();
    return any_unreadable ? cli::exit_usage : cli::exit_ok;
}

std::string text_of_list(machine::InputFile &file)
{
    // A large file is refused at once, and a pipe when it has brought too much.
    const std::uint64_t expected = file.size_of_regular().value_or(0);
    std::string text;
    std::vector<std::uint8_t> piece(std::size_t{1} << 16);
    for (std::size_t bytes = piece.size(); bytes == piece.size();) {
        if (std::max<std::uint64_t>(expected, text.size()) > machine::most_file_bytes)
            throw cli::CommandError(machine::too_large);
        machine::throw_if_interrupted();
        bytes = file.read(piece);
        text.append(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(bytes));
    }
    return text;
}

std::string shown_list(const std::string &path)
{
    return path == standard_input ? "standard input" : machine::printable(path);
}

// The lines of a list that have one algorithm.
struct CheckGroup {
    const sum::Algorithm *algorithm;
    sum::BlockTreeForm form = {};
    std::vector<std::size_t> places = {}; ///< among the sums of the list
    std::vector<std::string> paths = {};
    std::vector<std::vector<std::uint8_t>> digests = {};
};

struct CheckList {
    std::vector<CheckGroup> groups;
    std::size_t sums = 0;
};

// Lines that are no sums, or of another algorithm than --algorithm, are counted and left out.
CheckList parse_list(const std::string &text, const std::string &path, const SumSettings &settings,
                     Tally &tally)
{
    const char end = settings.ends_zero ? '\0' : '\n';
    const sum::Algorithm &untagged =
        settings.algorithm != nullptr ? *settings.algorithm : sum::usual_algorithm();
    const sum::Algorithm *last = &untagged;
    sum::Gap gap = sum::Gap::unknown;
    CheckList list;
    std::size_t number = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find(end, from), text.size());
        const std::string_view text_of_line = std::string_view(text).substr(from, to - from);
        from = to + 1;
        ++number;
        machine::throw_if_interrupted();
        if (text_of_line.empty() || text_of_line == "\r" || text_of_line.starts_with('#'))
            continue;
        auto line = sum::parse_sum_line(text_of_line, untagged, settings.ends_zero, gap);
        // Standard input cannot be both the list and a file of it.
        if (line && (settings.algorithm == nullptr || line->algorithm == settings.algorithm) &&
            !(path == standard_input && line->path == standard_input)) {
            last = line->algorithm;
            auto group = std::ranges::find(list.groups, last, &CheckGroup::algorithm);
            if (group == list.groups.end())
                group = list.groups.insert(group, CheckGroup{.algorithm = last});
            group->places.push_back(list.sums++);
            group->paths.push_back(std::move(line->path));
            group->digests.push_back(std::move(line->digest));
            continue;
        }
        ++tally.no_sums;
        if (settings.said == Said::bad_lines_too)
            cli::say("hashlane: {}: {}: improperly formatted {} checksum line\n", shown_list(path),
                     number, last->tag);
    }
    return list;
}

// Nothing, after one line on stderr, if the list is of no use.
std::optional<CheckList> read_list(const std::string &path, const SumSettings &settings,
                                   Tally &tally)
{
    std::string doing = "open", problem;
    try {
        machine::InputFile file = path == standard_input ? machine::InputFile::standard_input()
                                                         : machine::InputFile(path);
        doing = "read";
        CheckList list = parse_list(text_of_list(file), path, settings, tally);
        doing = "check";
        if (list.sums == 0)
            cli::fail("it has no line with a checksum{}",
                      settings.algorithm != nullptr
                          ? fmt::format(" of {}", settings.algorithm->name)
                          : "");
        // Options of trees are not for the other lines of a list, but need a tree.
        const bool has_trees = std::ranges::any_of(list.groups, [](const CheckGroup &group) {
            return group.algorithm->limits.least_block_bytes != 0;
        });
        for (CheckGroup &group : list.groups)
            if (!has_trees || group.algorithm->limits.least_block_bytes != 0)
                group.form = form_for(*group.algorithm, settings);
        return list;
    } catch (const machine::Interrupted &) {
        throw;
    } catch (const std::system_error &error) {
        problem = error.code().message();
    } catch (const cli::CommandError &error) {
        problem = error.what();
    } catch (const std::bad_alloc &) {
        problem = "no memory is left";
    }
    cli::say("hashlane: cannot {} '{}': {}\n", doing, shown_list(path), problem);
    return std::nullopt;
}

// "OK", or what is wrong; null for a missing file that is ignored.
const char *verdict_on(const std::string &path, std::span<const std::uint8_t> digest,
                       const sum::FileSum &sum, const SumSettings &settings, SumDisplay &display,
                       Tally &tally)
{
    if (settings.ignore_missing && sum.is_missing)
        return nullptr;
    if (!sum.problem.empty()) {
        ++tally.unreadable;
        display.remark(problem_of(path, sum));
        return "FAILED open or read";
    }
    const bool is_right = std::ranges::equal(digest, std::span(sum.digest).first(digest.size()));
    ++(is_right ? tally.right : tally.wrong);
    return is_right ? "OK" : "FAILED";
}

// One algorithm after the other, and the verdicts in the order of the lines.
void check_list(const CheckList &list, const SumSettings &settings, Tally &tally)
{
    SumDisplay display(list.sums);
    std::vector<std::optional<std::string>> lines(list.sums); // that are not printed yet
    std::size_t next = 0;
    for (const CheckGroup &group : list.groups)
        sum_all(settings, *group.algorithm, group.form, group.paths, display,
                [&](std::size_t index, const sum::FileSum &sum) {
                    const std::string &path = group.paths[index];
                    const char *const verdict =
                        verdict_on(path, group.digests[index], sum, settings, display, tally);
                    const bool is_ok = verdict == nullptr || *verdict == 'O';
                    const bool is_said = verdict != nullptr && settings.said != Said::nothing &&
                                         (!is_ok || settings.said != Said::failures);
                    lines[group.places[index]] =
                        is_said ? fmt::format("{}: {}\n", sum::escaped_path(path), verdict) : "";
                    for (; next < lines.size() && lines[next]; lines[next++].reset())
                        if (!lines[next]->empty())
                            display.line(*lines[next]);
                });
    display.finish();
}

void warn(std::size_t count, const char *one, const char *several)
{
    if (count != 0)
        cli::say("hashlane: {} {}\n", count, count == 1 ? one : several);
}

// False if something of the list could not be checked.
bool check_all_of(const std::string &path, const SumSettings &settings, Tally &tally)
{
    const std::optional<CheckList> list = read_list(path, settings, tally);
    if (!list)
        return false;
    check_list(*list, settings, tally);
    if (settings.said != Said::nothing) {
        warn(tally.no_sums, "line is improperly formatted", "lines are improperly formatted");
        warn(tally.unreadable, "listed file could not be read", "listed files could not be read");
        warn(tally.wrong, "computed checksum did NOT match", "computed checksums did NOT match");
        if (settings.ignore_missing && tally.right == 0)
            cli::say("hashlane: {}: no file was verified\n", shown_list(path));
    }
    return tally.unreadable == 0 && (!settings.strict || tally.no_sums == 0) &&
           (!settings.ignore_missing || tally.right != 0);
}

// Each list by itself: what is wrong with one neither ends the work on the others nor hides what
// does not match; nor does an interrupt.
int check_sums(const SumSettings &settings)
{
    int code = cli::exit_ok;
    for (const std::string &path : settings.files) {
        Tally tally;
        const auto with_wrong = [&](cli::ExitCode own) {
            return cli::graver(code, tally.wrong != 0 ? cli::exit_wrong_digest : own);
        };
        try {
            const bool is_whole = check_all_of(path, settings, tally);
            code = with_wrong(is_whole ? cli::exit_ok : cli::exit_usage);
        } catch (const machine::Interrupted &) {
            cli::say("hashlane: interrupted\n");
            return with_wrong(cli::exit_interrupted);
        }
    }
    return code;
}

int execute(const SumSettings &settings, const std::string & /*line*/)
{
    use_tuning();
    machine::watch_interrupts();
    if (settings.check && settings.with_tag)
        cli::fail("--tag cannot be combined with --check, which reads both forms");
    if (settings.check)
        return check_sums(settings);
    const std::pair<bool, const char *> options[] = {
        {settings.ignore_missing, "--ignore-missing"},
        {settings.said == Said::failures, "--quiet"},
        {settings.said == Said::nothing, "--status"},
        {settings.said == Said::bad_lines_too, "--warn"},
        {settings.strict, "--strict"}};
    for (const auto &[is_given, name] : options)
        if (is_given)
            cli::fail("{} requires --check", name);
    return write_sums(settings);
}

} // namespace

const cli::Declare sum_command = cli::command<SumSettings, declare, execute>;

} // namespace hashlane::commands
