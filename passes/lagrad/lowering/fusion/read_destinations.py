"""`lagrad-read-destinations` and `lagrad-reuse-destinations`: around elementwise fusion.

Upstream's fusion takes an elementwise producer for a function of its inputs. One that reads
what it overwrites (`acc + ct` into `acc`) is not: fused into a consumer that runs over more
points it would be added once a point. So what is overwritten becomes an input before fusion,
and the destination again after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis import linalg_form
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import VIEWS, accesses, is_over, only_reads
from ..loops.order_loops import can_reorder, dims_of, reorder
from ..walk import walk


def _elementwise(op) -> list[ir.Operation]:
    """The generics whose every point writes its own element of every output."""
    return [
        child
        for child in walk(op)
        if child.name == "linalg.generic"
        and child.results
        and all(map.is_permutation for map in linalg_form.maps(child)[linalg_form.inputs(child) :])
    ]


@dataclass(frozen=True)
class ReadDestinations(Pass):
    """Make what an elementwise `linalg.generic` reads of its destination an input.

    To be run before `linalg-fuse-elementwise-ops`, which takes such an operation for a function
    of its inputs; `lagrad-reuse-destinations` undoes it.
    """

    name = "lagrad-read-destinations"
    creates = ("linalg", "tensor")

    def run(self, op, report) -> None:
        for generic in _elementwise(op):
            arguments = list(generic.regions[0].blocks[0].arguments)
            ins = linalg_form.inputs(generic)
            if any(list(argument.uses) for argument in arguments[ins:]):
                _read(generic, ins)


def _read(generic: ir.Operation, ins: int) -> None:
    """The same with the destinations as further inputs and empty tensors in their place."""
    operands, maps = list(generic.operands), linalg_form.maps(generic)
    outs = operands[ins:]
    with generic.location, ir.InsertionPoint(generic):
        fresh = [build.empty(out.type, build.sizes_of(out)) for out in outs]
        copy = ir.Operation.create(
            "linalg.generic",
            results=[r.type for r in generic.results],
            operands=[*operands, *fresh],
            attributes={
                **{name: generic.attributes[name] for name in generic.attributes},
                "indexing_maps": ir.ArrayAttr.get(
                    [ir.AffineMapAttr.get(m) for m in (*maps, *maps[ins:])]
                ),
                "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(operands), len(outs)]),
            },
            regions=1,
        )
    body = generic.regions[0].blocks[0]
    body.append_to(copy.regions[0])
    for out in outs:
        copy.regions[0].blocks[0].add_argument(build.element(out.type), generic.location)
    for old, new in zip(generic.results, copy.results):
        old.replace_all_uses_with(new)
    generic.erase()


@dataclass(frozen=True)
class ReuseDestinations(Pass):
    """Let an elementwise `linalg.generic` overwrite an input that nothing reads after it.

    Where its destination is a fresh `tensor.empty`, an input of the same type, read at the element
    that is written, can be the destination: no buffer is needed, and a loop that carries it
    updates it in place.
    """

    name = "lagrad-reuse-destinations"

    def run(self, op, report) -> None:
        # A loop overwrites what it carries by its next value, and nothing else takes that place.
        for is_candidate in (_precedes, _is_read_once, _is_computed):
            for generic in _elementwise(op):
                for number in range(linalg_form.inputs(generic), len(generic.operands)):
                    _reuse(generic, number, is_candidate)


def _reuse(generic: ir.Operation, number: int, is_candidate) -> None:
    """Puts a dying input in the place of an empty destination."""
    into, maps, ins = generic.operands[number], linalg_form.maps(generic), linalg_form.inputs(generic)
    if isinstance(into.owner, ir.Block) or into.owner.operation.name != "tensor.empty":
        return
    taken = list(generic.operands)[ins:]
    for source, map in zip(generic.operands, maps[:ins]):
        if source.type != into.type or map != maps[number] or source in taken:
            continue
        if is_candidate(source, generic.results[number - ins]) and _dies(source, generic):
            generic.operands[number] = source
            if can_reorder(generic):  # bufferization sees that elements are read where they are written if the maps are the identity
                reorder(generic, dims_of(map))
            return


def _precedes(source: ir.Value, result: ir.Value) -> bool:
    """Whether a loop carries `source` and goes on with `result` in its place."""
    block = source.owner
    if not isinstance(block, ir.Block) or block.owner.operation.name != "scf.for":
        return False
    return any(
        use.owner.operation.name == "scf.yield"
        and use.owner.operation.block == block
        and use.operand_number == source.arg_number - 1
        for use in result.uses
    )


def _is_read_once(source: ir.Value, result: ir.Value) -> bool:
    """Whether one operation uses `source`, and what it may be a view of."""
    if len({use.owner.operation for use in source.uses}) > 1:
        return False
    made = None if isinstance(source.owner, ir.Block) else source.owner.operation
    return made is None or made.name not in VIEWS or _is_read_once(made.operands[0], result)


def _is_computed(source: ir.Value, result: ir.Value) -> bool:
    """Whether `source` is what an operation on tensors has written."""
    return not isinstance(source.owner, ir.Block) and (source.owner.operation.name.startswith("linalg.") or source.owner.operation.name == "scf.for")


def _dies(value: ir.Value, user: ir.Operation) -> bool:
    """Whether nothing uses a value, which `user`'s own block defines, but `user` and what has read it before."""
    if any(use.owner.operation != user and not _is_past(use.owner.operation, use.operand_number, user) for use in value.uses):
        return False
    owner = value.owner
    if isinstance(owner, ir.Block):
        return owner == user.block and owner.owner.operation.name != "func.func"  # whose are the caller's
    op = owner.operation
    if op.block != user.block or op.name == "arith.constant":
        return False
    return op.name not in VIEWS or _dies(op.operands[0], op)


def _is_past(reader: ir.Operation, number: int, user: ir.Operation) -> bool:
    """Whether an operation only reads its operand, and is done when `user` runs."""
    if reader.name in VIEWS:
        return all(op != user and _is_past(op, n, user) for op, n in accesses(reader.results[0]))
    return reader.name == "tensor.dim" or reader.name.startswith("linalg.") and only_reads(reader, number) and is_over(reader, user)
