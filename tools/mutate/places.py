"""What can be changed in a source, place by place."""
import dataclasses
import re

FUNCTIONS = ("FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl",
             "CXXConversionDecl")
RECORDS = ("CXXRecordDecl", "ClassTemplateDecl", "ClassTemplatePartialSpecializationDecl",
           "FriendDecl", "NamespaceDecl")
LOOPS = ("ForStmt", "WhileStmt", "DoStmt", "CXXForRangeStmt")
CALLS = ("CallExpr", "CXXMemberCallExpr", "CXXConstructExpr", "CXXTemporaryObjectExpr",
         "CXXUnresolvedConstructExpr", "InitListExpr")
IMPLICIT = ("CXXDefaultArgExpr", "CXXDefaultInitExpr", "ImplicitValueInitExpr")

# An operator, and what a mutant has in its stead: one step beside it, and its contrary.
COMPARISONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
               "==": ("!=",), "!=": ("==",)}
SUFFIXES = {"int": "", "unsigned int": "u", "long": "l", "unsigned long": "ul",
            "long long": "ll", "unsigned long long": "ull"}


@dataclasses.dataclass(frozen=True)
class Edit:
    """Bytes that a mutant replaces. `cast` is the type that both must have, if they need one.

    A statement that is left out has no text.
    """

    begin: int
    end: int
    text: str | None
    cast: str = ""


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    kind: str  # delete, compare, constant, branch or swap
    at: int  # Offset of what is changed.
    change: str
    function: str
    # Chosen when the program runs; if not, it needs a build of its own, since what it changes is
    # computed by the compiler.
    at_run_time: bool
    edits: tuple


