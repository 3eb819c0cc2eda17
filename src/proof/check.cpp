// SPDX-License-Identifier: MIT
#include "../machine/system/files.h"
#include "../machine/system/input_file.h"
#include "../machine/system/lists.h"
#include "../results/fields.h"
#include "proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>

namespace hashlane::proof {
namespace {

using Clock = std::chrono::steady_clock;

// Enough that the lanes that stay empty at the end of a batch do not count.
constexpr std::size_t batch_segments = 8192;
constexpr std::size_t batches_of_lanes = 4; // of devices

// Adds a segment to the fingerprint of the segments read before it.
void fold(Digest &fingerprint, const ProofSegment &segment)
{
    Digest shape = number_digest(segment.hashes);
    shape[0] = static_cast<std::uint8_t>((segment.mixin ? 1 : 0) + (segment.salt ? 2 : 0));
    hashlane_sha256_mix(fingerprint.data(), shape.data());
    hashlane_sha256_mix(fingerprint.data(), segment.start.data());
    hashlane_sha256_mix(fingerprint.data(), segment.end.data());
    if (segment.mixin)
        hashlane_sha256_mix(fingerprint.data(), segment.mixin->data());
    if (segment.salt)
        hashlane_sha256_mix(fingerprint.data(), segment.salt->data());
}

class Check {
public:
    Check(ProofReader &reader, const CheckRequest &request)
        : reader_(reader), request_(request), verifier_(request.threads, request.devices)
    {
        most_ = std::max(most_, batches_of_lanes * verifier_.most_lanes());
    }

    CheckOutcome run()
    {
        try {
            do
                read_batch();
            while (verify_batch() && !at_end_);
        } catch (const machine::Interrupted &) { // while it waited for segments
            outcome_.stop = HASHLANE_CHAIN_CANCELLED;
        } catch (const machine::TimeIsUp &) {
            outcome_.stop = HASHLANE_CHAIN_DEADLINE;
        }
        outcome_.seconds = seconds_since_begin();
        return outcome_;
    }

private:
    struct Numbered {
        ProofSegment segment;
        std::uint64_t index, first_hash;
    };

    double seconds_since_begin() const
    {
        return std::chrono::duration<double>(Clock::now() - begin_).count();
    }

    void read_batch()
    {
        batch_.clear();
        ProofSegment segment;
        while (batch_.size() < most_ && !at_end_) {
            at_end_ = !reader_.next(segment);
            if (at_end_)
                break;
            if (request_.with_fingerprint)
                fold(outcome_.fingerprint, segment);
            if (outcome_.segments % request_.parts == request_.part - 1)
                batch_.push_back({segment, outcome_.segments, hashes_read_});
            ++outcome_.segments;
            hashes_read_ += segment.hashes;
        }
    }

    // Returns true if the check should go on.
    bool verify_batch()
    {
        const auto views =
            machine::each(batch_, [](const Numbered &one) { return one.segment.view(); });
        hashlane_chain_options options{};
        options.cancel = request_.cancel;
        options.any = request_.any;
        options.deadline_ns = ns_left();
        hashlane_chain_result result;
        const hashlane_status status = verifier_.verify(views, options, result, watch());
        outcome_.devices = verifier_.shares();
        outcome_.threads = verifier_.threads();
        outcome_.stop = result.stop;
        outcome_.right += result.right;
        outcome_.hashes += result.hashes;
        if (result.wrong != HASHLANE_CHAIN_NONE) {
            const Numbered &wrong = batch_[result.wrong];
            outcome_.wrong = {wrong.index, wrong.first_hash, wrong.segment.end,
                              compute_end(wrong.segment)};
        }
        return status == HASHLANE_OK;
    }

