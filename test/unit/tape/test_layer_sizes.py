"""Which loops run in layers, how many iterations these have, and which tapes a layer has room for."""

from __future__ import annotations

from math import prod

import pytest
from test_layers import RECORDED, SHARED

from lagrad import execute, pipelines
from lagrad.dialect import LAYER, LAYER_BYTES
from lagrad.lowering.walk import walk
from lagrad.mlir import ir

INDICES = "\n".join(f"  %c{n} = arith.constant {n} : index" for n in (0, 1, 2, 4, 8, 9, 64, 65))


def module(body: str) -> ir.Module:
    """A function of numbers from memory, which a loop fills or reads with `(line)` in each iteration."""
    return execute.parse(f"func.func @f(%x: tensor<64xf64>, %m: index) {{\n{INDICES}\n{body}\n  return\n}}")


def filling(name: str, type: str, value: str = "%v", trips: int = 8, in_front: str = "") -> str:
    """A loop that fills a tape with one value an iteration; `in_front` is computed in each before."""
    return f"""
  %e_{name} = tensor.empty() : tensor<{type}>
  %{name} = scf.for %i = %c0 to %c{trips} step %c1 iter_args(%t = %e_{name}) -> tensor<{type}> {{
    %v = tensor.extract %x[%i] : tensor<64xf64>
    {in_front}
    %u = tensor.insert {value} into %t[%i] : tensor<{type}>
    scf.yield %u : tensor<{type}>
  }} {{lagrad.tape = array<i64: 0>}}"""


def reading(*lines: str, trips: int = 8) -> str:
    """A loop that reads tapes."""
    body = "\n    ".join(lines)
    return f"\n  scf.for %i = %c0 to %c{trips} step %c1 {{\n    {body}\n  }}"


def read(name: str, type: str) -> str:
    return f"%of_{name} = tensor.extract %{name}[%i] : tensor<{type}>"


def layers(made: ir.Module, room: int) -> list[int]:
    """The iterations of the layers of each loop that is cut, in the order of the program."""
    pipelines.run(made, pipelines.read(f"lagrad-layer-tape{{scratchpad-bytes={room}}}"))
    return [ir.IntegerAttr(op.attributes[LAYER]).value for op in walk(made.operation) if LAYER in op.attributes]


@pytest.mark.parametrize("trips, expected", [(8, 4), (9, 5), (1, 1), (0, 1)])
def test_two_layers_at_least(trips, expected):
    type = f"{trips}xf64"
    made = module(filling("a", type, trips=trips) + reading(read("a", type), trips=trips))
    assert layers(made, 1024) == [expected] * 2


def test_more_numbers_where_they_are_smaller():
    narrow = "%w = arith.truncf %v : f64 to f32"
    made = module(filling("a", "64xf32", "%w", 64, narrow) + reading(read("a", "64xf32"), trips=64))
    assert layers(made, 64) == [16] * 2


def test_rows_of_no_bytes():
    """As many as in loops that never run."""
    fill = filling("a", "64x0xf64", trips=64).replace("into %t[%i]", "into %t[%i, %c0]")
    use = reading(read("a", "64x0xf64").replace("%a[%i]", "%a[%i, %c0]"), trips=64)
    assert layers(module(fill + use), 64) == [32] * 2


def test_loops_that_share_tapes_with_loops_that_share_tapes():
    """The last loop reads 32 bytes an iteration, so that it has two in a layer; so do the first ones, through `b`."""
    wide = """
  %e_c = tensor.empty() : tensor<8x3xf64>
  %c = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e_c) -> tensor<8x3xf64> {
    %v = tensor.extract %x[%i] : tensor<64xf64>
    %w = tensor.splat %v : tensor<3xf64>
    %u = tensor.insert_slice %w into %t[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<8x3xf64>
    scf.yield %u : tensor<8x3xf64>
  } {lagrad.tape = array<i64: 0>}"""
    of_c = """%of_c = tensor.extract_slice %c[%i, 0] [1, 3] [1, 1] : tensor<8x3xf64> to tensor<3xf64>
    %twice = arith.addf %of_c, %of_c : tensor<3xf64>"""
    loops = [
        filling("a", "8xf64"),
        filling("b", "8xf64", "%of_a", in_front=read("a", "8xf64")),
        wide,
        reading(read("b", "8xf64"), of_c),
    ]
    assert layers(module("".join(loops)), 64) == [2] * 4


@pytest.mark.parametrize("at, expected", [("%k", [4, 4]), ("%i", [4])])
def test_a_loop_around_a_tape_has_no_rows_of_it(at, expected):
    """Whose rows are read in each iteration of a loop inside, or one of them in each of the loop around."""
    use = f"""
    scf.for %k = %c0 to %c8 step %c1 {{
      %r = tensor.extract %a[{at}] : tensor<8xf64>
    }}"""
    inside = filling("a", "8xf64").replace("%i", "%j")
    assert layers(module(f"  scf.for %i = %c0 to %c8 step %c1 {{{inside}{use}\n  }}"), 64) == expected


