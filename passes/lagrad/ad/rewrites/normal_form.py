"""The form in which functions are differentiated, made on a copy in a module of its own.

Calls are inlined, unstructured control flow is lifted to `scf`, every elementwise or named
operation on tensors is a `linalg.generic` (fills excepted), `math.sincos` is split, and a
`lagrad.shape` operation names the sizes of every tensor whose shape is not static, so that
an accumulator can be made without touching the tensor itself.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from ... import build
from ...analysis import linalg_form
from ...analysis.call_graph import functions, symbol
from ...analysis.effects import pure_functions
from ...analysis.program import walk
from ...build import DYNAMIC, is_tensor, shape_of
from ...dialect import CHECKPOINT, NO_DERIVATIVE, PURE, SHAPE
from ...errors import Failure, error, note
from ...forms import index_loops, results
from ...forms.outputs import slice_outputs
from ...mlir import ir, passmanager
from ...rules import SIZES
from ...triangular.expose import expand_storage, expose
from ..sizes import carried_sizes, invariant_sizes
from . import choices, indirect_calls, opaque_operations, poison, repeated_bodies, rule_forms, scalar_forms
from .marks import INACTIVE, keep_loop_marks, spread_pure, stop_inactive
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


def function_named(module: ir.Module, name: str) -> ir.Operation:
    for view in module.body.operations:
        op = view.operation
        if op.name == "func.func" and ir.StringAttr(op.attributes["sym_name"]).value == name:
            return op
    raise KeyError(name)


def isolate(function: ir.Operation, callees: list[ir.Operation], opaque: Container[str]) -> ir.Module:
    """A module with copies of a function and of all that it calls; `opaque` ones without their bodies.

    The copy of the function is called as `root_name` says.
    """
    module = module_like(function)
    named = {name for original in (function, *callees) for name in _constants(original)}
    root = root_name(function, opaque)
    itself = [] if root == symbol(function) else [function]
    closed = {symbol(callee) for callee in (*itself, *callees) if symbol(callee) in opaque}
    pure = pure_functions(function.parent.operation) if closed else set()
    for original in (function, *itself, *callees):
        is_root = original == function and root not in functions(module.operation)
        with ir.InsertionPoint(module.body):
            if symbol(original) in opaque and not is_root:
                copy = _declaration(original)
                if symbol(original) in pure:
                    copy.attributes[PURE] = ir.UnitAttr.get()
                for word in (CHECKPOINT, NO_DERIVATIVE):
                    if word in original.attributes:
                        copy.attributes[word] = original.attributes[word]
            else:
                copy = original.clone(ip=ir.InsertionPoint.current).operation
        dropped = ["no_inline", "lagrad.tape"]
        # Nobody calls these copies, and `inline` erases private functions without callers.
        if is_root or symbol(original) in named:
            dropped.append("sym_visibility")
        for name in dropped:
            if name in copy.attributes:
                del copy.attributes[name]
        if is_root:
            copy.attributes["sym_name"] = ir.StringAttr.get(root, module.context)
    return module


def root_name(function: ir.Operation, opaque: Container[str]) -> str:
    """The name of the copy of a function, which may itself be one that it calls and that is not looked into."""
    name = symbol(function)
    return f"{name}.itself" if name in opaque else name


def module_like(function: ir.Operation) -> ir.Module:
    """A module with what the function's own has beside functions: words of its own, constant data, kernels."""
    around = function.parent.operation.attributes
    with function.location:
        module = ir.Module.create()
    for name in around:
        if name not in ("sym_name", "sym_visibility"):
            module.operation.attributes[name] = around[name]
    with ir.InsertionPoint(module.body):
        for original in _globals(function):
            original.clone(ip=ir.InsertionPoint.current)
    return module


def _globals(function: ir.Operation) -> list[ir.Operation]:
    """What has a name in the function's module and is no function: constant data, kernels."""
    around = [view.operation for view in function.parent.operation.regions[0].blocks[0].operations]
    return [op for op in around if "sym_name" in op.attributes and op.name not in ("func.func", "builtin.module")]


def _constants(op: ir.Operation) -> list[str]:
    """The functions that are values in an operation."""
    return [child.attributes["value"].value for child in walk(op) if child.name == "func.constant"]


def _declaration(function: ir.Operation) -> ir.Operation:
    with function.location:
        declared = _declare(function.attributes["sym_name"], function.attributes["function_type"])
    if INACTIVE in function.attributes:
        declared.attributes[INACTIVE] = function.attributes[INACTIVE]
    return declared


