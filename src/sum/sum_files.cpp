// SPDX-License-Identifier: MIT
#include "sum_files.h"

#include "../machine/system/input_file.h"
#include "../machine/system/text.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <system_error>

namespace hashlane::sum {

// ---- Files.

namespace {

constexpr std::size_t batch_files = most_messages;
constexpr std::size_t piece_bytes = std::size_t{256} << 10;
constexpr std::size_t most_step_bytes = std::size_t{64} << 20; // between two looks at `cancel`

const char *const standard_input = "-";

// Files that were read whole, until they are hashed together. One thread has one of these.
class SmallFiles {
public:
    // Larger files are hashed one by one.
    static constexpr std::size_t most_bytes = std::size_t{64} << 10;

    explicit SmallFiles(const Algorithm &algorithm) : algorithm_(algorithm) {}

    bool is_full() const
    {
        return files_.size() == most_messages || data_.size() - used_ < most_bytes;
    }

    // The file's first bytes, as many as there are up to most_bytes. Precondition: not full.
    std::span<const std::uint8_t> read(machine::InputFile &file)
    {
        const std::span<std::uint8_t> place{data_.data() + used_, most_bytes};
        return place.first(file.read(place));
    }

    // Keeps the last data read. `index` identifies the digest for hash_all().
    void keep(std::size_t index, std::size_t bytes)
    {
        constexpr std::size_t line_bytes = 64; // of a cache
        files_.push_back({index, data_.data() + used_, bytes});
        used_ += (bytes + line_bytes - 1) / line_bytes * line_bytes;
    }

    // Calls take(index, digest) for each that was kept, and forgets them.
    template <class Take> void hash_all(const Take &take)
    {
        if (files_.empty())
            return;
        // The longest first: at the end, as few lanes as can be are empty.
        std::ranges::sort(files_, std::ranges::greater(), &Kept::bytes);
        std::array<const std::uint8_t *, most_messages> messages{};
        std::array<std::size_t, most_messages> bytes{};
        for (std::size_t i = 0; i < files_.size(); ++i) {
            messages[i] = files_[i].data;
            bytes[i] = files_[i].bytes;
        }
        std::array<std::uint8_t, most_messages * most_digest_bytes> digests{};
        algorithm_.hash_many(messages.data(), bytes.data(), files_.size(), digests.data());
        for (std::size_t i = 0; i < files_.size(); ++i)
            take(files_[i].index, digests.data() + i * algorithm_.digest_bytes);
        files_.clear();
        used_ = 0;
    }

private:
    struct Kept {
        std::size_t index;
        const std::uint8_t *data;
        std::size_t bytes;
    };

    const Algorithm &algorithm_;
    // Small enough for a core's own cache.
    std::vector<std::uint8_t> data_ = std::vector<std::uint8_t>(std::size_t{512} << 10);
    std::size_t used_ = 0;
    std::vector<Kept> files_;
};

// A large file in a lane.
class LargeFile {
public:
    LargeFile(std::size_t index, const std::string &path, std::unique_ptr<MessageHash> hash)
        : index(index), hash(std::move(hash)), file_(path), mapped_(file_), left_(mapped_.bytes())
    {
    }

    // The bytes that are there to be hashed: not fewer than a block, except at the file's end.
    std::span<const std::uint8_t> left() const { return left_; }
    void skip(std::size_t bytes) { left_ = left_.subspan(bytes); }

    void read_on(std::size_t block_bytes)
    {
        if (!left_.empty() || !mapped_.bytes().empty())
            return;
        read_.resize(piece_bytes / block_bytes * block_bytes);
        left_ = std::span(read_).first(file_.read(read_));
    }

    void require_whole() const
    {
        if (mapped_.has_lost_bytes())
            throw NoDigest(file_.size_of_regular() < mapped_.bytes().size()
                               ? "it became shorter while it was read"
                               : std::make_error_code(std::errc::io_error).message());
    }

    const std::size_t index;
    const std::unique_ptr<MessageHash> hash;

private:
    machine::InputFile file_;
    const machine::MappedFile mapped_;
    std::vector<std::uint8_t> read_; // where it could not be mapped
    std::span<const std::uint8_t> left_;
};

class Run {
public:
    Run(const SumRequest &request, const std::function<void(std::size_t, const FileSum &)> &take)
        : request_(request),
          take_(take),
          sums_(request.paths.size()),
          is_done_(sums_.size()),
          small_(request.pool.workers(), SmallFiles(request.algorithm))
    {
    }

