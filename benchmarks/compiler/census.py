"""Which passes change what: `python -m benchmarks.compiler.census`.

The default pipeline, pass by pass, over the derivatives of all benchmarks and over the programs of the tests. For each
pass of ours: how many of either it changes, and its share of the time in MLIR on both together. `--write` makes the
table of docs/census.md. It has one program for each pass that it changes, which a test tries again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

# First: it says how many threads NumPy has.
from ..workloads import DOCS, Workload, chosen, options

# isort: split

from lagrad import execute, pipelines, transforms
from lagrad.errors import Report
from lagrad.lowering import pipeline as lowering
from lagrad.lowering.interface import c_types
from lagrad.mlir import ir
from lagrad.pipelines.text import Nest, Node, PassNode, Step

from .. import page

PAGE = DOCS / "census.md"
BEGIN, END = "<!-- table: made by benchmarks/compiler/census.py -->\n", "<!-- end of table -->"
PROGRAMS = Path(__file__).parents[2] / "test" / "programs"
FIRST = "derivatives"  # where a pass has its turn that has it before the lowering
OTHERS = "upstream's passes"
Key = tuple[str, str]  # the stage and the name of a pass


@dataclass(frozen=True)
class Turn:
    """A pass in the pipeline: its stage, its name, and the pipeline that is this pass alone."""

    stage: str
    name: str
    alone: Node

    @property
    def is_ours(self) -> bool:
        return self.name.startswith("lagrad-")


@dataclass
class Census:
    """What was seen: on which programs each pass changed something, and how long it took."""

    changed: dict[Key, set[str]] = field(default_factory=dict)  # by stage and name of the pass
    seconds: Counter[Key] = field(default_factory=Counter)
    idle: float = 0.0  # seconds of passes of ours that changed nothing

    def see(self, turn: Turn, program: str, seconds: float, has_changed: bool) -> None:
        """What one pass did to one program."""
        key = (turn.stage, turn.name)
        self.seconds[key] += seconds
        self.changed.setdefault(key, set())
        if has_changed:
            self.changed[key].add(program)
        elif turn.is_ours:
            self.idle += seconds

    def nowhere(self, turns: Iterable[Turn]) -> list[str]:
        """The passes of ours that changed no program."""
        ours = dict.fromkeys(turn.name for turn in turns if turn.is_ours)
        fired = {name for (_, name), programs in self.changed.items() if programs}
        return [name for name in ours if name not in fired]


def default_turns() -> list[Turn]:
    """The passes of the default pipeline, in their order."""
    parts = [(FIRST, "lagrad-default"), *lowering.stages(lowering.Options(blas="openblas"))]
    return [turn for stage, text in parts for turn in _turns(stage, pipelines.read(text).body)]


def _turns(stage: str, nodes: Iterable[Node]) -> Iterator[Turn]:
    for node in nodes:
        if isinstance(node, PassNode):
            yield Turn(stage, node.name, node)
        elif isinstance(node, Nest):  # each of its passes by itself
            for inner in _turns(stage, node.body):
                yield dataclasses.replace(inner, alone=dataclasses.replace(node, body=(inner.alone,)))


def count(programs: Mapping[str, ir.Module], turns: list[Turn]) -> Census:
    """Runs all passes over the programs, which are lowered then."""
    census = Census()
    for name, module in programs.items():
        _count(name, module, turns, census)
    return census


def _count(name: str, module: ir.Module, turns: list[Turn], census: Census) -> None:
    """One run of one pipeline, with a look at the program between its passes."""
    last: list = []

    def begin(op: ir.Operation) -> None:
        last[:] = _fingerprint(op), time.process_time()

    def look(turn: Turn) -> Callable[[ir.Operation], None]:
        def see(op: ir.Operation) -> None:
            spent, before = time.process_time() - last[1], last[0]
            begin(op)
            census.see(turn, name, spent, last[0] != before)

        return see

    body = [Step("begin", begin), *(node for turn in turns for node in (turn.alone, Step("look", look(turn))))]
    pipelines.run(module, Nest(pipelines.ROOT, tuple(body)), Report(), verify_each=False, verify_ours=True)


def firing(module: ir.Module, pipeline: Nest) -> set[str]:
    """The passes of a pipeline that change a program, which is lowered then."""
    turns = list(_turns("", pipeline.body))
    changed = count({"": module}, turns).changed
    return {name for (_, name), programs in changed.items() if programs}


def _fingerprint(op: ir.Operation) -> bytes:
    """Equal where the printed programs are."""
    text = op.get_asm(print_generic_op_form=True, assume_verified=True)
    return hashlib.blake2b(text.encode()).digest()


def of_benchmark(workload: Workload) -> ir.Module:
    """The objective and the derivative of a benchmark, as `lagrad.compile` begins with them."""
    program = workload.program
    module = execute.parse(program.text)
    wanted = [program.objective, program.derivative]
    with module.context:
        execute.make_public(module.operation, wanted)
        execute.drop_others(module.operation, wanted)
        entries = ir.ArrayAttr.get([ir.FlatSymbolRefAttr.get(name) for name in wanted])
        module.operation.attributes[c_types.ENTRIES] = entries
    return module


def of_tests(every: int = 1) -> dict[str, ir.Module]:
    """The programs of the tests, or every few of them, by name."""
    return {path.stem: of_test(path.stem) for path in sorted(PROGRAMS.glob("*.mlir"))[::every]}


def of_test(name: str) -> ir.Module:
    return execute.parse((PROGRAMS / f"{name}.mlir").read_text())


def rows(turns: Iterable[Turn]) -> list[Key]:
    """Stage and name of each pass of ours, in the order of the pipeline; a pass that has two turns in a stage once."""
    return list(dict.fromkeys((turn.stage, turn.name) for turn in turns if turn.is_ours))


def examples(changed: Mapping[Key, set[str]], preferred: set[str]) -> dict[Key, str]:
    """For each pass a program that it changes: few of them, by taking again and again one that most of the rest change.

    Of `preferred` ones, where one of these is changed.
    """
    found: dict[Key, str] = {}
    left = {key: own & preferred or own for key, own in changed.items() if own}
    while left:
        often = Counter(program for own in left.values() for program in own)
        chosen = min(often, key=lambda program: (-often[program], program))
        found |= {key: chosen for key, own in left.items() if chosen in own}
        left = {key: own for key, own in left.items() if key not in found}
    return found


def _summary(name: str) -> str:
    """The first sentence of what the manual says of a pass, in the middle of a text."""
    first = (transforms.find(name).__doc__ or "").split("\n")[0].rstrip(".")
    return first[:1].lower() + first[1:]


def table(census: Census, turns: list[Turn], benchmarks: set[str], programs: set[str]) -> str:
    """A row for each pass of ours in each stage, and one for all passes of upstream's."""
    total = census.seconds.total()
    ours = rows(turns)
    whole = f"benchmarks of {len(benchmarks)} | programs of {len(programs)}"
    lines = [f"| stage | pass | {whole} | share of time | for example |", "|---|---|---:|---:|---:|---|"]
    example = examples({key: census.changed[key] for key in ours}, programs)
    for key in ours:
        changed, share, (stage, name) = census.changed[key], census.seconds[key] / total, key
        counts = f"{len(changed & benchmarks)} | {len(changed & programs)} | {share:.1%}"
        lines.append(f"| {stage} | `{name}` | {counts} | {example.get(key, '')} |")
    share = sum(spent for key, spent in census.seconds.items() if key not in ours) / total
    lines.append(f"| | {OTHERS} | | | {share:.1%} | |")
    each = [sum(name in census.changed[key] for key in ours) for name in (benchmarks | programs)]
    lines += [
        "",
        f"The median program is changed by {statistics.median(each):.0f} of these {len(ours)}. "
        f"Where passes of ours change nothing, they take {census.idle / total:.0%} of the time in MLIR.",
        "",
        "| changes nothing here | what it does |",
        "|---|---|",
        *(f"| `{name}` | {_summary(name)} |" for name in census.nowhere(turns)),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = options(__doc__, "update docs/census.md")
    parser.add_argument("--every", type=int, default=1, help="take every n-th program of the tests only")
    given = parser.parse_args()
    turns = default_turns()
    workloads = {workload.name: of_benchmark(workload) for workload in chosen(given.workloads)}
    programs = of_tests(given.every)
    census = count(workloads | programs, turns)
    print(made := table(census, turns, set(workloads), set(programs)))
    if given.write:
        page.write(PAGE, BEGIN, made, END)


if __name__ == "__main__":
    main()
