# SPDX-License-Identifier: MIT
#
# macOS on ARM64, with Zig's Clang (tools/ziglang), which contains macOS's headers and libraries. Its builds
# have never been run.

set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR arm64)
set(folder ${CMAKE_CURRENT_LIST_DIR}/../../build/ziglang)
set(CMAKE_C_COMPILER ${folder}/cc)
set(CMAKE_CXX_COMPILER ${folder}/c++)
set(CMAKE_CXX_FLAGS_INIT -g0) # Zig's default is symbols for a debugger
set(CMAKE_AR ${folder}/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${folder}/ranlib CACHE FILEPATH "")
set(CMAKE_NM llvm-nm CACHE FILEPATH "") # GNU's reads no Mach-O
set(CMAKE_STRIP llvm-strip CACHE FILEPATH "")
set(CMAKE_INSTALL_NAME_TOOL /bin/true CACHE FILEPATH "What is installed has its name already")
set(CMAKE_OSX_SYSROOT "" CACHE PATH "")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
