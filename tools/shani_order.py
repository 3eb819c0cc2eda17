# SPDX-License-Identifier: MIT
"""Writes a SHA-256 chain kernel on the SHA extensions as assembly, in a given order.

What an order consists of is in tools/search_shani_order; what the instructions compute, in
src/lib/sha256/shani.h. xmm0 holds nothing between two operations; the other 15 registers are coloured
on the circle that the loop is.
"""

import pathlib
import random
import re

STEPS = 32  # SHA256RNDS2 of a block
REGISTERS = [f"%xmm{i}" for i in range(1, 16)]
LATE_WORDS = [0, 1, *range(4, 13)]  # vectors that a later one but the next needs, padding left out
PADDING = {2: "pad2(%rip)", 3: "pad3(%rip)"}


def constants():
    text = (pathlib.Path(__file__).resolve().parent.parent / "src/lib/sha256/kernels.h").read_text()
    table = [int(word, 16) for word in re.findall(r"0x([0-9a-f]{8})\b", text)]
    pad, hash_, k = [table[0], *[0] * 6, 256], table[1:9], table[9:73]
    add = lambda a, b: [(x + y) % 2**32 for x, y in zip(a, b)]
    vectors = {"abef": [hash_[i] for i in (5, 4, 1, 0)], "cdgh": [hash_[i] for i in (7, 6, 3, 2)],
               "hash0": hash_[:4], "hash1": hash_[4:], "first_k": add(hash_, k[:4]),
               "pad2": pad[:4], "pad3": pad[4:], "last_pads": pad[5:] + [0],
               "swap": [0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f]}
    for g in range(1, 16):
        vectors[f"k{g}"] = add(k[4 * g:4 * g + 4], pad[4 * g - 8:4 * g - 4] if g in (2, 3) else [0] * 4)
    return ".section .rodata\n.p2align 6\n" + "".join(
        f"{name}: .long {', '.join(map(hex, words))}\n" for name, words in vectors.items())


