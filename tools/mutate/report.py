"""What a campaign came to."""
import collections
import json
import sys

import campaign


def read_lines(path):
    """The whole lines of a results file; a last one that is torn is left out."""
    lines = []
    for text in path.read_text().split("\n"):
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            break
    return lines


def place_of(told):
    """What names a mutant as long as its line stays as it is."""
    return told["file"], told["function"], told["source"], told["change"]


def survivors(path):
    """The places of those that survived in a results file."""
    return {place_of(told) for told in read_lines(path)[1:]
            if told["outcome"] == campaign.SURVIVED}


def judge(results, equivalent):
    """Survivors that are listed and reviewed are equivalent."""
    reviewed = {place_of(entry) for entry in equivalent if entry["reviewed"]}
    for told in results:
        if told["outcome"] == campaign.SURVIVED and place_of(told) in reviewed:
            told["outcome"] = campaign.EQUIVALENT
    return results


def print_table(name, head, results):
    print(f"{name}: {len(results)} of {head['mutants']} mutants, seed {head['seed']}; left as they "
          f"are: {head['in_macros']} places in macros, {head['in_public_headers']} mutants in "
          "public headers")
    by_outcome = collections.Counter(told["outcome"] for told in results)
    for outcome in campaign.OUTCOMES:
        if not by_outcome[outcome]:
            continue
        print(f"  {outcome:20} {by_outcome[outcome]:5}")
        by = collections.Counter(told["by"] for told in results
                                 if told["outcome"] == outcome and told["by"])
        for what, count in by.most_common():
            print(f"    {what:18} {count:5}")
    for what in ("kind", "file"):
        print(f"  {'by ' + what:36} {'run':>5} {'killed':>7} {'survived':>9} {'never passed':>13}")
        for value in sorted({told[what] for told in results}):
            some = [told for told in results if told[what] == value]
            killed = sum(told["outcome"] in (campaign.BY_RULE, campaign.BY_FAULT) for told in some)
            survived = [told for told in some if told["outcome"] == campaign.SURVIVED]
            unseen = sum(not told["passed"] for told in survived)
            print(f"  {value:36} {len(some):5} {killed:7} {len(survived):9} {unseen:13}")


def print_survivors(survivors, argued):
    for told in survivors:
        notes = [] if told["passed"] else ["its place is never passed"]
        if place_of(told) in argued:
            notes.append("argued to be equivalent, not reviewed")
        note = f" ({'; '.join(notes)})" if notes else ""
        print(f"\n{told['file']}:{told['line']} {told['kind']} in {told['function']}, "
              f"mutant {told['mutant']}{note}")
        print(f"  {told['source']}")
        print(f"  {told['change']}")


def print_report(files, equivalent_file, as_json):
    equivalent = json.loads(equivalent_file.read_text())
    heads, results = {}, {}
    for path in files:
        head, *lines = read_lines(path)
        known = heads.setdefault(head["engine"], head)
        if known["digest"] != head["digest"]:
            print(f"mutate.py: {path} is of another version of {head['engine']}", file=sys.stderr)
            return 2
        for told in lines:
            results.setdefault(head["engine"], {})[told["mutant"]] = told
    out = {}
    for name, head in heads.items():
        of_engine = judge(sorted(results.get(name, {}).values(), key=lambda r: r["mutant"]),
                          equivalent)
        survivors = [told for told in of_engine if told["outcome"] == campaign.SURVIVED]
        out[name] = {"head": head, "results": len(of_engine), "survivors": survivors,
                     "outcomes": collections.Counter(told["outcome"] for told in of_engine)}
        if not as_json:
            print_table(name, head, of_engine)
            print_survivors(survivors, {place_of(entry) for entry in equivalent})
    if as_json:
        print(json.dumps(out, indent=2))
    return 0
