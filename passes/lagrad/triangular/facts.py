"""Which tensors are triangular whatever their types say: what a program writes into them shows it.

A fact is a set of shapes out of lower and upper, with the diagonal and without: the tensor is zero outside each
of them. A tensor of zeros has all four. Loops are gone through until what they carry stays.
"""

from __future__ import annotations

from collections.abc import Container

import numpy as np

from .. import build
from ..analysis import linalg_form
from ..build import is_tensor, shape_of
from ..mlir import ir
from .linear import Form, form_of, is_nonnegative, plus
from .support import Atom, Body, atom_at, implies, is_read, terms
from .triangle import Triangle, triangle_of

SHAPES = tuple(Triangle(lower, strict, packed=False) for lower in (True, False) for strict in (True, False))
ALL: frozenset[Triangle] = frozenset(SHAPES)
NONE: frozenset[Triangle] = frozenset()


class Facts:
    """The facts about the tensors of a function. `blocked` are values about which nothing is to be known."""

    def __init__(self, function: ir.Operation, blocked: Container[ir.Value] = ()):
        self.blocked = blocked
        self.known: dict[ir.Value, frozenset[Triangle]] = {}
        for region in function.regions:
            for block in region.blocks:
                self._block(block)

    def of(self, value: ir.Value) -> frozenset[Triangle]:
        if value in self.blocked:
            return NONE
        return self.known.get(value, NONE) | _by_type(value.type)

    def _block(self, block: ir.Block) -> None:
        for view in block.operations:
            self._operation(view.operation)

    def _operation(self, op: ir.Operation) -> None:
        match op.name:
            case "scf.for":
                self._loop(op)
            case "scf.if":
                self._branches(op)
            case "linalg.generic":
                for number, result in enumerate(op.results):
                    self.known[result] = self._generic(op, number)
            case _:
                for region in op.regions:
                    for block in region.blocks:
                        self._block(block)
                if len(op.results) == 1 and is_tensor(op.results[0].type):
                    self.known[op.results[0]] = self._simple(op)

    def _loop(self, op: ir.Operation) -> None:
        body, inits = op.regions[0].blocks[0], list(op.operands)[3:]
        carried = list(body.arguments)[1:]
        facts = [self.of(v) for v in inits]
        while True:
            self.known.update(zip(carried, facts))
            self._block(body)
            after = [f & self.of(v) for f, v in zip(facts, list(body.operations)[-1].operands)]
            if after == facts:
                break
            facts = after
        self.known.update(zip(op.results, facts))

    def _branches(self, op: ir.Operation) -> None:
        given = []
        for region in op.regions:
            for block in region.blocks:
                self._block(block)
                given.append([self.of(v) for v in list(block.operations)[-1].operands])
        for result, facts in zip(op.results, zip(*given)):
            self.known[result] = frozenset.intersection(*facts)

    def _simple(self, op: ir.Operation) -> frozenset[Triangle]:
        """Of an operation with one result and no region of ours."""
        match op.name:
            case "linalg.fill":
                return ALL if build.constant_of(op.operands[0]) == 0 and _is_square(op.operands[1]) else NONE
            case "arith.constant":
                return _of_constant(op.attributes["value"])
            case "tensor.insert":
                scalar, into, *at = op.operands
                if len(at) < 2:
                    return NONE
                row, column = form_of(at[-2]), form_of(at[-1])
                return (
                    self.of(into)
                    if build.constant_of(scalar) == 0
                    else self.of(into) & _inside(row, row, column, column)
                )
            case "tensor.insert_slice":
                return self._insert_slice(op)
            case "tensor.extract_slice":
                whole = len(shape_of(op.results[0].type)) >= 2 and takes_matrices(op, op.operands[0], 1)
                return self.of(op.operands[0]) if whole else NONE
            case "tensor.cast":
                return self.of(op.operands[0])
        return NONE

    def _insert_slice(self, op: ir.Operation) -> frozenset[Triangle]:
        source, into = list(op.operands)[:2]
        if len(shape_of(into.type)) < 2:
            return NONE
        if len(shape_of(source.type)) >= 2 and takes_matrices(op, into, 2):
            return self.of(source) & self.of(into)
        offsets, sizes, steps = (part[-2:] for part in build.slice_parts(op, 2))
        if not all(build.same_size(step, 1) for step in steps):
            return NONE
        (row, column), (rows, columns) = offsets, sizes
        ends = [
            plus(plus(form_of(offset), form_of(size)), {None: -1}) for offset, size in ((row, rows), (column, columns))
        ]
        return self.of(into) & _inside(form_of(row), ends[0], form_of(column), ends[1])

    def _generic(self, op: ir.Operation, number: int) -> frozenset[Triangle]:
        ins, found = linalg_form.inputs(op), terms(op, number)
        out, map = op.operands[ins + number], linalg_form.maps(op)[ins + number]
        if found is None or len(map.results) < 2 or not _is_square(out):
            return NONE
        body = Body(op)
        for argument, operand, own in zip(body.block.arguments, op.operands, linalg_form.maps(op)):
            if is_tensor(operand.type) and (atoms := self._atoms(operand, own)):
                body.known[argument] = atoms
        start = self.of(out) if is_read(op, number) else ALL
        return start & frozenset(
            shape for shape in SHAPES
            if (wanted := atom_at(shape, map)) is not None and all(implies(body.of(term), wanted) for term in found)
        )  # fmt: skip

    def _atoms(self, value: ir.Value, map: ir.AffineMap) -> frozenset[Atom]:
        if says_itself(value):  # it gets no encoding that later passes could read
            return frozenset()
        atoms = (atom_at(shape, map) for shape in self.of(value))
        return frozenset(atom for atom in atoms if atom is not None)


