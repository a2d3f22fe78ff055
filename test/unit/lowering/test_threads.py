"""`lagrad-distribute-loops`: what threads compute is right, and has the same bits in every run and with any number of
them."""

from __future__ import annotations

import functools
import os
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from data_of_loops import data, expected
from loops_to_vectorize import PROGRAMS, program

from lagrad import compile, emit
from lagrad.errors import Failure
from lagrad.execute import parse
from lagrad.pipelines import NAMED, read, run, with_threads

jax.config.update("jax_enable_x64", True)

# A table of rows that places from data add to: its adjoint reads by these places, adds to what all iterations share.
SHARED = """
func.func @f(%x: tensor<?x3xf64>, %at: tensor<?xindex>, %w: tensor<3xf64>, %table: tensor<8x3xf64>)
    -> (tensor<8x3xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x3xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%t = %table) -> tensor<8x3xf64> {
    %k = tensor.extract %at[%i] : tensor<?xindex>
    %row = scf.for %j = %c0 to %c3 step %c1 iter_args(%u = %t) -> tensor<8x3xf64> {
      %a = tensor.extract %x[%i, %j] : tensor<?x3xf64>
      %b = tensor.extract %w[%j] : tensor<3xf64>
      %p = arith.mulf %a, %b : f64
      %s = math.sin %p : f64
      %old = tensor.extract %u[%k, %j] : tensor<8x3xf64>
      %new = arith.addf %old, %s : f64
      %next = tensor.insert %new into %u[%k, %j] : tensor<8x3xf64>
      scf.yield %next : tensor<8x3xf64>
    }
    scf.yield %row : tensor<8x3xf64>
  }
  %energy = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c3) step (%c1, %c1) init (%zero) -> f64 {
    %a = tensor.extract %x[%i, %j] : tensor<?x3xf64>
    %b = tensor.extract %w[%j] : tensor<3xf64>
    %p = arith.mulf %a, %b : f64
    %q = math.exp %p : f64
    scf.reduce(%q : f64) {
    ^bb0(%l: f64, %r: f64):
      %both = arith.addf %l, %r : f64
      scf.reduce.return %both : f64
    }
  }
  return %sum, %energy : tensor<8x3xf64>, f64
}
func.func private @df(tensor<?x3xf64>, tensor<?xindex>, tensor<3xf64>, tensor<8x3xf64>, tensor<8x3xf64>, f64)
    -> (tensor<?x3xf64>, tensor<3xf64>, tensor<8x3xf64>) attributes {lagrad.pullback = @f}
"""


def shared(x, at, w, table):
    return table.at[at].add(jnp.sin(x * w)), jnp.exp(x * w).sum()


def distributed(lowering: str, threads: int) -> str:
    """The pipeline in which every loop is distributed that can be, however little it has to do."""
    text = str(read(with_threads(f"lagrad-default,{lowering}", threads)))
    assert f"lagrad-distribute-loops{{threads={threads}" in text
    return text.replace(f"{{threads={threads}", f"{{threads={threads} work=0")


@functools.cache
def compiled(text: str, lowering: str, threads: int):
    return compile(text, pipeline=distributed(lowering, threads))


def arrays(results) -> list[np.ndarray]:
    return [np.asarray(r) for r in (results if isinstance(results, tuple) else (results,))]


def table_data(n: int) -> tuple:
    rng = np.random.default_rng(n)
    return rng.standard_normal((n, 3)), rng.integers(0, 8, n), rng.standard_normal(3), rng.standard_normal((8, 3))


