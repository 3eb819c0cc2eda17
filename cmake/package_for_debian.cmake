# SPDX-License-Identifier: MIT
#
# Run by CPack on the folder that it is about to pack: what Debian's policy wants otherwise than
# an archive has it.

if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
set(share ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
file(RENAME ${share}/doc/hashlane/LICENSE ${share}/doc/hashlane/copyright)
file(RENAME ${share}/doc/hashlane/CHANGELOG.md ${share}/doc/hashlane/changelog)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${share}/doc/hashlane/changelog.Debian
     "hashlane (${CPACK_PACKAGE_VERSION}-1) unstable; urgency=medium\n\n"
     "  * What changed is in changelog.gz.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
execute_process(COMMAND gzip -9n ${share}/doc/hashlane/changelog
                        ${share}/doc/hashlane/changelog.Debian ${share}/man/man1/hashlane.1
                COMMAND_ERROR_IS_FATAL ANY)
