"""Data for `loops_to_vectorize`, and what NumPy makes of it."""

from __future__ import annotations

import numpy as np


def data(name: str, n: int, float_type: str) -> list:
    """Arguments, some of them special."""
    real = np.float64 if float_type == "f64" else np.float32
    random = np.random.default_rng(n)
    match name:
        case "normalize":
            x = random.normal(size=(n, 3))
            x[random.random(n) < 0.3] = 0
            return [x.astype(real)]
        case "look_up":
            where = random.integers(1, 6, n) * np.where(random.random(n) < 0.4, -1, 1)
            return [random.normal(size=(6, 2)).astype(real), where.astype(np.int32), random.normal(size=n).astype(real)]
        case "twice" | "other_side":
            # Of sixteen trips after one another all take one side, all the other one, some either.
            run = (np.arange(n) // 16 + n) % 3
            sign = np.where(run == 2, np.where(random.random(n) < 0.5, -1, 1), 1 - 2 * run)
            return [
                random.normal(size=(6, 2)).astype(real),
                (random.integers(1, 6, n) * sign).astype(np.int32),
                random.normal(size=n).astype(real),
            ]
        case "sums":
            return [random.normal(size=3).astype(real), n]
        case "iterate":
            return [random.normal(size=n).astype(real), 5]
        case "blocks":
            return [random.normal(size=(5, 7)).astype(real), random.integers(0, 5, n).astype(np.int32)]
        case _:
            return [random.normal(size=n).astype(real), random.normal(size=n).astype(real)]


def expected(name: str, arguments: list) -> list[np.ndarray]:
    """What NumPy makes of it, in f64."""
    given = [
        np.asarray(a, np.float64) if getattr(a, "dtype", None) in (np.float32, np.float64) else a for a in arguments
    ]
    with np.errstate(all="ignore"):
        match name:
            case "sums":
                x, n = given
                t = np.arange(n) * 0.0625
                p = sum(c * t**j for j, c in enumerate(x)) + 0 * t
                return [1 + (np.sin(p) + t).sum(), 2 - p.sum()]
            case "normalize":
                a, b, c = given[0].T
                norm = np.sqrt(a * a + b * b + c * c)
                p = a / norm
                l = c * np.sin(norm) + np.exp(p)
                some = (norm > 0)[:, None]
                return [np.where(some, np.stack([p, l, l * (b / norm)], 1), np.stack([np.ones_like(a), a, 0 * a], 1))]
            case "look_up":
                table, where, w = given
                at = np.maximum(where, 0)
                y = np.cos(table[at, 1] + np.tanh(table[at, 0] * w)) + where
                return [np.where(where >= 0, y, w), np.where(where >= 0, 7 // np.maximum(where, 1), where)]
            case "twice" | "other_side":
                table, where, w = given
                has, at = where > 0, np.maximum(where, 0)
                y = np.where(has, np.cos(table[at, 1] + np.tanh(table[at, 0] * w)), w)
                z = y
                for _ in range(3):
                    z = np.sin(z) + w
                f = table[at, 0] * np.exp(w)
                sums = np.zeros(6)
                np.add.at(sums, at[has], (f + z)[has])
                return [
                    np.stack([y, np.where(has, f, z / 2), z], 1),
                    np.where(has, 7 % np.maximum(where, 1), where),
                    sums,
                ]
            case "iterate":
                p, q = given[0], np.ones_like(given[0])
                for _ in range(given[1]):
                    s = np.sin(p * q)
                    p, q = np.where(s > q, s, p), q + s
                for t in range(3):
                    p = np.abs(np.log1p(p + t))
                return [np.stack([p, q], 1)]
            case "steps":
                from scipy.special import erf

                x, y = given
                s = np.abs(x) ** np.cbrt(np.expm1(np.arctan2(x, y)))
                out = np.clip(erf(s), 0.5, 2.5)
                out[0::2] = 0
                return [out]
            case "store_in_branch":
                x, y = given
                return [np.where(x > 0, np.sin(np.exp(x)) / y, 0.5)]
            case "blocks":
                x = given[0][given[1]]
                s, a, c, d = np.sin(x[:, 0]), x[:, 1] * x[:, 2], x[:, 5] * x[:, 6], np.exp(x[:, 3])
                half, each = np.full_like(s, 0.5), np.arange(len(s))
                out = np.stack([half, half, a, s, c, a + np.tanh(x[:, 4]), d, half, x[:, 6], x[:, 3]], 1)
                e = out[each, given[1]] * x[:, 0]
                out[:, 0], out[:, 1] = e, e + d
                g = e + d - x[:, 6]
                out[each, given[1]] = np.where(x[:, 0] > 0, np.cos(g), out[each, given[1]])
                out[:, 2] = g
                return [out.reshape(-1, 2, 5)]
