"""Results as a page of docs has them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from lagrad.characterize.caches import SIZES, Traffic

from .catalogue import Program
from .measure import Counted, Simulated, Timed

_SHOWN = (0, 2, 4, 6)  # caches of 1, 4, 16 and 64 KiB, by their place in SIZES
_PASSES = ("layout", "layers")
_EQUAL = SIZES.index(32 << 10)  # the cache whose traffic a smaller one is to reach


def sized(program: Program, sizes: Mapping[str, int]) -> str:
    """The name of a program with its sizes."""
    return f"{program.name} ({', '.join(f'{name} {size:,}' for name, size in sizes.items())})"


def traffic(measured: Mapping[str, Mapping[str, Simulated]], names: Mapping[str, str]) -> str:
    """A row for each program: how many times less the variants move to and from memory, and what else they cost.

    "auto" is the derivative that computes again what is cheap, without the passes.
    """
    kib = [SIZES[place] >> 10 for place in _SHOWN]
    head = ["program", "accesses", "tape", "its share"]
    head += [f"{variant}, {size} KiB" for variant in ("layout", "layers") for size in kib]
    head += ["`tape=auto`, 16 KiB", "scratchpads, bytes", "accesses"]
    rows, ratios = [], []
    for name, variants in measured.items():
        plain, layers = variants["plain"], variants["layers"]
        own = [p.bytes / v.bytes for n in ("layout", "layers") for p, v in _pairs(plain, variants[n])]
        own.append(plain.caches[_SHOWN[2]].bytes / variants["auto"].caches[_SHOWN[2]].bytes)
        more = layers.count / plain.count
        ratios.append([*own, more])
        start = [names[name], f"{plain.count:,}", f"{plain.tape_bytes:,}", f"{plain.tape_share:.0%}"]
        shown = [f"{layers.caches[0].scratchpad:,}", f"{more:.2f}"]
        rows.append([*start, *(f"{ratio:.2f}" for ratio in own), *shown])
    *means, more = [_mean(column) for column in zip(*ratios)]
    rows.append(["**geometric mean**", "", "", "", *means, "", more])
    return _lines(head, rows)


def claims(measured: Mapping[str, Mapping[str, Simulated]]) -> str:
    """What the thesis says of its programs, at most, and what comes out here: a row for each program."""
    head = ["program", "layout: less traffic", "with", "layers: times less traffic", "with", "cache, times smaller"]
    head += ["energy on chip, times less", "with 32 KiB on both sides"]
    rows: list[list[str]] = [["the thesis, up to", "30%", "", "14", "", "4 to 8", "8", ""]]
    for name, variants in measured.items():
        plain, layers = variants["plain"].caches, variants["layers"].caches
        layout, at = _best(plain, variants["layout"].caches)
        less, there = _best(plain, layers)
        smaller, energy = equal_traffic(plain, layers)
        times = f"{plain[_EQUAL].size / smaller.size:.0f}" if smaller else "none"
        equal = plain[_EQUAL].energy_on_chip / layers[_EQUAL].energy_on_chip
        row = [name, f"{1 - 1 / layout:.0%}", at, f"{less:.2f}", there, times, f"{energy:.2f}", f"{equal:.2f}"]
        rows.append(row)
    return _lines(head, rows)


def _best(plain: Sequence[Traffic], other: Sequence[Traffic]) -> tuple[float, str]:
    """How many times less `other` moves with the cache where that is most, and which cache that is."""
    ratio, size = max((p.bytes / o.bytes, -p.size) for p, o in zip(plain, other))
    return ratio, f"{-size >> 10} KiB"


def equal_traffic(plain: Sequence[Traffic], other: Sequence[Traffic]) -> tuple[Traffic | None, float]:
    """The smallest cache with which `other` moves no more than `plain` does with 32 KiB, and the ratio of energies.

    None where none is large enough; energies are then compared with 32 KiB on both sides.
    """
    goal = plain[_EQUAL]
    found = next((t for t in other if t.bytes <= goal.bytes), None)
    energy = goal.energy_on_chip / (found or other[_EQUAL]).energy_on_chip
    return found, energy


def counts(measured: Mapping[str, Mapping[str, Counted]], names: Mapping[str, str]) -> str:
    """A row for each program: what callgrind counts plain, and how many times as much with the passes."""
    kinds = {"instructions": lambda c: c.instructions, "misses, 32 KiB": lambda c: c.first_level}
    kinds["misses, 1 MiB"] = lambda c: c.last_level
    head, rows, ratios = ["program"], [], []
    for kind in kinds:
        head += [kind, *_PASSES]
    for name, own in measured.items():
        found = [[value(own[v]) / value(own["plain"]) for v in _PASSES] for value in kinds.values()]
        ratios.append(sum(found, []))
        cells = [[f"{value(own['plain']):,}", *_rounded(two)] for value, two in zip(kinds.values(), found)]
        rows.append([names[name], *sum(cells, [])])
    return _lines(head, [*rows, _means(ratios)])


def times(measured: Mapping[str, Mapping[str, Mapping[str, Timed]]]) -> str:
    """A row for each program: milliseconds plain, and how many times as many with the passes, of each `tape`."""
    kept = list(next(iter(measured.values())))
    head, rows, ratios = ["program"], [], []
    for tape in kept:
        head += [f"`tape={tape}`, ms", *_PASSES]
    for name, own in measured.items():
        found = [[own[tape][v].ratio for v in _PASSES] for tape in kept]
        ratios.append(sum(found, []))
        cells = [[f"{1e3 * own[tape]['plain'].seconds:,.3g}", *_rounded(two)] for tape, two in zip(kept, found)]
        rows.append([name, *sum(cells, [])])
    return _lines(head, [*rows, _means(ratios)])


def _rounded(ratios: Sequence[float]) -> list[str]:
    return [f"{ratio:.2f}" for ratio in ratios]


def _means(ratios: Sequence[Sequence[float]]) -> list[str]:
    """The last row, of ratios two of which come after each number."""
    means = [_mean(column) for column in zip(*ratios)]
    return ["**geometric mean**", *sum((["", *means[n : n + 2]] for n in range(0, len(means), 2)), [])]


def _pairs(plain: Simulated, variant: Simulated) -> list[tuple[Traffic, Traffic]]:
    return [(plain.caches[place], variant.caches[place]) for place in _SHOWN]


def _mean(numbers: Sequence[float]) -> str:
    return f"{math.exp(sum(map(math.log, numbers)) / len(numbers)):.2f}"


def _lines(head: list[str], rows: list[list[str]]) -> str:
    return "".join("| " + " | ".join(row) + " |\n" for row in [head, ["---"] + ["---:"] * (len(head) - 1), *rows])
