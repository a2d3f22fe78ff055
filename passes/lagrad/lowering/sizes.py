"""The sizes of tensors as expressions of what a function is given.

`Sizes(function).of(tensor, k)` is an expression for the size of dimension k:

    int                          a known size
    ("dim", tensor, k)           the size of a function argument, or of a value we cannot see through
    ("value", v)                 an index value of the program
    ("arith.addi", a, b) ...     arithmetic on the above
    ("after", lb, ub, a, b)      what a loop leaves behind: `a` if it makes a trip (lb < ub), else `b`

Equal expressions are equal sizes. The expressions are tuples, so they compare and hash.
"""

from __future__ import annotations

from ..mlir import arith, ir, tensor

_FOLDED = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
}
_PURE = set(_FOLDED) | {
    f"arith.{name}"
    for name in (
        "divsi divui remsi remui ceildivsi ceildivui floordivsi minsi maxsi minui maxui index_cast "
        "index_castui extsi extui trunci"
    ).split()
}
# Operations whose result has the shape of one operand: its number.
_LIKE_OPERAND = {
    "tensor.cast": 0,
    "tensor.insert": 1,
    "tensor.insert_slice": 1,
    "lagrad.stop_gradient": 0,
    "linalg.pack": 1,  # what follows the destination are a padding value and sizes of tiles
    "linalg.unpack": 1,
}

_DYNAMIC_SIZE = ir.ShapedType.get_dynamic_size()
_DYNAMIC_OFFSET = ir.ShapedType.get_dynamic_stride_or_offset()


class Sizes:
    """Expressions for the sizes in one function, each computed once."""

    def __init__(self):
        self._known = {}

    def of(self, value: ir.Value, k: int):
        """The size of dimension k of a tensor or memref."""
        t = value.type
        if not t.is_dynamic_dim(k):
            return t.get_dim_size(k)
        key = (value, k)
        if key not in self._known:
            self._known[key] = placeholder = ("dim", value, k)  # what a cycle through a loop sees
            before = len(self._known)
            found = self._find(value, k)
            if found != placeholder:
                for other in list(self._known)[before:]:
                    if value in values(self._known[other]):
                        del self._known[other]  # found in terms of the placeholder: find it anew
            self._known[key] = found
        return self._known[key]

    def index(self, value: ir.Value):
        """The expression of an index value."""
        op = value.owner
        if isinstance(op, ir.Block):
            return ("value", value)
        op = op.operation
        if op.name == "arith.constant" and isinstance(value.type, ir.IndexType):
            return ir.IntegerAttr(op.attributes["value"]).value
        if op.name in ("tensor.dim", "memref.dim"):
            k = self.index(op.operands[1])
            if isinstance(k, int):
                return self.of(op.operands[0], k)
        if op.name in _PURE:
            operands = [self.index(operand) for operand in op.operands]
            if op.name in _FOLDED and all(isinstance(x, int) for x in operands):
                return _FOLDED[op.name](*operands)
            return (op.name, str(value.type), *operands)
        return ("value", value)

    def shape(self, value: ir.Value) -> tuple:
        return tuple(self.of(value, k) for k in range(value.type.rank))

    def _find(self, value: ir.Value, k: int):
        owner = value.owner
        if isinstance(owner, ir.Block):
            return self._of_block_argument(value, owner, k)
        op = owner.operation
        number = ir.OpResult(value).result_number
        match op.name:
            case "tensor.empty":
                return self.index(op.operands[_dynamic_position(value.type, k)])
            case "bufferization.alloc_tensor" if isinstance(op.operands[0].type, ir.RankedTensorType):
                return self.of(op.operands[0], k)  # a copy
            case "bufferization.alloc_tensor" | "tensor.splat" | "tensor.generate":
                first = 1 if op.name == "tensor.splat" else 0
                return self.index(op.operands[first + _dynamic_position(value.type, k)])
            case "tensor.extract_slice":
                return self._of_slice(op, k)
            case "scf.for":
                return self._of_loop_result(op, number, k)
            case "scf.if":
                return self._same(value, k, [_yielded(region.blocks[0], number) for region in op.regions])
            case "arith.select":
                return self._same(value, k, list(op.operands)[1:])
            case "tensor.collapse_shape":
                group = [d.value for d in op.attributes["reassociation"][k]]
                return self._product([self.of(op.operands[0], d) for d in group])
            case "tensor.expand_shape":
                return self.index(op.operands[1 + _dynamic_position(value.type, k)])
            case name if name in _LIKE_OPERAND:
                return self.of(op.operands[_LIKE_OPERAND[name]], k)
            case name if name.startswith("linalg."):
                outs = len(op.operands) - len(op.results) + number
                return self.of(op.operands[outs], k)
            case name if name.split(".")[0] in ("arith", "math"):
                return self.of(op.operands[0], k)
        return ("dim", value, k)

    def _of_block_argument(self, value, block, k):
        op = block.owner.operation
        if op.name == "scf.for" and (n := ir.BlockArgument(value).arg_number) > 0:
            start = self.of(op.operands[2 + n], k)
            if self.of(_yielded(block, n - 1), k) in (start, ("dim", value, k)):
                return start  # the placeholder stands for what one trip carries to the next
        return ("dim", value, k)

    def _of_loop_result(self, op, number, k):
        body = op.regions[0].blocks[0]
        carried = body.arguments[1 + number]
        start = self.of(op.operands[3 + number], k)
        if self.of(carried, k) == start:
            return start
        left = self.of(_yielded(body, number), k)
        if any(_is_inside(v.owner, op) for v in values(left)):
            return ("dim", op.results[number], k)
        return ("after", self.index(op.operands[0]), self.index(op.operands[1]), left, start)

    def _of_slice(self, op, k):
        sizes = list(ir.DenseI64ArrayAttr(op.attributes["static_sizes"]))
        offsets = list(ir.DenseI64ArrayAttr(op.attributes["static_offsets"]))
        of_type = _type_sizes(op.results[0].type)
        kept = []  # the dimensions that the result's type keeps; it may drop unit ones
        for d, size in enumerate(sizes):
            if len(kept) < len(of_type) and size == of_type[len(kept)]:
                kept.append(d)
        first = 1 + offsets.count(_DYNAMIC_OFFSET)
        return self.index(op.operands[first + sizes[: kept[k]].count(_DYNAMIC_SIZE)])

    def _same(self, value, k, alternatives):
        sizes = [self.of(alternative, k) for alternative in alternatives]
        return sizes[0] if all(size == sizes[0] for size in sizes) else ("dim", value, k)

    def _product(self, factors):
        result = factors[0]
        for factor in factors[1:]:
            both = isinstance(result, int) and isinstance(factor, int)
            result = result * factor if both else ("arith.muli", "index", result, factor)
        return result


