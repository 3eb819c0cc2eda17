# SPDX-License-Identifier: MIT
#
# HASHLANE_PLATFORM: linux, macos, windows, or unix for any other. Sources go by the compiler's own
# macros instead (_WIN32, __APPLE__, __linux__).

if(WIN32)
    set(HASHLANE_PLATFORM windows)
elseif(APPLE)
    set(HASHLANE_PLATFORM macos)
elseif(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(HASHLANE_PLATFORM linux)
else()
    set(HASHLANE_PLATFORM unix)
endif()
