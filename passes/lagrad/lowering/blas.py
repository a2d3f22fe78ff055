"""`lagrad-convert-linalg-to-blas`: contractions become calls of a BLAS library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from .. import build
from ..errors import Failure
from ..mlir import arith, func, ir, llvm, memref, scf
from ..passes import Pass, option
from .contraction import Contraction, contraction
from .walk import walk

# How the functions of each library are called: OpenBLAS of the scipy-openblas32 wheel has a prefix.
LIBRARIES = {"openblas": "scipy_cblas_", "cblas": "cblas_"}
_LETTERS = {"f64": "d", "f32": "s"}
_ROW_MAJOR, _AS_IT_IS, _TRANSPOSED = 101, 111, 112
_LARGEST = 2**31 - 1  # sizes and strides are 32-bit integers

# Multiplications from which on a call is faster than generated code.
WORTH = {"gemm": 4096, "gemv": 8192, "ger": 8192, "dot": 1024}


@dataclass(frozen=True)
class ConvertLinalgToBlas(Pass):
    """Call BLAS for contractions of `f64` and `f32` in memory.

    ```mlir
    linalg.generic {indexing_maps = [(m, n, k) -> (m, k), (m, n, k) -> (k, n), (m, n, k) -> (m, n)], ...}
        ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>) { multiply and add }
    ```
    becomes
    ```mlir
    if (m * n * k is large) scipy_cblas_dgemm(..., m, n, k, 1.0, %a, ..., %b, ..., 1.0, %c, ...)
    else linalg.generic ...
    ```
    Whatever the order of the indices, with either sign, and with further dimensions that all three
    share, over which loops run: gemm, gemv, ger, dot. The product is added to what is there
    already. One index of each matrix must have stride one.
    """

    name = "lagrad-convert-linalg-to-blas"
    creates = ("arith", "func", "llvm", "memref", "scf")

    library: str = option("openblas", "Whose functions: openblas (of the scipy-openblas32 wheel) or cblas.")

    def __post_init__(self):
        if self.library not in LIBRARIES:
            raise Failure(f"option 'library' of '{self.name}' is {' or '.join(LIBRARIES)}, not '{self.library}'")

    def run(self, op, report) -> None:
        calls = Calls(op, LIBRARIES[self.library])
        for child in [child for child in walk(op) if child.name == "linalg.generic"]:
            found = contraction(child)
            if found is not None:
                with child.location, ir.InsertionPoint(child):
                    _convert(child, found, calls)


class Calls:
    """The functions of the library that a module calls, declared as they are met."""

    def __init__(self, module: ir.Operation, prefix: str):
        self.module, self.prefix = module, prefix
        self.symbols = ir.SymbolTable(module)

    def call(self, name: str, arguments: list[ir.Value], result: ir.Type | None = None) -> ir.Value | None:
        results = [] if result is None else [result]
        if (symbol := self.prefix + name) not in self.symbols:
            with ir.InsertionPoint.at_block_begin(self.module.regions[0].blocks[0]):
                type = ir.FunctionType.get([a.type for a in arguments], results)
                self.symbols.insert(func.FuncOp(symbol, type, visibility="private").operation)
        called = func.call(results, symbol, arguments)
        return called if results else None


class _Operand:
    """A matrix, vector or number in memory: its address, and a stride for each dimension of the iteration space."""

    def __init__(self, value: ir.Value, places: tuple[int, ...]):
        self.value, self.places = value, places
        self.type = ir.MemRefType(value.type)
        self.fixed = dict(zip(places, _static_strides(self.type)))
        self.bytes = build.bytes_of(self.type.element_type)
        _, offset, *rest = memref.extract_strided_metadata(value)
        self.strides = dict(zip(places, rest[len(places) :]))
        self.sizes = dict(zip(places, rest[: len(places)]))
        start = memref.extract_aligned_pointer_as_index(value)
        self.start = arith.addi(start, arith.muli(offset, build.index(self.bytes)))

    def address(self, at: dict[int, ir.Value]) -> ir.Value:
        """The address of the first element for some indices."""
        place = self.start
        for dimension, index in at.items():
            if dimension in self.strides:
                step = arith.muli(self.strides[dimension], build.index(self.bytes))
                place = arith.addi(place, arith.muli(index, step))
        word = arith.index_cast(ir.IntegerType.get_signless(64), place)
        return llvm.inttoptr(ir.Type.parse("!llvm.ptr"), word)


def _convert(op: ir.Operation, parts: Contraction, calls: Calls) -> None:
    types = [ir.MemRefType(v.type) for v in op.operands]
    element = str(types[0].element_type)
    if element not in _LETTERS or any(str(t.element_type) != element for t in types):
        return
    plan = _plan(parts, [dict(zip(p, _static_strides(t))) for p, t in zip(parts.places, types)])
    if plan is None:
        return
    sizes = _static_sizes(parts, types).values()
    if None not in sizes and prod(sizes) < WORTH[plan.name]:
        return
    operands = [_Operand(v, p) for v, p in zip(op.operands, parts.places)]
    extent = {d: o.sizes[d] for o in operands for d in o.places}
    worth = _is_worth(plan, parts, extent, operands)
    branch = scf.IfOp(worth, has_else=True)
    with ir.InsertionPoint(branch.then_block):
        _in_batches(list(parts.batch), extent, {}, lambda at: plan.emit(_Emission(calls, operands, extent, at, parts)))
        scf.yield_([])
    with ir.InsertionPoint(branch.else_block):
        op.clone(ip=ir.InsertionPoint.current)
        scf.yield_([])
    op.erase()


@dataclass(frozen=True)
class _Emission:
    """What the emission of one call knows."""

    calls: Calls
    operands: list[_Operand]
    extent: dict[int, ir.Value]
    at: dict[int, ir.Value]  # indices of the dimensions that loops run over
    parts: Contraction

    def call(self, name: str, *arguments, result: ir.Type | None = None) -> ir.Value | None:
        letter = _LETTERS[str(self.element)]
        return self.calls.call(letter + name, [_as_integer(a) for a in arguments], result)

    @property
    def element(self) -> ir.Type:
        return self.operands[0].type.element_type

    @property
    def factor(self) -> ir.Value:
        return arith.constant(self.element, -1.0 if self.parts.negative else 1.0)

    @property
    def one(self) -> ir.Value:
        return arith.constant(self.element, 1.0)

    def address(self, operand: int) -> ir.Value:
        return self.operands[operand].address(self.at)

    def stride(self, operand: int, dimension: int) -> ir.Value:
        return self.operands[operand].strides[dimension]

    def leading(self, operand: int, lead: int, other: int) -> ir.Value:
        """The leading stride of a matrix whose other index has stride one.

        The library wants it to be at least the length of a row, also where there is one row and any would do.
        """
        return arith.maxui(self.stride(operand, lead), self.extent[other])


@dataclass(frozen=True)
class _Plan:
    name: str
    emit: Callable[[_Emission], None]


def _plan(parts: Contraction, fixed: list[dict[int, int | None]]) -> _Plan | None:
    """Which function is to be called, and how; None if none fits. `fixed` are static strides by dimension."""
    shape = tuple(len(part) for part in (parts.m, parts.n, parts.k))
    if max(shape) > 1:
        return None
    (m, n, k) = (part[0] if part else None for part in (parts.m, parts.n, parts.k))
    if shape == (1, 1, 1):
        return _gemm(fixed, 0, 1, m, n, k) or _gemm(fixed, 1, 0, n, m, k)
    if shape == (1, 0, 1):
        return _gemv(fixed, 0, 1, m, k)
    if shape == (0, 1, 1):
        return _gemv(fixed, 1, 0, n, k)
    if shape == (1, 1, 0):
        return _ger(fixed, 0, 1, m, n) or _ger(fixed, 1, 0, n, m)
    if shape == (0, 0, 1):
        return _Plan("dot", lambda e: _emit_dot(e, k))
    return None


def _order(fixed: dict[int, int | None], rows: int, columns: int) -> tuple[int, int, int] | None:
    """How a matrix lies in memory: as it is or transposed, the dimension along its leading stride, and the other one."""
    if fixed[columns] == 1:
        return _AS_IT_IS, rows, columns
    if fixed[rows] == 1:
        return _TRANSPOSED, columns, rows
    return None


def _gemm(fixed: list, a: int, b: int, m: int, n: int, k: int) -> _Plan | None:
    left, right, out = _order(fixed[a], m, k), _order(fixed[b], k, n), _order(fixed[2], m, n)
    if left is None or right is None or out is None or out[0] == _TRANSPOSED:
        return None

    def emit(e: _Emission) -> None:
        e.call(
            "gemm", _ROW_MAJOR, left[0], right[0], e.extent[m], e.extent[n], e.extent[k],
            e.factor, e.address(a), e.leading(a, *left[1:]), e.address(b), e.leading(b, *right[1:]),
            e.one, e.address(2), e.leading(2, m, n),
        )  # fmt: skip

    return _Plan("gemm", emit)


def _gemv(fixed: list, a: int, x: int, m: int, k: int) -> _Plan | None:
    order = _order(fixed[a], m, k)
    if order is None:
        return None
    rows, columns = (m, k) if order[0] == _AS_IT_IS else (k, m)

    def emit(e: _Emission) -> None:
        e.call(
            "gemv", _ROW_MAJOR, order[0], e.extent[rows], e.extent[columns],
            e.factor, e.address(a), e.leading(a, *order[1:]), e.address(x), e.stride(x, k),
            e.one, e.address(2), e.stride(2, m),
        )  # fmt: skip

    return _Plan("gemv", emit)


def _ger(fixed: list, x: int, y: int, m: int, n: int) -> _Plan | None:
    if fixed[2][n] != 1:
        return None

    def emit(e: _Emission) -> None:
        e.call(
            "ger", _ROW_MAJOR, e.extent[m], e.extent[n],
            e.factor, e.address(x), e.stride(x, m), e.address(y), e.stride(y, n),
            e.address(2), e.leading(2, m, n),
        )  # fmt: skip

    return _Plan("ger", emit)


def _emit_dot(e: _Emission, k: int) -> None:
    dot = e.call("dot", e.extent[k], e.address(0), e.stride(0, k), e.address(1), e.stride(1, k), result=e.element)
    out = e.operands[2]
    at = [e.at[d] for d in out.places]
    before = memref.load(out.value, at)
    memref.store((arith.subf if e.parts.negative else arith.addf)(before, dot), out.value, at)


def _in_batches(dimensions: list[int], extent: dict, at: dict, emit: Callable[[dict], None]) -> None:
    """Loops over dimensions, and what they do for each index of all of them."""
    if not dimensions:
        emit(at)
        return
    first, *rest = dimensions
    loop = scf.ForOp(build.index(0), extent[first], build.index(1))
    with ir.InsertionPoint(loop.body):
        _in_batches(rest, extent, {**at, first: loop.induction_variable}, emit)
        scf.yield_([])


def _is_worth(plan: _Plan, parts: Contraction, extent: dict[int, ir.Value], operands: list[_Operand]) -> ir.Value:
    """Whether a call pays, and its sizes and strides are 32-bit integers."""
    work = build.index(1)
    for dimension in (*parts.m, *parts.n, *parts.k):
        work = arith.muli(work, extent[dimension])
    worth = arith.cmpi(arith.CmpIPredicate.uge, work, build.index(WORTH[plan.name]))
    numbers = [*extent.values(), *(stride for o in operands for stride in o.strides.values())]
    for number in dict.fromkeys(numbers):
        fits = arith.cmpi(arith.CmpIPredicate.ule, number, build.index(_LARGEST))
        worth = arith.andi(worth, fits)
    return worth


def _as_integer(argument: int | ir.Value) -> ir.Value:
    """What C takes: 32-bit integers for sizes, strides and flags."""
    i32 = ir.IntegerType.get_signless(32)
    if isinstance(argument, int):
        return arith.constant(i32, argument)
    return arith.index_cast(i32, argument) if isinstance(argument.type, ir.IndexType) else argument


def _static_strides(type: ir.MemRefType) -> list[int | None]:
    strides, _ = type.get_strides_and_offset()
    unknown = ir.ShapedType.get_dynamic_stride_or_offset()
    return [None if stride == unknown else stride for stride in strides]


def _static_sizes(parts: Contraction, types: list[ir.MemRefType]) -> dict[int, int | None]:
    """Sizes of the dimensions of one call, where they are known."""
    sizes: dict[int, int | None] = {}
    for places, type in zip(parts.places, types):
        for position, dimension in enumerate(places):
            if dimension not in parts.batch:
                known = None if type.is_dynamic_dim(position) else type.get_dim_size(position)
                sizes[dimension] = sizes.get(dimension) or known
    return sizes
