"""Every operation of `linalg` is differentiated somewhere in the tests, is refused with a reason,
or takes no floats."""

import re

import pytest
from programs import NAMES, load

from lagrad import execute, gradcheck, rules
from lagrad.errors import Failure
from lagrad.mlir import linalg
from lagrad_cli.calls.inputs import inputs_for


def tensor(*sizes: int) -> str:
    return "tensor<" + "".join(f"{size}x" for size in sizes) + "f64>"


# Operations of one tensor and one filter that no program has: shapes of both and of the result,
# the stride, and the operands besides (a quantised operation shifts its inputs by integers).
FILTERS = {
    "conv_2d_nchw_fchw_q": ((1, 2, 4, 4), (2, 2, 3, 2), (1, 2, 2, 3), 1, "q"),
    "conv_2d_ngchw_gfchw": ((1, 2, 2, 3, 3), (2, 2, 2, 2, 2), (1, 2, 2, 2, 2), 1, ""),
    "conv_2d_ngchw_gfchw_q": ((1, 2, 1, 3, 3), (2, 2, 1, 2, 2), (1, 2, 2, 2, 2), 1, "q"),
    "conv_2d_nhwc_fhwc_q": ((1, 3, 3, 2), (2, 2, 2, 2), (1, 2, 2, 2), 1, "q"),
    "conv_2d_nhwc_hwcf_q": ((1, 3, 3, 2), (2, 2, 2, 2), (1, 2, 2, 2), 1, "q"),
    "conv_2d_nhwgc_gfhwc": ((1, 3, 3, 2, 2), (2, 2, 2, 2, 2), (1, 2, 2, 2, 2), 1, ""),
    "conv_2d_nhwgc_gfhwc_q": ((1, 3, 3, 2, 1), (2, 2, 2, 2, 1), (1, 2, 2, 2, 2), 1, "q"),
    "conv_3d": ((3, 3, 2), (2, 2, 1), (2, 2, 2), None, ""),
    "conv_3d_ncdhw_fcdhw": ((1, 2, 3, 2, 2), (2, 2, 2, 2, 1), (1, 2, 2, 1, 2), 1, ""),
    "conv_3d_ndhwc_dhwcf_q": ((1, 3, 2, 2, 2), (2, 2, 1, 2, 1), (1, 2, 1, 2, 1), 1, "q"),
    "depthwise_conv_1d_ncw_cw": ((1, 2, 5), (2, 2), (1, 2, 2), 2, ""),
    "depthwise_conv_1d_nwc_wcm": ((1, 4, 2), (2, 2, 2), (1, 3, 2, 2), 1, ""),
    "depthwise_conv_2d_nhwc_hwc_q": ((1, 3, 3, 2), (2, 2, 2), (1, 2, 2, 2), 1, "q"),
    "depthwise_conv_2d_nhwc_hwcm_q": ((1, 3, 3, 2), (2, 2, 2, 2), (1, 2, 2, 2, 2), 1, "q"),
    "depthwise_conv_3d_ncdhw_cdhw": ((1, 2, 2, 3, 2), (2, 2, 2, 1), (1, 2, 1, 2, 2), 1, ""),
    "depthwise_conv_3d_ndhwc_dhwc": ((1, 2, 3, 2, 2), (2, 2, 1, 2), (1, 1, 2, 2, 2), 1, ""),
    "depthwise_conv_3d_ndhwc_dhwcm": ((1, 2, 3, 2, 2), (2, 2, 1, 2, 2), (1, 1, 2, 2, 2, 2), 1, ""),
    "quantized_matmul": ((2, 3), (3, 2), (2, 2), None, "q"),
    "quantized_batch_matmul": ((2, 2, 3), (2, 3, 2), (2, 2, 2), None, "q"),
}

# Operations over windows that no program has: shapes of the tensor, a window, the result.
WINDOWS = {
    "pooling_ncw_sum": ((1, 2, 6), (2,), (1, 2, 5)),
    "pooling_ndhwc_min": ((1, 2, 4, 2, 1), (2, 2, 1), (1, 1, 3, 2, 1)),
    "pooling_ndhwc_sum": ((1, 2, 4, 2, 1), (2, 2, 1), (1, 1, 3, 2, 1)),
    "pooling_nwc_max": ((1, 6, 2), (2,), (1, 5, 2)),
    "pooling_nwc_min": ((1, 6, 2), (2,), (1, 5, 2)),
}

ELEMENTWISE = ("ceil", "round")

# Operations that accept integers only; the text of each with floats is refused by MLIR.
INTEGERS_ONLY = {
    "div_unsigned": "linalg.div_unsigned ins(%x, %x : tensor<6x6xf64>, tensor<6x6xf64>) outs(%x : tensor<6x6xf64>) -> "
                    "tensor<6x6xf64>",
    "pooling_nhwc_max_unsigned": "linalg.pooling_nhwc_max_unsigned ins(%y, %w : tensor<1x6x6x1xf64>, tensor<1x1xf64>) "
                                 "outs(%y : tensor<1x6x6x1xf64>) -> tensor<1x6x6x1xf64>",
    "pooling_nhwc_min_unsigned": "linalg.pooling_nhwc_min_unsigned ins(%y, %w : tensor<1x6x6x1xf64>, tensor<1x1xf64>) "
                                 "outs(%y : tensor<1x6x6x1xf64>) -> tensor<1x6x6x1xf64>",
    "pooling_nwc_max_unsigned": "linalg.pooling_nwc_max_unsigned ins(%u, %v : tensor<1x6x1xf64>, tensor<1xf64>) "
                                "outs(%u : tensor<1x6x1xf64>) -> tensor<1x6x1xf64>",
    "pooling_nwc_min_unsigned": "linalg.pooling_nwc_min_unsigned ins(%u, %v : tensor<1x6x1xf64>, tensor<1xf64>) "
                                "outs(%u : tensor<1x6x1xf64>) -> tensor<1x6x1xf64>",
}  # fmt: skip


