// SPDX-License-Identifier: MIT
#include "../machine/system/input_file.h"
#include "../machine/system/text.h"
#include "../results/json.h"
#include "proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <system_error>

namespace hashlane::proof {

void fail_to(const char *what, const std::string &path, std::error_code error)
{
    throw BadProof(fmt::format("cannot {} '{}': {}", what, path, error.message()));
}

std::optional<Digest> parse_digest(std::string_view hex)
{
    Digest digest;
    const std::optional<std::vector<std::uint8_t>> bytes = machine::parse_hex(hex);
    if (!bytes || bytes->size() != digest.size())
        return std::nullopt;
    std::ranges::copy(*bytes, digest.begin());
    return digest;
}

std::string to_hex(const Digest &digest) { return machine::hex_text(digest); }

Digest number_digest(std::uint64_t number)
{
    Digest digest{};
    for (std::size_t i = digest.size(); number != 0; number >>= 8)
        digest[--i] = static_cast<std::uint8_t>(number);
    return digest;
}

void add(Digest &digest, const Digest &number)
{
    unsigned carry = 0;
    for (std::size_t i = digest.size(); i-- != 0; carry >>= 8) {
        carry += digest[i] + unsigned{number[i]};
        digest[i] = static_cast<std::uint8_t>(carry);
    }
}

bool advance(hashlane_chain_stream &stream, std::uint64_t hashes,
             const std::function<bool()> &is_stopped)
{
    constexpr std::uint64_t most_at_once = 1 << 16;
    for (std::uint64_t left = hashes; left != 0;) {
        if (is_stopped())
            return false;
        const std::uint64_t piece = std::min(left, most_at_once);
        hashlane_chain_advance(&stream, piece);
        left -= piece;
    }
    return true;
}

// ---- A file or pipe, or standard input.

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_line_bytes = std::size_t{1} << 20;

class Input {
public:
    Input(const std::string &path, Clock::time_point deadline)
    try
        : name_(path == "-" ? "standard input" : path),
          file_(path == "-" ? machine::InputFile::standard_input() : machine::InputFile(path)) {
        file_.give_up_at(deadline);
    } catch (const std::system_error &error) {
        fail_to("open", path, error.code());
    }

    const std::string &name() const { return name_; }

    // Reads on until `into` is full or the input ends, and returns how many bytes were read.
    std::size_t read(std::span<std::uint8_t> into)
    {
        std::size_t done = 0;
        while (done < into.size() && has_more()) {
            const std::size_t bytes = std::min(into.size() - done, left_.size());
            std::copy_n(left_.begin(), bytes, into.begin() + static_cast<std::ptrdiff_t>(done));
            left_ = left_.subspan(bytes);
            done += bytes;
        }
        return done;
    }

    // Returns false at the end of the input. The line has no line break.
    bool next(std::string &line)
    {
        line.clear();
        if (!has_more())
            return false;
        ++lines_;
        for (bool ended = false; !ended && has_more();) {
            const auto end = std::ranges::find(left_, '\n');
            ended = end != left_.end();
            line.append(left_.begin(), end);
            left_ = left_.subspan(static_cast<std::size_t>(end - left_.begin()) + (ended ? 1 : 0));
            if (line.size() > most_line_bytes)
                fail("is longer than 1 MiB");
        }
        return true;
    }

    // Throws a BadProof that names the line read last.
    [[noreturn]] void fail(const std::string &what) const
    {
        throw BadProof(fmt::format("{}:{}: {}", name_, lines_, what));
    }

private:
    // Reads a piece of the input if all of the last one is used.
    bool has_more()
    try {
        if (left_.empty())
            left_ = std::span(buffer_).first(file_.read_some(buffer_));
        return !left_.empty();
    } catch (const machine::Interrupted &) {
        throw;
    } catch (const machine::TimeIsUp &) {
        throw;
    } catch (const std::system_error &error) {
        fail_to("read", name_, error.code());
    }

    std::string name_;
    machine::InputFile file_;
    std::vector<std::uint8_t> buffer_ = std::vector<std::uint8_t>(std::size_t{1} << 16);
    std::span<const std::uint8_t> left_; ///< of the buffer
    std::size_t lines_ = 0;
};

} // namespace

// ---- The header.

