"""Charts of a sweep, as PNG files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import matplotlib

matplotlib.use("agg")
from matplotlib import pyplot, ticker  # noqa: E402

from .results import Line, kind  # noqa: E402
from .tables import OURS, SMALLEST_MB, TOOLS, Input, inputs, means, peers_of, steps  # noqa: E402

COLORS = dict(zip(TOOLS, ("#d62728", "#1f77b4", "#ff7f0e", "#2ca02c", "#7f7f7f")))
MARKERS = dict(zip(TOOLS, "os^Dv"))


def draw(lines: list[Line], all_inputs: list[Input], folder: Path) -> dict[str, str]:
    """All charts that the lines are enough for: their files, and what they show."""
    made = {}
    for bench in dict.fromkeys(one.bench for one in all_inputs):
        made[f"{bench}.png"] = _times(bench, [one for one in all_inputs if one.bench == bench], folder)
    for of, words in (("speedup", "faster"), ("memory_saved", "less memory")) if peers_of(all_inputs) else ():
        made[f"{of}.png"] = _bars(means(all_inputs, of), peers_of(all_inputs), words, folder / f"{of}.png")
    if forward := inputs(lines, 1, pushforward=True):
        made["pushforward.png"] = _pushforwards(forward, folder / "pushforward.png")
    made["memory.png"] = _memory(all_inputs, folder / "memory.png")
    if table := steps(lines):
        made["steps.png"] = _steps(table, folder / "steps.png")
    return made


def _times(bench: str, chosen: list[Input], folder: Path) -> str:
    """Time against size, both logarithmic. Lines connect inputs of one kind, whose names differ in numbers only."""
    figure, axes = pyplot.subplots(figsize=(7.5, 4.2))
    kinds = dict.fromkeys(kind(one.data) for one in chosen)
    for first, one_kind in enumerate(kinds):
        alike = [one for one in chosen if kind(one.data) == one_kind]

        def plot(points: Iterable[tuple[float, float]], label: str, **look) -> None:
            ordered = sorted(points)
            axes.plot([x for x, _ in ordered], [y for _, y in ordered], label=None if first else label, **look)

        for tool, name in TOOLS.items():
            times = [(one.size_mb, one.fastest[tool]["grad_ms"]) for one in alike if tool in one.fastest]
            plot(times, name, color=COLORS[tool], marker=MARKERS[tool], markersize=4, lw=1.2)
        primal = [(one.size_mb, one.fastest[OURS]["primal_ms"]) for one in alike if OURS in one.fastest]
        plot(primal, "our primal", color=COLORS[OURS], marker="_", ls="--", lw=1)
    roof = sorted(
        (one.size_mb, one.size_mb / next(iter(one.fastest.values()))["versions"]["copy_gb_s"]) for one in chosen
    )
    axes.plot(*zip(*roof), label="as much memory copied", color="black", marker="_", ls=":", lw=1)
    axes.set(xscale="log", yscale="log", title=bench, xlabel="arguments and results, MB", ylabel="gradient, ms")
    axes.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter("{0:g}".format))
    axes.xaxis.set_minor_formatter(ticker.NullFormatter())
    axes.tick_params(labelsize=8)
    axes.grid(True, which="both", lw=0.3, alpha=0.5)
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1, 1))
    _save(figure, folder / f"{bench}.png")
    return f"{bench}: time of a gradient against the size of its arguments and results."


def _bars(table: dict[str, dict], peers: list[str], words: str, path: Path) -> str:
    """For each benchmark a bar a peer; one is as good as ours."""
    figure, axes = pyplot.subplots(figsize=(8, 3.6))
    width = 0.8 / max(1, len(peers))
    for i, peer in enumerate(peers):
        found = [(x, row[peer]) for x, row in enumerate(table.values()) if row[peer] is not None]
        axes.bar(
            [x + (i + 0.5) * width - 0.4 for x, _ in found],
            [y - 1 for _, y in found],
            width,
            bottom=1,
            color=COLORS[peer],
            label=TOOLS[peer],
        )
    axes.axhline(1, color="black", lw=0.8)
    axes.set(yscale="log", ylabel=f"lagrad: times {words}", xticks=range(len(table)), xticklabels=table)
    axes.grid(True, axis="y", which="both", lw=0.3, alpha=0.5)
    axes.legend(fontsize=8)
    _save(figure, path)
    return f"How many times {words} lagrad takes than each peer: geometric means; above one is better than the peer."


def _pushforwards(forward: list[Input], path: Path) -> str:
    """Each input's derivative in one direction, in times of the objective."""
    figure, axes = pyplot.subplots(figsize=(8, 3.6))
    names = list(dict.fromkeys(one.bench for one in forward))
    for i, (tool, word) in enumerate(TOOLS.items()):
        found = [
            (names.index(one.bench) + 0.12 * i, line["grad_ms"] / line["primal_ms"])
            for one in forward
            if (line := one.fastest.get(tool))
        ]
        if found:
            axes.plot(*zip(*found), color=COLORS[tool], marker=MARKERS[tool], ls="", markersize=4, label=word)
    axes.axhline(1, color="black", lw=0.8)
    axes.set(yscale="log", ylabel="times the objective", xticks=range(len(names)), xticklabels=names)
    axes.yaxis.set_major_formatter(ticker.FuncFormatter("{0:g}".format))
    axes.grid(True, axis="y", which="both", lw=0.3, alpha=0.5)
    axes.legend(fontsize=8)
    _save(figure, path)
    return "A derivative in one direction, in times of the tool's own objective: a point an input."


