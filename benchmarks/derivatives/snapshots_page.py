"""The table and the picture of `benchmarks.derivatives.snapshots`, as docs/snapshots.md and docs/memory.md have
them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from lagrad.analysis.recording.schedule_cost import least_advances
from lagrad.characterize import pictures

from .. import page

RECORD = Path(__file__).with_name("snapshots.json")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "snapshots.md"
PICTURE = PAGE.with_name("memory-time.svg")
BEGIN = "<!-- times: made by python -m benchmarks.derivatives.snapshots --write -->\n"
END = "<!-- end of times -->"
NAMES = {"lagrad": "lagrad", "jax": "JAX", "torch": "PyTorch"}


def theory(found: dict, kept: int) -> float:
    """Processor seconds of the fewest steps that so many states allow, each at the time of one that was measured."""
    return least_advances(found["steps"], kept) * found["primal"] + found["steps"] * found["adjoint"]


def table(found: dict) -> str:
    """A row for each number of states of lagrad's, and beside it what others with as many segments take."""
    tools = [tool for tool in NAMES if any(case["tool"] == tool for case in found["cases"])]
    at = {(case["tool"], case["kept"]): case for case in found["cases"]}
    head = ["kept", "steps again", *(f"{NAMES[tool]}, {unit}" for tool in tools for unit in ("MB", "s")), "theory, s"]
    lines = [f"| {' | '.join(head)} |", "|---:" * len(head) + "|"]
    for kept in [case["kept"] for case in found["cases"] if case["tool"] == "lagrad"]:
        cells = [f"{kept:,}", f"{least_advances(found['steps'], kept) / found['steps']:.2f}"]
        for tool in tools:
            case = at.get((tool, kept))
            cells += [f"{case['bytes'] / 1e6:,.1f}", f"{case['seconds']:,.1f}"] if case else ["", ""]
        lines.append(f"| {' | '.join([*cells, f'{theory(found, kept):,.1f}'])} |")
    return "\n".join(lines) + "\n"


def picture(found: dict) -> str:
    """Time over memory, both logarithmic, as SVG."""

    def draw(axes) -> None:
        kept = np.unique(np.geomspace(4, 1_000, 200).astype(int))
        state = 8 * found["cells"]
        least = [theory(found, int(k)) for k in kept]
        axes.plot([k * state / 1e6 for k in kept], least, "--", label="the fewest steps")
        for (tool, name), marker in zip(NAMES.items(), "osx"):
            points = [(c["bytes"] / 1e6, c["seconds"], c["kept"]) for c in found["cases"] if c["tool"] == tool]
            if points:
                axes.plot([x for x, _, _ in points], [y for _, y, _ in points], marker, label=name)
            for x, y, label in points:
                axes.annotate(f"{label}", (x, y), (4, 4), fontsize=7, textcoords="offset points")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("memory of a gradient, MB")
        axes.set_ylabel("processor seconds")
        title = f"Burgers' equation, {found['steps']:,} steps of {found['cells']:,} cells"
        axes.set_title(f"{title}; states or segments kept")

    return pictures.picture(draw)


def write(found: dict) -> None:
    """The record, the page's table, and its picture."""
    RECORD.write_text(json.dumps(found, indent=1) + "\n")
    page.write(PAGE, BEGIN, table(found), END)
    PICTURE.write_text(picture(found))
