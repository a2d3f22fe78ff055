"""Whatever is recorded and whatever is computed again: the derivative is the same."""

import pytest
from against_jax import check
from programs import NAMES, load

import lagrad
from lagrad.analysis.recording.cost import MODES

LOOPS = [name for name in NAMES if "scf.for" in load(name).text or "scf.while" in load(name).text]
SOME = [*LOOPS[::12], "recursive_determinant"]


def check_mode(name: str, mode: str) -> None:
    program = load(name)
    functions = lagrad.compile(
        program.text,
        pipeline=f"lagrad-convert-vector-to-tensor,lagrad-differentiate{{tape={mode}}},lagrad-default,lagrad-to-llvm",
    )
    for request in program.requests.values():
        check(program, functions, request, {})


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "auto"])
@pytest.mark.parametrize("name", SOME)
def test_a_mode_does_not_change_the_derivative(name, mode):
    check_mode(name, mode)


@pytest.mark.long
@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "auto"])
@pytest.mark.parametrize("name", [name for name in LOOPS if name not in SOME])
def test_no_mode_changes_a_derivative(name, mode):
    check_mode(name, mode)
