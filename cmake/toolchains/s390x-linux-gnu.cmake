# SPDX-License-Identifier: MIT
set(HASHLANE_TRIPLE s390x-linux-gnu)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(HASHLANE_EMULATOR qemu-s390x)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
