"""Convolutions and their pullbacks as products of matrices: `python -m benchmarks.thresholds.convolutions`.

`lagrad-unfold-windows` beside loops over the same program without it, with its copies a row at a time (`room=1`), and
beside JAX. The best of several runs that take turns, one thread, f32, results compared first; milliseconds.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

import jax  # noqa: E402
import numpy as np  # noqa: E402

import lagrad  # noqa: E402
from lagrad.lowering import pipeline as lowering  # noqa: E402

from ..derivatives.directions import fastest  # noqa: E402

PASS = "lagrad-unfold-windows"
# The operation, JAX's name of its layout, the sizes of image, kernel and result, the stride.
CASES = {
    "3 x 3": ("conv_2d_nchw_fchw", "NCHW OIHW NCHW", (8, 32, 32, 32), (64, 32, 3, 3), (8, 64, 30, 30), 1),
    "3 x 3, channels last": (
        "conv_2d_nhwc_hwcf",
        "NHWC HWIO NHWC",
        (8, 32, 32, 32),
        (3, 3, 32, 64),
        (8, 30, 30, 64),
        1,
    ),
    "3 x 3, every second": ("conv_2d_nchw_fchw", "NCHW OIHW NCHW", (8, 32, 33, 33), (64, 32, 3, 3), (8, 64, 16, 16), 2),
    "3 x 3, large image": (
        "conv_2d_nchw_fchw",
        "NCHW OIHW NCHW",
        (1, 16, 226, 226),
        (32, 16, 3, 3),
        (1, 32, 224, 224),
        1,
    ),
    "3 x 3, many channels": (
        "conv_2d_nchw_fchw",
        "NCHW OIHW NCHW",
        (8, 128, 10, 10),
        (128, 128, 3, 3),
        (8, 128, 8, 8),
        1,
    ),
    "3 x 3, 4 filters": ("conv_2d_nchw_fchw", "NCHW OIHW NCHW", (8, 32, 32, 32), (4, 32, 3, 3), (8, 4, 30, 30), 1),
    "3 x 3, 2 filters": ("conv_2d_nchw_fchw", "NCHW OIHW NCHW", (8, 32, 32, 32), (2, 32, 3, 3), (8, 2, 30, 30), 1),
    "5 x 5, 6 filters": ("conv_2d_nchw_fchw", "NCHW OIHW NCHW", (32, 1, 32, 32), (6, 1, 5, 5), (32, 6, 28, 28), 1),
    "1 x 1": ("conv_2d_nchw_fchw", "NCHW OIHW NCHW", (8, 64, 28, 28), (128, 64, 1, 1), (8, 128, 28, 28), 1),
}


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    pipeline = f"lagrad-default,{lowering.pipeline(blas='openblas')}"
    ways = {
        "unfolded": pipeline,
        "by rows": pipeline.replace(PASS, f"{PASS}{{room=1}}"),
        "loops": pipeline.replace(f"{PASS},", ""),
    }
    print(f"{'convolution / pullback':24}" + "".join(f"{way:>18}" for way in (*ways, "JAX")))
    for name, (operation, layout, *shapes, stride) in CASES.items():
        program = text(operation, *shapes, stride)
        image, kernel, cotangent = (np.random.default_rng(0).normal(size=shape).astype(np.float32) for shape in shapes)
        functions = [lagrad.compile(program, pipeline=way) for way in ways.values()]
        forward, backward = in_jax(layout, stride)
        line = []
        for calls in (
            [*(lambda f=f: f.f(image, kernel) for f in functions), lambda: forward(image, kernel)],
            [
                *(lambda f=f: f.pullback(image, kernel, cotangent) for f in functions),
                lambda: backward(image, kernel, cotangent),
            ],
        ):
            first, *others = [jax.tree.leaves(call()) for call in calls]
            for other in others:
                for a, b in zip(first, other, strict=True):
                    assert np.max(np.abs(a - b)) <= 1e-4 * np.max(np.abs(b))
            line.append(fastest([lambda call=call: jax.block_until_ready(call()) for call in calls]))
        print(f"{name:24}" + "".join(f"{a / 1e3:9.2f} /{b / 1e3:7.2f}" for a, b in zip(*line)))


def text(operation: str, image: tuple, kernel: tuple, result: tuple, stride: int) -> str:
    x, k, y = (f"tensor<{'x'.join(map(str, shape))}xf32>" for shape in (image, kernel, result))
    return f"""
func.func @f(%x: {x}, %k: {k}) -> {y} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {y}
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : {y}) -> {y}
  %r = linalg.{operation} {{dilations = dense<1> : vector<2xi64>, strides = dense<{stride}> : vector<2xi64>}}
      ins(%x, %k : {x}, {k}) outs(%zeros : {y}) -> {y}
  return %r : {y}
}}
func.func private @pullback({x}, {k}, {y}) -> ({x}, {k}) attributes {{lagrad.pullback = @f}}
"""


def in_jax(layout: str, stride: int):
    def f(x, k):
        return jax.lax.conv_general_dilated(x, k, (stride, stride), "VALID", dimension_numbers=tuple(layout.split()))

    return jax.jit(f), jax.jit(lambda x, k, y: jax.vjp(f, x, k)[1](y))


if __name__ == "__main__":
    main()
