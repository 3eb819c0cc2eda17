# SPDX-License-Identifier: MIT
set(HASHLANE_TRIPLE arm-linux-gnueabihf)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(HASHLANE_EMULATOR qemu-arm)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
