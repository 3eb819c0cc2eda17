# SPDX-License-Identifier: MIT
#
# Reads the manifest, holds it against the files that are there, and sets
#   HASHLANE_KERNEL_SOURCES   the kernel files to compile for this architecture
#   HASHLANE_KERNEL_SYMBOLS   the symbols that they must export, no more and no less

set(HASHLANE_MANIFEST ${CMAKE_SOURCE_DIR}/src/core/kernels.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${HASHLANE_MANIFEST})

set(HASHLANE_KERNEL_SOURCES "")
set(HASHLANE_KERNEL_SYMBOLS "")
set(listed "")
set(patterns "")
file(STRINGS ${HASHLANE_MANIFEST} lines REGEX "^HASHLANE_KERNEL")
foreach(line IN LISTS lines)
    if(NOT line MATCHES "^HASHLANE_KERNEL\\(([a-z0-9]+), ([a-z0-9]+), ([a-z0-9]+), ([0-9]+), \".*\"\\)$")
        message(FATAL_ERROR "src/core/kernels.def: cannot read the line\n  ${line}\n"
                            "It should be HASHLANE_KERNEL(family, role, isa, lanes, \"idea\").")
    endif()
    set(family ${CMAKE_MATCH_1})
    set(role ${CMAKE_MATCH_2})
    set(isa ${CMAKE_MATCH_3})
    set(lanes ${CMAKE_MATCH_4})
    set(file src/${family}/${role}_${isa}.cpp)
    if(NOT isa IN_LIST HASHLANE_ISAS)
        message(FATAL_ERROR "src/core/kernels.def names the instruction set '${isa}', which "
                            "cmake/isa.cmake does not know: add a line for it there.")
    endif()
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${file})
        message(FATAL_ERROR "src/core/kernels.def lists the kernel ${family} ${role} ${isa} "
                            "x${lanes}, but there is no ${file}: write it or remove the line.")
    endif()
    list(APPEND listed ${file})
    list(APPEND patterns ${CMAKE_SOURCE_DIR}/src/${family}/${role}_*.cpp)
    if(HASHLANE_ISA_${isa}_BUILT)
        list(APPEND HASHLANE_KERNEL_SOURCES ${file})
        list(APPEND HASHLANE_KERNEL_SYMBOLS hashlane_${family}_${role}_${isa}_x${lanes})
        set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${HASHLANE_ISA_${isa}_FLAGS}")
    endif()
endforeach()
list(REMOVE_DUPLICATES HASHLANE_KERNEL_SOURCES)

list(REMOVE_DUPLICATES patterns)
file(GLOB found RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS ${patterns})
foreach(file IN LISTS found)
    if(NOT file IN_LIST listed)
        message(FATAL_ERROR "${file} is a kernel without a line in src/core/kernels.def: "
                            "add HASHLANE_KERNEL(…) for each of its lane counts.")
    endif()
endforeach()
