// SPDX-License-Identifier: MIT
#include "sum_files.h"

#include "../machine/system/input_file.h"
#include "../machine/system/text.h"

#include "hashlane/kangarootwelve.h"
#include "hashlane/sha256.h"
#include "hashlane/sha3.h"
#include "hashlane/turboshake.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <system_error>

namespace hashlane::sum {

// ---- The hash functions.

namespace {

// Returns the destination of each digest.
std::array<std::uint8_t *, most_messages> outputs(std::uint8_t *digests, std::size_t count,
                                                  std::size_t digest_bytes)
{
    std::array<std::uint8_t *, most_messages> to{};
    for (std::size_t i = 0; i < count; ++i)
        to[i] = digests + i * digest_bytes;
    return to;
}

struct Sha256 final : MessageHash {
    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        hashlane_sha256_many(messages, bytes, count, digests);
    }
    Sha256() { hashlane_sha256_init(&context); }
    void update(std::span<const std::uint8_t> piece, machine::ThreadPool * /*pool*/) override
    {
        hashlane_sha256_update(&context, piece.data(), piece.size());
    }
    void finish(std::uint8_t *digest) override { hashlane_sha256_final(&context, digest); }

    hashlane_sha256_context context;
};

// For functions whose output has any length.
template <class State, auto absorb, auto squeeze, std::size_t digest_bytes>
struct Sponge : MessageHash {
    void update(std::span<const std::uint8_t> piece, machine::ThreadPool * /*pool*/) override
    {
        absorb(&hash, piece.data(), piece.size());
    }
    void finish(std::uint8_t *digest) override { squeeze(&hash, digest, digest_bytes); }

    State hash;
};

template <hashlane_sha3_function function, std::size_t digest_bytes>
struct Sha3 final
    : Sponge<hashlane_sha3_context, hashlane_sha3_absorb, hashlane_sha3_squeeze, digest_bytes> {
    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        hashlane_sha3_hash_many(function, messages, bytes, count,
                                outputs(digests, count, digest_bytes).data(), digest_bytes);
    }
    Sha3() { hashlane_sha3_init(&this->hash, function); }
};

template <hashlane_turboshake_function function, std::size_t digest_bytes>
struct TurboShake final : Sponge<hashlane_turboshake_context, hashlane_turboshake_absorb,
                                 hashlane_turboshake_squeeze, digest_bytes> {
    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        hashlane_turboshake_hash_many(function, HASHLANE_TURBOSHAKE_DOMAIN, messages, bytes, count,
                                      outputs(digests, count, digest_bytes).data(), digest_bytes);
    }
    TurboShake() { hashlane_turboshake_init(&this->hash, function, HASHLANE_TURBOSHAKE_DOMAIN); }
};

template <hashlane_kangarootwelve_function function, std::size_t digest_bytes>
struct KangarooTwelve final
    : Sponge<hashlane_kangarootwelve_context, hashlane_kangarootwelve_absorb,
             hashlane_kangarootwelve_squeeze, digest_bytes> {
    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        for (std::size_t i = 0; i < count; ++i)
            hashlane_kangarootwelve_hash(function, messages[i], bytes[i], nullptr, 0,
                                         digests + i * digest_bytes, digest_bytes, nullptr);
    }
    KangarooTwelve() { hashlane_kangarootwelve_init(&this->hash, function); }
    void update(std::span<const std::uint8_t> piece, machine::ThreadPool *pool) override
    {
        hashlane_kangarootwelve_absorb_pool(&this->hash, piece.data(), piece.size(),
                                            pool == nullptr ? nullptr : &pool->pool());
    }
};

template <class Hash>
constexpr Algorithm algorithm(std::string_view name, std::string_view tag, std::size_t digest_bytes,
                              bool is_tree = false)
{
    return {
        name,         tag,
        digest_bytes, is_tree,
        Hash::many,   []() -> std::unique_ptr<MessageHash> { return std::make_unique<Hash>(); }};
}

