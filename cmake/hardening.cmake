# SPDX-License-Identifier: MIT
#
#   hashlane_harden(<target>)
#
# Guards against faults in what reads files, options and callers' buffers: a protected stack, checked
# calls of the C library, marked targets of indirect branches, and on ARM64 return addresses that are
# signed. Not for kernels, nor for what times a processor: they read none of that, and their machine
# code is to stay as it is measured. A sanitizer checks more; Windows and macOS have their own.

set(HASHLANE_HARDENS OFF)
if(UNIX AND NOT APPLE AND NOT HASHLANE_SANITIZE)
    set(HASHLANE_HARDENS ON)
    # Tables of addresses that are written once, at the start. (Programs are position-independent as
    # the compiler's own default has it: every distribution's does.)
    add_link_options(LINKER:-z,relro LINKER:-z,now)
    # A note in the object file marks that the code may run with a shadow stack; kernels have it too, as the
    # machine code is the same.
    if(HASHLANE_ARCHITECTURE STREQUAL "x86_64")
        add_compile_options(-fcf-protection=return)
    endif()
endif()

function(hashlane_harden target)
    if(NOT HASHLANE_HARDENS)
        return()
    endif()
    set(branches "")
    if(HASHLANE_ARCHITECTURE STREQUAL "x86_64")
        set(branches -fcf-protection=full)
    elseif(HASHLANE_ARCHITECTURE STREQUAL "aarch64")
        set(branches -mbranch-protection=standard)
    endif()
    # glibc's checked calls need an optimising compiler.
    target_compile_options(${target} PRIVATE -fstack-protector-strong ${branches}
        $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE>
        $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-D_FORTIFY_SOURCE=2>)
endfunction()
