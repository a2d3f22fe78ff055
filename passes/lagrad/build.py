"""Building IR at the current insertion point: types, operations, constants and zeros.

Every function here takes and gives `ir.Value`s; none knows about differentiation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .dialect import WHOLE
from .mlir import ir
from .remembered import remembered

DYNAMIC = ir.ShapedType.get_dynamic_size()


# -- types ------------------------------------------------------------------------------


def element(type: ir.Type) -> ir.Type:
    """The element type of a shaped type; any other type itself."""
    return ir.ShapedType(type).element_type if isinstance(type, ir.ShapedType) else type


@remembered
def has_derivative(type: ir.Type) -> bool:
    """A real or complex float type, or a ranked tensor of one."""
    return is_real(type) or is_complex(type)


@remembered
def is_real(type: ir.Type) -> bool:
    return isinstance(element(type) if is_tensor(type) else type, ir.FloatType)


@remembered
def is_complex(type: ir.Type) -> bool:
    return isinstance(element(type) if is_tensor(type) else type, ir.ComplexType)


def is_tensor(type: ir.Type) -> bool:
    return isinstance(type, ir.RankedTensorType)


def shape_of(type: ir.Type) -> list[int]:
    """Static sizes, DYNAMIC where unknown; [] for a scalar."""
    return list(_shape_of(type)) if is_tensor(type) else []


@remembered
def _shape_of(type: ir.RankedTensorType) -> tuple[int, ...]:
    return tuple(type.shape)


def tensor_type(shape: Sequence[int], of: ir.Type, encoding: ir.Attribute | None = None) -> ir.Type:
    return ir.RankedTensorType.get(list(shape), of, encoding)


def encoding_of(type: ir.Type) -> ir.Attribute | None:
    """What a tensor type says of its elements beside their number."""
    return type.encoding if is_tensor(type) else None


def index_type() -> ir.Type:
    return ir.IndexType.get()


def bytes_of(type: ir.Type) -> int:
    """Bytes of one element as it is stored."""
    kind = element(type)
    if isinstance(kind, ir.ComplexType):
        return 2 * bytes_of(kind.element_type)
    return max(1, getattr(kind, "width", 64) // 8)


# -- operations --------------------------------------------------------------------------


def emit(name: str, results: Sequence[ir.Type], operands: Sequence[ir.Value], **attributes):
    """Creates any operation by name; its results as a list."""
    op = ir.Operation.create(name, results=list(results), operands=list(operands), attributes=attributes or None)
    return list(op.results)


def emit1(name: str, result: ir.Type, *operands: ir.Value, **attributes) -> ir.Value:
    """Creates an operation of one result."""
    return emit(name, [result], operands, **attributes)[0]


def intrinsic(name: str, results: Sequence[ir.Type], *operands: ir.Value) -> list[ir.Value]:
    """Creates a call of one of LLVM's intrinsic functions."""
    sizes = ir.DenseI32ArrayAttr.get
    segments = {"op_bundle_sizes": sizes([]), "operandSegmentSizes": sizes([len(operands), 0])}
    return emit("llvm.call_intrinsic", results, operands, intrin=ir.StringAttr.get(name), **segments)


def like(op: ir.Operation, operands: Sequence[ir.Value], results: Sequence[ir.Type], **attributes) -> ir.Operation:
    """Creates an operation with the name and the attributes of another, and with the blocks that this has then no more.

    Some attributes may be others.
    """
    attributes = attributes_of(op) | attributes
    made = ir.Operation.create(op.name, list(results), list(operands), attributes, regions=len(op.regions))
    for old, new in zip(op.regions, made.regions):
        for block in list(old.blocks):
            block.append_to(new)
    return made


def attributes_of(op: ir.Operation) -> dict[str, ir.Attribute]:
    return {name: op.attributes[name] for name in op.attributes}


def replace_op(op: ir.Operation, *values: ir.Value) -> None:
    """Lets all that uses the results of an operation use values in their place; the operation goes."""
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()


