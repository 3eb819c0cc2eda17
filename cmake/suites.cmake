# SPDX-License-Identifier: MIT
#
#   hashlane_suites(<program> <prefix>)
#
# Adds an entry of CTest for each test suite of a GoogleTest program, which lists them after it is linked.
# (One entry per test, as gtest_discover_tests makes them, starts 2,000 processes without any benefit.)

if(NOT CMAKE_SCRIPT_MODE_FILE)
    function(hashlane_suites program prefix)
        set(list ${CMAKE_CURRENT_BINARY_DIR}/${program}_suites.cmake)
        add_custom_command(TARGET ${program} POST_BUILD VERBATIM
            COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${program}> -D "PREFIX=${prefix}"
                    -D "FOLDER=${CMAKE_CURRENT_BINARY_DIR}" -D LIST=${list}
                    -P ${PROJECT_SOURCE_DIR}/cmake/suites.cmake)
        # A program that is not built is a test that fails, not one that is missing.
        if(NOT EXISTS ${list})
            file(WRITE ${list} "add_test(${program} ${program}_is_not_built)\n")
        endif()
        set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${list})
    endfunction()
    return()
endif()

cmake_policy(VERSION 3.25)
execute_process(COMMAND ${PROGRAM} --gtest_list_tests WORKING_DIRECTORY ${FOLDER}
                OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} does not list its tests: ${result}\n${errors}")
endif()
set(entries "")
string(REGEX MATCHALL "(^|\n)[A-Za-z][^ \n]*[.]" suites "${output}")
foreach(suite IN LISTS suites)
    string(STRIP "${suite}" suite)
    string(REGEX REPLACE "[.]$" "" name "${suite}")
    if(name MATCHES "^DISABLED_")
        continue()
    endif()
    string(APPEND entries "add_test([==[${PREFIX}${name}]==] [==[${PROGRAM}]==] "
                          "[==[--gtest_filter=${suite}*]==] --gtest_brief=1)\n"
                          "set_tests_properties([==[${PREFIX}${name}]==] PROPERTIES "
                          "WORKING_DIRECTORY [==[${FOLDER}]==])\n")
endforeach()
if(entries STREQUAL "")
    message(FATAL_ERROR "${PROGRAM} has no tests.")
endif()
file(WRITE ${LIST} "${entries}")
