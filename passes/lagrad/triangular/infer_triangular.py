"""lagrad-infer-triangular: encodings for tensors that are triangular without saying so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .. import build
from ..analysis import linalg_form
from ..analysis.program import walk
from ..build import is_tensor
from ..errors import Report
from ..mlir import ir
from ..passes import Pass, option
from .facts import ALL, Facts, says_itself, takes_matrices
from .triangle import Triangle, encoded, triangle_of, widen
from .triangular_loops import make_generic

# These read a tensor without regard to its encoding.
_READERS = {"linalg.generic", "tensor.extract", "tensor.dim", "tensor.extract_slice", "tensor.cast"}


@dataclass(frozen=True)
class InferTriangular(Pass):
    """Give tensors that are triangular for certain an encoding that says so.

    ```mlir
    %zeros = linalg.fill ins(%zero) outs(%empty : tensor<?x?xf64>)
    %l = scf.for %i = 0 to %n iter_args(%rows = %zeros) {
      scf.for %j = 0 to %i iter_args(%row = %rows) { ... tensor.insert %x into %row[%i, %j] ... }
    ```
    makes of `%l` a `tensor<?x?xf64, "sltri">`. So do a mask of loop indices in a `linalg.generic`, operations on
    triangular tensors, slices, loops and branches that keep them triangular. Where the zeros of one tensor
    rest on those of another, both get an encoding. `lagrad-triangular-loops` makes use of them.
    """

    name = "lagrad-infer-triangular"
    creates = ("arith", "tensor", "linalg", "scf")

    packed: bool = option(False, "Store only what may be nonzero of the tensors that are found.")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            make_generic(op)
            for function in [child for child in walk(op) if child.name == "func.func" and child.regions[0].blocks]:
                _part_destinations(function)
                _Inference(function, self.packed).run(report)


def _part_destinations(function: ir.Operation) -> None:
    """Gives every use of zeros and of empty tensors one of its own: they may become triangles of different kinds."""
    for name in ("linalg.fill", "tensor.empty"):
        for op in [
            child for child in walk(function) if child.name == name and len(build.shape_of(child.results[0].type)) >= 2
        ]:
            for use in list(op.results[0].uses)[1:]:
                user, number = use.owner.operation, use.operand_number
                copy = op.clone(ip=ir.InsertionPoint.after(op)).operation
                user.operands[number] = copy.results[0]


class _Inference:
    """One run over a function."""

    def __init__(self, function: ir.Operation, packed: bool):
        self.function, self.packed = function, packed
        self.tied: dict[ir.Value, ir.Value] = {}  # towards the value that stands for its class
        self.bound: set[ir.Value] = set()  # what must keep its type
        for op in walk(function):
            self._tie_operation(op)
        self.bound |= set(function.regions[0].blocks[0].arguments)

    # -- classes of values that have the same encoding -------------------------------------------

    def _find(self, value: ir.Value) -> ir.Value:
        while value in self.tied:
            value = self.tied[value]
        return value

    def _tie(self, one: ir.Value, other: ir.Value) -> None:
        one, other = self._find(one), self._find(other)
        if one != other:
            self.tied[other] = one

    def _tie_operation(self, op: ir.Operation) -> None:
        results = list(op.results)
        match op.name:
            case "linalg.generic":
                for result, out in zip(results, list(op.operands)[linalg_form.inputs(op) :]):
                    self._tie(result, out)
            case "linalg.fill" | "tensor.insert" | "tensor.insert_slice":
                self._tie(results[0], op.operands[1])
            case "tensor.extract_slice":
                if len(build.shape_of(results[0].type)) >= 2 and takes_matrices(op, op.operands[0], 1):
                    self._tie(results[0], op.operands[0])
            case "scf.for":
                block = op.regions[0].blocks[0]
                last = list(block.operations)[-1].operands
                for values in zip(results, list(op.operands)[3:], list(block.arguments)[1:], last):
                    for other in values[1:]:
                        self._tie(values[0], other)
            case "scf.if":
                for block in (b for r in op.regions for b in r.blocks):
                    for result, value in zip(results, list(block.operations)[-1].operands):
                        self._tie(result, value)
            case "tensor.empty" | "arith.constant":
                pass
            case _:
                self.bound |= {r for r in results if is_tensor(r.type)}

    # -- the choice --------------------------------------------------------------------------------

    def run(self, report: Report) -> None:
        classes: dict[ir.Value, list[ir.Value]] = {}
        for value in self._tensors():
            classes.setdefault(self._find(value), []).append(value)
        blocked: set[ir.Value] = set()
        while True:
            facts, chosen, lost = Facts(self.function, blocked), {}, set()
            for root, members in classes.items():
                triangle = self._choose(members, facts)
                if triangle is not None:
                    chosen[root] = triangle
                elif any(facts.of(v) and v not in blocked and not triangle_of(v.type) for v in members):
                    lost |= {v for v in members if not triangle_of(v.type) and not says_itself(v)}
            if lost <= blocked:
                break
            blocked |= lost
        for root, triangle in chosen.items():
            self._encode(classes[root], triangle, report)

    def _tensors(self) -> list[ir.Value]:
        found = []
        for op in [self.function, *walk(self.function)]:
            if op.name == "linalg.generic" or op.name != "func.func" and op.name.startswith("func."):
                found += op.results
                continue
            found += op.results
            found += [a for r in op.regions for b in r.blocks for a in b.arguments]
        return [v for v in found if is_tensor(v.type) and build.is_real(v.type) and len(build.shape_of(v.type)) >= 2]

    def _choose(self, members: list[ir.Value], facts: Facts) -> Triangle | None:
        """The narrowest triangle that all of a class are; None where there is none, or nothing is written into it."""
        if any(v in self.bound or triangle_of(v.type) for v in members) or all(_is_made_empty(v) for v in members):
            return None
        shapes = frozenset.intersection(ALL, *(facts.of(v) for v in members if not _is_name(v, "tensor.empty")))
        if not shapes or shapes == ALL:
            return None
        best = max(shapes, key=lambda shape: (shape.gap, shape.lower))
        return replace(best, packed=self.packed)

    def _encode(self, members: list[ir.Value], triangle: Triangle, report: Report) -> None:
        for value in members:
            type = encoded(value.type, triangle)
            if _is_name(value, "arith.constant"):
                constant = value.owner.operation
                elements, colon, _ = str(constant.attributes["value"]).rpartition(" : ")
                constant.attributes["value"] = ir.Attribute.parse(elements + colon + str(type))
            value.set_type(type)
        own = {self._find(v) for v in members}
        for value in members:
            for use in list(value.uses):
                self._adapt(use.owner.operation, use.operand_number, own)
        last = members[-1]
        report.remark(last.location, f'triangular for certain: {len(members)} values get the encoding "{triangle}"')

    def _adapt(self, user: ir.Operation, number: int, own: set[ir.Value]) -> None:
        """A use that is not part of the class reads a tensor without encoding."""
        value = user.operands[number]
        if user.name in _READERS and not (user.name == "linalg.generic" and number >= linalg_form.inputs(user)):
            return
        if self._is_tied(user, number, own):
            return
        with user.location, ir.InsertionPoint(user):
            user.operands[number] = widen(value)

    def _is_tied(self, user: ir.Operation, number: int, own: set[ir.Value]) -> bool:
        match user.name:
            case "linalg.generic":
                return number >= linalg_form.inputs(user)
            case "linalg.fill" | "tensor.insert" | "tensor.insert_slice":
                return number == 1
            case "scf.for":
                return number >= 3
            case "scf.yield":
                parent = user.block.owner.operation
                return parent.name in ("scf.for", "scf.if") and self._find(parent.results[number]) in own
        return False


def _is_name(value: ir.Value, name: str) -> bool:
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == name


def _is_made_empty(value: ir.Value) -> bool:
    return any(_is_name(value, name) for name in ("tensor.empty", "linalg.fill", "arith.constant"))
