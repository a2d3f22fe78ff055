"""lagrad-triangular-loops: work on the half of a triangular tensor that is not zero."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..analysis import linalg_form
from ..analysis.program import walk
from ..build import is_tensor
from ..errors import Failure, Report, error
from ..forms.generic import clone_into
from ..mlir import ir, passmanager
from ..passes import Pass
from .clear import can_clear, cleared
from .expose import expose, has_encodings
from .flat import is_flat, mentions
from .nest import Nest
from .sink import sink_projections
from .support import TRIANGLE, Atom, Body, Support, atom_at, implies, of_operand
from .triangle import Triangle, is_packed, triangle_of

# What is left of elementwise and named operations on tensors is `linalg.generic`.
_GENERIC = "func.func(convert-elementwise-to-linalg,linalg-generalize-named-ops,canonicalize,cse)"
_TIDY = "canonicalize,cse"


@dataclass(frozen=True)
class TriangularLoops(Pass):
    """Run operations on triangular tensors over the half that may be nonzero.

    ```mlir
    %y = linalg.matvec ins(%l, %x : tensor<?x?xf64, "sltri">, tensor<?xf64>) outs(%zeros : tensor<?xf64>)
    ```
    becomes
    ```mlir
    scf.for %i = 0 to %n iter_args(%y = %zeros) {
      %row = tensor.extract_slice %l[%i, 0] [1, %i] [1, 1]
      %part = tensor.extract_slice %x[0] [%i] [1]
      linalg.generic: %y[%i] += the inner product of %row and %part
    }
    ```
    So does every elementwise, named or generic operation whose result stays as it is where the tensor is zero, and
    one that keeps a half of what it computes, as adjoints of triangular tensors do. Others run over everything, and a
    remark says so. A result whose type says that it is triangular where it need not be is an error.
    """

    name = "lagrad-triangular-loops"
    aim = "active-sparsity"
    creates = ("arith", "tensor", "linalg", "scf")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            if not exposed(op, report):
                return
            sink_projections(op)
            for child in [
                child for child in walk(op) if child.name == "linalg.generic" and TRIANGLE not in child.attributes
            ]:
                for part in _separated(child):
                    _rewrite(part, report)
            _copy_casts(op)
            _fill_empties(op)


def exposed(op: ir.Operation, report: Report) -> bool:
    """Brings a program into the form of `expose`; False if none of its types says that a tensor is triangular."""
    if not has_encodings(op):
        return False
    make_generic(op)
    expose(op, lambda child, text: report.remark(child.location, text))
    tidy(op)
    return True


def make_generic(op: ir.Operation) -> None:
    """Elementwise and named operations on tensors become `linalg.generic`, fills excepted."""
    _run(op, _GENERIC)
    _restore_fills(op)


def tidy(op: ir.Operation) -> None:
    _run(op, _TIDY)


def _run(op: ir.Operation, text: str) -> None:
    try:
        passmanager.PassManager.parse(f"builtin.module({text})").run(op)
    except ir.MLIRError as failure:
        raise Failure(*(error(d.location, d.message) for d in failure.error_diagnostics)) from None


def _restore_fills(op: ir.Operation) -> None:
    for child in [child for child in walk(op) if child.name == "linalg.generic" and linalg_form.is_fill(child)]:
        number, into = child.operands
        with child.location, ir.InsertionPoint(child):
            _replace(child, [build.fill(number, into)])


def _separated(op: ir.Operation) -> list[ir.Operation]:
    """The operation, or one for each result where they need different parts of the iteration space."""
    body = Body(op)
    supports = [body.of_result(n) for n in range(len(op.results))]
    if len(op.results) == 1 or all(_same(supports[0], other) for other in supports[1:]):
        return [op]
    if not any(supports) and not _is_encoded(op):
        return [op]
    ins, maps = linalg_form.inputs(op), linalg_form.maps(op)
    parts, results = [], []
    with op.location, ir.InsertionPoint(op):
        for number in range(len(op.results)):
            others = [n for n in range(len(op.results)) if n != number]
            results.append(_alone(op, number, others, ins, maps))
            parts.append(results[-1].owner.operation)
    _replace(op, results)
    return parts


def _alone(op: ir.Operation, number: int, others: list[int], ins: int, maps: list[ir.AffineMap]) -> ir.Value:
    """The operation with one of its results; what the body reads of the others' destinations is an input."""
    block = op.regions[0].blocks[0]
    read = [n for n in others if list(block.arguments[ins + n].uses)]
    order = [*range(ins), *(ins + n for n in read), ins + number]
    known_sizes = [*op.operands]
    kinds = [_iterator(kind) for kind in op.attributes["iterator_types"]]

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        known = {block.arguments[old]: new for old, new in zip(order, arguments)}
        for view in block.operations:
            child = view.operation
            if child.name == "linalg.yield":
                return [known.get(child.operands[number], child.operands[number])]
            clone_into(child, known)

    values = [known_sizes[n] for n in order]
    # A dimension that only the other results have keeps its size from their destinations.
    kept = {d for n in order for d in _dims(maps[n])}
    extra = [ins + n for n in others if n not in read and any(d not in kept for d in _dims(maps[ins + n]))]
    if extra:
        return _alone_with(op, number, order, extra, kinds, body, maps)
    return build.generic(values[:-1], values[-1:], [maps[n] for n in order], kinds, body)[0]


def _alone_with(op, number, order, extra, kinds, body, maps) -> ir.Value:
    shaped = [*extra, *order]
    values = [op.operands[n] for n in shaped]
    return build.generic(values[:-1], values[-1:], [maps[n] for n in shaped], kinds, lambda a: body(a[len(extra) :]))[0]


