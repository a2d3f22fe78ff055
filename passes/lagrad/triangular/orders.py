"""How many rows a packed tensor has, which its storage does not say directly."""

from __future__ import annotations

from .. import build
from ..build import DYNAMIC
from ..mlir import ir
from . import storage
from .storage import Number
from .triangle import is_packed, triangle_of

# operation -> which operand has the result's size
_LIKE = {"tensor.insert": 1, "tensor.insert_slice": 1, "tensor.cast": 0, "lagrad.stop_gradient": 0, "linalg.fill": 1}


class Orders:
    """The orders of the packed tensors in a module, while their types still say that they are such.

    A tensor that is updated keeps its order, and so does one that a loop carries, if every iteration does. Of any other
    the length of the storage says what the order is; that is emitted where the tensor comes into being.
    """

    def __init__(self, module: ir.Operation):
        self.module = module
        self.known: dict[ir.Value, Number] = {}

    def of(self, value: ir.Value) -> Number:
        """The order of a packed tensor. May emit operations, which read its length once it is packed."""
        root = self._root(value)
        if root not in self.known:
            self.known[root] = self._compute(root)
        return self.known[root]

    def is_order(self, number: Number, value: ir.Value) -> bool:
        """Whether a size is the order of a tensor for certain."""
        static = build.shape_of(value.type)[-1]
        if isinstance(number, int):
            return number == static
        root = self._root(value)
        if (tensor := _packed_of(number)) is not None:
            return self._root(tensor) == root
        if not isinstance(root.owner, ir.Block) and root.owner.operation.name == "tensor.empty":
            return bool(root.owner.operation.operands) and root.owner.operation.operands[-1] == number
        return False

    def _root(self, value: ir.Value) -> ir.Value:
        """The tensor from which a value has its order."""
        while True:
            before = self._before(value)
            if before is None:
                return value
            value = before

    def _before(self, value: ir.Value, within: frozenset = frozenset()) -> ir.Value | None:
        if isinstance(value.owner, ir.Block):
            loop = value.owner.owner.operation
            number = ir.BlockArgument(value).arg_number
            if loop.name != "scf.for" or number == 0 or not self._is_kept(loop, number - 1):
                return None
            return loop.operands[2 + number]
        op = value.owner.operation
        if op.name in _LIKE:
            source = op.operands[_LIKE[op.name]]
            return source if is_packed(source.type) else None
        number = ir.OpResult(value).result_number
        match op.name:
            case "linalg.generic":
                return op.operands[len(op.operands) - len(op.results) + number]
            case "scf.for" if self._is_kept(op, number):
                return op.operands[3 + number]
            case "tensor.extract_slice":
                offsets, sizes, _ = build.slice_parts(op, 1)
                source = op.operands[0]
                return source if is_packed(source.type) and all(self.is_order(n, source) for n in sizes[-2:]) else None
        return None

    def _is_kept(self, loop: ir.Operation, number: int) -> bool:
        """Whether what a loop yields is made of what it carries, by operations that keep its size."""
        block = loop.regions[0].blocks[0]
        value = list(block.operations)[-1].operands[number]
        carried = block.arguments[1 + number]
        while value != carried:
            if isinstance(value.owner, ir.Block):
                return False
            before = self._before(value)
            if before is None:
                return False
            value = before
            if not isinstance(value.owner, ir.Block) and not _is_inside(value.owner.operation, loop):
                return False
        return True

    def _compute(self, root: ir.Value) -> Number:
        static = build.shape_of(root.type)[-1]
        if static != DYNAMIC:
            return static
        triangle, rank = triangle_of(root.type), len(build.shape_of(root.type))
        if isinstance(root.owner, ir.Block):
            place = ir.InsertionPoint.at_block_begin(root.owner)
        elif root.owner.operation.name == "tensor.empty":
            return self._of_size(root.owner.operation.operands[-1])
        elif root.owner.operation.name == "tensor.extract_slice":
            return self._of_size(build.slice_parts(root.owner.operation, 1)[1][-1])
        else:
            place = ir.InsertionPoint.after(root.owner.operation)
        with place:
            stored = build.emit1("tensor.dim", build.index_type(), root, build.index(rank - 2))
            return storage.order_of_length(triangle, stored)

    def _of_size(self, size: Number) -> Number:
        """A size, as what will be left of it: the order of a packed tensor is no dimension any more."""
        if isinstance(size, int) or (tensor := _packed_of(size)) is None:
            return size
        return self.of(tensor)

    def length_for(self, whole: ir.Value, size: Number) -> Number:
        """How much a triangle of some order stores; that of another such tensor where the order is its. Of the tensor
        itself it is computed, which tells of one that stores as much as no triangle does."""
        triangle = triangle_of(whole.type)
        tensor = None if isinstance(size, int) else _packed_of(size)
        if tensor is not None and triangle_of(tensor.type) == triangle and build.shape_of(tensor.type)[-1] == DYNAMIC:
            root = self._root(tensor)
            if isinstance(root.owner, ir.Block) and root != self._root(whole):
                return build.emit1(
                    "tensor.dim", build.index_type(), root, build.index(len(build.shape_of(root.type)) - 2)
                )
        return storage.length(triangle, self._of_size(size))


def _packed_of(size: ir.Value) -> ir.Value | None:
    """The packed tensor whose order a size is, by the operation that asks for it."""
    if isinstance(size.owner, ir.Block) or size.owner.operation.name != "tensor.dim":
        return None
    tensor, dimension = size.owner.operation.operands
    rank = len(build.shape_of(tensor.type))
    return tensor if is_packed(tensor.type) and build.constant_of(dimension) in (rank - 1, rank - 2) else None


def _is_inside(op: ir.Operation, outer: ir.Operation) -> bool:
    block = op.block
    while block is not None:
        owner = block.owner.operation
        if owner == outer:
            return True
        if owner.name in ("func.func", "builtin.module"):
            return False
        block = owner.block
    return False
