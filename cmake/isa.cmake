# SPDX-License-Identifier: MIT
#
# Reads the list of instruction sets, src/lib/core/isas.def, and sets for each tag
#   HASHLANE_ISA_<tag>_BUILT   1 where this architecture has it, else 0
#   HASHLANE_ISA_<tag>_FLAGS   compiler options of its kernel files
# and for each order of the manifest, src/lib/core/kernels.def,
#   HASHLANE_ORDER_<order>_FLAGS
# These files alone are compiled for more than the architecture's baseline.

string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" HASHLANE_ARCHITECTURE)
if(HASHLANE_ARCHITECTURE STREQUAL "amd64")
    set(HASHLANE_ARCHITECTURE "x86_64")
elseif(HASHLANE_ARCHITECTURE STREQUAL "arm64")
    set(HASHLANE_ARCHITECTURE "aarch64")
endif()

# ---- How a file's instructions are scheduled ----

# source_order makes both compilers keep the order of the source. It pays if that order already keeps few
# words alive, or interleaves two batches: docs/internals/keccak.md, docs/internals/sha256.md.
set(HASHLANE_ORDERS compiler_order source_order)
set(HASHLANE_ORDER_compiler_order_FLAGS "")
set(HASHLANE_ORDER_source_order_FLAGS "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(HASHLANE_ORDER_source_order_FLAGS -fno-schedule-insns2)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(HASHLANE_ORDER_source_order_FLAGS -mllvm -enable-misched=false)
endif()

# ---- Options of all kernel files ----

set(kernel_flags -O3 -fno-exceptions)
# No kernel shares anything between threads. Without the sanitizer they are those of a release.
if(HASHLANE_SANITIZE STREQUAL "thread")
    list(APPEND kernel_flags -fno-sanitize=thread)
endif()
# A kernel's path does not depend on a fuzzer's input either; and with UBSan, which the tests have, Clang
# compiles a kernel ten times as long.
if(HASHLANE_SANITIZE MATCHES "fuzzer")
    list(APPEND kernel_flags -O1 -fno-sanitize=undefined,float-cast-overflow,fuzzer-no-link)
endif()
# Windows keeps stacks aligned to 16 bytes, and GCC's own code does not align them further for its
# wider vectors (GCC bug 54412): moves that fault on any other address would do so by chance. Debian's
# MinGW-w64 never makes them; for others the assembler takes the moves that do not fault.
if(MINGW AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND kernel_flags -Wa,-muse-unaligned-vector-move) # binutils 2.38
endif()

set(gcc_flags "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A kernel is one large function on purpose. GCC's limits on growth would leave a round of an unrolled
    # loop as a call, and the state would go through memory. With -g, following all those variables takes
    # longer than compiling.
    list(APPEND gcc_flags --param=large-function-growth=100000
                          --param=large-stack-frame-growth=100000
                          -fno-var-tracking-assignments)
    # GCC 14 copies the loop over blocks for each side of a condition on the rate: twice the code, to save a
    # branch that is always predicted. GCC 12 has no such copies.
    if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
        list(APPEND gcc_flags -fno-unswitch-loops)
    endif()
    # With AddressSanitizer's checks between the statements, alias analysis takes half of the time,
    # optimization beyond -O1 half of the rest, and so do three checks of UBSan whose faults AddressSanitizer
    # finds as well. Where the scope of each vector on the stack is checked too, or a check is a call, as GCC
    # has it from 7,000 of them on, kernels that keep a state in vectors take some hundred times as long.
    if(HASHLANE_SANITIZE MATCHES "address")
        list(APPEND gcc_flags -O1 -fno-tree-pta -fno-sanitize=null,object-size,pointer-overflow
                              -fno-sanitize-address-use-after-scope
                              --param=asan-instrumentation-with-call-threshold=1000000)
    endif()
endif()

# ---- The list ----

set(HASHLANE_ISA_LIST ${PROJECT_SOURCE_DIR}/src/lib/core/isas.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${HASHLANE_ISA_LIST})
set(HASHLANE_ISAS "")
file(STRINGS ${HASHLANE_ISA_LIST} lines REGEX "^HASHLANE_ISA")
foreach(line IN LISTS lines)
    if(NOT line MATCHES "^HASHLANE_ISA\\(([a-z0-9]+), (any|x86_64|aarch64), ([^,]+), \"(.*)\"\\)$")
        message(FATAL_ERROR "src/lib/core/isas.def: cannot read the line\n  ${line}\n"
                            "It should be HASHLANE_ISA(tag, architecture, features, \"flags\").")
    endif()
    set(tag ${CMAKE_MATCH_1})
    set(architecture ${CMAKE_MATCH_2})
    separate_arguments(isa_flags UNIX_COMMAND "${CMAKE_MATCH_4}")
    # Zig's Clang takes features of a processor only by -mcpu.
    if(APPLE AND architecture STREQUAL "aarch64")
        list(TRANSFORM isa_flags REPLACE "^-march=.*[+](crypto|sha3)$" "-mcpu=generic+\\1")
        list(TRANSFORM isa_flags REPLACE "[+]crypto$" "+sha2")
    endif()
    # GCC 12's own AVX-512 header starts from an uninitialised register on purpose and warns of it
    # (GCC bug 105593).
    if("-mavx512f" IN_LIST isa_flags AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        list(APPEND isa_flags -Wno-uninitialized -Wno-maybe-uninitialized)
    endif()
    # On ARM64 GCC schedules before it allocates registers, and then spills.
    if(architecture STREQUAL "aarch64" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        list(APPEND isa_flags -fno-schedule-insns)
        # And it lays the end of a function into a loop that has two ways through it.
        list(APPEND isa_flags -fno-reorder-blocks)
    endif()
    set(HASHLANE_ISA_${tag}_FLAGS ${kernel_flags} ${isa_flags} ${gcc_flags})
    set(HASHLANE_ISA_${tag}_BUILT 0)
    if(architecture STREQUAL "any" OR architecture STREQUAL HASHLANE_ARCHITECTURE)
        set(HASHLANE_ISA_${tag}_BUILT 1)
    endif()
    list(APPEND HASHLANE_ISAS ${tag})
endforeach()