@pytest.mark.parametrize("name", PROGRAMS)
def test_threads_compute_what_one_does(name):
    """In strict code bit by bit, and else what NumPy says, for numbers of trips around the number of threads."""
    text = program(name, "f64")
    one = compile(text, pipeline="lagrad-default,lagrad-to-llvm-strict").f
    strict, fast = compiled(text, "lagrad-to-llvm-strict", 3).f, compiled(text, "lagrad-to-llvm", 3).f
    for n in (0, 1, 2, 3, 4, 7, 100):
        arguments = data(name, n, "f64")
        for a, b in zip(arrays(strict(*arguments)), arrays(one(*arguments)), strict=True):
            np.testing.assert_array_equal(a, b)
        for a, b in zip(arrays(fast(*arguments)), expected(name, arguments), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("n", [0, 1, 5, 1000])
def test_sums_that_trips_share(n):
    x, at, w, table = table_data(n)
    functions = compiled(SHARED, "lagrad-to-llvm", 4)
    value, pullback = jax.vjp(lambda x, w, table: shared(x, at, w, table), x, w, table)
    for a, b in zip(arrays(functions.f(x, at, w, table)), value, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)
    ct = np.random.default_rng(1).standard_normal((8, 3)), 0.7
    for a, b in zip(arrays(functions.df(x, at, w, table, *ct)), pullback((ct[0], jnp.asarray(ct[1]))), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-13)


def test_parallel_loops_in_parallel_loops():
    text = """func.func @f(%a: memref<6x4xf64>) {
      scf.forall (%i) in (6) {
        scf.forall (%j) in (4) {
          %x = memref.load %a[%i, %j] : memref<6x4xf64>
          %y = math.sin %x : f64
          memref.store %y, %a[%i, %j] : memref<6x4xf64>
        }
      }
      return
    }"""
    a = np.arange(24.0).reshape(6, 4)
    compiled(text, "lagrad-to-llvm", 2).f(a)
    np.testing.assert_allclose(a, np.sin(np.arange(24.0).reshape(6, 4)), rtol=1e-12, atol=1e-15)


def results_of_shared() -> bytes:
    x, at, w, table = table_data(501)
    functions = compiled(SHARED, "lagrad-to-llvm", 4)
    both = [*arrays(functions.f(x, at, w, table)), *arrays(functions.df(x, at, w, table, table, 0.5))]
    return b"".join(a.tobytes() for a in both)


def test_the_same_bits_in_every_run():
    assert len({results_of_shared() for _ in range(50)}) == 1


def test_the_same_bits_however_many_threads_there_are():
    code = "import sys; from test_threads import results_of_shared; sys.stdout.write(results_of_shared().hex())"
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1", "PYTHONPATH": os.path.dirname(__file__)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == results_of_shared().hex()


def test_threads_run():
    """More than one thread does the trips, and each once."""
    text = """
    func.func @who(%x: tensor<?xi32>) -> tensor<?xi32> {
      %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
          outs(%x : tensor<?xi32>) {
      ^bb0(%old: i32):
        %one = arith.constant 1 : i32
        %new = arith.addi %old, %one : i32
        linalg.yield %new : i32
      } -> tensor<?xi32>
      return %y : tensor<?xi32>
    }"""
    lowered = emit.lower(parse(text), distributed("lagrad-to-llvm", 4))
    assert str(lowered).count("llvm.call @GOMP_parallel(") == 1
    count = compile(text, pipeline=distributed("lagrad-to-llvm", 4))
    np.testing.assert_array_equal(count(np.arange(11, dtype=np.int32)), np.arange(1, 12, dtype=np.int32))


def test_objects_say_what_they_are_linked_with():
    lowered = emit.lower(parse(SHARED), with_threads("lagrad-default,lagrad-to-llvm", 2))
    from lagrad.lowering.machine.link_flags import link_flags

    assert link_flags(lowered) == ["-lgomp", "-lm"]
    assert emit.shared_library(emit.object_code(lowered), link_flags(lowered)).startswith(b"\x7fELF")


def test_no_threads_unless_they_are_asked_for():
    assert all("lagrad-distribute-loops" not in text for text in NAMED.values())
    assert str(read("lagrad-to-llvm{threads=1}")) == str(read("lagrad-to-llvm"))


@pytest.mark.parametrize(
    ("pipeline", "problem"),
    [
        ("lagrad-to-llvm{threads=0}", "'threads' is a number from 1"),
        ("lagrad-to-llvm{threads=many}", "'threads' is a number from 1"),
        ("lagrad-to-llvm-counted{threads=2}", "has no option 'threads'"),
        ("lagrad-distribute-loops{threads=0}", "from 1 to 1024"),
    ],
)
def test_numbers_of_threads_that_are_none(pipeline, problem):
    with pytest.raises(Failure, match=problem):
        read(pipeline)


def test_a_pipeline_without_lowering_takes_no_threads():
    with pytest.raises(Failure, match="threads need a pipeline with lagrad-to-llvm"):
        compile(SHARED, pipeline="lagrad-default", threads=2)


def test_a_program_with_a_function_of_openmp():
    taken = "func.func @GOMP_parallel(%x: f64) -> f64 {\n return %x : f64\n}\n"
    with pytest.raises(Failure, match="@GOMP_parallel is the name of a function of OpenMP"):
        compile(taken + SHARED, threads=2)


def test_repeated_runs_of_a_pass_find_other_names():
    module = parse("""
    func.func @f(%a: memref<?xf64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %a, %c0 : memref<?xf64>
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %a[%i] : memref<?xf64>
        %y = math.sin %x : f64
        memref.store %y, %a[%i] : memref<?xf64>
      }
      return
    }""")
    run(module, "lagrad-distribute-loops")
    run(module, "lagrad-distribute-loops")
    names = [line.split("@")[1].split("(")[0] for line in str(module).splitlines() if "func.func private @f" in line]
    assert len(names) == len(set(names)) >= 4


@pytest.mark.parametrize(
    "said, spins", [({}, "1000"), ({"GOMP_SPINCOUNT": "77"}, "77"), ({"OMP_WAIT_POLICY": "active"}, None)]
)
def test_threads_that_wait_soon_sleep(said, spins):
    """The library is told so when it is loaded, unless the environment says how long they ask again."""
    code = "from lagrad.lowering.machine import native; native._load_openmp()"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}
    environment = kept | said | {"OMP_DISPLAY_ENV": "verbose"}
    told = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stderr
    if "GOMP_SPINCOUNT" not in told:
        pytest.skip("the OpenMP library here is not GNU's")
    found = next(line for line in told.splitlines() if "GOMP_SPINCOUNT" in line).split("'")[1]
    assert found == spins if spins else int(found) > 300_000
