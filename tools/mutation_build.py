# SPDX-License-Identifier: MIT
"""The copy of the working tree that tools/mutate changes, and how one change of it is built.

CMake and Ninja build the copy once, unchanged. The dependents of a changed file are then compiled by
the same commands, with the same precompiled headers, into a folder of its own, and each test program
is linked with these objects before the libraries, so that they are found first. So nothing of the
build is out of date when a change is taken back.
"""

import collections
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess

# Accesses beyond an array are reported, as with the sanitizers in the tests.
CHECKS = "-D_GLIBCXX_ASSERTIONS -fsanitize=bounds -fsanitize-undefined-trap-on-error"
KERNELS = "hashlane_kernels.dir"  # in the names of kernels' objects
UNCHANGED = ".unmutated"  # the original, which is restored, next to the changed file


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
    original, status = path.read_bytes(), path.stat()
    try:
        path.write_text(text, encoding="utf-8")
        yield
    finally:
        # A second Ctrl-C, or a late first one, waits until the file is whole again.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        path.write_bytes(original)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


class Build:
    # Optimised as little as is still quick to run; tests are compiled so in any release.
    OPTIONS = ["-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_CXX_FLAGS_RELEASE=-O1 {CHECKS}", "-DHASHLANE_BUILD_TESTS=ON",
               "-DHASHLANE_BUILD_SHARED=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
               # Much quicker than the compiler's own linker.
               *(["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else [])]

    def __init__(self, folder):
        self.copy = folder / "source"
        self.folder = folder / "build"
        self.changed = folder / "changed"

    def apart(self, folders):
        """These and those of earlier runs: their files are compiled one by one, all others a folder at a time."""
        cache = self.folder / "CMakeCache.txt"
        before = re.search(r"^HASHLANE_APART:\w+=(.*)$", cache.read_text(encoding="utf-8"), re.MULTILINE) \
            if cache.is_file() else None
        return "-DHASHLANE_APART=" + ";".join(sorted({*folders, *(before[1].split(";") if before else [])} - {""}))

    def configure_and_build(self, targets, folders):
        """Raises CalledProcessError, with the output, where the unchanged tree does not build."""
        self.put_back()
        shutil.rmtree(self.changed, ignore_errors=True)
        for command in (["cmake", "-S", self.copy, "-B", self.folder, "-G", "Ninja", "-Wno-dev", *self.OPTIONS,
                         self.apart(folders)],
                        ["ninja", "-C", self.folder, *targets]):
            subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        commands = json.loads((self.folder / "compile_commands.json").read_text(encoding="utf-8"))
        self.compile = {re.search(r" -o (\S+) ", entry["command"])[1]: entry["command"] for entry in commands}
        self.links = {target: self.link_of(target) for target in targets}
        self.users = self.users_of_files()

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", self.folder, *arguments], check=True, capture_output=True,
                              text=True).stdout

    def name(self, path):
        return os.path.relpath(self.folder / path, self.folder)

    def users_of_files(self):
        """Which objects are compiled from a file of the copy, directly or by including it."""
        users, output = collections.defaultdict(set), None
        for line in self.ninja("-t", "deps").splitlines():
            if match := re.match(r"(\S+\.o): #deps", line):
                output = self.name(match[1])
            elif line.startswith(" ") and output:
                path = os.path.normpath(self.folder / line.strip())
                users[path].add(output)
        return users

    def link_of(self, target):
        """(the program, the command that links it, the objects in its libraries)."""
        lines = self.ninja("-t", "commands", target).splitlines()
        parts = [part for part in lines[-1].split(" && ") if re.search(r" -o \S+", part)]
        command = parts[0].strip()
        archived = {word for line in lines if re.search(r"\bar (qc|cr|rc)", line)
                    for word in line.split() if word.endswith(".o")}
        return re.search(r" -o (\S+)", command)[1], command, archived

    def dependents(self, file):
        """Objects that a change of src/… goes into and some program has; quickest to compile first:
        Ninja has noted how long each took."""
        linked = set()
        for _, command, archived in self.links.values():
            linked |= archived | {word for word in command.split() if word.endswith(".o")}
        took = {}
        for line in (self.folder / ".ninja_log").read_text(encoding="utf-8").splitlines()[1:]:
            start, end, _, output, _ = line.split("\t")
            took[output] = int(end) - int(start)
        users = self.users[os.path.normpath(self.copy / file)] & linked
        return sorted(users, key=lambda output: (took.get(output, 0), output))

    def compiled(self, output):
        """Compiles an object of the changed tree. None: it cannot be; False: it is the same."""
        target = self.changed / output
        target.parent.mkdir(parents=True, exist_ok=True)
        command = self.compile[output].replace(f" -o {output} ", f" -o {target} ")
        # No change is compiled twice, so a cache would only cost time.
        if subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, check=False,
                          env=dict(os.environ, CCACHE_DISABLE="1")).returncode:
            return None
        return target.read_bytes() != (self.folder / output).read_bytes()

    def linked(self, target, outputs):
        """Links a program with these changed objects in the place of its own."""
        program, command, archived = self.links[target]
        added = [str(self.changed / output) for output in outputs if output in archived]
        words = [str(self.changed / word) if word in outputs else word for word in command.split(" ")]
        # Before the libraries.
        command = " ".join(words).replace(f" -o {program}", f" {' '.join(added)} -o {program}", 1)
        path = self.folder / program
        if not pathlib.Path(f"{path}{UNCHANGED}").exists():
            path.rename(f"{path}{UNCHANGED}")
        result = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, check=False)
        return result.returncode == 0

    def put_back(self):
        """The programs without the change."""
        if self.folder.is_dir():
            for kept in self.folder.glob(f"**/*{UNCHANGED}"):
                kept.replace(str(kept)[:-len(UNCHANGED)])

    def program(self, target):
        return self.folder / self.links[target][0]
