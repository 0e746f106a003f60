"""The mutants of an engine, numbered, and the sample that is run."""
import dataclasses
import hashlib
import random

import places
import syntax


@dataclasses.dataclass
class Listing:
    root: object
    texts: dict  # Path of each file with mutants, to its bytes.
    mutants: list  # The number of a mutant is its place here.
    in_macros: int  # Places that a macro made.
    in_public_headers: int  # Mutants of these, which are not made.

    def line(self, mutant):
        return self.text(mutant)[:mutant.at].count(b"\n") + 1

    def text(self, mutant):
        return self.texts[mutant.file]

    def source_line(self, mutant):
        return self.text(mutant).split(b"\n")[self.line(mutant) - 1].decode().strip()

    def digest(self):
        """Equal if the mutants are."""
        said = hashlib.sha256()
        for path in sorted(self.texts):
            said.update(self.texts[path])
        for mutant in self.mutants:
            said.update(repr((mutant.kind, mutant.edits, mutant.at_run_time)).encode())
        return said.hexdigest()[:16]

    def told(self, number):
        mutant = self.mutants[number]
        return {"mutant": number, "file": self.relative(mutant), "line": self.line(mutant),
                "function": mutant.function, "kind": mutant.kind, "change": mutant.change,
                "source": self.source_line(mutant)}

    def relative(self, mutant):
        return mutant.file.removeprefix(f"{self.root}/")


def list_mutants(tree, engine):
    """Deterministic: by file and place."""
    folder, public = tree.root / engine.folder, tree.root / engine.public
    paths = [*folder.rglob("*.cc"), *folder.rglob("*.h"), *public.rglob("*.h")]
    paths = sorted(path for path in paths if not path.stem.endswith(("_test", "_testing")))
    texts = {str(path): path.read_bytes() for path in paths}
    roots, enumerations = [], {}
    for path in paths:
        if path.suffix == ".cc":
            trees = syntax.dump(tree.flags, str(path), engine.own, tree.folder)
            roots += trees
            words = syntax.dump(tree.flags, str(path), engine.words, tree.folder)
            enumerations |= syntax.enumerations(trees + words)
    finder = places.Finder(texts, enumerations)
    for root in roots:
        finder.visit_declaration(root)
    found = finder.found()
    mutants = [mutant for mutant in found if not mutant.file.startswith(f"{public}/")]
    return Listing(tree.root, {path: texts[path] for path in {m.file for m in mutants}}, mutants,
                   len(finder.macros), len(found) - len(mutants))


def sample(listing, size, seed):
    """Numbers in the order in which they are run; a smaller sample is the beginning of a larger."""
    numbers = list(range(len(listing.mutants)))
    random.Random(seed).shuffle(numbers)
    return numbers[:size]
