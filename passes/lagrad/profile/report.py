"""A profile for people, and for programs."""

from __future__ import annotations

import json
from dataclasses import asdict

from .measurement import Measured, Profile

_SHOWN = 0.005  # of the time, from which on a site has a line
_TOLD = 0.1  # of the time, from which on a site has a hint
_NEAR = 0.5  # of what the machine can do
_CACHED = 1.3  # times what memory gives, from which on it must be caches that do
_HELD = 1 << 18  # bytes that a call before has left in caches
_BRIEF = 100e-9  # seconds of one entry, in which two readings of the clock count
_UNITS = (("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9))


def as_json(profile: Profile) -> str:
    """All numbers, unrounded; `seconds`, `share`, rates and `hint` beside what was measured."""
    told = asdict(profile) | {"seconds": profile.seconds}
    told["sites"] = [
        asdict(site) | {"share": _share(profile, site), "hint": hint(profile, site)} for site in profile.sites
    ]
    return json.dumps(told, indent=2)


def text(profile: Profile) -> str:
    """A line for each site that matters, the slowest first, and under it what one can do about it."""
    peak = profile.machine
    extra = max(profile.timed - profile.plain, 0.0)
    lines = [
        f"profile of @{profile.function}: {seconds(profile.seconds)}, the fastest of {profile.calls:,} calls",
        f"clocks: {seconds(profile.timed)} from Python with them, {seconds(profile.plain)} without "
        f"(overhead {extra / profile.plain:.0%})",
        f"machine: {peak.bytes_per_second / 1e9:.3g} GB/s from memory, {peak.operations_per_second / 1e9:.3g} Gop/s "
        f"({peak.type}), one thread; the columns in percent are of these",
        "",
        f"{'share':>6} {'time':>9} {'entered':>10} {'Gop/s':>7} {'':>5} {'GB/s':>7} {'':>5}  where",
    ]
    ordered = sorted(profile.sites, key=lambda site: -site.seconds)
    shown = [site for site in ordered if _share(profile, site) >= _SHOWN]
    for site in shown:
        lines.append(_line(profile, site))
        if told := hint(profile, site):
            lines.append(f"{'':>7}{told}")
    if rest := [site for site in ordered if site.entries and site not in shown]:
        lines.append(f"{_percent(sum(_share(profile, site) for site in rest)):>6} in {len(rest)} others")
    return "\n".join(lines)


def hint(profile: Profile, site: Measured) -> str:
    """What limits a site that takes a tenth of the time or more, and what to do; nothing for others."""
    if _share(profile, site) < _TOLD:
        return ""
    peak = profile.machine
    if site.entries > 100 and site.seconds / site.entries < _BRIEF:
        each = seconds(site.seconds / site.entries)
        advice = "a smaller --profile-depth tells it with the loop around it"
        return f"{each} an entry, of which the clock takes a part: {advice}"
    if site.kind == "function":
        return "outside of loops and calls: memory that is allocated, small copies, and arithmetic on scalars"
    if site.operations is None or site.bytes is None:
        return "a function of somebody else: its operations and bytes are not counted"
    if site.operations / site.seconds >= _NEAR * peak.operations_per_second:
        return "about as fast as the machine computes: only fewer operations help"
    if site.bytes > _HELD and _NEAR <= site.bytes / site.seconds / peak.bytes_per_second <= _CACHED:
        tape = "a smaller tape (lagrad-tape-report says what it holds)"
        fewer = tape if site.records else "fewer passes over the data"
        narrow = " or f32" if peak.type == "f64" else ""
        return f"about as fast as memory gives and takes: {fewer}{narrow} would help"
    if site.kind == "call":
        return "small or narrow matrices: the library is far from its best"
    return "neither arithmetic nor memory limits it: --lagrad-print-loops says whether it is vector code, and why not"


def seconds(amount: float) -> str:
    """Three digits and a unit."""
    for unit, size in _UNITS:
        if amount >= size:
            return f"{amount / size:.3g} {unit}"
    return f"{amount / 1e-9:.3g} ns"


def _line(profile: Profile, site: Measured) -> str:
    peak = profile.machine
    said = [
        f"{_percent(_share(profile, site)):>6} {seconds(site.seconds):>9} {site.entries:>10,}",
        _rate(site.operations, site.seconds, peak.operations_per_second),
        _rate(site.bytes, site.seconds, peak.bytes_per_second),
    ]
    return f"{' '.join(said)}  {site.place.removesuffix(':0:0')}: {_what(profile, site)}"


def _what(profile: Profile, site: Measured) -> str:
    """What a site is, in words; loops of one place are numbered in the order of the code."""
    if site.kind == "call":
        return f"call of @{site.name}"
    if site.kind == "function":
        return f"@{site.name} itself"
    same = [other for other in profile.sites if _identity(other) == _identity(site)]
    number = f" {next(n for n, other in enumerate(same, 1) if other is site)} of {len(same)}" if len(same) > 1 else ""
    return f"{site.kind}{number} in @{site.name}{', records a tape' if site.records else ''}"


def _identity(site: Measured) -> tuple[str, str, str]:
    return site.kind, site.name, site.place


def _share(profile: Profile, site: Measured) -> float:
    return site.seconds / profile.seconds if profile.seconds else 0.0


def _rate(amount: int | None, time: float, peak: float) -> str:
    if amount is None or not time:
        return f"{'-':>7} {'':>5}"
    return f"{amount / time / 1e9:>7.3g} {_percent(amount / time / peak):>5}"


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= 0.095 or not share else f"{share:.1%}"
