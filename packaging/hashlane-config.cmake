# SPDX-License-Identifier: MIT
#
# find_package(hashlane) gives the targets
#   hashlane::hashlane          the shared library; if there is none, the static one
#   hashlane::hashlane_static   the static library
# A project in C alone can use either: they need no C++ runtime.

include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/hashlane-targets.cmake)

# CMake would link a program in C as C++, the language of the library's source.
get_target_property(configurations hashlane::hashlane_static IMPORTED_CONFIGURATIONS)
foreach(configuration IN LISTS configurations)
    set_target_properties(hashlane::hashlane_static PROPERTIES
                          IMPORTED_LINK_INTERFACE_LANGUAGES_${configuration} C)
endforeach()
unset(configurations)

if(NOT TARGET hashlane::hashlane)
    add_library(hashlane::hashlane INTERFACE IMPORTED)
    set_target_properties(hashlane::hashlane PROPERTIES
                          INTERFACE_LINK_LIBRARIES hashlane::hashlane_static)
endif()
