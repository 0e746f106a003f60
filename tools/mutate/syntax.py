"""The syntax tree of a C++ source, as clang says it."""
import dataclasses
import json
import os
import shutil
import subprocess

CLANG = shutil.which("clang++-14") or "clang++"


def found():
    return shutil.which(CLANG) is not None


@dataclasses.dataclass(eq=False)
class Node:
    """A node with the bytes that it covers; `raw` is what clang says beside."""

    kind: str
    raw: dict
    file: str = ""
    begin: int = -1
    end: int = -1
    last: int = -1  # Where its last token begins.
    at: int = -1  # Where its name stands.
    from_macro: bool = False
    parent: "Node | None" = None
    children: list = dataclasses.field(default_factory=list)

    @property
    def name(self):
        return self.raw.get("name", "")

    def type(self):
        """Without sugar, qualifiers left out."""
        said = self.raw.get("type", {})
        text = said.get("desugaredQualType", said.get("qualType", ""))
        return text if text.endswith(("*", "&")) else text.removeprefix("const ")

    def enclosing(self, kinds):
        node = self.parent
        while node is not None and node.kind not in kinds:
            node = node.parent
        return node


class _Places:
    """Clang leaves out a file that is the same as that of the place said before."""

    def __init__(self, folder):
        self.folder = folder
        self.file = ""

    def read(self, place):
        """File, offset, length of the token and whether a macro made it, or None."""
        for part in ("spellingLoc", "expansionLoc"):
            if part in place:
                said = self.read(place[part])
        if "expansionLoc" in place:
            return said and (*said[:3], True)
        if "file" in place:
            self.file = os.path.normpath(os.path.join(self.folder, place["file"]))
        if "offset" not in place:
            return None
        return self.file, place["offset"], place["tokLen"], False


def _node(raw, places, parent):
    node = Node(raw.get("kind", ""), raw, parent=parent)
    at = places.read(raw.get("loc", {}))
    covered = raw.get("range", {})
    begin, end = places.read(covered.get("begin", {})), places.read(covered.get("end", {}))
    if at:
        node.at = at[1]
    if begin and end:
        node.file, node.begin = begin[:2]
        node.last = end[1]
        node.end = end[1] + end[2]
        node.from_macro = begin[3] or end[3] or begin[0] != end[0]
    node.children = [_node(child, places, node) for child in raw.pop("inner", [])]
    return node


def dump(flags, source, namespace, folder):
    """The declarations of a namespace in one translation unit; files are absolute.

    `flags` are those that it is compiled with in `folder`. Raises CalledProcessError if clang does
    not take the source.
    """
    done = subprocess.run(
        [CLANG, *flags, "-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", "-Xclang",
         f"-ast-dump-filter={namespace}", source],
        stdout=subprocess.PIPE, text=True, check=True, cwd=folder)
    decoder, position, out = json.JSONDecoder(), 0, []
    while True:
        while position < len(done.stdout) and done.stdout[position].isspace():
            position += 1
        if position == len(done.stdout):
            return out
        raw, position = decoder.raw_decode(done.stdout, position)
        out.append(_node(raw, _Places(folder), None))


def enumerations(roots):
    """The names of each enumeration, in order, by its qualified name."""
    out = {}

    def visit(node, scope):
        if node.kind == "EnumDecl":
            names = [child.name for child in node.children if child.kind == "EnumConstantDecl"]
            out["::".join([*scope, node.name])] = names
        elif node.kind in ("NamespaceDecl", "CXXRecordDecl"):
            inner = node.name or "(anonymous namespace)"
            for child in node.children:
                visit(child, [*scope, inner])

    for root in roots:
        visit(root, [])
    return out
