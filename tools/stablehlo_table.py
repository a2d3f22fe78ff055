"""Write the table of StableHLO's operations in docs/stablehlo.md: a program of each one is tried.

python tools/stablehlo_table.py
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from lagrad import execute, pipelines
from lagrad.errors import Failure

PAGE = Path(__file__).resolve().parent.parent / "docs" / "stablehlo.md"
BEGIN, END = "<!-- operations: made by tools/stablehlo_table.py -->\n", "<!-- end of operations -->\n"

DIFFERENTIATED, NONE, REFUSED = "differentiated", "converted; no derivative, or zero", "refused"

F, I, B = "tensor<4xf32>", "tensor<4xi32>", "tensor<4xi1>"
_FUNCTIONS = (
    "abs cbrt ceil cosine exponential exponential_minus_one floor log log_plus_one logistic negate round_nearest_afz "
    "round_nearest_even rsqrt sign sine sqrt tan tanh"
).split()
_OF_TWO = "add atan2 divide maximum minimum multiply power remainder subtract".split()
_OF_INTEGERS = "and or xor shift_left shift_right_arithmetic shift_right_logical".split()
_WITH_REGION = "{{\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n{0}\n}}"
_SUM = "%s = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %s : tensor<f32>"
_GREATER = (
    "%g = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %g : tensor<i1>"
)
_ZERO = "%zero = stablehlo.constant dense<0.0> : tensor<f32>\n"

# name -> the types of %0, %1, ..., lines whose last one gives %r, and its type
SAMPLES: dict[str, tuple[list[str], str, str]] = {
    **{name: ([F], f"%r = stablehlo.{name} %0 : {F}", F) for name in _FUNCTIONS},
    **{name: ([F, F], f"%r = stablehlo.{name} %0, %1 : {F}", F) for name in _OF_TWO},
    **{name: ([I, I], f"%r = stablehlo.{name} %0, %1 : {I}", I) for name in _OF_INTEGERS},
    **{name: ([I], f"%r = stablehlo.{name} %0 : {I}", I) for name in ("not", "popcnt", "count_leading_zeros")},
    "bitcast_convert": ([F], f"%r = stablehlo.bitcast_convert %0 : ({F}) -> {I}", I),
    "broadcast_in_dim": (
        [F],
        f"%r = stablehlo.broadcast_in_dim %0, dims = [1] : ({F}) -> tensor<3x4xf32>",
        "tensor<3x4xf32>",
    ),
    "case": (
        ["tensor<i32>", F],
        f'%r = "stablehlo.case"(%0) ({{\nstablehlo.return %1 : {F}\n}}, {{\n'
        f"%n = stablehlo.negate %1 : {F}\nstablehlo.return %n : {F}\n}}) : (tensor<i32>) -> {F}",
        F,
    ),
    "cholesky": (["tensor<3x3xf32>"], "%r = stablehlo.cholesky %0, lower = true : tensor<3x3xf32>", "tensor<3x3xf32>"),
    "clamp": ([F, F, F], f"%r = stablehlo.clamp %0, %1, %2 : {F}", F),
    "compare": ([F, F], f"%r = stablehlo.compare LT, %0, %1 : ({F}, {F}) -> {B}", B),
    "complex": ([F, F], "%r = stablehlo.complex %0, %1 : tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>"),
    "concatenate": (
        [F, F],
        f"%r = stablehlo.concatenate %0, %1, dim = 0 : ({F}, {F}) -> tensor<8xf32>",
        "tensor<8xf32>",
    ),
    "constant": ([F], f"%r = stablehlo.constant dense<2.0> : {F}", F),
    "convert": ([F], f"%r = stablehlo.convert %0 : ({F}) -> tensor<4xf64>", "tensor<4xf64>"),
    "convolution": (
        ["tensor<1x5x5x2xf32>", "tensor<3x3x2x3xf32>"],
        "%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        ": (tensor<1x5x5x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x3x3x3xf32>",
        "tensor<1x3x3x3xf32>",
    ),
    "custom_call": ([F], f"%r = stablehlo.custom_call @anything(%0) : ({F}) -> {F}", F),
    "dot_general": (
        ["tensor<3x4xf32>", "tensor<4x2xf32>"],
        "%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] "
        ": (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>",
        "tensor<3x2xf32>",
    ),
    "dynamic_slice": (
        [F, "tensor<i32>"],
        f"%r = stablehlo.dynamic_slice %0, %1, sizes = [2] : ({F}, tensor<i32>) -> tensor<2xf32>",
        "tensor<2xf32>",
    ),
    "dynamic_update_slice": (
        [F, "tensor<2xf32>", "tensor<i32>"],
        f"%r = stablehlo.dynamic_update_slice %0, %1, %2 : ({F}, tensor<2xf32>, tensor<i32>) -> {F}",
        F,
    ),
    "fft": (
        ["tensor<4xcomplex<f32>>"],
        "%r = stablehlo.fft %0, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>",
        "tensor<4xcomplex<f32>>",
    ),
    "gather": (
        [F, "tensor<2x1xi32>"],
        '%r = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], '
        "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> "
        f": ({F}, tensor<2x1xi32>) -> tensor<2xf32>",
        "tensor<2xf32>",
    ),
    "if": (
        ["tensor<i1>", F],
        f'%r = "stablehlo.if"(%0) ({{\nstablehlo.return %1 : {F}\n}}, {{\n'
        f"%n = stablehlo.negate %1 : {F}\nstablehlo.return %n : {F}\n}}) : (tensor<i1>) -> {F}",
        F,
    ),
    "imag": (["tensor<4xcomplex<f32>>"], f"%r = stablehlo.imag %0 : (tensor<4xcomplex<f32>>) -> {F}", F),
    "iota": ([F], f"%r = stablehlo.iota dim = 0 : {F}", F),
    "is_finite": ([F], f"%r = stablehlo.is_finite %0 : ({F}) -> {B}", B),
    "map": (
        [F, F],
        f'%r = "stablehlo.map"(%0, %1) <{{dimensions = array<i64: 0>}}> ({_WITH_REGION.format(_SUM)}) '
        f": ({F}, {F}) -> {F}",
        F,
    ),
    "optimization_barrier": ([F], f"%r = stablehlo.optimization_barrier %0 : {F}", F),
    "pad": (
        [F, "tensor<f32>"],
        f"%r = stablehlo.pad %0, %1, low = [1], high = [2], interior = [0] : ({F}, tensor<f32>) -> tensor<7xf32>",
        "tensor<7xf32>",
    ),
    "real": (["tensor<4xcomplex<f32>>"], f"%r = stablehlo.real %0 : (tensor<4xcomplex<f32>>) -> {F}", F),
    "reduce": (
        [F],
        f"{_ZERO}%r = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] "
        f": ({F}, tensor<f32>) -> tensor<f32>",
        "tensor<f32>",
    ),
    "reduce_precision": ([F], f"%r = stablehlo.reduce_precision %0, format = e5m10 : {F}", F),
    "reduce_window": (
        [F],
        f'{_ZERO}%r = "stablehlo.reduce_window"(%0, %zero) <{{window_dimensions = array<i64: 2>}}> '
        f"({_WITH_REGION.format(_SUM)}) : ({F}, tensor<f32>) -> tensor<3xf32>",
        "tensor<3xf32>",
    ),
    "reshape": ([F], f"%r = stablehlo.reshape %0 : ({F}) -> tensor<2x2xf32>", "tensor<2x2xf32>"),
    "reverse": ([F], f"%r = stablehlo.reverse %0, dims = [0] : {F}", F),
    "rng_bit_generator": (
        ["tensor<2xui64>"],
        "%s, %r = stablehlo.rng_bit_generator %0, algorithm = DEFAULT "
        ": (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)",
        "tensor<4xui32>",
    ),
    "scatter": (
        [F, "tensor<2x1xi32>", "tensor<2xf32>"],
        '%r = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<'
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> "
        f"({_WITH_REGION.format(_SUM)}) : ({F}, tensor<2x1xi32>, tensor<2xf32>) -> {F}",
        F,
    ),
    "select": ([B, F, F], f"%r = stablehlo.select %0, %1, %2 : {B}, {F}", F),
    "select_and_scatter": (
        [F, "tensor<2xf32>"],
        f'{_ZERO}%r = "stablehlo.select_and_scatter"(%0, %1, %zero) <{{window_dimensions = array<i64: 2>, '
        f"window_strides = array<i64: 2>}}> ({_WITH_REGION.format(_GREATER)}, {_WITH_REGION.format(_SUM)}) "
        f": ({F}, tensor<2xf32>, tensor<f32>) -> {F}",
        F,
    ),
    "slice": ([F], f"%r = stablehlo.slice %0 [0:4:2] : ({F}) -> tensor<2xf32>", "tensor<2xf32>"),
    "sort": (
        [F],
        f'%r = "stablehlo.sort"(%0) <{{dimension = 0 : i64}}> ({_WITH_REGION.format(_GREATER)}) : ({F}) -> {F}',
        F,
    ),
    "torch_index_select": (
        [F, "tensor<2xi32>"],
        '%r = "stablehlo.torch_index_select"(%0, %1) <{dim = 0 : i64, batch_dims = 0 : i64}> '
        f": ({F}, tensor<2xi32>) -> tensor<2xf32>",
        "tensor<2xf32>",
    ),
    "transpose": (
        ["tensor<2x3xf32>"],
        "%r = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
        "tensor<3x2xf32>",
    ),
    "triangular_solve": (
        ["tensor<3x3xf32>", "tensor<3x2xf32>"],
        '%r = "stablehlo.triangular_solve"(%0, %1) <{left_side = true, lower = true, unit_diagonal = false, '
        "transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>",
        "tensor<3x2xf32>",
    ),
    "while": (
        [F],
        "%c0 = stablehlo.constant dense<0> : tensor<i32>\n%c3 = stablehlo.constant dense<3> : tensor<i32>\n"
        "%c1 = stablehlo.constant dense<1> : tensor<i32>\n"
        f"%i, %r = stablehlo.while(%k = %c0, %x = %0) : tensor<i32>, {F} cond {{\n"
        "%g = stablehlo.compare LT, %k, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "stablehlo.return %g : tensor<i1>\n"
        f"}} do {{\n%n = stablehlo.add %k, %c1 : tensor<i32>\n%y = stablehlo.multiply %x, %x : {F}\n"
        f"stablehlo.return %n, %y : tensor<i32>, {F}\n}}",
        F,
    ),
}


def program(name: str) -> str:
    """A function of one operation; where floats go in and come out, its pullback is asked for."""
    inputs, body, result = SAMPLES[name]
    arguments = ", ".join(f"%{n}: {type}" for n, type in enumerate(inputs))
    text = f"func.func @main({arguments}) -> {result} {{\n{body}\nreturn %r : {result}\n}}\n"
    wrt = [n for n, type in enumerate(inputs) if "f32" in type]
    if not wrt or "f" not in result.partition("<")[2]:
        return text
    pulled = [inputs[n] for n in wrt]
    request = f"func.func private @pullback({', '.join([*inputs, result])}) -> ({', '.join(pulled)})"
    return text + f"{request}\n    attributes {{lagrad.pullback = @main, lagrad.wrt = {wrt}}}\n"


def outcome(name: str) -> str:
    """What becomes of an operation: of its program, when it is prepared and differentiated."""
    text = program(name)
    module = execute.parse(text)
    try:
        pipelines.run(module, "lagrad-default")
    except Failure:
        return REFUSED
    derived = str(module).partition("@pullback")[2]
    return DIFFERENTIATED if _depends(derived) else NONE


def _depends(derived: str) -> bool:
    """Is the derivative more than constants? Then it has the cotangent, its last argument, in its body."""
    signature, _, body = derived.partition("{")
    names = [word.split(":")[0] for word in signature.partition("(")[2].split(", ") if word.startswith("%")]
    return bool(names) and f"{names[-1]}" in body


def table() -> str:
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(SAMPLES):
        found[outcome(name)].append(f"`{name}`")
    rows = [f"| {kind} | {' '.join(found[kind])} |" for kind in (DIFFERENTIATED, NONE, REFUSED)]
    return "\n".join(["| | operations |", "| --- | --- |", *rows]) + "\n"


def page(text: str) -> str:
    """The page, given its text, with the table as it should be."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} has no lines {BEGIN!r} and {END!r}")
    return before + begin + table() + end + after


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
