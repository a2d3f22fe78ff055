"""Which function of BLAS computes a contraction, and with which arguments."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod

from ... import build
from ...forms.nests import choice
from ...mlir import arith, ir, llvm, memref
from .matrices import Axis, Matrix

# How the functions of each library are called: OpenBLAS of the scipy-openblas32 wheel has a prefix.
LIBRARIES = {"openblas": "scipy_cblas_", "cblas": "cblas_"}
NONE = "none"  # no library: products of matrices are computed by functions of our own, the rest by loops
LETTERS = {"f64": "d", "f32": "s"}
ROW_MAJOR, AS_IT_IS, TRANSPOSED = 101, 111, 112

# Multiplications from which on a call is faster than generated code (`python -m benchmarks.thresholds.blas`).
WORTH = {"gemm": 512, "gemv": 8192, "dot": 1024}
WORTH_KNOWN = 1024  # at least, where all sizes are known: such loops have no tests and are unrolled

_ASSUMED = 1 << 10  # an extent that is not known, where axes are compared


@dataclass(frozen=True)
class Limits:
    """Of products that `product_kernel` computes faster than a library (`python -m benchmarks.thresholds.products`)."""

    columns: int = 8  # of the result, at least
    turned: int = 16  # rows of the result, at least, where the second factor has to be transposed for them
    rows: int = 512  # of the result, at most, or
    terms: int = 256  # of its sums, at most


@dataclass(frozen=True)
class Groups:
    """The axes of a contraction `C[batch, m, n] += A[batch, m, k] * B[batch, k, n]`."""

    batch: list[Axis]
    m: list[Axis]
    n: list[Axis]
    k: list[Axis]

    def without(self, is_one: Callable[[Axis], bool]) -> Groups:
        """What is left where axes of one index are none: a matrix of one column is a vector."""
        return Groups(*([axis for axis in group if not is_one(axis)] for group in (self.batch, self.m, self.n, self.k)))


@dataclass(frozen=True)
class Emission:
    """What the emission of one call knows.

    `call` takes a name without its letter, arguments and a result type; `multiply` which operand is
    the first factor, and the arguments of `product_kernel`'s function.
    """

    call: Callable[..., ir.Value | None]
    multiply: Callable[..., None]
    has_library: bool
    operands: list[Matrix]
    extent: dict[Axis, ir.Value]
    at: dict[Axis, ir.Value]  # indices of the axes that loops run over
    numbers: tuple[ir.Value, ...]
    negative: bool
    limits: Limits  # of products that `multiply` computes where there is a library
    adds: bool = True  # to what is in the result already; otherwise, which gemm knows, whatever is there is lost

    @property
    def element(self) -> ir.Type:
        return self.operands[0].element

    @property
    def known(self) -> dict[Axis, int]:
        """The sizes that are known."""
        return {axis: n for operand in self.operands for axis, n in operand.known.items() if n is not None}

    @property
    def factor(self) -> ir.Value:
        factor = arith.constant(self.element, -1.0 if self.negative else 1.0)
        for number in self.numbers:
            if isinstance(number.type, ir.MemRefType):
                number = memref.load(number, [])
            factor = arith.mulf(factor, number)
        return factor

    @property
    def one(self) -> ir.Value:
        return arith.constant(self.element, 1.0)

    @property
    def begin(self) -> ir.Value:
        """What the result is multiplied with before."""
        return arith.constant(self.element, 1.0 if self.adds else 0.0)

    def address(self, operand: int) -> ir.Value:
        return self.operands[operand].address(self.at)

    def stride(self, operand: int, axis: Axis) -> ir.Value:
        return self.operands[operand].strides[axis]

    def leading(self, operand: int, lead: Axis, other: Axis) -> ir.Value:
        """The leading stride of a matrix whose other index has stride one.

        The library wants it to be at least the length of a row, also where there is one row and any would do.
        """
        return arith.maxui(self.stride(operand, lead), self.extent[other])


@dataclass(frozen=True)
class Function:
    """A function, the axes that one call of it runs over, and how its arguments are written."""

    name: str
    axes: tuple[Axis, ...]
    emit: Callable[[Emission], None]
    is_turned: bool = False  # of the second factor of a product of matrices no rows lie along memory

    def least(self, limits: Limits) -> dict[Axis, int]:
        """The sizes from which on a function of ours computes a product of matrices well."""
        m, n, _ = self.axes
        return {n: limits.columns} | ({m: limits.turned} if self.is_turned else {})


def choose(groups: Groups, operands: list[Matrix]) -> Function | None:
    """The function that does most of a contraction in one call; loops run over all other axes. None without one."""
    known = {axis: size for operand in operands for axis, size in operand.known.items() if size is not None}

    def work(function: Function) -> tuple[int, int]:
        return len(function.axes), prod(known.get(axis, _ASSUMED) for axis in function.axes)

    return max(_functions(groups, [operand.fixed for operand in operands]), key=work, default=None)


def _functions(groups: Groups, fixed: list[dict[Axis, int | None]]) -> Iterator[Function]:
    for m, n, k in itertools.product(groups.m, groups.n, groups.k):
        yield from filter(None, (_gemm(fixed, 0, 1, m, n, k), _gemm(fixed, 1, 0, n, m, k)))
    for m, k in itertools.product(groups.m, groups.k):
        yield from filter(None, [_gemv(fixed, 0, 1, m, k)])
    for n, k in itertools.product(groups.n, groups.k):
        yield from filter(None, [_gemv(fixed, 1, 0, n, k)])
    alone = not (groups.batch or groups.m or groups.n)
    for k in groups.k:
        if not (alone or fixed[0][k] == fixed[1][k] == 1):
            continue  # loops over other axes can run along the memory
        yield Function("dot", (k,), lambda e, k=k: _emit_dot(e, k))


def _order(fixed: dict[Axis, int | None], rows: Axis, columns: Axis) -> tuple[int, Axis, Axis] | None:
    """How a matrix lies in memory: as it is or transposed, the axis along its leading stride, and the other one."""
    if fixed[columns] == 1:
        return AS_IT_IS, rows, columns
    if fixed[rows] == 1:
        return TRANSPOSED, columns, rows
    return None


def is_for_tiles(sizes: tuple[int | None, ...], is_turned: bool, limits: Limits) -> bool | None:
    """Whether a function of our own computes a product of such sizes (m, n, k) where there is a library.

    None if unknown sizes decide. `is_turned` says of the second factor that its rows do not lie along memory.
    """
    m, n, k = sizes
    conditions = (
        None if n is None else n >= limits.columns,
        not is_turned or (None if m is None else m >= limits.turned),
        _or(None if m is None else m <= limits.rows, None if k is None else k <= limits.terms),
    )
    return False if False in conditions else None if None in conditions else True


def _or(one: bool | None, other: bool | None) -> bool | None:
    return True if one or other else None if None in (one, other) else False


def _gemm(fixed: list, a: int, b: int, m: Axis, n: Axis, k: Axis) -> Function | None:
    left, right, out = _order(fixed[a], m, k), _order(fixed[b], k, n), _order(fixed[2], m, n)
    if left is None or right is None or out is None or out[0] == TRANSPOSED:
        return None

    is_turned = right[0] == TRANSPOSED

    def by_library(e: Emission) -> None:
        e.call(
            "gemm", ROW_MAJOR, left[0], right[0], e.extent[m], e.extent[n], e.extent[k],
            e.factor, e.address(a), e.leading(a, *left[1:]), e.address(b), e.leading(b, *right[1:]),
            e.begin, e.address(2), e.leading(2, m, n),
        )  # fmt: skip

    def by_tiles(e: Emission) -> None:
        e.multiply(
            a, e.extent[m], e.extent[n], e.extent[k], e.factor, e.address(a), e.stride(a, m), e.stride(a, k),
            e.address(b), e.stride(b, k), e.stride(b, n), build.constant(ir.IntegerType.get_signless(1), e.adds),
            e.address(2), e.stride(2, m),
        )  # fmt: skip

    def emit(e: Emission) -> None:
        known = e.known
        for_ours = is_for_tiles((known.get(m), known.get(n), known.get(k)), is_turned, e.limits)
        if not e.has_library or for_ours:
            by_tiles(e)
            return
        if for_ours is False:
            by_library(e)
            return
        is_low = arith.cmpi(arith.CmpIPredicate.ule, e.extent[m], build.index(e.limits.rows))
        is_short = arith.cmpi(arith.CmpIPredicate.ule, e.extent[k], build.index(e.limits.terms))
        is_ours = arith.andi(
            arith.ori(is_low, is_short),
            arith.cmpi(arith.CmpIPredicate.uge, e.extent[n], build.index(e.limits.columns)),
        )
        if is_turned:
            is_ours = arith.andi(
                is_ours, arith.cmpi(arith.CmpIPredicate.uge, e.extent[m], build.index(e.limits.turned))
            )
        choice(is_ours, [], lambda: by_tiles(e), lambda: by_library(e))

    return Function("gemm", (m, n, k), emit, is_turned)


def _gemv(fixed: list, a: int, x: int, m: Axis, k: Axis) -> Function | None:
    order = _order(fixed[a], m, k)
    if order is None:
        return None
    rows, columns = (m, k) if order[0] == AS_IT_IS else (k, m)

    def emit(e: Emission) -> None:
        e.call(
            "gemv", ROW_MAJOR, order[0], e.extent[rows], e.extent[columns],
            e.factor, e.address(a), e.leading(a, *order[1:]), e.address(x), e.stride(x, k),
            e.one, e.address(2), e.stride(2, m),
        )  # fmt: skip

    return Function("gemv", (m, k), emit)


def _emit_dot(e: Emission, k: Axis) -> None:
    dot = e.call("dot", e.extent[k], e.address(0), e.stride(0, k), e.address(1), e.stride(1, k), result=e.element)
    product = arith.mulf(e.factor, dot) if e.numbers else dot
    total = arith.subf if e.negative and not e.numbers else arith.addf
    place = e.address(2)
    llvm.store(total(llvm.load(e.element, place), product), place)
