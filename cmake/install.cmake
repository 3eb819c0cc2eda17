# SPDX-License-Identifier: MIT
#
# What `cmake --install` puts in place, and CPack into packages (tools/package).

include(CMakePackageConfigHelpers)

# Builds all that is installed: `cmake --install` itself builds nothing.
add_custom_target(installed DEPENDS hashlane)

# ---- The library, for find_package(hashlane) and pkg-config ----

# Components are Debian's packages: runtime (libhashlane0), development (libhashlane-dev), program
# (hashlane). Archives have all of them.
set(libraries hashlane)
set_target_properties(hashlane PROPERTIES EXPORT_NAME hashlane_static)
if(TARGET hashlane_shared)
    list(APPEND libraries hashlane_shared)
    set_target_properties(hashlane_shared PROPERTIES EXPORT_NAME hashlane)
    add_dependencies(installed hashlane_shared)
endif()
install(TARGETS ${libraries} EXPORT hashlane
        ARCHIVE COMPONENT development
        RUNTIME COMPONENT runtime
        LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
if(WIN32 AND TARGET hashlane_shared) # for linkers that make an import library of their own
    install(FILES ${HASHLANE_EXPORTS} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endif()
install(DIRECTORY include/hashlane TYPE INCLUDE COMPONENT development)
set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/hashlane)
install(EXPORT hashlane NAMESPACE hashlane:: FILE hashlane-targets.cmake DESTINATION ${folder}
        COMPONENT development)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hashlane-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES packaging/hashlane-config.cmake ${PROJECT_BINARY_DIR}/hashlane-config-version.cmake
        DESTINATION ${folder} COMPONENT development)
# The build folder can be found as well: -Dhashlane_DIR=build/release.
export(EXPORT hashlane NAMESPACE hashlane:: FILE ${PROJECT_BINARY_DIR}/hashlane-targets.cmake)
configure_file(packaging/hashlane-config.cmake ${PROJECT_BINARY_DIR}/hashlane-config.cmake COPYONLY)

set(pkg_config_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH HASHLANE_PREFIX_FROM_PKG_CONFIG /prefix/${pkg_config_folder} /prefix)
configure_file(packaging/hashlane.pc.in hashlane.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hashlane.pc DESTINATION ${pkg_config_folder}
        COMPONENT development)

# ---- The program and the files that are installed with it ----

if(HASHLANE_BUILD_PROGRAM)
    install(TARGETS hashlane_cli COMPONENT program)
    add_dependencies(installed hashlane_cli)
    if(NOT WIN32)
        set(shells ${CMAKE_INSTALL_DATADIR})
        install(FILES packaging/hashlane.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
                COMPONENT program)
        install(FILES packaging/completions/hashlane.bash RENAME hashlane
                DESTINATION ${shells}/bash-completion/completions COMPONENT program)
        install(FILES packaging/completions/_hashlane DESTINATION ${shells}/zsh/vendor-completions
                COMPONENT program)
        install(FILES packaging/completions/hashlane.fish
                DESTINATION ${shells}/fish/vendor_completions.d COMPONENT program)
        install(DIRECTORY packaging/cluster DESTINATION ${CMAKE_INSTALL_DATADIR}/hashlane
                COMPONENT program USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)
    endif()
    # The licences of the libraries compiled into the program require a copy.
    foreach(package IN ITEMS libcli11-dev libfmt-dev nlohmann-json3-dev mingw-w64-common)
        if(EXISTS /usr/share/doc/${package}/copyright AND
           (WIN32 OR NOT package STREQUAL "mingw-w64-common"))
            install(FILES /usr/share/doc/${package}/copyright RENAME ${package}.txt
                    DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses COMPONENT program)
        endif()
    endforeach()
endif()
include(cmake/bill_of_materials.cmake)
install(FILES README.md CHANGELOG.md LICENSE SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
if(HASHLANE_BUILD_PROGRAM)
    install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
else()
    install(DIRECTORY docs/library DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT program)
endif()

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
set(CPACK_PACKAGE_DESCRIPTION
    "Measures SHA-256 chains, Keccak chains and SHA-3 messages in core cycles.\nIt needs no root, no locked clock and no hardware counters, and proves that\nevery result is right.")

# One archive of everything, three Debian packages.
set(CPACK_COMPONENTS_ALL program runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME hashlane)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libhashlane0)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION
    "This is the shared library: its kernels, chosen for the processor at run time.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libhashlane-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libhashlane0 (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
    "This is what programs are built with: headers, the static\nlibrary, and files for pkg-config and CMake.")
if(TARGET hashlane_shared AND NOT APPLE AND NOT WIN32)
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
        ${HASHLANE_DEBIAN_SYMBOLS} ${PROJECT_SOURCE_DIR}/packaging/triggers)
endif()
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_for_debian.cmake)
include(CPack)
