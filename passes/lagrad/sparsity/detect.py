"""Which input elements each result element of a function may depend on, from its program.

`detect` follows index sets through the function. Without arguments it says what holds for all of
them; with arguments, integers are what they are, and sizes may be open in the types.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..ad.calls.own_derivatives import custom_pullbacks, custom_pushforwards
from ..ad.prepare import prepare
from ..ad.rewrites import open_forms
from ..analysis.call_graph import functions, signature
from ..analysis.program import Program
from ..analysis.request import Request
from ..build import DYNAMIC, has_derivative, is_tensor, shape_of
from ..errors import Failure, Report, error
from ..mlir import ir
from . import control_steps, scalar_steps, tensor_steps
from .index_sets import EMPTY, IndexSets
from .integers import Unknown
from .pattern import Part, Pattern, full, parts
from .propagation import Builder, Propagation, UnknownSize

_STEPS = scalar_steps.STEPS | tensor_steps.STEPS | control_steps.STEPS
_REWRITTEN = {name: form for name, form in open_forms.FORMS.items() if name != "scf.while"}


_CREATED = ("arith", "linalg", "math", "scf", "tensor")  # what the normal form is made of


def detect(module: ir.Operation, name: str, wrt: Sequence[int], arguments: Sequence | None = None) -> Pattern:
    """The pattern of the Jacobian of @name with respect to its arguments `wrt`, in that order.

    Of `arguments`, integers count with their values and floats with their shapes. Raises a Failure
    where sizes are not known.
    """
    function = functions(module)[name]
    inputs, _ = signature(function)
    shapes = _shapes(function, name, inputs, arguments)
    columns = parts(wrt, [shapes[n] for n in wrt])
    sets = IndexSets(sum(part.size for part in columns))
    given = [
        _argument(type, shape, None if arguments is None else arguments[n])
        for n, (type, shape) in enumerate(zip(inputs, shapes))
    ]
    for part in columns:
        numbers = np.arange(part.start + 1, part.stop + 1).reshape(part.shape)
        given[part.number] = numbers if is_tensor(inputs[part.number]) else int(numbers)
    # What brings a derivative of its own may say anything: its results depend on all of its operands.
    customs = custom_pullbacks(module) | custom_pushforwards(module)
    others = {custom: own for custom, own in customs.items() if custom != name}
    for dialect in _CREATED:
        module.context.get_dialect_descriptor(dialect)
    request = Request(kind="jacobian", function=function, name=name, primal=name, wrt=list(wrt))
    copy, program = prepare(module, request, others, _rewrite, Report())
    try:
        found = Propagation(program, sets, _builder).run(given)
    except UnknownSize:
        # Something inside is as long as a float says; the results are what they are.
        if any(DYNAMIC in shape_of(r.type) for r in program.results):
            raise
        everything = sets.everything([given[part.number] for part in columns])
        found = [np.full(shape_of(r.type), everything) for r in program.results]
    kept = [(n, np.asarray(v)) for n, (v, r) in enumerate(zip(found, program.results)) if has_derivative(r.type)]
    del copy  # it holds the program
    rows = parts([n for n, _ in kept], [v.shape for _, v in kept])
    if name in customs:
        return full(rows, columns)
    return _gathered(sets, [v for _, v in kept], rows, columns)


def _gathered(sets: IndexSets, results: list[np.ndarray], rows: tuple[Part, ...], columns: tuple[Part, ...]) -> Pattern:
    numbers = np.concatenate([np.zeros(0, np.int64), *(r.reshape(-1) for r in results)])
    distinct, place = np.unique(numbers, return_inverse=True)
    members = [np.array(sorted(sets.members(n)), np.int32) for n in distinct.tolist()]
    lengths = np.array([len(m) for m in members], np.int64)[place] if len(members) else np.zeros(0, np.int64)
    indptr = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    indices = np.concatenate([np.zeros(0, np.int32), *(members[k] for k in place)])
    return Pattern(indptr, indices, rows, columns)


def _shapes(function: ir.Operation, name: str, inputs: list[ir.Type], arguments: Sequence | None) -> list[tuple]:
    if arguments is not None:
        return [np.shape(a) for a in arguments]
    for number, type in enumerate(inputs):
        if DYNAMIC in shape_of(type):
            raise Failure(
                error(
                    function.location,
                    f"the sparsity pattern of @{name} depends on the sizes of argument {number}, of type {type}; "
                    "lagrad.sparse_jacobian, from Python, finds it for given arguments",
                )
            )
    return [tuple(shape_of(type)) for type in inputs]


def _argument(type: ir.Type, shape: tuple, value) -> object:
    """What is known of an argument that is not in wrt."""
    if has_derivative(type):
        return np.zeros(shape, np.int64) if is_tensor(type) else EMPTY
    if value is None:
        return Unknown(shape) if is_tensor(type) else None
    return np.array(value, np.int64) if is_tensor(type) else int(value)


def _rewrite(program: Program, activity, report: Report) -> bool:
    """Says the outermost composite operations with simpler ones; whether there were any."""
    found: list[ir.Operation] = []

    def collect(block: ir.Block) -> None:
        for op in program.ops(block):
            if op.name in _REWRITTEN:
                found.append(op)
            else:
                for body in program.bodies(op):
                    collect(body)

    collect(program.entry)
    return any([open_forms.replace(op, _REWRITTEN[op.name]) for op in found])


def _builder(op: ir.Operation) -> Builder:
    return _STEPS.get(op.name) or scalar_steps.integer_operation(op)
