// SPDX-License-Identifier: MIT
//
// Values as bytes, from one process of this program to another of the same, or to another hashlane
// program. The reader trusts nothing: it refuses data that a plug-in may have overwritten.
#pragma once

#include "../../machine/system/child_process.h"
#include "../../measure/visit.h"
#include "../../results/run.h"
#include "../../workloads/bound.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hashlane::backends {

/// The bytes are not the expected ones.
class WireError : public machine::ChildFailure {
public:
    WireError() : ChildFailure("its answer cannot be read: it has overwritten memory") {}
};

// The messages between the program and the process that runs a plug-in. That process does the work;
// the program checks its claims.

/// A kernel of a plug-in, as that describes it.
struct PluginKernel {
    std::string name;
    results::Work workload;
    unsigned lanes = 1;
    bool supported = true;                           ///< by this processor
    std::optional<workloads::Operations> operations; ///< the operations that bound it
};

/// Work whose end verifies every step. The seed draws the initial data.
struct Stretch {
    std::optional<results::Message> message; ///< sha3 only
    std::uint64_t seed = 0;
    std::uint64_t iterations = 0;
};

/// The end of a stretch: the lanes one after the other. A workload of the plug-in's own has none,
/// but what its check said.
struct Claim {
    Stretch stretch;
    std::string end;
};
constexpr const char *wrong_by_its_own_check = "wrong";

/// Returns a request whose fields are to be read. Its context has no meter, and nothing stops it:
/// the process that measures is ended.
inline measure::VisitRequest unasked_visit()
{
    static const std::atomic<bool> never = false;
    return {{}, 0, {{}, {}, never, nullptr}, {}};
}

// A request to the file's kernel of that number.

struct DescribeRequest {};
struct ComputeRequest {
    std::size_t kernel = 0;
    std::vector<Stretch> stretches;
};
/// A stretch for each thread, with this seed and those after it.
struct MeasureRequest {
    std::size_t kernel = 0;
    Stretch first; ///< its iterations do not matter
    measure::VisitRequest visit = unasked_visit();
};
struct PluginRequest {
    std::string file; ///< absolute
    std::variant<DescribeRequest, ComputeRequest, MeasureRequest> what;
};

// The answers, in the same order; or why there is none, as where the file is no plug-in.

using Description = std::vector<PluginKernel>;
using Claims = std::vector<Claim>;
struct MeasuredVisit {
    measure::Visit visit;
    Claims claims; ///< one for each thread, in any order
};
struct Refusal {
    std::string reason;
};
using PluginAnswer = std::variant<Refusal, Description, Claims, MeasuredVisit>;

// ---- The messages between this program and another hashlane program that measures its own
// kernels.

/// Raise it with each change of these messages, and of the values in them: a test has their bytes.
/// A request and an answer begin with it, in every version.
constexpr std::uint64_t program_wire_version = 2;

/// The other side has another version.
class OtherVersion : public std::runtime_error {
public:
    explicit OtherVersion(std::uint64_t other)
        : std::runtime_error("another version"), version(other)
    {
    }
    std::uint64_t version;
};

struct OfferedJob {
    std::string benchmark; ///< "sha3", "kt128"
    std::string id, name;  ///< as in measure::Job
    std::string workload;  ///< the name: another program may have one more
    unsigned lanes = 1;
    std::optional<results::Message> message;
};
struct Offer : results::Build {
    std::vector<OfferedJob> jobs;
};

struct OfferRequest {};
struct VisitJobRequest {
    std::string job; ///< its name
    measure::VisitRequest visit = unasked_visit();
};
using ProgramRequest = std::variant<OfferRequest, VisitJobRequest>;
using ProgramAnswer = std::variant<Refusal, Offer, measure::Visit, results::Mismatch>;

// ---- The bytes of the two requests and the two answers.

template <class Message> std::string written(const Message &message);

/// Throws a WireError; or a BadWork (results/row.h) of a plug-in's answer, an OtherVersion between
/// programs.
template <class Message> Message read(std::string_view bytes);

} // namespace hashlane::backends
