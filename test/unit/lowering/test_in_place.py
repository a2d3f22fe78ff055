"""Loops of derivatives work in place: none allocates what could be taken before it, and what is copied is a recorded
state, or a value that is needed at once with what comes to stand in its place.

`buffers_in_loops.py` tells which. Other copies are listed here, with the reason: there are some in pushforwards of
benchmarks."""

from __future__ import annotations

import pathlib
import re

import counted_heap
import numpy as np
import pytest
from buffers_in_loops import count, lower

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER, BENCHMARKS = ROOT / "test" / "programs", ROOT / "benchmarks" / "adbench"
LOOPS = re.compile(r"scf\.(for|while|parallel|forall|index_switch)|affine\.|cf\.|tensor\.(generate|gather|scatter|pad)")
NAMES = sorted(path.stem for path in FOLDER.glob("*.mlir") if LOOPS.search(path.read_text()))

# program: copies of kind "other": what functions that call themselves take and give is memory of their caller. Records
# are copied where the outermost call gives them, not in each call.
RECURSIVE = {
    "recursive_determinant": 6, "recursive_in_loop": 56, "recursive_mutual": 6, "recursive_power": 15,
    "recursive_tree": 10,
}  # fmt: skip
# The same: a value goes on in another buffer, though nobody reads the first one again.
GOES_ON = {"vector_branches": 6}
# A loop in a loop works on a copy of a recorded state, though nobody reads the record again.
RECORDS = {"for_inner_from_outer": 1, "odd_deep_nest": 2, "odd_for_in_while_rows": 1, "odd_while_drives_while": 2}
# Of what branches pass on: casts of one tensor on the sides of a branch, a `while` loop that carries tensors at
# different places in its two regions, and sides of which one has the tensor already.
BRANCHES = {"cf_switch_leaves_loop": 3, "odd_calls_settle_sizes": 2, "odd_switch_in_condition": 2}
# What each iteration puts into a border, or works on in another shape, goes back to its place by a copy.
RESHAPED = {"pad_in_loop": 2, "scatter_elements": 1}
# What one operation makes goes to two places, or is made of single elements.
PLACED = {"concat_in_loop": 1, "generate_put_into_outside": 2, "lstm_cell": 1}
# The column that an iteration overwrites is put back before the iteration runs again, and once more behind that.
PUT_BACK = {"cholesky": 1}


# program: what each iteration, or a call in one, takes from the heap: of a size that only it knows, or passed on to the
# next one by a branch or a `while` loop, which may pass on another buffer too.
ALLOCATES = {
    "cf_in_callee": 1, "cf_nested_loops": 1, "cf_switch_leaves_loop": 10, "changing_size_by_contents": 23,
    "changing_size_by_switch": 12, "changing_size_grows": 6, "changing_size_nested": 5,
    "changing_size_second_order": 19, "changing_size_shrinks": 6, "export_nested_while": 1,
    "export_while_converges": 6, "for_branch_keeps_size": 1, "for_inner_from_outer": 1, "for_sizes_of_another": 4,
    "loop_in_body": 1, "odd_deep_nest": 2, "odd_for_in_while_rows": 1, "odd_inner_trips_double": 1,
    "odd_loop_in_parallel": 1, "odd_ragged_rows": 5, "odd_switch_between_sizes": 1, "odd_switch_in_condition": 4,
    "odd_while_drives_while": 5, "odd_while_in_body": 1, "recursive_determinant": 42, "recursive_in_loop": 110,
    "recursive_mutual": 27, "recursive_power": 34, "recursive_tree": 18, "while_in_branch": 1, "while_in_for": 1,
    "while_in_while": 1,
}  # fmt: skip
EXPECTED = RECURSIVE | GOES_ON | RECORDS | BRANCHES | RESHAPED | PLACED | PUT_BACK
# Every other program, and those with copies; the long tests have the rest.
SOME = {*NAMES[::2], *EXPECTED}


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.long] * (n not in SOME)) for n in NAMES])
def test_loops_work_in_place(name):
    found = count(lower((FOLDER / f"{name}.mlir").read_text()))
    taken, most = ALLOCATES.get(name, 0), EXPECTED.get(name, 0)
    assert found["alloc"] <= taken and found["other"] <= most, f"{dict(found)}: see buffers_in_loops.py"


