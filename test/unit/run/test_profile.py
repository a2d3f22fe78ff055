"""The profile of a function: what its loops and calls compute and move, where they are, and whether times add up."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

import lagrad
from lagrad import pipelines, profile
from lagrad.errors import Failure
from lagrad.profile.machine import Machine, machine
from lagrad_cli import run

PROGRAM = """func.func @product(%a: tensor<40x30xf64>, %b: tensor<30x50xf64>) -> tensor<40x50xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<40x50xf64>
  %z = linalg.fill ins(%zero : f64) outs(%empty : tensor<40x50xf64>) -> tensor<40x50xf64>
 %c = linalg.matmul ins(%a, %b : tensor<40x30xf64>, tensor<30x50xf64>) outs(%z : tensor<40x50xf64>) -> tensor<40x50xf64>
  return %c : tensor<40x50xf64>
}
func.func @copied(%a: tensor<?xf64>) -> tensor<?xf64> {
  return %a : tensor<?xf64>
}
func.func @chain(%x: tensor<1000xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> f64 {
    %v = tensor.extract %x[%i] : tensor<1000xf64>
    %e = math.sin %v : f64
    %p = arith.mulf %a, %e : f64
    %q = arith.addf %p, %v : f64
    scf.yield %q : f64
  }
  return %s : f64
}
func.func private @dchain(tensor<1000xf64>) -> tensor<1000xf64> attributes {lagrad.gradient = @chain}
func.func @nested(%x: tensor<20x100xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 20 : index
  %n = arith.constant 100 : index
  %s = scf.for %i = %c0 to %m step %c1 iter_args(%a = %zero) -> f64 {
    %p = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> f64 {
      %v = tensor.extract %x[%i, %j] : tensor<20x100xf64>
      %w = arith.mulf %b, %v : f64
      %q = arith.addf %w, %v : f64
      scf.yield %q : f64
    }
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%b = %p) -> f64 {
      %v = tensor.extract %x[%i, %j] : tensor<20x100xf64>
      %w = arith.divf %v, %b : f64
      %q = arith.addf %w, %v : f64
      scf.yield %q : f64
    }
    scf.yield %r : f64
  }
  return %s : f64
}
"""
STRICT = "lagrad-default,lagrad-to-llvm-strict"
X = np.linspace(0.5, 1.5, 1000)
DATA = np.linspace(0.5, 1.5, 2000).reshape(20, 100)


@pytest.fixture(autouse=True)
def peaks(monkeypatch):
    """A machine that need not be measured."""
    monkeypatch.setattr("lagrad.profile.measurement.machine", lambda type: Machine(type, 10e9, 50e9))


def measured(function: str, *arguments, **options) -> profile.Profile:
    return profile.measure(PROGRAM, function, arguments, repeat=2, **options)


def sites(found: profile.Profile, kind: str) -> list[profile.Measured]:
    return [site for site in found.sites if site.kind == kind and site.entries]


def total(found: profile.Profile, column: str) -> int:
    return sum(getattr(site, column) for site in found.sites)


@pytest.mark.parametrize("pipeline", ["lagrad-default,lagrad-to-llvm-blas", "lagrad-default,lagrad-to-llvm"])
def test_a_call_has_the_operations_of_its_product(pipeline):
    found = measured("product", np.ones((40, 30)), np.ones((30, 50)), pipeline=pipeline)
    (call,) = sites(found, "call")
    assert call.name == "lagrad.product.f64" and call.place.endswith(":5:7")
    assert call.operations == 2 * 40 * 30 * 50
    assert call.bytes == 8 * (40 * 30 + 30 * 50 + 2 * 40 * 50)


def test_a_call_of_the_library_has_the_operations_of_its_product():
    """Few columns are computed by OpenBLAS."""
    text = PROGRAM.replace("30x50", "30x3").replace("40x50", "40x3").replace("30x", "300x").replace("x30x", "x300x")
    found = profile.measure(text, "product", (np.ones((40, 300)), np.ones((300, 3))), repeat=1)
    (call,) = sites(found, "call")
    assert call.name == "scipy_cblas_dgemm" and call.operations == 2 * 40 * 300 * 3


def test_a_strict_product_is_a_loop_with_as_many_operations():
    found = measured("product", np.ones((40, 30)), np.ones((30, 50)), pipeline=STRICT)
    assert not sites(found, "call")
    assert total(found, "operations") == 2 * 40 * 30 * 50
    assert {site.place.rpartition("m>:")[2] for site in sites(found, "loop")} == {"4:8", "5:7"}


@pytest.mark.parametrize("size", [1000, 7])
def test_a_copy_reads_and_writes_each_byte(size):
    found = measured("copied", np.ones(size), pipeline=STRICT)
    (moved,) = [site for site in found.sites if site.kind in ("copy", "loop") and site.entries]
    assert (moved.operations, moved.bytes) == (0, 2 * 8 * size)


def test_loops_of_a_gradient_are_where_the_primal_loop_is():
    found = measured("dchain", X, pipeline=STRICT)
    loops = [site for site in sites(found, "loop") if site.operations]
    assert [site.records for site in loops] == [True, False]
    assert all(site.place.endswith(":16:8") and site.name == "dchain" for site in loops)
    assert loops[0].operations == 3 * 1000  # a sine, a product, a sum


def test_vector_code_counts_as_its_elements():
    """Vectors do the same work as scalars where nothing is done twice."""
    text = """