    // Returns nothing if it is stopped before the end: that the segment is wrong is known.
    std::optional<Digest> compute_end(const ProofSegment &segment) const
    {
        hashlane_chain_stream stream;
        hashlane_chain_init(&stream, segment.start.data(), segment.view().salt);
        if (!advance(stream, segment.hashes - (segment.mixin ? 1 : 0),
                     [this] { return is_stopped(); }))
            return {};
        if (segment.mixin)
            hashlane_chain_mix(&stream, segment.mixin->data());
        Digest end;
        hashlane_chain_checkpoint(&stream, end.data());
        return end;
    }

    bool is_stopped() const
    {
        const int *const flag = request_.cancel; // which a handler of signals sets
        return ns_left() == 1 ||
               (flag != nullptr && std::atomic_ref<int>(*const_cast<int *>(flag)).load() != 0);
    }

    // Adds the work of earlier batches.
    backends::ChainVerifier::Watch watch() const
    {
        if (!request_.progress)
            return {};
        return [this](const hashlane_chain_result &so_far) {
            request_.progress({.right = outcome_.right + so_far.right,
                               .hashes = outcome_.hashes + so_far.hashes,
                               .seconds = seconds_since_begin()});
        };
    }

    // Returns at least 1, which is over at once; 0 for no deadline.
    std::uint64_t ns_left() const
    {
        if (request_.deadline_ns == 0)
            return 0;
        const auto used = static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin_).count());
        return request_.deadline_ns > used ? request_.deadline_ns - used : 1;
    }

    ProofReader &reader_;
    const CheckRequest &request_;
    backends::ChainVerifier verifier_;
    const Clock::time_point begin_ = Clock::now();
    CheckOutcome outcome_;
    std::vector<Numbered> batch_;
    std::uint64_t hashes_read_ = 0;
    bool at_end_ = false;
    std::size_t most_ = batch_segments;
};

} // namespace

CheckOutcome check_proof(ProofReader &reader, const CheckRequest &request)
{
    return Check(reader, request).run();
}

// ---- Parts.

