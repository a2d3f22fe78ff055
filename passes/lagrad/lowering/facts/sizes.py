"""The sizes of tensors as expressions of what a function is given.

`Sizes(function).of(tensor, k)` is an expression for the size of dimension k:

    int                          a known size
    ("dim", tensor, k)           the size of a function argument, or of a value we cannot see through
    ("value", v)                 an index value of the program
    ("arith.addi", a, b) ...     arithmetic on the above
    ("after", lb, ub, a, b)      what a loop leaves behind: `a` if it makes an iteration (lb < ub), else `b`

Equal expressions are equal sizes. The expressions are tuples, so they compare and hash.
"""

from __future__ import annotations

import math

from ...build import parent_block
from ...dialect import UPDATES
from ...mlir import ir
from ..walk import around, callee, enclosing_function, last, walk
from .in_place import is_made_in
from .meetings import meetings

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
    """Expressions for the sizes in one function, each computed once.

    A tensor that a loop carries has the size that it starts with if, that supposed of all tensors that the loop and
    those in it carry, every iteration passes on one of this size. What operations say of sizes where they meet
    (`meetings`) is taken into account where they run in every iteration.
    """

    def __init__(self):
        self._known = {}
        self._settled: set[ir.Block] = set()  # first blocks of the outermost loops that have been looked at
        self._steady: dict[tuple[ir.Value, int], ir.Value] = {}  # carried dimension -> what it starts as
        self._equal: dict[ir.Block, dict] = {}  # size -> equal size, as the operations of a block say
        self._without_loops = False  # while facts are collected that loops are to be judged by

    def of(self, value: ir.Value, k: int):
        """The size of dimension k of a tensor or memref."""
        alike = []  # a chain of operations that keep the shape may be long
        while value.type.is_dynamic_dim(k) and (value, k) not in self._known:
            if (source := _of_same_shape(value)) is None:
                break
            alike.append((value, k))
            value = source
        if not value.type.is_dynamic_dim(k):
            size = value.type.get_dim_size(k)
        elif (value, k) in self._known:
            size = self._known[value, k]
        else:
            size = self._known[value, k] = self._find(value, k)
        self._known.update(dict.fromkeys(alike, size))
        return size

    def same(self, x: ir.Value, y: ir.Value, block: ir.Block) -> bool:
        """Have two tensors of one rank the same sizes whenever a block runs?"""
        sizes = ((self.of(x, k), self.of(y, k)) for k in range(x.type.rank))
        return all(self.standing_for(one, block) == self.standing_for(other, block) for one, other in sizes)

    def standing_for(self, size, block: ir.Block):
        """The size that stands for all that are equal whenever a block runs: a number, or what is known first."""
        for equal in reversed([self._equal_in(b) for b in _around(block)]):
            size = _followed(size, equal)
        return size

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
            case "scf.for" | "scf.while":
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
        return ("dim", value, k)

    def _of_block_argument(self, value, block, k):
        op = block.owner.operation
        if op.name not in ("scf.for", "scf.while"):
            return ("dim", value, k)
        if op.name == "scf.while" and block != op.regions[0].blocks[0]:
            return self.of(last(op.regions[0].blocks[0]).operands[1 + ir.BlockArgument(value).arg_number], k)
        self._settle(op)
        return self.of(self._steady[value, k], k) if (value, k) in self._steady else ("dim", value, k)

    def _of_loop_result(self, op, number, k):
        if self._without_loops:
            return ("dim", op.results[number], k)
        first = op.regions[0].blocks[0]
        if op.name == "scf.while":
            left = self.of(last(first).operands[1 + number], k)
            return ("dim", op.results[number], k) if any(is_made_in(v, op) for v in values(left)) else left
        self._settle(op)
        start = self.of(op.operands[3 + number], k)
        if (first.arguments[1 + number], k) in self._steady:
            return start
        left = self.of(_yielded(first, number), k)
        if any(is_made_in(v, op) for v in values(left)):
            return ("dim", op.results[number], k)
        return ("after", self.index(op.operands[0]), self.index(op.operands[1]), left, start)

    def _settle(self, loop: ir.Operation) -> None:
        """Finds out which tensors keep their sizes in a loop, those around it and those in them."""
        outermost = [loop, *(op for op in around(loop) if op.name in ("scf.for", "scf.while"))][-1]
        if (first := outermost.regions[0].blocks[0]) in self._settled:
            return
        self._settled.add(first)
        slots = [slot for op in (outermost, *walk(outermost)) for slot in _carried(op)]
        self._steady.update({(argument, k): start for argument, k, start, _, _ in slots})
        known, equal = len(self._known), len(self._equal)
        while True:
            judged = [(slot, self._is_kept(*slot)) for slot in slots]
            slots = [slot for slot, is_kept in judged if is_kept]
            if len(slots) == len(judged):
                return
            for (argument, k, *_), is_kept in judged:
                if not is_kept:
                    del self._steady[argument, k]
            # What was found on the supposition, which is the latest, is found anew.
            while len(self._known) > known:
                self._known.popitem()
            while len(self._equal) > equal:
                self._equal.popitem()

    def _is_kept(self, argument: ir.Value, k: int, start: ir.Value, passed: ir.Value, block: ir.Block) -> bool:
        return self.standing_for(self.of(start, k), block) == self.standing_for(self.of(passed, k), block)

    def _equal_in(self, block: ir.Block) -> dict:
        """What the operations of a block itself say. They say nothing of what the loops among them leave behind:
        whether these keep sizes is judged by it."""
        for op in (block.owner.operation, *around(block.owner.operation)):
            if op.name in ("scf.for", "scf.while"):
                self._settle(op)
                break
        if block not in self._equal:
            outside = [self._equal_in(b) for b in list(_around(block))[1:]]
            known, without_loops = self._known, self._without_loops
            self._known, self._without_loops = {}, True
            equal = self._equal[block] = {}
            for op in block.operations:
                for meeting in meetings(op.operation):
                    sizes = [self.of(tensor, k) for tensor, k in meeting]
                    for known_equal in (*reversed(outside), equal):
                        sizes = [_followed(size, known_equal) for size in sizes]
                    stands = min(sizes, key=_order)
                    for size in sizes:
                        if size != stands:
                            equal[size] = stands
            self._known, self._without_loops = known, without_loops
        return self._equal[block]

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
        number = math.prod(factor for factor in factors if isinstance(factor, int))
        result, *others = [factor for factor in factors if not isinstance(factor, int)] or [number]
        for factor in others:
            result = ("arith.muli", "index", result, factor)
        return result if isinstance(result, int) or number == 1 else ("arith.muli", "index", result, number)


