# SPDX-License-Identifier: MIT
#
# From a kernel file's suffix to its architecture and compiler flags: the only place in the tree
# where an instruction set is switched on. The processor features behind a tag stand in
# src/core/isas.def.
#
#   hashlane_isa(<tag> ARCHITECTURE any|x86_64|aarch64 [FLAGS …] [PRESSURE | SOURCE_ORDER])
#
# PRESSURE asks GCC to schedule before it allocates registers, with an eye on how many are left
# (Clang always does). It pays where a round has more live words than registers.
# SOURCE_ORDER asks both compilers to leave the order of the source alone. It pays where that order
# already keeps few words alive, or interleaves two batches: docs/keccak.md, docs/sha256.md.

set(HASHLANE_ISAS "")

# GCC 12's own AVX-512 header starts from an uninitialised register on purpose and warns of it
# (GCC bug 105593).
set(avx512_flags -mavx512f -mavx512vl)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND avx512_flags -Wno-uninitialized -Wno-maybe-uninitialized)
endif()

# Windows keeps stacks aligned to 16 bytes, and GCC's own code does not align them further for its
# wider vectors (GCC bug 54412): moves that fault on any other address would do so by chance. Debian's
# MinGW-w64 never makes them; for others the assembler takes the moves that do not fault.
set(unaligned_moves "")
if(MINGW AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(unaligned_moves -Wa,-muse-unaligned-vector-move) # binutils 2.38
endif()

# GCC's flags in Visual C++'s words. It has intrinsics of every instruction set without any, and an
# option only for what it may use by itself.
function(visual_cpp_flags variable)
    set(flags /O2)
    if("-mavx512f" IN_LIST ARGN)
        list(APPEND flags /arch:AVX512)
    elseif("-mavx2" IN_LIST ARGN)
        list(APPEND flags /arch:AVX2)
    elseif("-mavx" IN_LIST ARGN)
        list(APPEND flags /arch:AVX)
    endif()
    set(${variable} ${flags} PARENT_SCOPE)
endfunction()

function(hashlane_isa tag)
    cmake_parse_arguments(PARSE_ARGV 1 isa "PRESSURE;SOURCE_ORDER" "ARCHITECTURE" "FLAGS")
    set(flags -O3 -fno-exceptions ${unaligned_moves} ${isa_FLAGS})
    if(MSVC)
        visual_cpp_flags(flags ${isa_FLAGS})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # A kernel is one large function on purpose. GCC's limits on growth would leave a round of
        # an unrolled loop as a call, and the state would go through memory.
        list(APPEND flags --param=large-function-growth=100000
                          --param=large-stack-frame-growth=100000)
        # With -g, following so many variables takes longer than compiling.
        list(APPEND flags -fno-var-tracking-assignments)
    endif()
    if(isa_PRESSURE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        list(APPEND flags -fschedule-insns -fsched-pressure)
    endif()
    if(isa_SOURCE_ORDER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        list(APPEND flags -fno-schedule-insns2)
    elseif(isa_SOURCE_ORDER AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        list(APPEND flags -mllvm -enable-misched=false)
    endif()
    set(built 0)
    if(isa_ARCHITECTURE STREQUAL "any" OR isa_ARCHITECTURE STREQUAL HASHLANE_ARCHITECTURE)
        set(built 1)
    endif()
    set(HASHLANE_ISA_${tag}_BUILT ${built} PARENT_SCOPE)
    set(HASHLANE_ISA_${tag}_FLAGS ${flags} PARENT_SCOPE)
    list(APPEND HASHLANE_ISAS ${tag})
    set(HASHLANE_ISAS ${HASHLANE_ISAS} PARENT_SCOPE)
endfunction()

string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" HASHLANE_ARCHITECTURE)
if(HASHLANE_ARCHITECTURE STREQUAL "amd64")
    set(HASHLANE_ARCHITECTURE "x86_64")
elseif(HASHLANE_ARCHITECTURE STREQUAL "arm64")
    set(HASHLANE_ARCHITECTURE "aarch64")
endif()

# On ARM64 GCC schedules before it allocates registers, and then spills.
set(arm64_flags "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(arm64_flags -fno-schedule-insns)
endif()

hashlane_isa(ref        ARCHITECTURE any)
hashlane_isa(portable   ARCHITECTURE any    SOURCE_ORDER)
hashlane_isa(bmi2       ARCHITECTURE x86_64 SOURCE_ORDER FLAGS -mbmi -mbmi2)
hashlane_isa(sse4       ARCHITECTURE x86_64 SOURCE_ORDER FLAGS -mssse3 -msse4.1)
hashlane_isa(shani      ARCHITECTURE x86_64 FLAGS -mssse3 -msse4.1 -mavx -msha)
hashlane_isa(shanifew   ARCHITECTURE x86_64 FLAGS -mssse3 -msse4.1 -mavx -msha)
hashlane_isa(avx2       ARCHITECTURE x86_64 SOURCE_ORDER FLAGS -mavx2)
hashlane_isa(avx512     ARCHITECTURE x86_64 PRESSURE FLAGS ${avx512_flags})
hashlane_isa(avx512wide ARCHITECTURE x86_64 SOURCE_ORDER FLAGS ${avx512_flags})
hashlane_isa(armv8      ARCHITECTURE aarch64 FLAGS ${arm64_flags} -march=armv8-a+crypto)
hashlane_isa(a64        ARCHITECTURE aarch64 SOURCE_ORDER FLAGS ${arm64_flags})
hashlane_isa(neon       ARCHITECTURE aarch64 SOURCE_ORDER FLAGS ${arm64_flags})
hashlane_isa(armv8sha3  ARCHITECTURE aarch64 SOURCE_ORDER FLAGS ${arm64_flags} -march=armv8.2-a+sha3)
hashlane_isa(armv8xar   ARCHITECTURE aarch64 SOURCE_ORDER FLAGS ${arm64_flags} -march=armv8.2-a)
hashlane_isa(neonhybrid ARCHITECTURE aarch64 SOURCE_ORDER FLAGS ${arm64_flags})
hashlane_isa(armv8hybrid ARCHITECTURE aarch64 SOURCE_ORDER FLAGS ${arm64_flags} -march=armv8.2-a)
