# SPDX-License-Identifier: MIT
#
#   hashlane_room(<folder> [MEASURES])   compiles a folder of src/ as a part of the program
#
# A folder is compiled as one file (HASHLANE_UNITY): most of a compilation is headers, and the
# folder's files share them. MEASURES: at the build's own level, as the kernels are; everything else
# neither hashes nor times a processor, and is built quickly.

function(hashlane_room folder)
    cmake_parse_arguments(PARSE_ARGV 1 room "MEASURES" "" "")
    string(REPLACE "/" "_" name hashlane_room_${folder})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    add_library(${name} OBJECT ${sources})
    target_link_libraries(${name} PUBLIC hashlane fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11
                                         Threads::Threads ${CMAKE_DL_LIBS})
    if(HASHLANE_UNITY AND NOT folder IN_LIST HASHLANE_APART)
        set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    endif()
    if(NOT room_MEASURES)
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
        hashlane_harden(${name})
        target_precompile_headers(${name} REUSE_FROM hashlane_headers)
    else()
        target_precompile_headers(${name} REUSE_FROM hashlane_measuring_headers)
    endif()
    set_property(GLOBAL APPEND PROPERTY hashlane_rooms ${name})
endfunction()

# Headers that are precompiled once for all folders; one of the two has the build's own level.
function(hashlane_precompiled name)
    add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
    target_link_libraries(${name} PUBLIC hashlane fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11
                                         Threads::Threads ${CMAKE_DL_LIBS})
    target_precompile_headers(${name} PRIVATE <fmt/format.h> <algorithm> <functional> <map> <memory>
                                              <optional> <string> <variant> <vector>)
endfunction()
