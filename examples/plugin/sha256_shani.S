# SPDX-License-Identifier: MIT
# A chain of SHA-256 with the SHA instructions, in assembly for x86-64 Linux.
#
#   cc -shared -fPIC examples/plugin/sha256_shani.S -o shani.so
#   hashlane run --plugin ./shani.so --filter sha256-chain

        .text
# void chain(uint8_t *digest, uint64_t iterations)
# xmm1: F, E, B, A; xmm2: H, G, D, C; xmm3 to xmm6: sixteen words of the message.
.macro rounds words, group              # four: NIST FIPS 180-4, 6.2.2
        movdqa  16 * (\group) + constants(%rip), %xmm0
        paddd   %xmm\words, %xmm0
        sha256rnds2 %xmm0, %xmm1, %xmm2
        pshufd  $0x0e, %xmm0, %xmm0
        sha256rnds2 %xmm0, %xmm2, %xmm1
.endm
.macro schedule a, b, c, d, group       # the next four words, into a, and their rounds
        sha256msg1 %xmm\b, %xmm\a
        movdqa  %xmm\d, %xmm7
        palignr $4, %xmm\c, %xmm7
        paddd   %xmm7, %xmm\a
        sha256msg2 %xmm\d, %xmm\a
        rounds  \a, \group
.endm
chain:
        test    %rsi, %rsi
        jz      2f
        movdqu  (%rdi), %xmm3
        movdqu  16(%rdi), %xmm4
        pshufb  big_endian(%rip), %xmm3
        pshufb  big_endian(%rip), %xmm4
1:      movdqa  initial(%rip), %xmm1
        movdqa  initial + 16(%rip), %xmm2
        movdqa  padding(%rip), %xmm5
        movdqa  padding + 16(%rip), %xmm6
        rounds  3, 0
        rounds  4, 1
        rounds  5, 2
        rounds  6, 3
.irp    group, 4, 8, 12
        schedule 3, 4, 5, 6, \group
        schedule 4, 5, 6, 3, \group + 1
        schedule 5, 6, 3, 4, \group + 2
        schedule 6, 3, 4, 5, \group + 3
.endr
        paddd   initial(%rip), %xmm1
        paddd   initial + 16(%rip), %xmm2
        movdqa  %xmm1, %xmm3
        movdqa  %xmm1, %xmm4
        punpckhqdq %xmm2, %xmm3
        punpcklqdq %xmm2, %xmm4
        pshufd  $0xb1, %xmm3, %xmm3     # A, B, C, D
        pshufd  $0xb1, %xmm4, %xmm4     # E, F, G, H
        dec     %rsi
        jnz     1b
        pshufb  big_endian(%rip), %xmm3
        pshufb  big_endian(%rip), %xmm4
        movdqu  %xmm3, (%rdi)
        movdqu  %xmm4, 16(%rdi)
2:      ret

# int supported(void): CPUID leaf 7, EBX bit 29, "SHA"
supported:
        push    %rbx
        xor     %eax, %eax
        cpuid
        cmp     $7, %eax
        mov     $0, %eax
        jb      1f
        mov     $7, %eax
        xor     %ecx, %ecx
        cpuid
        mov     %ebx, %eax
        and     $1 << 29, %eax
1:      pop     %rbx
        ret

        .section .rodata
        .balign 16
initial:
        .long 0x9b05688c, 0x510e527f, 0xbb67ae85, 0x6a09e667
        .long 0x5be0cd19, 0x1f83d9ab, 0xa54ff53a, 0x3c6ef372
padding:
        .long 0x80000000, 0, 0, 0, 0, 0, 0, 256
big_endian:
        .byte 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
constants:
        .long 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
        .long 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
        .long 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
        .long 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
        .long 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
        .long 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
        .long 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
        .long 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
name:   .string "example-shani"
rnds2:  .string "rnds2"
msg1:   .string "msg1"
msg2:   .string "msg2"
shuffle:.string "shuffle_x"
add:    .string "add_x"

        .section .data.rel.ro, "aw"     # the layout of struct hashlane_plugin
        .balign 8
counts: .quad   rnds2
        .double 32, 32                  # on the longest path, and in all
        .quad   msg1
        .double 0, 12
        .quad   msg2
        .double 0, 12
        .quad   shuffle
        .double 1, 32
        .quad   add
        .double 1, 30
        .globl  hashlane_plugin_entry
        .type   hashlane_plugin_entry, @object
        .size   hashlane_plugin_entry, 104
hashlane_plugin_entry:
        .long   1, 1                    # version; SHA-256 chain
        .quad   name
        .long   1, 5                    # lanes; counts
        .quad   chain, 0, 0
        .quad   supported, counts, 0    # no other kernel
        .quad   0, 0, 0, 0
        .section .note.GNU-stack, "", @progbits
