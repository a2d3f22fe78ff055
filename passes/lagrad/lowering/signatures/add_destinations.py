"""`lagrad-add-destinations`: public functions write their results where the caller says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...ad.reverse.tape import emit_slice
from ...ad.scope import Scope
from ...analysis.call_graph import is_public, symbol
from ...analysis.effects import effects, effects_of, marked_pure, pure_functions
from ...analysis.program import Program
from ...analysis.recording.slices import BlockSlice, Slicer
from ...dialect import PURE
from ...errors import Failure, error, note
from ...mlir import bufferization, func, ir, memref
from ...passes import Pass
from ..facts.equal_sizes import computed_sizes, equal_sizes, result_sizes
from ..facts.sizes import Sizes
from ..interface import c_types
from ..interface.checks import CHECK
from ..walk import callee, last, walk
from .size_arithmetic import build, of_arguments

_ALLOCATES = ("bufferization.", "memref.")  # what the lowering itself has put into a function so far


@dataclass(frozen=True)
class AddDestinations(Pass):
    """Give each public function one memref argument a result, and a companion that computes result sizes.

    ```mlir
    func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
      ...
      return %y : tensor<?xf64>
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<?xf64> {bufferization.writable = false}, %out: memref<?xf64>) {
      ...
      %d = bufferization.to_tensor %out restrict writable
      %placed = bufferization.materialize_in_destination %y in %d
      memref.copy (bufferization.to_buffer %placed read_only), %out
      return
    }
    func.func @f_result_sizes(%x: tensor<?xf64>, %sizes: memref<1xindex>)
    ```
    A buffer that the function returns is copied to where the caller says. A function that is also called inside the
    module keeps a private copy with its old signature. A module with the attribute `lagrad.entries = [@f]` has no other
    public functions.
    """

    name = "lagrad-add-destinations"
    creates = ("bufferization", "memref", "tensor", "arith", "func")

    def run(self, op, report) -> None:
        module_body = op.regions[0].blocks[0]
        if c_types.ENTRIES in op.attributes:
            _keep_entries(op)
        functions = [f for f in module_body.operations if isinstance(f, func.FuncOp) and _is_entry(f.operation)]
        called = {callee(child) for child in walk(op)}
        symbols = ir.SymbolTable(op)
        for function in functions:
            if symbol(function) in called:
                _keep_private_copy(function, op, symbols)
        for function in functions:
            _add_destinations(function, symbols)


def _is_entry(function: ir.Operation) -> bool:
    """A public function with a body. (A function in destination style already is one of ours.)"""
    return is_public(function) and len(function.regions[0].blocks) > 0 and c_types.INTERFACE not in function.attributes


def _keep_entries(module: ir.Operation) -> None:
    """Make the functions that the module lists its only public ones."""
    wanted = [ir.FlatSymbolRefAttr(entry).value for entry in module.attributes[c_types.ENTRIES]]
    del module.attributes[c_types.ENTRIES]
    defined = {
        symbol(f): f.operation
        for f in module.regions[0].blocks[0].operations
        if isinstance(f, func.FuncOp) and f.regions[0].blocks
    }
    if missing := [f"@{name}" for name in wanted if name not in defined]:
        known = ", ".join(f"@{name}" for name in defined) or "none"
        raise Failure(error(module.location, f"there is no function {' or '.join(missing)}; there is {known}"))
    for name, function in defined.items():
        if name not in wanted:
            function.attributes["sym_visibility"] = ir.StringAttr.get("private")
        elif "sym_visibility" in function.attributes:
            del function.attributes["sym_visibility"]


def _keep_private_copy(function, module, symbols) -> None:
    name = symbol(function)
    copy = function.operation.clone(ip=ir.InsertionPoint.after(function))
    copy.attributes["sym_name"] = ir.StringAttr.get(f"{name}.internal")
    copy.attributes["sym_visibility"] = ir.StringAttr.get("private")
    fresh = ir.StringAttr(symbols.insert(copy)).value
    ir.SymbolTable.replace_all_symbol_uses(name, fresh, module)


def _add_destinations(function: func.FuncOp, symbols: ir.SymbolTable) -> None:
    if len(function.regions[0].blocks) != 1:
        raise Failure(error(function.location, "the control flow of this function cannot be written as scf operations"))
    old_type = function.type
    name = symbol(function)
    signature = c_types.signature(old_type, function.location, name)
    equal, results = equal_sizes(function.operation), result_sizes(function.operation)
    computed = [entry[:2] for entry in computed_sizes(function.operation)]
    if signature.has_dynamic_results or computed:
        _add_size_function(function, name, signature, symbols)
    attributes = _argument_attributes(function)
    for n, t in enumerate(old_type.inputs):
        if isinstance(t, ir.RankedTensorType):
            attributes[n]["bufferization.writable"] = ir.BoolAttr.get(False)
    entry = function.entry_block
    back = last(entry)
    destinations = []
    with back.location, ir.InsertionPoint(back):
        for value, result in zip(back.operands, signature.results, strict=True):
            shape = [ir.ShapedType.get_dynamic_size() if size is None else size for size in result.shape or ()]
            element = value.type if result.is_scalar else value.type.element_type
            destinations.append(entry.add_argument(ir.MemRefType.get(shape, element), back.location))
        for value, destination, result in zip(back.operands, destinations, signature.results):
            if result.is_scalar:
                memref.store(value, destination, [])
            elif isinstance(value.type, ir.MemRefType):
                memref.copy(value, destination)
            else:
                _store(value, destination, entry)
        func.ReturnOp([])
    back.erase()
    _set_type(function, ir.FunctionType.get([*old_type.inputs, *(d.type for d in destinations)], []))
    _set_argument_attributes(function, attributes + [{} for _ in destinations])
    if "res_attrs" in function.attributes:
        del function.attributes["res_attrs"]
    function.attributes[c_types.INTERFACE] = ir.TypeAttr.get(old_type)
    for key, entries in (
        (c_types.EQUAL_SIZES, equal),
        (c_types.RESULT_SIZES, results),
        (c_types.COMPUTED_SIZES, computed),
    ):
        if entries:
            function.attributes[key] = c_types.sizes_attribute(entries)


def _store(value: ir.Value, destination: ir.Value, entry: ir.Block) -> None:
    """Puts a result where the caller says.

    It is put into a tensor first, which is that memory: the analyses of bufferization see all that
    happens to tensors. `lagrad-place-results` may compute a value that is used twice in the destination
    of one of its uses.
    """
    with ir.InsertionPoint.at_block_begin(entry):
        whole = bufferization.to_tensor(value.type, destination, restrict=True, writable=True)
    placed = bufferization.materialize_in_destination(value.type, value, whole)
    memref.copy(bufferization.to_buffer(destination.type, placed, read_only=True), destination)


def _add_size_function(function, name, signature, symbols) -> None:
    """`@f_result_sizes(arguments, %sizes)`: every dynamic size of every result, in order, then what sizes of arguments
    must be."""
    clone = function.operation.clone(ip=ir.InsertionPoint.after(function)).opview
    clone.attributes["sym_name"] = ir.StringAttr.get(name + c_types.SIZES)
    if name + c_types.SIZES in symbols:
        raise Failure(
            error(
                function.location,
                f"@{name} has results of dynamic size, for which the lowering adds @{name}{c_types.SIZES}; "
                "that name is taken",
            )
        )
    symbols.insert(clone)
    back, entry, found = last(clone.entry_block), clone.entry_block, Sizes()
    inputs = [argument.type for argument in entry.arguments]
    wanted = [found.of(back.operands[n], k) for n, result in enumerate(signature.results) for k in result.dynamic]
    wanted += [size for _, _, size in computed_sizes(clone.operation)]
    alone = [of_arguments(size, entry) for size in wanted]
    on_memory = any(isinstance(type, ir.MemRefType) for type in inputs)
    is_checked = any(op.name == "func.call" and callee(op) == CHECK for op in walk(clone.operation))
    follow = None not in alone and (on_memory or not is_checked)  # a size that is negative is told by the check
    if not follow and on_memory:
        raise Failure(
            error(
                function.location,
                f"@{name} has results of dynamic size and works on memory that is passed to it: computing the "
                "sizes first would change that memory twice",
                note(None, "give the results static shapes, or sizes of arguments"),
            )
        )
    index = ir.IndexType.get()
    table = entry.add_argument(ir.MemRefType.get([len(wanted)], index), back.location)
    if follow:  # nothing of what the function does
        back, wanted = _without_body(clone), alone
    with back.location, ir.InsertionPoint(back):
        stored = [build(size) for size in wanted]
        for position, size in enumerate(stored):
            memref.store(size, table, [build(position)])
        func.ReturnOp([])
    back.erase()
    _set_type(clone, ir.FunctionType.get([*inputs, table.type], []))
    _leave_effects_out(clone, name, stored, table)
    kept = {"bufferization.writable": ir.BoolAttr.get(False)}  # it runs before the function does
    tensors = [isinstance(argument.type, ir.RankedTensorType) for argument in entry.arguments]
    _set_argument_attributes(clone, [kept if is_tensor else {} for is_tensor in tensors])
    if "res_attrs" in clone.attributes:
        del clone.attributes["res_attrs"]
    clone.attributes[c_types.INTERFACE] = ir.TypeAttr.get(ir.FunctionType.get(inputs, [table.type]))


def _without_body(function: func.FuncOp) -> ir.OpView:
    """Erases all that a function does; gives its new end."""
    for op in reversed([view.operation for view in function.entry_block.operations]):
        op.erase()
    with function.location, ir.InsertionPoint(function.entry_block):
        return func.ReturnOp([])


def _leave_effects_out(function, name: str, stored: list[ir.Value], table: ir.Value) -> None:
    """Has the function that computes sizes do nothing else, if it would have effects."""
    operation = function.operation
    if not _has_effects(operation, marked_pure(operation)):
        return
    pure = pure_functions(operation.parent.operation)
    if not _has_effects(operation, pure):
        return
    slicer = Slicer(Program(operation, pure=pure))
    part = slicer.block(function.entry_block, stored)
    for effect in _effects_in(slicer, part, pure):
        raise Failure(
            error(
                effect.location,
                f"the size of a result of @{name} depends on this, which has an effect: "
                "sizes are computed before the function runs",
                note(None, f"give the result a static shape, or mark what is called '{PURE}' if it may be repeated"),
            )
        )
    first = ir.InsertionPoint.at_block_begin(function.entry_block)
    old = [view.operation for view in function.entry_block.operations]
    with function.location, first:
        scope = Scope().bind(function.entry_block.arguments, function.entry_block.arguments)
        emit_slice(slicer, part, scope)
        for position, size in enumerate(stored):
            memref.store(scope[size], table, [build(position)])
        func.ReturnOp([])
    for op in reversed(old):
        op.erase()


def _has_effects(function: ir.Operation, pure: set[str]) -> bool:
    return any(not op.name.startswith(_ALLOCATES) for op in effects_of(function, pure))


def _effects_in(slicer: Slicer, part: BlockSlice, pure: set[str]) -> Iterator[ir.Operation]:
    """What has an effect in a slice."""
    for op, keys in part.ops:
        if op.name in ("scf.for", "scf.if"):
            is_loop = op.name == "scf.for"
            for body in [slicer.loop(op, keys).body] if is_loop else slicer.branch(op, keys).bodies:
                yield from _effects_in(slicer, body, pure)
        else:
            yield from (effect for effect in effects(op, pure) if not effect.name.startswith(_ALLOCATES))


def _set_type(function, t: ir.FunctionType) -> None:
    function.attributes["function_type"] = ir.TypeAttr.get(t)


def _argument_attributes(function) -> list[dict[str, ir.Attribute]]:
    if "arg_attrs" not in function.attributes:
        return [{} for _ in function.type.inputs]
    return [
        {named.name: named.attr for named in ir.DictAttr(attributes)}
        for attributes in ir.ArrayAttr(function.attributes["arg_attrs"])
    ]


def _set_argument_attributes(function, attributes: list[dict[str, ir.Attribute]]) -> None:
    function.attributes["arg_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get(a) for a in attributes])
