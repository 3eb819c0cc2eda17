# SPDX-License-Identifier: MIT
#
# For cross builds: fmt, nlohmann-json and CLI11 from their installed headers alone. The installed
# libraries are this processor's, and all of /usr/include would bring its C library along.

include_guard(GLOBAL)

set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(target IN ITEMS fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11)
    string(REGEX MATCH "^(fmt|nlohmann|CLI)" folder ${target})
    if(NOT EXISTS /usr/include/${folder})
        message(FATAL_ERROR "There is no /usr/include/${folder}: install it for ${target}.")
    endif()
    file(CREATE_LINK /usr/include/${folder} ${headers}/${folder} SYMBOLIC)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${headers})
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
