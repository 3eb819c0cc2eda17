# SPDX-License-Identifier: MIT
#
# HASHLANE_PLATFORM: linux, macos, windows, or unix for any other. What only one of them has stands
# in a file that ends in its name:
#
#   hashlane_platform_files(<variable> <stem> <ending>…)
#
# sets the variable to <stem>_<ending>.cpp with the first ending that suits the platform: its own
# name, `posix` or `unix` where it is not Windows, or `none`, which suits any.

if(DEFINED HASHLANE_PLATFORM)
    # Stated: `unix` on Linux tries what other systems run.
elseif(WIN32)
    set(HASHLANE_PLATFORM windows)
elseif(APPLE)
    set(HASHLANE_PLATFORM macos)
elseif(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(HASHLANE_PLATFORM linux)
else()
    set(HASHLANE_PLATFORM unix)
endif()

function(hashlane_platform_files variable stem)
    foreach(ending IN LISTS ARGN)
        if(ending STREQUAL HASHLANE_PLATFORM OR ending STREQUAL "none" OR
           (ending MATCHES "^(posix|unix)$" AND NOT WIN32))
            set(${variable} ${${variable}} ${stem}_${ending}.cpp PARENT_SCOPE)
            return()
        endif()
    endforeach()
    message(FATAL_ERROR "No ${stem}_*.cpp for ${HASHLANE_PLATFORM}.")
endfunction()
