#!/usr/bin/env python3
"""help_pages.py PROGRAM FOLDER: completion for bash, zsh and fish, and man pages, into FOLDER.

All of it is read off the help of PROGRAM, so that what it says of itself is said once.
"""
import os
import re
import subprocess
import sys

OPERANDS = {"SCENARIO": "scenarios", "RULE": "rules", "MUTANT": "mutants"}  # As `list` has them.


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


class Option:
    def __init__(self, spec, says):
        self.names = re.findall(r"--?[A-Za-z][-A-Za-z]*", spec)
        self.names.sort(key=len, reverse=True)
        self.value = re.sub(r"\[.*?\]|--?[A-Za-z][-A-Za-z]*", "", spec).strip()
        self.spec, self.says = spec, says
        # Alternatives in small letters are values as they stand.
        self.words = [word for word in self.value.split("|") if re.fullmatch(r"[a-z][-a-z]*", word)]
        if self.value == "NAME" and "--subject" in self.names:
            self.words = ["engine", "mutant:", "exec:"]

    def takes_files(self):
        return re.search(r"\b(FILE|DIR|FOLDER)\b", self.value) is not None


class Command:
    """What one command says of itself: its first line, its paragraphs, its options."""

    def __init__(self, program, name, does):
        self.name, self.does = name, does
        self.help = run(program, name, "--help-all")
        self.synopsis, self.says = self.help.split("\n", 1)
        self.options = options_of(self.help)
        known = {option.names[0] for option in self.options}
        for area in next((one.words for one in self.options if one.names[0] == "--area"), []):
            for option in options_of(run(program, name, "--area", area, "--help-all")):
                if option.names[0] not in known:
                    known.add(option.names[0])
                    self.options.append(option)
        operands = re.sub(r"\[OPTION\.\.\.\]", "", self.synopsis).split(None, 2)[2:]
        parts = re.findall(r"[A-Za-z]+", " ".join(operands))
        self.words = [word for word in parts if word.islower()]
        self.names = sorted({OPERANDS[word] for word in parts if word in OPERANDS})
        self.takes_area = "AREA" in parts


def options_of(text):
    options = []
    section = text.partition("\nOptions:\n")[2].partition("\n\n")[0]
    for line in section.split("\n"):
        if line.startswith("  -"):
            spec, _, says = line.strip().partition("  ")
            options.append(Option(spec, says.strip()))
        elif options:
            options[-1].says = (options[-1].says + " " + line.strip()).strip()
    return options


def first_sentence(text):
    return re.split(r"(?<=[.;])\s", text, 1)[0].rstrip(".;")


def bash(commands, areas):
    lines = ["# Completion of orrery for bash, made of its help.", "_orrery() {",
             "  local words= files= names= option",
             "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
             "    words=\"%s --help --version\"" % " ".join(one.name for one in commands),
             "  else", "    case \"${COMP_WORDS[1]} $3\" in"]
    for command in commands:
        for option in command.options:
            if not option.value:
                continue
            does = "words=\"%s\"" % " ".join(option.words) if option.words else ""
            does += " files=1" if option.takes_files() else ""
            lines.append("      %s) %s ;;" % (
                "|".join('"%s %s"' % (command.name, name) for name in option.names), does.strip()))
    lines += ["      *)", "        files=1", "        case ${COMP_WORDS[1]} in"]
    for command in commands:
        words = command.words + (areas if command.takes_area else [])
        words += [option.names[0] for option in command.options]
        names = "".join(" names+=' %s'" % name for name in command.names)
        lines.append("          %s) words=\"%s\"%s ;;" % (command.name, " ".join(words), names))
    lines += ["        esac", "        ;;", "    esac", "  fi",
              "  for option in $names; do",
              "    words+=\" $(\"${COMP_WORDS[0]}\" list \"$option\" 2>/dev/null | cut -d ' ' -f 1)\"",
              "  done",
              "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$2\"",
              "    [ -z \"$files\" ] || compgen -f -- \"$2\")", "}",
              "complete -o filenames -F _orrery orrery", ""]
    return "\n".join(lines)


