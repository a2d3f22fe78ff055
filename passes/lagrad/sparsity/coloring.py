"""Colours: which columns (or rows) of a Jacobian one direction can stand for, and where its entries are then.

Columns that share no row have the same colour: the pushforward along the sum of their unit vectors
shows the entries of all of them. For rows and pullbacks it is the same with the transpose. A
symmetric matrix needs fewer: an entry may also be read where its mirror image shows, which is
always possible if the colouring is a star colouring: neighbours differ, and every path of four
vertices has three colours.

Greedy colouring with several orders of the vertices, the best of which counts; or one of
NetworkX's strategies. No colouring has fewer colours than the fullest row has entries; where that
is reached it is optimal. Sources: A. H. Gebremedhin, F. Manne, A. Pothen, "What color is your
Jacobian?", SIAM Review 47 (2005), algorithms 3.1 and 4.1.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ..errors import Failure
from . import star
from .pattern import Pattern

STRATEGIES = ("auto", "largest-first", "natural")
NETWORKX = "networkx:"  # and the name of one of its strategies


@dataclass(frozen=True, eq=False)
class Coloring:
    """A colour for each column ("forward"), for each row ("reverse"), or either ("symmetric").

    Entry k of the pattern shows in direction `directions[k]`, at element `places[k]` of the result
    (of the tangent or the cotangent). Columns without entries have the colour -1.
    """

    mode: str
    colors: np.ndarray
    count: int
    least: int  # no colouring of this kind has fewer
    directions: np.ndarray
    places: np.ndarray

    def seeds(self) -> np.ndarray:
        """One row for each colour: one where the column (or row) has it, zero elsewhere."""
        return (self.colors == np.arange(self.count)[:, None]).astype(np.float64)


def color(pattern: Pattern, mode: str = "auto", strategy: str = "auto") -> Coloring:
    """A colouring for pushforwards or for pullbacks; for those that are fewer where `mode` is auto."""
    if mode == "auto":
        forward, reverse = (color(pattern, each, strategy) for each in ("forward", "reverse"))
        return forward if forward.count <= reverse.count else reverse
    one = pattern if mode == "forward" else pattern.transposed()
    least = _fullest(one)
    if strategy.startswith(NETWORKX):
        colors = _networkx(one, strategy.removeprefix(NETWORKX))
    else:
        colors = _best((_partial(one, order) for order in _orders(one, strategy)), least)
    chosen, places = (pattern.indices, pattern.rows) if mode == "forward" else (pattern.rows, pattern.indices)
    return Coloring(mode, colors, _count(colors), least, colors[chosen], places)


def color_symmetric(pattern: Pattern, strategy: str = "auto") -> Coloring:
    """A colouring of a symmetric pattern: a star colouring, or one by columns where that needs no more."""
    orders = _orders(pattern, "auto" if strategy.startswith(NETWORKX) else strategy)
    colors = _best((star.colored(pattern, order) for order in orders), 2)
    if _fullest(pattern) <= _count(colors):
        by_columns = color(pattern, "forward", strategy)
        if by_columns.count <= _count(colors):
            return by_columns
    return Coloring("symmetric", colors, _count(colors), min(2, _count(colors)), *star.shown(pattern, colors))


def _fullest(pattern: Pattern) -> int:
    return int(np.diff(pattern.indptr).max(initial=0))


def _count(colors: np.ndarray) -> int:
    return int(colors.max(initial=-1)) + 1


def _best(colorings: Iterable[np.ndarray], least: int) -> np.ndarray:
    """The one with the fewest colours, the first that has the least."""
    best = None
    for colors in colorings:
        if best is None or _count(colors) < _count(best):
            best = colors
        if _count(best) <= least:
            break
    return best


# -- orders ---------------------------------------------------------------------------------------


def _orders(pattern: Pattern, strategy: str) -> Iterator[np.ndarray]:
    """Orders of the columns that have entries."""
    if strategy not in STRATEGIES:
        raise Failure(
            f"there is no strategy '{strategy}'; there are {', '.join(STRATEGIES)} and NetworkX's, as in "
            f"{NETWORKX}largest_first"
        )
    filled = np.unique(pattern.indices)
    if strategy in ("auto", "largest-first"):
        # Of a column's neighbours each counts once for each row that they share.
        shared = np.repeat(np.diff(pattern.indptr) - 1, np.diff(pattern.indptr))
        degrees = np.bincount(pattern.indices, shared, minlength=pattern.shape[1])
        yield filled[np.argsort(-degrees[filled], kind="stable")]
    if strategy in ("auto", "natural"):
        yield filled


def _partial(pattern: Pattern, order: np.ndarray) -> np.ndarray:
    """Columns coloured in that order, each with the first colour that none of its rows has."""
    columns = pattern.transposed()
    colors = np.full(pattern.shape[1], -1)
    used = np.zeros((pattern.shape[0], 1), np.uint64)  # 64 colours a word
    for column in order.tolist():
        rows = columns.indices[columns.indptr[column] : columns.indptr[column + 1]]
        mask = int.from_bytes(np.bitwise_or.reduce(used[rows]).tobytes(), sys.byteorder)
        color = (~mask & (mask + 1)).bit_length() - 1
        word, bit = divmod(color, 64)
        if word == used.shape[1]:
            used = np.concatenate([used, np.zeros_like(used)], axis=1)
        used[rows, word] |= np.uint64(1 << bit)
        colors[column] = color
    return colors


def _networkx(pattern: Pattern, strategy: str) -> np.ndarray:
    """The columns coloured by NetworkX, as vertices of a graph with an edge where two share a row."""
    try:
        import networkx
    except ImportError:
        raise Failure(f"the strategy '{NETWORKX}{strategy}' needs the package networkx") from None
    graph = networkx.Graph()
    graph.add_nodes_from(np.unique(pattern.indices).tolist())
    for start, stop in zip(pattern.indptr[:-1], pattern.indptr[1:]):
        graph.add_edges_from(itertools.combinations(pattern.indices[start:stop].tolist(), 2))
    try:
        found = networkx.greedy_color(graph, strategy)
    except networkx.NetworkXError as problem:
        raise Failure(f"NetworkX cannot colour with '{strategy}': {problem}") from None
    colors = np.full(pattern.shape[1], -1)
    for column, color in found.items():
        colors[column] = color
    return colors
