"""Derivatives of `tensor`: what moves elements about.

Views are seen through: adding to a slice's adjoint adds to that slice of the source's, so
no dense zeros and no copies arise. The pullbacks here add into the accumulators that the
sweep holds (destination style).
"""

from .. import build
from ..mlir import ir
from ..triangular.triangle import kept, project, project_slice, triangle_of
from . import structured, view
from .sums import adds_to

_MOST_ELEMENTS = 64  # that are put into one tensor, looked back upon

# Operands 1.. of a slice, extract or reshape are its positions; 2.. of an insert.


def _positions(op):
    return list(op.operands)[1:]


def _insert_positions(op):
    return list(op.operands)[2:]


def _slice_of(op, sweep, first: int):
    """Offsets, sizes and strides of a slice op, in the derivative, mixed static and dynamic."""
    dynamic = iter(sweep.value(v) for v in list(op.operands)[first:])
    return [
        [next(dynamic) if n == build.DYNAMIC else n for n in op.attributes[name]]
        for name in ("static_offsets", "static_sizes", "static_strides")
    ]


# -- views ----------------------------------------------------------------------------------


def enter_slice(op, acc, sweep):
    return build.extract_slice(acc, op.results[0].type, *_slice_of(op, sweep, 1))


def leave_slice(op, part, acc, sweep):
    if acc is None:
        acc = sweep.zeros(op.operands[0])
    offsets, sizes, steps = _slice_of(op, sweep, 1)
    if triangle_of(acc.type) and not triangle_of(part.type):  # some of it may lie outside
        part = project_slice(part, acc.type, offsets, sizes, steps)
    return build.insert_slice(part, acc, offsets, sizes, steps)


def enter_reshape(op, acc, sweep):
    return sweep.clone(op, {op.operands[0]: acc})


def leave_expand(op, part, acc, sweep):
    return build.emit1("tensor.collapse_shape", op.operands[0].type, part, reassociation=op.attributes["reassociation"])


def leave_collapse(op, part, acc, sweep):
    sizes = sweep.sizes(op.operands[0])
    return build.emit1(
        "tensor.expand_shape",
        op.operands[0].type,
        part,
        *build.dynamic_sizes(op.operands[0].type, sizes),
        reassociation=op.attributes["reassociation"],
        static_output_shape=ir.DenseI64ArrayAttr.get(build.shape_of(op.operands[0].type)),
    )


def leave_cast(op, part, acc, sweep):
    type = op.operands[0].type
    if triangle_of(type) == triangle_of(part.type) or triangle_of(type) is None:
        return build.emit1("tensor.cast", type, part)
    return project(part, type, sweep.sizes(op.operands[0]))


def leave_to_shape(op, part, acc, sweep):
    index = build.index_type()
    sizes = [build.index(n) if isinstance(n, int) else n for n in sweep.sizes(op.operands[0])]
    shape = build.emit1("tensor.from_elements", build.tensor_type([len(sizes)], index), *sizes)
    return build.emit1("tensor.reshape", op.operands[0].type, part, shape)


view("tensor.extract_slice", enter_slice, leave_slice, _positions)
view("tensor.expand_shape", enter_reshape, leave_expand, _positions)
view("tensor.collapse_shape", enter_reshape, leave_collapse)
view("tensor.reshape", enter_reshape, leave_to_shape, _positions)
view("tensor.cast", enter_reshape, leave_cast)


# -- pullbacks ------------------------------------------------------------------------------


@structured("tensor.extract", _positions)
def extract(op, ct, sweep):
    """Adds the cotangent to one element of the source's adjoint."""
    if op in sweep.passed_on:
        return
    at = [sweep.value(v) for v in _positions(op)]

    def add_element(acc):
        total = ct if _is_untouched(acc, at) else build.add(ct, build.extract(acc, at))
        if triangle := triangle_of(acc.type):
            total = kept(triangle, total, *at[-2:])
        return build.insert(total, acc, at)

    sweep.accumulate(op.operands[0], add_element)


def _is_untouched(acc, at) -> bool:
    """Whether an element of an adjoint is zero still: of zeros, into which only other elements have been put."""
    numbers = [build.constant_of(v) for v in at]
    for _ in range(_MOST_ELEMENTS):
        if build.constant_of(acc) == 0.0:
            return True
        op = None if isinstance(acc.owner, ir.Block) else acc.owner.operation
        if op is None or op.name not in ("linalg.fill", "tensor.insert"):
            return False
        if op.name == "linalg.fill":
            return build.constant_of(op.operands[0]) == 0.0
        others = [build.constant_of(v) for v in list(op.operands)[2:]]
        if not any(a is not None and b is not None and a != b for a, b in zip(numbers, others)):
            return False
        acc = op.operands[1]
    return False


@structured("tensor.insert", _insert_positions)
def insert(op, ct, sweep):
    """The scalar takes the element's cotangent; what it overwrote gets zero there.

    An element that is only added to keeps its cotangent: nothing is written, so iterations that add to one place do not
    wait for each other in the adjoint either.
    """
    scalar, into = list(op.operands)[:2]
    at = [sweep.value(v) for v in _insert_positions(op)]
    if sweep.is_active(scalar):
        sweep.add(scalar, build.extract(ct, at))
        if (read := _added_to(op)) is not None:
            sweep.passed_on.add(read)
            sweep.add(into, ct)
            return
    if sweep.is_active(into):
        sweep.add(into, build.insert(build.constant(scalar.type, 0.0), ct, at))


def _added_to(insertion: ir.Operation) -> ir.Operation | None:
    """What reads the element that an insertion replaces by a sum of it and others, if nobody else reads it."""
    scalar, into, *at = insertion.operands
    for use in into.uses:
        read = use.owner.operation
        if read.name == "tensor.extract" and list(read.operands) == [into, *at] and triangle_of(into.type) is None:
            if read.block == insertion.block and adds_to(scalar, read.results[0]):
                return read
    return None


@structured("tensor.insert_slice", _insert_positions)
def insert_slice(op, ct, sweep):
    """The source takes the slice's cotangent; what it overwrote gets zeros there."""
    source, into = list(op.operands)[:2]
    where = _slice_of(op, sweep, 2)
    if sweep.is_active(source):
        sweep.add(source, build.extract_slice(ct, source.type, *where))
    if sweep.is_active(into):
        nothing = build.zeros(source.type, sweep.sizes(source))
        sweep.add(into, build.insert_slice(nothing, ct, *where))


@structured("tensor.from_elements")
def from_elements(op, ct, sweep):
    shape = build.shape_of(ct.type)
    for number, scalar in enumerate(op.operands):
        if sweep.is_active(scalar):
            at = []
            for size in reversed(shape):
                number, last = divmod(number, size)
                at.insert(0, build.index(last))
            sweep.add(scalar, build.extract(ct, at))


@structured("tensor.splat")
def splat(op, ct, sweep):
    """Every element is the scalar: its adjoint is the sum of the cotangents."""
    sweep.add(op.operands[0], build.total(ct))


@structured("linalg.fill")
def fill(op, ct, sweep):
    """Every element is the scalar; what it overwrote gets nothing."""
    if sweep.is_active(op.operands[0]):
        sweep.add(op.operands[0], build.total(ct))
