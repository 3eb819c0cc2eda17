// SPDX-License-Identifier: MIT
//
// What the program and the process that runs a plug-in say to each other. That process does the
// work; what it claims is proven in the other one.
#ifndef HASHLANE_SRC_PLUGINS_EXCHANGE_H
#define HASHLANE_SRC_PLUGINS_EXCHANGE_H

#include "../measure/bound.h"
#include "../measure/visit.h"

#include "hashlane/sha3.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hashlane {

/// A kernel of a plug-in, as that describes it.
struct PluginKernel {
    std::string name;
    Workload workload = Workload::sha256_chain;
    unsigned lanes = 1;
    bool supported = true;                ///< by this processor
    std::optional<Operations> operations; ///< what bounds it
};

/// What sha3 is measured on.
struct MessageShape {
    hashlane_sha3_function function = HASHLANE_SHA3_256;
    std::size_t bytes = 0; ///< at least as many as the output has
};

/// Work of which the end proves every step: from data that are drawn by the seed.
struct Stretch {
    std::optional<MessageShape> message; ///< sha3 only
    std::uint64_t seed = 0;
    std::uint64_t iterations = 0;
};

/// Where a stretch ended: the lanes one after the other.
struct Claim {
    Stretch stretch;
    std::string end;
};

// What is asked of the file's kernel of that number.

struct DescribeRequest {};
struct ComputeRequest {
    std::size_t kernel = 0;
    std::vector<Stretch> stretches;
};
/// A stretch for each thread, with this seed and those after it.
struct MeasureRequest {
    std::size_t kernel = 0;
    Stretch first; ///< its iterations do not matter
    VisitRequest visit;
};
struct PluginRequest {
    std::string file; ///< absolute
    std::variant<DescribeRequest, ComputeRequest, MeasureRequest> what;
};

// The answers, in the same order; or why there is none, as where the file is no plug-in.

using Description = std::vector<PluginKernel>;
using Claims = std::vector<Claim>;
struct MeasuredVisit {
    Visit visit;
    Claims claims; ///< one for each thread, in any order
};
struct Refusal {
    std::string reason;
};
using PluginAnswer = std::variant<Refusal, Description, Claims, MeasuredVisit>;

std::string write_request(const PluginRequest &request);
std::string write_answer(const PluginAnswer &answer);

/// The visit's context has no meter, and `stop` is this. Throws a WireError.
PluginRequest read_request(std::string_view bytes, const std::atomic<bool> &stop);
/// Throws a WireError.
PluginAnswer read_answer(std::string_view bytes);

} // namespace hashlane

#endif
