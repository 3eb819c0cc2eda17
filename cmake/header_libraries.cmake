# SPDX-License-Identifier: MIT
#
# The program's libraries when it is built for another system: all of them work from headers alone,
# so those of this machine do. Its include folder as a whole must not be searched, or its C library's
# headers would hide the other system's: each library gets a link of its own.

set(header_folder ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${header_folder})
foreach(library IN ITEMS CLI fmt nlohmann)
    if(NOT EXISTS /usr/include/${library})
        message(FATAL_ERROR "No /usr/include/${library}: install libcli11-dev, libfmt-dev and "
                            "nlohmann-json3-dev, or what your system calls them.")
    endif()
    file(CREATE_LINK /usr/include/${library} ${header_folder}/${library} SYMBOLIC)
endforeach()

function(header_library target definitions)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${header_folder})
    target_compile_definitions(${target} INTERFACE ${definitions})
endfunction()
header_library(fmt::fmt FMT_HEADER_ONLY=1)
header_library(CLI11::CLI11 "")
header_library(nlohmann_json::nlohmann_json "")
