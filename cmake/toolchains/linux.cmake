# SPDX-License-Identifier: MIT
#
# Another processor's Linux, with Debian's cross compiler, its C library in /usr/<triple>, and QEMU's
# user-mode emulation to run the programs. The other files of this folder set HASHLANE_TRIPLE,
# HASHLANE_EMULATOR and CMAKE_SYSTEM_PROCESSOR, and include it.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${HASHLANE_TRIPLE}-gcc)
set(CMAKE_CXX_COMPILER ${HASHLANE_TRIPLE}-g++)
set(CMAKE_FIND_ROOT_PATH /usr/${HASHLANE_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR ${HASHLANE_EMULATOR} -L /usr/${HASHLANE_TRIPLE})
