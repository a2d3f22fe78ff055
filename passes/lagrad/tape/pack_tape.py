"""`lagrad-pack-tape`: flags and small integers that an iteration records share a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from .. import build
from ..errors import Report
from ..mlir import ir
from ..passes import Pass
from .layout_tape import groups, is_of_scalars
from .ranges import bits
from .storage import Storage, store
from .tapes import Tape, tapes

_WORDS = (8, 16, 32, 64)


@dataclass(frozen=True)
class PackTape(Pass):
    """Record booleans and integers in the bits that they need.

    What one iteration records of booleans, and of integers and indices of which the operations that make them tell how
    large they can be, becomes one integer of 8, 16, 32 or 64 bits:
    ```mlir
    %1 = tensor.insert %taken into %flags[%i] : tensor<?xi1>
    %2 = tensor.insert %side into %sides[%i] : tensor<?xindex>
    ```
    becomes, where `%side` is a remainder by 4,
    ```mlir
    %word = ...  // %taken in bit 0, %side in bits 1 and 2
    %1 = tensor.insert %word into %tape[%i] : tensor<?xi8>
    ```
    Nothing is lost. A byte is the least that an iteration writes, so that no write has to read what is beside it. Tapes
    go together as in `lagrad-layout-tape`; an index alone is packed too if it needs fewer bytes.
    """

    name = "lagrad-pack-tape"
    creates = ("arith", "scf", "tensor")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            found = tapes(op)
            for group in groups(op, [t for t in found if _is_packable(t)], any_width=True):
                for members in _words(group):
                    if _bytes_before(members) > _word(members) // 8:
                        said = f"this loop records {_needed(members)} bits in a word of {_word(members)}"
                        report.remark(members[0].outermost.loop.location, said)
                        store(members, _packed(members), found)


def _is_packable(tape: Tape) -> bool:
    """A tape of one scalar an iteration, an integer or index."""
    return (
        isinstance(tape.element, (ir.IntegerType, ir.IndexType))
        and is_of_scalars(tape)
        and len(tape.innermost.writes) == 1
        and not any(level.before for level in tape.levels)
        and _bits_of(tape) < _WORDS[-1]
    )


def _bits_of(tape: Tape) -> int:
    return bits(tape.innermost.writes[0].operands[0])


def _needed(members: Sequence[Tape]) -> int:
    return sum(map(_bits_of, members))


def _word(members: Sequence[Tape]) -> int:
    needed = _needed(members)
    return next(width for width in _WORDS if width >= needed)


def _words(group: list[Tape]) -> list[list[Tape]]:
    """The tapes of a group, as many of them in a word as fit, in their order."""
    words: list[list[Tape]] = []
    for tape in group:
        if words and _needed([*words[-1], tape]) <= _WORDS[-1]:
            words[-1].append(tape)
        else:
            words.append([tape])
    return words


def _bytes_before(members: Sequence[Tape]) -> int:
    return sum(build.bytes_of(tape.element) for tape in members)


def _packed(members: list[Tape]) -> Storage:
    widths = [_bits_of(tape) for tape in members]
    places = [0, *accumulate(widths)][:-1]
    types = [tape.element for tape in members]
    word = ir.IntegerType.get_signless(_word(members))

    def join(values: Sequence[ir.Value]) -> ir.Value:
        whole = None
        for value, place in zip(values, places):
            part = _in_word(value, word)
            part = part if not place else build.emit1("arith.shli", word, part, build.constant(word, place))
            whole = part if whole is None else build.emit1("arith.ori", word, whole, part)
        return whole

    def read(number: int, whole: ir.Value) -> ir.Value:
        part = whole
        if places[number]:
            part = build.emit1("arith.shrui", word, part, build.constant(word, places[number]))
        if len(members) > 1:
            part = build.emit1("arith.andi", word, part, build.constant(word, (1 << widths[number]) - 1))
        return _out_of_word(part, types[number])

    return Storage(word, lambda _, v: v, read, join=join)


def _in_word(value: ir.Value, word: ir.IntegerType) -> ir.Value:
    """An integer that is not negative, and small enough, in another width."""
    if isinstance(value.type, ir.IndexType):
        return build.emit1("arith.index_castui", word, value)
    return _resized(value, word)


def _out_of_word(part: ir.Value, type: ir.Type) -> ir.Value:
    return build.emit1("arith.index_castui", type, part) if isinstance(type, ir.IndexType) else _resized(part, type)


def _resized(value: ir.Value, type: ir.IntegerType) -> ir.Value:
    if value.type.width == type.width:
        return value
    return build.emit1("arith.extui" if value.type.width < type.width else "arith.trunci", type, value)
