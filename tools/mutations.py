# SPDX-License-Identifier: MIT
"""The small changes that tools/mutate makes to C++ source, one at a time.

What is an operator and what a pointer or a template's bracket is told by the spaces that
clang-format sets: only an operator of two operands has one on either side. Left alone: comments,
strings, preprocessor lines, attributes, alignas, static_assert, sizes of arrays and the arguments of
templates of std.
"""

import dataclasses
import re

from mutation_source import CLOSING, Source

BINARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
          "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&", "^": "|",
          "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "%=": "*=",
          "&=": "|=", "|=": "&=", "^=": "|=", "<<=": ">>=", ">>=": "<<="}
WORDS = {"true": "false", "false": "true", "min": "max", "max": "min"}
# A call whose arguments may change places without effect.
SYMMETRIC = re.compile(r"(min|max|gcd|lcm|equal|xor|xor3|and|or|add|swap|exchange)(_|\d|$)")
NOT_EXPRESSIONS = {"auto", "case", "class", "const", "constexpr", "constinit", "consteval", "default",
                   "enum", "extern", "friend", "goto", "inline", "mutable", "namespace", "private",
                   "protected", "public", "static", "static_assert", "struct", "template", "thread_local",
                   "typedef", "typename", "union", "using", "virtual", "volatile"}
HEADS = {"if", "for", "while", "switch", "else", "do", "try", "catch"}
BODY_AFTER = {")", "]", "}", ";", "{", "const", "noexcept", "override", "final", "mutable", "HASHLANE_INLINE_LAMBDA",
              "else", "do", "try", ":"}


@dataclasses.dataclass(frozen=True, order=True)
class Mutation:
    """One change of a file: text[start:end] becomes `new`."""
    start: int
    end: int
    new: str
    line: int
    before: str  # the lines that it touches, in one
    after: str

    def applied(self, text):
        return text[:self.start] + self.new + text[self.end:]


def one_line(text):
    return " ".join(text.split())