def _memory(all_inputs: list[Input], path: Path) -> str:
    """What a gradient takes beyond what was there, against the size of arguments and results."""
    figure, axes = pyplot.subplots(figsize=(7.5, 4.2))
    for tool, word in TOOLS.items():
        found = [
            (one.size_mb, max(one.fastest[tool]["delta_mb"], SMALLEST_MB)) for one in all_inputs if tool in one.fastest
        ]
        if found:
            axes.plot(*zip(*found), color=COLORS[tool], marker=MARKERS[tool], ls="", markersize=4, label=word)
    sizes = sorted(one.size_mb for one in all_inputs)
    axes.plot(sizes, sizes, label="arguments and results", color="black", ls=":", lw=1)
    axes.set(xscale="log", yscale="log", xlabel="arguments and results, MB", ylabel="memory of a gradient, MB")
    axes.grid(True, which="both", lw=0.3, alpha=0.5)
    axes.legend(fontsize=7)
    _save(figure, path)
    return "Memory that a gradient takes at its peak, its results included, against the size of arguments and results."


def _steps(table: dict[str, dict[str, float | None]], path: Path) -> str:
    figure, axes = pyplot.subplots(figsize=(9.5, 3.6))
    names = list(next(iter(table.values())))
    width = 0.8 / len(names)
    for i, step in enumerate(names):
        shade = matplotlib.colormaps["viridis"](i / len(names))
        found = [
            (x + (i + 0.5) * width - 0.4, row[step]) for x, row in enumerate(table.values()) if row[step] is not None
        ]
        axes.bar([x for x, _ in found], [y - 1 for _, y in found], width, bottom=1, color=shade, label=step)
    axes.axhline(1, color="black", lw=0.8)
    axes.set(yscale="log", ylabel="times as long as with all", xticks=range(len(table)), xticklabels=table)
    axes.yaxis.set_major_formatter(ticker.FuncFormatter("{0:g}".format))
    axes.grid(True, axis="y", which="both", lw=0.3, alpha=0.5)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    _save(figure, path)
    return (
        "Our optimisations switched on one after the other: how many times as long as with all of them."
        " What is missing took too long, or is for triangular types where there are none."
    )


def _save(figure, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path, dpi=130, metadata={"Software": None})
    pyplot.close(figure)
