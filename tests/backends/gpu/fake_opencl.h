// SPDX-License-Identifier: MIT
//
// The tests' view of the fake OpenCL that they are linked with, in addition to OpenCL's functions.
#pragma once

// Copies since the program's start while a launch of another queue was under way.
extern "C" int fake_opencl_copies_beside_launches();
