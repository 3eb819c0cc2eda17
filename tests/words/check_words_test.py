#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/check_words: which phrases it finds, on which lines, and which places it leaves alone."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Repository(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        subprocess.run(["git", "init", "-q", self.root], check=True)

    def check(self, files):
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")
        subprocess.run(["git", "-C", self.root, "add", "-A"], check=True)
        ran = subprocess.run([sys.executable, ROOT / "tools/check_words", self.root], check=False,
                             capture_output=True, text=True)
        self.assertEqual(ran.stderr, "")
        self.assertEqual(ran.returncode, 1 if ran.stdout else 0)
        return [line.partition(": say")[0] for line in ran.stdout.splitlines()]

    def comment(self, *lines):
        text = "".join(f"// {line}\n" for line in lines)
        return [each.removeprefix("src/a.cpp:") for each in self.check({"src/a.cpp": text})]

    def test_each_rule(self):
        for text, phrase in (
                ("It lies beside the file.", "beside"), ("Held against it.", "Held against"),
                ("It is set otherwise than here.", "otherwise than"), ("It was mended.", "mended"),
                ("It starts anew.", "anew"), ("It ends at last.", "at last"), ("Not for want of it.", "for want of"),
                ("It takes those that there are.", "that there are"), ("Used where there is one.", "where there is"),
                ("Runs so many steps.", "so many"), ("Takes those of which it has two.", "those of which"),
                ("All are alike.", "alike"), ("Takes trees and the like.", "the like"),
                ("It ends. What is left is done.", "What is left is done"), ("It finds a wrong core.", "wrong core"),
                ("The header says it.", "header says"), ("It has 32 bytes a checkpoint.", "bytes a checkpoint"),
                ("Each result is proven.", "proven"), ("The suite has it.", "The suite"),
                ("Our aim is speed.", "Our aim"), ("It has twins.", "twins"),
                ("A Sapphire Rapids core.", "Sapphire Rapids"), ("Whether it is.", "Whether"),
                ("Measured visit by visit.", "visit by visit"), ("0 if the work is none of the above.", "is none of the above"),
                ("It is how many calls run() has under way at once, at most.",
                 "how many calls run() has under way at on…")):
            with self.subTest(text):
                self.assertEqual(self.comment(text), [f"1: '{phrase}'"])

    def test_each_rule_for_pages_alone(self):
        for text, phrase in (
                ("If the tree is none: an error.", "is none"), ("It comes down to a sum.", "comes down to"),
                ("They turn a test of ranks around.", "turn a test of ranks around"), ("It knows no doubt.", "knows no doubt"),
                ("It takes the idlest core.", "idlest"), ("It has nine short runs.", "short runs"),
                ("Measure code of your own.", "code of your own"), ("A slow half is not told.", "is not told"),
                ("It publishes a digest now and then.", "now and then"),
                ("They need each other's results.", "need each other's results"),
                ("First come the differences.", "First come"),
                ("**Taken** instead are calls.", "Taken** instead are"),
                ("- **Timed** is every kernel.", "Timed** is")):
            with self.subTest(text):
                self.assertEqual([found.partition(": ")[2] for found in self.check({"docs/a.md": text + "\n"})
                                  if phrase in found], [f"'{phrase}'"])
                self.assertEqual(self.check({"docs/a.md": "", "src/a.cpp": f"// {text}\n"}), [])

    def test_sentences_that_are_right(self):
        for text in ("Takes at least one.", "Who calls it?", "The proof of a chain is proven by its chain.",
                     "The next iterations a lane is idle.", "Runs all tests of the test suite.",
                     "Returns the words, each of which is one.", "It is `beside` that."):
            with self.subTest(text):
                self.assertEqual(self.comment(text), [])

    def test_a_phrase_over_two_lines_is_of_the_first(self):
        self.assertEqual(self.comment("Returns the value.", "It runs so", "many steps."), ["2: 'so many'"])

    def test_comments_and_strings_of_c(self):
        found = self.check({"src/a.cpp": 'int a = 1\'000; // beside\nauto b = "it is beside // that";\n'
                                         'auto c = R"(one\ntwo beside three)";\n/* so\n * many */\n',
                            "tests/a.cpp": 'auto b = "it is beside that";\n'})
        self.assertEqual(found, ["src/a.cpp:1: 'beside'", "src/a.cpp:2: 'beside'", "src/a.cpp:4: 'beside'",
                                 "src/a.cpp:5: 'so many'"])

    def test_scripts(self):
        found = self.check({"tools/a": '#!/usr/bin/env python3\n"""So many."""\nB = "beside it and that"  # anew\n',
                            "tools/b": "#!/bin/sh\n# beside\ncat <<'EOF'\nanew\nEOF\necho anew\n",
                            "cmake/c.cmake": 'set(a "#") # mended\n'})
        self.assertEqual(found, ["cmake/c.cmake:1: 'mended'", "tools/a:2: 'So many'", "tools/a:3: 'anew'",
                                 "tools/b:2: 'beside'", "tools/b:4: 'anew'"])

    def test_pages(self):
        found = self.check({"README.md": "# Title\n\nOne beside\n`two beside` three.\n\n```\nbeside\n```\n- anew\n",
                            "docs/results/a.md": "beside\n", "docs/internals/log-a.md": "beside\n"})
        self.assertEqual(found, ["README.md:3: 'beside'", "README.md:9: 'anew'"])


if __name__ == "__main__":
    unittest.main()