    bool run()
    {
        const std::size_t batches = (sums_.size() + batch_files - 1) / batch_files;
        request_.pool.run(batches, [this](std::size_t batch, std::size_t worker) {
            const std::size_t end = std::min((batch + 1) * batch_files, sums_.size());
            for (std::size_t index = batch * batch_files; index < end; ++index)
                guarded(index, [&] { return begin(index, small_[worker]); });
            hash(small_[worker]);
            hand_over_on(worker);
        });
        sum_large_files();
        hand_over();
        return next_ == sums_.size();
    }

private:
    // A file that cannot be read is a result as well. Returns the function's result; false if there
    // is none.
    template <class Function> bool guarded(std::size_t index, const Function &function)
    {
        if (is_cancelled())
            return false;
        try {
            return function();
        } catch (const machine::Interrupted &) {
            return false; // as if it had not been begun
        } catch (const std::system_error &error) {
            sums_[index].is_missing = error.code() == std::errc::no_such_file_or_directory;
            fail(index, error.code().message());
        } catch (const NoDigest &error) {
            fail(index, error.what());
        } catch (const std::bad_alloc &) { // its buffers are free again
            fail(index, "no memory is left");
        }
        return false;
    }

    void fail(std::size_t index, std::string problem)
    {
        sums_[index].problem = std::move(problem);
        finish(index);
    }

    bool begin(std::size_t index, SmallFiles &small)
    {
        const std::string &path = request_.paths[index];
        machine::InputFile file = path == standard_input ? machine::InputFile::standard_input()
                                                         : machine::InputFile(path);
        sums_[index].is_opened = true;
        if (small.is_full())
            hash(small);
        const auto beginning = small.read(file);
        const bool is_small = beginning.size() < SmallFiles::most_bytes;
        if (is_small && !request_.algorithm.is_tree()) {
            small.keep(index, beginning.size());
            request_.progress.bytes += beginning.size();
        } else if (!is_small && path != standard_input && file.size_of_regular()) {
            const std::scoped_lock lock(mutex_);
            large_.push_back({*file.size_of_regular(), index});
        } else {
            sum_stream(index, file, beginning, is_small);
        }
        return true;
    }

    void hash(SmallFiles &small)
    {
        small.hash_all([this](std::size_t index, const std::uint8_t *digest) {
            std::copy_n(digest, request_.algorithm.digest_bytes, sums_[index].digest.data());
            finish(index);
        });
    }

    void sum_stream(std::size_t index, machine::InputFile &file,
                    std::span<const std::uint8_t> beginning, bool is_all)
    {
        const auto hash = request_.algorithm.start(request_.form);
        append(*hash, beginning, nullptr);
        std::vector<std::uint8_t> piece(is_all ? 0 : piece_bytes);
        for (std::size_t bytes = piece.size(); bytes != 0 && !is_cancelled();) {
            bytes = file.read(piece);
            append(*hash, std::span(piece).first(bytes), nullptr);
            if (bytes != piece.size())
                break;
        }
        finish(index, *hash);
    }

    // Several large files in the lanes of each thread; of a tree, which has work for all lanes and
    // threads in each file, one after the other.
    void sum_large_files()
    {
        const Algorithm &algorithm = request_.algorithm;
        machine::ThreadPool &pool = request_.pool;
        const std::size_t open = machine::most_open_files();
        const std::size_t threads =
            algorithm.is_tree() ? 1 : std::min({pool.workers(), large_.size(), open});
        const std::size_t lanes =
            algorithm.is_tree() || threads == 0
                ? 1
                : std::min({hashlane_lanes(algorithm.work), most_messages, open / threads});
        std::ranges::sort(large_, std::ranges::less(), &Large::index);
        if (large_.size() <= threads * lanes) // all begin at once: for threads with equal work
            std::ranges::stable_sort(large_, std::ranges::greater(), &Large::bytes);
        next_large_ = threads * lanes;
        if (algorithm.is_tree())
            return sum_in_lanes(0, 1, 1, 0);
        pool.run(threads, [&](std::size_t thread, std::size_t worker) {
            sum_in_lanes(thread, threads, lanes, worker);
        });
    }

    // Files that a thread advances together.
    using Lanes = std::vector<std::unique_ptr<LargeFile>>;

    void sum_in_lanes(std::size_t thread, std::size_t threads, std::size_t most, std::size_t worker)
    {
        Lanes lanes;
        lanes.reserve(most);
        for (std::size_t lane = 0; lane < most; ++lane)
            fill_lane(lanes, thread + lane * threads);
        while (!lanes.empty() && !is_cancelled()) {
            if (!request_.algorithm.is_tree())
                append_together(lanes);
            for (std::size_t lane = lanes.size(); lane-- != 0;) {
                if (guarded(lanes[lane]->index, [&] { return goes_on(*lanes[lane]); }))
                    continue;
                std::swap(lanes[lane], lanes.back());
                lanes.pop_back();
                fill_lane(lanes, next_large_++);
            }
            hand_over_on(worker);
        }
    }

