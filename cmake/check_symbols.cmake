# SPDX-License-Identifier: MIT
#
# Run after the library is linked:
#   cmake -D NM=… -D ARCHIVE=libhashlane.a -D SYMBOLS="a b …" -D OPERATIONS="a|b|…" -P check_symbols.cmake
# Fails when a kernel file exports anything but the manifest's symbols, or one is missing. A weak
# symbol, an inline function that the compiler chose to emit, is the dangerous kind: compiled
# with, say, AVX-512, it could be the copy that the linker keeps for the whole program.

cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${NM} --defined-only --extern-only --format=posix ${ARCHIVE}
                OUTPUT_VARIABLE output RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${NM} cannot read ${ARCHIVE}.")
endif()
separate_arguments(expected UNIX_COMMAND "${SYMBOLS}")
set(exported "")
set(member "")
string(REPLACE "\n" ";" lines "${output}")
foreach(line IN LISTS lines)
    # GNU's nm names a member "archive[member]:", LLVM's "archive(member):", "archive:member:" or "member:".
    if(line MATCHES "([^][:/()]+)[])]?:$")
        set(member ${CMAKE_MATCH_1})
    elseif(member MATCHES "^(${OPERATIONS})_" AND line MATCHES "^([^ ]+) ([A-Za-z])")
        set(type ${CMAKE_MATCH_2})
        # Mach-O has an underscore before the names of C.
        string(REGEX REPLACE "^_hashlane_" "hashlane_" symbol ${CMAKE_MATCH_1})
        if(NOT symbol IN_LIST expected)
            message(FATAL_ERROR "${member} exports '${symbol}' (${type}), which is no "
                                "kernel of src/lib/core/kernels.def: make it static, or add its line.")
        endif()
        list(APPEND exported ${symbol})
    endif()
endforeach()
foreach(symbol IN LISTS expected)
    if(NOT symbol IN_LIST exported)
        message(FATAL_ERROR "src/lib/core/kernels.def promises '${symbol}', but no kernel file "
                            "defines it: write it or remove the line.")
    endif()
endforeach()