def defining_op(value: ir.Value, *names: str) -> ir.Operation | None:
    """The operation that a value is a result of, if there is one, and it has one of the names where some are given."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        return None
    op = owner.operation
    return op if not names or op.name in names else None


def parent_block(value: ir.Value) -> ir.Block:
    """The block that a value is an argument of, or whose operation gives it."""
    owner = value.owner
    return owner if isinstance(owner, ir.Block) else owner.operation.block


def behind(value: ir.Value) -> ir.InsertionPoint:
    """Where a value is known from."""
    owner = value.owner
    return ir.InsertionPoint.at_block_begin(owner) if isinstance(owner, ir.Block) else ir.InsertionPoint.after(owner)


def private_function(
    name: str, takes: Sequence[ir.Type], gives: Sequence[ir.Type], attributes: Mapping[str, ir.Attribute] = {}
) -> ir.Operation:
    """Creates a private function: a declaration, until its region has a block (`entry`)."""
    return ir.Operation.create(
        "func.func",
        attributes={
            "sym_name": ir.StringAttr.get(name),
            "sym_visibility": ir.StringAttr.get("private"),
            "function_type": ir.TypeAttr.get(ir.FunctionType.get(list(takes), list(gives))),
            **attributes,
        },
        regions=1,
    )


def entry(function: ir.Operation) -> ir.Block:
    """Gives a declaration an empty block, whose arguments are at the function's place."""
    takes = ir.TypeAttr(function.attributes["function_type"]).value.inputs
    return function.regions[0].blocks.append(*takes, arg_locs=[function.location] * len(takes))


def constant(type: ir.Type, number: float | int) -> ir.Value:
    """A scalar constant of a float, complex, integer or index type."""
    if isinstance(type, ir.ComplexType):
        parts = [ir.FloatAttr.get(type.element_type, float(x)) for x in (number, 0.0)]
        return emit1("complex.constant", type, value=ir.ArrayAttr.get(parts))
    if isinstance(type, ir.FloatType):
        value = ir.FloatAttr.get(type, float(number))
    else:
        value = ir.IntegerAttr.get(type, int(number))
    return emit1("arith.constant", type, value=value)


def index(number: int) -> ir.Value:
    return constant(index_type(), number)


def constant_of(value: ir.Value) -> int | float | bool | None:
    """The number that `arith.constant` gives a value (a splat's for a tensor), or None."""
    owner = value.owner
    if isinstance(owner, ir.Block) or owner.operation.name != "arith.constant":
        return None
    type = value.type
    if not isinstance(type, ir.IndexType) and is_complex(type):  # most are indices
        return None  # the bindings cannot read tensors of complex numbers
    attribute = owner.attributes["value"]
    if isinstance(attribute, ir.IntegerAttr):
        return attribute.value
    if isinstance(attribute, ir.DenseElementsAttr):
        if not attribute.is_splat:
            return None
        attribute = attribute.get_splat_value()
    return attribute.value if isinstance(attribute, (ir.IntegerAttr, ir.FloatAttr)) else None


def sizes_of(tensor: ir.Value) -> list[ir.Value | int]:
    """The sizes of a tensor, read off it where they are dynamic."""
    return [
        emit1("tensor.dim", index_type(), tensor, index(d)) if n == DYNAMIC else n
        for d, n in enumerate(shape_of(tensor.type))
    ]


def size_of(value: ir.Value, k: int) -> ir.Value:
    """The size of dimension `k` of a tensor or a buffer, read off it where it is dynamic."""
    size = ir.ShapedType(value.type).shape[k]
    name = "tensor.dim" if is_tensor(value.type) else "memref.dim"
    return emit1(name, index_type(), value, index(k)) if size == DYNAMIC else index(size)


def dynamic_sizes(type: ir.Type, sizes: Sequence[ir.Value | int]) -> list[ir.Value]:
    """Of one size a dimension, those that the type leaves open."""
    return [size for size, static in zip(sizes, shape_of(type)) if static == DYNAMIC]


def empty(type: ir.Type, sizes: Sequence[ir.Value | int]) -> ir.Value:
    """An uninitialised tensor; `sizes` has one entry a dimension."""
    return emit1("tensor.empty", type, *dynamic_sizes(type, sizes))