def says_itself(value: ir.Value) -> bool:
    """Whether the zeros of a tensor need no encoding to be seen."""
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name in ("linalg.fill", "arith.constant")


def _by_type(type: ir.Type) -> frozenset[Triangle]:
    triangle = triangle_of(type)
    if triangle is None:
        return NONE
    return frozenset(s for s in SHAPES if s.lower == triangle.lower and s.gap <= triangle.gap)


def _is_square(value: ir.Value) -> bool:
    """Whether the last two dimensions of a tensor are equal for certain."""
    shape = shape_of(value.type)
    if len(shape) < 2:
        return False
    if build.DYNAMIC not in shape[-2:]:
        return shape[-1] == shape[-2]
    if triangle_of(value.type) is not None:
        return True
    if shape[-1] != shape[-2] or isinstance(value.owner, ir.Block):
        return False
    op = value.owner.operation
    if op.name == "tensor.empty":
        *_, rows, columns = op.operands
        return rows == columns
    return op.name == "linalg.fill" and _is_square(op.operands[1])


def _of_constant(value: ir.Attribute) -> frozenset[Triangle]:
    if not isinstance(value, ir.DenseElementsAttr) or not isinstance(value.type.element_type, (ir.F64Type, ir.F32Type)):
        return NONE
    shape = list(value.type.shape)
    if len(shape) < 2 or shape[-1] != shape[-2]:
        return NONE
    elements = np.array(value) if not value.is_splat else np.full(shape, value.get_splat_value().value)
    rows, columns = np.indices(shape[-2:])
    apart = {True: rows - columns, False: columns - rows}
    return frozenset(s for s in SHAPES if not elements[..., apart[s.lower] < s.gap].any())


def _inside(first_row: Form, last_row: Form, first_column: Form, last_column: Form) -> frozenset[Triangle]:
    """The shapes in which a rectangle lies that begins and ends at these indices."""

    def least(shape: Triangle) -> Form:
        large, small = (first_row, last_column) if shape.lower else (first_column, last_row)
        return plus(plus(large, small, -1), {None: -shape.gap})

    return frozenset(shape for shape in SHAPES if is_nonnegative(least(shape)))


def takes_matrices(op: ir.Operation, whole: ir.Value, first: int) -> bool:
    """Whether a slice takes whole matrices of a tensor of static order, or of one that was made with these sizes."""
    offsets, sizes, steps = (part[-2:] for part in build.slice_parts(op, first))
    if not all(build.same_size(n, 0) for n in offsets) or not all(build.same_size(n, 1) for n in steps):
        return False
    own = build.shape_of(whole.type)[-2:]
    if all(isinstance(n, int) for n in sizes):
        return sizes == own
    return not any(isinstance(n, int) for n in sizes) and sizes[0] == sizes[1]
