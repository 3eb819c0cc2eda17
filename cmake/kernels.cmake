# SPDX-License-Identifier: MIT
#
# Reads the manifest, holds it against the files that are there, and sets
#   HASHLANE_KERNEL_SOURCES       the kernel files to compile for this architecture
#   HASHLANE_KERNEL_SYMBOLS       the symbols that they must export, no more and no less
#   HASHLANE_KERNEL_DEFINITIONS   HASHLANE_BUILT_<file>=0 or 1, for the registry
#   HASHLANE_KERNEL_OPERATIONS    what names of kernel files begin with, up to the first underscore
#   HASHLANE_KERNEL_FILES         the kernel files of all architectures

set(HASHLANE_MANIFEST ${PROJECT_SOURCE_DIR}/src/lib/core/kernels.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${HASHLANE_MANIFEST})

set(HASHLANE_KERNEL_SOURCES "")
set(HASHLANE_KERNEL_SYMBOLS "")
set(HASHLANE_KERNEL_DEFINITIONS "")
set(HASHLANE_KERNEL_OPERATIONS "")
set(listed "")
set(patterns "")
set(line_form "^HASHLANE_KERNEL\\(([a-z0-9]+)_([a-z]+), ([a-z0-9_]+), ([0-9]+), ([a-z]+), ([a-z_]+), \".*\"\\)$")
file(STRINGS ${HASHLANE_MANIFEST} lines REGEX "^HASHLANE_KERNEL")
foreach(line IN LISTS lines)
    if(NOT line MATCHES "${line_form}")
        message(FATAL_ERROR "src/lib/core/kernels.def: cannot read the line\n  ${line}\nIt should be "
                            "HASHLANE_KERNEL(workload, file, lanes, role, order, \"summary\").")
    endif()
    set(folder ${CMAKE_MATCH_1})
    set(operation ${CMAKE_MATCH_2})
    set(name ${CMAKE_MATCH_3})
    set(lanes ${CMAKE_MATCH_4})
    set(order ${CMAKE_MATCH_6})
    set(file src/lib/${folder}/${operation}_${name}.cpp)
    string(REGEX REPLACE "_.*" "" isa ${name})
    if(NOT isa IN_LIST HASHLANE_ISAS)
        message(FATAL_ERROR "src/lib/core/kernels.def names the instruction set '${isa}', which "
                            "src/lib/core/isas.def does not know: add a line for it there.")
    endif()
    if(NOT order IN_LIST HASHLANE_ORDERS)
        message(FATAL_ERROR "src/lib/core/kernels.def: '${order}' is no order; there are "
                            "compiler_order and source_order.")
    endif()
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${file})
        message(FATAL_ERROR "src/lib/core/kernels.def lists the kernel ${folder} ${operation} ${name} "
                            "x${lanes}, but there is no ${file}: write it or remove the line.")
    endif()
    list(APPEND listed ${file})
    list(APPEND HASHLANE_KERNEL_OPERATIONS ${operation})
    list(APPEND patterns ${PROJECT_SOURCE_DIR}/src/lib/${folder}/${operation}_*.cpp)
    list(APPEND HASHLANE_KERNEL_DEFINITIONS HASHLANE_BUILT_${name}=${HASHLANE_ISA_${isa}_BUILT})
    if(DEFINED order_of_${file} AND NOT order_of_${file} STREQUAL order)
        message(FATAL_ERROR "src/lib/core/kernels.def: the lines of ${file} ask for the orders "
                            "${order_of_${file}} and ${order}; a file has one.")
    endif()
    set(order_of_${file} ${order})
    if(HASHLANE_ISA_${isa}_BUILT)
        list(APPEND HASHLANE_KERNEL_SOURCES ${PROJECT_SOURCE_DIR}/${file})
        list(APPEND HASHLANE_KERNEL_SYMBOLS hashlane_${folder}_${operation}_${name}_x${lanes})
        set_source_files_properties(${PROJECT_SOURCE_DIR}/${file} PROPERTIES COMPILE_OPTIONS
            "${HASHLANE_ISA_${isa}_FLAGS};${HASHLANE_ORDER_${order}_FLAGS}")
    endif()
endforeach()

set(HASHLANE_FORMS ${PROJECT_SOURCE_DIR}/src/lib/core/forms.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${HASHLANE_FORMS})
file(STRINGS ${HASHLANE_FORMS} lines REGEX "^HASHLANE_FORM")
foreach(line IN LISTS lines)
    if(NOT line MATCHES "^HASHLANE_FORM\\(([a-z0-9_]+), ([a-z0-9_]+), ([0-9]+), ([a-z]+)\\)$")
        message(FATAL_ERROR "src/lib/core/forms.def: cannot read the line\n  ${line}\nIt should be "
                            "HASHLANE_FORM(workload, file, lanes, form).")
    endif()
    set(kernel hashlane_${CMAKE_MATCH_1}_${CMAKE_MATCH_2}_x${CMAKE_MATCH_3})
    string(REPLACE "_" "/" file ${CMAKE_MATCH_1})
    if(kernel IN_LIST HASHLANE_KERNEL_SYMBOLS)
        list(APPEND HASHLANE_KERNEL_SYMBOLS ${kernel}_${CMAKE_MATCH_4})
        # A linker can then drop the form that nobody calls, and keep the kernel.
        set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/lib/${file}_${CMAKE_MATCH_2}.cpp
                     APPEND PROPERTY COMPILE_OPTIONS -ffunction-sections)
    endif()
endforeach()
list(REMOVE_DUPLICATES HASHLANE_KERNEL_SOURCES)
list(REMOVE_DUPLICATES HASHLANE_KERNEL_OPERATIONS)
list(REMOVE_DUPLICATES HASHLANE_KERNEL_DEFINITIONS)

list(REMOVE_DUPLICATES patterns)
file(GLOB found RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${patterns})
foreach(file IN LISTS found)
    if(NOT file IN_LIST listed)
        message(FATAL_ERROR "${file} is a kernel without a line in src/lib/core/kernels.def: "
                            "add HASHLANE_KERNEL(…) for each of its lane counts.")
    endif()
endforeach()
list(TRANSFORM found PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE HASHLANE_KERNEL_FILES)