func.func @f(%x: tensor<1003xf64>) -> tensor<1003xf64> {
  %y = math.exp %x : tensor<1003xf64>
  return %y : tensor<1003xf64>
}"""
    found = profile.measure(text, "f", (np.ones(1003),), repeat=1)
    assert (total(found, "operations"), total(found, "bytes")) == (1003, 2 * 8 * 1003)


@pytest.mark.parametrize("depth, places", [(0, []), (1, [32]), (2, [32, 33, 39])])
def test_depth_is_how_many_loops_inside_each_other_are_told_apart(depth, places):
    found = measured("nested", DATA, pipeline=STRICT, depth=depth)
    assert [int(site.place.split(":")[-2]) for site in sites(found, "loop")] == places
    assert total(found, "operations") == 20 * 100 * 4
    if depth == 2:
        assert [site.entries for site in sites(found, "loop")] == [1, 20, 20]
        assert [site.operations for site in sites(found, "loop")] == [0, 4000, 4000]


def test_times_add_up_to_the_call():
    found = profile.measure(PROGRAM, "nested", (np.tile(DATA, 1),), pipeline=STRICT, repeat=20)
    assert 0 < found.seconds <= found.timed
    assert sum(site.seconds for site in sites(found, "loop")) > 0.5 * found.seconds


def test_what_a_site_inside_took_is_not_of_the_one_around():
    """The outer loop does nothing by itself."""
    outer, *inner = sites(profile.measure(PROGRAM, "nested", (DATA,), pipeline=STRICT, repeat=20), "loop")
    assert outer.seconds < 0.5 * sum(site.seconds for site in inner)


def test_results_are_those_without_a_profile():
    for what in ("time", "work"):
        timed = lagrad.compile(PROGRAM, entry="dchain", pipeline=pipelines.with_profile(STRICT, what, 2))
        plain = lagrad.compile(PROGRAM, entry="dchain", pipeline=STRICT)
        np.testing.assert_array_equal(timed.dchain(X), plain.dchain(X))


RECURSIVE = """func.func @power(%x: f64, %n: i64) -> f64 {
  %c1 = arith.constant 1 : i64
  %last = arith.cmpi sle, %n, %c1 : i64
  %y = scf.if %last -> f64 {
    scf.yield %x : f64
  } else {
    %less = arith.subi %n, %c1 : i64
    %z = func.call @power(%x, %less) : (f64, i64) -> f64
    %p = arith.mulf %x, %z : f64
    scf.yield %p : f64
  }
  return %y : f64
}"""


def test_a_function_that_calls_itself_has_its_own_time_once():
    found = profile.measure(RECURSIVE, "power", (1.5, 50), repeat=3)
    assert total(found, "operations") == 49
    assert max(site.entries for site in found.sites) > 20  # some calls are inlined
    assert found.seconds <= found.timed


HELPED = """func.func private @sqrt(f64) -> f64
func.func @f(%x: f64) -> f64 {
  %y = func.call @sqrt(%x) : (f64) -> f64
  return %y : f64
}"""


def test_what_somebody_else_computes_is_not_counted():
    found = profile.measure(HELPED, "f", (2.0,), pipeline="lagrad-to-llvm", repeat=1)
    (call,) = sites(found, "call")
    assert (call.name, call.operations, call.bytes) == ("sqrt", None, None)
    assert "call of @sqrt" in profile.text(found)


def test_threads_and_other_pipelines_are_refused():
    with pytest.raises(Failure, match="one thread"):
        measured("chain", X, pipeline="lagrad-default,lagrad-to-llvm{threads=2}")
    with pytest.raises(Failure, match="needs a pipeline with lagrad-to-llvm"):
        measured("chain", X, pipeline="canonicalize")


@pytest.mark.parametrize(
    "options, message",
    [("measure=money", "is time or work"), ("depth=-1", "is 0 or more"), ("depth=x", "is an integer")],
)
def test_options_of_the_pass(options, message):
    with pytest.raises(Failure, match=message):
        pipelines.read(f"lagrad-profile-loops{{{options}}}")


@pytest.mark.parametrize(
    "options, message",
    [("profile=money", "is none, time or work"), ("profile-depth=-1", "is a number from 0 on")],
)
def test_options_of_the_lowering(options, message):
    with pytest.raises(Failure, match=message):
        pipelines.read(f"lagrad-to-llvm{{{options}}}")


def limits(**changes) -> str:
    """The hint for a site that is all of a call of one second, on a machine of 10 GB/s and 50 Gop/s."""
    site = profile.Measured(**{**dict(kind="loop", name="f", place="f.mlir:1:1", parent=0, records=False,
                            seconds=1.0, entries=1, operations=0, bytes=0), **changes})  # fmt: skip
    return profile.text(profile.Profile("f", 1, 1.0, 1.0, 2, Machine("f64", 10e9, 50e9), (site,)))


@pytest.mark.parametrize(
    "site, hint",
    [
        (dict(operations=40e9), "only fewer operations help"),
        (dict(bytes=8e9), "fewer passes over the data"),
        (dict(bytes=8e9, records=True), "a smaller tape"),
        (dict(bytes=30e9), "--lagrad-print-loops"),  # of caches
        (dict(bytes=16_000, seconds=2e-6), "--lagrad-print-loops"),  # which hold it from call to call
        (dict(bytes=1e9, operations=1e9), "--lagrad-print-loops"),
        (dict(entries=100_000_000), "a smaller --profile-depth"),
        (dict(kind="function"), "memory that is allocated"),
        (dict(kind="call", operations=None, bytes=None), "somebody else"),
        (dict(kind="call"), "small or narrow matrices"),
    ],
)
def test_a_hint_says_what_limits(site, hint):
    assert hint in limits(**site)


def test_the_command_prints_a_profile(tmp_path, capfd):
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM)
    assert run.run([str(path), "--entry=dchain", "--profile", "--repeat=2"]) == 0
    out = capfd.readouterr().out
    assert "profile of @dchain" in out and f"{path}:16:8: loop 1 of " in out and "records a tape" in out
    assert "the fastest of 2 calls" in out and "10 GB/s from memory, 50 Gop/s (f64)" in out


def test_the_command_prints_json_and_nothing_else(tmp_path, capfd):
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM)
    assert run.run([str(path), "--entry=product", "--profile=json", "--repeat=1", "--profile-depth=1"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["function"] == "product" and told["depth"] == 1 and told["machine"]["type"] == "f64"
    assert sum(site["operations"] for site in told["sites"]) == 2 * 40 * 30 * 50
    assert abs(sum(site["share"] for site in told["sites"]) - 1) < 1e-9
    assert {field.name for field in dataclasses.fields(profile.Measured)} <= told["sites"][0].keys()


@pytest.mark.parametrize(
    "options, message",
    [
        (["--time"], "leave them out"),
        (["--count=flops"], "leave them out"),
        (["--threads=2"], "of one thread"),
        (["--profile=xml"], "xml"),
    ],
)
def test_the_command_refuses_what_does_not_go_with_a_profile(tmp_path, capfd, options, message):
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM)
    assert run.run([str(path), "--entry=chain", "--profile", *options]) == 2
    assert message in capfd.readouterr().err


def test_the_machine_is_measured_once(monkeypatch, tmp_path):
    """What is kept on disk is taken from there."""
    monkeypatch.setenv("LAGRAD_CACHE", str(tmp_path))
    monkeypatch.setattr("lagrad.profile.machine._NUMBERS", 10_000)
    machine.cache_clear()
    first = machine("f32")
    machine.cache_clear()
    monkeypatch.setattr("lagrad.profile.machine._stream", lambda: pytest.fail("measured again"))
    assert machine("f32") == first and first.type == "f32"
    assert first.bytes_per_second > 0 and first.operations_per_second > 0
    machine.cache_clear()
