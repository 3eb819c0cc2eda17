# SPDX-License-Identifier: MIT
#
#   hashlane_library_options(<target>)
#   hashlane_clear_inline(<target>)
#
# How everything in libhashlane is compiled: so that it can be part of a shared library, which does
# not show it then, and needs no C++ runtime (cmake/check_runtime.cmake). The kernels' machine code
# is the same either way (tools/compare_kernel_code).

function(hashlane_library_options target)
    set_target_properties(${target} PROPERTIES
        POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    # Visual C++ names its runtime in every object file, and its linker finds it for C as well.
    # UBSan reads the types of objects.
    if(NOT MSVC AND NOT HASHLANE_SANITIZE)
        target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti -U_GLIBCXX_ASSERTIONS)
    endif()
endfunction()

# For what is around the kernels. GCC clears a context or a block with REP STOS, which takes 35 cycles
# of Golden Cove before it begins (docs/sha256.md, step 20).
function(hashlane_clear_inline target)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND HASHLANE_ARCHITECTURE STREQUAL "x86_64")
        target_compile_options(${target} PRIVATE
            -mmemset-strategy=unrolled_loop:512:noalign,libcall:-1:noalign)
    endif()
endfunction()
