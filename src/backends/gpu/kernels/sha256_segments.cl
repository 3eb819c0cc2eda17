// SPDX-License-Identifier: MIT
//
// Segments of SHA-256 chains, one per work item, after the text of sha256_chain.cl.
//
// A lane is 36 bytes: the digest as SHA-256 prints it, then, big-endian, the number of hashes that
// it has left. Each does at most `iterations` of them, and counts them down: lanes of different
// lengths can be mixed. Work items beyond the last lane do nothing.

KERNEL void sha256_segments(GLOBAL u8 *segments, u32 lanes, u32 iterations)
{
    if (LANE >= lanes)
        return;
    GLOBAL u8 *bytes = segments + 36 * LANE;
    u32 words[9]; // the digest, and the number of hashes left
#pragma unroll
    for (int i = 0; i < 9; ++i)
        words[i] = (u32)bytes[4 * i] << 24 | (u32)bytes[4 * i + 1] << 16 |
                   (u32)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    u32 count = words[8] < iterations ? words[8] : iterations;
    words[8] -= count;
    // By a number that all lanes share, not their own: the compiler orders the hash's instructions better.
    for (; iterations != 0; --iterations)
        if (iterations <= count)
            hash_digest(words);
#pragma unroll
    for (int i = 0; i < 9; ++i) {
        bytes[4 * i] = (u8)(words[i] >> 24);
        bytes[4 * i + 1] = (u8)(words[i] >> 16);
        bytes[4 * i + 2] = (u8)(words[i] >> 8);
        bytes[4 * i + 3] = (u8)words[i];
    }
}
