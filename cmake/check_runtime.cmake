# SPDX-License-Identifier: MIT
#
# Run after the library is linked:
#   cmake -D NM=… -D LIBRARY=libhashlane.a -P check_runtime.cmake
# Fails when it refers to anything of the C++ runtime: a program in C links the library with its own
# compiler alone. Builds with sanitizers refer to theirs, and are not checked.

cmake_minimum_required(VERSION 3.25)

if(LIBRARY MATCHES "\\.a$")
    set(table "")
else()
    set(table --dynamic)
endif()
execute_process(COMMAND ${NM} ${table} --undefined-only --format=posix ${LIBRARY}
                OUTPUT_VARIABLE output RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${NM} cannot read ${LIBRARY}.")
endif()

# The library's own C++ is in a namespace and hidden: "N" for nested, K for const, "8hashlane".
set(own "^_*_ZT?[A-Z]*N?K?8hashlane|^_*_ZG?[A-Z]*N12_GLOBAL__N_1")
# The symbols of exceptions, local statics, new and delete, and the namespace std.
set(runtime "^_*_Z|^_*__cxa_|^_*__gxx_|^_*_Unwind_|^_*__cxx")
set(member ${LIBRARY})
string(REPLACE "\n" ";" lines "${output}")
foreach(line IN LISTS lines)
    if(line MATCHES "([^][:/()]+)[])]?:$")
        set(member ${CMAKE_MATCH_1})
        continue()
    endif()
    string(REGEX MATCH "^[^ ]+" symbol "${line}")
    # In every shared library: the C library's own, for its end.
    if(symbol MATCHES "^__cxa_finalize(@|$)")
        continue()
    endif()
    if(symbol MATCHES "${runtime}" AND NOT symbol MATCHES "${own}")
        message(FATAL_ERROR
            "${member} needs '${symbol}' of the C++ runtime, which a program in C does not link "
            "(docs/library/c.md). Use plain data, src/lib/base/fixed_text.h instead of strings and "
            "vectors, src/lib/base/threads.h instead of local statics and for time, "
            "function_of() of src/lib/core/kernel.h instead of std::get; std::string_view::substr and at() throw.")
    endif()
endforeach()
