# SPDX-License-Identifier: MIT
"""The prose of a repository: comments, strings and pages, for tools/check_words and check_links."""

import pathlib
import re
import subprocess
import sys

C_LIKE = (".cpp", ".h", ".def", ".inc", ".c", ".in", ".cu", ".cl")
FENCED = re.compile(r"^ *(```+|~~~+).*?^ *\1[ \t]*$", re.DOTALL | re.MULTILINE)
# A raw string, a string, a character, or the two kinds of comment. A ' between digits separates them.
OF_C = re.compile(r"""R"(?P<tag>[^()\s"]*)\((?P<raw>.*?)\)(?P=tag)"
                    | "(?P<string>(?:[^"\\\n]|\\.)*)"
                    | (?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+'
                    | //(?P<line>[^\n]*)
                    | /\*(?P<block>.*?)\*/""", re.VERBOSE | re.DOTALL)
# In Python, shells and CMake: a string of documentation, a document for cat, a string, or a comment.
OF_SCRIPT = re.compile(r'''"""(?P<block>.*?)"""
                         | cat[ ]<<'?(?P<end>\w+)'?\n(?P<here>.*?)\n(?P=end)\n
                         | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'
                         | (?<!\S)\#(?!!)(?P<line>[^\n]*)''', re.VERBOSE | re.DOTALL)


def root_argument(documentation):
    """The repository that the only argument names; without one, the repository of this file."""
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(f"{sys.argv[0]} [ROOT]    ROOT: the repository (default: this script's own)\n\n"
                 f"{documentation}\nPrints a line for each problem. Exit code 1 if there is any.")
    return pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else pathlib.Path(__file__).parent.parent).resolve()


def tracked(root):
    listing = subprocess.run(["git", "-C", root, "ls-files"], check=True, capture_output=True, text=True)
    return listing.stdout.splitlines()


def finish(problems):
    """Prints a line for each problem (path, line, text); exit code 1 if there is any."""
    for path, number, text in sorted(problems):
        print(f"{path}:{number}: {text}")
    sys.exit(1 if problems else 0)


def blank(match):
    """Returns as many empty lines as the text had, so that later lines keep their numbers."""
    return "\n" * match[0].count("\n")


def page_text(text):
    """A page without blocks of code."""
    return FENCED.sub(blank, text)


def of_code(text, token):
    """(kind, passage) for comments of adjoining lines, and for strings of three words or more."""
    passages, end, column = [], 0, -1
    for match in token.finditer(text):
        found = match.groupdict()
        number = text.count("\n", 0, match.start(match.lastgroup or 0)) + 1
        before = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
        content, kind, joins = found["line"], "comments", False
        if content is not None:
            joins = not before.strip() and column == len(before) and passages[-1][1][-1][0] == number - 1
        elif (content := found["block"] or found.get("here")) is not None:
            content = re.sub(r"\n\s*\*", "\n", content)
        elif (content := found.get("raw") or found.get("string")) is not None:
            content, kind = content.replace("\\n", " ").replace('\\"', '"'), "strings"
            joins = bool(passages) and passages[-1][0] == kind and not text[end:match.start()].strip()
        else:
            continue
        lines = [(number + i, line) for i, line in enumerate(content.split("\n"))]
        if joins:
            passages[-1][1].extend(lines)
        else:
            passages.append((kind, lines))
        end, column = match.end(), len(before) if found["line"] is not None else -1
    return [(kind, lines) for kind, lines in passages
            if kind != "strings" or sum(len(line.split()) for _, line in lines) >= 3]


def of_page(text):
    """Paragraphs, items of lists, headings and rows of tables, without code and without links' targets."""
    passage = []
    for number, line in enumerate(page_text(text).split("\n"), 1):
        if passage and (not line.strip() or re.match(r"\s*(?:[-*+]|\d+\.|#+|\|)\s?", line)):
            yield "pages", passage
            passage = []
        if line.strip():
            line = re.sub(r"<!--.*?-->", " ", re.sub(r"\]\([^)]*\)", "]", line))
            passage.append((number, re.sub(r"^\s*(?:[-*+]|\d+\.|#+|\|)\s+", "", line)))
    if passage:
        yield "pages", passage


def passages_of(file):
    """(kind, passage) for each piece of prose; a passage is a list of (line number, text), in which a phrase may
    begin on one line and end on the next. Kinds: "comments", "strings", "pages"."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        return of_page(text)
    return of_code(text, OF_C if file.suffix in C_LIKE else OF_SCRIPT)
