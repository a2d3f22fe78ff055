"""Where compile time goes: `python -m benchmarks.compiler.compile_steps`.

Each benchmark's objective and derivative, from text to machine code: processor time, pass by pass. `--write` makes the
second table of docs/compile-time.md.
"""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

# First: it says how many threads NumPy has.
from ..workloads import DOCS, Workload, chosen, options

# isort: split

from lagrad import emit, execute, pipelines
from lagrad.lowering.interface import c_types
from lagrad.lowering.machine import native, processors
from lagrad.mlir import ir

from .. import page

PAGE = DOCS / "compile-time.md"
BEGIN, END = "<!-- table: made by benchmarks/compiler/compile_steps.py -->\n", "<!-- end of the second table -->"
BOUND = 3.0  # seconds
SHOWN = 3  # of the passes that take longest
PARSING, LLVM, CODE = "reading", "LLVM's optimisations", "machine code"


def seconds(workload: Workload) -> Counter[str]:
    """Processor time for each pass, by name, and for what comes before and after."""
    spent: Counter[str] = Counter()

    def timed(name: str, do: Callable[[], Any]) -> Any:
        start = time.process_time()
        done = do()
        spent[name] += time.process_time() - start
        return done

    program = workload.program
    module = timed(PARSING, lambda: execute.parse(program.text))
    wanted = [program.objective, program.derivative]
    with module.context:
        execute.make_public(module.operation, wanted)
        execute.drop_others(module.operation, wanted)
        module.operation.attributes[c_types.ENTRIES] = ir.ArrayAttr.get(
            [ir.FlatSymbolRefAttr.get(name) for name in wanted]
        )
    tree = pipelines.read(execute.PIPELINE)
    for node in tree.body:
        timed(
            str(node).partition("{")[0],
            lambda: pipelines.run(module, dataclasses.replace(tree, body=(node,)), verify_each=False, verify_ours=True),
        )
    text = timed("translation to LLVM", lambda: emit.llvm_text(module.operation))
    machine = processors.machine(processors.NATIVE)
    optimized = timed(LLVM, lambda: native.optimized_module(text, machine))
    timed(CODE, lambda: machine.emit_object(optimized))
    return spent


def table(columns: dict[str, Counter[str]]) -> str:
    lines = ["| | seconds | MLIR | LLVM | passes that take longest |", "|---|---:|---:|---:|---|"]
    for name, spent in columns.items():
        in_llvm = spent[LLVM] + spent[CODE]
        passes = Counter({step: t for step, t in spent.items() if step not in (LLVM, CODE)})
        longest = ", ".join(f"{step} {t:.2f}" for step, t in passes.most_common(SHOWN))
        lines.append(f"| {name} | {spent.total():.2f} | {passes.total():.2f} | {in_llvm:.2f} | {longest} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = options(__doc__, "update docs/compile-time.md")
    parser.add_argument("--all", action="store_true", help="print the time of every pass")
    given = parser.parse_args()
    columns = {workload.name: seconds(workload) for workload in chosen(given.workloads)}
    print(made := table(columns))
    if given.all:
        for name, spent in columns.items():
            print(name, *(f"  {t:6.3f} {step}" for step, t in spent.most_common()), sep="\n")
    if given.write:
        page.write(PAGE, BEGIN, made, END)
    return 0 if all(spent.total() <= BOUND for spent in columns.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
