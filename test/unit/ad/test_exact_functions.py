"""What decides, and runs again, is marked `lagrad.exact`: no later pass fuses or reorders its arithmetic."""

from __future__ import annotations

import re

import pytest
from deciding_loops import ACTIVE_CALL, CALLED, looped, second_order, two_directions

from lagrad import pipelines
from lagrad.execute import parse


def differentiated(text: str) -> dict[str, list[str]]:
    """The lines of each function of a program after differentiation."""
    module = parse(text)
    pipelines.run(module, "lagrad-differentiate")
    functions = re.split(r"^  func\.func ", str(module), flags=re.M)[1:]
    return {re.search(r"@([\w.]+)", body)[1]: body.splitlines() for body in functions}


def test_functions_that_are_called_where_code_runs_again_are_exact():
    """All versions of them: not one operation of their arithmetic may be fused or reordered."""
    found = differentiated(CALLED + looped(ACTIVE_CALL))
    called = {name: body for name, body in found.items() if name not in ("f", "back")}
    assert len(called) > 1
    arithmetic = [line for body in called.values() for line in body if re.search(r"arith\.(add|sub|mul)f", line)]
    assert arithmetic and all("lagrad.exact" in line for line in arithmetic)
    assert not any("lagrad.exact" in lines[0] for lines in found.values())  # the mark of the request is gone


@pytest.mark.parametrize(
    ("name", "text"), [("back", two_directions()), ("second", second_order())], ids=["directions", "second order"]
)
def test_what_is_inlined_of_them_is_exact(name, text):
    body = "\n".join(differentiated(text)[name])
    sums = re.findall(r"linalg.generic .*reduction.*\n.*\n(.*arith.addf %out, %in.*)\n", body)
    assert sums and all("lagrad.exact" in line for line in sums)


def test_functions_that_decide_nothing_are_not():
    text = CALLED + looped(ACTIVE_CALL).replace("cmpf ogt, %d, %tiny", "cmpf ogt, %b, %tiny")
    assert not any("lagrad.exact" in line for body in differentiated(text).values() for line in body)


SIZES = """
#rc = affine_map<(r, c) -> (r, c)>
#r = affine_map<(r, c) -> (r)>
#id = affine_map<(r) -> (r)>
func.func @f(%x: tensor<?x?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %x, %c1 : tensor<?x?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %part = tensor.extract_slice %x[0, 0] [SIZE, %m] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %start = tensor.splat %zero[SIZE] : tensor<?xf64>
    %sums = linalg.generic {indexing_maps = [#rc, #r], iterator_types = ["parallel", "reduction"]}
        ins(%part : tensor<?x?xf64>) outs(%start : tensor<?xf64>) {
    ^bb0(%e: f64, %o: f64):
      %t = arith.addf %o, %e : f64
      linalg.yield %t : f64
    } -> tensor<?xf64>
    %steps = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%sums : tensor<?xf64>) outs(%start : tensor<?xf64>) {
    ^bb0(%e: f64, %o: f64):
      %up = math.floor %e : f64
      %v = arith.mulf %up, %e : f64
      linalg.yield %v : f64
    } -> tensor<?xf64>
    %first = tensor.extract %steps[%c0] : tensor<?xf64>
    %next = arith.addf %s, %first : f64
    scf.yield %next : f64
  }
  return %r : f64
}
func.func private @back(tensor<?x?xf64>, index) -> tensor<?x?xf64> attributes {lagrad.gradient = @f}
"""


@pytest.mark.parametrize(("size", "is_exact"), [("%n", False), ("%i", True)])
def test_long_sums_that_change_their_size_are_exact(size, is_exact):
    """Those of one size are recorded, and may be computed in any order."""
    body = "\n".join(differentiated(SIZES.replace("SIZE", size))["back"])
    sums = re.findall(r"\^bb0.*\n(.*arith.addf %out, %in.*)\n", body)
    assert ("lagrad.exact" in sums[0]) == is_exact  # the first one is the primal's
