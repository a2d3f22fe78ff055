"""What it would gain to skip the zeros that a convolution is padded with: `python -m benchmarks.thresholds.padding`.

A 3 x 3 convolution of a square image that keeps its size, and its pullback: `padded` before by `tensor.pad`; of an
argument that is padded already (`given`), which is all that could be saved of the copying. And written as nine products
of slices, of that argument (`products`), and of the image, without the zeros (`without`), which is all that could be
saved of the multiplications. One thread, CPU time, the best of runs that take turns; results are compared before
anything is timed.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import lagrad

WAYS = ("padded", "given", "products", "without")
SIZES = ((8, 8), (16, 8), (32, 8), (64, 8), (16, 32), (32, 32))  # sides, channels
REQUEST = """
func.func private @NAME_pullback(IMAGE, FILTER, RESULT) -> (IMAGE, FILTER) attributes {lagrad.pullback = @NAME}
"""
ZEROS = """
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : RESULT
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : RESULT) -> RESULT"""
CONVOLUTION = """
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p, %w : PADDED, FILTER) outs(%zeros : RESULT) -> RESULT
  return %r : RESULT
}"""


def image(side: int, channels: int) -> str:
    return f"tensor<1x{side}x{side}x{channels}xf64>"


def spelled(text: str, side: int, channels: int) -> str:
    types = {
        "PADDED": image(side + 2, channels),
        "IMAGE": image(side, channels),
        "RESULT": image(side, channels),
        "FILTER": f"tensor<3x3x{channels}x{channels}xf64>",
    }
    for name, type in types.items():
        text = text.replace(name, type)
    return text


def products(name: str, side: int, channels: int) -> str:
    """The convolution as a sum over the nine places of the filter: of all pixels, or of those that have a neighbour
    there."""
    lines, sum, source = [], "%zeros", "IMAGE" if name == "without" else "PADDED"
    for a in range(3):
        for b in range(3):
            (top, height), (left, width) = (
                (max(0, 1 - d), side - abs(d - 1)) if name == "without" else (0, side) for d in (a, b)
            )
            first = (top + a - 1, left + b - 1) if name == "without" else (a, b)
            part, out, n = f"tensor<1x{height}x{width}x{channels}xf64>", f"[0, {top}, {left}, 0]", f"{a}{b}"
            sizes = f"[1, {height}, {width}, {channels}] [1, 1, 1, 1]"
            lines.append(f"""
  %x{n} = tensor.extract_slice %x[0, {first[0]}, {first[1]}, 0] {sizes} : {source} to {part}
  %w{n} = tensor.extract_slice %w[{a}, {b}, 0, 0] [1, 1, {channels}, {channels}] [1, 1, 1, 1]
      : FILTER to tensor<{channels}x{channels}xf64>
  %o{n} = tensor.extract_slice {sum}{out} {sizes} : RESULT to {part}
  %p{n} = linalg.generic {{indexing_maps = [affine_map<(n, i, j, f, c) -> (n, i, j, c)>, affine_map<(n, i, j, f, c) ->
      (c, f)>,
                          affine_map<(n, i, j, f, c) -> (n, i, j, f)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}}
      ins(%x{n}, %w{n} : {part}, tensor<{channels}x{channels}xf64>) outs(%o{n} : {part}) {{
  ^bb0(%a: f64, %b: f64, %s: f64):
    %m = arith.mulf %a, %b : f64
    %t = arith.addf %s, %m : f64
    linalg.yield %t : f64
  }} -> {part}
  %r{n} = tensor.insert_slice %p{n} into {sum}{out} {sizes} : {part} into RESULT""")
            sum = f"%r{n}"
    return (
        f"func.func @{name}(%x: {source}, %w: FILTER) -> RESULT {{{ZEROS}{''.join(lines)}\n  return {sum} : RESULT\n}}"
    )


def program(side: int, channels: int) -> str:
    padded = f"""
func.func @padded(%x: IMAGE, %w: FILTER) -> RESULT {{{ZEROS}
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {{
  ^bb0(%n: index, %i: index, %j: index, %c: index):
    tensor.yield %zero : f64
  }} : IMAGE to PADDED{CONVOLUTION}
"""
    given = f"func.func @given(%p: PADDED, %w: FILTER) -> RESULT {{{ZEROS}{CONVOLUTION}"
    requests = [
        REQUEST.replace("NAME", way).replace("IMAGE", "IMAGE" if way in ("padded", "without") else "PADDED")
        for way in WAYS
    ]
    return spelled(
        "\n".join([padded, given, *(products(way, side, channels) for way in WAYS[2:]), *requests]), side, channels
    )


def times(side: int, channels: int, seconds: float) -> dict[str, dict[str, float]]:
    """Microseconds of the convolution and of its pullback, each way."""
    compiled, random = lagrad.compile(program(side, channels)), np.random.default_rng(0)
    x, ct = random.normal(size=(1, side, side, channels)), random.normal(size=(1, side, side, channels))
    w, around = random.normal(size=(3, 3, channels, channels)), np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = compiled.padded(x, w), *compiled.padded_pullback(x, w, ct)
    arguments = dict(zip(WAYS, (x, around, around, x)))
    for way, argument in arguments.items():
        x_bar, w_bar = compiled[f"{way}_pullback"](argument, w, ct)
        x_bar = x_bar if argument is x else x_bar[:, 1:-1, 1:-1]
        for a, b in zip((compiled[way](argument, w), x_bar, w_bar), expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-10)
    found = {}
    for what, more in (("", ()), ("_pullback", (ct,))):
        best, begin = dict.fromkeys(WAYS, float("inf")), time.thread_time()
        while time.thread_time() - begin < seconds or float("inf") in best.values():
            for way in best:
                start = time.thread_time_ns()
                compiled[way + what](arguments[way], w, *more)
                best[way] = min(best[way], (time.thread_time_ns() - start) / 1e3)
        found[what or "itself"] = best
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time for each row")
    given = parser.parse_args()
    print(
        f"| side, channels | zeros | {' | '.join(WAYS)} | pullback: {' | '.join(WAYS)} |\n"
        f"|---|{'---:|' * (1 + 2 * len(WAYS))}"
    )
    for side, channels in SIZES:
        zeros = 1 - ((3 * side - 2) / (3 * side)) ** 2
        found = [f"{t:.1f}" for best in times(side, channels, given.seconds).values() for t in best.values()]
        print(f"| {side}, {channels} | {zeros:.0%} | {' | '.join(found)} |", flush=True)


if __name__ == "__main__":
    main()
