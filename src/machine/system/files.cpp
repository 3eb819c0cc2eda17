// SPDX-License-Identifier: MIT
#include "files.h"

#include "lists.h"
#include "terminal.h"
#include "text.h"
#include "used_files.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <new>
#include <random>
#include <sys/stat.h>
#include <vector>

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace hashlane::machine {

// ---- Read whole ----

const char *const too_large = "it is larger than 1 GiB";

namespace {

std::string read_all(OpenFile &file)
{
    std::string text;
    std::vector<char> part(1 << 16);
    for (std::size_t bytes = 1; bytes != 0 && text.size() <= most_file_bytes;) {
        bytes = file.read(part.data(), part.size());
        text.append(part.data(), bytes);
    }
    return text;
}

} // namespace

FileContent read_regular_file(const std::string &path, Owner owner, Purpose purpose)
try {
    if (purpose == Purpose::input)
        note_input(id_of(path));
    OpenFile file(path.c_str(), owner);
    std::error_code ignored; // reading says why
    const bool fits = !file.problem().empty() ||
                      std::filesystem::file_size(path, ignored) <= most_file_bytes || ignored;
    FileContent content;
    if (file.problem().empty())
        content.failed_to = "read";
    if (fits)
        content.text = read_all(file);
    content.problem = file.problem();
    content.is_missing = file.is_missing();
    if (!fits || content.text.size() > most_file_bytes)
        content.problem = too_large;
    if (!content.problem.empty())
        content.text.clear();
    return content;
} catch (const std::bad_alloc &) {
    return {.text = "", .problem = "no memory is left", .failed_to = "read", .is_missing = false};
}

// ---- What differs between systems ----

namespace {

namespace fs = std::filesystem;

class RefusalCategory : public std::error_category {
public:
    const char *name() const noexcept override { return "refused file"; }
    std::error_condition default_error_condition(int /*refusal*/) const noexcept override
    {
        return std::errc::permission_denied;
    }
    std::string message(int refusal) const override
    {
        constexpr const char *reasons[] = {
            "it is not a regular file",
            "a symbolic link to it belongs to another user",
            "it is a link of /dev or /proc; standard output is '-'",
            "it is a symbolic link",
            "its folder does not belong to this user alone",
            "its lock file, which ends in .lock, is not empty: it is another program's"};
        return reasons[refusal - 1];
    }
};

std::error_code last_error() { return {errno, std::generic_category()}; }

#if defined(_WIN32)

// A link is replaced: few users may make one.
std::error_code follow_links(std::string & /*path*/) { return {}; }
std::error_code check_way(const fs::path & /*path*/) { return {}; }

// A user's folders are the user's alone.
std::error_code make_own_folder(const fs::path &path) { return make_folder(path.string()); }

} // namespace

std::error_code wait_for_disk(std::FILE *file)
{
    return _commit(_fileno(file)) == 0 ? std::error_code() : last_error();
}

// Permissions are the folder's here.
std::error_code write_new_file(const std::string &path, std::string_view content,
                               const std::string & /*model*/, Readers /*readers*/)
{
    const int descriptor =
        _open(path.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
              _S_IREAD | _S_IWRITE);
    if (descriptor < 0)
        return last_error();
    std::FILE *const file = _fdopen(descriptor, "wb");
    errno = 0;
    const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size() &&
                         std::fflush(file) == 0 && _commit(descriptor) == 0;
    int error = written ? 0 : errno != 0 ? errno : EIO;
    if (std::fclose(file) != 0 && error == 0)
        error = errno;
    if (error == 0)
        return {};
    std::remove(path.c_str());
    return {error, std::generic_category()};
}

#else

bool make_missing_folder(const std::filesystem::path &path)
{
    if (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST)
        return true;
    return errno == ENOENT && path.has_relative_path() && make_missing_folder(path.parent_path()) &&
           (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST);
}

constexpr int most_links = 40; // as many as Linux follows

// An interruption by a signal, or of a network's file system, is no reason to lose a file.
template <class Call> int unless_interrupted(const Call &call)
{
    int result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

// Without it the name could reach the disk before the content does, and a power cut leave nothing.
std::error_code wait_for_disk(int file)
{
    if (unless_interrupted([&] { return fsync(file); }) == 0)
        return {};
    const int cannot[] = {EINVAL, ENOTSUP, ENOSYS, EPERM}; // a file system, or a sandbox
    return contains(cannot, errno) ? std::error_code() : last_error();
}

// Its owner may choose at any time which file of this user it leads to.
bool is_anothers_link(const struct stat &status)
{
    return S_ISLNK(status.st_mode) && status.st_uid != geteuid() && status.st_uid != 0;
}

// True in a container of Linux for a user without a number in it, such as root outside: its files
// have the number of a user that is none of the container's.
bool is_outside(uid_t user)
{
    std::ifstream map("/proc/self/uid_map"); // first number here, first number outside, how many
    bool is_inside = !map;
    for (std::uint64_t first = 0, outside = 0, count = 0; map >> first >> outside >> count;)
        is_inside = is_inside || (user >= first && user - first < count);
    return !is_inside;
}

// A link such as root's /scratch, as a container sees it: not one that any user could have made.
bool is_link_from_outside(const fs::path &link, const struct stat &status)
{
    struct stat folder{};
    return is_outside(status.st_uid) && stat((link.parent_path() / ".").c_str(), &folder) == 0 &&
           (folder.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Returns an error if one of the links to the folder is another user's, also one to which a link
// leads. `links`: as many may be left.
std::error_code check_way(const fs::path &path, int &links)
{
    fs::path part;
    for (const fs::path &name : path) {
        part /= name;
        struct stat status{};
        if (lstat(part.c_str(), &status) != 0 || !S_ISLNK(status.st_mode))
            continue;
        if (is_anothers_link(status) && !is_link_from_outside(part, status))
            return refused(Refusal::anothers_link);
        if (links-- == 0)
            return std::make_error_code(std::errc::too_many_symbolic_link_levels);
        std::error_code error;
        const fs::path target = fs::read_symlink(part, error);
        if (!error)
            error = check_way(target.is_absolute() ? target : part.parent_path() / target, links);
        if (error)
            return error;
    }
    return {};
}

std::error_code check_way(const fs::path &path)
{
    int links = most_links;
    return check_way(path, links);
}

// Such a link leads to an open file: its writers have its number, and would lose the name.
bool is_link_of_system(const fs::path &link)
{
    std::error_code error;
    const fs::path parent = link.parent_path();
    const std::string folder = fs::canonical(parent.empty() ? "." : parent, error).string() + '/';
    return error || folder.starts_with("/dev/") || folder.starts_with("/proc/");
}

// Replaces a symbolic link by its target, until `path` is none. Returns an error if links form a
// circle, or if one must not be followed.
std::error_code follow_links(std::string &path)
{
    for (int links = 0; links <= most_links; ++links) {
        if (const std::error_code error = check_way(fs::path(path).parent_path()))
            return error;
        struct stat status{};
        if (lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode))
            return {}; // writing will report other problems
        if (is_anothers_link(status))
            return refused(Refusal::anothers_link);
        if (is_link_of_system(path))
            return refused(Refusal::link_of_system);
        std::error_code error;
        const fs::path target = fs::read_symlink(path, error);
        if (error)
            return error;
        path = (fs::path(path).parent_path() / target).string();
    }
    return std::make_error_code(std::errc::too_many_symbolic_link_levels);
}

// One that everybody may write to, such as /tmp, is nobody's own.
std::error_code make_own_folder(const fs::path &path)
{
    if (check_way(path))
        return refused(Refusal::anothers_folder);
    struct stat status{};
    if (!make_missing_folder(path) || stat(path.c_str(), &status) != 0)
        return last_error();
    if (!S_ISDIR(status.st_mode) || status.st_uid != geteuid() || (status.st_mode & S_ISVTX) != 0)
        return refused(Refusal::anothers_folder);
    const mode_t others_write = status.st_mode & (S_IWGRP | S_IWOTH);
    if (others_write != 0 && chmod(path.c_str(), (status.st_mode & 07777U) ^ others_write) != 0)
        return last_error();
    return {};
}

} // namespace

std::error_code wait_for_disk(std::FILE *file) { return wait_for_disk(fileno(file)); }

std::error_code write_new_file(const std::string &path, std::string_view content,
                               const std::string &model, Readers readers)
{
    struct stat old{};
    const bool replaces =
        readers == Readers::as_before && lstat(model.c_str(), &old) == 0 && S_ISREG(old.st_mode);
    const mode_t mode = replaces || readers == Readers::owner ? 0600 : 0666;
    const int file = unless_interrupted([&] {
        return open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    });
    if (file < 0)
        return last_error();
    if (replaces) { // a file system without owners and permissions has none to keep
        [[maybe_unused]] const int owner = fchown(file, old.st_uid, old.st_gid);
        fchmod(file, old.st_mode & 07777U);
    }
    std::error_code error = write_all(file, content);
    if (!error)
        error = wait_for_disk(file);
    if (close(file) != 0 && !error)
        error = last_error();
    if (error)
        std::remove(path.c_str());
    return error;
}

#endif

// ---- Written ----

std::error_code refused(Refusal refusal)
{
    static const RefusalCategory category;
    return {static_cast<int>(refusal), category};
}

namespace {

constexpr std::size_t suffix_digits = 16;
constexpr std::string_view ending = ".tmp";
constexpr int most_tries = 100;

// Writing takes milliseconds.
constexpr auto abandoned_after = std::chrono::minutes(10);

std::uint64_t random_number()
{
    try {
        std::random_device source;
        return std::uint64_t{source()} << 32 | source();
    } catch (const std::exception &) { // no source: nobody else has this one at this time
        const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
        return static_cast<std::uint64_t>(now);
    }
}

// The beginning of the names of temporary files next to the file, by which those of killed
// processes are found: as much of its name as fits, in whole characters.
std::string neighbours_start(const std::string &name)
{
    constexpr std::size_t most_bytes = 255; // of a name, on all systems
    std::size_t kept = most_bytes - 1 - suffix_digits - ending.size();
    const auto continues = [&] { return (static_cast<unsigned char>(name[kept]) & 0xc0U) == 0x80; };
    while (kept != 0 && kept < name.size() && continues())
        --kept;
    return name.substr(0, kept) + '.';
}

bool is_neighbour(const std::string &name, const std::string &of)
{
    const std::string start = neighbours_start(of);
    if (name.size() != start.size() + suffix_digits + ending.size() || !name.starts_with(start) ||
        !name.ends_with(ending))
        return false;
    const std::string suffix = name.substr(start.size(), suffix_digits);
    return suffix.find_first_not_of(hex_digits) == std::string::npos;
}

// Writes a new file next to `path`, and returns its name.
std::error_code write_neighbour(const std::string &path, std::string_view content, Readers readers,
                                std::string &neighbour)
{
    const fs::path file(path);
    const fs::path start = file.parent_path() / neighbours_start(file.filename().string());
    std::error_code error;
    for (int tries = 0; tries < most_tries; ++tries) {
        // A name known beforehand could be made a link to somebody's file.
        neighbour =
            fmt::format("{}{:0{}x}{}", start.string(), random_number(), suffix_digits, ending);
        error = write_new_file(neighbour, content, path, readers);
        if (error != std::errc::file_exists)
            break;
    }
    return error;
}

} // namespace

std::error_code find_target(std::string &path)
{
    if (const std::error_code error = follow_links(path))
        return error;
    std::error_code error; // but for this one, writing says what is wrong
    const fs::file_status status = fs::symlink_status(path, error);
    if (error == std::errc::filename_too_long) // the temporary file's need not be
        return error;
    if (!fs::exists(status) || fs::is_regular_file(status) || fs::is_symlink(status))
        return {};
    return refused(Refusal::not_regular);
}

std::error_code replace_file(const std::string &path, std::string_view content, Readers readers)
{
    std::string target = path, neighbour;
    std::error_code error = find_target(target);
    if (!error)
        error = write_neighbour(target, content, readers, neighbour);
    if (error)
        return error;
    fs::rename(neighbour, target, error);
    if (error)
        std::remove(neighbour.c_str());
    return error;
}

std::error_code replace_cache_file(const std::string &path, std::string_view content,
                                   Readers readers)
{
    if (const std::error_code error = make_own_folder(fs::path(path).parent_path()))
        return error;
    std::error_code ignored;
    if (fs::is_symlink(fs::symlink_status(path, ignored)))
        return refused(Refusal::cache_link);
    remove_abandoned_files(path);
    return replace_file(path, content, readers);
}

std::error_code make_folder(const std::string &path)
{
    std::error_code error = check_way(path);
    if (error)
        return error;
    fs::create_directories(path, error);
    return error;
}

std::FILE *open_to_append(const std::string &path, std::error_code &error)
{
    std::string target = path;
    error = find_target(target);
    if (error)
        return nullptr;
    std::FILE *file = nullptr;
    do
        file = std::fopen(target.c_str(), "ab");
    while (file == nullptr && errno == EINTR); // a network's file system may be interrupted
    if (file == nullptr)
        error = last_error();
    return file;
}

std::error_code try_replacing_file(const std::string &path)
{
    std::string target = path, neighbour;
    std::error_code error = find_target(target);
    if (!error)
        error = write_neighbour(target, "", Readers::owner, neighbour);
    if (!error)
        std::remove(neighbour.c_str());
    return error;
}

void remove_abandoned_files(const std::string &path)
{
    std::string target = path;
    if (find_target(target))
        return;
    const std::string name = fs::path(target).filename().string();
    const fs::path parent = fs::path(target).parent_path();
    const auto newest = fs::file_time_type::clock::now() - abandoned_after;
    std::error_code end;
    for (fs::directory_iterator entry(parent.empty() ? "." : parent, end), none;
         !end && entry != none; entry.increment(end)) {
        std::error_code error;
        if (is_neighbour(entry->path().filename().string(), name) &&
            entry->symlink_status(error).type() == fs::file_type::regular &&
            entry->last_write_time(error) < newest && !error)
            fs::remove(entry->path(), error);
    }
}

} // namespace hashlane::machine