def _dims(map: ir.AffineMap) -> list[int]:
    return [ir.AffineDimExpr(e).position for e in map.results if isinstance(e, ir.AffineDimExpr)]


def _iterator(kind: ir.Attribute) -> str:
    return "reduction" if "reduction" in str(kind) else "parallel"


def _same(one: Support, other: Support) -> bool:
    if one is None or other is None:
        return one is other
    return all(implies(one, atom) for atom in other) and all(implies(other, atom) for atom in one)


def _is_encoded(op: ir.Operation) -> bool:
    return any(of_operand(v) for v in (*op.operands, *op.results) if is_tensor(v.type))


def _rewrite(op: ir.Operation, report: Report) -> None:
    """Puts loops over the nonzero half in the place of a generic, if there is one."""
    support = Body(op).of_result(0)
    if support is None:
        return
    atoms = needed(op, support)
    if not atoms:
        if (triangle := _triangle_read(op)) is not None:
            report.remark(
                op.location,
                f"runs over all of the {triangle} tensor that it reads: its result is not zero where the tensor is",
            )
        return
    if is_flat(op, atoms):
        return
    with op.location, ir.InsertionPoint(op):
        results = [cleared(op, atoms[0])] if can_clear(op) else Nest(op, atoms).emit()
    _replace(op, results)


def needed(op: ir.Operation, support: frozenset[Atom]) -> list[Atom]:
    """The atoms that loops can make use of, without those that follow from others."""
    maps = linalg_form.maps(op)
    odd = [e for m in maps for e in m.results if not isinstance(e, ir.AffineDimExpr)]
    plain = {d for d in range(maps[0].n_dims) if not any(mentions(e, d) for e in odd)}
    atoms = sorted(atom for atom in support if atom.large in plain and atom.small in plain and atom.large != atom.small)
    kept = list(atoms)
    for atom in atoms:
        if implies(frozenset(kept) - {atom}, atom):
            kept.remove(atom)
    return kept


def _triangle_read(op: ir.Operation) -> Triangle | None:
    """The triangle of an input that a sum or a function of it could have made use of."""
    found = (of_operand(v) for v in list(op.operands)[: linalg_form.inputs(op)] if is_tensor(v.type))
    return next((triangle for triangle in found if triangle), None)


def _copy_casts(op: ir.Operation) -> None:
    """A full tensor of a packed one is a copy, made by columns."""
    for cast in [child for child in walk(op) if child.name == "tensor.cast"]:
        source, result = cast.operands[0], cast.results[0]
        triangle = triangle_of(source.type)
        if triangle is None or triangle_of(result.type) == triangle or not (triangle.packed or is_packed(result.type)):
            continue
        _ask_source_for_sizes(cast)
        for part in _in_branches(cast):
            _copy_cast(part, triangle)


def _ask_source_for_sizes(cast: ir.Operation) -> None:
    for user in [use.owner.operation for use in cast.results[0].uses]:
        if user.name == "tensor.dim":
            user.operands[0] = cast.operands[0]


def _in_branches(cast: ir.Operation) -> list[ir.Operation]:
    """The cast, or, where only branches read it, one in each: what is not taken copies nothing."""
    result, found = cast.results[0], {}
    for use in result.uses:
        op = use.owner.operation
        branch = op.block
        while op.block != cast.block:
            branch, op = op.block, op.block.owner.operation
        if op.name != "scf.if":
            return [cast]
        found.setdefault(branch, []).append((use.owner.operation, use.operand_number))
    parts = []
    for branch, uses in found.items():
        parts.append(cast.clone(ip=ir.InsertionPoint.at_block_begin(branch)).operation)
        for user, number in uses:
            user.operands[number] = parts[-1].results[0]
    cast.erase()
    return parts


def _copy_cast(cast: ir.Operation, triangle: Triangle) -> None:
    source, result = cast.operands[0], cast.results[0]
    rank = len(build.shape_of(source.type))
    identity = ir.AffineMap.get_identity(rank)
    with cast.location, ir.InsertionPoint(cast):
        into = build.empty(_shaped(result.type, source.type), build.sizes_of(source))
        copy = build.generic([source], [into], [identity] * 2, ["parallel"] * rank, lambda arguments: arguments[:1])[0]
        own = copy.owner.operation
        (filled,) = Nest(own, [atom_at(triangle, identity)]).emit()
        own.erase()
        if filled.type != result.type:
            filled = build.emit1("tensor.cast", result.type, filled)
    _replace(cast, [filled])


def _shaped(type: ir.Type, like: ir.Type) -> ir.Type:
    return build.tensor_type(build.shape_of(like), build.element(type), build.encoding_of(type))


def _fill_empties(op: ir.Operation) -> None:
    """A triangular tensor begins with zeros: what is not stored of it later must be."""
    for empty in [child for child in walk(op) if child.name == "tensor.empty"]:
        type = empty.results[0].type
        triangle = triangle_of(type)
        if (
            triangle is None
            or triangle.packed
            or all(use.owner.operation.name == "linalg.fill" for use in empty.results[0].uses)
        ):
            continue
        with empty.location, ir.InsertionPoint.after(empty):
            filled = build.fill(build.constant(build.element(type), 0.0), empty.results[0])
        empty.results[0].replace_all_uses_except(filled, [filled.owner.operation])


def _replace(op: ir.Operation, values: list[ir.Value]) -> None:
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()
