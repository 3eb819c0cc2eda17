# SPDX-License-Identifier: MIT
#
# How everything in libhashlane is compiled: so that it can be part of a shared library, and needs no
# C++ runtime (cmake/check_runtime.cmake).
#
#   hashlane_library_options(<objects>)   for kernels and for what is around them
#   hashlane_clear_inline(<objects>)      for what is around the kernels
#   hashlane_section_each(<objects>)      for what is around the kernels: a section for each function
#   hashlane_show_interface(<objects>)    the functions of the headers are visible, nothing else is
#   hashlane_library_target(<library>)    where a library is left, and where its headers are
#   HASHLANE_HIDE_ARCHIVE                 option of the linker for what has the archive in it

function(hashlane_library_target target)
    set_target_properties(${target} PROPERTIES
        ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()

function(hashlane_library_options target)
    set_target_properties(${target} PROPERTIES
        POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include)
    # UBSan reads the types of objects.
    if(NOT HASHLANE_SANITIZE)
        target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti -U_GLIBCXX_ASSERTIONS)
    endif()
endfunction()

# GCC clears a context or a block with REP STOS, which takes 35 cycles of Golden Cove before it begins
# (docs/internals/log-sha256.md, "stores as wide as the loads").
function(hashlane_clear_inline target)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND HASHLANE_ARCHITECTURE STREQUAL "x86_64")
        target_compile_options(${target} PRIVATE
            -mmemset-strategy=unrolled_loop:512:noalign,libcall:-1:noalign)
    endif()
endfunction()

# A program that is linked with -Wl,--gc-sections has what it calls, and no other family of kernels.
function(hashlane_section_each target)
    target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
endfunction()

# The headers' declarations come first, and are visible; later ones are hidden. Functions of the library call
# each other directly, whatever else a program defines.
function(hashlane_show_interface target)
    if(WIN32)
        return()
    endif()
    file(GLOB headers RELATIVE ${PROJECT_SOURCE_DIR}/include CONFIGURE_DEPENDS
         ${PROJECT_SOURCE_DIR}/include/hashlane/*.h)
    set(visible "#pragma GCC visibility push(default)\n")
    foreach(header IN LISTS headers)
        string(APPEND visible "#include \"${header}\"\n")
    endforeach()
    string(APPEND visible "#pragma GCC visibility pop\n")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/hashlane_visible.h CONTENT "${visible}" @ONLY)
    target_compile_options(${target} PRIVATE "SHELL:-include ${PROJECT_BINARY_DIR}/hashlane_visible.h")
    if(NOT APPLE) # which has no such thing
        target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    endif()
endfunction()

# Not with CMake's prefix LINKER: Meson's cmake.subproject() does not know it.
set(HASHLANE_HIDE_ARCHIVE "")
if(UNIX AND NOT APPLE)
    set(HASHLANE_HIDE_ARCHIVE -Wl,--exclude-libs,libhashlane.a)
endif()
