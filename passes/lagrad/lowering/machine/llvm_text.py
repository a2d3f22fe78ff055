"""LLVM IR text for an older LLVM: the bindings' LLVM is ahead of the one in llvmlite.

Two things differ in what we emit: how floating-point constants are spelled, and which hints
functions carry as attributes. And what becomes of a loop after it is vectorized is spelled in a way that no LLVM reads.
"""

from __future__ import annotations

import re
import struct

# What a line is made of, as far as constants matter. Names and strings come first, so that what
# they contain is never taken for a type or a number.
_TOKEN = re.compile(
    r'(?P<skip>"[^"]*"|[@%!#$][\w.$\-]+)'
    r"|\b(?P<type>double|float|half|bfloat)\b"
    r"|(?P<bits>\bf0x[0-9A-Fa-f]+)"
    r"|(?P<special>[+\-](?:inf|qnan|s?nan\(0x[0-9A-Fa-f]+\)))"
    r"|(?P<decimal>[+\-]?\d+\.\d*(?:e[+\-]?\d+)?)"
)
_LITERAL = re.compile(r"f0x|[+\-](?:inf|q?nan|snan)|\d\.\d")

# Exponent and fraction bits.
_FORMATS = {"double": (11, 52), "float": (8, 23), "half": (5, 10), "bfloat": (8, 7)}
_SPELLED = {"double": "0x{:016X}", "float": "0x{:016X}", "half": "0xH{:04X}", "bfloat": "0xR{:04X}"}


def with_old_constants(text: str) -> str:
    """The text with every floating-point constant spelled as LLVM up to 22 reads it."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        # What most lines do not have is found in a tenth of the time that the pattern takes.
        if ("." in line or "0x" in line or "inf" in line or "nan" in line) and _LITERAL.search(line):
            lines[number] = _rewritten(line)
    return "\n".join(lines)


def _rewritten(line: str) -> str:
    of = "double"  # the type that the last type name on the line gives to constants

    def spell(token: re.Match) -> str:
        nonlocal of
        if token["type"]:
            of = token["type"]
        elif token["skip"] is None and not (token["decimal"] and of == "double"):
            return _SPELLED[of].format(_stored(_bits(token, of), of))
        return token[0]

    return _TOKEN.sub(spell, line)


def _bits(token: re.Match, of: str) -> int:
    """The bits of a constant in its own format."""
    if token["bits"]:
        return int(token["bits"][3:], 16)
    if token["special"]:
        return _special(token["special"], *_FORMATS[of])
    number = float(token["decimal"])
    match of:
        case "float":
            return int.from_bytes(struct.pack(">f", number))
        case "half":
            return int.from_bytes(struct.pack(">e", number))
        case "bfloat":
            # The decimal is within half a unit of one bf16, and far from halfway.
            return (int.from_bytes(struct.pack(">f", number)) + 0x8000) >> 16
    return int.from_bytes(struct.pack(">d", number))


def _special(spelled: str, exponent: int, fraction: int) -> int:
    sign = (spelled[0] == "-") << (exponent + fraction)
    infinity = sign | ((1 << exponent) - 1) << fraction
    kind, _, payload = spelled[1:].partition("(")
    quiet = 0 if kind in ("inf", "snan") else 1 << (fraction - 1)
    return infinity | quiet | (int(payload.rstrip(")"), 16) if payload else 0)


def _stored(bits: int, of: str) -> int:
    """The bits as they are written: those of a float are written as the double of the same value."""
    if of != "float":
        return bits
    if bits & 0x7F800000 == 0x7F800000:  # infinities and NaNs keep their payload
        return (bits & 0x80000000) << 32 | 0x7FF << 52 | (bits & 0x007FFFFF) << 29
    (number,) = struct.unpack(">f", bits.to_bytes(4))
    return int.from_bytes(struct.pack(">d", number))


def with_flat_followups(text: str) -> str:
    """The text with the hints for the loops that come of a loop where LLVM looks for them.

    MLIR writes `!{!"llvm.loop.vectorize.followup_vectorized", !4}`, where `!4 = distinct !{!4, !5, !6}` is a list of
    its own. LLVM wants `!5, !6` in place of `!4`, and sees no hint otherwise (`makeFollowupLoopID` in LoopUtils.cpp).
    """
    if ".followup_" not in text:
        return text
    head = text.rfind("\n}\n") + 1  # what follows the last function
    tail = text[head:]
    hints = {name: rest for name, rest in _HINTS.findall(tail)}
    return text[:head] + _FOLLOWUP.sub(lambda found: f"{found[1]}, {hints.get(found[2], found[2])}}}", tail)


_HINTS = re.compile(r"^(!\d+) = distinct !\{\1, (.*)\}$", re.MULTILINE)
_FOLLOWUP = re.compile(r'^(!\d+ = !\{!"llvm\.loop\.\w+\.followup_\w+"), (!\d+)\}$', re.MULTILINE)


def without_attribute(line: str, column: int) -> str:
    """The line without the attribute at a column, or around it: its argument in parentheses is a part of it."""
    for found in _ATTRIBUTE.finditer(line):
        if found.start() <= column < found.end():
            return line[: found.start()] + line[found.end() :]
    raise ValueError(f"no attribute at column {column} of: {line}")


_ATTRIBUTE = re.compile(r"[\w.\-\"]+(\([^()]*\))?\s*")
