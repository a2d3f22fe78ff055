"""The adequacy lemma on random programs.

For every split U;X, what the adjoint of U reads is what the program has when it runs. U ends behind each operation in
turn, in loops and branches too, and the values are those of compiled code: on tensors whose memory may be shared, on
tapes, and computed again.
"""

import hypothesis
import numpy as np
import on_memory
import pytest
from generated import drawn
from memory_program import Program as MemoryProgram
from probes import compile_probed
from program_strategy import programs
from test_generated import examples
from test_memory_at_random import _STEPS, _VIEWS, _text

from lagrad import build
from lagrad.ad.reverse import rows


def check_tensors(program) -> None:
    hypothesis.note(str(program))
    with pytest.MonkeyPatch.context() as patched:
        probed = compile_probed(str(program), "pullback", patched)
    hypothesis.assume(not probed.calls)
    rng = np.random.default_rng(7)
    for _ in range(2):
        arguments = drawn(rng, program, program.main.arguments, -1.5, 1.5)
        probed.check(arguments, drawn(rng, program, program.main.body.yields, 0.5, 1.5))


def check_memory(views, steps) -> None:
    start, shadow = np.random.default_rng(0).normal(size=(2, 12))
    text = on_memory.with_requests(MemoryProgram(_text(views, steps), None, [start], [0]))
    hypothesis.note(text)
    with pytest.MonkeyPatch.context() as patched:
        compile_probed(text, "pullback", patched).check([start], [shadow])


@examples(6)
@hypothesis.given(programs(length=4))
def test_what_adjoints_read_is_what_the_program_has(program):
    check_tensors(program)


@examples(3)
@hypothesis.given(_VIEWS, _STEPS)
def test_what_adjoints_read_is_what_memory_held(views, steps):
    check_memory(views, steps)


@pytest.mark.long
@examples(200)
@hypothesis.given(programs(length=5))
def test_what_adjoints_read_many_times(program):
    check_tensors(program)


@pytest.mark.long
@examples(60)
@hypothesis.given(_VIEWS, _STEPS)
def test_what_adjoints_read_of_memory_many_times(views, steps):
    check_memory(views, steps)


NEST = """
func.func @f(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf64> {
    %q = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a) -> tensor<4xf64> {
      %e = tensor.extract %b[%j] : tensor<4xf64>
      %s = math.sin %e : f64
      %is_positive = arith.cmpf ogt, %s, %e : f64
      %t = scf.if %is_positive -> f64 {
        %u = arith.mulf %s, %e : f64
        scf.yield %u : f64
      } else {
        %u = math.exp %s : f64
        scf.yield %u : f64
      }
      %c = tensor.insert %t into %b[%j] : tensor<4xf64>
      scf.yield %c : tensor<4xf64>
    } INNER
    %v = math.tanh %q : tensor<4xf64>
    scf.yield %v : tensor<4xf64>
  } OUTER
  return %r : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, index, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @f}
"""


def nest(inner: str, outer: str):
    with pytest.MonkeyPatch.context() as patched:
        return compile_probed(NEST.replace("INNER", inner).replace("OUTER", outer), "pullback", patched)


@pytest.mark.parametrize("inner", ["", "{lagrad.replay}", "{lagrad.snapshots = 2}"])
@pytest.mark.parametrize("outer", ["", "{lagrad.snapshots = 2}"])
def test_what_runs_again_gives_the_same(inner, outer):
    assert nest(inner, outer).check([np.array([0.3, -0.4, 0.9, 0.1]), 5], [np.ones(4)]) > 100


def test_a_wrong_row_is_found(monkeypatch):
    read = rows.read_row
    monkeypatch.setattr(rows, "read_row", lambda slicer, tape, row, *rest: read(slicer, tape, build.index(0), *rest))
    with pytest.raises(AssertionError, match="Mismatched elements"):
        nest("", "").check([np.array([0.3, -0.4, 0.9, 0.1]), 5], [np.ones(4)])