def other_numbers(text):
    """The numbers that are tried in place of one."""
    digits, suffix = re.fullmatch(r"(0[xX][\da-fA-F']+|[\d'.eE+-]+?)([uUlLfFzZ]*)", text).groups()
    digits = digits.replace("'", "")
    if digits[:2] in ("0x", "0X"):
        value, width = int(digits, 16), len(digits) - 2
        others = {value + 1, value & ~(1 << max(value.bit_length() - 1, 0))} - {value, 0}
        return [f"0x{other:0{width}x}{suffix}" for other in sorted(others)]
    if re.search(r"[.eE]", digits):
        value = float(digits)
        return [f"{other!r}{suffix}" for other in ((value * 2, value / 2) if value else (1.0,))]
    value = int(digits, 8 if re.fullmatch(r"0[0-7]+", digits) else 10)
    # Nothing hangs on one more or less of thousands.
    others = [value * 2, value // 2] if value > 1000 else [value + 1, value - 1] if value else [1]
    return [f"{other}{suffix}" for other in others]


def at_commas(source, first, last):
    """The ranges of tokens between `first` and `last`, both brackets, that commas part."""
    ranges, begin, at = [], first + 1, first + 1
    while at < last:
        if source.tokens[at].text == "<" and not source.spaced(at) and source.glued(at):
            at = source.end_of_template(at) or at
        elif source.tokens[at].text == ",":
            ranges.append((begin, at))
            begin = at + 1
        at = source.partner.get(at, at) + 1
    ranges.append((begin, last))
    return [(begin, end) for begin, end in ranges if end > begin]


def of_different_kinds(one, other):
    """Arguments that no function takes in either order: a text or a truth value and anything else, an
    enumerator or a member's name and anything else."""
    kinds = (r'"', r"(true|false)$", r"&?[A-Z]\w*(::\w+)+$")
    return any(bool(re.match(kind, one)) != bool(re.match(kind, other)) for kind in kinds)


def is_declaration(source, first, last):
    """True if the tokens declare something: a name follows a type."""
    if source.tokens[first].text in NOT_EXPRESSIONS:
        return True
    for at in range(first, min(last, len(source.tokens)) - 1):
        token, after = source.tokens[at], source.tokens[at + 1]
        if token.text in ("(", "{", "[", "=", "."):
            return False
        if after.kind != "name":
            continue
        if token.kind == "name" and token.text not in ("template", "return", "throw", "new", "delete", "asm"):
            return True
        if token.text in ("*", "&", "&&") and not source.glued(at) and source.glued(at + 1) and at > first:
            return True
        if token.text == ">" and not source.spaced(at):
            return True
    return False


class Finder:
    """Collects the changes of a file."""

    def __init__(self, text):
        self.source = Source(text)
        self.text = text
        self.found = []

    def add(self, start, end, new):
        line = self.text.count("\n", 0, start) + 1
        first = self.text.rfind("\n", 0, start) + 1
        last = self.text.find("\n", end)
        last = len(self.text) if last < 0 else last
        changed = self.text[first:start] + new + self.text[end:last]
        self.found.append(Mutation(start, end, new, line, one_line(self.text[first:last]), one_line(changed)))

    def replace(self, token, new):
        self.add(token.start, token.end, new)

    def span(self, first, last):
        """The text of the tokens [first, last)."""
        return self.text[self.source.tokens[first].start:self.source.tokens[last - 1].end]

    def operators_and_constants(self):
        source = self.source
        for index, token in enumerate(source.tokens):
            if index in source.skipped:
                continue
            if token.kind == "number":
                for other in other_numbers(token.text):
                    self.replace(token, other)
            elif token.text in BINARY and source.spaced(index):
                self.replace(token, BINARY[token.text])
            elif token.text in WORDS and (token.text not in ("min", "max") or source.is_(index + 1, "(", "<")):
                self.replace(token, WORDS[token.text])
            elif token.text in ("++", "--"):
                self.replace(token, "--" if token.text == "++" else "++")
            elif token.text == "!" or token.text == "-" and self.is_sign(index):
                self.replace(token, "")

    def is_sign(self, index):
        source = self.source
        return not source.spaced(index) and source.glued(index + 1) and \
            (source.is_(index - 1, "(", ",", "=", "?", ":", "return") or source.is_(index - 1, *BINARY))

    def conditions(self):
        """`if` and `while` negated, the two sides of `?:` exchanged."""
        source = self.source
        for index, token in enumerate(source.tokens):
            if token.text in ("if", "while"):
                open_ = index + 1 + source.is_(index + 1, "constexpr")
                if open_ in source.partner:
                    self.negate(open_ + 1, source.partner[open_])
            elif token.text == "?":
                self.exchange_sides(index)

    def negate(self, first, last):
        source = self.source
        inner = [at for at in range(first, last) if source.is_(at, ";")]
        first = inner[-1] + 1 if inner else first
        texts = {source.tokens[at].text for at in range(first, last)}
        simple = not texts & {"&&", "||"}
        if "=" in texts or simple and (texts & {"==", "!="} or source.is_(first, "!", "true", "false")):
            return  # a declaration, or what changing the operator is already
        condition = self.span(first, last)
        self.add(source.tokens[first].start, source.tokens[last - 1].end, f"!({condition})")

    def exchange_sides(self, index):
        source, at, middle, depth = self.source, index + 1, None, 0
        while at < len(source.tokens) and not source.is_(at, ",", ";", ")", "]", "}"):
            depth += source.is_(at, "?")
            if source.is_(at, ":"):
                if middle is None and depth == 0:
                    middle = at
                else:
                    depth -= 1
            at = source.partner.get(at, at) + 1
        if middle is not None:
            one, other = self.span(index + 1, middle), self.span(middle + 1, at)
            self.add(source.tokens[index + 1].start, source.tokens[at - 1].end, f"{other} : {one}")

    def arguments(self):
        """Two neighbours exchanged, of calls and of short lists in braces."""
        source = self.source
        for index, last in source.partner.items():
            before = source.tokens[index - 1] if index else None
            if index in source.skipped or before is None or source.is_(index, "["):
                continue
            call = source.is_(index, "(") and (before.kind == "name" and before.text not in HEADS or before.text == ">")
            if not call and not source.is_(index, "{") or SYMMETRIC.search(source.callee(index)):
                continue
            parts = at_commas(source, index, last)
            if len(parts) > 8 or any(source.is_(at, ";") for at in range(index, last)):
                continue
            for (a, b), (c, d) in zip(parts, parts[1:]):
                one, other = self.span(a, b), self.span(c, d)
                if one == other or of_different_kinds(one, other):
                    continue
                if not is_declaration(source, a, b + 1) and not is_declaration(source, c, d + 1):
                    self.add(source.tokens[a].start, source.tokens[d - 1].end, f"{other}, {one}")

    def statements(self):
        for first, last in statements_of(self.source):
            self.add(self.source.tokens[first].start, self.source.tokens[last].start, "")


def statements_of(source):
    """The statements that can be left out, as (first token, its semicolon)."""
    found, opened, begin = [], [], 0
    for index, token in enumerate(source.tokens):
        text = token.text
        in_body = bool(opened) and opened[-1][0] == "body"
        if text in CLOSING:
            body = text == "{" and source.is_(index - 1, *BODY_AFTER)
            opened.append(("body" if body else text, begin, index))
            begin = index + 1 if body else begin
        elif text in CLOSING.values() and opened:
            kind, began, open_ = opened.pop()
            outer_body = not opened or opened[-1][0] == "body"
            starts = source.tokens[began].text
            if kind == "body":
                ended = outer_body and (starts in HEADS or began == open_)
                begin = index + 1 if ended or not opened or opened[-1][0] == "{" else began
            elif kind == "(" and outer_body and starts in HEADS:
                head = open_ - 1 - source.is_(open_ - 1, "constexpr")
                begin = index + 1 if head == began else began
        elif text in ("else", "do") and begin == index or text == ":" and source.is_(begin, "case", "default"):
            begin = index + 1
        elif text == ";" and (in_body or not opened or opened[-1][0] == "{"):
            if in_body and begin < index and can_go(source, begin, index):
                found.append((begin, index))
            begin = index + 1
    return found


def can_go(source, first, last):
    if source.is_(first, "return"):
        return last == first + 1
    return first not in source.skipped and not source.is_(first, "(") and not is_declaration(source, first, last)


def mutations_of(text):
    finder = Finder(text)
    finder.operators_and_constants()
    finder.conditions()
    finder.arguments()
    finder.statements()
    return sorted(set(finder.found))
