"""Programs that hold the mutants of an engine."""
import dataclasses
import json
import os
import pathlib
import shlex
import shutil
import subprocess

import schemata

ROUNDS_MAX = 40
# A function that ends without its return is a fault, not a reason to leave its mutant out.
TRAPS = ["-fsanitize=return", "-fsanitize-undefined-trap-on-error"]


class BuildFailed(Exception):
    def __init__(self, said, output=""):
        super().__init__(said)
        self.output = output


def run(command, folder=None):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    if done.returncode != 0:
        words = " ".join(map(str, command))
        raise BuildFailed(f"{words} ended with {done.returncode}:\n{done.stdout[-4000:]}",
                          done.stdout)
    return done.stdout


@dataclasses.dataclass
class Tree:
    """How the sources of a library are compiled, and its programs linked."""

    root: pathlib.Path
    folder: pathlib.Path  # Where the compiler runs.
    compiler: list
    flags: list
    sources: list
    # The name of a program to its link command. "OUTPUT" stands for it, and "OBJECTS" for what takes
    # the place of those in the library.
    links: dict


def cmake_tree(root, folder, programs):
    """Configures and builds the programs without mutants. `programs`: name to path in `folder`."""
    if not (folder / "build.ninja").exists():
        run(["cmake", "-S", root, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DORRERY_BATCHES=ON"])
    run(["ninja", "-C", folder, "-j2", *programs.values()])
    entries = json.loads((folder / "compile_commands.json").read_text())
    entry = next(entry for entry in entries if "engine.dir/" in entry["command"])
    words = shlex.split(entry["command"])
    flags, skip = [], False
    for word in words[1:]:
        if not skip and word not in ("-o", "-c") and word != entry["file"]:
            flags.append(word)
        skip = word == "-o"
    flags = [flag for flag in flags if not flag.startswith("-W")]
    sources = sorted(path for path in (root / "engine").rglob("*.cc")
                     if not path.name.endswith(("_test.cc", "_main.cc")))
    links = {name: _link_command(folder, path) for name, path in programs.items()}
    compiler = [shutil.which("ccache"), words[0]] if shutil.which("ccache") else words[:1]
    return Tree(root, folder, compiler, flags, sources, links)


def _link_command(folder, path):
    last = run(["ninja", "-C", folder, "-t", "commands", path]).strip().split("\n")[-1]
    words = shlex.split(last.removeprefix(": && ").removesuffix(" && :"))
    words[words.index("-o") + 1] = "OUTPUT"
    # Before the library, whose members may hold the same functions, and others.
    words.insert(words.index("engine/liborrery_engine.a"), "OBJECTS")
    words.insert(1, "-Wl,-z,muldefs")
    if shutil.which("ld.lld"):
        words.insert(1, "-fuse-ld=lld")
    return words


class Workshop:
    """Compiles and links in a folder of its own; nothing of the tree is touched."""

    def __init__(self, tree, folder):
        self.tree = tree
        self.folder = folder
        self.plain = {}  # Objects without mutants.

    def compile(self, source, output, flags=()):
        output.parent.mkdir(parents=True, exist_ok=True)
        run([*self.tree.compiler, *flags, *self.tree.flags, "-w", "-c", source, "-o", output],
            self.tree.folder)
        return output

    def link(self, objects, folder):
        folder.mkdir(parents=True, exist_ok=True)
        programs = {}
        for name, words in self.tree.links.items():
            programs[name] = folder / name
            command = []
            for word in words:
                command += objects if word == "OBJECTS" else \
                    [programs[name]] if word == "OUTPUT" else [word]
            run(command, self.tree.folder)
        return programs

    def compile_plain(self, sources):
        for source in sources:
            name = "_".join(source.relative_to(self.tree.root).with_suffix(".o").parts)
            self.plain[source] = self.compile(source, self.folder / "plain" / name)

    def _overlay(self, folder, texts):
        """Writes changed files where they are found before those of the tree: the flags for it."""
        for path, text in texts.items():
            place = folder / path.relative_to(self.tree.root)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text)
        flags = []
        for flag in self.tree.flags:
            if flag.startswith("-I"):
                place = pathlib.Path(os.path.normpath(self.tree.folder / flag[2:]))
                if place.is_relative_to(self.tree.root):
                    flags.append(f"-I{folder / place.relative_to(self.tree.root)}")
        return flags

    def build_all(self, sources, texts_of, numbered):
        """The programs with all mutants of `numbered`, and the numbers of those left out, since
        they do not compile.

        `sources` are those of the engine, `texts_of` all its files that have mutants.
        """
        folder = self.folder / "all"
        refused = set()
        count = max(numbered, default=-1) + 1
        (folder / "mutants").mkdir(parents=True, exist_ok=True)
        (folder / "mutants" / "mutants.h").write_text(schemata.HEADER)
        runtime = folder / "mutants" / "runtime.cc"
        runtime.write_text(schemata.runtime(count))
        for _ in range(ROUNDS_MAX):
            rewritten = {}
            for path, text in texts_of.items():
                of_file = [(number, mutant) for number, mutant in numbered.items()
                           if mutant.file == str(path) and number not in refused]
                rewritten[path] = schemata.with_all(text, of_file)
            flags = self._overlay(folder, {path: new.text for path, new in rewritten.items()})
            flags += ["-include", str(folder / "mutants" / "mutants.h")]
            blamed, objects = self._compile_all(folder, sources, flags, rewritten)
            if not blamed:
                objects.append(self.compile(runtime, folder / "runtime.o"))
                return self.link(objects, folder / "bin"), refused
            refused |= blamed
        raise BuildFailed("too many mutants that do not compile")

    def _compile_all(self, folder, sources, flags, rewritten):
        objects, blamed = [], set()
        for source in sources:
            place = folder / source.relative_to(self.tree.root)
            output = place.with_suffix(".o")
            try:
                objects.append(self.compile(place, output,
                                            [*flags, *TRAPS, "-fdiagnostics-format=json",
                                             "-fdiagnostics-column-unit=byte"]))
            except BuildFailed as failure:
                found = self._blame(folder, failure.output, rewritten)
                if not found:
                    raise
                blamed |= found
        return blamed, objects

    def _blame(self, folder, output, rewritten):
        """The mutants that the compiler complains of."""
        blamed = set()
        begin = output.find("[")
        if begin < 0:
            return blamed
        for said in json.JSONDecoder().raw_decode(output, begin)[0]:
            if said["kind"] in ("error", "fatal error"):
                for location in said["locations"]:
                    blamed |= self._blame_location(folder, location, rewritten)
        return blamed

    def _blame_location(self, folder, location, rewritten):
        caret = location["caret"]
        path = pathlib.Path(os.path.normpath(self.tree.folder / caret["file"]))
        new = rewritten.get(self.tree.root / path.relative_to(folder)) \
            if path.is_relative_to(folder) else None
        if new is None:
            return set()
        offsets = [new.offset(spot["line"], spot["byte-column"])
                   for spot in (location.get("start", caret), location.get("finish", caret))]
        return new.blamed(new.offset(caret["line"], caret["byte-column"])) or new.between(*offsets)

    def build_one(self, sources, path, text, folder):
        """The programs with one changed file, or None if it does not compile."""
        shutil.rmtree(folder, ignore_errors=True)
        flags = self._overlay(folder, {path: text})
        objects = dict(self.plain)
        try:
            for source in [path] if path in sources else sources:
                changed = folder / source.relative_to(self.tree.root)
                objects[source] = self.compile(changed if source == path else source,
                                               folder / f"{source.stem}.o", flags)
        except BuildFailed:
            return None
        return self.link(list(objects.values()), folder / "bin")