// The digests of functions whose output has no end are twice as long as their security strength.
constexpr Algorithm all[] = {
    algorithm<Sha256>("sha256", "SHA256", 32),
    algorithm<Sha3<HASHLANE_SHA3_224, 28>>("sha3-224", "SHA3-224", 28),
    algorithm<Sha3<HASHLANE_SHA3_256, 32>>("sha3-256", "SHA3-256", 32),
    algorithm<Sha3<HASHLANE_SHA3_384, 48>>("sha3-384", "SHA3-384", 48),
    algorithm<Sha3<HASHLANE_SHA3_512, 64>>("sha3-512", "SHA3-512", 64),
    algorithm<Sha3<HASHLANE_SHAKE128, 32>>("shake128", "SHAKE128", 32),
    algorithm<Sha3<HASHLANE_SHAKE256, 64>>("shake256", "SHAKE256", 64),
    algorithm<Sha3<HASHLANE_KECCAK_256, 32>>("keccak-256", "KECCAK-256", 32),
    algorithm<TurboShake<HASHLANE_TURBOSHAKE128, 32>>("turboshake128", "TurboSHAKE128", 32),
    algorithm<TurboShake<HASHLANE_TURBOSHAKE256, 64>>("turboshake256", "TurboSHAKE256", 64),
    algorithm<KangarooTwelve<HASHLANE_KT128, 32>>("kt128", "KT128", 32, true),
    algorithm<KangarooTwelve<HASHLANE_KT256, 64>>("kt256", "KT256", 64, true),
};

} // namespace

std::span<const Algorithm> algorithms() { return all; }

const Algorithm &usual_algorithm() { return all[0]; }

const Algorithm *find_algorithm(std::string_view name)
{
    const auto *const found = std::ranges::find_if(all, [name](const Algorithm &algorithm) {
        return algorithm.name == name || algorithm.tag == name;
    });
    return found == std::end(all) ? nullptr : found;
}

// ---- Files.

namespace {

constexpr std::size_t batch_files = most_messages;
constexpr std::size_t piece_bytes = std::size_t{256} << 10;
constexpr std::size_t mapped_piece_bytes = std::size_t{64} << 20; // between two looks at `cancel`

const char *const standard_input = "-";

machine::InputFile open_input(const std::string &path)
{
    return path == standard_input ? machine::InputFile::standard_input() : machine::InputFile(path);
}

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

class Run {
public:
    Run(const SumRequest &request, const std::function<void(std::size_t, const FileSum &)> &take)
        : request_(request), take_(take), sums_(request.paths.size()), is_done_(sums_.size())
    {
        for (std::size_t worker = 0; worker < request.pool.workers(); ++worker)
            small_.emplace_back(request.algorithm);
    }

    bool run()
    {
        const std::size_t batches = (sums_.size() + batch_files - 1) / batch_files;
        request_.pool.run(batches, [this](std::size_t batch, std::size_t worker) {
            sum_batch(batch * batch_files, small_[worker]);
            hand_over_on(worker);
        });
        std::ranges::sort(large_);
        const bool together = request_.algorithm.is_tree && request_.pool.workers() > 1;
        if (together)
            for (const std::size_t index : large_) {
                guarded(index, [&] { sum_large(index, &request_.pool); });
                hand_over();
            }
        else
            request_.pool.run(large_.size(), [this](std::size_t i, std::size_t worker) {
                guarded(large_[i], [&] { sum_large(large_[i], nullptr); });
                hand_over_on(worker);
            });
        hand_over();
        return next_ == sums_.size();
    }

private:
    // A file that cannot be read is a result as well.
    template <class Function> void guarded(std::size_t index, const Function &function)
    {
        if (is_cancelled())
            return;
        try {
            function();
        } catch (const machine::Interrupted &) {
            return; // as if it had not been begun
        } catch (const std::system_error &error) {
            sums_[index].is_missing = error.code() == std::errc::no_such_file_or_directory;
            fail(index, error.code().message(), false);
        } catch (const std::bad_alloc &) { // its buffers are free again
            fail(index, "no memory is left", true);
        }
    }

    void fail(std::size_t index, std::string problem, bool is_opened)
    {
        sums_[index].problem = std::move(problem);
        sums_[index].is_opened = is_opened;
        finish(index);
    }

    void sum_batch(std::size_t first, SmallFiles &small)
    {
        const std::size_t end = std::min(first + batch_files, sums_.size());
        for (std::size_t index = first; index < end; ++index)
            guarded(index, [&] { begin(index, small); });
        hash(small);
    }