def full(type: ir.Type, sizes: Sequence[ir.Value | int], number: float) -> ir.Value:
    """A scalar constant, or a tensor filled with it."""
    if not is_tensor(type):
        return constant(type, number)
    return fill(constant(element(type), number), empty(type, sizes))


def zeros(type: ir.Type, sizes: Sequence[ir.Value | int]) -> ir.Value:
    return full(type, sizes, 0.0)


def fill(number: ir.Value, into: ir.Value) -> ir.Value:
    """`linalg.fill`, spelled out with the body that it needs."""
    op = ir.Operation.create(
        "linalg.fill",
        results=[into.type],
        operands=[number, into],
        attributes={"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1])},
        regions=1,
    )
    body = op.regions[0].blocks.append(number.type, element(into.type), arg_locs=[ir.Location.current] * 2)
    with ir.InsertionPoint(body):
        emit("linalg.yield", [], [body.arguments[0]])
    return op.results[0]


def extract(tensor: ir.Value, indices: Sequence[ir.Value]) -> ir.Value:
    return emit1("tensor.extract", element(tensor.type), tensor, *indices)


def insert(scalar: ir.Value, into: ir.Value, indices: Sequence[ir.Value]) -> ir.Value:
    return emit1("tensor.insert", into.type, scalar, into, *indices)


def _static_dynamic(numbers: Sequence[ir.Value | int]) -> tuple[list[ir.Value], ir.Attribute]:
    """Mixed offsets (or sizes, or strides) as operands and the attribute that marks their places."""
    values = [n for n in numbers if not isinstance(n, int)]
    return values, ir.DenseI64ArrayAttr.get([n if isinstance(n, int) else DYNAMIC for n in numbers])


def slice_operands(offsets, sizes, strides, *leading: ir.Value):
    """Operands and attributes of an operation on a slice."""
    parts = [_static_dynamic(part) for part in (offsets, sizes, strides)]
    segments = [1] * len(leading) + [len(values) for values, _ in parts]
    operands = list(leading) + [v for values, _ in parts for v in values]
    attributes = dict(zip(("static_offsets", "static_sizes", "static_strides"), (a for _, a in parts)))
    attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get(segments)
    return operands, attributes


def slice_parts(op: ir.Operation, first: int) -> list[list[ir.Value | int]]:
    """Offsets, sizes and strides of a slice operation, whose operands from `first` on are the dynamic ones."""
    dynamic = iter(list(op.operands)[first:])
    names = ("static_offsets", "static_sizes", "static_strides")
    return [[next(dynamic) if n == DYNAMIC else n for n in ir.DenseI64ArrayAttr(op.attributes[name])] for name in names]


def kept_dimensions(slice: ir.Operation) -> list[int]:
    """The dimensions of a slice that the type of a `tensor.extract_slice`'s result keeps."""
    wanted = shape_of(slice.results[0].type)
    kept: list[int] = []
    for number, size in enumerate(slice.attributes["static_sizes"]):
        if len(kept) < len(wanted) and size == wanted[len(kept)]:
            kept.append(number)
    return kept


def same_size(one: ir.Value | int, other: ir.Value | int) -> bool:
    """Whether two sizes are one number, or one value."""
    if isinstance(one, int) or isinstance(other, int):
        return isinstance(one, int) and isinstance(other, int) and one == other
    return one == other


def extract_slice(source: ir.Value, result: ir.Type, offsets, sizes, strides) -> ir.Value:
    if 0 in shape_of(result):  # MLIR refuses an offset of 0 in a size of 0
        return emit1("tensor.empty", result, *(n for n in sizes if not isinstance(n, int)))
    operands, attributes = slice_operands(offsets, sizes, strides, source)
    return emit("tensor.extract_slice", [result], operands, **attributes)[0]


def whole_slice(tensor: ir.Value, sizes: Sequence[ir.Value | int]) -> ir.Value:
    """All of a tensor, said to have these sizes.

    They are its own, but only we know: without it a loop that carries a cotangent seems to change its shape, and
    could not be differentiated again. By the attribute a compiled function can refuse arguments of other sizes.
    """
    if DYNAMIC not in shape_of(tensor.type):
        return tensor
    rank = len(sizes)
    whole = extract_slice(tensor, tensor.type, [0] * rank, sizes, [1] * rank)
    whole.owner.attributes[WHOLE] = ir.UnitAttr.get()
    return whole


def insert_slice(source: ir.Value, into: ir.Value, offsets, sizes, strides) -> ir.Value:
    if 0 in shape_of(source.type):
        return into
    operands, attributes = slice_operands(offsets, sizes, strides, source, into)
    return emit("tensor.insert_slice", [into.type], operands, **attributes)[0]


def subview(source: ir.Value, result: ir.Type, offsets, sizes, strides) -> ir.Value:
    operands, attributes = slice_operands(offsets, sizes, strides, source)
    return emit("memref.subview", [result], operands, **attributes)[0]


def generic(
    ins: Sequence[ir.Value],
    outs: Sequence[ir.Value],
    maps: Sequence[ir.AffineMap],
    iterators: Sequence[str],
    body: Callable[[list[ir.Value]], Sequence[ir.Value]],
) -> list[ir.Value]:
    """A `linalg.generic` on tensors or buffers; `body` gets the block's arguments and gives what it yields.

    Returns the results, of which there are none on buffers.
    """
    op = ir.Operation.create(
        "linalg.generic",
        results=[out.type for out in outs if is_tensor(out.type)],
        operands=[*ins, *outs],
        attributes={
            "indexing_maps": ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps]),
            "iterator_types": ir.ArrayAttr.get(
                [ir.Attribute.parse(f"#linalg.iterator_type<{kind}>") for kind in iterators]
            ),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(ins), len(outs)]),
        },
        regions=1,
    )
    types = [element(v.type) for v in (*ins, *outs)]
    block = op.regions[0].blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
    with ir.InsertionPoint(block):
        emit("linalg.yield", [], body(list(block.arguments)))
    return list(op.results)


