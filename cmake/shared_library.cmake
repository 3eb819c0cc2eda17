# SPDX-License-Identifier: MIT
#
# libhashlane.so, of the archive's objects. It exports the functions of the headers and nothing else;
# packaging/abi/libhashlane.abi lists their names, and a test compares it with the headers (tools/abi).
# On Windows it is libhashlane-0.dll. A module-definition file names what it exports, so that the headers need
# no __declspec: calls go through the import library's stubs, whichever compiler the program has.

enable_language(C) # whose compiler links it
add_library(hashlane_shared SHARED ${objects})
hashlane_library_target(hashlane_shared)
hashlane_harden(hashlane_shared)
target_link_libraries(hashlane_shared PRIVATE Threads::Threads)
set_target_properties(hashlane_shared PROPERTIES
    OUTPUT_NAME hashlane VERSION ${PROJECT_VERSION} SOVERSION 0 LINKER_LANGUAGE C)
if(APPLE)
    return()
endif()

set(abi ${PROJECT_SOURCE_DIR}/packaging/abi/libhashlane.abi)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${abi})
file(STRINGS ${abi} functions REGEX "^function ")
set(names "")
set(exports "")
set(debian_symbols "libhashlane.so.0 libhashlane0 #MINVER#\n HASHLANE_0@HASHLANE_0 ${PROJECT_VERSION}\n")
foreach(function IN LISTS functions)
    string(REGEX MATCH "(hashlane_[a-z0-9_]+)\\(" name "${function}")
    string(APPEND names "        ${CMAKE_MATCH_1};\n")
    string(APPEND exports "    ${CMAKE_MATCH_1}\n")
    string(APPEND debian_symbols " ${CMAKE_MATCH_1}@HASHLANE_0 ${PROJECT_VERSION}\n")
endforeach()
if(WIN32)
    # The number is that of SOVERSION: programs of another interface do not find it.
    set(HASHLANE_EXPORTS ${PROJECT_BINARY_DIR}/hashlane.def)
    set(HASHLANE_EXPORTS ${HASHLANE_EXPORTS} PARENT_SCOPE)
    file(CONFIGURE OUTPUT ${HASHLANE_EXPORTS} @ONLY CONTENT "LIBRARY libhashlane-0.dll\nEXPORTS\n${exports}")
    target_sources(hashlane_shared PRIVATE ${HASHLANE_EXPORTS})
    set_target_properties(hashlane_shared PROPERTIES
        PREFIX lib SUFFIX -0.dll RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    return()
endif()
set(version_script ${PROJECT_BINARY_DIR}/hashlane.map)
file(CONFIGURE OUTPUT ${version_script} @ONLY
     CONTENT "HASHLANE_0 {\n    global:\n${names}    local:\n        *;\n};\n")
set(HASHLANE_DEBIAN_SYMBOLS ${PROJECT_BINARY_DIR}/debian/symbols PARENT_SCOPE)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/debian/symbols CONTENT "${debian_symbols}" @ONLY)
set_property(TARGET hashlane_shared APPEND PROPERTY LINK_DEPENDS ${version_script})
target_link_options(hashlane_shared PRIVATE
    "LINKER:--version-script=${version_script}" LINKER:-Bsymbolic-functions LINKER:-z,defs)
if(CMAKE_NM)
    add_custom_command(TARGET hashlane_shared POST_BUILD VERBATIM
        COMMAND ${CMAKE_COMMAND} -D NM=${CMAKE_NM} -D LIBRARY=$<TARGET_FILE:hashlane_shared>
                -P ${PROJECT_SOURCE_DIR}/cmake/check_runtime.cmake)
endif()
