"""The form in which functions are differentiated, made on a copy in a module of its own (`isolated.py`).

Calls are inlined, unstructured control flow is lifted to `scf`, every elementwise or named
operation on tensors is a `linalg.generic` (fills excepted), `math.sincos` is split, and a
`lagrad.shape` operation names the sizes of every tensor whose shape is not static
(`sizes/named_sizes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ... import build
from ...analysis import linalg_form
from ...analysis.call_graph import symbol
from ...analysis.walk import by_name, types_of, walk
from ...build import is_tensor
from ...dialect import EITHER
from ...forms import index_loops, results
from ...forms.outputs import slice_outputs
from ...mlir import ir, passmanager
from ...rules import SIZES, is_foreign
from ...triangular.expose import expand_storage, expose
from ..sizes import carried_sizes, invariant_sizes
from ..sizes.named_sizes import (
    drop_kept_sizes,
    erase_shapes,
    is_open,
    is_open_type,
    keep_sizes,
    name_open_tensors,
    say_of_call,
    say_of_rules,
    sizes_of,
    use_said,
)
from . import (
    choices,
    copied_inputs,
    indirect_calls,
    opaque_operations,
    poison,
    repeated_bodies,
    rule_forms,
    scalar_forms,
)
from .isolated import function_constants, function_named
from .marks import keep_loop_marks, spread_pure, stop_inactive
from .vectors.forms import to_tensors

# No handle of an operation may live while upstream passes run: they free what it points to.
_INLINE = "func.func(lift-cf-to-scf),lower-affine,inline"
_PROMOTE = "sroa,mem2reg"  # memory on the stack of which only elements at known places are read and written
_ELEMENTWISE = "func.func(convert-elementwise-to-linalg)"
_LINALG = f"{_ELEMENTWISE},func.func(linalg-generalize-named-ops)"
_MEMO = "linalg.memoized_indexing_maps"
_TIDY = "canonicalize,cse"
_SIZES = "resolve-ranked-shaped-type-result-dims,canonicalize,cse"


def run(module: ir.Module, text: str) -> None:
    """Runs upstream passes; MLIRError where one fails."""
    passmanager.PassManager.parse(f"builtin.module({text})").run(module.operation)


def _all(module: ir.Module, name: str) -> list[ir.Operation]:
    """All operations of that name, collected before any of them changes."""
    return [op for op in walk(module.operation) if op.name == name]


def count_in_indices(module: ir.Module) -> None:
    """Leaves loops over indices only, whatever the bounds of a program's loops are."""
    index_loops.rewrite(module.operation)


def inline_calls(module: ir.Module, name: str) -> None:
    """Leaves one structured function, in which only calls to declarations remain, and no vectors."""
    flatten_calls(module, name)
    if _all(module, "memref.alloca"):
        run(module, _PROMOTE)
    function = function_named(module, name)
    with function.location:
        to_tensors(function)
    repeated_bodies.expand(module.operation)


def flatten_calls(module: ir.Module, name: str) -> None:
    """Leaves one structured function, in which only calls to declarations remain."""
    spread_pure(module.operation)
    keep_loop_marks(module.operation)
    stop_inactive(module.operation)
    opaque: dict[str, opaque_operations.Kind] = {}
    if any(map(is_foreign, by_name(module.operation))):
        expand_storage(module.operation)
        rule_forms.open_regions(module.operation)
        rule_forms.open_memory(module.operation)
        opaque = opaque_operations.protect(module.operation)
    names = by_name(module.operation).keys()
    if indirect_calls.CALL in names:
        indirect_calls.expand(module.operation)
    run(module, _INLINE)
    if indirect_calls.CALL in names and indirect_calls.expand(module.operation):  # chosen between blocks
        run(module, "inline,canonicalize")
    kept = {name, *(function_constants(module.operation) if "func.constant" in names else ())}
    for view in list(module.body.operations):
        op = view.operation
        if op.name == "func.func" and op.regions[0].blocks and symbol(op) not in kept:
            op.erase()
    if opaque:
        opaque_operations.restore(module.operation, opaque)


def to_linalg(module: ir.Module) -> None:
    """Elementwise and named tensor operations become `linalg.generic`, and the rest is tidied."""
    found = by_name(module.operation)
    _split_sincos(found.get("math.sincos", ()))
    _free_allocations(found.get("bufferization.alloc_tensor", ()))
    choices.hide(found.get("arith.select", ()))
    run(module, _LINALG)
    results.drop_unread(module.operation)
    run(module, f"{_TIDY},loop-invariant-code-motion,{_TIDY}")
    poison.replace(module.operation)
    _restore_fills(module)
    copied_inputs.read_through(_all(module, "linalg.generic"))
    slice_outputs(module.operation)
    _convert_selects(module)
    _restore_fills(module)
    generics = _all(module, "linalg.generic")
    _free_destinations(generics)
    for op in generics:
        if _MEMO in op.attributes:  # what generalising leaves of a named op
            del op.attributes[_MEMO]
    expose(module.operation)


