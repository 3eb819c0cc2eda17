// SPDX-License-Identifier: MIT
#include "../machine/system/file_lock.h"
#include "../machine/system/files.h"
#include "../machine/system/input_file.h"
#include "proof.h"

#include "hashlane/chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <system_error>
#include <vector>

namespace hashlane::proof {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// A kill loses no more work than this, and the checkpoint that is being computed.
constexpr auto flush_interval = 50ms;
constexpr auto disk_interval = 3s; // the most work that a loss of power may cost

// Checkpoints on their way to the end of a file.
class Appender {
public:
    explicit Appender(const std::string &path) : path_(path)
    {
        std::error_code error;
        file_.reset(machine::open_to_append(path, error));
        if (error)
            fail_to("write", path_, error);
    }
    void append(const Digest &digest)
    {
        require(std::fwrite(digest.data(), sizeof digest, 1, file_.get()) == 1);
    }
    void flush() { require(std::fflush(file_.get()) == 0); }
    void flush_to_disk()
    {
        flush();
        if (const auto error = machine::wait_for_disk(file_.get()))
            fail_to("write", path_, error);
    }
    // A file system on the network may report only here that there was no room.
    void close() { require(std::fclose(file_.release()) == 0); }

private:
    void require(bool is_done) const
    {
        if (!is_done)
            fail_to("write", path_, {errno, std::generic_category()});
    }

    struct Close {
        void operator()(std::FILE *file) const { std::fclose(file); }
    };
    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
};

// Reads the checkpoints from `first` on.
void read_checkpoints(std::ifstream &file, std::uint64_t first, std::span<Digest> into,
                      const std::string &path)
{
    file.seekg(static_cast<std::streamoff>(first * sizeof(Digest)));
    if (!file.read(reinterpret_cast<char *>(into.data()),
                   static_cast<std::streamsize>(into.size_bytes())))
        fail_to("read", path, {file.bad() ? errno : EIO, std::generic_category()});
}

Digest checkpoint_of(std::ifstream &file, std::uint64_t index, const std::string &path)
{
    Digest digest;
    read_checkpoints(file, index, {&digest, 1}, path);
    return digest;
}

const std::uint8_t *salt_data(const std::optional<Digest> &salt)
{
    return salt ? salt->data() : nullptr;
}

// A loss of power may leave a length without its data, or later data without earlier data: zeros,
// which no checkpoint is. It can take all checkpoints since the last wait for the disk.
constexpr std::size_t most_unwritten = std::size_t{1} << 18;

// Returns how many of the file's first `count` checkpoints precede zeros that a loss of power left.
// A file may be zeros for hours.
std::uint64_t before_zeros(std::ifstream &file, std::uint64_t count, const std::string &path,
                           const std::atomic<bool> &stop)
{
    std::vector<Digest> tail(std::min<std::uint64_t>(count, most_unwritten));
    while (count != 0) {
        if (stop)
            throw machine::Interrupted();
        tail.resize(std::min<std::uint64_t>(count, tail.size()));
        const std::uint64_t first = count - tail.size();
        read_checkpoints(file, first, tail, path);
        const auto right = std::ranges::find(tail, Digest{}) - tail.begin();
        count = first + static_cast<std::uint64_t>(right);
        if (right != 0)
            break;
    }
    return count;
}

class Creator {
public:
    Creator(const std::string &path, const ChainHeader &header,
            const std::function<void(const CreateProgress &)> &report,
            const std::atomic<bool> &stop)
        : path_(path), header_(header), report_(report), stop_(stop), last_(header.first_digest())
    {
        outcome_.end.count = header.count;
    }

    // Removes what cannot be continued of the file's content; nothing if it is wrong.
    void resume()
    {
        std::ifstream file(path_, std::ios::binary);
        const std::uint64_t bytes = std::filesystem::file_size(path_);
        const std::uint64_t all = bytes / sizeof(Digest),
                            whole = before_zeros(file, all, path_, stop_);
        outcome_.resumed_at = outcome_.end.checkpoints = whole;
        if (header_.count != 0 && whole > header_.count)
            throw BadProof(fmt::format("--count: '{}' has {} checkpoints already, more than {}",
                                       path_, whole, header_.count));
        outcome_.resumed_wrong = whole != 0 && !is_last_right(file);
        if (outcome_.resumed_wrong)
            return;
        if (bytes != whole * sizeof(Digest))
            std::filesystem::resize_file(path_, whole * sizeof(Digest));
        outcome_.cut_off = all - whole;
    }

