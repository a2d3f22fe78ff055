"""`lagrad-prepare-fusion`: each `linalg.generic` is a function of its inputs that writes whole tensors."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...ad.rewrites import choices
from ...analysis import linalg_form
from ...dialect import EITHER
from ...errors import Report
from ...forms.outputs import slice_outputs
from ...mlir import ir
from ...passes import Pass, option
from ..facts.in_place import is_elementwise
from ..walk import blocks, last, walk
from .filled_inputs import fold_fills
from .recompute_producers import recompute


@dataclass(frozen=True)
class PrepareFusion(Pass):
    """Give each `linalg.generic` the form in which upstream's fusion understands it.

    * An output that is written at some indices only becomes a slice:
      ```mlir
      linalg.generic {indexing_maps = [..., (i) -> (2 * i, 1)]} outs(%o : tensor<?x?xf64>)
      ```
      runs on `tensor.extract_slice %o[0, 1] [%n, 1] [2, 1]`, with the map `(i) -> (i)`, and its result is inserted
      again. Upstream takes every output whose old elements the body does not read for one that is written
      everywhere, and forgets the others; and it takes the size of the dimension with the 1 for 0. Where the elements
      are no slice, as on a diagonal, the body is made to read what it overwrites.
    * An input that is filled with one number, by `linalg.fill`, by a constant or by a broadcast of one, or is part of
      such a tensor, becomes that number, if another operand has all dimensions: a cotangent of ones, read for each
      element of a matrix, costs as much as a matrix in a cache.
    * A result that repeats an input is that input, also where the operation has other results. Upstream's
      canonicalization does this for operations that do nothing else.
    * What an elementwise operation reads of its destination becomes an input, and its destination an empty tensor.
      Upstream takes an elementwise producer for a function of its inputs, and does not fuse one that reads what it
      overwrites. `lagrad-choose-destinations` undoes this afterwards.
    * What is cheap and has several readers gets a copy for each: upstream fuses what has one. A difference with a mean,
      or the mask of a relu, is computed where it is read then, and no array.
    * What `lagrad-keep-choices` has kept is an `arith.select` again: nothing that follows takes one of two tensors for
      an operation on their elements.
    """

    name = "lagrad-prepare-fusion"
    creates = ("tensor", "arith", "linalg")

    fills: bool = option(True, "Whether an input that is filled with a number becomes that number.")
    repeats: bool = option(True, "Whether readers compute again what is cheaper to compute than to write and to read.")

    def run(self, op: ir.Operation, report: Report) -> None:
        choices.select([child for child in walk(op) if child.name == EITHER])
        slice_outputs(op)
        for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
            if self.fills:
                generic = fold_fills(generic, report)
            _forward_results(generic)
            _read_destinations(generic)
        if self.repeats:
            for block in blocks(op):
                recompute(block, report)


def _forward_results(generic: ir.Operation) -> None:
    """Gives those who use a result that is an element of an input, point by point, the input."""
    if not is_elementwise(generic):
        return
    maps, ins, body = linalg_form.maps(generic), linalg_form.inputs(generic), generic.regions[0].blocks[0]
    for number, yielded in enumerate(last(body).operands):
        if not isinstance(yielded.owner, ir.Block) or yielded.owner != body:
            continue
        source, result = yielded.arg_number, generic.results[number]
        if maps[source] != maps[ins + number] or not maps[source].is_permutation:
            continue
        if source != ins + number and generic.operands[source].type == result.type:
            result.replace_all_uses_with(generic.operands[source])


def _read_destinations(generic: ir.Operation) -> None:
    """Makes the destinations that the body reads inputs, if each point writes its own element of every output."""
    operands, maps, ins = list(generic.operands), linalg_form.maps(generic), linalg_form.inputs(generic)
    body = generic.regions[0].blocks[0]
    is_read = any(list(argument.uses) for argument in list(body.arguments)[ins:])
    if not generic.results or not is_read or not all(map.is_permutation for map in maps[ins:]):
        return
    outs = operands[ins:]
    maps = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in (*maps, *maps[ins:])])
    segments = ir.DenseI32ArrayAttr.get([len(operands), len(outs)])
    with generic.location, ir.InsertionPoint(generic):
        fresh = [build.empty(out.type, build.sizes_of(out)) for out in outs]
        types = [result.type for result in generic.results]
        copy = build.like(generic, [*operands, *fresh], types, indexing_maps=maps, operandSegmentSizes=segments)
    for out in outs:
        copy.regions[0].blocks[0].add_argument(build.element(out.type), generic.location)
    build.replace_op(generic, *copy.results)