    void begin(std::size_t index, SmallFiles &small)
    {
        machine::InputFile file = open_input(request_.paths[index]);
        if (small.is_full())
            hash(small);
        const auto beginning = small.read(file);
        if (beginning.size() < SmallFiles::most_bytes) {
            small.keep(index, beginning.size());
            request_.progress.bytes += beginning.size();
        } else if (request_.paths[index] != standard_input && file.size_of_regular()) {
            const std::scoped_lock lock(mutex_);
            large_.push_back(index);
        } else {
            sum_stream(index, file, beginning);
        }
    }

    void hash(SmallFiles &small)
    {
        small.hash_all([this](std::size_t index, const std::uint8_t *digest) {
            std::copy_n(digest, request_.algorithm.digest_bytes, sums_[index].digest.data());
            finish(index);
        });
    }

    void sum_stream(std::size_t index, machine::InputFile &file,
                    std::span<const std::uint8_t> beginning)
    {
        const auto hash = request_.algorithm.start();
        append(*hash, beginning, nullptr);
        std::vector<std::uint8_t> piece(piece_bytes);
        for (std::size_t bytes = piece.size(); bytes == piece.size() && !is_cancelled();) {
            bytes = file.read(piece);
            append(*hash, std::span(piece).first(bytes), nullptr);
        }
        finish(index, *hash);
    }

    // `pool`: for this file alone, or null.
    void sum_large(std::size_t index, machine::ThreadPool *pool)
    {
        machine::InputFile file(request_.paths[index]);
        const machine::MappedFile mapped(file);
        std::span<const std::uint8_t> left = mapped.bytes();
        if (left.empty())
            return sum_stream(index, file, {});
        const auto hash = request_.algorithm.start();
        while (!left.empty() && !is_cancelled() && !mapped.has_lost_bytes()) {
            const auto piece = left.first(std::min(left.size(), mapped_piece_bytes));
            append(*hash, piece, pool);
            left = left.subspan(piece.size());
        }
        if (mapped.has_lost_bytes())
            return fail(index,
                        file.size_of_regular() < mapped.bytes().size()
                            ? "it became shorter while it was read"
                            : std::make_error_code(std::errc::io_error).message(),
                        true);
        finish(index, *hash);
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

    const SumRequest &request_;
    const std::function<void(std::size_t, const FileSum &)> &take_;
    std::vector<FileSum> sums_;
    std::vector<std::atomic<bool>> is_done_;
    std::size_t next_ = 0; ///< to be handed over
    std::vector<SmallFiles> small_;
    std::mutex mutex_;
    std::vector<std::size_t> large_;
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

std::optional<SumLine> made(std::string_view tag, std::string_view digest, std::string_view path,
                            bool is_escaped)
{
    auto bytes = machine::parse_hex(digest);
    auto name = is_escaped ? unescaped(path) : std::optional<std::string>(path);
    // A zero byte in it would end the name of the file that is opened, but not of the one shown.
    if (!bytes || !name || name->empty() || name->find('\0') != std::string::npos)
        return std::nullopt;
    return SumLine{std::string(tag), std::move(*bytes), std::move(*name)};
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
        line += machine::hex_text(digest) + "  " + name;
    return line + (form.ends_zero ? '\0' : '\n');
}

std::optional<SumLine> parse_sum_line(std::string_view line, bool ends_zero)
{
    if (!ends_zero && line.ends_with('\r'))
        line.remove_suffix(1);
    const bool is_escaped = !ends_zero && line.starts_with('\\');
    if (is_escaped)
        line.remove_prefix(1);

    // A space or an asterisk, for text or binary, stands before the name: it makes no difference.
    const std::size_t space = line.find(' ');
    if (space != std::string_view::npos && space + 2 <= line.size() &&
        (line[space + 1] == ' ' || line[space + 1] == '*'))
        return made("", line.substr(0, space), line.substr(space + 2), is_escaped);

    // A tag that begins with a backslash would be read without it.
    const std::size_t open = line.find(" ("), close = line.rfind(") = ");
    if (line.starts_with('\\') || open == std::string_view::npos ||
        close == std::string_view::npos || open + 2 > close)
        return std::nullopt;
    return made(line.substr(0, open), line.substr(close + 4),
                line.substr(open + 2, close - open - 2), is_escaped);
}

} // namespace hashlane::sum
