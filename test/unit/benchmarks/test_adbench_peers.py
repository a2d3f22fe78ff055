"""What we are compared with: each peer's gradient is right, whatever way it is written in."""

from importlib import import_module

import numpy as np
import pytest

import lagrad
from benchmarks.adbench import benchmark, measure, peers
from benchmarks.adbench.ba import inputs as ba
from benchmarks.adbench.gmm import inputs as gmm
from benchmarks.adbench.peers import enzyme_tool, lowered_primal, native

SAMPLES = [(name, sample) for name in benchmark.names() for sample in benchmark.find(name).samples]


def check(tool, b, given, variant):
    calls = peers.load(tool, b, given, variant, 1)
    objective, derivative = b.reference_objective(given), b.reference_derivative(given)
    if variant.startswith(peers.PUSHFORWARD):
        derivative = b.reference_pushforward(given, derivative, benchmark.direction_of(b, given))
    bound = measure.bound_for([*objective, *derivative])
    for arrays, expected in [
        (calls.objective_arrays(calls.objective()), objective),
        (calls.derivative_arrays(calls.derivative()), derivative),
    ]:
        for a, e in zip(arrays, expected, strict=True):
            assert measure.relative_error(a, e) <= bound


@pytest.fixture(scope="module")
def built_here(tmp_path_factory):
    """Libraries that nobody else has built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "INSTALLED", tmp_path_factory.mktemp("peers"))
        yield


def test_lagrad_has_the_threads(monkeypatch):
    compiled, asked = lagrad.compile, []
    monkeypatch.setattr(lagrad, "compile", lambda *a, **o: asked.append(o["threads"]) or compiled(*a, **o))
    trmv = benchmark.find("trmv")
    given = trmv.read("6:tri")
    peers.load("lagrad", trmv, given, peers.tools()["lagrad"].variants(trmv, given)[0], 2)
    assert asked == [2, 2]


needs_c = pytest.mark.skipif(bool(peers.tools()["c"].missing), reason="there is no C compiler")


@needs_c
def test_a_peer_leaves_the_process_as_it_is(built_here):
    b = benchmark.find("gmm")
    given = b.read(b.samples[0])
    peers.load("c", b, given, peers.tools()["c"].variants(b, given)[0], 1)
    assert np.full(2, 1e-300)[0] * 1e-15 > 0  # denormal numbers


@needs_c
@pytest.mark.parametrize(("name", "sample"), SAMPLES, ids=lambda word: str(word).rpartition("/")[2])
def test_hand_written_c(name, sample, built_here):
    b = benchmark.find(name)
    given = b.read(sample)
    c = peers.tools()["c"]
    for variant in (*c.variants(b, given), *c.pushforwards(b, given)):
        check("c", b, given, variant)


@needs_c
@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("gmm", gmm.generate(3, 2, 130, seed=1, m=2)),  # blocks of points, the last one not full
        ("gmm", gmm.generate(1, 3, 5, seed=2)),
        ("gmm", gmm.generate(9, 13, 70, seed=4)),  # components in groups, of six and seven
        ("gmm", gmm.generate(46, 2, 30, seed=5)),  # more monomials than are added up at once
        ("ba", ba.generate(2, 3, 19, seed=3)),
    ],
)
def test_hand_written_c_on_other_sizes(name, given, built_here):
    for variant in peers.tools()["c"].variants(benchmark.find(name), given):
        check("c", benchmark.find(name), given, variant)


@needs_c
def test_hand_written_ba_of_a_camera_that_does_not_turn(built_here):
    given = ba.generate(2, 3, 6, seed=2)
    given.cameras[0, :3] = 0
    check("c", benchmark.find("ba"), given, "observations")


@pytest.mark.parametrize(("name", "sample"), [s for s in SAMPLES if s[0] == "trmv"])
def test_jax_on_what_compiles_fast(name, sample):
    """The others are among the long tests."""
    b = benchmark.find(name)
    given = b.read(sample)
    check("jax", b, given, peers.tools()["jax"].variants(b, given)[0])


@pytest.mark.long
@pytest.mark.parametrize(("name", "sample"), SAMPLES)
def test_jax_in_every_way(name, sample):
    b = benchmark.find(name)
    given = b.read(sample)
    jax = peers.tools()["jax"]
    for variant in (*jax.variants(b, given), *jax.pushforwards(b, given)):
        check("jax", b, given, variant)


@pytest.mark.parametrize("name", benchmark.names())
def test_pushforwards_are_apart(name):
    b = benchmark.find(name)
    given = b.read(b.samples[0])
    for tool in peers.tools().values():
        ways, forward = tool.variants(b, given), tool.pushforwards(b, given)
        assert ways and not any(way.startswith(peers.PUSHFORWARD) for way in ways)
        assert forward or tool.name == "c"  # where it is short
        assert all(way.startswith(peers.PUSHFORWARD) for way in forward)


@needs_c
def test_results_are_new_arrays_in_every_call(built_here):
    b = benchmark.find("trmv")
    calls = peers.load("c", b, b.read("6:tri"), "loops", 1)
    first, second = calls.derivative(), calls.derivative()
    assert not any(np.shares_memory(x, y) for x, y in zip(first, second))


def test_ir_for_an_older_llvm():
    text = """
  %a = sitofp fast nnan i64 %i to double
  %b = fadd fast double %a, f0x3FF0000000000000
  %c = fmul float %x, f0x3F800000
  %d = select i1 %p, double +inf, double -qnan
declare void @f() memory(read, target_mem0: none)
!5 = !{!6, i1 false, !"x"}
"""
    expected = """
  %a = sitofp i64 %i to double
  %b = fadd fast double %a, 0x3FF0000000000000
  %c = fmul float %x, 0x3FF0000000000000
  %d = select i1 %p, double 0x7FF0000000000000, double 0xFFF8000000000000
declare void @f() memory(read)
!5 = !{!6, !"x"}
"""
    assert enzyme_tool.for_older_llvm(text) == expected


def test_our_lowered_primal_as_enzyme_gets_it():
    b = benchmark.find("trmv")
    given = b.read("6:packed")
    text, bitcode, arguments = lowered_primal.lowered(
        b, given, import_module("benchmarks.adbench.trmv.peers").native(given, "mlir")
    )
    assert "packed_rows(in[0], n[0], in[1], n[1], out[0]);" in text
    assert (
        "enzyme_dup, in[0], out[0], enzyme_const, n[0], enzyme_dup, in[1], out[1], enzyme_const, n[1], "
        "enzyme_dup, value, bar" in text
    )
    assert bitcode.startswith(b"BC")
    assert arguments.sizes == [15, 6, 6 * 8, 15 * 8, 6 * 8]  # of the arguments; bytes of the objective and the gradient