def _of_same_shape(value: ir.Value) -> ir.Value | None:
    """The operand that has the shape of a result, if there always is one."""
    if isinstance(value.owner, ir.Block):
        return None
    op = value.owner.operation
    if op.name in _LIKE_OPERAND:
        return op.operands[_LIKE_OPERAND[op.name]]
    if op.name == "bufferization.to_tensor":  # what a function wrote where a tensor was
        memory = op.operands[0]
        made = None if isinstance(memory.owner, ir.Block) else memory.owner.operation
        return made.operands[0] if made is not None and made.name == "bufferization.to_buffer" else None
    if op.name == "func.call":
        return _updated(op, ir.OpResult(value).result_number)
    if op.name.startswith("linalg."):
        return op.operands[len(op.operands) - len(op.results) + ir.OpResult(value).result_number]
    if op.name.split(".")[0] in ("arith", "math") and op.name not in ("arith.constant", "arith.select"):
        return op.operands[0]
    return None


def _updated(call: ir.Operation, number: int) -> ir.Value | None:
    """What a function is given that it gives back changed (`lagrad.updates`)."""
    name = callee(call)
    for view in enclosing_function(call).parent.regions[0].blocks[0].operations:
        if view.operation.name == "func.func" and ir.StringAttr(view.attributes["sym_name"]).value == name:
            pairs = list(ir.DenseI64ArrayAttr(view.attributes[UPDATES])) if UPDATES in view.attributes else []
            places = dict(zip(pairs[1::2], pairs[0::2]))
            return call.operands[places[number]] if number in places else None
    return None


def values(size) -> list[ir.Value]:
    """The values that an expression is made of."""
    match size:
        case ("dim", value, _) | ("value", value):
            return [value]
        case tuple():
            return [v for part in size[1:] for v in values(part)]
    return []


def _followed(size, equal: dict):
    while size in equal:
        size = equal[size]
    return size


def _order(size) -> tuple[int, ...]:
    """Numbers come first, then what is known farther out, then what is simpler."""
    found = values(size)
    return (not isinstance(size, int), max((len(list(_around(parent_block(v)))) for v in found), default=0), len(found))


def _around(block: ir.Block):
    """A block and those that run whenever it does, from the inside out."""
    while True:
        yield block
        op = block.owner.operation
        if op.name in ("func.func", "builtin.module"):
            return
        before = op.regions[0].blocks[0]
        block = before if op.name == "scf.while" and block != before else op.block


def _carried(loop: ir.Operation):
    """Of each open dimension: argument, dimension, what it starts as, what is passed on, the block that does that."""
    if loop.name == "scf.for":
        block, skip, starts = loop.regions[0].blocks[0], 1, list(loop.operands)[3:]
        passes = block
    elif loop.name == "scf.while":
        (block, passes), skip, starts = (region.blocks[0] for region in loop.regions), 0, loop.operands
    else:
        return
    for argument, start, passed in zip(list(block.arguments)[skip:], starts, last(passes).operands):
        if isinstance(argument.type, ir.RankedTensorType):
            for k in range(argument.type.rank):
                if argument.type.is_dynamic_dim(k):
                    yield argument, k, start, passed, passes


def _yielded(block: ir.Block, n: int) -> ir.Value:
    return last(block).operands[n]


def _dynamic_position(t: ir.RankedTensorType, k: int) -> int:
    """Which of the dynamic dimensions dimension k is."""
    return sum(t.is_dynamic_dim(d) for d in range(k))


def _type_sizes(t: ir.RankedTensorType) -> list[int]:
    return [_DYNAMIC_SIZE if t.is_dynamic_dim(d) else t.get_dim_size(d) for d in range(t.rank)]
