"""`lagrad-convert-linalg-to-blas`: contractions become calls of a BLAS library."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass

from ... import build
from ...forms.nests import choice, nest
from ...mlir import arith, func, ir
from ...passes import Pass, option
from ..facts.fills import fill_of, is_silent
from ..facts.memory import are_apart
from ..threads.team import is_part
from ..walk import enclosing_function, walk
from . import guarded_product, product_kernel
from .blas_functions import (
    LETTERS,
    LIBRARIES,
    NONE,
    WORTH,
    WORTH_KNOWN,
    Emission,
    Function,
    Groups,
    Limits,
    choose,
    is_for_tiles,
)
from .contraction import Contraction, contraction
from .finite import all_finite, both
from .matrices import Axis, Matrix, axes, size_of
from .shared import Sharing

_LARGEST = 2**31 - 1  # sizes and strides are 32-bit integers


@dataclass(frozen=True)
class ConvertLinalgToBlas(Pass):
    """Call BLAS for contractions of `f64` and `f32` in memory.

    ```mlir
    linalg.generic {indexing_maps = [(m, n, k) -> (m, k), (m, n, k) -> (k, n), (m, n, k) -> (m, n)], ...}
        ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>) { multiply and add }
    ```
    becomes
    ```mlir
    if (m * n * k is large)
      if (m is small) lagrad.product.f64(m, n, k, 1.0, %a, ..., %b, ..., %c, ...)
      else scipy_cblas_dgemm(..., m, n, k, 1.0, %a, ..., %b, ..., 1.0, %c, ...)
    else linalg.generic ...
    ```
    `lagrad.product.f64` is a function of `lagrad-define-products`, which is faster where the result has few rows.
    Whatever the order of the indices, with either sign, times a number: gemm, gemv, dot. Loops run over further
    dimensions, of which neighbours are one where memory allows it. The product is added to what is there already. One
    index of each matrix must have stride one. Without a library only products of two matrices become calls.

    Threads share the products of a batch, or the rows of one product, if our function computes it well: libraries may
    have threads themselves, and hang where other threads call them.

    A product whose zeros are strong (`0 * inf` is 0, as in the adjoint of what a select may discard) is a call only if
    the other factor has neither infinity nor NaN in it, which is looked up before; where it has, loops compute it, or,
    where the sizes are known, a function that the module gets once.
    """

    name = "lagrad-convert-linalg-to-blas"
    aim = "blas"
    creates = ("arith", "func", "llvm", "memref", "scf")

    library: str = option(
        "openblas",
        "Whose functions: openblas (of the scipy-openblas32 wheel), cblas, or none.",
        known=(*LIBRARIES, NONE),
    )

    threads: int = option(1, "How many threads share a large product.", least=1)
    work: int = option(1 << 21, "The least number of multiplications that threads share.", least=0)

    def run(self, op, report) -> None:
        limits, sharing = Limits(), Sharing(op, self.threads, self.work)
        calls = Calls(op, LIBRARIES.get(self.library), limits, sharing)
        of_part = copy(calls)
        of_part.prefix, of_part.sharing = None, Sharing(op, 1, 0)
        for generic, found, before in _products(op):
            location = generic.location
            with location, ir.InsertionPoint(generic):
                own = of_part if is_part(enclosing_function(generic)) else calls
                became = _convert(generic, found, before, own)
            if became is not None:
                report.remark(location, f"this product {became}")


_Product = tuple[ir.Operation, Contraction, ir.Operation | None]  # the last is what does something to memory before it


def _products(op: ir.Operation) -> list[_Product]:
    """The contractions inside an operation, in order."""
    products: list[_Product] = []
    last: dict[ir.Block, ir.Operation | None] = {}
    for child in walk(op):
        found = contraction(child) if child.name == "linalg.generic" else None
        if found is not None:
            products.append((child, found, last.get(child.block)))
        if not is_silent(child):
            last[child.block] = child if found is None else None
    return products


class Calls:
    """The functions that a module calls, of a library if there is one and of ours, declared as they are met."""

    def __init__(self, module: ir.Operation, prefix: str | None, limits: Limits, sharing: Sharing):
        self.module, self.prefix, self.limits, self.sharing = module, prefix, limits, sharing
        self.symbols = ir.SymbolTable(module)

    def of_library(self, name: str, arguments: list[ir.Value], result: ir.Type | None = None) -> ir.Value | None:
        return self.call(self.prefix + name, arguments, result)

    def call(self, symbol: str, arguments: list[ir.Value], result: ir.Type | None = None) -> ir.Value | None:
        results = [] if result is None else [result]
        if symbol not in self.symbols:
            with ir.InsertionPoint.at_block_begin(self.module.regions[0].blocks[0]):
                type = ir.FunctionType.get([a.type for a in arguments], results)
                self.symbols.insert(func.FuncOp(symbol, type, visibility="private").operation)
        called = func.call(results, symbol, arguments)
        return called if results else None


def _convert(op: ir.Operation, parts: Contraction, before: ir.Operation | None, calls: Calls) -> str | None:
    """Puts a call in the place of an operation, and of what fills its result `before` with zeros.

    Says what became of the product; None if it is of numbers that BLAS does not know.
    """
    types = [ir.MemRefType(v.type) for v in parts.operands]
    element = str(types[0].element_type)
    if element not in LETTERS or any(str(t.element_type) != element for t in types):
        return None
    groups = Groups(*(axes(group, types, parts.places) for group in (parts.batch, parts.m, parts.n, parts.k)))
    if parts.guard is None:  # only gemm has guards
        groups = groups.without(lambda axis: all(size_of(d, types, parts.places) == 1 for d in axis))
    every = [axis for group in (groups.batch, groups.m, groups.n, groups.k) for axis in group]
    operands = [
        Matrix(value, places, [axis for axis in every if axis[0] in places])
        for value, places in zip(parts.operands, parts.places)
    ]
    function = choose(groups, operands)
    if calls.prefix is None and (function is None or function.name != "gemm"):
        return "is left to loops: it is no product of two matrices whose rows or columns lie along memory"
    if function is None:
        return "is left to loops: no function of BLAS computes it"
    if parts.guard is not None and function.name != "gemm":
        return "is left to loops: zeros of one factor are zeros of the product, whatever the other is"
    if _is_small(function, operands):
        return f"is left to loops: it is too small for {function.name}"
    outer = [axis for axis in every if axis not in function.axes]
    is_whole = function.name == "gemm" and not any(axis in groups.k for axis in outer)
    zeros = before if is_whole and _is_zeros(before, op) else None
    for operand in operands:
        operand.read()
    extent = {axis: size for operand in operands for axis, size in operand.extents.items()}

    def call(name: str, *arguments, result: ir.Type | None = None) -> ir.Value | None:
        return calls.of_library(LETTERS[element] + name, [_as_integer(a, 32) for a in arguments], result)

    def multiply(_: int, *arguments) -> None:
        calls.call(product_kernel.name_of(element), [_as_integer(a, 64) for a in arguments])

    def emission(at: dict, rows: dict, has_library: bool, multiply: Callable[..., None] = multiply) -> Emission:
        return Emission(
            call,
            multiply,
            has_library,
            operands,
            extent | rows,
            at,
            parts.numbers,
            parts.negative,
            calls.limits,
            zeros is None,
        )

    def product() -> None:
        def alone() -> None:
            whole = calls.prefix is not None
            nest([extent[d] for d in outer], lambda at, _: function.emit(emission(dict(zip(outer, at)), {}, whole)))

        def part(first: ir.Value, last: ir.Value) -> None:
            ranges = [(first, last, 1) if axis == shared else extent[axis] for axis in outer]
            place, rows = ({}, {}) if shared in outer else ({shared: first}, {shared: arith.subi(last, first)})
            nest(ranges, lambda at, _: function.emit(emission(dict(zip(outer, at)) | place, rows, False)))

        if function.name == "gemm":
            known = {axis: size for operand in operands for axis, size in operand.known.items() if size is not None}
            shared = next((axis for axis in outer if axis not in groups.k), function.axes[0])
            calls.sharing.emit(extent, known, shared, function.least(calls.limits), part, alone)
        else:
            alone()

    def loops() -> None:
        if parts.guard is not None and _has_known_sizes(function, operands):

            def guarded(first: int, *arguments) -> None:
                of_second = arith.constant(ir.IntegerType.get_signless(1), first != parts.guard)
                calls.call(guarded_product.name_of(element), [*(_as_integer(a, 64) for a in arguments), of_second])

            strong = lambda at: emission(dict(zip(outer, at)), {}, False, guarded)
            nest([extent[d] for d in outer], lambda at, _: function.emit(strong(at)))
        else:
            for one in filter(None, (zeros, op)):
                one.clone(ip=ir.InsertionPoint.current)

    worth = None if _is_known_worth(function, operands) else _is_worth(function, extent, operands)
    if parts.guard is not None:
        is_finite = lambda: all_finite([parts.operands[1 - parts.guard], *parts.numbers])
        worth = is_finite() if worth is None else both(worth, is_finite)
    if worth is None:
        product()
    else:
        choice(worth, [], product, loops)
    for one in filter(None, (zeros, op)):
        one.erase()
    conditions = [] if _has_known_sizes(function, operands) else ["it is large enough"]
    conditions += [] if parts.guard is None else ["all of a factor is finite"]
    return f"calls {_called(function, operands, calls)}" + (f" if {' and '.join(conditions)}" if conditions else "")


def _called(function: Function, operands: list[Matrix], calls: Calls) -> str:
    """The name of what is called."""
    ours = f"{product_kernel.PREFIX}{operands[0].element}"
    if calls.prefix is None:
        return ours
    if function.name != "gemm":
        return function.name
    sizes = {axis: size for operand in operands for axis, size in operand.known.items()}
    for_ours = is_for_tiles(tuple(sizes[axis] for axis in function.axes), function.is_turned, calls.limits)
    return f"gemm or {ours}" if for_ours is None else ours if for_ours else "gemm"


def _is_zeros(before: ir.Operation | None, op: ir.Operation) -> bool:
    """Whether an operation writes zeros to all of the result of the one behind it."""
    *factors, result = op.operands
    if before is None or (fill := fill_of(before, result)) is None or build.constant_of(fill.value) != 0:
        return False
    return all(are_apart(f, result) for f in factors if isinstance(f.type, ir.MemRefType))


def _is_small(function: Function, operands: list[Matrix]) -> bool:
    """Whether the sizes are known, and too small for a call."""
    sizes = {axis: size for operand in operands for axis, size in operand.known.items() if size is not None}
    work = 1
    for axis in function.axes:
        if axis not in sizes:
            return False
        work *= sizes[axis]
    return work < max(WORTH[function.name], WORTH_KNOWN)


def _has_known_sizes(function: Function, operands: list[Matrix]) -> bool:
    known = {axis for operand in operands for axis, size in operand.known.items() if size is not None}
    return known.issuperset(function.axes)


def _is_known_worth(function: Function, operands: list[Matrix]) -> bool:
    """Whether `_is_worth` of a product that is not small is known to hold: all sizes and strides are."""
    numbers = [n for operand in operands for each in (operand.known, operand.fixed) for n in each.values()]
    return _has_known_sizes(function, operands) and all(n is not None and 0 <= n <= _LARGEST for n in numbers)


def _is_worth(function: Function, extent: dict[Axis, ir.Value], operands: list[Matrix]) -> ir.Value:
    """Whether a call pays, and its sizes and strides are 32-bit integers."""
    work = build.index(1)
    for axis in function.axes:
        work = arith.muli(work, extent[axis])
    worth = arith.cmpi(arith.CmpIPredicate.uge, work, build.index(WORTH[function.name]))
    numbers = [*extent.values(), *(stride for o in operands for stride in o.strides.values())]
    for number in dict.fromkeys(numbers):
        fits = arith.cmpi(arith.CmpIPredicate.ule, number, build.index(_LARGEST))
        worth = arith.andi(worth, fits)
    return worth


def _as_integer(argument: int | ir.Value, bits: int) -> ir.Value:
    """What functions take for sizes, strides and flags: those of a library 32-bit integers."""
    integer = ir.IntegerType.get_signless(bits)
    if isinstance(argument, int):
        return arith.constant(integer, argument)
    return arith.index_cast(integer, argument) if isinstance(argument.type, ir.IndexType) else argument