def _declare(name: ir.Attribute, type: ir.Attribute) -> ir.Operation:
    private = ir.StringAttr.get("private")
    attributes = {"sym_name": name, "function_type": type, "sym_visibility": private}
    return ir.Operation.create("func.func", attributes=attributes, regions=1)


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
    expand_storage(module.operation)
    rule_forms.open_regions(module.operation)
    _check_regions(module, name)
    opaque = opaque_operations.protect(module.operation)
    indirect_calls.expand(module.operation)
    run(module, _INLINE)
    if indirect_calls.expand(module.operation):  # chosen between blocks
        run(module, "inline,canonicalize")
    kept = {name, *_constants(module.operation)}
    for view in list(module.body.operations):
        op = view.operation
        if op.name == "func.func" and op.regions[0].blocks and symbol(op) not in kept:
            op.erase()
    opaque_operations.restore(module.operation, opaque)


def _check_regions(module: ir.Module, name: str) -> None:
    """Failure for an operation of rules with regions in a function that would have to be inlined."""
    others = [op for op in _all(module, "func.func") if symbol(op) != name]
    if left := [op for function in others for op in rule_forms.with_regions(function)]:
        raise Failure(
            error(
                left[0].location,
                f"'{left[0].name}' has regions and stands in a function that is called, which can then not be inlined",
                note(None, "give it a lowering and no rule, or put it into the function that is differentiated"),
            )
        )


def to_linalg(module: ir.Module) -> None:
    """Elementwise and named tensor operations become `linalg.generic`, and the rest is tidied."""
    _split_sincos(module)
    _free_allocations(module)
    choices.hide(module.operation)
    run(module, _LINALG)
    results.drop_unread(module.operation)
    run(module, f"{_TIDY},loop-invariant-code-motion,{_TIDY}")
    poison.replace(module.operation)
    slice_outputs(module.operation)
    _convert_selects(module)
    _restore_fills(module)
    _free_destinations(module)
    expose(module.operation)
    for op in _all(module, "linalg.generic"):
        if _MEMO in op.attributes:  # what generalising leaves of a named op
            del op.attributes[_MEMO]


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
        for result in filter(_is_open, op.results):
            _say_sizes(result, of_result)
    _say_sizes_of_rules(module)
    _insert_shapes(module, name)
    run(module, _SIZES)
    for op in [op for op in walk(module.operation) if op.name == "func.call" or op.name in SIZES]:
        for result in filter(_is_open, op.results):
            _use_sizes(result)
    _insert_shapes(module, name)  # folding has made new tensors
    invariant_sizes.resolve(function_named(module, name))
    run(module, f"{_TIDY},loop-invariant-code-motion")  # what is made of sizes that do not change does not change
    _insert_shapes(module, name)
    if carried_sizes.carry(function_named(module, name)):
        scalar_forms.count(function_named(module, name))  # a tensor may shrink by as much in every iteration
        run(module, _TIDY)
    if _convert_selects(module):
        _free_destinations(module)
    _insert_shapes(module, name)


def _insert_shapes(module: ir.Module, name: str) -> None:
    """Names the sizes of the tensors that have no shape operation yet."""
    function = function_named(module, name)
    _drop_late_shapes(function)
    for block in _blocks(function):
        for argument in block.arguments:
            with argument.location, ir.InsertionPoint.at_block_begin(block):
                _name_sizes_of(argument)
    for op in [op for op in walk(function) if op.name != SHAPE]:
        for result in op.results:
            if _is_open(result):
                with op.location, ir.InsertionPoint.after(op):
                    _name_sizes_of(result)


def _drop_late_shapes(function: ir.Operation) -> None:
    """Keeps one shape operation a tensor, in the block that makes the tensor.

    Where a loop gives a tensor from before the loop, folding leaves that tensor a second one, behind the loop.
    """
    named: set[ir.Value] = set()
    for op in [op for op in walk(function) if op.name == SHAPE]:
        tensor = op.operands[0]
        made = tensor.owner if isinstance(tensor.owner, ir.Block) else tensor.owner.operation.block
        if tensor in named or op.block != made:
            op.erase()
        else:
            named.add(tensor)


def _say_sizes(tensor: ir.Value, of_result: Callable[[ir.Value], list | None]) -> None:
    """Names the sizes of what a call returns, if they are known."""
    call = tensor.owner.operation
    with call.location, ir.InsertionPoint(call):
        sizes = of_result(tensor)
        if sizes is None:
            return
        sizes = [build.index(n) if isinstance(n, int) else n for n in build.dynamic_sizes(tensor.type, sizes)]
    with call.location, ir.InsertionPoint.after(call):
        build.emit(SHAPE, [], [tensor, *sizes])