class Finder:
    """Collects the mutants of some files from the syntax trees of all their users."""

    def __init__(self, sources, enumerations):
        """`sources`: path as clang says it, to bytes."""
        self.sources = sources
        self.enumerations = enumerations
        self.mutants = {}
        self.macros = set()  # Places that a macro made; they are left as they are.
        self.fields = {}  # Mutants of what fields begin as: key to the name of the record.
        self.tables = set()  # Names of records of which there are constants.

    def found(self):
        for key, record in self.fields.items():
            if record in self.tables:
                self.mutants[key] = dataclasses.replace(self.mutants[key], at_run_time=False)
        return sorted(self.mutants.values(),
                      key=lambda m: (m.file, m.edits[0].begin, m.edits[0].end, m.kind, m.change))

    def visit_declaration(self, node):
        if node.raw.get("isImplicit") or node.file and node.file not in self.sources \
                and node.kind not in RECORDS:
            return
        if node.kind in RECORDS:
            for child in node.children:
                self.visit_declaration(child)
        elif node.kind == "FunctionTemplateDecl":
            # Behind the pattern stand its specializations.
            pattern = [child for child in node.children if child.kind in FUNCTIONS][:1]
            for child in pattern:
                self.visit_declaration(child)
        elif node.kind in FUNCTIONS and not node.raw.get("explicitlyDefaulted"):
            at_run_time = not (node.raw.get("constexpr") or node.raw.get("consteval"))
            for child in node.children:
                if child.kind in ("CompoundStmt", "CXXCtorInitializer", "ParmVarDecl"):
                    self.visit(child, at_run_time)
        elif node.kind == "VarDecl":
            if node.raw.get("constexpr"):
                self.tables.update(re.findall(r"\w+", node.type()))
            self.visit(node, False)
        elif node.kind == "FieldDecl" and not node.raw.get("isBitfield"):
            before = set(self.mutants)
            for child in node.children:
                self.visit(child, True)
            self.fields.update((key, node.parent.name) for key in set(self.mutants) - before)

    # Within a function.

    def visit(self, node, at_run_time):
        if not node.kind or node.kind in IMPLICIT or node.kind in (
                "ConstantExpr", "StaticAssertDecl", "CXXRecordDecl", "TypedefDecl",
                "TypeAliasDecl", "EnumDecl", "UserDefinedLiteral", "RequiresExpr"):
            return
        if node.raw.get("castKind") == "NullToPointer":
            return
        if node.from_macro:
            self.macros.add((node.file, node.begin))
            return
        if node.kind == "VarDecl" and (node.raw.get("constexpr") or
                                       node.raw.get("storageClass") == "static"):
            at_run_time = False
        if node.file in self.sources and node.begin >= 0:
            self._try_all(node, at_run_time)
        for child in self._written(node):
            self.visit(child, at_run_time)

    def _written(self, node):
        """Its children, without those that only the compiler sees."""
        if node.kind == "CXXForRangeStmt":
            ranges = [child for child in node.children if child.kind == "DeclStmt"]
            return [ranges[0], node.children[-1]] if ranges else node.children[-1:]
        if node.kind == "LambdaExpr":
            return [child for child in node.children if child.kind != "CXXRecordDecl"]
        return node.children

    def _try_all(self, node, at_run_time):
        for kind, at, change, edits in self._changes(node):
            mutant = Mutant(node.file, kind, at, " ".join(change.split()),
                            self._function_of(node), at_run_time, tuple(edits))
            self.mutants.setdefault((node.file, *edits), mutant)

    def _function_of(self, node):
        function = node.enclosing((*FUNCTIONS, "VarDecl", "FieldDecl"))
        while function is not None and function.kind == "VarDecl":
            outer = function.enclosing(FUNCTIONS)
            if outer is None:
                break
            function = outer
        return function.name if function is not None else ""

    def _text(self, node):
        return self.sources[node.file][node.begin:node.end].decode()

    # What may be changed at a node: (kind, offset, what is said of it, edits).

    def _changes(self, node):
        yield from self._deletions(node)
        yield from self._branches(node)
        yield from self._comparisons(node)
        yield from self._constants(node)
        if node.kind in CALLS:
            yield from self._swaps(node)

    def _whole(self, node, text, cast=""):
        return [Edit(node.begin, node.end, text, cast)]

    def _deletions(self, node):
        kind = _may_be_left_out(node)
        if kind is not None:
            text = _first_line(self._text(node))
            yield kind, node.begin, f"{text} -> (nothing)", self._whole(node, None)

    def _branches(self, node):
        condition = _condition(node)
        if condition is not None and not condition.from_macro and \
                condition.kind != "CXXBoolLiteralExpr":
            text = self._text(condition)
            for word in ("false", "true"):
                yield ("branch", condition.begin, f"{text} -> {word}",
                       self._whole(condition, word, "bool"))
        if node.kind == "BinaryOperator" and node.raw.get("opcode") in ("&&", "||"):
            text = self._text(node)
            for operand in node.children[:2]:
                kept = self._text(operand)
                yield ("branch", node.begin, f"{text} -> {kept}",
                       self._whole(node, kept, "bool"))

    def _comparisons(self, node):
        if node.kind == "UnaryOperator" and node.raw.get("opcode") == "!" and \
                node.parent.kind != "CXXRewrittenBinaryOperator":
            kept = self._text(node.children[0])
            yield ("compare", node.begin, f"{self._text(node)} -> {kept}",
                   self._whole(node, kept, "bool"))
        operator = self._operator(node)
        if operator is None:
            return
        begin, end = operator
        bytes_ = self.sources[node.file]
        word = bytes_[begin:end].decode()
        for other in COMPARISONS.get(word, ()):
            text = (bytes_[node.begin:begin] + other.encode() + bytes_[end:node.end]).decode()
            yield "compare", begin, f"{self._text(node)} -> {text}", self._whole(node, text)

    def _operator(self, node):
        """Where the token of a comparison stands."""
        if node.kind == "BinaryOperator" and node.raw.get("opcode") in COMPARISONS:
            # It is the only token between its operands, but for comments and brackets.
            return self._token_between(node, node.raw["opcode"])
        if node.kind == "CXXRewrittenBinaryOperator":
            call = node.children[0]
            while call.kind != "CXXOperatorCallExpr" and call.children:
                call = call.children[0]
            return self._callee(call)
        if node.kind != "CXXOperatorCallExpr":
            return None
        outer = node.enclosing(("CXXRewrittenBinaryOperator", "CompoundStmt"))
        rewritten = outer is not None and outer.kind == "CXXRewrittenBinaryOperator"
        return None if rewritten else self._callee(node)

    def _token_between(self, node, opcode):
        left, right = node.children[:2]
        at = self.sources[node.file].find(opcode.encode(), left.end, right.begin)
        return (at, at + len(opcode)) if at >= 0 else None

    def _callee(self, call):
        callee = call.children[0] if call.children else None
        while callee is not None and callee.kind == "ImplicitCastExpr":
            callee = callee.children[0]
        if callee is None or callee.kind not in ("DeclRefExpr", "UnresolvedLookupExpr"):
            return None
        return callee.last, callee.end

    def _constants(self, node):
        if node.kind == "IntegerLiteral":
            yield from self._integers(node)
        elif node.kind == "CharacterLiteral":
            value = node.raw["value"] + 1
            kept = f"static_cast<{node.type()}>({value})"
            yield "constant", node.begin, f"{self._text(node)} -> {value}", self._whole(node, kept)
        elif node.kind == "CXXBoolLiteralExpr":
            word = "false" if node.raw["value"] else "true"
            yield ("constant", node.begin, f"{self._text(node)} -> {word}",
                   self._whole(node, word))
        elif node.kind == "DeclRefExpr" and \
                node.raw.get("referencedDecl", {}).get("kind") == "EnumConstantDecl":
            yield from self._enumerators(node)

    def _integers(self, node):
        suffix = SUFFIXES.get(node.type())
        if suffix is None:
            return
        outer, cast = node.parent, ""
        if outer.kind == "ImplicitCastExpr" and outer.raw.get("castKind") == "IntegralCast":
            cast = outer.type()
        value = int(node.raw["value"])
        for other in (value + 1, value - 1):
            if other >= 0:
                yield ("constant", node.begin, f"{self._text(node)} -> {other}",
                       self._whole(node, f"{other}{suffix}", cast))

    def _enumerators(self, node):
        name = node.raw["referencedDecl"]["name"]
        names = self.enumerations.get(node.type(), [name])
        if name not in names or len(names) < 2:
            return
        index = names.index(name)
        other = names[index + 1] if index + 1 < len(names) else names[index - 1]
        kept = self.sources[node.file][node.begin:node.last].decode() + other
        yield "constant", node.begin, f"{self._text(node)} -> {kept}", self._whole(node, kept)

    def _swaps(self, node):
        if node.type().endswith("]"):
            return  # Elements of a list are not arguments.
        arguments = node.children if node.kind not in ("CallExpr", "CXXMemberCallExpr") \
            else node.children[1:]
        if node.kind == "CallExpr" and _name_of(node.children[0]) in ("min", "max"):
            return  # Their order means nothing.
        arguments = [child.children[-1] if child.kind == "DesignatedInitExpr" else child
                     for child in arguments]
        bytes_ = self.sources[node.file]
        for left, right in zip(arguments, arguments[1:]):
            alike = left.type() == right.type() and left.kind not in IMPLICIT and \
                right.kind not in IMPLICIT and left.type() not in ("", "<dependent type>")
            if not alike or left.begin < 0 or right.begin < left.end or left.from_macro or \
                    right.from_macro or left.file != node.file or right.file != node.file:
                continue
            one, other = self._text(left), self._text(right)
            braced = bytes_[left.begin:left.begin + 1] == b"{" or \
                bytes_[right.begin:right.begin + 1] == b"{"
            if one == other or braced:
                continue
            yield ("swap", left.begin, f"{one}, {other} -> {other}, {one}",
                   [Edit(left.begin, left.end, other), Edit(right.begin, right.end, one)])