def zsh(commands, areas):
    def quoted(text):
        return text.replace("'", "'\\''").replace("[", "(").replace("]", ")").replace(":", "\\:")

    lines = ["#compdef orrery", "# Completion of orrery for zsh, made of its help.", "_orrery() {",
             "  local -a commands",
             "  commands=("]
    lines += ["    '%s:%s'" % (one.name, quoted(one.does)) for one in commands]
    lines += ["  )", "  if (( CURRENT == 2 )); then",
              "    _describe command commands; return", "  fi",
              "  local named=$words[1] command=$words[2]",
              "  shift words; (( CURRENT-- ))",
              "  case $command in"]
    for command in commands:
        lines.append("    %s) _arguments -S -s \\" % command.name)
        for option in command.options:
            value = ""
            if option.words:
                value = ":%s:(%s)" % (quoted(option.value), " ".join(option.words).replace(":", "\\:"))
            elif option.value:
                value = ":%s:%s" % (quoted(option.value), "_files" if option.takes_files() else " ")
            for name in option.names:
                lines.append("      '*%s[%s]%s' \\" % (
                    name, quoted(first_sentence(option.says)), value))
        words = command.words + (areas if command.takes_area else [])
        names = " ".join("$($named list %s 2>/dev/null | cut -d \" \" -f 1)" % name
                         for name in command.names)
        lines.append("      '*:operand:{ compadd -- %s; _files }' ;;" % " ".join(words + [names]))
    return "\n".join(lines + ["  esac", "}", "_orrery \"$@\"", ""])


def fish(commands, areas):
    def quoted(text):
        return "'%s'" % text.replace("\\", "\\\\").replace("'", "\\'")

    lines = ["# Completion of orrery for fish, made of its help."]
    for one in commands:
        lines.append("complete -c orrery -n __fish_use_subcommand -f -a %s -d %s" %
                     (one.name, quoted(one.does)))
    for command in commands:
        begin = "complete -c orrery -n '__fish_seen_subcommand_from %s'" % command.name
        words = command.words + (areas if command.takes_area else [])
        if words:
            lines.append("%s -a %s" % (begin, quoted(" ".join(words))))
        for name in command.names:
            lines.append("%s -a \"(orrery list %s 2>/dev/null | string split -f 1 ' ')\"" %
                         (begin, name))
        for option in command.options:
            line = begin
            for name in option.names:
                line += " -l " + name[2:] if name.startswith("--") else " -s " + name[1:]
            if option.value:
                line += " -r" if option.takes_files() else " -x"
            if option.words:
                line += " -a " + quoted(" ".join(option.words))
            lines.append(line + " -d " + quoted(first_sentence(option.says)))
    return "\n".join(lines + [""])


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def man(title, does, synopsis, says, options, version):
    out = [".TH %s 1 \"\" \"orrery %s\" Orrery" % (title.upper(), version), ".SH NAME",
           "%s \\- %s" % (roff(title), roff(does)), ".SH SYNOPSIS", ".nf", roff(synopsis), ".fi",
           ".SH DESCRIPTION"]
    for part in says.strip("\n").split("\n\n"):
        heading, _, rest = part.partition("\n")
        if heading == "Options:":
            out.append(".SH OPTIONS")
            for option in options:
                out += [".TP", ".B " + roff(option.spec), roff(option.says)]
        elif re.fullmatch(r"[A-Z][A-Za-z ]*:", heading):
            out += [".SH " + heading[:-1].upper(), ".nf", roff(rest), ".fi"]
        elif re.search(r"^  ", part, re.M):
            out += [".PP", ".nf", roff(part), ".fi"]
        else:
            out += [".PP", roff(part)]
    return "\n".join(out) + "\n"


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    overview = run(program, "--help")
    version = run(program, "--version").split()[1]
    commands = [Command(program, *row) for row in re.findall(r"^  ([a-z]+) +(.*)$", overview, re.M)]
    areas = re.findall(r"^  ([a-z]+) ", run(program, "conform", "--help-all")
                       .partition("\nAreas:\n")[2].partition("\n\n")[0], re.M)
    pages = {
        "bash-completion/completions/orrery": bash(commands, areas),
        "zsh/vendor-completions/_orrery": zsh(commands, areas),
        "fish/vendor_completions.d/orrery.fish": fish(commands, areas),
        "man/man1/orrery.1": man("orrery", "a simulator and conformance gate for IDE agents",
                                 *overview.split("\n", 1), [], version)
        + ".SH \"EXIT CODES\"\n.nf\n" + roff(run(program, "--help", "exit-codes")) + ".fi\n",
    }
    for one in commands:
        pages["man/man1/orrery-%s.1" % one.name] = man(
            "orrery-" + one.name, one.does, one.synopsis, one.says, one.options, version)
    for path, text in pages.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
