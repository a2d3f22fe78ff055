"""What the loops of a lowered program allocate and copy, by kind.

alloc     memory is taken in every trip, or by a function that is called in one
record    a state goes onto a tape (a loop with `lagrad.tape`)
carried   the next value of a carried tensor moves into its place, or where the next trip finds it, and the one before
is read
          while it is made, or may be what goes on
saved     the old value of what is overwritten is kept for a later reader
both      a copy is worked on, and what it was made of is read again: the values before and after are both live
placed    a tensor that was there before is a part of another one, which the program puts together in each trip
recalled  the trip's own row of a tape becomes the value that it passes on
gathered  data say which part of a tensor goes to which part of another one
cut       an operation computes more than there is room for: of a vector, what lies within the tensor
other     any other copy of more than one element
"""

from __future__ import annotations

from collections import Counter

from values_in_buffers import (
    LOOPS,
    is_carried,
    is_cut,
    is_gathered,
    is_kept_for_readers,
    is_needed_twice,
    is_placed,
    is_recalled,
    is_recorded,
)

from lagrad import pipelines
from lagrad.lowering import pipeline as lowering
from lagrad.lowering.walk import callee, enclosing_function, walk
from lagrad.mlir import ir

VIEWS = ("memref.subview", "memref.cast", "memref.collapse_shape", "memref.expand_shape", "memref.reinterpret_cast")
KINDS = {  # the first that holds
    "gathered": is_gathered,
    "cut": is_cut,
    "both": is_needed_twice,
    "carried": is_carried,
    "placed": is_placed,
    "record": is_recorded,
    "saved": is_kept_for_readers,
    "recalled": is_recalled,
}
PLAIN = lowering.Options(strict=True)
TENSORS = ",".join(
    (
        lowering.text(PLAIN, last="fusion"),
        lowering.text(PLAIN, "destinations", "destinations"),
    )
)
# Strided copies are still copies, not loops.
BUFFERS = lowering.text(PLAIN, "bufferization", "buffers").replace(
    "canonicalize,lagrad-convert-copies", "canonicalize,cse"
)
assert "lagrad-convert-copies" not in BUFFERS
KEPT = "lagrad-place-buffers{stack=0 share=false}"


def lower(text: str, tensors: str = TENSORS, buffers: str = BUFFERS, kept: str = KEPT) -> ir.Module:
    """The derivatives of a program on buffers."""
    with pipelines.new_context():
        module = ir.Module.parse(text)
        pipelines.run(module, ",".join(["lagrad-default", tensors, buffers, *([kept] if kept else [])]))
        return module


def count(module: ir.Module) -> Counter[str]:
    """How many operations of each kind are in loops."""
    kinds: Counter[str] = Counter()
    with module.context:
        called = _called_in_loops(module)
        for op in walk(module.operation):
            loops = _loops_around(op)
            if op.name == "memref.alloc" or loops and op.name == "memref.alloca":
                if loops or _name(enclosing_function(op)) in called:
                    kinds["alloc"] += 1
            elif loops and _is_copy(op) and 1 not in [_elements(v.type) for v in op.operands]:
                kinds[_kind(op, loops)] += 1
    return kinds


def _called_in_loops(module: ir.Module) -> set[str]:
    calls = [op for op in walk(module.operation) if op.name == "func.call"]
    called = {callee(op) for op in calls if _loops_around(op)}
    while more := {callee(op) for op in calls if _name(enclosing_function(op)) in called} - called:
        called |= more
    return called


def _name(function: ir.Operation) -> str:
    return ir.StringAttr(function.attributes["sym_name"]).value


def _is_copy(op: ir.Operation) -> bool:
    if op.name in ("memref.copy", "linalg.copy"):
        return True
    if op.name != "linalg.generic" or not all(isinstance(v.type, ir.MemRefType) for v in op.operands):
        return False
    body = op.regions[0].blocks[0]
    (*rest, end) = body.operations
    return len(op.operands) == 2 and not rest and end.operands[0] == body.arguments[0]


def _kind(copy: ir.Operation, loops: list[ir.Operation]) -> str:
    source, target = (_root(v) for v in (copy.operands[0], copy.operands[1]))
    if copy.name == "linalg.copy":
        around = [op.operation for op in copy.block.operations]
        here = around.index(copy)
        before = [op for op in around[:here] if op.name not in ("memref.alloc", "memref.subview")]
        made = next((n for n, op in enumerate(before) if _uses(op, source)), here)
        if any(_uses(op, target) for op in before[made:]):
            return "carried"
        if any(_uses(op, source) for op in around[here + 1 :]):
            return "saved"
    if kind := next((kind for kind, is_of_kind in KINDS.items() if is_of_kind(copy, loops[0])), None):
        return kind
    return "placed" if any(is_placed(copy, loop) for loop in loops[1:]) else "other"  # by a loop in each trip


def _loops_around(op: ir.Operation) -> list[ir.Operation]:
    found = []
    while op.name not in ("func.func", "builtin.module"):
        op = op.parent
        if op.name in LOOPS:
            found.append(op)
    return found


def _root(buffer: ir.Value) -> ir.Value:
    while not isinstance(buffer.owner, ir.Block) and buffer.owner.operation.name in VIEWS:
        buffer = buffer.owner.operation.operands[0]
    return buffer


def _uses(op: ir.Operation, buffer: ir.Value) -> bool:
    return any(
        isinstance(v.type, ir.MemRefType) and _root(v) == buffer for inner in (op, *walk(op)) for v in inner.operands
    )


def _elements(t: ir.MemRefType) -> int:
    """The number of elements; 0 where it is not known."""
    elements = 1
    for k in range(t.rank):
        elements *= 0 if t.is_dynamic_dim(k) else t.get_dim_size(k)
    return elements