namespace {

// In the order of hashlane_chain_stop.
constexpr std::string_view stop_names[] = {"done", "wrong", "cancelled", "deadline", "running"};

struct Part {
    std::string path;
    std::uint64_t part = 0, parts = 0;
    CheckOutcome outcome;
};

// Whatever is wrong with it, the file is none of ours.
Digest read_digest(const results::JsonFields &fields, const char *key)
{
    return parse_digest(fields.text(key)).value();
}

hashlane_chain_stop read_stop(const results::JsonFields &fields, const char *key)
{
    const auto *const found = std::ranges::find(stop_names, fields.text(key));
    const auto stop = static_cast<hashlane_chain_stop>(found - stop_names);
    if (stop >= HASHLANE_CHAIN_RUNNING) // a check that did not run, or no name at all
        fields.fail("no stop");
    return stop;
}

results::Json computed_json(const std::optional<Digest> &computed)
{
    return computed ? results::Json(to_hex(*computed)) : results::Json();
}

std::optional<Digest> read_computed(const results::JsonFields &fields, const char *key)
{
    return fields.has_value(key) ? std::optional(read_digest(fields, key)) : std::nullopt;
}

constexpr auto wrong_fields = [](auto &file, auto &wrong) {
    file.custom("computed", wrong.computed, computed_json, read_computed);
    file.custom("expected", wrong.expected, to_hex, read_digest);
    file("first_hash", wrong.first_hash);
    file("segment", wrong.index);
};

constexpr auto part_fields = [](auto &file, auto &part) {
    auto &outcome = part.outcome;
    file.custom("fingerprint", outcome.fingerprint, to_hex, read_digest);
    file("hashes", outcome.hashes);
    file("part", part.part);
    file("parts", part.parts);
    file("right", outcome.right);
    file("seconds", outcome.seconds);
    file("segments", outcome.segments);
    file.custom("stop", outcome.stop, stop_name, read_stop);
    file("threads", outcome.threads);
    file.require(file.has("wrong"), "no 'wrong'");
    file.object("wrong", outcome.wrong, wrong_fields);
};

Part read_part(const std::string &path)
{
    const machine::FileContent file = machine::read_regular_file(path);
    if (!file.problem.empty())
        throw BadProof(fmt::format("cannot {} '{}': {}", file.failed_to, path, file.problem));
    try {
        const results::JsonDocument document(file.text, path);
        Part part;
        part.path = path;
        results::FieldReader::read(document.fields(), part, part_fields);
        // No part is right and has a wrong segment or none at all, or is wrong and has no wrong
        // one.
        const CheckOutcome &outcome = part.outcome;
        if (part.part < 1 || part.part > part.parts ||
            (outcome.stop == HASHLANE_CHAIN_DONE && (outcome.wrong || outcome.segments == 0)) ||
            (outcome.stop == HASHLANE_CHAIN_WRONG && !outcome.wrong))
            throw std::invalid_argument("part");
        return part;
    } catch (const std::exception &) {
        throw BadProof(fmt::format("{}: is not a file of 'chain verify --out'", path));
    }
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
        throw BadProof(fmt::format("{}: belongs to another proof than {}", b.path, a.path));
}

// Returns one line if the number of right segments is not that of a part; empty if it is.
std::string contradiction(const Part &part)
{
    const CheckOutcome &outcome = part.outcome;
    const std::uint64_t its_own =
        outcome.segments < part.part ? 0 : (outcome.segments - part.part) / part.parts + 1;
    const bool can_be =
        outcome.stop == HASHLANE_CHAIN_DONE ? outcome.right == its_own : outcome.right <= its_own;
    if (can_be)
        return "";
    return fmt::format("{}: has {} right segments where part {} of {} has {}: it was changed after "
                       "'chain verify --out' wrote it",
                       part.path, outcome.right, part.part, part.parts, its_own);
}

using PartsByNumber = std::map<std::uint64_t, Part>;

// Throws a BadProof if it is not another part of the same proof.
void add_part(PartsByNumber &parts, Part part)
{
    const auto same = parts.find(part.part);
    if (same != parts.end())
        throw BadProof(
            fmt::format("{}: is part {} as well as {}", part.path, part.part, same->second.path));
    const auto done = std::ranges::find_if(
        parts, [](const auto &one) { return one.second.outcome.stop == HASHLANE_CHAIN_DONE; });
    if (!parts.empty())
        check_same_proof((done != parts.end() ? done : parts.begin())->second, part);
    parts.emplace(part.part, std::move(part));
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
    // In the order of hashlane_chain_stop; of parts that were stopped otherwise, the first decides.
    if (all.stop < HASHLANE_CHAIN_CANCELLED)
        all.stop = std::max(all.stop, part.stop);
}

} // namespace

std::string_view stop_name(hashlane_chain_stop stop) { return stop_names[stop]; }

std::string write_part(const CheckOutcome &outcome, const CheckRequest &request)
{
    const Part part{"", request.part, request.parts, outcome};
    return results::json_text(results::FieldWriter::written(part, part_fields));
}

CombinedParts combine_parts(const std::vector<std::string> &paths)
{
    PartsByNumber parts;
    CombinedParts combined;
    for (const std::string &path : paths)
        try {
            add_part(parts, read_part(path));
        } catch (const BadProof &bad) {
            combined.problems.emplace_back(bad.what());
        }
    if (parts.empty())
        return combined;
    const std::uint64_t expected = parts.begin()->second.parts;
    std::uint64_t first_missing = 1;
    for (const auto &[number, part] : parts) {
        if (const std::string problem = contradiction(part); !problem.empty())
            combined.problems.push_back(problem);
        merge(combined.outcome, part.outcome);
        if (combined.outcome.hashes < part.outcome.hashes)
            combined.problems.push_back(fmt::format(
                "{}: all parts have more than 2^64 - 1 hashes: one of the files was changed after "
                "'chain verify --out' wrote it",
                part.path));
        if (number == first_missing)
            ++first_missing;
    }
    if (first_missing <= expected)
        combined.missing = fmt::format("part {} of {} is missing", first_missing, expected);
    return combined;
}

} // namespace hashlane::proof
