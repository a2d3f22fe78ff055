"""What became of loops and products, read off LLVM IR after optimisation."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..arithmetic.flush_subnormals import PREFIX
from ..products import product_kernel
from ..products.blas_functions import LIBRARIES

_LABEL = re.compile(r'^("[^"]+"|[\w.$-]+):')
_TARGET = re.compile(r'label %("[^"]+"|[\w.$-]+)')
_DEBUG = re.compile(r"!dbg (!\d+)")
_METADATA = re.compile(r"^(!\d+) = (?:distinct )?(.*)$", re.M)
_FIELD = re.compile(r'(\w+): ("[^"]*"|[!\w]+)')
_VECTOR = re.compile(r"<(\d+) x (?:double|float|half|bfloat)>")
_CALL = re.compile(r'\bcall\b[^@]*@("[^"]+"|[\w.$-]+)\(')
_OURS = re.escape(product_kernel.PREFIX)
_PRODUCT = re.compile(
    rf'\bcall\b[^@]*@"?(?:{re.escape(PREFIX)})?(?:(?:{"|".join(LIBRARIES.values())})(\w+)|({_OURS}f\d+))'
)
_NOT_OF_PROGRAM = re.compile(rf'^define [^@]*@"?(?:{re.escape(PREFIX)}|{_OURS}).*?^}}', re.MULTILINE | re.DOTALL)
_MOVED = re.compile(r"@llvm\.(memcpy|memmove|memset)\.")
_FUNCTION = re.compile(r"(?:llvm|lagrad)\.(\w+)\.f\d+")
_CARRIED = re.compile(r"= phi (?:\w+ )*(?:double|float|half|bfloat) ")
_OF_VECTORS = re.compile(r"@llvm\.(\w+)\.v\d+f\d+\(")
# Intrinsics that become calls of a library, one for each number.
_LIBRARY = set("exp exp2 exp10 log log2 log10 pow sin cos tan asin acos atan atan2 sinh cosh tanh".split())

Place = tuple[str, int, int]  # file, line, column


@dataclass(frozen=True)
class Loop:
    """An innermost loop: how many numbers its vectors have, and what keeps it from having any.

    The width is 1 for a loop without vectors, and 0 for one that copies or fills rows by calls.
    """

    place: Place
    width: int
    reasons: tuple[str, ...]
    singly: tuple[str, ...] = ()  # functions that the C library computes of each number of a vector


def loops(text: str) -> list[Loop]:
    """The innermost loops of a module with debug locations, one for each place, the widest where there are several.

    Loops that LLVM has unrolled or removed are none.
    """
    metadata = dict(_METADATA.findall(text))
    found: dict[Place, Loop] = {}
    for function in re.findall(r"^define .*?^}", _NOT_OF_PROGRAM.sub("", text), re.M | re.S):
        for body in _innermost(_blocks(function)):
            place = _place(body, metadata)
            if place is None:
                continue
            lines = [line for block in body for line in block]
            moves = any(_MOVED.search(line) for line in lines)
            width = max((int(n) for line in lines for n in _VECTOR.findall(line)), default=0 if moves else 1)
            singly = [name for line in lines for name in _OF_VECTORS.findall(line) if name in _LIBRARY]
            loop = Loop(place, width, _reasons(body) if width == 1 else (), tuple(dict.fromkeys(singly)))
            if place not in found or found[place].width < width:
                found[place] = loop
    return [found[place] for place in sorted(found)]


def product_calls(text: str) -> list[tuple[Place, str]]:
    """The calls of BLAS, and of functions of ours, of a module with debug locations: each place with the function,
    once."""
    metadata = dict(_METADATA.findall(text))
    lines = _NOT_OF_PROGRAM.sub("", text).split("\n")
    calls = ((line, found[1] or found[2]) for line in lines if (found := _PRODUCT.search(line)) and _DEBUG.search(line))
    return sorted({(_place_of(line, metadata), name) for line, name in calls})


def _blocks(function: str) -> dict[str, list[str]]:
    """Label -> lines; the first block is the entry."""
    blocks: dict[str, list[str]] = {"": []}
    label = ""
    for line in function.split("\n")[1:-1]:
        if start := _LABEL.match(line):
            label = start[1]
            blocks[label] = []
        elif line:
            blocks[label].append(line)
    return blocks


def _innermost(blocks: dict[str, list[str]]) -> list[list[list[str]]]:
    """The blocks of each loop without another inside, from its first block to the one that jumps back."""
    order = {label: n for n, label in enumerate(blocks)}
    before: dict[str, set[str]] = {label: set() for label in blocks}
    edges = [(label, target) for label, lines in blocks.items() for line in lines for target in _TARGET.findall(line)]
    for label, target in edges:
        before[target].add(label)
    back = [(label, target) for label, target in edges if order[target] <= order[label]]
    bodies = []
    for latch, header in back:
        body, pending = {header}, [latch]
        while pending:
            label = pending.pop()
            if label not in body:
                body.add(label)
                pending += before[label]
        bodies.append((header, latch, body))
    return [
        [
            blocks[header],
            *(blocks[b] for b in blocks if b in body - {header, latch}),
            *([blocks[latch]] if latch != header else []),
        ]
        for header, latch, body in bodies
        if not any(other != header and other in body for other, _, _ in bodies)
    ]


def _place(body: list[list[str]], metadata: dict[str, str]) -> Place | None:
    """Where the jump back comes from in the source, or the nearest line before it that says so."""
    for block in reversed(body):
        for line in reversed(block):
            if _DEBUG.search(line):
                return _place_of(line, metadata)
    return None


def _place_of(line: str, metadata: dict[str, str]) -> Place:
    at = _fields(metadata[_DEBUG.search(line)[1]])
    file = _fields(metadata[_fields(metadata[at["scope"]])["file"]])
    folder, name = file["directory"].strip('"'), file["filename"].strip('"')
    return f"{folder}/{name}" if folder else name, int(at.get("line", 0)), int(at.get("column", 0))


def _fields(node: str) -> dict[str, str]:
    return dict(_FIELD.findall(node))


def _reasons(body: list[list[str]]) -> tuple[str, ...]:
    """What a loop without vectors has that they are not made of."""
    lines = [line for block in body for line in block]
    called = [found[1].strip('"').removeprefix(PREFIX) for line in lines if (found := _CALL.search(line))]
    intrinsics = [found[1] for name in called if (found := _FUNCTION.fullmatch(name)) and found[1] in _LIBRARY]
    names = dict.fromkeys(
        [*intrinsics, *(name for name in called if not _FUNCTION.fullmatch(name) and not name.startswith("llvm."))]
    )
    reasons = [f"it calls {', '.join(names)}"] if names else []
    if any(_CARRIED.search(line) for line in body[0]):
        reasons.append("each iteration waits for the one before")
    if len(body) > 1:
        reasons.append("it branches")
    return tuple(reasons)
