# SPDX-License-Identifier: MIT
#
# Writes HASHLANE_GPU_SOURCES, a file that holds the device kernels' sources as texts: drivers
# compile them, for the device that they find.

set(HASHLANE_GPU_SOURCES ${PROJECT_BINARY_DIR}/gpu_sources.cpp)
set(text "#include \"${PROJECT_SOURCE_DIR}/src/backends/gpu/chain.h\"\n\nnamespace hashlane::backends {\n")
set(lookup "")
file(GLOB paths CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/backends/gpu/kernels/*.cl)
foreach(path IN LISTS paths ITEMS ${PROJECT_SOURCE_DIR}/src/backends/gpu/kernels/portable.h)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} source)
    cmake_path(GET path STEM name)
    string(APPEND text "\nconst char *const ${name}_source = R\"hashlane(${source})hashlane\";\n")
    string(APPEND lookup "    if (name == \"${name}\")\n        return ${name}_source;\n")
endforeach()
string(APPEND text "\nconst char *device_source(std::string_view name)\n{\n${lookup}    return nullptr;\n}\n"
                   "\n} // namespace hashlane::backends\n")
# Only if it differs; otherwise every configuration would compile it again.
file(CONFIGURE OUTPUT ${HASHLANE_GPU_SOURCES} CONTENT "@text@" @ONLY)