    // Begins this one of the large files or, if it is over at once, the next that no thread has.
    void fill_lane(Lanes &lanes, std::size_t i)
    {
        for (; i < large_.size() && !is_cancelled(); i = next_large_++) {
            const std::size_t index = large_[i].index;
            std::unique_ptr<LargeFile> file;
            const bool is_begun = guarded(index, [&] {
                file = std::make_unique<LargeFile>(index, request_.paths[index],
                                                   request_.algorithm.start(request_.form));
                return goes_on(*file);
            });
            if (is_begun)
                return lanes.push_back(std::move(file));
        }
    }

    // Appends as many blocks of each file as are there of all of them.
    void append_together(Lanes &lanes)
    {
        const std::size_t block_bytes = request_.algorithm.block_bytes;
        std::array<MessageHash *, most_messages> hashes{};
        std::array<const std::uint8_t *, most_messages> pieces{};
        std::size_t bytes = most_step_bytes / lanes.size();
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            hashes[lane] = lanes[lane]->hash.get();
            pieces[lane] = lanes[lane]->left().data();
            bytes = std::min(bytes, lanes[lane]->left().size());
        }
        bytes -= bytes % block_bytes;
        request_.algorithm.append_blocks(hashes.data(), pieces.data(), bytes / block_bytes,
                                         lanes.size());
        for (const auto &file : lanes)
            file->skip(bytes);
        request_.progress.bytes += bytes * lanes.size();
    }

    // False if that was the file's end, and its sum is there.
    bool goes_on(LargeFile &file)
    {
        const Algorithm &algorithm = request_.algorithm;
        file.read_on(algorithm.block_bytes);
        const bool is_at_end = file.left().size() < algorithm.block_bytes;
        if (is_at_end || algorithm.is_tree()) {
            const auto piece = file.left().first(std::min(file.left().size(), most_step_bytes));
            append(*file.hash, piece, request_.pool.workers() > 1 ? &request_.pool : nullptr);
            file.skip(piece.size());
        }
        file.require_whole();
        if (is_at_end)
            finish(file.index, *file.hash);
        return !is_at_end;
    }

    void append(MessageHash &hash, std::span<const std::uint8_t> piece, machine::ThreadPool *pool)
    {
        hash.update(piece, pool);
        request_.progress.bytes += piece.size();
    }

    void finish(std::size_t index, MessageHash &hash)
    {
        if (is_cancelled())
            return;
        hash.finish(sums_[index].digest.data());
        finish(index);
    }

    void finish(std::size_t index)
    {
        is_done_[index].store(true, std::memory_order_release);
        ++request_.progress.files;
    }

    bool is_cancelled() const { return request_.cancel || stop_; }

    void hand_over_on(std::size_t worker)
    {
        if (worker != 0)
            return;
        try {
            hand_over();
        } catch (...) {
            stop_ = true; // what the other threads have begun
            throw;
        }
    }

    void hand_over()
    {
        for (; next_ < sums_.size() && is_done_[next_].load(std::memory_order_acquire); ++next_)
            take_(next_, sums_[next_]);
    }

    struct Large {
        std::uint64_t bytes;
        std::size_t index;
    };

    const SumRequest &request_;
    const std::function<void(std::size_t, const FileSum &)> &take_;
    std::vector<FileSum> sums_;
    std::vector<std::atomic<bool>> is_done_;
    std::size_t next_ = 0; ///< to be handed over
    std::vector<SmallFiles> small_;
    std::mutex mutex_;
    std::vector<Large> large_;
    std::atomic<std::size_t> next_large_ = 0; ///< that no thread has begun
    std::atomic<bool> stop_ = false;
};

} // namespace

bool sum_files(const SumRequest &request,
               const std::function<void(std::size_t index, const FileSum &sum)> &take)
{
    return Run(request, take).run();
}

// ---- Lines.

namespace {

constexpr std::string_view to_escape = "\\\n\r";
constexpr std::string_view escapes = "\\nr";

std::optional<std::string> unescaped(std::string_view text)
{
    std::string path;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            path += text[i];
            continue;
        }
        const std::size_t which = ++i < text.size() ? escapes.find(text[i]) : std::string::npos;
        if (which == std::string::npos)
            return std::nullopt;
        path += to_escape[which];
    }
    return path;
}

