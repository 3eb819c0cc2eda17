# SPDX-License-Identifier: MIT
set(HASHLANE_TRIPLE riscv64-linux-gnu)
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(HASHLANE_EMULATOR qemu-riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)

# GCC 12 calls a library for atomic bytes, which std::barrier has.
set(CMAKE_CXX_STANDARD_LIBRARIES -latomic)
