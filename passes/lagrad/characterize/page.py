"""The report as a page of HTML, with pictures inside it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from . import distances, pictures
from .accesses import Accesses
from .caches import LINE, READ_MEMORY, Traffic, access_energy


@dataclass(frozen=True)
class Variant:
    """One layout of the same derivative: the passes that made it, what it accesses, and its caches' traffic."""

    passes: str
    accesses: Accesses
    caches: Sequence[Traffic]

    @property
    def name(self) -> str:
        return self.passes or "as differentiated"


def summary(variant: Variant) -> list[tuple[str, str]]:
    """What is said of a variant in words and numbers."""
    a = variant.accesses
    lived = distances.lifetimes(a)
    (_, reused), _ = _reuse(a)
    return [
        ("loads and stores", f"{a.count:,}"),
        ("of the tape", f"{a.tape_share:.1%}"),
        ("working set, bytes", f"{a.working_set:,}"),
        ("of the tape, bytes", f"{a.tape_bytes:,}"),
        ("median lifetime of a recorded value, accesses", _median(lived)),
        (f"median reuse distance of the tape, lines of {LINE} bytes", _median(reused)),
    ]


def text(title: str, variants: Sequence[Variant]) -> str:
    """The summary for a terminal."""
    lines = [title]
    for variant in variants:
        lines.append(f"  {variant.name}")
        lines += [f"    {name}: {value}" for name, value in summary(variant)]
        for t in variant.caches:
            lines.append(
                f"    cache of {t.size // 1024} KiB, {t.ways} way{'s' * (t.ways > 1)}: "
                f"{t.bytes:,} bytes to and from memory, {t.miss_rate:.1%} misses, "
                f"{t.energy_on_chip:,.1f} nJ on chip, {t.energy:,.1f} nJ in all"
            )
    return "\n".join(lines)


def page(title: str, variants: Sequence[Variant]) -> str:
    """The page: tables, and pictures of what is accessed when, of distributions, and of caches by their size."""
    found = [summary(variant) for variant in variants]
    head = ["", *(v.name for v in variants)]
    said = _table(head, [[name, *(each[n][1] for each in found)] for n, (name, _) in enumerate(found[0])])
    named = [(v.name, v.accesses) for v in variants]
    caches = [(v.name, v.caches) for v in variants]
    lived = [(name, distances.lifetimes(a)) for name, a in named]
    reused = [(f"{name}, {part}", reuse) for name, a in named for part, reuse in _reuse(a)]
    made = (
        ("Accesses", pictures.shares(named)),
        ("Working set", pictures.working_set(named)),
        ("Lifetime of recorded values", pictures.distribution(lived, "accesses")),
        ("Recorded and still to be read", pictures.live(named)),
        ("Reuse distance", pictures.distribution(reused, f"lines of {LINE} bytes")),
        ("Where the tape is accessed", pictures.places(named)),
        ("Traffic to and from memory", pictures.by_size(caches, lambda t: t.bytes, "bytes")),
        ("Traffic, against the first variant", pictures.ratios(caches, lambda t: t.bytes)),
        ("Misses", pictures.by_size(caches, lambda t: 100 * t.miss_rate, "percent of the cache's accesses")),
        ("Energy on chip", pictures.by_size(caches, lambda t: t.energy_on_chip, "nJ")),
        ("Energy on chip, against the first variant", pictures.ratios(caches, lambda t: t.energy_on_chip)),
        ("Energy, memory's included", pictures.by_size(caches, lambda t: t.energy, "nJ")),
    )
    drawn = "".join(f"<h2>{html.escape(heading)}</h2>{picture}" for heading, picture in made)
    return (
        f"<!doctype html><html><head><meta charset='utf-8'><title>{html.escape(title)}</title>"
        "<style>body{font-family:sans-serif;margin:2em}td,th{padding:.2em .8em;text-align:right}"
        "td:first-child{text-align:left}</style></head>"
        f"<body><h1>{html.escape(title)}</h1>{said}{drawn}"
        f"<h2>Caches</h2>{_of_caches(variants)}<h2>Energy of 64 bits</h2>{_of_energies(variants)}</body></html>\n"
    )


def _of_caches(variants: Sequence[Variant]) -> str:
    head = ["", "KiB", "ways", "bytes to and from memory", "misses", "on chip, nJ", "with memory, nJ"]
    rows = [
        [
            v.name,
            t.size // 1024,
            t.ways,
            f"{t.bytes:,}",
            f"{t.misses:,}",
            f"{t.energy_on_chip:,.1f}",
            f"{t.energy:,.1f}",
        ]
        for v in variants
        for t in v.caches
    ]
    return _table(head, rows)


def _of_energies(variants: Sequence[Variant]) -> str:
    """Of caches and of the scratchpads that variants have, by their size, and of memory."""
    caches = {t.size for v in variants for t in v.caches}
    pads = {t.scratchpad for v in variants for t in v.caches if t.scratchpad}
    rows = [["cache", f"{size:,}", f"{access_energy(size):.2f}"] for size in sorted(caches)]
    rows += [["scratchpads", f"{size:,}", f"{access_energy(size):.2f}"] for size in sorted(pads)]
    return _table(["", "bytes", "picojoules"], [*rows, ["memory", "", f"{READ_MEMORY:,.0f}"]])


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [("th", head), *(("td", row) for row in rows)]
    made = ("".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in row) for tag, row in lines)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in made)}</table>"


def _reuse(a: Accesses) -> list[tuple[str, np.ndarray]]:
    """The reuse distances of the tape's accesses and of the rest, without first ones."""
    distance = distances.reuse(a.lines(LINE)) if a.count else np.zeros(0, np.int64)
    again, rest = distance != distances.NEVER, ~(a.tape | a.scratchpad)
    return [("tape", distance[again & a.tape]), ("the rest", distance[again & rest])]


def _median(numbers: np.ndarray) -> str:
    return f"{np.median(numbers):,.0f}" if len(numbers) else "none"
