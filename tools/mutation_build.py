# SPDX-License-Identifier: MIT
"""The copy of the working tree that tools/mutate changes, and its build.

Ninja builds the copy again after each change, and after it is taken back, which makes the file newer than
what was built of it.
"""

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess

# Accesses beyond an array are reported, as with the sanitizers in the tests.
CHECKS = "-D_GLIBCXX_ASSERTIONS -fsanitize=bounds -fsanitize-undefined-trap-on-error"


def sync(root, copy):
    """Makes `copy` what git sees in `root`; files that are the same keep their age."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")
    wanted = {name for name in listed if name and (root / name).is_file()}
    for name in wanted:
        data, target = (root / name).read_bytes(), copy / name
        if not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        os.chmod(target, (root / name).stat().st_mode)
    for target in [path for path in copy.rglob("*") if path.is_file()]:
        if str(target.relative_to(copy)) not in wanted:
            target.unlink()


@contextlib.contextmanager
def changed(path, text):
    """A file of the copy with other text, for as long as the context lasts, an interrupt included."""
    original = path.read_bytes()
    try:
        path.write_text(text, encoding="utf-8")
        yield
    finally:
        # A second Ctrl-C, or a late first one, waits until the file is whole again.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        path.write_bytes(original)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


class Build:
    # Optimised as little as is still quick to run; tests are compiled so in any release.
    OPTIONS = ["-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_CXX_FLAGS_RELEASE=-O1 {CHECKS}", "-DHASHLANE_BUILD_TESTS=ON",
               "-DHASHLANE_BUILD_SHARED=OFF",
               # Much quicker than the compiler's own linker.
               *(["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else [])]

    def __init__(self, folder):
        self.copy = folder / "source"
        self.folder = folder / "build"

    def apart(self, folders):
        """These and those of earlier runs: their files are compiled one by one, all others a folder at a time."""
        cache = self.folder / "CMakeCache.txt"
        before = re.search(r"^HASHLANE_APART:\w+=(.*)$", cache.read_text(encoding="utf-8"), re.MULTILINE) \
            if cache.is_file() else None
        return "-DHASHLANE_APART=" + ";".join(sorted({*folders, *(before[1].split(";") if before else [])} - {""}))

    def configure_and_build(self, targets, folders):
        """Raises CalledProcessError, with the output, where the unchanged tree does not build."""
        self.targets = targets
        self.run("cmake", "-S", self.copy, "-B", self.folder, "-G", "Ninja", "-Wno-dev", *self.OPTIONS,
                 self.apart(folders))
        self.build()
        names = {"hashlane" if target == "hashlane_cli" else target for target in targets}
        self.programs = {path.name: path for path in self.folder.rglob("*")
                         if path.name in names and path.is_file() and os.access(path, os.X_OK)}
        self.unchanged = self.digests()
        os.environ["CCACHE_DISABLE"] = "1"  # no change is compiled twice: a cache would only cost time

    def run(self, *command):
        subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def build(self):
        self.run("ninja", "-C", self.folder, *self.targets)

    def digests(self):
        return [hashlib.sha256(path.read_bytes()).digest() for path in self.programs.values()]

    def build_change(self):
        """None if the changed tree does not build, False if its programs are the same, else True."""
        try:
            self.build()
        except subprocess.CalledProcessError:
            return None
        return self.digests() != self.unchanged
