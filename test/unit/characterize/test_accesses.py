"""What a traced program says of its accesses: exactly those that the loops make."""

import numpy as np
import pytest

from lagrad import execute, pipelines
from lagrad.characterize import accesses
from lagrad.characterize.distances import lifetimes
from lagrad.errors import Failure
from lagrad.mlir import ir

PROGRAM = """
func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %y : f64
    %2 = math.sin %1 : f64
    %3 = math.exp %2 : f64
    %4 = arith.addf %3, %3 : f64
    scf.yield %4 : f64
  }
  return %0 : f64
}
func.func private @df(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @f}
func.func @copied(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  return %x, %x : tensor<3xf32>, tensor<3xf32>
}
"""
N = 20


def traced(entry: str, arguments: list, passes: str = "", capacity: int = 1000) -> accesses.Accesses:
    with pipelines.new_context():
        return accesses.of(ir.Module.parse(PROGRAM), entry, arguments, passes, capacity)


def test_two_numbers_are_recorded_each_iteration():
    found = traced("df", [0.3, 0.1, N])
    assert found.tape.sum() == 2 * 2 * N  # two stores, two loads an iteration
    assert (found.store & found.tape).sum() == 2 * N
    assert found.tape_bytes == 2 * N * 8
    assert set(found.bytes.tolist()) == {8}
    assert 0.9 < found.tape_share <= 1 and found.working_set >= found.tape_bytes
    assert len(lifetimes(found)) == 2 * N


def test_tracing_and_layout_change_no_result():
    plain, laid_out = traced("df", [0.3, 0.1, N]), traced("df", [0.3, 0.1, N], "lagrad-layout-tape")
    assert plain.results == laid_out.results
    assert laid_out.count == plain.count
    recorded = laid_out.address[laid_out.tape & laid_out.store]
    assert (np.diff(recorded) == 8).all()  # the fields of a row lie together, in the order in which they are written


def test_scratchpads_and_what_moves_their_rows():
    passes = "lagrad-layout-tape,lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad"
    plain, layers = traced("df", [0.3, 0.1, N]), traced("df", [0.3, 0.1, N], passes)
    assert layers.results == plain.results
    # Two rows of 64 bytes, one for the loop that writes and one for the loop that reads. Each of 2 N numbers is stored
    # in one and moved to memory, then moved into the other and read: on the side of memory that is what the tape saw.
    assert layers.scratchpad_bytes == 2 * 64 and layers.tape_bytes == plain.tape_bytes
    assert layers.scratchpad.sum() == 4 * 2 * N and (layers.moved & layers.scratchpad).sum() == 2 * 2 * N
    assert (layers.tape == (layers.moved & ~layers.scratchpad)).all() and layers.tape.sum() == plain.tape.sum()
    assert layers.tape_share > plain.tape_share


def test_a_derivative_that_records_more():
    with pipelines.new_context():
        recorded = accesses.of(ir.Module.parse(PROGRAM), "df", [0.3, 0.1, N], tape="record")
    assert recorded.tape_bytes > traced("df", [0.3, 0.1, N]).tape_bytes


def test_copies_are_loads_and_stores():
    found = traced("copied", [np.arange(3, dtype=np.float32)])
    assert found.bytes.tolist() == [4] * 12 and found.store.sum() == 6 and not found.tape.any()


def test_what_is_not_written_down_is_an_error():
    # 82 accesses, and where each of two tapes begins and ends
    with pytest.raises(Failure, match="@df reads and writes memory 86 times"):
        traced("df", [0.3, 0.1, N], capacity=10)
    assert traced("df", [0.3, 0.1, N], capacity=100).count <= 100


def test_all_variants_of_a_program_on_memory_begin_with_the_same_memory():
    """As long as a number is large enough, an iteration makes it smaller."""
    module = execute.parse("""
      func.func @f(%y: memref<1xf64>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c20 = arith.constant 20 : index
        %half = arith.constant 0.5 : f64
        scf.for %i = %c0 to %c20 step %c1 {
          %a = memref.load %y[%c0] : memref<1xf64>
          %large = arith.cmpf ogt, %a, %half : f64
          scf.if %large {
            %b = math.sin %a : f64
            %c = arith.mulf %b, %a : f64
            memref.store %c, %y[%c0] : memref<1xf64>
          }
        }
        return
      }""")
    y = np.array([1.5])
    counts = [accesses.of(module, "f", [y]).store.sum() for _ in range(2)]
    assert y[0] == 1.5 and counts[0] == counts[1] > 2


def test_a_complex_number_is_two_scalars():
    module = execute.parse("""
      func.func @f(%x: memref<3xcomplex<f64>>, %y: memref<3xcomplex<f32>>) {
        %c1 = arith.constant 1 : index
        %a = memref.load %x[%c1] : memref<3xcomplex<f64>>
        memref.store %a, %x[%c1] : memref<3xcomplex<f64>>
        %b = memref.load %y[%c1] : memref<3xcomplex<f32>>
        memref.store %b, %y[%c1] : memref<3xcomplex<f32>>
        return
      }""")
    x, y = np.ones(3, complex), np.ones(3, np.complex64)
    found = accesses.of(module, "f", [x, y])
    assert found.bytes.tolist() == [8, 8, 8, 8, 4, 4, 4, 4]
    assert found.store.tolist() == [False, False, True, True] * 2
    assert np.diff(found.address)[[0, 2, 4, 6]].tolist() == [8, 8, 4, 4]
    assert found.working_set == 16 + 8
