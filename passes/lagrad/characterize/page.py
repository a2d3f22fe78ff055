"""The report as a page of HTML, with pictures inside it."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from . import distances
from .accesses import Accesses
from .caches import LINE, Traffic


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
    reused = _tape_reuse(a)
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
                f"    cache of {t.size // 1024} KiB: {t.bytes:,} bytes to and from memory, {t.miss_rate:.1%} misses, "
                f"{t.energy_on_chip:,.1f} nJ on chip, {t.energy:,.1f} nJ in all"
            )
    return "\n".join(lines)


def page(title: str, variants: Sequence[Variant]) -> str:
    """The page: a table, distributions, and traffic by the size of the cache."""
    rows = [summary(variant) for variant in variants]
    head = "".join(f"<th>{html.escape(v.name)}</th>" for v in variants)
    body = "".join(
        f"<tr><td>{html.escape(name)}</td>" + "".join(f"<td>{row[n][1]}</td>" for row in rows) + "</tr>"
        for n, (name, _) in enumerate(rows[0])
    )
    lived = [distances.lifetimes(v.accesses) for v in variants]
    reused = [_tape_reuse(v.accesses) for v in variants]
    pictures = "".join(
        f"<h2>{html.escape(heading)}</h2>{picture}"
        for heading, picture in (
            ("Lifetime of recorded values", _distribution(lived, variants, "accesses")),
            ("Reuse distance of the tape", _distribution(reused, variants, f"lines of {LINE} bytes")),
            ("Traffic to and from memory", _by_size(variants, lambda t: t.bytes, "bytes")),
            ("Energy on chip", _by_size(variants, lambda t: t.energy_on_chip, "nJ")),
        )
    )
    return (
        f"<!doctype html><html><head><meta charset='utf-8'><title>{html.escape(title)}</title>"
        "<style>body{font-family:sans-serif;margin:2em}td,th{padding:.2em .8em;text-align:right}"
        "td:first-child{text-align:left}</style></head>"
        f"<body><h1>{html.escape(title)}</h1><table><tr><th></th>{head}</tr>{body}</table>{pictures}</body></html>\n"
    )


def _tape_reuse(a: Accesses) -> np.ndarray:
    """The reuse distances of the tape's accesses, without first ones."""
    found = distances.reuse(a.lines(LINE))[a.tape] if a.count else np.zeros(0, np.int64)
    return found[found != distances.NEVER]


def _median(numbers: np.ndarray) -> str:
    return f"{np.median(numbers):,.0f}" if len(numbers) else "none"


def _distribution(samples: Sequence[np.ndarray], variants: Sequence[Variant], unit: str) -> str:
    """How many are at most so large, a curve for each variant."""

    def draw(axes):
        for sample, variant in zip(samples, variants):
            if len(sample):
                shares = np.arange(1, len(sample) + 1) / len(sample)
                axes.step(np.sort(sample) + 1, shares, where="post", label=variant.name)
        axes.set_xscale("log", base=2)
        axes.set_xlabel(f"{unit}, and one")
        axes.set_ylabel("share that is at most so large")

    return _picture(draw)


def _by_size(variants: Sequence[Variant], value, unit: str) -> str:
    def draw(axes):
        for variant in variants:
            sizes = [t.size / 1024 for t in variant.caches]
            axes.plot(sizes, [value(t) for t in variant.caches], "o-", label=variant.name)
        axes.set_xscale("log", base=2)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("size of the cache, KiB")
        axes.set_ylabel(unit)

    return _picture(draw)


def _picture(draw) -> str:
    """What `draw` puts on axes, as SVG."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 3.5))
    draw(axes)
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    return buffer.getvalue()[buffer.getvalue().index("<svg") :]
