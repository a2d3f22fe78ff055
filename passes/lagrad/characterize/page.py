"""The report as a page of HTML, with pictures inside it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase

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
    """The page: tables, and pictures of what is accessed when, of distributions, and of caches by their size.

    Names of variants are long, so that each has a letter, which a list in front says.
    """
    letters = _letters(len(variants))
    found = [summary(variant) for variant in variants]
    said = _table(["", *letters], [[name, *(each[n][1] for each in found)] for n, (name, _) in enumerate(found[0])])
    named = [(letter, v.accesses) for letter, v in zip(letters, variants)]
    caches = [(letter, v.caches) for letter, v in zip(letters, variants)]
    lived = [(letter, [("", distances.lifetimes(a))]) for letter, a in named]
    reused = [(letter, _reuse(a)) for letter, a in named]
    made = (
        ("Accesses", "What all loads and stores are for.", pictures.shares(named)),
        ("Working set", f"The cache lines in use, in each of {pictures.WINDOWS} equal parts of the time.",
         pictures.working_set(named)),
        ("Lifetime of recorded values", "From the store to the last load of a number.",
         pictures.distribution(lived, "accesses")),
        ("Recorded and still to be read", "How much of the tape is alive.", pictures.live(named)),
        ("Reuse distance", "The other lines that are used before a line is used again.",
         pictures.distribution(reused, f"lines of {LINE} bytes")),
        ("Where the tape is accessed", "Many arrays are as many lines; a stream is one, up and down again.",
         pictures.places(named)),
        ("Traffic to and from memory", "By the size of the cache.",
         pictures.by_size(caches, lambda t: t.bytes, "bytes")),
        ("Traffic, against A", "How many times less than A has.", pictures.ratios(caches, lambda t: t.bytes)),
        ("Misses", "Of what passes through the cache.",
         pictures.by_size(caches, lambda t: 100 * t.miss_rate, "percent of the cache's accesses")),
        ("Energy on chip", "Of the cache and of scratchpads.",
         pictures.by_size(caches, lambda t: t.energy_on_chip, "nJ")),
        ("Energy on chip, against A", "How many times less than A takes.",
         pictures.ratios(caches, lambda t: t.energy_on_chip)),
        ("Energy, memory's included", "On chip, and for the traffic.",
         pictures.by_size(caches, lambda t: t.energy, "nJ")),
    )  # fmt: skip
    sections = (f"<h2>{html.escape(name)}</h2><p>{why}</p>{picture}" for name, why, picture in made)
    drawn = "".join(f"<section>{each}</section>" for each in sections)
    names = "".join(f"<li>{_breakable(v.name)}</li>" for v in variants)
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{html.escape(title)}</title>"
        f"<meta name='viewport' content='width=device-width, initial-scale=1'><style>{_STYLE}</style></head>"
        f"<body><h1>{html.escape(title)}</h1><ol>{names}</ol>{said}<div class='pictures'>{drawn}</div>"
        f"<h2>Caches</h2>{_of_caches(letters, variants)}<h2>Energy of 64 bits</h2>{_of_energies(variants)}"
        "</body></html>\n"
    )


_STYLE = (
    "body{font-family:sans-serif;margin:2em auto;max-width:90em;padding:0 1em}ol{list-style:upper-alpha}"
    "td,th{padding:.2em .8em;text-align:right}td:first-child{text-align:left}.table{overflow-x:auto}h2{margin-bottom:0}"
    ".pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,34em),1fr));gap:1em 2em}"
    "section{min-width:0}section p{margin:.3em 0;color:#555}svg{max-width:100%;height:auto}"
)


def _letters(count: int) -> list[str]:
    """A, B, and so on to Z, AA, AB, as a list with `upper-alpha` has them."""
    made = ["".join(each) for length in (1, 2) for each in product(ascii_uppercase, repeat=length)]
    return made[:count]


def _breakable(passes: str) -> str:
    """Passes that a narrow page may break behind commas."""
    return html.escape(passes).replace(",", ",<wbr>")


def _of_caches(letters: Sequence[str], variants: Sequence[Variant]) -> str:
    head = ["", "KiB", "ways", "bytes to and from memory", "misses", "on chip, nJ", "with memory, nJ"]
    rows = [
        [
            letter,
            t.size // 1024,
            t.ways,
            f"{t.bytes:,}",
            f"{t.misses:,}",
            f"{t.energy_on_chip:,.1f}",
            f"{t.energy:,.1f}",
        ]
        for letter, v in zip(letters, variants)
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
    return f"<div class='table'><table>{''.join(f'<tr>{row}</tr>' for row in made)}</table></div>"


def _reuse(a: Accesses) -> list[tuple[str, np.ndarray]]:
    """The reuse distances of the tape's accesses and of the rest, without first ones."""
    distance = distances.reuse(a.lines(LINE)) if a.count else np.zeros(0, np.int64)
    again, rest = distance != distances.NEVER, ~(a.tape | a.scratchpad)
    return [("tape", distance[again & a.tape]), ("the rest", distance[again & rest])]


def _median(numbers: np.ndarray) -> str:
    return f"{np.median(numbers):,.0f}" if len(numbers) else "none"
