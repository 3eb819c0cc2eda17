# SPDX-License-Identifier: MIT
set(HASHLANE_TRIPLE aarch64-linux-gnu)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(HASHLANE_EMULATOR qemu-aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
