"""Operations of the llvm dialect on memory, and its terminators."""

from __future__ import annotations

from .. import build
from ..analysis.call_graph import symbol
from ..mlir import ir
from .emission import Emission, Pointer, raises
from .layout import is_pointer, scalars, size, sum_of_fields
from .storage import moves_bits, successors

_DYNAMIC = -(1 << 31)  # a GEP's constant index that says: the next operand is the index


@raises("llvm.alloca")
def _alloca(e: Emission, op: ir.Operation) -> None:
    result = op.results[0]
    count = build.constant_of(e.value(op.operands[0]))
    whole = size(ir.TypeAttr(op.attributes["elem_type"]).value)
    unit = e.element_bytes(result)
    if whole % unit:
        raise e.refusal(op, f"its {whole} bytes hold no whole number of {e.storage.element(result)}")
    if isinstance(count, int):
        type = ir.MemRefType.get([count * whole // unit], e.storage.element(result))
        e.pointers[result] = Pointer(build.emit1("memref.alloca", type, **_segments(0)))
        return
    number = _times(build.to_index(e.value(op.operands[0])), whole // unit)
    e.pointers[result] = Pointer(build.emit1("memref.alloca", e.buffer(result), number, **_segments(1)))


def _segments(sizes: int) -> dict[str, ir.Attribute]:
    return {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([sizes, 0])}


@raises("llvm.load", "llvm.store")
def _access(e: Emission, op: ir.Operation) -> None:
    pointer = op.operands[-1]
    type = op.results[0].type if op.name == "llvm.load" else op.operands[0].type
    if "volatile_" in op.attributes or str(op.attributes.get("ordering", "0 : i64")) != "0 : i64":
        raise e.refusal(op, "it is volatile or atomic")
    if is_pointer(type):
        raise e.refusal(op, "memory holds pointers")
    if moves_bits(op) and {e.storage.element(pointer)} != scalars(type):
        type = _elements_of(e, op, pointer, type)
    is_number = isinstance(type, (ir.IntegerType, ir.FloatType, ir.VectorType))
    if not is_number or {e.storage.element(pointer)} != scalars(type):
        raise e.refusal(op, f"a value of type {type} is no element of memory")
    alignment = op.attributes.get("alignment")
    if alignment is not None and ir.IntegerAttr(alignment).value < e.element_bytes(pointer):
        raise e.refusal(op, "it may be between two elements of memory")
    base, at = e.place(pointer)
    kind = "vector" if isinstance(type, ir.VectorType) else "memref"
    if op.name == "llvm.load":
        e.values[op.results[0]] = build.emit1(f"{kind}.load", type, base, at)
    else:
        value = e.value(op.operands[0])
        build.emit(f"{kind}.store", [], [value if value.type == type else _zero(type), base, at])


def _elements_of(e: Emission, op: ir.Operation, pointer: ir.Value, type: ir.Type) -> ir.Type:
    """As many elements of memory as the bits that are moved, as a type."""
    element = e.storage.element(pointer)
    if size(type) % size(element):
        raise e.refusal(op, f"a value of type {type} is no whole number of {element}")
    count = size(type) // size(element)
    return element if count == 1 else ir.VectorType.get([count], element)


def _zero(type: ir.Type) -> ir.Value:
    if not isinstance(type, ir.VectorType):
        return build.constant(type, 0)
    return build.emit1("vector.broadcast", type, build.constant(type.element_type, 0))


@raises("llvm.getelementptr")
def _step(e: Emission, op: ir.Operation) -> None:
    """How far each index goes, in elements of the buffer where that is a whole number, else in bytes."""
    pointer = e.pointer(op.operands[0])
    unit = e.element_bytes(op.operands[0])
    at, rest, constant = pointer.at, pointer.bytes, 0
    for index, stride in _strides(e, op):
        if isinstance(index, int):
            constant += index * stride
        elif stride % unit == 0:
            at = _plus(at, _times(build.to_index(e.value(index)), stride // unit))
        elif (inner := _factor(index, stride, unit)) is not None:
            at = _plus(at, _times(build.to_index(e.value(inner[0])), inner[1]))
        else:
            rest = _plus(rest, _times(build.to_index(e.value(index)), stride))
    if constant % unit == 0 and constant:
        at = _plus(at, build.index(constant // unit))
    elif constant:
        rest = _plus(rest, build.index(constant))
    e.pointers[op.results[0]] = Pointer(pointer.base, at, rest)


def _strides(e: Emission, op: ir.Operation) -> list[tuple[ir.Value | int, int]]:
    """Each index of a `getelementptr`, and how many bytes a step of it is; of a field of a struct, where that is."""
    type, dynamic, found = ir.TypeAttr(op.attributes["elem_type"]).value, iter(list(op.operands)[1:]), []
    for number, constant in enumerate(ir.DenseI32ArrayAttr(op.attributes["rawConstantIndices"])):
        index = next(dynamic) if constant == _DYNAMIC else constant
        if number == 0:
            found.append((index, size(type)))
        elif hasattr(type, "body"):
            field = build.constant_of(e.value(index)) if not isinstance(index, int) else index
            found.append((sum_of_fields(type, field), 1))
            type = type.body[field]
        else:
            type = type.element_type
            found.append((index, size(type)))
    return found


def _factor(index: ir.Value, stride: int, unit: int) -> tuple[ir.Value, int] | None:
    """`index * stride` bytes as a value, and how many elements one of it is, where the index is such a product."""
    if isinstance(index.owner, ir.Block) or index.owner.operation.name not in ("llvm.mul", "llvm.shl"):
        return None
    product = index.owner.operation
    other = product.operands[1]
    if isinstance(other.owner, ir.Block) or other.owner.operation.name != "llvm.mlir.constant":
        return None
    number = ir.IntegerAttr(other.owner.operation.attributes["value"]).value
    factor = (number if product.name == "llvm.mul" else 1 << number) * stride
    return (product.operands[0], factor // unit) if factor % unit == 0 else None


@raises("llvm.ptrtoint")
def _address(e: Emission, op: ir.Operation) -> None:
    """An address counts from the first element of its buffer, which differences in there do not see."""
    (pointer,), type = op.operands, op.results[0].type
    roots = set(e.storage.roots(pointer))
    if len(roots) != 1 or not all(_is_difference(e, use.owner.operation, roots) for use in op.results[0].uses):
        raise e.refusal(op, "an address has a meaning only in the difference of two pointers into one buffer")
    bytes = _times(e.place(pointer)[1], e.element_bytes(pointer))
    e.values[op.results[0]] = build.emit1("arith.index_cast", type, bytes)


def _is_difference(e: Emission, op: ir.Operation, roots: set[ir.Value]) -> bool:
    makers = [None if isinstance(v.owner, ir.Block) else v.owner.operation for v in op.operands]
    if op.name != "llvm.sub" or any(maker is None or maker.name != "llvm.ptrtoint" for maker in makers):
        return False
    return all(set(e.storage.roots(maker.operands[0])) == roots for maker in makers)


def _times(value: ir.Value, number: int) -> ir.Value:
    return value if number == 1 else build.emit1("arith.muli", value.type, value, build.index(number))


def _plus(one: ir.Value | None, other: ir.Value) -> ir.Value:
    return other if one is None else build.emit1("arith.addi", other.type, one, other)


@raises("llvm.mlir.addressof")
def _address_of(e: Emission, op: ir.Operation) -> None:
    name = op.attributes["global_name"].value
    made = e.globals.get(name)
    if made is None:
        raise e.refusal(op, f"@{name} is no constant array of numbers; pass it as an argument")
    type = ir.MemRefType(ir.TypeAttr(made.attributes["type"]).value)
    if (read := e.storage.element(op.results[0])) != type.element_type:
        raise e.refusal(op, f"@{name} holds {type.element_type}, and is memory of {read} here")
    e.brought[name] = None
    named = {"name": ir.FlatSymbolRefAttr.get(symbol(made))}
    e.pointers[op.results[0]] = Pointer(ir.Operation.create("memref.get_global", [type], attributes=named).result)


@raises("llvm.intr.memcpy", "llvm.intr.memcpy.inline", "llvm.intr.memmove")
def _copy(e: Emission, op: ir.Operation) -> None:
    to, source = op.operands[0], op.operands[1]
    number = elements(e, op, op.operands[2] if len(op.operands) > 2 else None, to)
    if op.name != "llvm.intr.memmove":
        build.emit("memref.copy", [], [_part(e, source, number), _part(e, to, number)])
        return
    between = build.emit1("memref.alloc", e.buffer(to), number, **_segments(1))
    build.emit("memref.copy", [], [_part(e, source, number), between])
    build.emit("memref.copy", [], [between, _part(e, to, number)])
    build.emit("memref.dealloc", [], [between])


@raises("llvm.intr.memset", "llvm.intr.memset.inline")
def _set(e: Emission, op: ir.Operation) -> None:
    to = op.operands[0]
    element = e.storage.element(to)
    byte = build.constant_of(e.value(op.operands[1]))
    if byte != 0 and size(element) != 1:
        raise e.refusal(op, f"bytes other than zero are no {element}")
    number = elements(e, op, op.operands[2] if len(op.operands) > 2 else None, to)
    scalar = e.value(op.operands[1]) if byte != 0 else build.constant(element, 0)
    fill(scalar, _part(e, to, number))


def fill(scalar: ir.Value, buffer: ir.Value) -> None:
    """A number in all elements of a buffer with one dimension."""
    kinds, identity = ["parallel"], ir.AffineMap.get_identity(1)
    build.generic([], [buffer], [identity], kinds, lambda arguments: [scalar])


def elements(e: Emission, op: ir.Operation, bytes: ir.Value | None, pointer: ir.Value) -> ir.Value:
    """A number of bytes as one of elements; `len` says it where it is no operand."""
    unit = e.element_bytes(pointer)
    number = ir.IntegerAttr(op.attributes["len"]).value if bytes is None else build.constant_of(e.value(bytes))
    if isinstance(number, int):
        if number % unit:
            raise e.refusal(op, f"{number} bytes are no whole number of {e.storage.element(pointer)}")
        return build.index(number // unit)
    if (inner := _factor(bytes, 1, unit)) is not None:
        return _times(build.to_index(e.value(inner[0])), inner[1])
    number = build.to_index(e.value(bytes))
    return build.emit1("arith.divsi", number.type, number, build.index(unit))


def _part(e: Emission, pointer: ir.Value, number: ir.Value) -> ir.Value:
    base, at = e.place(pointer)
    layout = ir.Attribute.parse("strided<[1], offset: ?>")
    type = ir.MemRefType.get([build.DYNAMIC], e.storage.element(pointer), layout)
    return build.subview(base, type, [at], [number], [1])


# -- terminators -----------------------------------------------------------------------------


@raises("llvm.br", "llvm.cond_br", "llvm.switch")
def _branch(e: Emission, op: ir.Operation) -> None:
    targets = successors(op)
    passed = [e.passed(block, values) for block, values in targets]
    operands = [] if op.name == "llvm.br" else [e.value(op.operands[0])]
    counts = [len(values) for values in passed]
    attributes = {}
    if op.name == "llvm.cond_br":
        attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([1, *counts])
    elif op.name == "llvm.switch":
        attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([1, counts[0], sum(counts[1:])])
        attributes["case_operand_segments"] = ir.DenseI32ArrayAttr.get(counts[1:])
        if "case_values" in op.attributes:
            attributes["case_values"] = op.attributes["case_values"]
    ir.Operation.create(
        op.name.replace("llvm.", "cf."),
        operands=[*operands, *(value for values in passed for value in values)],
        attributes=attributes,
        successors=[e.blocks[block] for block, _ in targets],
    )


@raises("llvm.return")
def _return(e: Emission, op: ir.Operation) -> None:
    given = []
    for value in op.operands:
        if not is_pointer(value.type):
            given.append(e.value(value))
        elif e.is_offset:
            given += e.anywhere(value)
        else:
            raise e.refusal(op, "a pointer that a function returns does not say how many elements are behind it")
    build.emit("func.return", [], given)


@raises("llvm.unreachable")
def _unreachable(e: Emission, op: ir.Operation) -> None:
    """The program promises not to come here; should it, it stops."""
    no = build.constant(ir.IntegerType.get_signless(1), 0)
    build.emit("cf.assert", [], [no], msg=ir.StringAttr.get("a place that the program says is never reached"))
    block = ir.InsertionPoint.current.block
    results = ir.FunctionType(ir.TypeAttr(block.owner.attributes["function_type"]).value).results
    build.emit("func.return", [], [_nothing(type) for type in results])


def _nothing(type: ir.Type) -> ir.Value:
    if isinstance(type, ir.MemRefType):
        return build.emit1("memref.alloc", type, build.index(0), **_segments(1))
    return build.constant(type, 0)
