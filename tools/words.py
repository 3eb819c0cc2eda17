# SPDX-License-Identifier: MIT
"""The prose in files: comments, the text of strings, pages. Used by tools/check_words.

A passage is a list of (line number, text): the lines of one comment, of one string or of one paragraph,
in which a phrase may begin on one line and end on the next.
"""

import ast
import io
import re
import tokenize

C_LIKE = {".cpp", ".h", ".def", ".inc", ".c", ".in", ".cu", ".cl"}
# A raw string, a string, a character, or the two kinds of comment. A ' between digits separates them.
TOKEN = re.compile(r"""R"(?P<tag>[^()\s"]*)\((?P<raw>.*?)\)(?P=tag)"
                     | "(?P<string>(?:[^"\\\n]|\\.)*)"
                     | (?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+'
                     | //(?P<line>[^\n]*)
                     | /\*(?P<block>.*?)\*/""", re.VERBOSE | re.DOTALL)


def joined(passages):
    """Comments of adjoining lines as one passage. One that follows code on its line begins another."""
    last = None
    for number, column, alone, text in passages:
        if last and last[-1][0] == number - 1 and last_column == column and alone:
            last.append((number, text))
        else:
            if last:
                yield last
            last, last_column = [(number, text)], column
    if last:
        yield last


def lines_of(number, text):
    return [(number + i, line) for i, line in enumerate(text.split("\n"))]


def of_c(text, strings):
    """Yields comments of C and C++, and strings of at least three words if they are wanted."""
    comments, blocks, texts = [], [], []
    end = 0  # of the string before
    for match in TOKEN.finditer(text):
        number = text.count("\n", 0, match.start()) + 1
        if match["line"] is not None:
            start = text.rfind("\n", 0, match.start()) + 1
            before = text[start:match.start()]
            comments.append((number, len(before), not before.strip(), match["line"]))
        elif match["block"] is not None:
            blocks.append([(line, re.sub(r"^\s*\*", "", each))
                             for line, each in lines_of(number, match["block"])])
        elif strings:
            content = match["raw"] if match["raw"] is not None else match["string"]
            if content is None:
                continue
            content = content.replace("\\n", " ").replace('\\"', '"')
            if texts and not text[end:match.start()].strip():
                texts[-1] += lines_of(number, content)
            else:
                texts.append(lines_of(number, content))
            end = match.end()
    for each in (*joined(comments), *blocks):
        yield "comments", each
    for each in texts:
        if sum(len(line.split()) for _, line in each) >= 3:
            yield "strings", each


def of_python(text):
    """Passages of Python: comments and the strings of documentation."""
    comments = [(token.start[0], token.start[1], not token.line[:token.start[1]].strip(), token.string[1:])
                for token in tokenize.generate_tokens(io.StringIO(text).readline)
                if token.type == tokenize.COMMENT and not token.string.startswith("#!")]
    yield from joined(comments)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            string = node.body[0].value
            yield lines_of(string.lineno, string.value)


def of_shell(text):
    """Passages of a shell script or of CMake: comments, and documents for cat."""
    comments, end = [], None
    for number, line in enumerate(text.split("\n"), 1):
        start = re.match(r"\s*cat <<'?(\w+)'?$", line)
        if end:
            end = None if line == end else end
            comments.append((number, -2, True, line if end else ""))
        elif start:
            end = start[1]
        elif match := re.search(r"(?:^|\s)#(?!!)(.*)", line):
            if line[:match.start()].count('"') % 2 == 0 and line[:match.start()].count("'") % 2 == 0:
                comments.append((number, match.start(1), not line[:match.start()].strip(), match[1]))
    yield from joined(comments)


def of_page(text):
    """Paragraphs, items of lists, headings and rows of tables, without code and without links' targets."""
    passage, fenced = [], False
    for number, line in enumerate(text.split("\n"), 1):
        fence = line.lstrip().startswith(("```", "~~~"))
        fenced ^= fence
        if fenced or fence or not line.strip() or re.match(r"\s*(?:[-*+]|\d+\.|#+|\|)\s?", line):
            if passage:
                yield passage
            passage = []
        if not (fenced or fence) and line.strip():
            line = re.sub(r"<!--.*?-->", " ", re.sub(r"\]\([^)]*\)", "]", line))
            passage.append((number, re.sub(r"^\s*(?:[-*+]|\d+\.|#+|\|)\s+", "", line)))
    if passage:
        yield passage


def passages_of(file, path):
    """Yields the passages of a file of the repository, and whether each is of comments, strings or pages."""
    text = file.read_text(encoding="utf-8")
    if file.suffix in C_LIKE:
        yield from of_c(text, strings=path.startswith("src/"))
        return
    if path.endswith(".md"):
        kind, passages = "pages", of_page(text)
    elif file.suffix == ".py" or text.startswith("#!/usr/bin/env python3"):
        kind, passages = "comments", of_python(text)
    else:
        kind, passages = "comments", of_shell(text)
    for each in passages:
        yield kind, each
