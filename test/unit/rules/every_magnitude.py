"""Operands over the whole range of a type: of all magnitudes, next to one, next to singular points of functions."""

from __future__ import annotations

import itertools

import numpy as np

PARTS = {"f64": np.float64, "f32": np.float32}
NEAR = (1.0, -1.0, np.pi / 2, -np.pi / 2, np.pi, 3 * np.pi / 2, 20 * np.pi / 2, 100_001 * np.pi / 2, 0.5, 2.0)
WHOLE = (0, 1, -1, 2, -2, 3, -3, 5, 17, -40, 1000, -(2**31), 2**31 - 1, 1 - 2**31)


def numbers(width: str, count: int, random) -> np.ndarray:
    """Every kind of number but infinities and NaN."""
    dtype = PARTS[width]
    limits = np.finfo(dtype)
    least, most = limits.smallest_subnormal, limits.max
    ends = [0.0, least, 3 * least, limits.tiny / 3, limits.tiny, limits.eps, most / 3, most]
    signs = random.choice([-1, 1], count)
    exponents = random.uniform(limits.minexp - limits.nmant, limits.maxexp, count)
    exponents = np.minimum(exponents, limits.maxexp - 1e-3)
    widest = limits.maxexp * 0.7
    parts = [
        np.array(ends), -np.array(ends), signs * np.exp2(exponents), signs * 10 ** random.uniform(-4, 4, count),
        random.uniform(-widest, widest, count // 2),
    ]  # fmt: skip
    for centre in NEAR:
        several = max(3, count // 8)
        offsets = random.choice([-1, 1], several) * np.exp2(random.uniform(-limits.nmant - 1, -1, several))
        parts += [[centre], centre * (1 + offsets)]
    return np.concatenate([np.asarray(part, np.longdouble).astype(dtype) for part in parts])


def operands(types: list[str], width: str, count: int, seed: int = 0) -> list[np.ndarray]:
    """A column for each operand, of types such as f64, complex<f32>, i32 or i1; real ones at all ratios."""
    random = np.random.default_rng(seed)
    pool = numbers(width, count, random)
    if len(types) == 1 and types[0] == width:
        return [pool]
    rows = 6 * count
    columns = []
    for type in types:
        match type:
            case "i1":
                columns.append(random.integers(0, 2, rows).astype(bool))
            case "i32":
                columns.append(np.array([*WHOLE, *random.integers(-60, 60, rows - len(WHOLE))], np.int32))
            case _:
                columns.append(_floats(type, pool, rows, random))
    floats = [n for n, type in enumerate(types) if type == width]
    for first, second in itertools.pairwise(floats):  # a third of them alike
        chosen = random.random(rows) < 1 / 3
        near = columns[first] * (1 + np.exp2(random.uniform(-30, 0, rows)))
        columns[second][chosen] = near.astype(PARTS[width])[chosen]
    return [np.where(np.isfinite(c), c, c.dtype.type(1)) if c.dtype.kind in "fc" else c for c in columns]


def _floats(type: str, pool: np.ndarray, rows: int, random) -> np.ndarray:
    moderate = random.random(rows) < 0.4
    re, im = (np.where(moderate, random.normal(0, 2, rows), random.choice(pool, rows)) for _ in range(2))
    if not type.startswith("complex"):
        return re.astype(pool.dtype)
    alike = random.random(rows) < 0.5  # parts of one size
    im[alike] = (re * random.uniform(-2, 2, rows))[alike]
    numbers = np.empty(rows, np.complex128 if pool.dtype == np.float64 else np.complex64)
    numbers.real, numbers.imag = re, im
    return numbers
