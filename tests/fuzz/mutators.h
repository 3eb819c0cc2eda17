// SPDX-License-Identifier: MIT
//
// Changes of an input that know its shape. libFuzzer changes bytes; most such inputs are refused at
// their first wrong character. These exchange, repeat, nest and damage whole values.
#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace hashlane::fuzz {

using Random = std::minstd_rand;

/// Changes an input a little, to at most `most` bytes.
using Mutate = void (*)(std::string &input, std::size_t most, Random &random);

/// JSON: a document, or a line each. Words are markup, control characters, numbers out of range.
void mutate_json(std::string &input, std::size_t most, Random &random);

/// Lines of words: arguments, tunings, headers, checksums.
void mutate_lines(std::string &input, std::size_t most, Random &random);

/// Lists as "0-3,8", of CPUs or nodes.
void mutate_list(std::string &input, std::size_t most, Random &random);

/// Messages of 8-byte words, a byte each; larger ones have 8 bytes after a 255.
void mutate_words(std::string &input, std::size_t most, Random &random);

} // namespace hashlane::fuzz
