"""What calls of functions for products of matrices compute and move, from their arguments."""

from __future__ import annotations

from ...build import constant, emit1
from ...mlir import ir
from ..products.blas_functions import LETTERS, LIBRARIES
from ..products.product_kernel import PREFIX
from ..walk import callee

_BYTES = {type: int(type[1:]) // 8 for type in LETTERS}
_LETTER_BYTES = {letter: _BYTES[type] for type, letter in LETTERS.items()}

_Terms = list[tuple[int, tuple[int, ...]]]  # a sum: factors, and which sizes each is multiplied with

_Work = tuple[tuple[int, ...], _Terms, _Terms]

# name -> (positions of sizes among CBLAS's arguments, operations, numbers read and written)
_WORK: dict[str, _Work] = {
    # m n k: C += A B
    "gemm": ((3, 4, 5), [(2, (0, 1, 2))], [(1, (0, 2)), (1, (2, 1)), (2, (0, 1))]),
    # m n: y += A x
    "gemv": ((2, 3), [(2, (0, 1))], [(1, (0, 1)), (1, (0,)), (1, (1,))]),
    # n
    "dot": ((0,), [(2, (0,))], [(2, (0,))]),
}


def called_work(call: ir.Operation) -> tuple[ir.Value, ir.Value] | None:
    """The operations and bytes of a call as i64, built before it; None for a function that is not known."""
    known = _known(callee(call))
    if known is None:
        return None
    (positions, operations, numbers), size = known
    sizes = [_as_i64(call.operands[at]) for at in positions]
    return _sum(operations, sizes, 1), _sum(numbers, sizes, size)


def is_known(name: str) -> bool:
    """Whether the work of a function is told by its arguments."""
    return _known(name) is not None


def _known(name: str) -> tuple[_Work, int] | None:
    """The work of a function, and the bytes of its numbers."""
    if name.startswith(PREFIX):
        return ((0, 1, 2), *_WORK["gemm"][1:]), _BYTES[name.removeprefix(PREFIX).split(".")[0]]
    for prefix in LIBRARIES.values():
        letter, short = name.removeprefix(prefix)[:1], name.removeprefix(prefix)[1:]
        if name.startswith(prefix) and letter in _LETTER_BYTES and short in _WORK:
            return _WORK[short], _LETTER_BYTES[letter]
    return None


def _sum(terms: _Terms, sizes: list[ir.Value], times: int) -> ir.Value:
    """The sum of products of sizes, each with its factor."""
    i64 = ir.IntegerType.get_signless(64)
    total = constant(i64, 0)
    for factor, which in terms:
        product = constant(i64, factor * times)
        for number in which:
            product = emit1("arith.muli", i64, product, sizes[number])
        total = emit1("arith.addi", i64, total, product)
    return total


def _as_i64(size: ir.Value) -> ir.Value:
    i64 = ir.IntegerType.get_signless(64)
    return size if size.type == i64 else emit1("arith.extsi", i64, size)
