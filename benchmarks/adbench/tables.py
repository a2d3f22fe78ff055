"""What the lines of a sweep say: each tool's fastest way on each input, and how it compares with ours."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from .peers import PUSHFORWARD
from .results import Line
from .steps import LAST, STEPS

OURS = "lagrad"
TOOLS = {"lagrad": "lagrad", "jax": "JAX", "torch": "PyTorch", "enzyme": "Enzyme", "c": "C by hand"}
SMALLEST_MB = 0.1  # the resolution of memory: less counts as this


@dataclass(frozen=True)
class Input:
    """An input, and the line of each tool's fastest way to differentiate it."""

    bench: str
    data: str
    fastest: dict[str, Line]
    given_up: dict[str, str]  # tools without times, and why

    @property
    def name(self) -> str:
        """`gmm 1k/gmm_d10_K25`: the file, and the folder that it is in."""
        path = Path(self.data)
        return f"{self.bench} {'/'.join([*path.parts[-2:-1], path.stem])}"

    @property
    def any(self) -> Line:
        """A line, for what all have in common."""
        return next(iter(self.fastest.values()))

    @property
    def size_mb(self) -> float:
        return self.any["size_mb"]

    def speedup(self, peer: str) -> float:
        """How many times our gradient is faster than the peer's."""
        return self.fastest[peer]["grad_ms"] / self.fastest[OURS]["grad_ms"]

    def memory_saved(self, peer: str) -> float:
        """How many times less memory our gradient takes."""
        ours, theirs = (max(self.fastest[tool]["delta_mb"], SMALLEST_MB) for tool in (OURS, peer))
        return theirs / ours

    def best_peer(self) -> str | None:
        peers = [tool for tool in self.fastest if tool != OURS]
        return min(peers, key=lambda tool: self.fastest[tool]["grad_ms"], default=None)


def inputs(lines: Iterable[Line], threads: int, pushforward: bool = False) -> list[Input]:
    """By benchmark, the small ones first; our optimisations one at a time are left out.

    With `pushforward`, derivatives in one direction, else gradients and Jacobians.
    """
    found: dict[tuple[str, str], dict[str, Line]] = {}
    given_up: dict[tuple[str, str], dict[str, str]] = {}
    for line in lines:
        if (
            line["threads"] != threads
            or ":" in line["variant"]
            or line["variant"].startswith(PUSHFORWARD) != pushforward
        ):
            continue
        key = line["bench"], line["data"]
        if line["grad_ms"] is None:
            given_up.setdefault(key, {})[line["tool"]] = line["why"]
            continue
        fastest = found.setdefault(key, {})
        fastest[line["tool"]] = min(fastest.get(line["tool"], line), line, key=lambda one: one["grad_ms"])
    ordered = [Input(*key, fastest, given_up.get(key, {})) for key, fastest in found.items()]
    return sorted(ordered, key=lambda one: (one.bench, one.size_mb, one.data))


def with_others(all_inputs: list[Input], single: list[Input]) -> list[Input]:
    """Inputs measured with several threads, and the tools that use one only, from the measurement with one."""
    alone = {(one.bench, one.data): one.fastest for one in single}
    threaded = {tool for one in all_inputs for tool in one.fastest}
    return [
        replace(
            one,
            fastest=one.fastest
            | {t: line for t, line in alone.get((one.bench, one.data), {}).items() if t not in threaded},
        )
        for one in all_inputs
    ]


def peers_of(all_inputs: list[Input]) -> list[str]:
    return [tool for tool in TOOLS if tool != OURS and any(tool in one.fastest for one in all_inputs)]


def geometric_mean(values: Iterable[float]) -> float | None:
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms)) if logarithms else None


def means(all_inputs: list[Input], of: str) -> dict[str, dict[str, float | None]]:
    """Geometric means of `of` (speedup or memory_saved) by benchmark and peer, and over all of a peer's inputs."""
    rows: dict[str, dict[str, float | None]] = {}
    for bench in [*dict.fromkeys(one.bench for one in all_inputs), "all"]:
        rows[bench] = {}
        for peer in peers_of(all_inputs):
            both = [one for one in all_inputs if {OURS, peer} <= one.fastest.keys() and bench in (one.bench, "all")]
            rows[bench][peer] = geometric_mean(getattr(one, of)(peer) for one in both)
    return rows


def steps(lines: Iterable[Line]) -> dict[str, dict[str, float | None]]:
    """By benchmark: time relative to that with all optimisations, as they are switched on; geometric means over the
    inputs that were not too slow."""
    times: dict[tuple[str, str, str], dict[str, float]] = {}
    for line in lines:
        if line["tool"] == OURS and line["threads"] == 1 and line["grad_ms"] is not None:
            name, _, step = line["variant"].partition(":")
            times.setdefault((line["bench"], line["data"], name), {})[step or LAST] = line["grad_ms"]
    several: dict[tuple[str, str], dict[str, float]] = {}  # the way that has most of them, where there are two
    for (bench, data, _), by_step in times.items():
        if LAST in by_step and len(by_step) > max(1, len(several.get((bench, data), ()))):
            several[bench, data] = by_step
    return {
        bench: {
            step: geometric_mean(t[step] / t[LAST] for (b, _), t in several.items() if b == bench and step in t)
            for step in STEPS
        }
        for bench in dict.fromkeys(bench for bench, _ in several)
    }
