// SPDX-License-Identifier: MIT
#include "check.h"

#include <algorithm>
#include <chrono>

namespace hashlane {
namespace {

using Clock = std::chrono::steady_clock;

// Enough that the lanes that stay empty at the end of a batch do not count.
constexpr std::size_t batch_segments = 8192;
constexpr std::size_t batches_of_lanes = 4; // of devices

// Of a segment, to what was read before it.
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

Digest compute_end(const ProofSegment &segment)
{
    hashlane_chain_stream stream;
    hashlane_chain_begin(&stream, segment.start.data(), segment.view().salt);
    hashlane_chain_advance(&stream, segment.hashes - (segment.mixin ? 1 : 0));
    if (segment.mixin)
        hashlane_chain_mix(&stream, segment.mixin->data());
    Digest end;
    hashlane_chain_checkpoint(&stream, end.data());
    return end;
}

class Check {
public:
    Check(ProofReader &reader, const CheckRequest &request)
        : reader_(reader), request_(request), verifier_(request.threads, request.devices)
    {
        outcome_.threads = request.threads;
        most_ = std::max(most_, batches_of_lanes * verifier_.most_lanes());
    }

    CheckOutcome run()
    {
        do
            read_batch();
        while (verify_batch() && !at_end_);
        outcome_.seconds = seconds_since_begin();
        return outcome_;
    }

private:
    struct Place {
        std::uint64_t index, first_hash;
    };

    double seconds_since_begin() const
    {
        return std::chrono::duration<double>(Clock::now() - begin_).count();
    }

    void read_batch()
    {
        batch_.clear();
        places_.clear();
        ProofSegment segment;
        while (batch_.size() < most_ && !at_end_) {
            at_end_ = !reader_.next(segment);
            if (at_end_)
                break;
            fold(outcome_.fingerprint, segment);
            if (outcome_.segments % request_.parts == request_.part - 1) {
                batch_.push_back(segment);
                places_.push_back({outcome_.segments, hashes_read_});
            }
            ++outcome_.segments;
            hashes_read_ += segment.hashes;
        }
    }

    // Whether to go on.
    bool verify_batch()
    {
        std::vector<hashlane_chain_segment> views;
        for (const ProofSegment &segment : batch_)
            views.push_back(segment.view());
        hashlane_chain_options options{};
        options.cancel = request_.cancel;
        options.any = request_.any;
        options.deadline_ns = ns_left();
        hashlane_chain_result result;
        const hashlane_status status = verifier_.verify(views, options, result, watch());
        outcome_.devices = verifier_.shares();
        outcome_.stop = result.stop;
        outcome_.right += result.right;
        outcome_.hashes += result.hashes;
        if (result.wrong != HASHLANE_CHAIN_NONE)
            outcome_.wrong = {.index = places_[result.wrong].index,
                              .first_hash = places_[result.wrong].first_hash,
                              .expected = batch_[result.wrong].end,
                              .computed = compute_end(batch_[result.wrong])};
        return status == HASHLANE_OK;
    }

    // Adds what earlier batches did.
    ChainVerifier::Watch watch() const
    {
        if (!request_.progress)
            return {};
        return [this](const hashlane_chain_result &so_far) {
            request_.progress({.right = outcome_.right + so_far.right,
                               .hashes = outcome_.hashes + so_far.hashes,
                               .seconds = seconds_since_begin()});
        };
    }

    // At least 1, which is over at once; 0 for no deadline.
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
    ChainVerifier verifier_;
    const Clock::time_point begin_ = Clock::now();
    CheckOutcome outcome_;
    std::vector<ProofSegment> batch_;
    std::vector<Place> places_;
    std::uint64_t hashes_read_ = 0;
    bool at_end_ = false;
    std::size_t most_ = batch_segments;
};

} // namespace

CheckOutcome check_proof(ProofReader &reader, const CheckRequest &request)
{
    return Check(reader, request).run();
}

} // namespace hashlane
