"""How a function's signature looks from C: which types can cross the boundary, and as what.

The interface of a public function `@f` is

    void f(const T *x, int64_t x_dim0, ..., T scalar, ..., T *result, ...)

An array is a pointer to row-major, contiguous elements followed by its dynamic sizes; one of a
strided memref type a pointer to its first element, followed by dynamic sizes and then dynamic
strides, in elements. A scalar is passed by value; every result, scalars too, is a pointer at the
end. A complex number is a real and an imaginary part: two scalars, or two elements in memory.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from ...dialect import PACKED
from ...errors import Failure, error
from ...mlir import ir

ENTRIES = "lagrad.entries"  # on a module: the functions that stay callable from outside
INTERFACE = "lagrad.interface"  # on a lowered function: its signature in tensor types
EQUAL_SIZES = "lagrad.equal_sizes"  # beside it: which sizes of arguments must agree
RESULT_SIZES = "lagrad.result_sizes"  # beside it: which sizes of arguments the results have
COMPUTED_SIZES = "lagrad.computed_sizes"  # beside it: which sizes of arguments must be what is computed
WITH_MEMORY = "_with_memory"  # the suffix of the function whose caller lends memory
LENDS = "lagrad.lends"  # beside INTERFACE: there is one
SIZES = "_result_sizes"  # the suffix of the function that computes dynamic result sizes, and then those


@dataclass(frozen=True)
class Element:
    """One element type: its spellings in MLIR, C, LLVM (in memory) and NumPy, and its bytes.

    The spellings of a complex type in C and LLVM are those of its parts.
    """

    mlir: str
    c: str
    llvm: str
    numpy: str
    bytes: int

    @property
    def is_complex(self) -> bool:
        return self.mlir.startswith("complex")


ELEMENTS = {
    element.mlir: element
    for element in (
        Element("f64", "double", "f64", "float64", 8),
        Element("f32", "float", "f32", "float32", 4),
        Element("f16", "uint16_t", "i16", "float16", 2),
        Element("bf16", "uint16_t", "i16", "bfloat16", 2),
        Element("complex<f64>", "double", "f64", "complex128", 16),
        Element("complex<f32>", "float", "f32", "complex64", 8),
        Element("index", "int64_t", "i64", "int64", 8),
        Element("i64", "int64_t", "i64", "int64", 8),
        Element("i32", "int32_t", "i32", "int32", 4),
        Element("i16", "int16_t", "i16", "int16", 2),
        Element("i8", "int8_t", "i8", "int8", 1),
        Element("i1", "uint8_t", "i8", "bool", 1),
    )
}


@dataclass(frozen=True)
class Parameter:
    """One argument or result: a scalar where `shape` is None, else an array (None: a dynamic size)."""

    mlir: str
    element: Element
    shape: tuple[int | None, ...] | None
    strides: tuple[int | None, ...] | None = None  # in elements; None: contiguous
    offset: int = 0  # how many elements before its first one the type has an array begin

    @property
    def is_scalar(self) -> bool:
        return self.shape is None

    @property
    def dynamic(self) -> tuple[int, ...]:
        """The dimensions whose size is not part of the type."""
        return tuple(k for k, size in enumerate(self.shape or ()) if size is None)

    @property
    def open_strides(self) -> tuple[int, ...]:
        """The dimensions whose stride is not part of the type."""
        return tuple(k for k, stride in enumerate(self.strides or ()) if stride is None)


@dataclass(frozen=True)
class Signature:
    """A function as C sees it."""

    arguments: tuple[Parameter, ...]
    results: tuple[Parameter, ...]
    # (argument, dimension, other argument or None, its dimension or the size itself)
    equal_sizes: tuple[tuple[int, int, int | None, int], ...] = ()
    # for each dynamic size of a result: (argument, dimension), (None, size), or None: it must be computed
    result_sizes: tuple[tuple[int | None, int] | None, ...] = ()

    # (argument, dimension): its size is computed after those of the results, and must be that
    computed_sizes: tuple[tuple[int, int], ...] = ()

    # parameter -> encoding, for those that are packed triangular matrices
    packed: tuple[tuple[str, str], ...] = ()

    # whether there is a companion to which the caller lends memory
    lends: bool = False

    @property
    def dynamic_results(self) -> int:
        """How many sizes of results are not part of their types."""
        return sum(len(result.dynamic) for result in self.results)

    @property
    def needs_sizes(self) -> bool:
        """Whether there is a companion that computes sizes."""
        return self.has_dynamic_results or bool(self.computed_sizes)

    @property
    def computes_sizes(self) -> bool:
        """Whether it takes the companion to know the sizes of results, or whether arguments are as they must be."""
        return bool(self.computed_sizes) or len(self.result_sizes) < self.dynamic_results or None in self.result_sizes

    @property
    def has_dynamic_results(self) -> bool:
        return any(result.dynamic for result in self.results)


def sizes_attribute(entries: list[tuple[int | None, ...] | None]) -> ir.Attribute:
    """EQUAL_SIZES, RESULT_SIZES or COMPUTED_SIZES; -1 stands for None, and no numbers for an entry that is None."""
    return ir.ArrayAttr.get(
        [ir.DenseI64ArrayAttr.get([-1 if number is None else number for number in entry or ()]) for entry in entries]
    )


def functions(module: ir.Operation) -> dict[str, Signature]:
    """The C functions of a lowered module, in its order."""
    found = {}
    packed = module.attributes[PACKED] if PACKED in module.attributes else {}
    with module.context:
        for op in module.regions[0].blocks[0].operations:
            if INTERFACE in op.operation.attributes:
                name = ir.StringAttr(op.operation.attributes["sym_name"]).value
                found[name] = interface(op.operation, name)
                if name in packed:
                    pairs = tuple((entry.name, ir.StringAttr(entry.attr).value) for entry in packed[name])
                    found[name] = dataclasses.replace(found[name], packed=pairs)
    return found


def interface(function: ir.Operation, name: str) -> Signature:
    """The C signature that a lowered function carries in its attributes."""
    found = signature(ir.TypeAttr(function.attributes[INTERFACE]).value, function.location, name)
    return dataclasses.replace(
        found,
        equal_sizes=_entries(function, EQUAL_SIZES),
        result_sizes=_entries(function, RESULT_SIZES),
        computed_sizes=_entries(function, COMPUTED_SIZES),
        lends=LENDS in function.attributes,
    )


def _entries(function: ir.Operation, key: str) -> tuple:
    if key not in function.attributes:
        return ()
    entries = [list(ir.DenseI64ArrayAttr(entry)) for entry in function.attributes[key]]
    return tuple(tuple(None if n < 0 else n for n in entry) if entry else None for entry in entries)


def signature(function_type: ir.FunctionType, location, name: str) -> Signature:
    """The C signature of a function type; Failure at `location` for a type that has none."""
    return Signature(
        tuple(_parameter(t, location, f"argument {n} of @{name}") for n, t in enumerate(function_type.inputs)),
        tuple(_parameter(t, location, f"result {n} of @{name}") for n, t in enumerate(function_type.results)),
    )


def _parameter(t: ir.Type, location, what: str) -> Parameter:
    shape, element = None, t
    if isinstance(t, (ir.RankedTensorType, ir.MemRefType)):
        shape = tuple(None if t.is_dynamic_dim(k) else t.get_dim_size(k) for k in range(t.rank))
        element = t.element_type
    strides, offset = strides_of(t) if what.startswith("argument") else (None, 0)
    if str(element) not in ELEMENTS or not (_is_contiguous(t) or strides is not None):
        raise Failure(
            error(
                location,
                f"{what} has the type {t}, which has no place in the C interface; it takes scalars, "
                f"tensors and contiguous memrefs of {', '.join(ELEMENTS)}, as arguments strided ones, too",
            )
        )
    return Parameter(str(t), ELEMENTS[str(element)], shape, strides, offset)


def strides_of(t: ir.Type) -> tuple[tuple[int | None, ...] | None, int]:
    """The strides of a strided memref type, None where they are open, and its offset; no strides for other types."""
    is_memory = isinstance(t, ir.MemRefType) and t.memory_space is None
    if not is_memory or _is_contiguous(t) or not isinstance(t.layout, ir.StridedLayoutAttr):
        return None, 0
    strides, offset = t.get_strides_and_offset()
    unknown = ir.ShapedType.get_dynamic_stride_or_offset()
    return tuple(None if n == unknown else n for n in strides), 0 if offset == unknown else offset


def _is_contiguous(t: ir.Type) -> bool:
    return not isinstance(t, ir.MemRefType) or (
        t.affine_map == ir.AffineMap.get_identity(t.rank) and t.memory_space is None
    )
