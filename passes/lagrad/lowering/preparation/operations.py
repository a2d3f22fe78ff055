"""Composite operations said with simpler ones, as the lowering and upstream take them.

* Gathers, scatters, concatenations, softmax, packing, unpacking and `tensor.bitcast` have no lowering of their own
  upstream. Reverse mode does the same with those that are active.
* Upstream would not compute a `tensor.generate` where its result goes. A `tensor.pad` with one number becomes a fill
  and an insertion, which have a place in memory each; where a width is negative, which cuts off elements, what is left
  is inserted.
* An `scf.index_switch` of tensors becomes a chain of `scf.if`: one-shot bufferization would let what follows it write
  to a tensor that a case yields as it is. An `scf.forall` of tensors, which runs in order in any case, becomes an
  `scf.for`, whose iterations can share memory.
* The shape that a `tensor.reshape` reads, if of narrow integers, becomes one of `index`.
* A `memref.generic_atomic_rmw`, which upstream's deallocation refuses, becomes a load, its body and a store. So does a
  `memref.atomic_rmw` of a kind without an instruction. Iterations that may meet at an element run one after the other.
* A `bufferization.to_tensor` without `restrict`, which one-shot bufferization refuses, is one of a copy.
* The operations of rules (`--load`) become what their lowerings make of them.
* A `ub.poison`, which lifting of control flow leaves where a way through a program makes no value for another way,
  becomes a zero, or an empty tensor with the sizes of one of its type that a loop or the function around gets.
"""

from __future__ import annotations

from ... import build
from ...ad.rewrites import atomics, indirect_calls, poison, repeated_bodies
from ...ad.rewrites.open_forms import FORMS
from ...ad.rewrites.rule_forms import replace
from ...ad.rewrites.rule_lowerings import lower_rules
from ...ad.rewrites.tensor_forms import is_cut
from ...ad.scope import copy_block
from ...build import is_tensor, replace_op
from ...mlir import ir
from ..walk import by_name, walk

# Upstream lowers the others itself, and concatenations only where no part is empty.
EXPANDED = (
    "linalg.pack linalg.softmax linalg.unpack tensor.bitcast tensor.concat tensor.gather tensor.generate tensor.scatter"
).split()
_MAY_EXPAND = ("scf.index_switch", "scf.forall", "tensor.pad")
ATOMIC = "addf addi andi assign maxs maxu mins minu ori xori".split()  # kinds of `memref.atomic_rmw`


def expand_operations(op: ir.Operation) -> None:
    """Expands those inside an operation."""
    lower_rules(op)
    found = by_name(op)
    if "ub.poison" in found:
        poison.replace(op)
    if indirect_calls.CALL in found:
        indirect_calls.expand(op)
    if not found.keys().isdisjoint((*EXPANDED, *_MAY_EXPAND)):
        for child in reversed([child for child in walk(op) if _is_expanded(child)]):  # inner ones first
            replace(child, FORMS.get(child.name, _of_elements))
        found = by_name(op)
    for child in found.get("tensor.reshape", ()):
        _widen_shape(child)
    for child in found.get("memref.generic_atomic_rmw", ()):
        _load_and_store(child)
    for child in found.get("memref.atomic_rmw", ()):
        if atomics.kind(child) not in ATOMIC:
            _load_and_store(child)
    for child in found.get("bufferization.to_tensor", ()):
        if "restrict" not in child.attributes:
            _copy_memory(child)
    repeated_bodies.expand(op)


def _of_elements(op: ir.Operation) -> list[ir.Value]:
    return [build.emit1("arith.bitcast", op.results[0].type, *op.operands)]


def _copy_memory(op: ir.Operation) -> None:
    """Reads memory as a tensor through a copy: only what it holds there, whoever writes it later."""
    (memory,), shape = op.operands, build.shape_of(op.results[0].type)
    type = ir.MemRefType.get(shape, build.element(memory.type))
    with op.location, ir.InsertionPoint(op):
        sizes = [
            build.emit1("memref.dim", build.index_type(), memory, build.index(n))
            for n, size in enumerate(shape)
            if size == build.DYNAMIC
        ]
        segments = ir.DenseI32ArrayAttr.get([len(sizes), 0])
        op.operands[0] = build.emit1("memref.alloc", type, *sizes, operandSegmentSizes=segments)
        build.emit("memref.copy", [], [memory, op.operands[0]])
    op.attributes["restrict"] = ir.UnitAttr.get(op.context)


def _load_and_store(op: ir.Operation) -> None:
    """An update of an element, by its body or by a term in front of the memref."""
    is_generic = op.name == "memref.generic_atomic_rmw"
    *terms, memref = list(op.operands)[: 1 if is_generic else 2]
    at = list(op.operands)[len(terms) + 1 :]
    with op.location, ir.InsertionPoint(op):
        before = build.emit1("memref.load", op.results[0].type, memref, *at)
        if is_generic:
            (after,) = copy_block(op.regions[0].blocks[0], [before])
        else:
            after = atomics.combined(op, before, *terms)
        build.emit("memref.store", [], [after, memref, *at])
    replace_op(op, before)


def _widen_shape(op: ir.Operation) -> None:
    shape, index = op.operands[1], build.index_type()
    size = build.element(shape.type)
    if size != index and size.width < 64:
        with op.location, ir.InsertionPoint(op):
            type = build.tensor_type(build.shape_of(shape.type), index)
            op.operands[1] = build.emit1("arith.index_cast", type, shape)


def _is_expanded(op: ir.Operation) -> bool:
    if op.name in ("scf.index_switch", "scf.forall"):
        return any(is_tensor(r.type) for r in op.results)
    if op.name == "tensor.pad":
        body = op.regions[0].blocks[0]
        return is_cut(op) or body.operations[0].name == "tensor.yield" and body.operations[0].operands[0].owner != body
    return op.name in EXPANDED