def _say_sizes_of_rules(module: ir.Module) -> None:
    """Names the sizes of results as rules tell them."""
    for op in [op for op in walk(module.operation) if op.name in SIZES and any(map(_is_open, op.results))]:
        with op.location, ir.InsertionPoint(op):
            sizes = [
                [build.index(n) if isinstance(n, int) else n for n in build.dynamic_sizes(r.type, own)]
                for r, own in zip(op.results, SIZES[op.name](op), strict=True)
            ]
        with op.location, ir.InsertionPoint.after(op):
            for result, own in zip(op.results, sizes):
                if _is_open(result):
                    build.emit(SHAPE, [], [result, *own])


def _use_sizes(tensor: ir.Value) -> None:
    """Puts the sizes of a tensor, which are named, in the place of what reads them off it."""
    users = [use.owner.operation for use in tensor.uses]
    sizes = _sizes_of(tensor)
    for op in users:
        if (
            op.name == "tensor.dim"
            and (d := build.constant_of(op.operands[1])) is not None
            and not isinstance(sizes[d], int)
        ):
            if sizes[d] != op.results[0]:
                op.results[0].replace_all_uses_with(sizes[d])


def _is_open(value: ir.Value) -> bool:
    return is_tensor(value.type) and DYNAMIC in shape_of(value.type)


def _name_sizes_of(value: ir.Value) -> None:
    if not _is_open(value) or any(use.owner.operation.name == SHAPE for use in value.uses):
        return
    build.emit(SHAPE, [], [value, *build.dynamic_sizes(value.type, build.sizes_of(value))])


def erase_shapes(module: ir.Module) -> None:
    """Takes the shape operations out again, once a Program has read them."""
    for op in _all(module, SHAPE):
        op.erase()


def _blocks(op: ir.Operation) -> Iterator[ir.Block]:
    for region in op.regions:
        for block in region.blocks:
            yield block
            for child in block.operations:
                if len(child.operation.regions):
                    yield from _blocks(child.operation)


def _replace(op: ir.Operation, by) -> None:
    """Puts the values that `by()` builds in the place of an operation."""
    with op.location, ir.InsertionPoint(op):
        values = by()
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()


def _split_sincos(module: ir.Module) -> None:
    for op in _all(module, "math.sincos"):
        x = op.operands[0]
        _replace(op, lambda: [build.emit1(f, x.type, x) for f in ("math.sin", "math.cos")])


def _free_allocations(module: ir.Module) -> None:
    """An allocation is an empty tensor, or the value that it starts with."""
    for op in _all(module, "bufferization.alloc_tensor"):
        sizes, copied, _ = op.attributes["operandSegmentSizes"]
        operands, type = list(op.operands), op.results[0].type
        _replace(op, lambda: [operands[sizes] if copied else build.emit1("tensor.empty", type, *operands[:sizes])])


def _convert_selects(module: ir.Module) -> bool:
    """Tidying makes selects of branches between tensors; whether there were any. Those whose tensors may have
    different sizes are branches again, which nothing tidies from here on."""
    found = False
    while choices.hide(module.operation) or any(is_tensor(op.results[0].type) for op in _all(module, "arith.select")):
        run(module, f"{_ELEMENTWISE},{_TIDY}")
        found = True
    choices.show(module.operation)
    return found


def _restore_fills(module: ir.Module) -> None:
    """Generalising turns fills into generics; as fills they say what they are."""
    for op in _all(module, "linalg.generic"):
        if linalg_form.is_fill(op):
            number, into = op.operands
            _replace(op, lambda: [build.fill(number, into)])


def _free_destinations(module: ir.Module) -> None:
    """What a generic overwrites without reading is only a shape: an empty tensor, so that no
    analysis takes its contents for something that is read."""
    for op in [op for op in _all(module, "linalg.generic") if op.results]:  # not one on memory
        ins = linalg_form.inputs(op)
        for number in range(ins, len(op.operands)):
            init = op.operands[number]
            unread = not list(op.regions[0].blocks[0].arguments[number].uses)
            if unread and linalg_form.is_full(linalg_form.maps(op)[number]) and not _is_empty(init):
                with op.location, ir.InsertionPoint(op):
                    op.operands[number] = build.empty(init.type, _sizes_of(init))


def _is_empty(value: ir.Value) -> bool:
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == "tensor.empty"


def _sizes_of(value: ir.Value) -> list[ir.Value | int]:
    """The sizes of a tensor, as its shape operation names them if it has one."""
    for use in value.uses:
        if (op := use.owner.operation).name == SHAPE:
            dynamic = iter(list(op.operands)[1:])
            return [next(dynamic) if n == DYNAMIC else n for n in shape_of(value.type)]
    return build.sizes_of(value)
