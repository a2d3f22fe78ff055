"""`lagrad.snapshots` and `lagrad.checkpoint` on the loops of the programs: the derivatives are the same."""

import pytest
from against_jax import check
from programs import NAMES, load

import lagrad
from lagrad import pipelines
from lagrad.analysis.program import walk
from lagrad.dialect import CHECKPOINT, SCHEDULE, SCHEDULES, SNAPSHOTS
from lagrad.errors import Failure
from lagrad.mlir import ir

LOOPS = ("scf.for", "scf.while")


def marked(text: str, snapshots: int = 2, schedule: str = "binomial") -> tuple[str, int]:
    """The program with the mark on all loops, and how many there are."""
    with pipelines.new_context():
        module = ir.Module.parse(text)
        loops = [op for op in walk(module.operation) if op.name in LOOPS and op.results]
        for op in loops:
            op.attributes[SNAPSHOTS] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), snapshots)
            op.attributes[SCHEDULE] = ir.StringAttr.get(schedule)
        return str(module), len(loops)


def with_pieces(text: str) -> str:
    """The program with the body of each outermost `scf.for` as a piece."""
    with pipelines.new_context():
        module = ir.Module.parse(text)
        for op in walk(module.operation):
            if op.name == "scf.for" and op.results and op.parent.operation.name == "func.func":
                op.attributes[CHECKPOINT] = ir.UnitAttr.get()
        return str(module)


TEXTS = {name: load(name).text for name in NAMES}
WITH_LOOPS = [name for name, text in TEXTS.items() if any(op in text for op in LOOPS) and marked(text)[1]]
SOME = WITH_LOOPS[::12]


def check_marked(name: str, schedule: str) -> None:
    """The derivatives are those of JAX; states that change their shape are refused, and what must not run again."""
    program = load(name)
    text = with_pieces(program.text) if schedule == CHECKPOINT else marked(program.text, 2, schedule)[0]
    try:
        functions = lagrad.compile(text)
    except Failure as failure:
        refused = "cannot run again" if "external" in name else "whose state changes its shape"
        assert all(refused in d.message for d in failure.diagnostics)
        assert "external" in name or "changing_size" in name
        return
    for request in program.requests.values():
        check(program, functions, request, {})


@pytest.mark.parametrize("name", SOME)
def test_snapshots_do_not_change_the_derivative(name):
    check_marked(name, SCHEDULES[SOME.index(name) % len(SCHEDULES)])


@pytest.mark.parametrize("name", WITH_LOOPS[5::30])
def test_pieces_do_not_change_the_derivative(name):
    check_marked(name, CHECKPOINT)


@pytest.mark.long
@pytest.mark.parametrize("schedule", [*SCHEDULES, CHECKPOINT])
@pytest.mark.parametrize("name", WITH_LOOPS)
def test_snapshots_change_no_derivative(name, schedule):
    check_marked(name, schedule)
