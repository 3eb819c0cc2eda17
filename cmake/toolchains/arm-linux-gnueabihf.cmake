# SPDX-License-Identifier: MIT
set(HASHLANE_TRIPLE arm-linux-gnueabihf)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(HASHLANE_EMULATOR qemu-arm)
# GCC reports calls that another GCC, before 7.1, would have made differently.
set(CMAKE_CXX_FLAGS_INIT -Wno-psabi)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
