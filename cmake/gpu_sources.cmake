# SPDX-License-Identifier: MIT
#
# Writes HASHLANE_GPU_SOURCES, a file that holds the device kernels' sources as texts: drivers
# compile them, for the device that they find.

set(HASHLANE_GPU_SOURCES ${CMAKE_BINARY_DIR}/gpu_sources.cpp)
set(text "#include \"${CMAKE_SOURCE_DIR}/src/gpu/sources.h\"\n\nnamespace hashlane {\n")
foreach(file IN ITEMS portable.h keccak_chain.cl sha256_chain.cl sha256_segments.cl)
    set(path ${CMAKE_SOURCE_DIR}/src/gpu/kernels/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} source)
    cmake_path(GET file STEM name)
    string(APPEND text "\nconst char *const ${name}_source = R\"hashlane(${source})hashlane\";\n")
endforeach()
string(APPEND text "\n} // namespace hashlane\n")
# Only when it differs, or every configuration would compile it anew.
file(CONFIGURE OUTPUT ${HASHLANE_GPU_SOURCES} CONTENT "@text@" @ONLY)
