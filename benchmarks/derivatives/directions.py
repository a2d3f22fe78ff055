"""What many directions cost: `python -m benchmarks.derivatives.directions`.

Jacobians, a chunk of directions at a time, beside one sweep for each direction and beside jitted JAX; eight directions
beside one. One thread each, the fastest of several runs that take turns, results compared before anything is timed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable

import numpy as np

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

import lagrad  # noqa: E402

jax.config.update("jax_enable_x64", True)

CHUNKS = (1, 4, 8, 16, 26)
ELEMENTS = (10_000, 30_000, 100_000, 300_000, 1_000_000, 6_000_000)
FASTER, TRANSCENDENTAL, CHEAP = 4.0, 1.6, 1.2  # what is promised
OTHERS = np.zeros(1 << 24)  # 128 MB, more than the caches have


# -- Jacobians ----------------------------------------------------------------------------------


def layers(rows: int, columns: int, mode: str) -> str:
    """`A tanh(sin(exp(-x * x)))` if there are more columns, `tanh(z) * sin(z)` of `z = A x` if there are more rows."""
    m, x, y = f"tensor<{rows}x{columns}xf64>", f"tensor<{columns}xf64>", f"tensor<{rows}xf64>"
    product = f"""  %c0 = arith.constant 0.0 : f64
  %e = tensor.empty() : {y}
  %zero = linalg.fill ins(%c0 : f64) outs(%e : {y}) -> {y}
  %z = linalg.matvec ins(%a, %h : {m}, {x}) outs(%zero : {y}) -> {y}"""
    if rows < columns:
        body = f"""  %q = arith.mulf %x, %x : {x}
  %n = arith.negf %q : {x}
  %g = math.exp %n : {x}
  %s = math.sin %g : {x}
  %h = math.tanh %s : {x}
{product}
  return %z : {y}"""
    else:
        body = f"""{product.replace("%h", "%x")}
  %t = math.tanh %z : {y}
  %s = math.sin %z : {y}
  %r = arith.mulf %t, %s : {y}
  return %r : {y}"""
    sweep = (
        f"func.func private @one({m}, {x}, {x}) -> {y} attributes {{lagrad.pushforward = @f, lagrad.wrt = [1]}}"
        if mode == "forward"
        else f"func.func private @one({m}, {x}, {y}) -> {x} attributes {{lagrad.pullback = @f, lagrad.wrt = [1]}}"
    )
    jacobians = "\n".join(
        f"func.func private @chunk_{c}({m}, {x}) -> {m} attributes {{lagrad.jacobian = @f, lagrad.wrt = [1], "
        f"lagrad.chunk = {c}}}"
        for c in CHUNKS
    )
    return f"func.func @f(%a: {m}, %x: {x}) -> {y} {{\n{body}\n}}\n{sweep}\n{jacobians}"


def in_jax(rows: int, columns: int) -> Callable:
    if rows < columns:
        return lambda a, x: a @ jnp.tanh(jnp.sin(jnp.exp(-x * x)))
    return lambda a, x: jnp.tanh(a @ x) * jnp.sin(a @ x)


def jacobian(rows: int, columns: int) -> bool:
    mode = "forward" if columns < rows else "reverse"
    program = lagrad.compile(layers(rows, columns, mode))
    rng = np.random.default_rng(0)
    a, x = rng.normal(size=(rows, columns)) / 8, rng.normal(size=columns)
    of_jax = jax.jit((jax.jacfwd if mode == "forward" else jax.jacrev)(in_jax(rows, columns), argnums=1))
    on_device = jnp.asarray(a), jnp.asarray(x)
    axes = np.eye(columns if mode == "forward" else rows)
    result, parts = np.empty((rows, columns)), np.empty((len(axes), rows if mode == "forward" else columns))

    def sweeps():
        for axis, part in zip(axes, parts):
            program.one(a, x, axis, out=part)
        return parts.T if mode == "forward" else parts

    ways = {f"{len(axes)} sweeps": sweeps}
    ways |= {f"chunk {c}": lambda f=program[f"chunk_{c}"]: f(a, x, out=result) for c in CHUNKS}
    ways[f"jax.jac{'fwd' if mode == 'forward' else 'rev'}"] = lambda: of_jax(*on_device).block_until_ready()
    expected = np.asarray(of_jax(*on_device))
    for name, way in ways.items():
        np.testing.assert_allclose(way(), expected, rtol=0, atol=1e-9 * np.max(np.abs(expected)), err_msg=name)
    times = fastest(list(ways.values()))
    print(
        f"Jacobian of a function from {columns} to {rows}, {mode} mode: microseconds, and how much faster than "
        f"{len(axes)} sweeps"
    )
    for name, t in zip(ways, times):
        print(f"  {name:10} {t:9.1f}  {times[0] / t:5.1f}")
    return times[0] / min(times[1:-1]) >= FASTER


# -- eight directions beside one ------------------------------------------------------------------


def chain(steps: list[str]) -> str:
    t, many = "tensor<?xf64>", "tensor<8x?xf64>"
    lines, last = [], "%x"
    for n, step in enumerate(steps):
        lines.append(f"  %{n} = {step.format(last)} : {t}")
        last = f"%{n}"
    return "\n".join(
        [f"func.func @f(%x: {t}) -> {t} {{", *lines, f"  return {last} : {t}", "}"]
        + [
            f"func.func private @{kind}_1({t}, {t}) -> {t} attributes {{lagrad.{kind} = @f}}\n"
            f"func.func private @{kind}_8({t}, {many}) -> {many} attributes {{lagrad.{kind} = @f, lagrad.vectors = 8}}"
            for kind in ("pullback", "pushforward")
        ]
    )


def eight(title: str, steps: list[str], n: int, allowed: float, by_bytes: bool = True) -> bool:
    """Whether eight directions of a chain of `n` elements cost at most `allowed` times one.

    Called again at once, one direction of a middling chain finds its arrays in a cache that those of eight are too
    large for: then the time grows by more than the bytes do. So where bytes count, calls are compared whose arrays come
    from memory, for one and for eight; those that are called again at once are printed too, and count where both find
    theirs in one place.
    """
    program = lagrad.compile(chain(steps))
    rng = np.random.default_rng(0)
    x, directions = rng.uniform(0.5, 1.5, n), rng.normal(size=(8, n))
    outs = np.empty(n), np.empty((8, n))
    fine = True
    for kind in ("pullback", "pushforward"):
        one, many = program[f"{kind}_1"], program[f"{kind}_8"]
        first = directions[0].copy()
        np.testing.assert_allclose(many(x, directions)[0], one(x, first), rtol=1e-10)
        ways = [lambda: one(x, first, out=outs[0]), lambda: many(x, directions, out=outs[1])]
        said = []
        for where, measure in (("again at once", fastest), ("from memory", from_memory)):
            t1, t8 = measure(ways)
            said.append(f"{where} one {t1:7.1f}, eight {t8:8.1f}, ratio {t8 / t1:5.2f}")
            if alike(directions.nbytes) if measure is fastest else by_bytes:
                fine &= t8 <= allowed * t1
        print(f"  {title:15} {kind:12} {n:7} elements: {'; '.join(said)} (allowed {allowed:.2f})")
    return fine


def alike(size: int) -> bool:
    """Are arrays of so many bytes, and of an eighth of them, in the caches of one core, or all in none?"""
    return size < 1 << 20 or size / 8 > 1 << 25


def fastest(ways: list[Callable], rounds: int = 41) -> list[float]:
    """Microseconds of each, the fastest of several rounds in which they take turns."""
    return [min(times) for times in _rounds(ways, rounds, lambda: None)]


def from_memory(ways: list[Callable], rounds: int = 21) -> list[float]:
    """Microseconds of each, the median of rounds in which they take turns, with other things in the caches."""
    return [statistics.median(times) for times in _rounds(ways, rounds, OTHERS.sum)]


def _rounds(ways: list[Callable], rounds: int, before: Callable) -> list[list[float]]:
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(rounds):
        for way, own in zip(ways, times):
            before()
            start = time.perf_counter()
            way()
            own.append((time.perf_counter() - start) * 1e6)
    return times


def main() -> int:
    argparse.ArgumentParser(description=__doc__).parse_args()
    fine = jacobian(26, 1000)
    fine &= jacobian(3000, 26)
    print("Eight directions beside one, microseconds")
    functions = [f"math.{f} {{}}" for f in ("sin", "exp", "tanh", "cos", "log1p")]
    fine &= eight("transcendental", functions, 10_000, TRANSCENDENTAL, by_bytes=False)
    cheap = ["arith.mulf {0}, {0}", "arith.addf {}, %x"]
    moved = CHEAP * (1 + 2 * 8) / (1 + 2)  # bytes: one reads `x` and a direction and writes a result
    for n in ELEMENTS:
        fine &= eight("cheap", cheap, n, moved)
    fine &= eight("cheap, longer", [*cheap, "arith.mulf {0}, {0}"], 10_000, moved)
    print("within the bounds" if fine else "not within the bounds")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
