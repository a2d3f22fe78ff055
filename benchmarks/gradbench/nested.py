"""Minimization of what minimization or derivatives give: each of the two in either mode."""

from __future__ import annotations

import numpy as np

from .function import Function, array, compiled, number, text

_MODES = ("f", "r")


def saddle() -> dict[str, Function]:
    """`ff` and so on: the mode of the minimum outside, then that of the maximum inside."""
    return {
        outer + inner: Function(
            compiled(_saddle(outer, inner), "saddle")["saddle"],
            lambda given: (np.array(given["start"], dtype=np.float64),),
            array,
        )
        for outer in _MODES
        for inner in _MODES
    }


def particle() -> dict[str, Function]:
    """`ff` and so on: the mode of the minimum outside, then that of the force inside."""
    return {
        outer + inner: Function(
            compiled(_particle(outer, inner), "particle")["particle"], lambda given: (float(given["w"]),), number
        )
        for outer in _MODES
        for inner in _MODES
    }


def _saddle(outer: str, inner: str) -> str:
    parts = [text("saddle", INNER=inner, OUTER=outer), _minimum("r1_argmin", "r1_cost", outer, 2)]
    parts += [_minimum(f"{mode}_argmin", "cost", mode, 2) for mode in sorted({outer, inner})]
    return "\n".join(parts)


def _particle(outer: str, inner: str) -> str:
    return text("particle", INNER=inner) + _minimum("argmin", "cost", outer, 1)


def _minimum(name: str, cost: str, mode: str, size: int) -> str:
    """@name, which minimizes @cost, a function of so many numbers, by its gradient in a mode."""
    gradient = f"gradient_{mode}_of_{cost}"
    words = {"NAME": name, "COST": cost, "GRADIENT": gradient, "BOTH": f"with_{gradient}"}
    return text(f"descent_{size}", **words) + text(f"gradient_{size}_{mode}", **words)
