// SPDX-License-Identifier: MIT
#include "input_file.h"

#include "terminal.h"
#include "used_files.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <limits>
#include <utility>

#if defined(_WIN32)
#include <windows.h>
#else
#include <array>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace hashlane::machine {

InputFile::InputFile(InputFile &&other) noexcept
    : handle_(std::exchange(other.handle_, -1)),
      is_own_(other.is_own_),
      may_wait_(other.may_wait_),
      end_(other.end_),
      expected_bytes_(other.expected_bytes_)
{
}

void throw_if_interrupted()
{
    if (interrupted())
        throw Interrupted();
}

std::size_t InputFile::read(std::span<std::uint8_t> into)
{
    std::size_t done = 0;
    while (done < into.size()) {
        const std::size_t bytes = read_some(into.subspan(done));
        if (bytes == 0)
            break;
        done += bytes;
        // Asking once more for nothing would take a tenth of the time of a small file.
        if (bytes == std::exchange(expected_bytes_, 0))
            break;
    }
    return done;
}

#if defined(_WIN32)

std::size_t most_open_files() { return std::size_t{1} << 16; }

namespace {

constexpr std::size_t most_at_once = 1 << 30; // ReadFile takes 32 bits

[[noreturn]] void fail()
{
    throw std::system_error(static_cast<int>(GetLastError()), std::system_category());
}

HANDLE handle_of(std::intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

} // namespace

InputFile::InputFile(const std::string &path) : InputFile()
{
    handle_ = reinterpret_cast<std::intptr_t>(
        CreateFileA(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                    OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (handle_of(handle_) == INVALID_HANDLE_VALUE)
        fail();
    note_input(id_of(handle_of(handle_)));
}

InputFile InputFile::standard_input()
{
    InputFile file;
    file.handle_ = reinterpret_cast<std::intptr_t>(GetStdHandle(STD_INPUT_HANDLE));
    file.is_own_ = false;
    note_input(id_of(handle_of(file.handle_)));
    return file;
}

InputFile::~InputFile()
{
    if (is_own_ && handle_of(handle_) != INVALID_HANDLE_VALUE)
        CloseHandle(handle_of(handle_));
}

std::size_t InputFile::read_some(std::span<std::uint8_t> into)
{
    DWORD bytes = 0;
    const auto wanted = static_cast<DWORD>(std::min(into.size(), most_at_once));
    if (ReadFile(handle_of(handle_), into.data(), wanted, &bytes, nullptr))
        return bytes;
    const DWORD error = GetLastError();
    if (error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE)
        return 0;
    fail();
}

std::optional<std::uint64_t> InputFile::size_of_regular() const
{
    LARGE_INTEGER size{};
    if (GetFileType(handle_of(handle_)) != FILE_TYPE_DISK)
        return std::nullopt;
    if (!GetFileSizeEx(handle_of(handle_), &size))
        fail();
    return static_cast<std::uint64_t>(size.QuadPart);
}

// Files are read here: while one is mapped, nobody else could make it shorter.
MappedFile::MappedFile(const InputFile & /*file*/) {}

MappedFile::~MappedFile() = default;

bool MappedFile::has_lost_bytes() const { return false; }

#else

std::size_t most_open_files()
{
    constexpr rlim_t always_open = 32, enough = 10'240; // which is as many as macOS allows
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1;
    rlimit higher = limit;
    higher.rlim_cur = std::min(limit.rlim_max, std::max(limit.rlim_cur, enough));
    if (setrlimit(RLIMIT_NOFILE, &higher) == 0)
        limit = higher;
    return std::max(std::min(limit.rlim_cur, enough), always_open + 1) - always_open;
}

namespace {

using namespace std::chrono_literals;

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

// The signal may arrive on another thread, so that no wait may be longer than a user's.
void wait_until_readable(int file, std::chrono::steady_clock::time_point end)
{
    constexpr std::chrono::nanoseconds longest = 100ms;
    pollfd wanted{file, POLLIN, 0};
    int ready = 0;
    while (ready == 0 || (ready < 0 && errno == EINTR)) {
        throw_if_interrupted();
        const std::chrono::nanoseconds left = end - std::chrono::steady_clock::now();
        if (left <= 0s)
            throw TimeIsUp();
        const auto wait = std::chrono::ceil<std::chrono::milliseconds>(std::min(left, longest));
        ready = poll(&wanted, 1, static_cast<int>(wait.count()));
    }
}

} // namespace

void InputFile::look_at_kind()
{
    struct stat status{};
    const bool is_regular = fstat(descriptor(), &status) == 0 && S_ISREG(status.st_mode);
    if (is_regular)
        note_input(id_of(status));
    may_wait_ = !is_regular;
    expected_bytes_ = is_regular && is_own_ ? static_cast<std::size_t>(status.st_size) : 0;
}

// Without O_NONBLOCK opening a pipe would wait for its writer.
InputFile::InputFile(const std::string &path) : InputFile()
{
    handle_ = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (handle_ < 0)
        fail();
    look_at_kind();
}

InputFile InputFile::standard_input()
{
    InputFile file;
    file.handle_ = STDIN_FILENO;
    file.is_own_ = false;
    file.look_at_kind();
    return file;
}

InputFile::~InputFile()
{
    if (is_own_ && handle_ >= 0)
        close(descriptor());
}

std::size_t InputFile::read_some(std::span<std::uint8_t> into)
{
    for (;;) {
        if (may_wait_)
            wait_until_readable(descriptor(), end_);
        const ssize_t bytes = ::read(descriptor(), into.data(), into.size());
        if (bytes >= 0)
            return static_cast<std::size_t>(bytes);
        if (errno != EINTR && errno != EAGAIN)
            fail();
    }
}

std::optional<std::uint64_t> InputFile::size_of_regular() const
{
    struct stat status{};
    if (fstat(descriptor(), &status) != 0)
        fail();
    if (!S_ISREG(status.st_mode))
        return std::nullopt;
    return static_cast<std::uint64_t>(status.st_size);
}

// ---- Mapped ----

namespace {

// The handler of a signal cannot wait for a lock: it reads here which files are mapped.
struct Mapping {
    std::atomic<bool> is_taken = false;
    std::atomic<std::uintptr_t> begin = 0, end = 0; ///< end is 0 while there is none
    std::atomic<bool> has_lost_bytes = false;
};
std::array<Mapping, 256> mappings;
std::atomic<std::uintptr_t> page_bytes = 0;

// Puts zeros in the place of what cannot be read, from this page to the end: whoever reads on gets
// through, and then finds that bytes are lost.
bool replace_by_zeros(Mapping &mapping, std::uintptr_t address)
{
    const std::uintptr_t end = mapping.end, page = address - address % page_bytes;
    if (address < mapping.begin || address >= end)
        return false;
    mapping.has_lost_bytes = true;
    void *const from = reinterpret_cast<void *>(page); // NOLINT(performance-no-int-to-ptr)
    return mmap(from, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
           MAP_FAILED;
}

extern "C" void on_bytes_that_cannot_be_read(int signal, siginfo_t *info, void * /*context*/)
{
    const int error = errno;
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    bool is_replaced = false;
    for (Mapping &mapping : mappings)
        is_replaced = is_replaced || replace_by_zeros(mapping, address);
    if (!is_replaced)
        std::signal(signal, SIG_DFL); // for the same access, which comes again
    errno = error;
}

bool handle_lost_bytes()
{
    page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action{};
    action.sa_sigaction = on_bytes_that_cannot_be_read;
    action.sa_flags = SA_SIGINFO;
    return sigaction(SIGBUS, &action, nullptr) == 0;
}

} // namespace

MappedFile::MappedFile(const InputFile &file)
{
    static const bool is_handled = handle_lost_bytes();
    const std::uint64_t size = file.size_of_regular().value_or(0);
    if (!is_handled || size == 0 || size > std::numeric_limits<std::size_t>::max() / 2)
        return;
    place_ = 0;
    while (place_ < mappings.size() && mappings[place_].is_taken.exchange(true))
        ++place_;
    if (place_ == mappings.size())
        return;
    Mapping &mapping = mappings[place_];
    void *const start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (start == MAP_FAILED) {
        mapping.is_taken = false;
        return;
    }
    madvise(start, size, MADV_SEQUENTIAL); // a mere hint
    bytes_ = {static_cast<const std::uint8_t *>(start), static_cast<std::size_t>(size)};
    mapping.has_lost_bytes = false;
    mapping.begin = reinterpret_cast<std::uintptr_t>(start);
    mapping.end = mapping.begin + size;
}

MappedFile::~MappedFile()
{
    if (bytes_.empty())
        return;
    mappings[place_].end = 0;
    munmap(const_cast<std::uint8_t *>(bytes_.data()), bytes_.size());
    mappings[place_].is_taken = false;
}

bool MappedFile::has_lost_bytes() const
{
    return !bytes_.empty() && mappings[place_].has_lost_bytes;
}

#endif

} // namespace hashlane::machine