class Block:
    """The operations of one block of one lane: (time in SHA256RNDS2, text, values it has to do with,
    value it defines). A value is what has one register from its definition to its last use."""

    def __init__(self, order, lane, stored):
        self.order, self.lane, self.stored, self.operations = order, lane, stored, []
        self.a, self.c = self.register("abef"), self.register("cdgh")
        self.value = {}
        for g in range(16):
            moved = g - 4 in self.value and g - 4 not in stored
            self.value[g] = self.value[g - 4] if moved else f"v{g}"
            if g in PADDING:
                del self.value[g]
        self.first_group()
        for g in range(1, 16):
            if g >= 4:
                self.vector(g)
            self.rounds(g)
        self.operations.sort(key=lambda operation: operation[0])

    def register(self, name):
        return f"{{{self.lane}.{name}}}"

    def add(self, time, text, *names):
        self.operations.append((time, text, [(self.lane, name) for name in names]))

    def slot(self, g):
        return f"{16 * (16 * self.lane + g)}(%rsp)"

    def near(self, g):
        return self.register(self.value[g])

    def late(self, g):
        """Vector g as an operand, and the values that this is."""
        if g in PADDING:
            return PADDING[g], ()
        return (self.slot(g), ()) if g in self.stored else (self.near(g), (self.value[g],))

    def store(self, time, g):
        if g in self.stored:
            self.add(time, f"vmovdqa {self.near(g)}, {self.slot(g)}", self.value[g])

    def first_group(self):
        a, c, v0, v1 = self.a, self.c, self.near(0), self.near(1)
        self.add(0, f"vpshufd $0x0b, {a}, %xmm0\n vpaddd first_k(%rip), %xmm0, %xmm0\n"
                    f" vshufps $0xbb, {c}, {a}, {v0}\n vshufps $0x11, {c}, {a}, {v1}\n"
                    f" vmovdqa abef(%rip), {a}\n vmovdqa cdgh(%rip), {c}\n"
                    f" sha256rnds2 %xmm0, {a}, {c}", "abef", "cdgh", "v0", "v1")
        self.add(1, f"vpaddd first_k(%rip), {v0}, %xmm0\n vpshufd $14, %xmm0, %xmm0\n"
                    f" sha256rnds2 %xmm0, {c}, {a}", "v0", "abef", "cdgh")
        for g, v in ((0, v0), (1, v1)):
            self.add(1, f"vpaddd hash{g}(%rip), {v}, {v}", f"v{g}")
            self.store(1, g)

    def vector(self, g):
        time = 2 * g - self.order["ahead"]
        early = max(time - self.order["early"], 1)
        value, v = self.value[g], self.near(g)
        if g - 4 in PADDING or g - 4 in self.stored:  # MSG1 of padding alone is pad2
            source = PADDING[2] if g == 6 else self.late(g - 4)[0]
            self.add(early, f"vmovdqa {source}, {v}", value)
        if g != 6:
            operand, names = self.late(g - 3)
            self.add(early, f"sha256msg1 {operand}, {v}", value, *names)
        low, low_names = self.late(g - 2)
        if g == 4:
            self.add(time, f"sha256msg2 pad3(%rip), {v}", value)
        elif self.order["schedule"] == "few":
            names = (value, self.value[g - 1])
            self.add(time, f"vpalignr $4, {low}, {self.near(g - 1)}, %xmm0\n"
                           f" vpaddd %xmm0, {v}, {v}", *names, *low_names)
            self.add(time, f"sha256msg2 {self.near(g - 1)}, {v}", *names)
        else:
            if g == 5:
                self.add(early, f"vpaddd last_pads(%rip), {v}, {v}", value)
            else:
                load = "" if low_names else f"vmovdqa {low}, %xmm0\n "
                self.add(early, f"{load}vpsrldq $4, {low if low_names else '%xmm0'}, %xmm0\n"
                                f" vpaddd %xmm0, {v}, {v}", value, *low_names)
            newest = self.near(g - 1)
            self.add(time, f"sha256msg2 {newest}, {v}\n vpslldq $12, {newest}, %xmm0\n"
                           f" vpaddd %xmm0, {v}, {v}", value, self.value[g - 1])
        self.store(time, g)

    def rounds(self, g):
        first = f"sha256rnds2 %xmm0, {self.a}, {self.c}"
        second = f"sha256rnds2 %xmm0, {self.c}, {self.a}"
        how, names = self.order["rounds"], ["abef", "cdgh"]
        if g in PADDING:
            self.add(2 * g, f"vmovdqa k{g}(%rip), %xmm0\n {first}", *names)
            self.add(2 * g + 1, f"vmovq 8+k{g}(%rip), %xmm0\n {second}", *names)
            return
        names.append(self.value[g])
        total = f"vpaddd k{g}(%rip), {self.near(g)}, %xmm0"
        if how == "once":
            self.add(2 * g, f"{total}\n {first}\n vpshufd $14, %xmm0, %xmm0\n {second}", *names)
        elif how == "twice":
            self.add(2 * g, f"{total}\n {first}", *names)
            self.add(2 * g + 1, f"{total}\n vpshufd $14, %xmm0, %xmm0\n {second}", *names)
        else:
            kept = self.register(f"sum{g}")
            self.add(2 * g, f"vpaddd k{g}(%rip), {self.near(g)}, {kept}\n vmovdqa {kept}, %xmm0\n"
                            f" {first}", *names, f"sum{g}")
            self.add(2 * g + 1, f"vpshufd $14, {kept}, %xmm0\n {second}", "abef", "cdgh", f"sum{g}")


def in_order(order, stored):
    """(whether it belongs to a block that the pass before began, text, values), as a pass has them."""
    operations = []
    for lane, behind in enumerate(order["behind"]):
        for number, (time, text, values) in enumerate(Block(order, lane, stored).operations):
            begun_before = time + behind >= STEPS
            turn = (time + behind) % STEPS // order["turn"]
            operations.append(((turn, lane, not begun_before, number), begun_before, text, values))
    return [operation[1:] for operation in sorted(operations, key=lambda operation: operation[0])]


