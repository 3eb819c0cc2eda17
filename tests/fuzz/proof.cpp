// SPDX-License-Identifier: MIT
//
// Proofs on disk: raw checkpoints with their header, JSON lines, results of parts.
#include "proof/proof.h"
#include "tree.h"

namespace hashlane::fuzz::proof_target {
namespace {

void read_all(proof::ProofReader &reader)
{
    proof::ProofSegment segment;
    while (reader.next(segment)) {
        require(segment.hashes >= 1 && segment.hashes <= HASHLANE_CHAIN_MAX_HASHES,
                "a number of hashes that is out of range");
        require(!(segment.hashes == 1 && segment.mixin && segment.salt), "a salt for no hash");
        const hashlane_chain_segment view = segment.view();
        require((view.mixin != nullptr) == segment.mixin.has_value(), "a mixin lost");
    }
}

// The header is text up to an empty line; the rest are checkpoints.
void read_raw(Input &input, const Folder &folder)
{
    const bool unfinished = input.truth();
    std::string header;
    for (std::string line = input.line(); !line.empty(); line = input.line())
        header += line + '\n';
    const std::string path = folder.write("proof", input.rest());
    const std::string header_file = folder.write("proof.header", header);
    const proof::ChainHeader read = proof::read_header(header_file);
    folder.write("again", proof::write_header(read));
    proof::ChainHeader again = proof::read_header((folder.path() / "again").string());
    if (!read.salt) // which is not written then
        again.salt_adds = read.salt_adds;
    require(again == read, "another header after it was written");
    read.salt_of(read.count);
    read_all(*proof::open_proof(path, "", unfinished));
}

// Each line is the result of a part.
void combine(Input &input, const Folder &folder)
{
    std::vector<std::string> paths;
    do
        paths.push_back(folder.write("part" + std::to_string(paths.size()), input.line()));
    while (!input.is_empty() && paths.size() < 8);
    const proof::CombinedParts combined = proof::combine_parts(paths);
    for (const std::string &problem : combined.problems)
        require_one_line(problem);
    if (!combined.is_complete())
        return;
    const proof::CheckOutcome &all = combined.outcome;
    require(all.right <= all.segments, "more right than there are");
    require(all.stop != HASHLANE_CHAIN_DONE || (all.right == all.segments && !all.wrong),
            "called verified as a whole with segments that are not");
}

void run(Input &input)
{
    static const Folder folder;
    try {
        switch (input.number(0, 2)) {
        case 0:
            return read_raw(input, folder);
        case 1:
            return combine(input, folder);
        default:
            return read_all(*proof::open_proof(folder.write("lines", input.rest()), "", false));
        }
    } catch (const proof::BadProof &refused) {
        require_one_line(refused.what());
    }
}

const Target target("proof", run, mutate_json);

} // namespace
} // namespace hashlane::fuzz::proof_target
