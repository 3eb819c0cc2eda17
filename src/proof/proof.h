// SPDX-License-Identifier: MIT
//
// Proofs on disk: digests, the headers of raw checkpoints, streams of segments, as files may be
// larger than memory, or pipes; their creation and verification.
#pragma once

#include "../backends/gpu/verify.h"

#include "hashlane/chain.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace hashlane::proof {

// ---- Digests, and the problems of files that cannot be read.

using Digest = std::array<std::uint8_t, 32>;

/// A proof that cannot be read: one line, with the file and the place in it.
class BadProof : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws a BadProof, "cannot WHAT 'FILE': …", with the system's reason.
[[noreturn]] void fail_to(const char *what, const std::string &path, std::error_code error);

/// Parses 64 hexadecimal digits; nothing for any other text.
std::optional<Digest> parse_digest(std::string_view hex);
std::string to_hex(const Digest &digest);

/// Returns the number as a big-endian digest, modulo 2^256.
Digest number_digest(std::uint64_t number);
void add(Digest &digest, const Digest &number);

/// Advances the chain in pieces of a few milliseconds; false if `is_stopped()` ended it before.
bool advance(hashlane_chain_stream &stream, std::uint64_t hashes,
             const std::function<bool()> &is_stopped);

// ---- The text file next to raw checkpoints, which holds the chain's parameters:
// docs/how-to/chains.md.

struct ChainHeader {
    Digest start{};
    std::vector<Digest> mixes; ///< into the start, in this order, before the first hash
    std::uint64_t every = 0;   ///< hashes from one checkpoint to the next
    std::uint64_t count = 0;   ///< checkpoints that there are to be
    std::optional<Digest> salt;
    std::uint64_t salt_adds = 0; ///< to the salt, for each next checkpoint

    bool operator==(const ChainHeader &) const = default;

    /// Returns the starting value of the first segment.
    Digest first_digest() const;
    /// Returns the salt of the segment that leads to checkpoint `index`.
    std::optional<Digest> salt_of(std::uint64_t index) const;
};

/// "FILE.header"
std::string header_path(const std::string &path);

std::string write_header(const ChainHeader &header);

/// No time, for a reader that does not give up.
constexpr auto never = std::chrono::steady_clock::time_point::max();

/// Throws a BadProof, and from `deadline` on, if it waits for a pipe, a machine::TimeIsUp.
ChainHeader read_header(const std::string &path,
                        std::chrono::steady_clock::time_point deadline = never);

// ---- Segments.

struct ProofSegment {
    Digest start{}; ///< with the digest that is mixed into it
    Digest end{};
    std::uint64_t hashes = 0;
    std::optional<Digest> mixin;
    std::optional<Digest> salt;

    /// Returns a view that is valid as long as this object stays at its address.
    hashlane_chain_segment view() const;
};

class ProofReader {
public:
    virtual ~ProofReader() = default;
    /// False at the end. Throws a BadProof with the place, a machine::Interrupted, and a
    /// machine::TimeIsUp. Every segment but the first starts where the one before it ended.
    virtual bool next(ProofSegment &segment) = 0;
};

/// Opens raw checkpoints if there is a file `header` (empty: PATH.header, if that exists), and JSON
/// lines otherwise. "-": standard input. The number of checkpoints must match the header, unless
/// the chain is `unfinished`. Throws as read_header() does.
std::unique_ptr<ProofReader> open_proof(const std::string &path, const std::string &header,
                                        bool unfinished,
                                        std::chrono::steady_clock::time_point deadline = never);

// ---- Creating a chain into a file of raw checkpoints, which at every moment holds a whole
// beginning of it: whatever ends the program, it goes on from there.

struct CreateProgress {
    std::uint64_t checkpoints = 0; ///< in the file
    std::uint64_t count = 0;       ///< that there are to be
    std::uint64_t hashes = 0;      ///< computed by this run
    double seconds = 0;            ///< of this run
};

struct CreateOutcome {
    CreateProgress end;
    std::uint64_t resumed_at = 0; ///< checkpoints already in the file
    std::uint64_t cut_off = 0;    ///< whole checkpoints, from the first one of zeros on
    bool resumed_wrong = false;   ///< they do not follow from each other; nothing was changed
};

/// Appends checkpoints to `path` until there are header.count, or `stop` is set. It makes the file
/// with its header, or, with `resume`, continues it: an incomplete checkpoint at the end, and
/// checkpoints from the first of zeros on, as a power cut leaves them, are removed, the last whole
/// one is computed once more from the one before, and the header's count becomes header.count.
/// Throws a BadProof, also if another process writes to the file.
CreateOutcome create_proof(const std::string &path, const ChainHeader &header, bool resume,
                           const std::function<void(const CreateProgress &)> &report,
                           const std::atomic<bool> &stop);

// ---- The verification of a proof while it is read: some thousand segments at a time.

struct CheckProgress {
    std::uint64_t right = 0; ///< segments
    std::uint64_t hashes = 0;
    double seconds = 0;
};

struct CheckRequest {
    unsigned threads = 1;
    /// Segments index, index + parts, … with index from 1 are this part's.
    std::uint64_t part = 1, parts = 1;
    bool any = false;
    std::uint64_t deadline_ns = 0; ///< 0: none
    const int *cancel = nullptr;
    std::vector<backends::Device *> devices; ///< in addition to the threads
    /// combine_parts() needs it. It takes six hashes for each segment, one after the other.
    bool with_fingerprint = true;
    /// Called a few times per second, on another thread; may be empty.
    std::function<void(const CheckProgress &)> progress;
};

struct WrongSegment {
    std::uint64_t index = 0;        ///< from 0
    std::uint64_t first_hash = 0;   ///< hashes of the chain before it
    Digest expected{};              ///< the claimed digest
    std::optional<Digest> computed; ///< nothing if it was stopped before
};

struct CheckOutcome {
    hashlane_chain_stop stop = HASHLANE_CHAIN_DONE; ///< done: all of this part is right
    std::uint64_t segments = 0; ///< of the whole proof, up to the end of reading
    std::uint64_t right = 0;    ///< of this part's
    std::uint64_t hashes = 0;   ///< that were computed
    double seconds = 0;
    unsigned threads = 0;
    std::vector<backends::DeviceShare> devices;
    std::optional<WrongSegment> wrong;
    /// The fingerprint of everything that was read, if it was requested: parts of the same proof
    /// have the same.
    Digest fingerprint{};
};

/// Throws a BadProof, a ThreadError.
CheckOutcome check_proof(ProofReader &reader, const CheckRequest &request);

// ---- Results of the parts of one proof, on disk: each lists the checked segments, and all name
// the proof.

/// Returns "done", "wrong", "cancelled", "deadline".
std::string_view stop_name(hashlane_chain_stop stop);

/// JSON.
std::string write_part(const CheckOutcome &outcome, const CheckRequest &request);

struct CombinedParts {
    CheckOutcome outcome;              ///< of the parts that are there
    std::vector<std::string> problems; ///< of each file that is none of them; or of all together
    std::string missing;               ///< says which part no file has; empty if all are there

    bool is_complete() const { return problems.empty() && missing.empty(); }
};

/// Combines the outcomes of the parts of one proof, that of the first file.
CombinedParts combine_parts(const std::vector<std::string> &paths);

} // namespace hashlane::proof