def add(x: ir.Value, y: ir.Value) -> ir.Value:
    """Sum of two scalars, or of two tensors in place of the second (destination style)."""
    if not is_tensor(x.type):
        return emit1("complex.add" if is_complex(x.type) else "arith.addf", x.type, x, y)
    rank = len(shape_of(x.type))
    identity = ir.AffineMap.get_identity(rank)
    return generic(
        [x],
        [y],
        [identity, identity],
        ["parallel"] * rank,
        lambda args: [add(args[1], args[0])],
    )[0]


def total(tensor: ir.Value) -> ir.Value:
    """The sum of all elements, a scalar."""
    rank = len(shape_of(tensor.type))
    start = zeros(tensor_type([], element(tensor.type)), [])
    summed = generic(
        [tensor],
        [start],
        [ir.AffineMap.get_identity(rank), ir.AffineMap.get(rank, 0, [])],
        ["reduction"] * rank,
        lambda args: [add(args[1], args[0])],
    )[0]
    return extract(summed, [])


# -- floats and integers ------------------------------------------------------------------


def resize(value: ir.Value, type: ir.Type) -> ir.Value:
    """A float converted to another width (between f16 and bf16: by way of f32)."""
    if value.type == type:
        return value
    here, there = value.type.width, type.width
    if here == there:
        return resize(resize(value, ir.F32Type.get()), type)
    return emit1("arith.extf" if here < there else "arith.truncf", type, value)


_INTEGER_PREDICATES = {"eq": 0, "ne": 1, "slt": 2, "sle": 3, "sgt": 4, "sge": 5, "ult": 6, "ule": 7, "ugt": 8, "uge": 9}


def compare_integers(predicate: str, x: ir.Value, y: ir.Value) -> ir.Value:
    code = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _INTEGER_PREDICATES[predicate])
    return emit1("arith.cmpi", ir.IntegerType.get_signless(1), x, y, predicate=code)


def to_index(number: ir.Value) -> ir.Value:
    """An integer as an index."""
    if isinstance(number.type, ir.IndexType):
        return number
    return emit1("arith.index_cast", index_type(), number)
