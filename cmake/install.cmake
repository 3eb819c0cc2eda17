# SPDX-License-Identifier: MIT
#
# What `cmake --install` puts in place, and CPack into packages (tools/package).

include(CMakePackageConfigHelpers)

# ---- The library, for find_package(hashlane) and pkg-config ----

install(TARGETS hashlane EXPORT hashlane)
install(DIRECTORY include/hashlane TYPE INCLUDE)
set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/hashlane)
install(EXPORT hashlane NAMESPACE hashlane:: FILE hashlane-config.cmake DESTINATION ${folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/hashlane-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/hashlane-config-version.cmake DESTINATION ${folder})

# A program in C that links the library has to name the C++ runtime itself.
set(HASHLANE_RUNTIME_LIBRARY -lstdc++)
if(APPLE)
    set(HASHLANE_RUNTIME_LIBRARY -lc++)
endif()
configure_file(packaging/hashlane.pc.in hashlane.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/hashlane.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- The program and what is read beside it ----

if(HASHLANE_BUILD_PROGRAM)
    if(NOT WIN32)
        set(shells ${CMAKE_INSTALL_DATADIR})
        install(FILES packaging/hashlane.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
        install(FILES packaging/completions/hashlane.bash RENAME hashlane
                DESTINATION ${shells}/bash-completion/completions)
        install(FILES packaging/completions/_hashlane DESTINATION ${shells}/zsh/vendor-completions)
        install(FILES packaging/completions/hashlane.fish
                DESTINATION ${shells}/fish/vendor_completions.d)
    endif()
    # The licences of what is compiled into the program ask to go with it.
    foreach(package IN ITEMS libcli11-dev libfmt-dev nlohmann-json3-dev mingw-w64-common)
        if(EXISTS /usr/share/doc/${package}/copyright AND
           (WIN32 OR NOT package STREQUAL "mingw-w64-common"))
            install(FILES /usr/share/doc/${package}/copyright RENAME ${package}.txt
                    DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses)
        endif()
    endforeach()
endif()
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# ---- Packages ----

# Packing builds nothing; tests are not built for it.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(architecture ${HASHLANE_ARCHITECTURE})
if(architecture STREQUAL "aarch64")
    set(architecture arm64)
elseif(WIN32 AND architecture STREQUAL "x86_64")
    set(architecture x64)
endif()
set(CPACK_PACKAGE_FILE_NAME
    ${PROJECT_NAME}-${PROJECT_VERSION}-${HASHLANE_PLATFORM}-${architecture})
set(CPACK_PACKAGE_CONTACT "The hashlane authors <nobody@invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PACKAGE_DESCRIPTION
    "Measures SHA-256 chains, Keccak chains and SHA-3 messages in core cycles.\nIt needs no root, no locked clock and no hardware counters, and proves that\nevery result is right. Contains the kernels as a library as well.")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/package_for_debian.cmake)
include(CPack)