namespace {

constexpr std::string_view first_line = "hashlane-chain 1";

Digest digest_in(const std::string &value, const Input &input)
{
    const auto digest = parse_digest(value);
    if (!digest)
        input.fail(fmt::format("'{}' is not 64 hexadecimal digits", machine::printable(value)));
    return *digest;
}

std::uint64_t number_in(const std::string &value, std::uint64_t least, const Input &input)
{
    const std::optional<std::uint64_t> number = machine::parse_number<std::uint64_t>(value);
    if (!number || *number < least || *number > HASHLANE_CHAIN_MAX_HASHES)
        input.fail(fmt::format("'{}' is not a whole number from {} to 2^63 - 1",
                               machine::printable(value), least));
    return *number;
}

void read_line(const std::string &key, const std::string &value, const Input &input,
               ChainHeader &header)
{
    if (key == "start")
        header.start = digest_in(value, input);
    else if (key == "mix")
        header.mixes.push_back(digest_in(value, input));
    else if (key == "salt")
        header.salt = digest_in(value, input);
    else if (key == "every")
        header.every = number_in(value, 1, input);
    else if (key == "count")
        header.count = number_in(value, 0, input);
    else if (key == "salt-adds")
        header.salt_adds = number_in(value, 0, input);
    else
        input.fail(fmt::format("'{}' is not start, mix, every, count, salt or salt-adds",
                               machine::printable(key)));
}

} // namespace

Digest ChainHeader::first_digest() const
{
    Digest digest = start;
    for (const Digest &mix : mixes)
        hashlane_sha256_mix(digest.data(), mix.data());
    return digest;
}

std::optional<Digest> ChainHeader::salt_of(std::uint64_t index) const
{
    std::optional<Digest> counted = salt;
    if (!counted)
        return counted;
    Digest step = number_digest(salt_adds);
    for (; index != 0; index >>= 1) {
        if ((index & 1) != 0)
            add(*counted, step);
        add(step, Digest(step));
    }
    return counted;
}

std::string header_path(const std::string &path) { return path + ".header"; }

std::string write_header(const ChainHeader &header)
{
    std::string text = fmt::format("{}\nstart {}\n", first_line, to_hex(header.start));
    for (const Digest &mix : header.mixes)
        text += fmt::format("mix {}\n", to_hex(mix));
    text += fmt::format("every {}\ncount {}\n", header.every, header.count);
    if (header.salt)
        text += fmt::format("salt {}\nsalt-adds {}\n", to_hex(*header.salt), header.salt_adds);
    return text;
}

ChainHeader read_header(const std::string &path, Clock::time_point deadline)
{
    Input input(path, deadline);
    std::string line;
    if (!input.next(line) || line != first_line)
        throw BadProof(fmt::format("{}:1: is not '{}'", input.name(), first_line));
    ChainHeader header;
    std::set<std::string> seen;
    while (input.next(line)) {
        if (line.empty() || line.front() == '#')
            continue;
        const std::size_t space = line.find(' ');
        const std::string key = line.substr(0, space);
        if (!seen.insert(key).second && key != "mix")
            input.fail(fmt::format("a second line '{} …'", machine::printable(key)));
        read_line(key, space == std::string::npos ? "" : line.substr(space + 1), input, header);
    }
    for (const char *const key : {"start", "every"})
        if (!seen.contains(key))
            throw BadProof(fmt::format("{}: has no line '{} …'", input.name(), key));
    return header;
}

// ---- Segments.

namespace {

// A place in a chain is a number of 64 bits. Adds to it; false if there is no such place.
bool advances(std::uint64_t &place, std::uint64_t hashes)
{
    place += hashes;
    return place >= hashes;
}

constexpr std::string_view too_many_hashes = "the chain has more than 2^64 - 1 hashes";

class RawReader : public ProofReader {
public:
    RawReader(const std::string &path, ChainHeader header, bool unfinished,
              Clock::time_point deadline)
        : input_(path, deadline),
          header_(std::move(header)),
          unfinished_(unfinished),
          last_(header_.first_digest()),
          salt_(header_.salt)
    {
    }

    bool next(ProofSegment &segment) override
    {
        segment = {.start = last_, .end = {}, .hashes = header_.every, .mixin = {}, .salt = salt_};
        const std::size_t read = input_.read(segment.end);
        // While a chain grows, its last checkpoint may be half written.
        const bool may_be_partial = unfinished_ && (header_.count == 0 || index_ < header_.count);
        if (read == 0 || (read != sizeof segment.end && may_be_partial)) {
            // If the last checkpoints of a proof are missing, the rest would verify.
            if (header_.count != 0 && index_ != header_.count && !unfinished_)
                throw BadProof(
                    fmt::format("{}: byte {}: ends after {} checkpoints of the {} in its header; "
                                "--unfinished verifies the existing ones",
                                input_.name(), 32 * index_, index_, header_.count));
            return false;
        }
        if (read != sizeof segment.end)
            throw BadProof(fmt::format("{}: byte {}: the last checkpoint has {} of 32 bytes",
                                       input_.name(), 32 * index_, read));
        if (header_.count != 0 && index_ == header_.count)
            throw BadProof(
                fmt::format("{}: byte {}: goes on after the {} checkpoints of its header",
                            input_.name(), 32 * index_, header_.count));
        if (!advances(hashes_, header_.every))
            throw BadProof(
                fmt::format("{}: byte {}: {}", input_.name(), 32 * index_, too_many_hashes));
        last_ = segment.end;
        if (salt_)
            add(*salt_, number_digest(header_.salt_adds));
        ++index_;
        return true;
    }

private:
    Input input_;
    ChainHeader header_;
    bool unfinished_;
    Digest last_;
    std::optional<Digest> salt_;
    std::uint64_t index_ = 0, hashes_ = 0;
};

class LineReader : public ProofReader {
public:
    LineReader(const std::string &path, Clock::time_point deadline) : input_(path, deadline) {}