def values(size) -> list[ir.Value]:
    """The values that an expression is made of."""
    match size:
        case ("dim", value, _) | ("value", value):
            return [value]
        case tuple():
            return [v for part in size[1:] for v in values(part)]
    return []


def build(size) -> ir.Value:
    """The expression of a value outside all loops and branches, at the insertion point.

    What such an expression is made of stands outside them too: a size that changes inside is that of
    the loop's or branch's own result.
    """
    match size:
        case int():
            return arith.constant(ir.IndexType.get(), size)
        case ("value", value):
            return value
        case ("dim", value, k):
            return tensor.dim(value, build(k))
        case ("after", lb, ub, left, start):
            makes_a_trip = arith.cmpi(arith.CmpIPredicate.slt, build(lb), build(ub))
            return arith.select(makes_a_trip, build(left), build(start))
        case (name, result, *operands):
            return ir.Operation.create(
                name, results=[ir.Type.parse(result)], operands=[build(operand) for operand in operands]
            ).result


def _yielded(block: ir.Block, n: int) -> ir.Value:
    return block.operations[len(block.operations) - 1].operands[n]


def _dynamic_position(t: ir.RankedTensorType, k: int) -> int:
    """Which of the dynamic dimensions dimension k is."""
    return sum(t.is_dynamic_dim(d) for d in range(k))


def _type_sizes(t: ir.RankedTensorType) -> list[int]:
    return [_DYNAMIC_SIZE if t.is_dynamic_dim(d) else t.get_dim_size(d) for d in range(t.rank)]


def _is_inside(owner, op) -> bool:
    block = owner if isinstance(owner, ir.Block) else owner.operation.block
    while (parent := block.owner.operation).name not in ("func.func", "builtin.module"):
        if parent == op:
            return True
        block = parent.block
    return False
