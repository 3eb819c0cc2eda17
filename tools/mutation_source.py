# SPDX-License-Identifier: MIT
"""C++ source as tokens, for tools/mutations.py: its brackets, and what is left alone."""

import dataclasses
import re

TOKEN = re.compile(r'''
      (?P<nothing>\s+ | //[^\n]* | /\*.*?\*/ | ^[ \t]*\#(?:\\\n|[^\n])*)
    | (?P<string>(?:R"(?P<mark>\w*)\(.*?\)(?P=mark)" | "(?:\\.|[^"\\\n])*"
                  | '(?:\\.|[^'\\\n])+')\w*)
    | (?P<number>(?:0[xX][\da-fA-F']+ | (?:\d[\d']*)?\.?\d[\d']*\.?(?:[eE][+-]?\d+)?)[uUlLfFzZ]*)
    | (?P<name>[^\W\d]\w*)
    | (?P<sign><<= | >>= | <=> | \.\.\. | -> | :: | \+\+ | -- | && | \|\| | << | >> | [-+*/%&|^=<>!]=
               | .)''', re.DOTALL | re.MULTILINE | re.VERBOSE)
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int

    @property
    def end(self):
        return self.start + len(self.text)


def tokens_of(text):
    return [Token(match.lastgroup if match.lastgroup != "mark" else "string", match[0], match.start())
            for match in TOKEN.finditer(text) if match.lastgroup != "nothing"]


class Source:
    """The tokens of a file, which bracket belongs to which, and which tokens are left alone."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.partner = {}
        self.skipped = set()
        self.pair_brackets()
        self.skip()

    def is_(self, index, *texts):
        return 0 <= index < len(self.tokens) and self.tokens[index].text in texts

    def spaced(self, index):
        token = self.tokens[index]
        return self.text[token.start - 1:token.start].isspace() and self.text[token.end:token.end + 1].isspace()

    def glued(self, index):
        """No space before it."""
        return index > 0 and self.tokens[index - 1].end == self.tokens[index].start

    def pair_brackets(self):
        opened = []
        for index, token in enumerate(self.tokens):
            if token.text in CLOSING:
                opened.append(index)
            elif token.text in CLOSING.values() and opened:
                self.partner[opened.pop()] = index

    def end_of_template(self, index):
        """Returns the end of the template list that opens at `index`; None if it has none in the statement."""
        depth = 0
        for at in range(index, len(self.tokens)):
            text = self.tokens[at].text
            if text in (";", "{", "}"):
                return None
            depth += (text == "<") - (text == ">") - 2 * (text == ">>")
            if depth <= 0:
                return at
        return None

    def callee(self, index):
        """The name before a bracket, and before its template arguments if there are any."""
        at, depth = index - 1, 0
        while at >= 0 and (depth > 0 or self.is_(at, ">", ">>")):
            text = self.tokens[at].text
            depth += (text == ">") + 2 * (text == ">>") - (text == "<")
            at -= 1
            if depth == 0:
                break
        return self.tokens[at].text if at >= 0 else ""

    def skip_to(self, first, last):
        if last is not None:
            self.skipped.update(range(first, last + 1))

    def skip(self):
        for index, token in enumerate(self.tokens):
            if token.text == "[" and (self.is_(index + 1, "[") or self.is_size_of_array(index)):
                self.skip_to(index, self.partner.get(index))
            elif token.text in ("alignas", "static_assert") and self.is_(index + 1, "("):
                self.skip_to(index, self.partner.get(index + 1))
            elif token.text == "<" and self.is_(index - 2, "::") and self.is_(index - 3, "std"):
                self.skip_to(index, self.end_of_template(index))

    def is_size_of_array(self, index):
        """`type name[size]`, also behind others and behind a pointer."""
        if index < 2 or self.tokens[index - 1].kind != "name":
            return False
        before = self.tokens[index - 2]
        return before.kind == "name" and before.text not in ("return", "case", "else") or \
            before.text in (">", "*", "&") and not self.glued(index - 2) and self.glued(index - 1) or \
            before.text == ">" and not self.glued(index - 1)
