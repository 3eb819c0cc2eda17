// SPDX-License-Identifier: MIT
#include "header.h"

#include "../system/printable.h"

#include "hashlane/chain.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <fstream>
#include <set>

namespace hashlane {
namespace {

constexpr std::string_view first_line = "hashlane-chain 1";

class HeaderReader {
public:
    explicit HeaderReader(const std::string &path) : path_(path), file_(path)
    {
        if (!file_)
            fail_to("read", path, errno);
    }

    ChainHeader read()
    {
        std::string line;
        if (!next(line) || line != first_line)
            fail(fmt::format("is not '{}'", first_line));
        while (next(line))
            read_line(line);
        for (const char *const key : {"start", "every"})
            if (!seen_.contains(key))
                throw BadProof(fmt::format("{}: has no line '{} …'", path_, key));
        return header_;
    }

private:
    bool next(std::string &line)
    {
        ++number_;
        if (std::getline(file_, line))
            return true;
        expect_end(file_, path_);
        return false;
    }

    [[noreturn]] void fail(const std::string &what) const
    {
        throw BadProof(fmt::format("{}:{}: {}", path_, number_, what));
    }

    void read_line(const std::string &line)
    {
        if (line.empty() || line.front() == '#')
            return;
        const std::size_t space = line.find(' ');
        const std::string key = line.substr(0, space);
        const std::string value = space == std::string::npos ? "" : line.substr(space + 1);
        if (!seen_.insert(key).second && key != "mix")
            fail(fmt::format("a second line '{} …'", printable(key)));
        if (key == "start")
            header_.start = digest(value);
        else if (key == "mix")
            header_.mixes.push_back(digest(value));
        else if (key == "salt")
            header_.salt = digest(value);
        else if (key == "every")
            header_.every = number(value, 1);
        else if (key == "count")
            header_.count = number(value, 0);
        else if (key == "salt-adds")
            header_.salt_adds = number(value, 0);
        else
            fail(fmt::format("'{}' is not start, mix, every, count, salt or salt-adds",
                             printable(key)));
    }

    Digest digest(const std::string &value) const
    {
        const auto read = parse_digest(value);
        if (!read)
            fail(fmt::format("'{}' is not 64 hexadecimal digits", printable(value)));
        return *read;
    }

    std::uint64_t number(const std::string &value, std::uint64_t least) const
    {
        std::uint64_t number = 0;
        const char *const end = value.data() + value.size();
        const auto [at, error] = std::from_chars(value.data(), end, number);
        if (error != std::errc{} || at != end || number < least ||
            number > HASHLANE_CHAIN_MOST_HASHES)
            fail(fmt::format("'{}' is not a whole number from {} to 2^63 - 1", printable(value),
                             least));
        return number;
    }

    std::string path_;
    std::ifstream file_;
    std::size_t number_ = 0;
    ChainHeader header_;
    std::set<std::string> seen_;
};

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

ChainHeader read_header(const std::string &path) { return HeaderReader(path).read(); }

} // namespace hashlane
