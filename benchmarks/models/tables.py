"""Results as a page of docs has them."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .measure import Line

MEASURES = {
    "processor_ms": "processor ms",
    "wall_ms": "wall ms",
    "compile_s": "compile s",
    "heap_mb": "heap MB",
    "page_faults": "page faults",
}

NAMES = {"jax": "JAX", "torch": "PyTorch"}


def summary(found: dict[int, list[Line]]) -> str:
    """A row for each other tool: how many times what lagrad takes it takes, in geometric means over the models.

    `found` has the lines of each number of threads. Memory and compile time are those with the first one.
    """
    first = next(iter(found))
    columns = [(f"time with {count} thread{'s' if count > 1 else ''}", count, "wall_ms") for count in found]
    columns += [("memory", first, "heap_mb"), ("time to compile", first, "compile_s")]
    rows = [["times as much as lagrad takes", *(title for title, *_ in columns)], ["---", *("---:" for _ in columns)]]
    for tool in dict.fromkeys(line["tool"] for line in found[first] if line["tool"] != "lagrad"):
        rows.append([NAMES[tool], *(_mean_of(found[count], tool, key) for _, count, key in columns)])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _mean_of(lines: list[Line], tool: str, key: str) -> str:
    cells = {(line["model"], line["tool"]): line for line in lines}
    return _mean(cells, list(dict.fromkeys(line["model"] for line in lines)), tool, key).removeprefix(f"{tool} ")


def table(lines: Iterable[Line], measures: dict[str, str] = MEASURES) -> str:
    """A row for each model, and in each column the numbers of all tools; last the geometric means against lagrad."""
    lines = list(lines)
    tools = list(dict.fromkeys(line["tool"] for line in lines))
    cells = {(line["model"], line["tool"]): line for line in lines}
    models = list(dict.fromkeys(line["model"] for line in lines))
    head = [f"{title}: {' / '.join(tools)}" for title in measures.values()]
    rows = [["model", *head]]
    rows += [[model, *(_numbers(cells, model, tools, key) for key in measures)] for model in models]
    rows.append(["**geometric mean, others / lagrad**", *(_means(cells, models, tools, key) for key in measures)])
    return "\n".join(["| " + " | ".join(row) + " |" for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]]]) + "\n"


def _numbers(cells: dict, model: str, tools: list[str], key: str) -> str:
    return " / ".join(_shown(cells.get((model, tool), {}).get(key)) for tool in tools)


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _means(cells: dict, models: list[str], tools: list[str], key: str) -> str:
    return " / ".join(_mean(cells, models, tool, key) for tool in tools if tool != "lagrad")


def _mean(cells: dict, models: list[str], tool: str, key: str) -> str:
    """Over the models that both have, where neither number is zero."""
    pairs = [(cells.get((m, tool), {}).get(key), cells.get((m, "lagrad"), {}).get(key)) for m in models]
    logarithms = [math.log(a / b) for a, b in pairs if a and b]
    return f"{tool} {math.exp(sum(logarithms) / len(logarithms)):.3g}" if logarithms else "-"
