"""One C++ source text, taken apart without a compiler: what is code, what is comment, what it
includes, and where its functions begin and end.

Knows strings, raw strings, character literals, digit separators, comments and continued
preprocessor lines. Guesses functions from braces, which is right for code that is formatted as
ours is.
"""
import re

# A quote between digits separates them: 1'000 is one number, not a literal that opens.
PART = re.compile(r"""//[^\n]*
                    | /\*(?:.*?\*/|.*)
                    | R"([^(]*)\((?:.*?\)\1"|.*)
                    | "(?:\\.|[^"\\\n])*["\n]?
                    | (?<![\w'])\d[\w']*
                    | '(?:\\.|[^'\\\n])*['\n]?""", re.X | re.S | re.A)
DIRECTIVE = re.compile(r"^[ \t]*#(?:.*\\\n)*.*", re.M)
INCLUDE_WORDS = re.compile(r"\s*#\s*include\b", re.A)
INCLUDE = re.compile(r"""\s*#\s*include\s*([<"])([^>"]+)[>"]""", re.A)
SIGNATURE = re.compile(r"\)\s*((const|noexcept|override|final|mutable|try|&)\s*)*(->[^()]*)?$")
CONSTRUCTOR = re.compile(r"\)\s*(noexcept\s*)?:[^:]")
NOTHING, FUNCTION, INITIALIZER = range(3)


def blank(text):
    return "\n".join(" " * len(line) for line in text.split("\n"))


def split(text):
    """The code and the comments, blank where the other is, so that every character keeps its
    place; literals are blank between their quotes."""
    code, comments, at = [], [], 0
    for part in PART.finditer(text):
        found = part[0]
        if found[0].isdigit():
            continue
        code.append(text[at:part.start()])
        comments.append(blank(code[-1]))
        at = part.end()
        if found[0] == "/":
            code.append(blank(found))
            comments.append(found)
        else:
            opening = 2 if found[0] == "R" else 1
            code.append(found[:opening] + blank(found[opening:-1]) + found[opening:][-1:])
            comments.append(blank(found))
    return "".join(code) + text[at:], "".join(comments) + blank(text[at:])


def to_lines(text):
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def kind_of_scope(head, in_call):
    trimmed = head.rstrip(" \t")
    before = trimmed[-1:]
    if not in_call and CONSTRUCTOR.search(head):
        return FUNCTION if before in (")", "}") else INITIALIZER
    if SIGNATURE.search(trimmed):
        return FUNCTION
    return INITIALIZER if in_call or before in ("=", ",", "(") else NOTHING


def find_functions(code):
    """The first line of each signature and the line of its closing brace.

    Follows braces. A scope is a function when the text before its brace ends as a signature
    does; a function within a function is part of it. Namespaces, classes and tables are looked
    into."""
    code = DIRECTIVE.sub(lambda match: "\n" * match[0].count("\n"), code)
    found, scopes, head, head_line, parentheses, line = [], [], "", 0, 0, 1
    for text, mark in re.findall(r"([^{};]*)([{};]?)", code):
        parentheses += text.count("(") - text.count(")")
        if not head:
            rest = text.lstrip(" \t\n")
            head_line = line + text[:len(text) - len(rest)].count("\n")
            head = rest.replace("\n", " ")
        else:
            head += text.replace("\n", " ")
        line += text.count("\n")
        if mark == "{":
            scopes.append((kind_of_scope(head, parentheses > 0), head, head_line, parentheses))
            head, parentheses = "", 0
        elif mark == "}":
            head = ""
            if not scopes:
                continue
            kind, its_head, its_line, parentheses = scopes.pop()
            if kind == INITIALIZER:
                head, head_line = its_head + "{}", its_line
            elif kind == FUNCTION and all(scope[0] != FUNCTION for scope in scopes):
                found.append((its_line, line))
        elif mark == ";":
            head = "" if parentheses == 0 else head + mark
    return found


class Source:
    def __init__(self, text):
        self.code_text, self.comment_text = split(text)
        self.lines = to_lines(text)
        self.code = to_lines(self.code_text)  # Same lines; comments and literals blank.
        self.comments = to_lines(self.comment_text)  # Same lines; all but comments blank.
        self.functions = find_functions(self.code_text)
        self.includes = {}  # By line, counted from 1: the target, and whether it is quoted.
        for number, line in enumerate(self.code, 1):
            match = INCLUDE_WORDS.match(line) and INCLUDE.match(self.lines[number - 1])
            if match:
                self.includes[number] = match[2], match[1] == '"'

    def code_lines_with(self, pattern):
        return lines_with(pattern, self.code_text, self.code)


def lines_with(pattern, text, lines):
    """The numbers of the lines that have it; `text` is all of them, as few have any."""
    if not pattern.search(text):
        return []
    return [number for number, line in enumerate(lines, 1) if pattern.search(line)]
