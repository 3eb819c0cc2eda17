// SPDX-License-Identifier: MIT
//
// The tests' controls of the fake CUDA libraries that they are linked with, in addition to CUDA's
// functions.
#pragma once

// The last launch: blocks, and threads in each.
struct FakeCudaGrid {
    unsigned blocks, threads;
};

extern "C" {

FakeCudaGrid fake_cuda_last_grid();

// Contexts retained since the program's start.
int fake_cuda_contexts();
// Contexts, allocations, modules, streams and events that were made and not released.
int fake_cuda_live();
// Copies since the program's start while a launch of another stream was under way.
int fake_cuda_copies_beside_launches();
// Programs compiled since the program's start.
int fake_nvrtc_compilations();
}
