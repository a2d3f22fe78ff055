"""Arguments that are made up, read from examples, or given as text."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from lagrad import pipelines
from lagrad.errors import Failure
from lagrad_cli import source
from lagrad_cli.calls.inputs import arguments_of, blame, chosen_integers, inputs_for
from lagrad_cli.calls.open_sizes import Sizes

PROGRAM = """func.func @f(%x: tensor<?x2xf64>,
             %size_2: i32, %c: i1,
             %h: f16, %m: tensor<2xi8>,
    %0: bf16) {
  return
}
func.func private @push(tensor<?x2xf64>, tensor<?x2xf64>) attributes {lagrad.pushforward = @f}
func.func private @pull(tensor<?x2xf64>, i32, i1, f16, tensor<2xi8>, bf16, f64) attributes {lagrad.pullback = @f}
func.func private @again(tensor<?x2xf64>, i32, i1, f16, tensor<2xi8>, bf16, f64, f64)
    attributes {lagrad.gradient = @pull}
func.func private @round(f64) attributes {lagrad.gradient = @round}
func.func @examples(
    %a: f64 {lagrad.example = 2.5 : f64}, %b: i32 {lagrad.example = 7 : i32},
    %v: tensor<?xf32> {lagrad.example = dense<[1.0, 2.0]> : tensor<2xf32>},
    %s: tensor<2x2xf64> {lagrad.example = dense<0.5> : tensor<2x2xf64>},
    %n: tensor<2xbf16> {lagrad.example = dense<[1.5, -2.0]> : tensor<2xbf16>},
    %t: i1 {lagrad.example = true}) {
  return
}
func.func @vast(%v: tensor<100000000000x1000000000xf64>) { return }
func.func @bad(%v: tensor<3xf64> {lagrad.example = dense<1.0> : tensor<2xf64>}) { return }
func.func @worse(%v: f64 {lagrad.example = "one"}) { return }
"""


@pytest.fixture(scope="module")
def program():
    text = source.Source("p.mlir", PROGRAM)
    module = source.parse(text, pipelines.new_context())
    functions = {str(op.attributes["sym_name"]).strip('"'): op.operation for op in module.body.operations}
    yield lambda name: functions[name], text, module


def made(program, name: str, given=None, **options):
    function, text, _ = program
    return inputs_for(function(name), given, source=text, **options)


def test_names_come_from_the_text(program):
    function, text, _ = program
    assert [a.name for a in arguments_of(function("f"), text)] == ["x", "size_2", "c", "h", "m", "0"]
    assert [a.name for a in arguments_of(function("f"))] == [None] * 6
    assert [a.name for a in arguments_of(function("pull"), text)] == ["x", "size_2", "c", "h", "m", "0", None]
    assert [a.name for a in arguments_of(function("again"), text)] == ["x", "size_2", "c", "h", "m", "0", None, None]
    assert [a.name for a in arguments_of(function("push"), text)] == [None, None]
    assert [a.name for a in arguments_of(function("round"), text)] == [None]


def test_defaults(program):
    x, size, c, h, m, b = made(program, "f")
    assert x.shape == (4, 2) and x.dtype == np.float64 and ((0.5 <= x) & (x <= 1.5)).all()
    assert size == 3 and size.dtype == np.int32 and c.dtype == bool and c
    assert h.dtype == np.float16 and m.tolist() == [3, 1] and m.dtype == np.int8
    assert b.dtype == ml_dtypes.bfloat16
    assert made(program, "f", sizes=Sizes(7))[0].shape == (7, 2)


def test_each_argument_has_its_own_seed(program):
    plain, changed = made(program, "f"), made(program, "f", {"x": "[[1, 2]]"})
    assert plain[3] == changed[3] and plain[5] == changed[5]
    assert (made(program, "f", seed=1)[0] != plain[0]).all()
    np.testing.assert_array_equal(made(program, "pull")[0], plain[0])


def test_examples(program):
    a, b, v, s, n, t = made(program, "examples")
    assert a == 2.5 and b == 7 and b.dtype == np.int32 and t == True  # noqa: E712
    assert v.tolist() == [1.0, 2.0] and v.dtype == np.float32
    assert s.tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert n.tolist() == [1.5, -2.0]


@pytest.mark.parametrize(
    "name, message", [("bad", r"%v is tensor<3xf64>; .* has the shape \(2,\)"), ("worse", "example of %v")]
)
def test_examples_that_do_not_fit(program, name, message):
    with pytest.raises(Failure, match=message):
        made(program, name)


@pytest.mark.parametrize("key", ["x", "%x", "arg0", "0"])
def test_spellings_of_names(program, key):
    if key == "0":  # it is also the name of the last argument, which goes first
        assert made(program, "f", {"0": "2"})[5] == 2
    else:
        assert made(program, "f", {key: "[[1, 2], [3, 4]]"})[0].tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_values(program):
    x, size, c, h, m, _ = made(program, "f", {"x": "2", "size_2": "-4", "c": "false", "h": "0.1", "m": "5"})
    assert x.tolist() == [[2.0, 2.0]] * 4 and size == -4 and not c
    assert h == np.float16(0.1) and m.tolist() == [5, 5]
    x, _, _, h, *_ = made(program, "f", {"x": "[[.5, 5.], [-.25, 1.e2]]", "h": "-.5"})
    assert x.tolist() == [[0.5, 5.0], [-0.25, 100.0]] and h == -0.5
    assert np.isinf(made(program, "f", {"x": "Infinity"})[0]).all()
    (x, *_) = made(program, "f", {"x": "[[nan, inf], [-inf, 1], [NaN, +INF]]"})
    np.testing.assert_array_equal(x, [[np.nan, np.inf], [-np.inf, 1], [np.nan, np.inf]])
    assert np.isnan(made(program, "f", {"h": "nan"})[3])


def test_more_than_fits_into_memory(program):
    with pytest.raises(MemoryError):
        made(program, "vast")


def test_values_that_do_not_fit(program):
    for given, message in [
        ({"size_2": "3000000000"}, "%size_2 is i32; '3000000000' does not fit in it"),
        ({"m": "[1, 200]"}, "does not fit"),
        ({"c": "0.5"}, "%c is i1; '0.5' is not integral"),
        ({"x": "[[1, 2, 3]]"}, r"has the shape \(1, 3\)"),
        ({"size_2": "nan"}, "%size_2 is i32; 'nan' is not integral"),
        ({"h": "nano"}, "is neither a number"),
        ({"h": "."}, "is neither a number"),
        ({"y": "1"}, "@f has no argument 'y'; it has x, size_2, c, h, m, 0"),
        ({"x": "1", "arg0": "2"}, "argument 0 is given twice, the second time as 'arg0'"),
    ]:
        with pytest.raises(Failure, match=message):
            made(program, "f", given)


MATCHING = """
func.func @f(%w: tensor<?x?xf64>, %x: tensor<?xf64>, %h: tensor<3xf64>, %free: tensor<?xf64>) -> tensor<3xf64> {
  %r = linalg.matvec ins(%w, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%h : tensor<3xf64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func private @g(tensor<?x?xf64>, tensor<?xf64>, tensor<3xf64>, tensor<?xf64>, tensor<3xf64>) -> tensor<?x?xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
"""


@pytest.mark.parametrize("name", ["f", "g"])
def test_open_sizes_go_with_those_given(name):
    text = source.Source("p.mlir", MATCHING)
    module = source.parse(text, pipelines.new_context())
    (function,) = (op.operation for op in module.body.operations if f'"{name}"' == str(op.attributes["sym_name"]))

    def shapes(given):
        return [np.shape(value) for value in inputs_for(function, given, source=text)][:4]

    assert shapes({}) == [(3, 4), (4,), (3,), (4,)]
    assert shapes({"x": "[1, 2]"}) == [(3, 2), (2,), (3,), (4,)]
    assert shapes({"w": "[[1], [2], [3]]"}) == [(3, 1), (1,), (3,), (4,)]


def test_sizes_are_found_through_packing():
    text = source.Source("p.mlir", """
func.func @f(%x: tensor<?xf64>, %pad: f64, %e: tensor<?x2xf64>, %y: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %p = linalg.pack %x padding_value(%pad : f64) inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<?xf64>
      -> tensor<?x2xf64>
  %r = arith.mulf %p, %y : tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}""")  # fmt: skip
    module = source.parse(text, pipelines.new_context())
    (function,) = (op.operation for op in module.body.operations)
    assert [np.shape(v) for v in inputs_for(function, {"e": "[[1, 2]]"}, source=text)] == [(4,), (), (1, 2), (1, 2)]


def test_integers_that_are_not_given_differ_in_an_array_and_are_told():
    text = "func.func @f(%k: i32, %at: memref<?x2xi16>, %on: tensor<2xi1>) { return }"
    program = source.Source("q.mlir", text)
    module = source.parse(program, pipelines.new_context())
    function = module.body.operations[0].operation
    k, at, on = inputs_for(function, {}, source=program, sizes=Sizes(3))
    assert k == 3 and at.tolist() == [[3, 1], [2, 3], [1, 2]] and on.tolist() == [True, True]
    chosen = chosen_integers(function, {}, program)
    assert chosen == {"k": "3", "at": "3, 1, 2"}
    assert blame(ValueError("wrong"), chosen).__notes__ == [
        "%k is 3, because no value was given: --arg k=... gives one",
        "%at is 3, 1, 2, because no value was given: --arg at=... gives one",
    ]
