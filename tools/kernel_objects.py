# SPDX-License-Identifier: MIT
"""The kernel files in a libhashlane.a, read with objdump: code, constants and relocations."""

import re
import subprocess
import sys

MEMBER = re.compile(r"(\S+):\s+file format ")
KERNEL_FILE = re.compile(r"(chain|absorb|blocks|nodes|salted)_\w+\.cpp\.(o|obj)$")
PART = re.compile(r"(?:RELOCATION RECORDS FOR \[|Contents of section )([^]:]+)")
SECTION = re.compile(r"\s+\d+ (\S+)\s+([0-9a-f]+) .* 2\*\*(\d+)\s+(.*)")
NO_CODE = re.compile(r"\.(eh_frame|note|comment|xdata|pdata|rdata\$zzz|llvm)")
ELF_SYMBOL = re.compile(r"([0-9a-f]+) .{7} (\S+)\t[0-9a-f]+ +(?:\.hidden )?(\S+)$")
COFF_SYMBOL = re.compile(r"\[ *\d+\]\(sec +(\d+)\).*\(nx \d+\) 0x([0-9a-f]+) (\S+)$")
RELOCATION = re.compile(r"([0-9a-f]+) ([RI]\w+)\s+(\S+?)(?:([+-])0x([0-9a-f]+))?$")
BYTES = re.compile(r" [0-9a-f]+ ((?:[0-9a-f]{2,8} ?){1,4})")
KERNEL = re.compile(r"hashlane_(\w+)_x(\d+)$")


class KernelObject:
    """name: the kernels' without their lanes; index: which file of the archive; kernels: by lanes,
    (section, offset)."""

    def __init__(self, index):
        self.index, self.name, self.kernels = index, "", {}
        self.sections = []  # in the file's order
        self.sizes, self.alignments, self.data, self.relocations = {}, {}, {}, {}  # by section
        self.symbols = {}

    def add_section(self, name, size, alignment, flags):
        self.sections.append(name)
        if "CONTENTS" in flags and "ALLOC" in flags and not NO_CODE.match(name):
            self.sizes[name], self.alignments[name] = int(size, 16), int(alignment)
            self.data[name], self.relocations[name] = bytearray(), []

    def add_symbol(self, name, section, offset):
        self.symbols[name] = (section, offset)
        if kernel := KERNEL.match(name):
            self.name = kernel[1]
            self.kernels[int(kernel[2])] = (section, offset)

    def read_line(self, line, part):
        """part: the section that the lines of relocations or contents belong to."""
        if match := SECTION.match(line):
            self.add_section(*match.groups())
        elif match := ELF_SYMBOL.match(line):
            self.add_symbol(match[3], match[2], int(match[1], 16))
        elif match := COFF_SYMBOL.match(line):
            if (section := int(match[1])) > 0:
                self.add_symbol(match[3], self.sections[section - 1], int(match[2], 16))
        elif part in self.data and (match := RELOCATION.match(line)):
            addend = int((match[4] or "+") + (match[5] or "0"), 16)
            addend -= (addend >> 63) << 64
            self.relocations[part].append((int(match[1], 16), match[2], match[3], addend))
        elif part in self.data and (match := BYTES.match(line)):
            self.data[part] += bytes.fromhex(match[1])

    def targets(self, section):
        """The relocations as (offset, kind, section or symbol of another file, offset there)."""
        for offset, kind, name, addend in self.relocations.get(section, []):
            place, value = self.symbols.get(name, (name, 0))
            yield offset, kind, place, value + addend

    def content(self, section):
        """Returns the parts of a section that are compared; the names of its symbols are not."""
        return (self.alignments.get(section), bytes(self.data.get(section, b"")),
                list(self.targets(section)))

    def everything(self):
        return self.kernels, {name: self.content(name) for name in self.alignments}


class Archive:
    """kernels: the kernel files by name."""

    def __init__(self, path, objdump):
        self.path, self.objdump, self.kernels, self.listings = path, objdump, {}, None
        objects, current, part, index = [], None, "", 0
        for line in self.run("-w", "-h", "-t", "-r", "-s").splitlines():
            if match := MEMBER.match(line):
                current = KernelObject(index) if KERNEL_FILE.match(match[1]) else None
                objects += [current] if current else []
                part, index = "", index + 1
            elif match := PART.match(line):
                part = match[1]
            elif current:
                current.read_line(line, part)
        self.kernels = {one.name: one for one in objects if one.kernels}
        if not self.kernels or len(self.kernels) < len(objects):
            sys.exit(f"{path}: a kernel file without a kernel, or none at all")
        for one in objects:
            if any(len(one.data[name]) != size for name, size in one.sizes.items()):
                sys.exit(f"{path}: {one.name}: not all of it could be read")

    def run(self, *options):
        result = subprocess.run([self.objdump, *options, self.path], text=True, capture_output=True)
        if result.returncode:
            reason = result.stderr.partition("\n")[0]
            sys.exit(f"{self.objdump} cannot read {self.path}: {reason}")
        return result.stdout

    def instruction_at(self, one, section, offset):
        """The instruction of a kernel file that holds the byte there, with its relocation."""
        if self.listings is None:
            text = self.run("-d", "-r", "--no-show-raw-insn")
            self.listings = re.split(r"^\S+:\s+file format .*$", text, flags=re.MULTILINE)[1:]
        code = self.listings[one.index].partition(f"Disassembly of section {section}:")[2]
        found = "the end"
        for line in code.partition("Disassembly of section")[0].splitlines():
            if match := re.match(r"(\s+)([0-9a-f]+):[\t ](.*)", line):
                relocation = match[1].startswith("\t")
                if not relocation and int(match[2], 16) > offset:
                    break
                found = f"{found} ({match[3]})" if relocation else match[3]
        return re.sub(r"\s+", " ", found)