def to_scalars(module: ir.Module, name: str) -> None:
    """Tensors of rank 0 that loops carry become scalars, and counters functions of the iteration."""
    if scalar_forms.unwrap(function_named(module, name)):
        run(module, _TIDY)
    if scalar_forms.count(function_named(module, name)):
        run(module, _TIDY)


def name_sizes(module: ir.Module, name: str, of_result: Callable[[ir.Value], list | None] | None = None) -> None:
    """Ties each tensor of dynamic shape to the values of its sizes.

    `of_result` may know the sizes of what a call returns, and emits them.
    """
    erase_shapes(module)
    for op in _all(module, "func.call") if of_result else []:
        for result in filter(is_open, op.results):
            say_of_call(result, of_result)
    if not any(map(is_open_type, types_of(walk(module.operation)))):
        run(module, f"{_TIDY},loop-invariant-code-motion")
        return
    say_of_rules(module)
    keep_sizes(module)
    name_open_tensors(module, name)
    run(module, _SIZES)
    drop_kept_sizes(module)
    for op in [op for op in walk(module.operation) if op.name == "func.call" or op.name in SIZES]:
        for result in filter(is_open, op.results):
            use_said(result)
    name_open_tensors(module, name)  # folding has made new tensors
    invariant_sizes.resolve(function_named(module, name))
    run(module, f"{_TIDY},loop-invariant-code-motion")  # what is made of sizes that do not change does not change
    name_open_tensors(module, name)
    if carried_sizes.carry(function_named(module, name)):
        scalar_forms.count(function_named(module, name))  # a tensor may shrink by as much in every iteration
        run(module, _TIDY)
    if _convert_selects(module):
        _free_destinations(_all(module, "linalg.generic"))
    name_open_tensors(module, name)


def _replace(op: ir.Operation, by) -> None:
    """Puts the values that `by()` builds in the place of an operation."""
    with op.location, ir.InsertionPoint(op):
        values = by()
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()


def _split_sincos(ops: Iterable[ir.Operation]) -> None:
    for op in ops:
        x = op.operands[0]
        _replace(op, lambda: [build.emit1(f, x.type, x) for f in ("math.sin", "math.cos")])


def _free_allocations(ops: Iterable[ir.Operation]) -> None:
    """An allocation is an empty tensor, or the value that it starts with."""
    for op in ops:
        sizes, copied, _ = op.attributes["operandSegmentSizes"]
        operands, type = list(op.operands), op.results[0].type
        _replace(op, lambda: [operands[sizes] if copied else build.emit1("tensor.empty", type, *operands[:sizes])])


def _convert_selects(module: ir.Module) -> bool:
    """Tidying makes selects of branches between tensors; whether there were any. Those whose tensors may have
    different sizes are branches again, which nothing tidies from here on."""
    found = False
    while True:
        ops = by_name(module.operation)
        selects = [op for op in ops.get("arith.select", ()) if is_tensor(op.results[0].type)]
        if not selects:
            choices.show(ops.get(EITHER, ()))
            return found
        choices.hide(selects)
        run(module, f"{_ELEMENTWISE},{_TIDY}")
        found = True


def _restore_fills(module: ir.Module) -> None:
    """Generalising turns fills into generics; as fills they say what they are."""
    for op in _all(module, "linalg.generic"):
        if linalg_form.is_fill(op):
            number, into = op.operands
            _replace(op, lambda: [build.fill(number, into)])


def _free_destinations(generics: Iterable[ir.Operation]) -> None:
    """What a generic overwrites without reading is only a shape: an empty tensor, so that no
    analysis takes its contents for something that is read."""
    for op in [op for op in generics if op.results]:  # not one on memory
        ins = linalg_form.inputs(op)
        for number in range(ins, len(op.operands)):
            init = op.operands[number]
            unread = not list(op.regions[0].blocks[0].arguments[number].uses)
            if unread and linalg_form.is_full(linalg_form.maps(op)[number]) and not _is_empty(init):
                with op.location, ir.InsertionPoint(op):
                    op.operands[number] = build.empty(init.type, sizes_of(init))


def _is_empty(value: ir.Value) -> bool:
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == "tensor.empty"
