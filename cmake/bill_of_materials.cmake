# SPDX-License-Identifier: MIT
#
# What is compiled into the program besides its own source, with versions and licences: a software
# bill of materials in CycloneDX's format 1.5, installed beside the licences. tools/package looks into
# it, tests/cli/packaging_test.cpp holds it against the headers.

set(bill ${CMAKE_BINARY_DIR}/hashlane.cdx.json)
set(components "")
set(dependencies "")

# The first line of a header in `folders` that matches, its version.
function(version_in_header variable header regex)
    foreach(folder IN ITEMS ${ARGN} /usr/include)
        if(EXISTS ${folder}/${header})
            file(STRINGS ${folder}/${header} line REGEX "${regex}" LIMIT_COUNT 1)
            string(REGEX REPLACE ".*${regex}.*" "\\1" version "${line}")
            set(${variable} "${version}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${variable} "" PARENT_SCOPE)
endfunction()

# Where dpkg knows it: "pkg:deb/debian/libfmt-dev@9.1.0%2Bds1-2".
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
    foreach(target IN ITEMS fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11)
        get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
        list(APPEND include_folders ${folders})
    endforeach()
    list(FILTER include_folders INCLUDE REGEX "^/")

    version_in_header(number fmt/core.h "define FMT_VERSION ([0-9]+)" ${include_folders})
    math(EXPR major "${number} / 10000")
    math(EXPR minor "${number} / 100 % 100")
    math(EXPR patch "${number} % 100")
    add_component(fmt ${major}.${minor}.${patch} "{\"license\": {\"id\": \"MIT\"}}" libfmt-dev)

    foreach(part IN ITEMS MAJOR MINOR PATCH)
        foreach(header IN ITEMS nlohmann/detail/abi_macros.hpp nlohmann/json.hpp)
            version_in_header(json_${part} ${header} "define NLOHMANN_JSON_VERSION_${part} ([0-9]+)"
                              ${include_folders})
            if(json_${part})
                break()
            endif()
        endforeach()
    endforeach()
    add_component(nlohmann-json ${json_MAJOR}.${json_MINOR}.${json_PATCH}
                  "{\"license\": {\"id\": \"MIT\"}}" nlohmann-json3-dev)

    version_in_header(number CLI/Version.hpp "define CLI11_VERSION \"([0-9.]+)\"" ${include_folders})
    add_component(CLI11 ${number} "{\"license\": {\"id\": \"BSD-3-Clause\"}}" libcli11-dev)

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