def colour(operations, rng):
    """A register for each value, or None. A value's arc begins after its first operation and ends
    with its last."""
    size, places = len(operations), {}
    for place, (begun_before, _, values) in enumerate(operations):
        for value in values:
            places.setdefault(value, []).append(place + (size if begun_before else 0))
    whole = [value for value in places if value[1] in ("abef", "cdgh")]
    arcs = [(value, min(at), max(at)) for value, at in places.items() if value not in whole]
    free = REGISTERS[len(whole):]
    for _ in range(20):
        start = rng.randrange(size)
        crosses = lambda arc: (arc[1] - start) % size + arc[2] - arc[1] >= size
        arcs.sort(key=lambda arc: (not crosses(arc), (arc[1] - start) % size, arc[1] - arc[2]))
        taken, chosen = {register: [] for register in free}, {}
        for value, begin, end in arcs:
            fitting = [register for register in free
                       if all((b - begin) % size >= end - begin and (begin - b) % size >= e - b
                              for b, e in taken[register])]
            if not fitting:
                break
            # The one that became free last.
            gap = lambda r: min([(begin - e) % size for _, e in taken[r]], default=size)
            chosen[value] = min(fitting, key=gap)
            taken[chosen[value]].append((begin, end))
        else:
            return chosen | dict(zip(whole, REGISTERS))
    return None


def allocate(order, rng):
    """As few stored vectors as can be coloured: all, then fewer while that works."""
    result = None
    for stored in ([], LATE_WORDS):
        operations = in_order(order, stored)
        registers = colour(operations, rng)
        if registers:
            result = operations, registers, list(stored)
            break
    for g in rng.sample(LATE_WORDS, len(LATE_WORDS)) if result and result[2] else []:
        fewer = [other for other in result[2] if other != g]
        operations = in_order(order, fewer)
        registers = colour(operations, rng)
        if registers:
            result = operations, registers, fewer
    return result


def lane_ends(lanes, registers):
    """Loading the lanes from their digests, and storing them."""
    begin = end = ""
    for lane in range(lanes):
        a, c = registers[(lane, "abef")], registers[(lane, "cdgh")]
        begin += (f" vmovdqu {32 * lane}(%rdi), {a}\n vpshufb swap(%rip), {a}, {a}\n"
                  f" vpsubd hash0(%rip), {a}, {a}\n vmovdqu {32 * lane + 16}(%rdi), {c}\n"
                  f" vpshufb swap(%rip), {c}, {c}\n vpsubd hash1(%rip), {c}, {c}\n"
                  f" vpunpcklqdq {a}, {c}, %xmm0\n vpunpckhqdq {a}, {c}, {c}\n"
                  f" vpshufd $0xb1, %xmm0, {a}\n vpshufd $0xb1, {c}, {c}\n")
        for half, choice in ((0, "0xbb"), (1, "0x11")):
            end += (f" vshufps ${choice}, {c}, {a}, %xmm0\n vpaddd hash{half}(%rip), %xmm0, %xmm0\n"
                    f" vpshufb swap(%rip), %xmm0, %xmm0\n vmovdqu %xmm0, {32 * lane + 16 * half}(%rdi)\n")
    return begin, end


def assembly(order, symbol):
    """The kernel, the instructions of a pass and the stored vectors; None if it does not fit."""
    result = allocate(order, random.Random(1))
    if result is None:
        return None
    operations, registers, stored = result

    def pass_over(wanted):
        text = ""
        for begun_before, operation, values in operations:
            if begun_before in wanted:
                for lane, name in values:
                    operation = operation.replace(f"{{{lane}.{name}}}", registers[(lane, name)])
                text += f" {operation}\n"
        return text

    begin, end = lane_ends(len(order["behind"]), registers)
    loop = pass_over([True, False])
    text = (f".text\n.globl {symbol}\n.type {symbol}, @function\n.p2align 6\n{symbol}:\n"
            f" test %rsi, %rsi\n jz 3f\n push %rbp\n mov %rsp, %rbp\n sub $1024, %rsp\n"
            f" and $-64, %rsp\n{begin}{pass_over([False])} dec %rsi\n jz 2f\n .p2align 6\n"
            f"1:\n{loop} dec %rsi\n jnz 1b\n2:\n{pass_over([True])}{end} mov %rbp, %rsp\n"
            f" pop %rbp\n3: ret\n.size {symbol}, . - {symbol}\n{constants()}"
            '.section .note.GNU-stack, "", @progbits\n')
    return text, loop.count("\n"), stored
