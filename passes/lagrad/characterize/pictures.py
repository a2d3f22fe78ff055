"""The pictures of a report, as SVG: what variants of a derivative do with memory, beside each other."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import numpy as np

from . import distances
from .accesses import Accesses
from .caches import LINE, Traffic

Named = Sequence[tuple[str, Accesses]]
Cached = Sequence[tuple[str, Sequence[Traffic]]]
WINDOWS = 50
_POINTS = 2000  # of a scatter, at most
_BELOW = {"loc": "upper left", "bbox_to_anchor": (0, -0.15), "ncols": 4}  # the axes, where no curve is
_LINES = ("-", "--", "-.", ":")


def shares(variants: Named) -> str:
    """Which part of the accesses the tape's are, its scratchpads', and those that move rows between the two."""
    kinds: list[tuple[str, Callable[[Accesses], np.ndarray]]] = [
        ("stores to the tape", lambda a: a.tape & a.store & ~a.moved),
        ("loads from the tape", lambda a: a.tape & ~a.store & ~a.moved),
        ("scratchpads", lambda a: a.scratchpad & ~a.moved),
        ("moves", lambda a: a.moved),
        ("all else", lambda a: ~(a.tape | a.scratchpad | a.moved)),
    ]

    def draw(axes):
        places, left = np.arange(len(variants)), np.zeros(len(variants))
        for label, chosen in kinds:
            counts = np.array([chosen(a).sum() for _, a in variants], float)
            axes.barh(places, counts, left=left, label=label)
            left += counts
        axes.set_yticks(places, [name for name, _ in variants])
        axes.invert_yaxis()
        axes.set_xlabel("loads and stores")

    return picture(draw, legend=_BELOW)


def distribution(samples: Sequence[tuple[str, Sequence[tuple[str, np.ndarray]]]], unit: str) -> str:
    """How many are at most so large, a curve for each sample of each variant that is not empty."""

    def draw(axes):
        for number, (name, parts) in enumerate(samples):
            for style, (part, sample) in zip(_LINES, parts):
                if len(sample):
                    counted, label = np.arange(1, len(sample) + 1) / len(sample), f"{name}, {part}" if part else name
                    look = {"label": label, "color": f"C{number}", "linewidth": _width(number, len(samples))}
                    axes.step(np.sort(sample) + 1, counted, style, where="post", **look)
        axes.set_xscale("log", base=2)
        axes.set_xlabel(f"{unit}, plus 1")
        axes.set_ylabel("share that is at most so large")

    return picture(draw, legend=_BELOW)


def working_set(variants: Named) -> str:
    """The bytes of the cache lines that are used in each of some equal parts of the time, and how many are a tape's."""

    def draw(axes):
        for number, (name, a) in enumerate(variants):
            parts = np.array_split(np.arange(a.count), WINDOWS)
            lines = a.lines(LINE)
            for kind, style, chosen in (("all", "-", np.ones(a.count, bool)), ("tape", "--", a.tape | a.scratchpad)):
                bytes = [LINE * len(np.unique(lines[part][chosen[part]])) for part in parts]
                time = np.linspace(0, 1, len(bytes))
                look = {"color": f"C{number}", "linewidth": _width(number, len(variants))}
                axes.plot(time, bytes, style, label=f"{name}: {kind}", **look)
        axes.set_ylim(bottom=0)
        axes.set_xlabel(f"time, in {WINDOWS} parts")
        axes.set_ylabel("bytes of lines")

    return picture(draw, legend=_BELOW)


def live(variants: Named) -> str:
    """How many bytes of the tape have been written and are still to be read."""

    def draw(axes):
        for number, (name, a) in enumerate(variants):
            born, died = distances.lives(a)
            bytes = a.bytes[born]
            alive = np.cumsum(np.bincount(born, bytes, a.count) - np.bincount(died, bytes, a.count))
            step = max(1, a.count // _POINTS)
            axes.plot(np.arange(a.count)[::step], alive[::step], label=name, linewidth=_width(number, len(variants)))
        axes.set_xlabel("accesses so far")
        axes.set_ylabel("bytes recorded and still to be read")

    return picture(draw, legend=_BELOW)


def places(variants: Named) -> str:
    """Where in memory the tape is accessed, and when: scattered arrays are as many lines, a stream is one."""

    def draw(axes):
        for number, (name, a) in enumerate(variants):
            accessed = np.flatnonzero(a.tape)
            if len(accessed):
                chosen = np.random.default_rng(0).random(len(accessed))  # every second one may be of one array in two
                accessed = accessed[chosen < _POINTS / len(accessed)]
                address = a.address[accessed]
                axes.plot(accessed, (address - address.min()) / 1024, ".", ms=1, color=f"C{number}", label=name)
        axes.set_xlabel("accesses so far")
        axes.set_ylabel("place in memory, KiB")

    return picture(draw, legend=_BELOW | {"markerscale": 8})


def by_size(variants: Cached, value: Callable[[Traffic], float], unit: str) -> str:
    """A number of each cache, by its size."""
    return _curves([(name, [(t, value(t)) for t in caches]) for name, caches in variants], unit)


def ratios(variants: Cached, value: Callable[[Traffic], float]) -> str:
    """How many times as much a number is with the first variant as with each, by the cache's size."""
    _, first = variants[0]
    pairs = [(name, [(a, value(a), value(b)) for a, b in zip(first, caches)]) for name, caches in variants]
    return _curves([(name, [(cache, a / b) for cache, a, b in own if b]) for name, own in pairs], "times less")


def _curves(curves: Sequence[tuple[str, Sequence[tuple[Traffic, float]]]], unit: str) -> str:
    """A curve for each name and number of ways, which the label says where there is more than one."""
    ways = dict.fromkeys(t.ways for _, points in curves for t, _ in points)

    def draw(axes):
        for color, (name, points) in enumerate(curves):
            for style, number in enumerate(ways):
                own = [(t.size / 1024, value) for t, value in points if t.ways == number]
                label = f"{name}, {number} way{'s' * (number > 1)}" if len(ways) > 1 else name
                look = {"label": label, "color": f"C{color}", "linewidth": _width(color, len(curves))}
                axes.plot(*zip(*own), f"o{_LINES[style % len(_LINES)]}", **look)
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_ylim(0, 1.05 * max([value for _, points in curves for _, value in points], default=1) or 1)
        axes.ticklabel_format(style="plain", axis="y")
        axes.set_xlabel("size of the cache, KiB")
        axes.set_ylabel(unit)

    return picture(draw, legend=_BELOW)


def _width(number: int, count: int) -> float:
    """Of a curve: what the ones behind it cover is seen at its sides."""
    return 1.5 + 4 * (count - 1 - number) / count


def picture(draw: Callable, legend: dict | None = None) -> str:
    """What `draw` puts on axes, as SVG; `legend` says where that is."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "lagrad"  # the same picture for the same data
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 3.5))
    draw(axes)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize="small", **legend or {})
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    return buffer.getvalue()[buffer.getvalue().index("<svg") :]
