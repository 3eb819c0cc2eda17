// SPDX-License-Identifier: MIT
//
// The texts of src/gpu/kernels/, which CMake puts into the program (cmake/gpu_sources.cmake).
#ifndef HASHLANE_SRC_GPU_SOURCES_H
#define HASHLANE_SRC_GPU_SOURCES_H

namespace hashlane {

extern const char *const portable_source;
extern const char *const keccak_chain_source;
extern const char *const sha256_chain_source;
extern const char *const sha256_segments_source; ///< to follow sha256_chain_source

} // namespace hashlane

#endif