constexpr std::string_view blanks = " \t";

std::string_view without_blanks(std::string_view text)
{
    return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

struct Parts {
    std::string_view digest, path;
};

// " (a.txt) = 00…", or "(a.txt)= 00…" of openssl.
std::optional<Parts> split_after_tag(std::string_view text)
{
    text.remove_prefix(text.starts_with(' ') ? 1 : 0);
    const std::size_t close = text.rfind(')');
    if (!text.starts_with('(') || close == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = without_blanks(text.substr(close + 1));
    if (!rest.starts_with('='))
        return std::nullopt;
    return Parts{without_blanks(rest.substr(1)), text.substr(1, close - 1)};
}

// "00… a.txt"
std::optional<Parts> split_at_blank(std::string_view text)
{
    const std::size_t end = text.substr(0, 2 * most_digest_bytes + 1).find_first_of(blanks);
    if (end == std::string_view::npos || end + 1 == text.size())
        return std::nullopt;
    return Parts{text.substr(0, end), text.substr(end + 1)};
}

const Algorithm *find_start(std::string_view line, std::string_view Algorithm::*start)
{
    for (const Algorithm &algorithm : algorithms())
        if (!(algorithm.*start).empty() && line.starts_with(algorithm.*start))
            return &algorithm;
    return nullptr;
}

} // namespace

std::string escaped_path(const std::string &path)
{
    if (path.find_first_of(to_escape) == std::string::npos)
        return path;
    std::string text = "\\";
    for (const char c : path) {
        const std::size_t which = to_escape.find(c);
        if (which == std::string::npos)
            text += c;
        else
            (text += '\\') += escapes[which];
    }
    return text;
}

std::string write_sum_line(std::string_view tag, std::span<const std::uint8_t> digest,
                           const std::string &path, const LineForm &form)
{
    std::string line, name = form.ends_zero ? path : escaped_path(path);
    if (name.size() != path.size()) { // the backslash is the line's first character
        line = "\\";
        name.erase(0, 1);
    }
    if (form.with_tag)
        ((line += tag) += " (" + name + ") = ") += machine::hex_text(digest);
    else
        (line += form.prefix) +=
            machine::hex_text(digest) + (form.prefix.empty() ? "  " : " ") + name;
    return line + (form.ends_zero ? '\0' : '\n');
}

std::optional<SumLine> parse_sum_line(std::string_view line, const Algorithm &untagged,
                                      bool ends_zero, Gap &gap)
{
    if (!ends_zero && line.ends_with('\r'))
        line.remove_suffix(1);
    line = without_blanks(line);
    const bool is_escaped = !ends_zero && line.starts_with('\\');
    if (is_escaped)
        line.remove_prefix(1);

    constexpr std::string_view tag_of_openssl_3 = "SHA2-256";
    const bool is_openssl_3 = line.starts_with(tag_of_openssl_3);
    const Algorithm *const tagged =
        is_openssl_3 ? find_algorithm("sha256") : find_start(line, &Algorithm::tag);
    const Algorithm *const prefixed = find_start(line, &Algorithm::prefix);
    const Algorithm &algorithm = tagged != nullptr     ? *tagged
                                 : prefixed != nullptr ? *prefixed
                                                       : untagged;
    auto parts =
        tagged != nullptr
            ? split_after_tag(
                  line.substr(is_openssl_3 ? tag_of_openssl_3.size() : tagged->tag.size()))
            : split_at_blank(line.substr(prefixed != nullptr ? algorithm.prefix.size() : 0));
    const auto digest = parts ? machine::parse_hex(parts->digest) : std::nullopt;
    if (!digest || digest->size() != algorithm.digest_bytes)
        return std::nullopt;

    if (tagged == nullptr && prefixed == nullptr) {
        // A space or an asterisk, for text or binary: it makes no difference.
        const bool has_two =
            parts->path.size() > 1 && (parts->path[0] == ' ' || parts->path[0] == '*');
        if (!has_two && gap == Gap::two)
            return std::nullopt;
        if (gap == Gap::unknown)
            gap = has_two ? Gap::two : Gap::one;
        parts->path.remove_prefix(gap == Gap::two ? 1 : 0);
    }
    auto path = is_escaped ? unescaped(parts->path) : std::optional<std::string>(parts->path);
    // A zero byte in it would end the name of the file that is opened, but not of the one shown.
    if (!path || path->find('\0') != std::string::npos)
        return std::nullopt;
    return SumLine{&algorithm, *digest, std::move(*path)};
}

} // namespace hashlane::sum
