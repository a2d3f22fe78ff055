"""What the generated tests know about each elementwise rule: types, points, and JAX's version."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass

import jax
import numpy as np

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
from jax.scipy.special import erf, erfc  # noqa: E402

import lagrad  # noqa: E402
from lagrad import rules  # noqa: E402

UNLOWERED = {"arith.flush_denormals"}  # upstream has no lowering to run
ELEMENTWISE = {
    op: rule
    for op, rule in rules.RULES.items()
    if isinstance(rule, rules.Partials) and op.startswith(("arith.", "math.")) and op not in UNLOWERED
}

# Operands that are no floats, by name.
OTHER_TYPES = {("math.fpowi", "n"): "i32", ("arith.select", "c"): "i1"}

ANYWHERE = (-2.3, -1.1, -0.55, -0.01, 0.01, 0.4, 0.9, 1.7, 3.1)
POSITIVE = (0.05, 0.3, 0.99, 1.01, 2.5, 40.0)
WITHIN_ONE = (-0.95, -0.5, -0.01, 0.01, 0.3, 0.9)
PAIRS = tuple(itertools.product((-2.3, -0.6, 0.02, 1.2), (-1.7, -0.45, 0.8, 2.9)))
TRIPLES = tuple(itertools.product((-1.3, 0.4, 2.1), (-0.7, 1.6), (-2.2, 0.3)))

# Where a rule is tried, if not anywhere: tuples of operands, on both sides of each kink.
POINTS = {
    "arith.remf": tuple(itertools.product((-7.3, -0.9, 0.4, 5.2, 11.1), (-1.9, 0.7, 2.4))),
    "arith.maximumf": (*PAIRS, (0.39, 0.4), (0.41, 0.4), (-0.01, 0.0), (0.01, 0.0)),
    "arith.minimumf": (*PAIRS, (0.39, 0.4), (0.41, 0.4), (-0.01, 0.0), (0.01, 0.0)),
    "arith.maxnumf": (*PAIRS, (0.39, 0.4), (0.41, 0.4), (-0.01, 0.0), (0.01, 0.0)),
    "arith.minnumf": (*PAIRS, (0.39, 0.4), (0.41, 0.4), (-0.01, 0.0), (0.01, 0.0)),
    "arith.select": tuple((c, x, y) for c in (0, 1) for x, y in PAIRS[:5]),
    "math.acos": WITHIN_ONE,
    "math.asin": WITHIN_ONE,
    "math.atanh": WITHIN_ONE,
    "math.acosh": (1.02, 1.3, 2.5, 40.0),
    "math.clampf": ((0.3, -1.0, 1.0), (-1.01, -1.0, 1.0), (-0.99, -1.0, 1.0), (1.01, -1.0, 1.0),
                    (0.99, -1.0, 1.0), (5.0, 2.0, 3.0), (-5.0, 2.0, 3.0)),
    "math.erf": (*ANYWHERE, 4.0, -3.5),
    "math.erfc": (*ANYWHERE, 4.0, -3.5),
    "math.exp": (*ANYWHERE, -8.0, 8.0),
    "math.fpowi": tuple(itertools.product((-2.3, -0.6, 0.3, 1.2), (-3, -2, -1, 0, 1, 2, 3, 5))),
    "math.log": POSITIVE,
    "math.log10": POSITIVE,
    "math.log2": POSITIVE,
    "math.log1p": (-0.9, -0.3, -0.01, 0.01, 0.7, 30.0),
    "math.powf": tuple(itertools.product((0.05, 0.7, 1.3, 4.2), (-2.5, -1.0, 0.0, 0.5, 1.0, 2.0, 3.3))),
    "math.rsqrt": POSITIVE,
    "math.sqrt": POSITIVE,
    "math.tan": (-1.3, -0.6, -0.01, 0.01, 0.8, 1.4, 2.1, 4.0),
    "math.tanh": (*ANYWHERE, 5.0, -6.0),
}  # fmt: skip

# The same functions in JAX, where it has them.
IN_JAX = {
    "arith.addf": jnp.add, "arith.subf": jnp.subtract, "arith.mulf": jnp.multiply, "arith.divf": jnp.divide,
    "arith.negf": jnp.negative, "arith.remf": jnp.fmod, "arith.maximumf": jnp.maximum,
    "arith.minimumf": jnp.minimum, "arith.maxnumf": jnp.maximum, "arith.minnumf": jnp.minimum,
    "arith.select": jnp.where, "math.absf": jnp.abs, "math.acos": jnp.arccos, "math.acosh": jnp.arccosh,
    "math.asin": jnp.arcsin, "math.asinh": jnp.arcsinh, "math.atan": jnp.arctan, "math.atan2": jnp.arctan2,
    "math.atanh": jnp.arctanh, "math.cbrt": jnp.cbrt, "math.clampf": jnp.clip, "math.cos": jnp.cos,
    "math.cosh": jnp.cosh, "math.erf": erf, "math.erfc": erfc, "math.exp": jnp.exp, "math.exp2": jnp.exp2,
    "math.expm1": jnp.expm1, "math.fma": lambda x, y, z: x * y + z, "math.log": jnp.log,
    "math.log10": jnp.log10, "math.log1p": jnp.log1p, "math.log2": jnp.log2, "math.powf": jnp.power,
    "math.rsqrt": lambda x: x**-0.5, "math.sin": jnp.sin, "math.sinh": jnp.sinh, "math.sqrt": jnp.sqrt,
    "math.tan": jnp.tan, "math.tanh": jnp.tanh,
}  # fmt: skip


def element_types(op: str, width: str) -> list[str]:
    return [OTHER_TYPES.get((op, name), width) for name in ELEMENTWISE[op].operands]


def float_operands(op: str) -> list[int]:
    return [n for n, t in enumerate(element_types(op, "f64")) if t == "f64"]


def points(op: str) -> np.ndarray:
    """One row a point, one column an operand."""
    chosen = POINTS.get(op)
    if chosen is None:
        chosen = {1: ANYWHERE, 2: PAIRS, 3: TRIPLES}[len(ELEMENTWISE[op].operands)]
    return np.array([p if isinstance(p, tuple) else (p,) for p in chosen], np.float64)


def module_of(op: str, width: str) -> str:
    """A function that applies the op to tensors, and its derivatives by every float operand."""
    types = [f"tensor<?x{t}>" for t in element_types(op, width)]
    result = f"tensor<?x{width}>"
    operands = [f"%{name}" for name in ELEMENTWISE[op].operands]
    wrt = float_operands(op)
    moved = [t for n, own in enumerate(types) for t in ([own, own] if n in wrt else [own])]
    return f"""
        func.func @primal({", ".join(f"{x}: {t}" for x, t in zip(operands, types))}) -> {result} {{
          %result = "{op}"({", ".join(operands)}) : ({", ".join(types)}) -> {result}
          return %result : {result}
        }}
        func.func private @pullback({", ".join([*types, result])}) -> ({", ".join(types[n] for n in wrt)})
            attributes {{lagrad.pullback = @primal, lagrad.wrt = {wrt}}}
        func.func private @pushforward({", ".join(moved)}) -> {result}
            attributes {{lagrad.pushforward = @primal, lagrad.wrt = {wrt}}}
    """


@dataclass(frozen=True)
class Compiled:
    op: str
    width: str
    functions: object

    def arguments(self, where: np.ndarray) -> list[np.ndarray]:
        types = element_types(self.op, self.width)
        return [np.ascontiguousarray(column).astype(dtype(t)) for column, t in zip(where.T, types)]

    def primal(self, where: np.ndarray) -> np.ndarray:
        return self.functions.primal(*self.arguments(where))

    def pullback(self, where: np.ndarray, cotangent: np.ndarray) -> list[np.ndarray]:
        """One array for each float operand."""
        results = self.functions.pullback(*self.arguments(where), cotangent.astype(dtype(self.width)))
        return list(results) if isinstance(results, tuple) else [results]

    def pushforward(self, where: np.ndarray, tangents: list[np.ndarray]) -> np.ndarray:
        """The tangent of the result, from one array for each float operand."""
        moves = dict(zip(float_operands(self.op), tangents, strict=True))
        given = []
        for n, own in enumerate(self.arguments(where)):
            given += [own, moves[n].astype(own.dtype)] if n in moves else [own]
        return self.functions.pushforward(*given)


def dtype(type: str):
    return jnp.dtype({"f64": "f8", "f32": "f4", "f16": "f2", "bf16": "bfloat16", "i32": "i4", "i1": "?"}[type])


@functools.cache
def compiled(op: str, width: str = "f64") -> Compiled:
    return Compiled(op, width, lagrad.compile(module_of(op, width)))