# benchmark: (copies of kind "other", why), all of them of pushforwards
ADBENCH = {
    "ba": (3, "columns and their transposition that the program asks for, of what branches pass on for 15 directions"),
    "gmm": (0, ""),
    "hand": (0, ""),
    "lstm": (2, "a state and its tangent go to the next layer, which changes them, and to their place"),
    "mlp": (0, ""),
}


@pytest.mark.parametrize("name", ADBENCH)
def test_loops_of_benchmarks_work_in_place(name):
    found = count(lower((BENCHMARKS / name / "primal.mlir").read_text()))
    assert found["alloc"] == 0 and found["other"] <= ADBENCH[name][0], dict(found)


def test_the_loop_over_blocks_of_points_takes_no_memory():
    """The size of a block follows from that of a point, so there is room for the largest, without what keeps memory
    from trip to trip."""
    text = "".join(
        (BENCHMARKS / "gmm" / f"{name}.mlir").read_text() for name in ("primal", "blocks", "monomials", "quadratic")
    )
    assert count(lower(text, kept=""))["alloc"] == 0


def most_memory(variant: str, components: int) -> int:
    """Bytes of the heap that the gradient of GMM takes at most, of ten points in 200 dimensions, without its
    results."""
    text = "".join(
        (BENCHMARKS / "gmm" / f"{name}.mlir").read_text() for name in ("primal", "blocks", "monomials", "quadratic")
    )
    program, heap = counted_heap.compile(text, entry=f"gmm_{variant}_gradient")
    rng, d = np.random.default_rng(components), 200
    given = [rng.uniform(-1, 1, shape) for shape in ((components,), (components, d), (components, d * (d + 1) // 2))]
    program[f"gmm_{variant}_gradient"](
        *given, rng.uniform(-1, 1, (10, d)), 1.0, 0, out=tuple(np.empty_like(part) for part in given)
    )
    return heap.most


@pytest.mark.parametrize(
    "variant, grows", [pytest.param("quadratic", False, marks=pytest.mark.long), ("monomials", True)]
)
def test_forms_made_one_at_a_time_need_no_memory_for_each(variant, grows):
    more = (most_memory(variant, 5) - most_memory(variant, 2)) / (
        3 * 200 * 201 // 2 * 8
    )  # for each component, in forms
    assert more > 0.9 if grows else more < 0.1


CARRIED = """
func.func @f(%w: tensor<4x4xf64>, %x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf64>
  %zero = arith.constant 0.0 : f64
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf64> {
    %b = linalg.matvec ins(%w, %a : tensor<4x4xf64>, tensor<4xf64>) outs(%z : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}"""


def test_a_needed_copy_is_counted():
    assert count(lower(CARRIED)) == {"carried": 1}


def test_without_our_passes_loops_allocate_and_copy():
    tensors = "lagrad-add-destinations,linalg-generalize-named-ops,eliminate-empty-tensors"
    buffers = """one-shot-bufferize{bufferize-function-boundaries=1 allow-return-allocs-from-loops=1
                 function-boundary-type-conversion=identity-layout-map copy-before-write=1}"""
    found = count(lower(CARRIED, tensors, buffers, kept=""))
    assert found["alloc"] > 0 and found["other"] > 0


KEPT = """
func.func @f(%x: tensor<4xf64>, %n: index) -> (tensor<4xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %s = %zero) -> (tensor<4xf64>, f64) {
    %b = scf.for %j = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<4xf64> {
      %e = tensor.extract %t[%j] : tensor<4xf64>
      %v = math.sin %e : f64
      %k = arith.subi %n, %j : index
      %u = tensor.insert %v into %t[%k] : tensor<4xf64>
      scf.yield %u : tensor<4xf64>
    }
    %old = tensor.extract %a[%i] : tensor<4xf64>
    %new = tensor.extract %b[%i] : tensor<4xf64>
    %p = arith.mulf %old, %new : f64
    %q = arith.addf %p, %s : f64
    %c = tensor.insert %q into %a[%i] : tensor<4xf64>
    scf.yield %c, %q : tensor<4xf64>, f64
  }
  return %r#0, %r#1 : tensor<4xf64>, f64
}"""


def test_a_copy_that_is_changed_while_the_original_is_needed_is_counted():
    assert count(lower(KEPT)) == {"both": 1}
