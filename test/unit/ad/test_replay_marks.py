"""`lagrad.replay` on every inner loop of the programs: the derivatives are the same."""

import pytest
from against_jax import check
from programs import NAMES, load

import lagrad
from lagrad import pipelines
from lagrad.analysis.program import walk
from lagrad.dialect import REPLAY
from lagrad.mlir import ir


def marked(text: str) -> tuple[str, int]:
    """The program with the mark on loops in loops, and how many have it."""
    with pipelines.new_context():
        module = ir.Module.parse(text)
        inner = [op for op in walk(module.operation) if op.name == "scf.for" and _is_in_loop(op)]
        for op in inner:
            op.attributes[REPLAY] = ir.UnitAttr.get()
        return str(module), len(inner)


def _is_in_loop(op: ir.Operation) -> bool:
    while (op := op.parent.operation).name != "func.func":
        if op.name in ("scf.for", "scf.while"):
            return True
    return False


NESTS = [name for name in NAMES if load(name).text.count("scf.for") and marked(load(name).text)[1]]
SOME = NESTS[::6]


def check_marked(name: str) -> None:
    program = load(name)
    functions = lagrad.compile(marked(program.text)[0])
    for request in program.requests.values():
        check(program, functions, request, {})


@pytest.mark.parametrize("name", SOME)
def test_replaying_does_not_change_the_derivative(name):
    check_marked(name)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in NESTS if name not in SOME])
def test_replaying_changes_no_derivative(name):
    check_marked(name)
