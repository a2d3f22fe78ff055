"""Write the table of upstream's passes: name -> where it runs, and its options.

    python tools/extract_upstream_passes.py > passes/lagrad/upstream_passes.json

The bindings can look a pass up but not list them. Every string of the shared
library that could be a name is looked up; a pass prints its own options with
their defaults, except empty lists, which are found the same way: each string is
tried as an option. Takes some minutes.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from pathlib import Path

from lagrad.mlir import ir, passmanager

NAME = re.compile(rb"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
RESTRICTED = re.compile(r"restricted to '([\w.]+)'")
ANCHORS = ("builtin.module", "func.func")


def candidates(library: Path) -> tuple[list[str], list[str]]:
    """Strings that may be names of passes, and the fewer that may be names of options.

    Linkers keep one string for two where one ends in the other, so that every
    tail of a string counts as well.
    """
    whole = {m for s in re.findall(rb"[\x20-\x7e]{2,}", library.read_bytes()) for m in NAME.findall(s[-60:])[-1:]}
    whole = {name.decode() for name in whole if len(name) < 60}
    tails = {name[i:] for name in whole for i in range(len(name) - 2)}
    by_word = whole | {name[m.end() :] for name in whole for m in re.finditer("-", name)}
    return sorted(t for t in tails if t[0].isalpha()), sorted(by_word)


def home_of(name: str) -> tuple[str, bool] | None:
    """The operation that the pass runs on, "any" for all, and whether it is the only one (others
    run on whatever has some interface, as functions have); None if there is no such pass."""
    try:
        passmanager.PassManager("any").add(name)
    except ValueError as problem:
        if "does not refer to a registered pass" in str(problem):
            return None
    problems = {anchor: found for anchor in ANCHORS if (found := problem_of(name, anchor))}
    for problem in problems.values():
        if restricted := RESTRICTED.search(problem):
            return restricted[1], True
    able = [anchor for anchor in ANCHORS if anchor not in problems]
    if len(able) == len(ANCHORS):
        return "any", False
    return able[0], "aborts" in problems.values()


def problem_of(name: str, anchor: str) -> str:
    """Why the pass cannot be added or scheduled there, "" if it can; in a child, since some abort."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            manager = passmanager.PassManager(anchor)
            manager.add(name)
            module = ir.Module.parse("func.func private @f()")
            manager.run(module.operation if anchor == "builtin.module" else module.body.operations[0])
        except ValueError as problem:
            os.write(writing, str(problem).encode())
        except ir.MLIRError as problem:
            if "unable to schedule" in str(problem):
                os.write(writing, str(problem).encode())
        os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        problem = pipe.read()
    _, status = os.waitpid(child, 0)
    return problem or ("aborts" if status == signal.SIGABRT else "")


def options_of(name: str, anchor: str, words: list[str]) -> dict[str, str]:
    """Option -> default as text, in the pass's own order and then the empty lists."""
    manager = passmanager.PassManager(anchor)
    try:
        manager.add(name)
    except ValueError:
        return {}
    inside = re.fullmatch(rf"{re.escape(anchor)}\({re.escape(name)}(?:\{{(.*)\}})?\)", str(manager), re.S)
    if not inside:
        return {}  # a pipeline: it prints as its passes
    text = inside[1]
    if text is None:
        return {}
    found = dict(re.findall(r"([\w-]+)=(\{.*?\}|\S*)", text))
    if "  " in f" {text} " or not found:
        for word in words:
            if word not in found and accepts(name, anchor, word):
                found[word] = ""
    return found


def accepts(name: str, anchor: str, option: str) -> bool:
    try:
        passmanager.PassManager(anchor).add(f"{name}{{{option}=}}")
    except ValueError as problem:
        return "no such option" not in str(problem)
    return True


def main() -> None:
    library = Path(ir.__file__).parent / "_mlir_libs"
    names, words = candidates(max(library.glob("lib*.so"), key=lambda path: path.stat().st_size))
    print(f"{len(names)} names and {len(words)} options to try", file=sys.stderr)
    table = {}
    with ir.Context():
        for name in names:
            if home := home_of(name):
                anchor, only = home
                table[name] = {"anchor": anchor, "only": only, "options": options_of(name, anchor, words)}
                print(name, table[name], file=sys.stderr)
    json.dump(table, sys.stdout, indent=1, sort_keys=True)
    print()


if __name__ == "__main__":
    main()