    void run()
    {
        Appender file(path_);
        std::optional<Digest> salt = header_.salt_of(outcome_.end.checkpoints);
        auto flushed = Clock::now(), on_disk = flushed;
        while (outcome_.end.checkpoints < header_.count && advance(salt)) {
            file.append(last_);
            ++outcome_.end.checkpoints;
            if (salt)
                add(*salt, number_digest(header_.salt_adds));
            if (const auto now = Clock::now(); now - flushed >= flush_interval) {
                file.flush();
                flushed = now;
                report(now);
            }
            if (flushed - on_disk >= disk_interval) {
                file.flush_to_disk();
                on_disk = flushed;
            }
        }
        file.flush_to_disk();
        file.close();
        report(Clock::now());
    }

    const CreateOutcome &outcome() const { return outcome_; }

private:
    // Computes the last checkpoint again, from the one before.
    bool is_last_right(std::ifstream &file)
    {
        const std::uint64_t last = outcome_.end.checkpoints - 1;
        const Digest claimed = checkpoint_of(file, last, path_);
        if (last != 0)
            last_ = checkpoint_of(file, last - 1, path_);
        if (!advance(header_.salt_of(last)))
            throw machine::Interrupted();
        outcome_.end.hashes = 0; // of new checkpoints alone
        return last_ == claimed;
    }

    // Advances to the next checkpoint; returns false if it was stopped before.
    bool advance(const std::optional<Digest> &salt)
    {
        hashlane_chain_stream stream;
        hashlane_chain_init(&stream, last_.data(), salt_data(salt));
        if (!proof::advance(stream, header_.every, [&] { return stop_.load(); }))
            return false;
        outcome_.end.hashes += hashlane_chain_checkpoint(&stream, last_.data());
        return true;
    }

    void report(Clock::time_point now)
    {
        outcome_.end.seconds = std::chrono::duration<double>(now - begin_).count();
        if (report_)
            report_(outcome_.end);
    }

    const std::string &path_;
    const ChainHeader &header_;
    const std::function<void(const CreateProgress &)> &report_;
    const std::atomic<bool> &stop_;
    const Clock::time_point begin_ = Clock::now();
    Digest last_;
    CreateOutcome outcome_;
};

// Throws a BadProof if a file of another chain is there.
void require_none(const std::string &path)
{
    const bool is_empty = std::filesystem::is_empty(path);
    if (!is_empty || std::filesystem::exists(header_path(path)))
        throw BadProof(fmt::format("'{}' exists; use --resume to continue it",
                                   is_empty ? header_path(path) : path));
}

void write_header_of(const std::string &path, const ChainHeader &header)
{
    if (const auto error = machine::replace_file(header_path(path), write_header(header)))
        fail_to("write", header_path(path), error);
}

} // namespace

CreateOutcome create_proof(const std::string &path, const ChainHeader &header, bool resume,
                           const std::function<void(const CreateProgress &)> &report,
                           const std::atomic<bool> &stop)
try {
    const bool was_there = std::filesystem::exists(path);
    const machine::FileLock lock(path); // which makes the file
    if (!lock.is_held())
        throw BadProof(fmt::format("'{}' {}", path, machine::written_by_another));
    if (!resume)
        try {
            require_none(path);
            write_header_of(path, header);
        } catch (const std::exception &) {
            std::error_code ignored;
            if (!was_there)
                std::filesystem::remove(lock.locked(), ignored);
            throw;
        }
    Creator creator(path, header, report, stop);
    if (resume)
        creator.resume();
    if (creator.outcome().resumed_wrong)
        return creator.outcome();
    if (resume && read_header(header_path(path)) != header)
        write_header_of(path, header);
    creator.run();
    return creator.outcome();
} catch (const machine::Interrupted &) {
    throw;
} catch (const std::system_error &error) {
    fail_to("write", path, error.code());
}

} // namespace hashlane::proof