def steps(number: int, stride: int) -> str:
    """The attributes of a strided operation of that many dimensions."""
    ones, strides = f"dense<1> : vector<{number}xi64>", f"dense<{stride}> : vector<{number}xi64>"
    return f"{{dilations = {ones}, strides = {strides}}}"


def filtered(op: str) -> str:
    """A program with one operation of a tensor and a filter, all its floats differentiated."""
    shapes, stride, quantised = FILTERS[op][:3], *FILTERS[op][3:]
    x, w, r = (tensor(*shape) for shape in shapes)
    number = int(re.search(r"(\d)d", op)[1]) if stride else 0
    more, types = (", %one, %two", ", i32, i32") if quantised else ("", "")
    return f"""
        func.func @f(%x: {x}, %w: {w}, %o: {r}) -> {r} {{
          %one = arith.constant 1 : i32
          %two = arith.constant 2 : i32
          %0 = linalg.{op} {steps(number, stride) if stride else ""}
            ins(%x, %w{more} : {x}, {w}{types}) outs(%o : {r}) -> {r}
          %1 = math.sin %0 : {r}
          return %1 : {r}
        }}
        func.func private @df({x}, {w}, {r}, {r}) -> ({x}, {w}, {r}) attributes {{lagrad.pullback = @f}}
    """


def windowed(op: str) -> str:
    x, w, r = (tensor(*shape) for shape in WINDOWS[op])
    return f"""
        func.func @f(%x: {x}, %o: {r}) -> {r} {{
          %w = tensor.empty() : {w}
          %0 = linalg.{op} {steps(len(WINDOWS[op][1]), 1)} ins(%x, %w : {x}, {w}) outs(%o : {r}) -> {r}
          %1 = math.sin %0 : {r}
          return %1 : {r}
        }}
        func.func private @df({x}, {r}, {r}) -> ({x}, {r}) attributes {{lagrad.pullback = @f}}
    """


def elementwise(op: str) -> str:
    t = tensor(2, 3)
    return f"""
        func.func @f(%x: {t}) -> {t} {{
          %e = tensor.empty() : {t}
          %0 = linalg.{op} ins(%x : {t}) outs(%e : {t}) -> {t}
          %1 = arith.mulf %0, %x : {t}
          return %1 : {t}
        }}
        func.func private @df({t}, {t}) -> {t} attributes {{lagrad.pullback = @f}}
    """


RANDOM_NUMBERS = f"""
    func.func @f(%low: f64, %high: f64, %seed: i32) -> {tensor(2, 3)} {{
      %e = tensor.empty() : {tensor(2, 3)}
      %0 = linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%e : {tensor(2, 3)}) -> {tensor(2, 3)}
      return %0 : {tensor(2, 3)}
    }}
    func.func private @df(f64, f64, i32, {tensor(2, 3)}) -> (f64, f64) attributes {{lagrad.pullback = @f}}
"""

GENERATED = {
    **{op: filtered(op) for op in FILTERS},
    **{op: windowed(op) for op in WINDOWS},
    **{op: elementwise(op) for op in ELEMENTWISE},
    "fill_rng_2d": RANDOM_NUMBERS,
}


def operations() -> set[str]:
    names = [getattr(getattr(linalg, name), "OPERATION_NAME", None) for name in dir(linalg)]
    return {name for name in names if isinstance(name, str)}


def test_every_operation_is_accounted_for():
    in_programs = set(re.findall(r"linalg\.\w+", "\n".join(load(name).text for name in NAMES)))
    alone = {f"linalg.{op}" for op in (*GENERATED, *INTEGERS_ONLY)}
    refused = {op for op in rules.REFUSED if op.startswith("linalg.")}
    assert operations() <= in_programs | alone | refused
    assert not alone & in_programs, "a program has these now"
    assert not refused & (in_programs | alone), "these are differentiated, so they are not refused"


@pytest.mark.parametrize("op", GENERATED)
def test_operation_is_differentiated(op):
    (outcome,) = gradcheck.check(execute.parse(GENERATED[op]), inputs_for)
    assert outcome.passed, str(outcome)


@pytest.mark.parametrize("op", INTEGERS_ONLY)
def test_operation_takes_no_floats(op):
    arguments = (
        "%x: tensor<6x6xf64>, %y: tensor<1x6x6x1xf64>, %w: tensor<1x1xf64>, %u: tensor<1x6x1xf64>, %v: tensor<1xf64>"
    )
    with pytest.raises(Failure, match="unsigned"):
        execute.parse(f"func.func @f({arguments}) {{\n %0 = {INTEGERS_ONLY[op]}\n return\n}}")
