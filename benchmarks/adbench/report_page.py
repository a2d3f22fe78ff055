"""The report on a sweep: a page of its own, charts, and a summary in Markdown."""

from __future__ import annotations

import base64
import html
import re
from pathlib import Path

from . import charts
from .results import Line
from .tables import OURS, SMALLEST_MB, TOOLS, Input, inputs, means, peers_of, with_others
from .worker_process import TUNED

BEGIN = "<!-- benchmarks: made by python -m benchmarks.adbench report -->"
END = "<!-- end of benchmarks -->"
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0 }
td, th { padding: .2em .7em; border-bottom: 1px solid #ddd; text-align: right }
td:first-child, th:first-child { text-align: left }
td.best { font-weight: bold } img { max-width: 100%; margin: .5em 0 }
small { color: #666 }
"""


class NoMarkers(Exception):
    """The file has no place for the summary."""


def write(lines: list[Line], out: Path, page: Path | None = None, readme: Path | None = None) -> None:
    """`out/index.html`, the charts and `out/summary.md`.

    The summary goes between the markers of `page` too, and its first table, times only, between those of `readme`.
    """
    out.mkdir(parents=True, exist_ok=True)
    single = inputs(lines, 1)
    made = charts.draw(lines, single, out)
    (out / "index.html").write_text(_page(lines, single, out, made), encoding="utf-8")
    text = summary(lines)
    (out / "summary.md").write_text(text, encoding="utf-8")
    for file, part in ((page, text), (readme, brief(lines))):
        if file is not None:
            file.write_text(_replaced(file.read_text(encoding="utf-8"), part), encoding="utf-8")


def summary(lines: list[Line]) -> str:
    """The means against each peer, in Markdown: a table a number of threads."""
    tables = [f"{_about(lines)}\n\n{_summary_table(inputs(lines, 1))}"]
    for threads in _threads(lines)[1:]:
        tables.append(
            f"With {threads} threads; tools that use one have the times that they have with one.\n\n"
            f"{_summary_table(_with(threads, lines))}"
        )
    return "\n".join(tables)


def brief(lines: list[Line]) -> str:
    """The means of times against each peer with one thread, in Markdown."""
    chosen = inputs(lines, 1)
    peers = peers_of(chosen)
    head = ["times faster than", *(TOOLS[peer] for peer in peers)]
    rows = [
        [f"{bench} ({_count(chosen, bench)})", *map(_times, row.values())]
        for bench, row in means(chosen, "speedup").items()
    ]
    return _markdown([head, ["---"] * len(head), *rows])


def _threads(lines: list[Line]) -> list[int]:
    return sorted({1} | {line["threads"] for line in lines})


def _with(threads: int, lines: list[Line]) -> list[Input]:
    """The inputs with so many threads, and what has one only."""
    chosen, single = inputs(lines, threads), inputs(lines, 1)
    return chosen if threads == 1 else with_others(chosen, single)


def _summary_table(chosen: list[Input]) -> str:
    peers, faster, smaller = peers_of(chosen), means(chosen, "speedup"), means(chosen, "memory_saved")
    head = ["", *(f"{TOOLS[peer]}, time" for peer in peers), *(f"{TOOLS[peer]}, memory" for peer in peers)]
    rows = [
        [
            f"{bench} ({_count(chosen, bench)})",
            *(_times(faster[bench][p]) for p in peers),
            *(_times(smaller[bench][p]) for p in peers),
        ]
        for bench in faster
    ]
    return _markdown([head, ["---"] * len(head), *rows])


def _markdown(rows: list[list[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _about(lines: list[Line]) -> str:
    versions = lines[0]["versions"]
    tools = "; ".join(_versions(tool, lines) for tool in dict.fromkeys(line["tool"] for line in lines))
    dates = sorted({line["versions"]["date"] for line in lines})
    return (
        f"How many times faster lagrad's gradient is than each peer's, and how many times less memory it "
        f"takes (below 1: how"
        f" much slower, or how much more): geometric means over inputs, their number in brackets, one thread, "
        f"the fastest way of"
        f" each tool. {versions['cpu']}, {versions['cores']} cores, "
        f"{' to '.join(dict.fromkeys([dates[0], dates[-1]]))}; {tools}."
        f" Memory below {SMALLEST_MB} MB counts as that.{_busy(lines)}"
    )


def _versions(tool: str, lines: list[dict]) -> str:
    """The versions of a tool that were measured, without saying its name again."""
    found = dict.fromkeys(
        line["versions"]["tool"] for line in lines if line["tool"] == tool and line["grad_ms"] is not None
    )
    name = next(iter(found), tool).partition(" (")[0]
    commits = [v.partition(" (")[2].rstrip(")") for v in found if v.startswith(name + " (")]
    return next(iter(found), tool) if len(found) < 2 else f"{name} ({', '.join(commits)})"


def _busy(lines: list[Line]) -> str:
    """What to think of the times. A sweep alone is a load of one a core while it prepares, and compilers have
    threads."""
    load = max(line["versions"]["load"] - line["versions"]["cores"] for line in lines)
    return f" The machine was busy with other work: its load was up to {load:.0f} besides." if load > 3 else ""


def _count(all_inputs: list[Input], bench: str) -> int:
    return sum(bench in (one.bench, "all") for one in all_inputs)


def _times(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def _replaced(text: str, new: str) -> str:
    found = re.search(f"{re.escape(BEGIN)}\n.*?{re.escape(END)}", text, flags=re.DOTALL)
    if not found:
        raise NoMarkers(f"there are no lines '{BEGIN}' and '{END}' to put the summary between")
    return text[: found.start()] + f"{BEGIN}\n{new}{END}" + text[found.end() :]


def _page(lines: list[Line], single: list[Input], out: Path, made: dict[str, str]) -> str:
    parts = [f"<p>{html.escape(_about(lines))}</p>"]
    parts.append("<h2>Numbers in and out</h2>" + _sizes_table(single))
    for threads in _threads(lines):
        chosen = _with(threads, lines)
        parts.append(f"<h2>{threads} thread{'s' * (threads > 1)}</h2>")
        if threads > 1:
            parts.append("<p>Tools that use one thread have the times that they have with one.</p>")
        parts.append("<h3>Geometric means of speedups</h3>" + _means_table(chosen, "speedup"))
        parts.append("<h3>Geometric means of memory saved</h3>" + _means_table(chosen, "memory_saved"))
        parts.append("<h3>Time of a gradient, ms</h3>" + _times_table(chosen))
        parts.append("<h3>Memory of a gradient, MB</h3>" + _memory_table(chosen, "delta_mb"))
        parts.append(
            "<h3>Heap that a call holds at its peak, MB</h3><p>Results lie in arrays of the caller, but for JAX and "
            "PyTorch, which make new ones.</p>"
        )
        parts.append(_memory_table(chosen, "heap_mb"))
        if given_up := _given_up(chosen):
            parts.append("<h3>Not measured</h3>" + given_up)
        if forward := inputs(lines, threads, pushforward=True):
            parts.append("<h3>Time of a derivative in one direction, ms</h3>" + _times_table(forward))
    parts.append("<h2>Charts, one thread</h2>")
    for name, text in made.items():
        image = base64.b64encode((out / name).read_bytes()).decode()
        parts.append(
            f'<figure><img alt="{html.escape(text)}" '
            f'src="data:image/png;base64,{image}"><figcaption>{html.escape(text)}</figcaption></figure>'
        )
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>lagrad: '
        f"ADBench</title><style>{STYLE}</style></head>\n<body><h1>lagrad: ADBench</h1>\n{body}\n</body></html>\n"
    )


def _means_table(chosen: list[Input], of: str) -> str:
    peers = peers_of(chosen)
    rows = [[bench, *(_times(row[peer]) for peer in peers)] for bench, row in means(chosen, of).items()]
    return _table(["", *(TOOLS[peer] for peer in peers)], rows)


def _times_table(chosen: list[Input]) -> str:
    """All tools side by side, with the quartiles and the way of writing that was fastest."""
    tools = [OURS, *peers_of(chosen)]
    rows = []
    for one in chosen:
        peer = one.best_peer()
        compared = _times(one.speedup(peer)) if peer and OURS in one.fastest else "-"
        ours = one.fastest.get(OURS)
        primal = f"{ours['grad_ms'] / ours['primal_ms']:.2f}" if ours else "-"
        rows.append([one.name, *(_time(one.fastest.get(tool)) for tool in tools), compared, primal])
    return _table(["", *(TOOLS[tool] for tool in tools), "against the best peer", "gradient / primal, ours"], rows)


def _sizes_table(chosen: list[Input]) -> str:
    rows = [[one.name, f"{one.any['parameters']:,}", f"{one.any['outputs']:,}", f"{one.size_mb:.4g}"] for one in chosen]
    return _table(["", "parameters", "results", "arguments and derivative, MB"], rows)


def _given_up(chosen: list[Input]) -> str:
    """Which tools have no time on which inputs."""
    rows = [
        [one.name, TOOLS[tool], html.escape(why)]
        for one in chosen
        for tool, why in one.given_up.items()
        if tool not in one.fastest
    ]
    return _table(["", "", ""], rows) if rows else ""


def _time(line: Line | None) -> str:
    if line is None:
        return "-"
    way = line["variant"].replace(TUNED, ", tuned allocator")
    return (
        f"{line['grad_ms']:.4g} <small>{line['grad_ms_q1']:.3g} to {line['grad_ms_q3']:.3g}; {html.escape(way)}</small>"
    )


def _memory_table(chosen: list[Input], key: str) -> str:
    tools = [OURS, *peers_of(chosen)]
    rows = [[one.name, *(_megabytes(one.fastest.get(t, {}).get(key)) for t in tools)] for one in chosen]
    return _table(["", *(TOOLS[tool] for tool in tools)], rows)


def _megabytes(number: float | None) -> str:
    return "-" if number is None else f"{number:.3g}"


def _table(head: list[str], rows: list[list[str]]) -> str:
    cells = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table><tr>{''.join(f'<th>{html.escape(word)}</th>' for word in head)}</tr>\n{cells}</table>"
