// SPDX-License-Identifier: MIT
#include "creator.h"

#include "../machine/system/files.h"

#include "hashlane/chain.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

namespace hashlane::proof {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// The most work that a kill may lose, and the longest that an interrupt may wait.
constexpr auto flush_interval = 50ms;
constexpr std::uint64_t hashes_at_once = 1 << 20;

// A network's file system may be interrupted.
std::FILE *open_to_append(const std::string &path)
{
    std::FILE *file = nullptr;
    do
        file = std::fopen(path.c_str(), "ab");
    while (file == nullptr && errno == EINTR);
    return file;
}

// Checkpoints on their way to the end of a file.
class Appender {
public:
    explicit Appender(const std::string &path) : path_(path), file_(open_to_append(path))
    {
        if (file_ == nullptr) // NOLINT(clang-analyzer-unix.Stream): file_ closes it
            fail_to("written", path_, errno);
    }
    void append(const Digest &digest)
    {
        if (std::fwrite(digest.data(), sizeof digest, 1, file_.get()) != 1)
            fail_to("written", path_, errno);
    }
    void flush()
    {
        if (std::fflush(file_.get()) != 0)
            fail_to("written", path_, errno);
    }
    // A file system on the network may report only here that there was no room.
    void close()
    {
        if (std::fclose(file_.release()) != 0)
            fail_to("written", path_, errno);
    }

private:
    struct Close {
        void operator()(std::FILE *file) const { std::fclose(file); }
    };
    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
};

Digest checkpoint_of(std::ifstream &file, std::uint64_t index, const std::string &path)
{
    Digest digest;
    file.seekg(static_cast<std::streamoff>(index * sizeof digest));
    if (!file.read(reinterpret_cast<char *>(digest.data()), sizeof digest)) {
        expect_end(file, path);
        throw BadProof(fmt::format("{}: checkpoint {} cannot be read", path, index));
    }
    return digest;
}

const std::uint8_t *salt_data(const std::optional<Digest> &salt)
{
    return salt ? salt->data() : nullptr;
}

// Returns the number of whole checkpoints in the file; removes the rest.
std::uint64_t whole_checkpoints(const std::string &path)
{
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    if (error)
        return 0; // ended between the header and the first checkpoint
    const std::uintmax_t whole = bytes / sizeof(Digest);
    if (bytes % sizeof(Digest) != 0)
        std::filesystem::resize_file(path, whole * sizeof(Digest), error);
    if (error)
        fail_to("shortened", path, error.value());
    return whole;
}

class Creator {
public:
    Creator(const std::string &path, const ChainHeader &header,
            const std::function<void(const CreateProgress &)> &report,
            const std::atomic<bool> &stop)
        : path_(path), header_(header), report_(report), stop_(stop), last_(header.first_digest())
    {
        progress_.count = header.count;
    }

    // Returns true if the file's content can be continued.
    bool resume()
    {
        const std::uint64_t whole = progress_.checkpoints = whole_checkpoints(path_);
        if (whole == 0)
            return true;
        std::ifstream file(path_, std::ios::binary);
        Digest digest = whole == 1 ? last_ : checkpoint_of(file, whole - 2, path_);
        last_ = checkpoint_of(file, whole - 1, path_);
        const auto salt = header_.salt_of(whole - 1);
        Digest again;
        hashlane_chain_create(digest.data(), salt_data(salt), header_.every, 1, again.data());
        return again == last_;
    }

    void run()
    {
        Appender file(path_);
        std::optional<Digest> salt = header_.salt_of(progress_.checkpoints);
        auto flushed = Clock::now();
        while (progress_.checkpoints < header_.count && advance(salt)) {
            file.append(last_);
            ++progress_.checkpoints;
            if (salt)
                add(*salt, number_digest(header_.salt_adds));
            if (const auto now = Clock::now(); now - flushed >= flush_interval) {
                file.flush();
                flushed = now;
                report(now);
            }
        }
        file.close();
        report(Clock::now());
    }

    const CreateProgress &progress() const { return progress_; }

private:
    // Advances to the next checkpoint; returns false if it was stopped before.
    bool advance(const std::optional<Digest> &salt)
    {
        hashlane_chain_stream stream;
        hashlane_chain_init(&stream, last_.data(), salt_data(salt));
        for (std::uint64_t left = header_.every; left != 0;) {
            if (stop_)
                return false;
            const std::uint64_t hashes = std::min(left, hashes_at_once);
            hashlane_chain_advance(&stream, hashes);
            left -= hashes;
        }
        progress_.hashes += hashlane_chain_checkpoint(&stream, last_.data());
        return true;
    }

    void report(Clock::time_point now)
    {
        progress_.seconds = std::chrono::duration<double>(now - begin_).count();
        if (report_)
            report_(progress_);
    }

    const std::string &path_;
    const ChainHeader &header_;
    const std::function<void(const CreateProgress &)> &report_;
    const std::atomic<bool> &stop_;
    const Clock::time_point begin_ = Clock::now();
    Digest last_;
    CreateProgress progress_;
};

} // namespace

CreateOutcome create_proof(const std::string &path, const ChainHeader &header, bool resume,
                           const std::function<void(const CreateProgress &)> &report,
                           const std::atomic<bool> &stop)
{
    Creator creator(path, header, report, stop);
    CreateOutcome outcome;
    if (!resume) {
        if (std::filesystem::exists(path) || std::filesystem::exists(header_path(path)))
            throw BadProof(fmt::format("{}: is there already; --resume goes on with it", path));
        if (const auto error = machine::replace_file(header_path(path), write_header(header)))
            fail_to("written", header_path(path), error.value());
    } else if (!creator.resume()) {
        outcome.resumed_wrong = true;
        outcome.resumed_at = creator.progress().checkpoints;
        return outcome;
    }
    outcome.resumed_at = creator.progress().checkpoints;
    creator.run();
    outcome.end = creator.progress();
    return outcome;
}

} // namespace hashlane::proof
