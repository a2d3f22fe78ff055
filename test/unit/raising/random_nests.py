"""Random loop nests over two matrices and two vectors, as Python text that NumPy arrays and `affine` loops
understand."""

from __future__ import annotations

import random

RANKS = {"A": 2, "B": 2, "x": 1, "y": 1}


def kernel(seed: int) -> str:
    """The text of a function `nest(n, A, B, x, y)` that changes its arrays in place; n is at least 4."""
    draw = random.Random(seed)
    lines = [f"def nest(n, {', '.join(f'{name}: {rank}' for name, rank in RANKS.items())}):"]
    for _ in range(draw.randint(1, 2)):
        lines += _loop(draw, [], "    ")
    return "\n".join(lines) + "\n"


def _loop(draw: random.Random, counters: list[str], indent: str) -> list[str]:
    counter = "ijk"[len(counters)]
    low, high = "1", "n - 1"
    if counters and draw.random() < 0.3:
        low, high = draw.choice([("1", counters[-1]), (counters[-1], "n - 1"), ("1", f"{counters[-1]} + 1")])
    lines = [f"{indent}for {counter} in range({low}, {high}):"]
    here = [*counters, counter]
    for _ in range(draw.randint(1, 2)):
        if len(here) < 3 and draw.random() < 0.45:
            lines += _loop(draw, here, indent + "    ")
        else:
            lines.append(f"{indent}    {_statement(draw, here)}")
    return lines


def _statement(draw: random.Random, counters: list[str]) -> str:
    name = draw.choice(list(RANKS))
    others = [other for other in RANKS if other != name or draw.random() < 0.15]
    target = _element(draw, counters, name, far=0.1)
    read = [_element(draw, counters, draw.choice(others), far=0.3) for _ in range(2)]
    term = draw.choice(
        [f"0.3 * {read[0]}", f"min({read[0]} * {read[1]}, 2.0)", f"{read[0]} / (1.0 + {read[1]} * {read[1]})"]
    )
    return f"{target} = {target} + {term}" if draw.random() < 0.6 else f"{target} = {term}"


def _element(draw: random.Random, counters: list[str], name: str, far: float) -> str:
    indices = []
    for _ in range(RANKS[name]):
        if draw.random() < 0.1:
            indices.append(draw.choice(["0", "2"]))
        else:
            counter = draw.choice(counters)
            indices.append(counter + draw.choice([" + 1", " - 1"]) if draw.random() < far else counter)
    return f"{name}[{', '.join(indices)}]"