def _name_of(callee):
    while callee.kind == "ImplicitCastExpr":
        callee = callee.children[0]
    return callee.raw.get("referencedDecl", callee.raw).get("name", "")


def _first_line(text):
    lines = text.split("\n")
    return lines[0] + (" ..." if len(lines) > 1 else "")


def _condition(node):
    """Of what has two ways on, the expression that decides."""
    if node.kind == "ConditionalOperator":
        return node.children[0]
    if node.kind != "IfStmt" or node.raw.get("isConstexpr") or node.raw.get("hasVar"):
        return None
    return node.children[1 if node.raw.get("hasInit") else 0]


def _statement_place(node):
    """Statements that a statement like this may stand among: its siblings, or None."""
    parent = node.parent
    if parent.kind == "CompoundStmt":
        return True
    if parent.kind in ("CaseStmt", "DefaultStmt"):
        return parent.children[-1] is node
    if parent.kind == "IfStmt":
        # A body alone behind a condition goes with its condition.
        return bool(parent.raw.get("hasElse")) and node in parent.children[-2:]
    if parent.kind in LOOPS:
        return parent.children[0 if parent.kind == "DoStmt" else -1] is node
    return False


def _may_be_left_out(node):
    """The kind of mutant that a statement left out is, or None."""
    if node.parent is None or not _statement_place(node):
        return None
    lonely = node.parent.kind == "CompoundStmt" and len(node.parent.children) == 1 and \
        node.parent.parent is not None and node.parent.parent.kind == "IfStmt" and \
        not node.parent.parent.raw.get("hasElse")
    if lonely:
        return None
    if node.kind in ("CompoundStmt", "IfStmt"):
        is_else = node.parent.kind == "IfStmt" and node.parent.children[-1] is node
        return "branch" if is_else else None
    if node.kind in ("DeclStmt", "NullStmt", "CaseStmt", "DefaultStmt", "LabelStmt"):
        return None
    return None if _must_stay(node) else "delete"


def _must_stay(node):
    """A value has to be returned; and a jump to where the program goes anyhow does nothing."""
    if node.kind == "ReturnStmt":
        function = node.enclosing((*FUNCTIONS, "LambdaExpr"))
        said = function.raw.get("type", {}).get("qualType", "")
        gives = bool(node.children) and not said.startswith("void ")
        return (gives or not node.children) and _is_last_in(node, (*FUNCTIONS, "LambdaExpr"))
    if node.kind == "ContinueStmt":
        return _is_last_in(node, LOOPS)
    if node.kind == "BreakStmt" and node.enclosing((*LOOPS, "SwitchStmt")).kind == "SwitchStmt":
        return _is_last_in(node, ("SwitchStmt",))
    return False


def _is_last_in(node, ends):
    """Whether nothing of it stands behind a statement."""
    while node.parent.kind not in ends:
        if node.parent.kind in LOOPS:
            return False
        if node.parent.kind == "CompoundStmt" and node.parent.children[-1] is not node:
            return False
        node = node.parent
    return True
