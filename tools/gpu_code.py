# SPDX-License-Identifier: MIT
"""The machine code that nvcc makes of the kernels in src/backends/gpu/kernels, taken apart with nvdisasm."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "src" / "backends" / "gpu" / "kernels"
CODE = re.compile(r"/\*[0-9a-f]{4,}\*/\s+(?:@(!?\w+)\s+)?([A-Z][\w.]*)\s*([^;]*);")
LABEL = re.compile(r"\.L_\w+")


def find(program):
    path = shutil.which(program) or os.path.join(os.environ.get("CUDA_HOME", ""), "bin", program)
    if not os.access(path, os.X_OK):
        sys.exit(f"there is no {program} in PATH or in $CUDA_HOME/bin")
    return path


def label_in(operands):
    """The label that a branch goes to, or None."""
    found = LABEL.search(operands[-1])
    return found and found[0]


class Kernel:
    """instructions: (guard, mnemonic, operands) in order; labels: where they stand among them; elf:
    the file that the compiler wrote. Ends the program if there is no compiler."""

    def __init__(self, name, architecture):
        with tempfile.TemporaryDirectory() as folder:
            source, binary = os.path.join(folder, "k.cu"), os.path.join(folder, "k.cubin")
            with open(source, "w", encoding="utf-8") as file:
                for part in ("portable.h", f"{name}.cl"):
                    file.write((KERNELS / part).read_text(encoding="utf-8"))
            subprocess.run([find("nvcc"), "-cubin", f"-arch={architecture}", "-o", binary, source],
                           check=True)
            text = subprocess.run([find("nvdisasm"), "-c", binary], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout
            self.elf = pathlib.Path(binary).read_bytes()
        self.instructions, self.labels = [], {}
        for line in text.splitlines():
            if label := re.match(r"\s*(\.L_\w+):", line):
                self.labels[label[1]] = len(self.instructions)
            if code := CODE.search(line):
                operands = [one.strip() for one in code[3].replace(".reuse", "").split(",")]
                self.instructions.append((code[1] or "PT", code[2], operands))
