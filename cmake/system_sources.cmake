# SPDX-License-Identifier: MIT
#
# Sets, for src/CMakeLists.txt, the files of this system:
#   platform_sources   of src/system
#   clock_sources      of src/clock

hashlane_platform_files(platform_sources system/interrupt windows posix)
hashlane_platform_files(platform_sources system/affinity linux windows none)
hashlane_platform_files(platform_sources system/child_process linux none)
hashlane_platform_files(platform_sources system/cpu_load linux windows none)
hashlane_platform_files(clock_sources clock/this_core linux windows unix)
hashlane_platform_files(clock_sources clock/this_core_time windows posix)
hashlane_platform_files(platform_sources system/host windows posix)
hashlane_platform_files(platform_sources system/input_file windows posix)
hashlane_platform_files(platform_sources system/linux_root linux none)
hashlane_platform_files(platform_sources system/mapped_file windows posix)
hashlane_platform_files(platform_sources system/new_file windows posix)
hashlane_platform_files(platform_sources system/open_in_browser macos windows unix)
hashlane_platform_files(platform_sources system/own_folder windows posix)
hashlane_platform_files(platform_sources system/shared_object windows posix)
hashlane_platform_files(platform_sources system/terminal windows posix)
hashlane_platform_files(platform_sources system/wine windows none)
if(NOT WIN32)
    list(APPEND platform_sources system/run_opener_posix.cpp)
endif()
