"""Windows that reach from one end of a dimension to each element, as of `cumsum`: a loop in place of all windows.

Upstream converts a window that adds, multiplies or compares, in a time that grows with the square of the size. A loop
takes each element once, and any function of two scalars.
"""

from __future__ import annotations

from .... import build
from ....analysis.program import walk
from ....mlir import ir
from .emission import Values, loop, window, with_window
from .scalars import boxed, extracted


def convert(module: ir.Operation) -> None:
    for op in [op for op in walk(module) if op.name == "stablehlo.reduce_window"]:
        if len(op.results) == 1 and not _is_unsigned(op.results[0]) and (found := _direction(op)):
            with ir.InsertionPoint(op), op.location:
                op.results[0].replace_all_uses_with(_scan(op, *found))
            op.erase()


def _direction(op: ir.Operation) -> tuple[int, bool] | None:
    """The dimension along which results accumulate, and whether from its end."""
    shape, given = build.shape_of(op.operands[0].type), op.attributes
    along = [d for d, size in enumerate(_numbers(given, "window_dimensions", shape)) if size != 1]
    whole = [1] * len(shape)
    steps = ("window_strides", "base_dilations", "window_dilations")
    if len(along) != 1 or any(_numbers(given, name, shape) != whole for name in steps) or "padding" not in given:
        return None
    (dimension,) = along
    size = shape[dimension]
    low = [[0, 0] for _ in shape]
    low[dimension] = [size - 1, 0]
    high = [pair[::-1] for pair in low]
    padding = [int(n) for n in ir.DenseIntElementsAttr(given["padding"])]
    pairs = [padding[k : k + 2] for k in range(0, len(padding), 2)]
    if _numbers(given, "window_dimensions", shape)[dimension] != size or pairs not in (low, high):
        return None
    return dimension, pairs == high


def _is_unsigned(value: ir.Value) -> bool:
    """Such integers become signless later, which no loop does with what it carries."""
    element = build.element(value.type)
    return isinstance(element, ir.IntegerType) and not element.is_signless


def _numbers(given, name: str, shape: list[int]) -> list[int]:
    return list(ir.DenseI64ArrayAttr(given[name])) if name in given else [1] * len(shape)


def _scan(op: ir.Operation, dimension: int, is_from_end: bool) -> ir.Value:
    """The results, of which each step computes one row from the last one and a row of the operand."""
    source, init = op.operands
    shape = build.shape_of(source.type)
    kept = [size for d, size in enumerate(shape) if d != dimension]
    sizes = [1 if d == dimension else size for d, size in enumerate(shape)]
    combine = op.regions[0].blocks[0]

    def step(at: ir.Value, carried: Values) -> Values:
        last, results = carried
        if is_from_end:
            at = build.emit1("arith.subi", build.index_type(), build.index(shape[dimension] - 1), at)
        offsets = [at if d == dimension else 0 for d in range(len(shape))]
        row = _combined(combine, last, window(source, offsets, sizes, kept))
        return [row, with_window(row, results, offsets, sizes)]

    first = extracted(init)
    if kept:
        nowhere = ir.DenseI64ArrayAttr.get([])
        first = build.emit1(
            "stablehlo.broadcast_in_dim", build.tensor_type(kept, first.type), init, broadcast_dimensions=nowhere
        )
    results = build.emit1("tensor.empty", op.results[0].type)
    return loop(0, shape[dimension], 1, [first, results], step)[1]


def _combined(block: ir.Block, last: ir.Value, row: ir.Value) -> ir.Value:
    """The function of two scalars, which moves to where it is called, of scalars or of each pair of elements."""
    if build.is_tensor(row.type):
        dimensions = ir.DenseI64ArrayAttr.get(list(range(len(build.shape_of(row.type)))))
        made = ir.Operation.create("stablehlo.map", [row.type], [last, row], {"dimensions": dimensions}, regions=1)
        block.append_to(made.regions[0])
        return made.result
    values = [boxed(value, argument.type) for argument, value in zip(block.arguments, (last, row), strict=True)]
    for argument, value in zip(block.arguments, values):
        argument.replace_all_uses_with(value)
    *body, end = [each.operation for each in block.operations]
    before = values[-1].owner
    for each in body:
        each.move_after(before)
        before = each
    return extracted(end.operands[0])
