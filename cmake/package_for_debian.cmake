# SPDX-License-Identifier: MIT
#
# Run by CPack on the folders that it is about to pack, one per package: changes that Debian's policy
# requires.

if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(program_share ${CPACK_TEMPORARY_DIRECTORY}/program/usr/share)
set(copyright ${program_share}/doc/hashlane/copyright)
file(RENAME ${program_share}/doc/hashlane/LICENSE ${copyright})
file(RENAME ${program_share}/doc/hashlane/CHANGELOG.md ${program_share}/doc/hashlane/changelog)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} name)
    set(package ${CPACK_DEBIAN_${name}_PACKAGE_NAME})
    set(documents ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share/doc/${package})
    if(NOT component STREQUAL "program")
        file(COPY ${copyright} DESTINATION ${documents})
    endif()
    file(WRITE ${documents}/changelog.Debian
         "hashlane (${CPACK_PACKAGE_VERSION}-1) unstable; urgency=medium\n\n"
         "  * What changed is in hashlane's changelog.gz.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
    list(APPEND to_compress ${documents}/changelog.Debian)
endforeach()
list(APPEND to_compress ${program_share}/doc/hashlane/changelog ${program_share}/man/man1/hashlane.1)
execute_process(COMMAND gzip -9n ${to_compress} COMMAND_ERROR_IS_FATAL ANY)
