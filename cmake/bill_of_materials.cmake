# SPDX-License-Identifier: MIT
#
# Writes a software bill of materials in CycloneDX's format 1.5: what is compiled into the program besides its
# own source, with versions and licences. It is installed next to the licences. tools/package checks it, and
# tests/commands/packaging_test.cpp compares it with the headers.

set(bill ${PROJECT_BINARY_DIR}/hashlane.cdx.json)
set(components "")
set(dependencies "")

# Cross builds look for no packages: the version is taken from the first header that has such a line.
function(version_in_headers variable regex)
    foreach(header IN ITEMS ${ARGN})
        if(EXISTS /usr/include/${header})
            file(STRINGS /usr/include/${header} line REGEX "${regex}" LIMIT_COUNT 1)
            if(line MATCHES "${regex}")
                set(${variable} "${CMAKE_MATCH_1}" PARENT_SCOPE)
                return()
            endif()
        endif()
    endforeach()
    set(${variable} "" PARENT_SCOPE)
endfunction()

# Sets the name under which dpkg knows a file's package: "pkg:deb/debian/libfmt-dev@9.1.0%2Bds1-2".
function(debian_package_url variable package)
    set(${variable} "" PARENT_SCOPE)
    find_program(HASHLANE_DPKG_QUERY dpkg-query)
    if(NOT HASHLANE_DPKG_QUERY OR NOT EXISTS /etc/os-release)
        return()
    endif()
    execute_process(COMMAND ${HASHLANE_DPKG_QUERY} -W -f "\${Version}" ${package}
                    OUTPUT_VARIABLE version ERROR_QUIET RESULT_VARIABLE result)
    file(STRINGS /etc/os-release distribution REGEX "^ID=")
    string(REGEX REPLACE "^ID=\"?([a-z0-9.-]+)\"?.*" "\\1" distribution "${distribution}")
    if(result EQUAL 0 AND version)
        string(REPLACE "+" "%2B" version "${version}")
        string(REPLACE ":" "%3A" version "${version}")
        set(${variable} "pkg:deb/${distribution}/${package}@${version}" PARENT_SCOPE)
    endif()
endfunction()

# add_component(<name> <version> <licence as JSON> <Debian package>)
function(add_component name version licence package)
    set(component "{\"type\": \"library\", \"bom-ref\": \"${name}\", \"name\": \"${name}\"")
    if(version)
        string(APPEND component ", \"version\": \"${version}\"")
    endif()
    string(APPEND component ",\n     \"licenses\": [${licence}]")
    debian_package_url(url ${package})
    if(url)
        string(APPEND component ",\n     \"purl\": \"${url}\"")
    endif()
    list(APPEND components "    ${component}}")
    list(APPEND dependencies "\"${name}\"")
    set(components "${components}" PARENT_SCOPE)
    set(dependencies "${dependencies}" PARENT_SCOPE)
endfunction()

if(HASHLANE_BUILD_PROGRAM)
    if(HASHLANE_SELF_CONTAINED)
        version_in_headers(number "define FMT_VERSION ([0-9]+)" fmt/core.h fmt/base.h)
        if(number)
            math(EXPR major "${number} / 10000")
            math(EXPR minor "${number} / 100 % 100")
            math(EXPR patch "${number} % 100")
            set(fmt_VERSION ${major}.${minor}.${patch})
        endif()
        set(nlohmann_json_VERSION "")
        foreach(part IN ITEMS MAJOR MINOR PATCH)
            version_in_headers(number "define NLOHMANN_JSON_VERSION_${part} ([0-9]+)"
                               nlohmann/detail/abi_macros.hpp nlohmann/json.hpp)
            list(APPEND nlohmann_json_VERSION ${number})
        endforeach()
        list(JOIN nlohmann_json_VERSION . nlohmann_json_VERSION)
        version_in_headers(CLI11_VERSION "define CLI11_VERSION \"([0-9.]+)\"" CLI/Version.hpp)
    endif()
    set(mit "{\"license\": {\"id\": \"MIT\"}}")
    add_component(fmt "${fmt_VERSION}" "${mit}" libfmt-dev)
    add_component(nlohmann-json "${nlohmann_json_VERSION}" "${mit}" nlohmann-json3-dev)
    add_component(CLI11 "${CLI11_VERSION}" "{\"license\": {\"id\": \"BSD-3-Clause\"}}" libcli11-dev)

    if(HASHLANE_SELF_CONTAINED AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        set(gcc "{\"expression\": \"GPL-3.0-or-later WITH GCC-exception-3.1\"}")
        string(REGEX MATCH "^[0-9]+" major ${CMAKE_CXX_COMPILER_VERSION})
        if(WIN32)
            add_component(libstdc++ ${CMAKE_CXX_COMPILER_VERSION} "${gcc}"
                          gcc-mingw-w64-x86-64-posix-runtime)
            add_component(mingw-w64 "" "{\"license\": {\"name\": \"licenses/mingw-w64-common.txt\"}}"
                          mingw-w64-x86-64-dev)
        elseif(CMAKE_CROSSCOMPILING)
            add_component(libstdc++ ${CMAKE_CXX_COMPILER_VERSION} "${gcc}"
                          libstdc++-${major}-dev-arm64-cross)
        else()
            add_component(libstdc++ ${CMAKE_CXX_COMPILER_VERSION} "${gcc}" libstdc++-${major}-dev)
        endif()
    endif()
endif()

# Only a package is to be the same at any time.
set(timestamp "")
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    string(TIMESTAMP time "%Y-%m-%dT%H:%M:%SZ" UTC)
    set(timestamp "\n    \"timestamp\": \"${time}\",")
endif()
list(JOIN components ",\n" components)
list(JOIN dependencies ", " dependencies)
file(CONFIGURE OUTPUT ${bill} @ONLY CONTENT [[{
  "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
  "bomFormat": "CycloneDX",
  "specVersion": "1.5",
  "version": 1,
  "metadata": {@timestamp@
    "component": {"type": "application", "bom-ref": "hashlane", "name": "hashlane", "version": "@PROJECT_VERSION@",
                  "licenses": [{"license": {"id": "MIT"}}]}
  },
  "components": [
@components@
  ],
  "dependencies": [{"ref": "hashlane", "dependsOn": [@dependencies@]}]
}
]])
install(FILES ${bill} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
