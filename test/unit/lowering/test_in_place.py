"""Loops of derivatives work in place: none allocates, unless the sizes of what it carries change without a bound that is
known before, and what is copied is a recorded state, or a value that is needed at once with what comes to stand in its place.

`buffers_in_loops.py` tells which. Other copies are listed here, with the reason."""

from __future__ import annotations

import pathlib
import re

import pytest
from buffers_in_loops import BUFFERS, count, lower

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "programs"
LOOPS = re.compile(r"scf\.(for|while|parallel|forall|index_switch)|affine\.|cf\.|tensor\.(generate|gather|scatter|pad)")
NAMES = sorted(path.stem for path in FOLDER.glob("*.mlir") if LOOPS.search(path.read_text()))

ROWS = "a gather or a scatter moves rows one by one"
MOVED = "the program puts a tensor into part of another one, and could compute it there"
START = "a loop inside, or a sum, works on a copy of what it starts from, which is written over later"
BRANCH = "the branches of a loop pass on different tensors"

# program: (allocations, copies of kind "other"); each trip passes on a tensor of another size, whose bound is not known before the loop
ALLOCATING = {
    "changing_size_by_contents": (21, 2),
    "changing_size_by_switch": (12, 2),
    "changing_size_grows": (6, 0),
    "changing_size_nested": (5, 2),
    "changing_size_second_order": (13, 4),
    "changing_size_shrinks": (6, 2),
}

# program: (copies of kind "other", why)
EXCEPTIONS = {
    "concat_in_loop": (1, MOVED),
    "gather_rows": (2, ROWS),
    "lstm_cell": (1, MOVED),
    "odd_calls_settle_sizes": (2, BRANCH),
    "odd_pad_computed_in_loop": (3, MOVED),
    "odd_scatter_in_loop": (2, ROWS),
    "pad_in_loop": (2, MOVED),
    "scatter_elements": (1, START),
    "scatter_rows": (2, ROWS),
    "vector_branches": (5, f"{BRANCH}; {MOVED}"),
    "vector_writes_with_remainder": (3, MOVED),
}


@pytest.mark.parametrize("name", NAMES)
def test_loops_work_in_place(name):
    found = count(lower((FOLDER / f"{name}.mlir").read_text()))
    allocations, copies = ALLOCATING.get(name) or (0, EXCEPTIONS.get(name, (0, ""))[0])
    assert found["alloc"] <= allocations and found["other"] <= copies, (
        f"{dict(found)}: see buffers_in_loops.py; what cannot be avoided is listed above with its reason"
    )


def test_exceptions_are_programs():
    assert set(EXCEPTIONS) | set(ALLOCATING) <= set(NAMES)


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
    found = count(lower(CARRIED, tensors, buffers))
    assert found["alloc"] > 0 and found["other"] > 0


def test_a_copy_of_a_row_that_is_not_read_again_is_counted():
    text = (FOLDER / "for_inner_from_outer.mlir").read_text()
    assert count(lower(text, buffers=BUFFERS.replace("lagrad-overwrite-originals,", "")))["other"] == 1


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