NEST = """
  %e = tensor.empty() : tensor<8x64xf64>
  %h = tensor.empty() : tensor<64xf64>
  %a = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e) -> tensor<8x64xf64> {
    %w = scf.for %j = %c0 to %c64 step %c1 iter_args(%r = %h) -> tensor<64xf64> {
      %v = tensor.extract %x[%j] : tensor<64xf64>
      %u = tensor.insert %v into %r[%j] : tensor<64xf64>
      scf.yield %u : tensor<64xf64>
    } {lagrad.tape = array<i64: 0>}
    %u = tensor.insert_slice %w into %t[%i, 0] [1, 64] [1, 1] : tensor<64xf64> into tensor<8x64xf64>
    scf.yield %u : tensor<8x64xf64>
  } {lagrad.tape = array<i64: 0>}"""


def test_rows_of_a_nest_are_as_many_as_fit_at_each_depth():
    """In memory that another tape needs, rows of 512 bytes are read in parts: these are no rows of the outer loop."""
    wide = NEST.replace("%a =", "%b =").replace("%e", "%g").replace("%h", "%k").replace("64x", "65x")
    wide = wide.replace("8x64", "8x65").replace("[1, 64]", "[1, 65]").replace("%c64", "%c65")
    wide = wide.replace("tensor.extract %x[%j] : tensor<65xf64>", "tensor.extract %x[%c0] : tensor<64xf64>")
    use = """
  scf.for %i = %c0 to %c8 step %c1 {
    %s = tensor.extract_slice %b[%i, 0] [1, 65] [1, 1] : tensor<8x65xf64> to tensor<65xf64>
    %twice = arith.addf %s, %s : tensor<65xf64>
    scf.for %j = %c0 to %c64 step %c1 {
      %r = tensor.extract %a[%i, %j] : tensor<8x64xf64>
    }
  }"""
    made = module(wide + NEST + use)
    assert layers(made, 1024) == [1, 2, 1, 32]


def test_tapes_of_a_nest_are_cut_together():
    """Rows of 512 and of 256 bytes: there is room for one of the two outside, and for both inside."""
    made = module("""
  %e = tensor.empty() : tensor<8x64xf64>
  %h = tensor.empty() : tensor<64xf64>
  %g = tensor.empty() : tensor<8x64xf32>
  %k = tensor.empty() : tensor<64xf32>
  %a:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e, %s = %g) -> (tensor<8x64xf64>, tensor<8x64xf32>) {
    %w:2 = scf.for %j = %c0 to %c64 step %c1 iter_args(%r = %h, %q = %k) -> (tensor<64xf64>, tensor<64xf32>) {
      %v = tensor.extract %x[%j] : tensor<64xf64>
      %n = arith.truncf %v : f64 to f32
      %u = tensor.insert %v into %r[%j] : tensor<64xf64>
      %o = tensor.insert %n into %q[%j] : tensor<64xf32>
      scf.yield %u, %o : tensor<64xf64>, tensor<64xf32>
    } {lagrad.tape = array<i64: 0, 1>}
    %u = tensor.insert_slice %w#0 into %t[%i, 0] [1, 64] [1, 1] : tensor<64xf64> into tensor<8x64xf64>
    %o = tensor.insert_slice %w#1 into %s[%i, 0] [1, 64] [1, 1] : tensor<64xf32> into tensor<8x64xf32>
    scf.yield %u, %o : tensor<8x64xf64>, tensor<8x64xf32>
  } {lagrad.tape = array<i64: 0, 1>}
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %r = tensor.extract %a#0[%i, %j] : tensor<8x64xf64>
      %q = tensor.extract %a#1[%i, %j] : tensor<8x64xf32>
    }
  }""")
    assert layers(made, 600) == [32, 32]
    cut = [op for op in walk(made.operation) if LAYER in op.attributes]
    assert not any(LAYER in inside.attributes for op in cut for inside in walk(op))


MATRICES, NUMBERS, STATES = 13 * 128, 13 * 16, 14 * 8  # bytes of the scratchpads of SHARED's adjoint


@pytest.mark.parametrize(
    "room, expected",
    [
        (MATRICES + NUMBERS + STATES, [MATRICES, NUMBERS, STATES]),
        (MATRICES + NUMBERS + STATES - 1, [MATRICES, NUMBERS]),
        (MATRICES, [MATRICES]),
        (MATRICES - 1, [NUMBERS, STATES]),
        (NUMBERS + STATES - 1, [NUMBERS]),
    ],
)
def test_those_with_the_largest_rows_come_first(room, expected):
    made = execute.parse(SHARED)
    pipelines.run(made, pipelines.read(f"{RECORDED},lagrad-layout-tape,lagrad-layer-tape{{scratchpad-bytes=2000}}"))
    with made.context:
        *_, adjoint = [op for op in walk(made.operation) if LAYER in op.attributes]
        adjoint.attributes[LAYER_BYTES] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), room)
    pipelines.run(made, pipelines.read("lagrad-index-scratchpad,canonicalize,cse"))
    *_, adjoint = [op for op in walk(made.operation) if LAYER in op.attributes]
    pads = [op for op in walk(adjoint) if op.name == "bufferization.alloc_tensor"]
    assert sorted(8 * prod(ir.RankedTensorType(pad.results[0].type).shape) for pad in pads) == sorted(expected)