    bool next(ProofSegment &segment) override
    {
        std::string line;
        do
            if (!input_.next(line))
                return false;
        while (line.empty());
        const std::optional<results::JsonDocument> document = parsed(line);
        if (!document)
            input_.fail(last_ ? "is not a JSON object with each key once"
                              : "is not a JSON object with each key once; checkpoints need their "
                                "header, FILE.header or --header");
        read_segment(document->fields(), segment);
        return true;
    }

private:
    static std::optional<results::JsonDocument> parsed(const std::string &line)
    try {
        return std::optional<results::JsonDocument>(std::in_place, line, "");
    } catch (const results::BadFile &) {
        return std::nullopt;
    }

    void read_segment(const results::JsonFields &object, ProofSegment &segment)
    {
        for (const std::string &key : object.keys())
            if (key != "n" && key != "start" && key != "mix" && key != "end" && key != "mixin" &&
                key != "salt")
                input_.fail(fmt::format("'{}' is not n, start, mix, end, mixin or salt",
                                        machine::printable(key)));
        segment.hashes = object.find_whole("n").value_or(0);
        if (segment.hashes == 0 || segment.hashes > HASHLANE_CHAIN_MAX_HASHES)
            input_.fail("\"n\" is not a whole number from 1 to 2^63 - 1");
        if (!advances(hashes_, segment.hashes))
            input_.fail(std::string(too_many_hashes));
        segment.start = start(object);
        segment.mixin = digest(object, "mixin");
        segment.salt = digest(object, "salt");
        if (segment.hashes == 1 && segment.mixin && segment.salt)
            input_.fail("\"salt\": no hash takes it, as the only one is the mixin's");
        const auto end = digest(object, "end");
        if (!end)
            input_.fail("has no \"end\"");
        segment.end = *end;
        last_ = end;
    }

    Digest start(const results::JsonFields &object) const
    {
        const auto given = digest(object, "start");
        if (!given && !last_)
            input_.fail("has no \"start\", which the first segment needs");
        if (given && last_ && *given != *last_)
            input_.fail("\"start\" is not the \"end\" before it: the segments do not join");
        Digest start = given ? *given : *last_;
        if (const auto mix = digest(object, "mix"))
            hashlane_sha256_mix(start.data(), mix->data());
        return start;
    }

    std::optional<Digest> digest(const results::JsonFields &object, const char *key) const
    {
        if (!object.has_value(key))
            return std::nullopt;
        const auto read = parse_digest(object.find_text(key).value_or(""));
        if (!read)
            input_.fail(fmt::format("\"{}\" is not 64 hexadecimal digits", key));
        return read;
    }

    Input input_;
    std::optional<Digest> last_;
    std::uint64_t hashes_ = 0;
};

} // namespace

hashlane_chain_segment ProofSegment::view() const
{
    return {.start = start.data(),
            .end = end.data(),
            .hashes = hashes,
            .mixin = mixin ? mixin->data() : nullptr,
            .salt = salt ? salt->data() : nullptr};
}

namespace {

// One with a name that is too long cannot be there.
bool has_header(const std::string &path)
{
    std::error_code error;
    const bool is_there = std::filesystem::exists(header_path(path), error);
    if (error && error != std::errc::filename_too_long)
        fail_to("open", header_path(path), error);
    return is_there;
}

} // namespace

std::unique_ptr<ProofReader> open_proof(const std::string &path, const std::string &header,
                                        bool unfinished, Clock::time_point deadline)
{
    const bool has_usual = path != "-" && has_header(path);
    const std::string given = header.empty() && has_usual ? header_path(path) : header;
    if (given.empty())
        return std::make_unique<LineReader>(path, deadline);
    return std::make_unique<RawReader>(path, read_header(given, deadline), unfinished, deadline);
}

} // namespace hashlane::proof
