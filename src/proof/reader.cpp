// SPDX-License-Identifier: MIT
#include "reader.h"

#include "../system/printable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace hashlane {
namespace {

using nlohmann::json;

// A file, or standard input.
class Input {
public:
    explicit Input(const std::string &path)
        : name_(path == "-" ? "standard input" : path), from_stdin_(path == "-")
    {
        if (from_stdin_)
            return;
        file_.open(path, std::ios::binary);
        if (!file_)
            fail_to("read", path, errno);
        if (std::filesystem::is_directory(path))
            fail_to("read", path, EISDIR);
    }
    void expect_end() { hashlane::expect_end(stream(), name_); }
    std::istream &stream() { return from_stdin_ ? std::cin : file_; }
    const std::string &name() const { return name_; }

private:
    std::string name_;
    bool from_stdin_;
    std::ifstream file_;
};

class RawReader : public ProofReader {
public:
    RawReader(const std::string &path, ChainHeader header, bool unfinished)
        : input_(path),
          header_(std::move(header)),
          unfinished_(unfinished),
          last_(header_.first_digest()),
          salt_(header_.salt)
    {
    }

    bool next(ProofSegment &segment) override
    {
        segment = {.start = last_, .end = {}, .hashes = header_.every, .mixin = {}, .salt = salt_};
        input_.stream().read(reinterpret_cast<char *>(segment.end.data()), sizeof segment.end);
        const std::streamsize read = input_.stream().gcount();
        if (read != sizeof segment.end)
            input_.expect_end();
        if (read == 0) {
            check_count();
            return false;
        }
        if (read != sizeof segment.end)
            throw BadProof(fmt::format("{}: byte {}: the last checkpoint has {} of 32 bytes",
                                       input_.name(), 32 * index_, read));
        last_ = segment.end;
        if (salt_)
            add(*salt_, number_digest(header_.salt_adds));
        ++index_;
        return true;
    }

private:
    // Of a proof whose last checkpoints are missing the rest would be right.
    void check_count() const
    {
        if (header_.count != 0 && index_ != header_.count && !unfinished_)
            throw BadProof(
                fmt::format("{}: byte {}: ends after {} checkpoints, its header says {}; "
                            "--unfinished verifies those that there are",
                            input_.name(), 32 * index_, index_, header_.count));
    }

    Input input_;
    ChainHeader header_;
    bool unfinished_;
    Digest last_;
    std::optional<Digest> salt_;
    std::uint64_t index_ = 0;
};

class LineReader : public ProofReader {
public:
    explicit LineReader(const std::string &path) : input_(path) {}

    bool next(ProofSegment &segment) override
    {
        std::string line;
        do {
            ++number_;
            if (!std::getline(input_.stream(), line)) {
                input_.expect_end();
                return false;
            }
        } while (line.empty());
        try {
            read_segment(json::parse(line), segment);
        } catch (const json::exception &) {
            fail("is not a JSON object");
        }
        return true;
    }

private:
    [[noreturn]] void fail(const std::string &what) const
    {
        throw BadProof(fmt::format("{}:{}: {}", input_.name(), number_, what));
    }

    void read_segment(const json &object, ProofSegment &segment)
    {
        if (!object.is_object())
            fail("is not a JSON object");
        for (const auto &[key, value] : object.items())
            if (key != "n" && key != "start" && key != "mix" && key != "end" && key != "mixin" &&
                key != "salt")
                fail(fmt::format("'{}' is not n, start, mix, end, mixin or salt", printable(key)));
        segment.hashes = hashes(object);
        segment.start = start(object);
        segment.mixin = digest(object, "mixin");
        segment.salt = digest(object, "salt");
        if (segment.hashes == 1 && segment.mixin && segment.salt)
            fail("\"salt\": no hash takes it, as the only one is the mixin's");
        const auto end = digest(object, "end");
        if (!end)
            fail("has no \"end\"");
        segment.end = *end;
        last_ = end;
    }

    std::uint64_t hashes(const json &object) const
    {
        const auto n = object.find("n");
        if (n == object.end() || !n->is_number_unsigned() || *n == 0 ||
            *n > HASHLANE_CHAIN_MOST_HASHES)
            fail("\"n\" is not a whole number from 1 to 2^63 - 1");
        return *n;
    }

    Digest start(const json &object) const
    {
        const auto given = digest(object, "start");
        if (!given && !last_)
            fail("has no \"start\", which the first segment needs");
        if (given && last_ && *given != *last_)
            fail("\"start\" is not the \"end\" before it: the segments do not join");
        Digest start = given ? *given : *last_;
        if (const auto mix = digest(object, "mix"))
            hashlane_sha256_mix(start.data(), mix->data());
        return start;
    }

    std::optional<Digest> digest(const json &object, const char *key) const
    {
        const auto value = object.find(key);
        if (value == object.end() || value->is_null())
            return std::nullopt;
        const auto read =
            value->is_string() ? parse_digest(value->get_ref<const std::string &>()) : std::nullopt;
        if (!read)
            fail(fmt::format("\"{}\" is not 64 hexadecimal digits", key));
        return read;
    }

    Input input_;
    std::size_t number_ = 0;
    std::optional<Digest> last_;
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

std::unique_ptr<ProofReader> open_proof(const std::string &path, const std::string &header,
                                        bool unfinished)
{
    if (!header.empty())
        return std::make_unique<RawReader>(path, read_header(header), unfinished);
    if (path != "-" && std::filesystem::exists(header_path(path)))
        return std::make_unique<RawReader>(path, read_header(header_path(path)), unfinished);
    return std::make_unique<LineReader>(path);
}

} // namespace hashlane
