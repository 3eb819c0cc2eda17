// SPDX-License-Identifier: MIT
//
// Digests as proofs on disk have them, and what is wrong with one that cannot be read.
#ifndef HASHLANE_SRC_PROOF_DIGEST_H
#define HASHLANE_SRC_PROOF_DIGEST_H

#include <array>
#include <cstdint>
#include <istream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hashlane {

using Digest = std::array<std::uint8_t, 32>;

/// A proof that cannot be read: one line, with the file and the place in it.
class BadProof : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws a BadProof, "FILE: cannot be WHAT: …", with the system's reason.
[[noreturn]] void fail_to(const char *what, const std::string &path, int error);

/// Of a stream that gave nothing more: returns where the file has ended, and fails where the system
/// could not read it, with the reason.
void expect_end(const std::istream &stream, const std::string &path);

/// 64 hexadecimal digits; nothing if that is not what it is.
std::optional<Digest> parse_digest(std::string_view hex);
std::string to_hex(const Digest &digest);

/// As big-endian numbers, modulo 2^256.
Digest number_digest(std::uint64_t number);
void add(Digest &digest, const Digest &number);

} // namespace hashlane

#endif
