# SPDX-License-Identifier: MIT
#
# HASHLANE_GLIBC: a folder of tools/older_glibc, the C library that everything is linked against
# instead of this system's. Compiled is with this system's headers: the machine code is the same.

set(HASHLANE_GLIBC "" CACHE PATH "Link against this older C library (tools/older_glibc)")
if(NOT HASHLANE_GLIBC)
    return()
endif()
# The linker finds libraries there, and the compiler the start of a program.
add_link_options(-B${HASHLANE_GLIBC} -L${HASHLANE_GLIBC})
# Since 2.34 these are parts of libc.so.6, where this system's are looked for.
set(CMAKE_C_STANDARD_LIBRARIES "-lpthread -ldl")
set(CMAKE_CXX_STANDARD_LIBRARIES "${CMAKE_C_STANDARD_LIBRARIES}")
