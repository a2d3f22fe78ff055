"""Star colourings of symmetric matrices, and where each entry shows.

In a star colouring neighbours differ, and every path of four vertices has three colours: then for
each entry there is a direction that shows it, or its mirror image, alone.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from .pattern import Pattern


def colored(pattern: Pattern, order: np.ndarray) -> np.ndarray:
    """The vertices coloured in that order, each with the first colour that makes no path of two colours."""
    neighbours = [
        [w for w in pattern.indices[start:stop].tolist() if w != v]
        for v, (start, stop) in enumerate(zip(pattern.indptr[:-1], pattern.indptr[1:]))
    ]
    colors = np.full(len(neighbours), -1)
    # Of each vertex: its neighbours by colour; and the colours of those that have two neighbours of
    # this vertex's own colour, with which a fourth vertex of that colour would make a path.
    by_color: list[dict[int, list[int]]] = [defaultdict(list) for _ in neighbours]
    closed: list[set[int]] = [set() for _ in neighbours]
    for v in order.tolist():
        forbidden: set[int] = set()
        for w in neighbours[v]:
            forbidden |= {int(colors[w])} | closed[w] if colors[w] >= 0 else by_color[w].keys()
        color = next(c for c in range(len(forbidden) + 1) if c not in forbidden)
        colors[v] = color
        for x in neighbours[v]:
            same = by_color[x][color]
            same.append(v)
            if colors[x] >= 0 and len(same) > 1:
                for w in same if len(same) == 2 else [v]:
                    closed[w].add(int(colors[x]))
        for same in by_color[v].values():
            if len(same) > 1:
                for w in same:
                    closed[w].add(color)
    return colors


def shown(pattern: Pattern, colors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each entry the direction that shows it, and the element at which."""
    rows, columns = pattern.rows, pattern.indices
    count = int(colors.max(initial=0)) + 1
    sums = rows.astype(np.int64) * count + colors[columns]  # of what entries each element is the sum
    _, place, terms = np.unique(sums, return_inverse=True, return_counts=True)
    alone = terms[place] == 1
    return np.where(alone, colors[columns], colors[rows]), np.where(alone, rows, columns)
