// SPDX-License-Identifier: MIT
#include "parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>

namespace hashlane {
namespace {

using nlohmann::json;

constexpr std::pair<hashlane_chain_stop, std::string_view> stop_names[] = {
    {HASHLANE_CHAIN_DONE, "done"},
    {HASHLANE_CHAIN_WRONG, "wrong"},
    {HASHLANE_CHAIN_CANCELLED, "cancelled"},
    {HASHLANE_CHAIN_DEADLINE, "deadline"},
};

struct Part {
    std::string path;
    std::uint64_t part = 0, parts = 0;
    CheckOutcome outcome;
};

Digest digest_in(const json &object, const char *key)
{
    return parse_digest(object.at(key).get<std::string>()).value();
}

std::uint64_t count_in(const json &object, const char *key)
{
    const json &count = object.at(key);
    if (!count.is_number_unsigned())
        throw std::out_of_range(key);
    return count;
}

hashlane_chain_stop stop_in(const json &object)
{
    const auto name = object.at("stop").get<std::string>();
    for (const auto &[stop, text] : stop_names)
        if (text == name)
            return stop;
    throw std::out_of_range("stop");
}

std::optional<WrongSegment> wrong_in(const json &object)
{
    const json &wrong = object.at("wrong");
    if (wrong.is_null())
        return std::nullopt;
    return WrongSegment{.index = count_in(wrong, "segment"),
                        .first_hash = count_in(wrong, "first_hash"),
                        .expected = digest_in(wrong, "expected"),
                        .computed = digest_in(wrong, "computed")};
}

// No part can say this: it is not of its parts, or right with a wrong segment.
bool contradicts_itself(const Part &part)
{
    const CheckOutcome &outcome = part.outcome;
    return part.part < 1 || part.part > part.parts ||
           (outcome.stop == HASHLANE_CHAIN_DONE && outcome.wrong) ||
           (outcome.stop == HASHLANE_CHAIN_WRONG && !outcome.wrong);
}

Part read_part(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        fail_to("read", path, errno);
    try {
        const json object = json::parse(file);
        Part part{.path = path,
                  .part = count_in(object, "part"),
                  .parts = count_in(object, "parts"),
                  .outcome = {.stop = stop_in(object),
                              .segments = count_in(object, "segments"),
                              .right = count_in(object, "right"),
                              .hashes = count_in(object, "hashes"),
                              .seconds = object.at("seconds"),
                              .threads = static_cast<unsigned>(count_in(object, "threads")),
                              .devices = {},
                              .wrong = wrong_in(object),
                              .fingerprint = digest_in(object, "fingerprint")}};
        if (contradicts_itself(part))
            throw std::invalid_argument("part");
        return part;
    } catch (const std::exception &) {
        expect_end(file, path);
        throw BadProof(fmt::format("{}: is not what 'chain verify --out' writes", path));
    }
}

// Each of 1 … N once.
void check_complete(const std::map<std::uint64_t, Part> &parts)
{
    const std::uint64_t expected = parts.begin()->second.parts;
    for (std::uint64_t part = 1; part <= expected; ++part)
        if (!parts.contains(part))
            throw BadProof(fmt::format("part {} of {} is missing", part, expected));
}

void check_same_proof(const Part &a, const Part &b)
{
    if (a.parts != b.parts)
        throw BadProof(fmt::format("{}: is one of {} parts, but {} one of {}", b.path, b.parts,
                                   a.path, a.parts));
    // A part that found a wrong segment did not read the proof to its end.
    const bool both_read_all =
        a.outcome.stop == HASHLANE_CHAIN_DONE && b.outcome.stop == HASHLANE_CHAIN_DONE;
    if (both_read_all && (a.outcome.fingerprint != b.outcome.fingerprint ||
                          a.outcome.segments != b.outcome.segments))
        throw BadProof(fmt::format("{}: is of another proof than {}", b.path, a.path));
}

// A wrong segment is the lowest for certain if no part was stopped otherwise.
void merge(CheckOutcome &all, const CheckOutcome &part)
{
    all.segments = std::max(all.segments, part.segments);
    all.right += part.right;
    all.hashes += part.hashes;
    all.seconds = std::max(all.seconds, part.seconds);
    all.threads += part.threads;
    if (part.wrong && (!all.wrong || part.wrong->index < all.wrong->index))
        all.wrong = part.wrong;
    const auto weight = [](hashlane_chain_stop stop) {
        return stop == HASHLANE_CHAIN_DONE ? 0 : stop == HASHLANE_CHAIN_WRONG ? 1 : 2;
    };
    if (weight(part.stop) > weight(all.stop))
        all.stop = part.stop;
}

} // namespace

std::string_view stop_name(hashlane_chain_stop stop)
{
    for (const auto &[known, name] : stop_names)
        if (known == stop)
            return name;
    return "running";
}

std::string write_part(const CheckOutcome &outcome, const CheckRequest &request)
{
    json object = {{"part", request.part},
                   {"parts", request.parts},
                   {"segments", outcome.segments},
                   {"right", outcome.right},
                   {"hashes", outcome.hashes},
                   {"seconds", outcome.seconds},
                   {"threads", outcome.threads},
                   {"stop", stop_name(outcome.stop)},
                   {"wrong", nullptr},
                   {"fingerprint", to_hex(outcome.fingerprint)}};
    if (outcome.wrong)
        object["wrong"] = {{"segment", outcome.wrong->index},
                           {"first_hash", outcome.wrong->first_hash},
                           {"expected", to_hex(outcome.wrong->expected)},
                           {"computed", to_hex(outcome.wrong->computed)}};
    return object.dump(2) + "\n";
}

CheckOutcome combine_parts(const std::vector<std::string> &paths)
{
    std::map<std::uint64_t, Part> parts;
    const Part *done = nullptr;
    for (const std::string &path : paths) {
        Part part = read_part(path);
        const auto [at, is_new] = parts.try_emplace(part.part, part);
        if (!is_new)
            throw BadProof(
                fmt::format("{}: is part {} as well as {}", path, part.part, at->second.path));
        check_same_proof(done != nullptr ? *done : parts.begin()->second, at->second);
        if (done == nullptr && at->second.outcome.stop == HASHLANE_CHAIN_DONE)
            done = &at->second;
    }
    check_complete(parts);
    CheckOutcome all;
    for (const auto &[number, part] : parts)
        merge(all, part.outcome);
    if (all.right > all.segments || (all.stop == HASHLANE_CHAIN_DONE && all.right != all.segments))
        throw BadProof(fmt::format("the parts have checked {} segments of {}: one is not as 'chain "
                                   "verify --out' wrote it",
                                   all.right, all.segments));
    all.fingerprint = parts.begin()->second.outcome.fingerprint;
    return all;
}

} // namespace hashlane
