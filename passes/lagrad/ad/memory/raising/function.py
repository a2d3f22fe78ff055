"""A function on memory as a function on tensors."""

from __future__ import annotations

from dataclasses import dataclass

from .... import build
from ....analysis.call_graph import functions, signature
from ....analysis.memory import is_memory
from ....dialect import STOP_GRADIENT, UPDATES
from ....errors import Failure, error, note
from ....mlir import ir
from ...calls.declarations import close, fresh
from ..places.points_to import PointsTo, Root
from ..places.views import Whole, tensor_of
from ..rules import (  # noqa: F401  they fill RULES
    control_rules,
    lane_rules,
    memory_rules,
    recursive_rules,
    structured_rules,
)
from .form import structured
from .raiser import RULES, Raiser
from .recursion import Recursion, Version

__all__ = ["RULES", "Raised", "raise_function"]


@dataclass(frozen=True)
class Raised:
    """A function on tensors that does to values what another one does to memory.

    It takes what that one takes, each memref as a tensor of what it holds, and then what the `globals` hold. It gives
    what that one gives, then what the memory of the arguments `finals` holds at the end, and the `changed` globals.
    """

    name: str
    finals: list[int]
    written: list[int]  # those of the finals that the function may write
    globals: list[Root]
    changed: list[Root]


def raise_function(
    module: ir.Operation,
    primal: str,
    name: str,
    derivatives: set[str],
    wrt: list[int] | None = None,
    recursion: Recursion | None = None,
) -> Raised:
    """Adds to a module the function on tensors that a function on memory amounts to.

    The finals are the memory that is written, and that of the arguments in `wrt`; no derivative flows into others of
    them. `derivatives` names functions that stay calls. `recursion` knows those that call themselves, and gets the
    functions on tensors that they amount to; without it they are refused. Failure, with every place, for what cannot be
    raised.
    """
    raised = _raise(module, primal, name, derivatives, wrt, recursion, None)

    def raise_version(of: str, version: Version) -> None:
        _raise(module, of, version.name, derivatives, None, recursion, version)

    if recursion is not None:
        try:
            recursion.write(raise_version)
        except Failure:
            functions(module)[name].erase()
            recursion.erase()
            raise
    return raised


def _raise(
    module: ir.Operation,
    primal: str,
    name: str,
    derivatives: set[str],
    wrt: list[int] | None,
    recursion: Recursion | None,
    version: Version | None,
) -> Raised:
    """Adds one function on tensors, whose calls may name others; `version` if it calls itself."""
    copy, function = structured(module, primal, derivatives)
    source = _Source(function, recursion)
    finals = [n for n, root in source.buffers.items() if root in source.written or n in (wrt or ())]
    if version is not None:
        finals = list(version.finals)
        source.refuse_globals(version.primal)
    new = _declare(module, name, [*(tensor_type(a.type) for a in source.arguments), *map(_held, source.globals)])
    try:
        _emit(new, source, finals, wrt, recursion)
        if version is not None:
            _mark(new, finals)
    except Failure:
        new.erase()
        raise
    overwritten = [n for n in finals if source.buffers[n] in source.written]
    raised = Raised(name, finals, overwritten, source.globals, source.changed)
    del source, function, copy  # handles first: the module frees what they point to
    return raised


class _Source:
    """A function in the form that is raised, and the memory that it knows."""

    def __init__(self, function: ir.Operation, recursion: Recursion | None):
        self.function = function
        self.points_to = PointsTo(function, recursion.writes if recursion is not None else None)
        self.arguments = list(function.regions[0].blocks[0].arguments)
        _check_types(function, self.arguments)
        self.buffers = {n: self.points_to.arguments[a] for n, a in enumerate(self.arguments) if is_memory(a.type)}
        self.written = self.points_to.written(function)
        self.constants = {root: value for root in self.points_to.globals if (value := self._constant(root))}
        self.globals = [root for root in self.points_to.globals if root not in self.constants]
        self.changed = [root for root in self.globals if root in self.written]

    def refuse_globals(self, name: str) -> None:
        """Failure if a function that calls itself, of this name, uses memory that it does not take."""
        if self.globals:
            advice = note(None, "let it take this memory as an argument")
            message = f"cannot differentiate @{name}, which calls itself and uses the global @{self.globals[0].name}"
            raise Failure(error(self.function.location, message, advice))

    def _constant(self, root: Root) -> ir.Attribute | None:
        """The value of a global that nobody may write."""
        around = [view.operation for view in self.function.parent.operation.regions[0].blocks[0].operations]
        named = (op for op in around if op.name == "memref.global")
        made = next(op for op in named if ir.StringAttr(op.attributes["sym_name"]).value == root.name)
        return made.attributes["initial_value"] if "constant" in made.attributes else None


def _emit(
    new: ir.Operation,
    source: _Source,
    finals: list[int],
    wrt: list[int] | None,
    recursion: Recursion | None,
) -> None:
    """Writes the body of the function on tensors."""
    raiser = Raiser(source.points_to, recursion)
    taken = list(ir.FunctionType(ir.TypeAttr(new.attributes["function_type"]).value).inputs)
    places = [*(a.location for a in source.arguments), *(new.location for _ in source.globals)]
    block = new.regions[0].blocks.append(*taken, arg_locs=places)
    with ir.InsertionPoint(block), new.location:
        own = list(block.arguments)
        for argument, value in zip(source.arguments, own):
            if is_memory(argument.type):
                root = source.points_to.arguments[argument]
                raiser.contents[root] = value
                raiser.pointers[argument] = Whole(root, build.sizes_of(value))
            else:
                raiser.scope[argument] = value
        raiser.contents.update(zip(source.globals, own[len(source.arguments) :], strict=True))
        for root, value in source.constants.items():
            raiser.contents[root] = build.emit1("arith.constant", _held(root), value=value)
        last = raiser.block(source.function.regions[0].blocks[0])
        results = [raiser.read(v) if is_memory(v.type) else raiser.value(v) for v in last.operands]
        for number in finals:
            results.append(_final(raiser.contents[source.buffers[number]], wrt is None or number in wrt))
        results += [_final(raiser.contents[root], wrt is None) for root in source.changed]
        close(new, results)


def _mark(function: ir.Operation, finals: list[int]) -> None:
    """A function that calls itself stays one, and gives the finals, its last results, in the place of what it takes."""
    first = len(signature(function)[1]) - len(finals)
    pairs = [number for n, argument in enumerate(finals) for number in (argument, first + n)]
    function.attributes["no_inline"] = ir.UnitAttr.get(function.context)
    if pairs:
        function.attributes[UPDATES] = ir.DenseI64ArrayAttr.get(pairs, function.context)


def _held(root: Root) -> ir.Type:
    return tensor_of(root.type)


def tensor_type(type: ir.Type) -> ir.Type:
    """The type of what a value of this type, or memory, holds."""
    return tensor_of(type) if is_memory(type) else type


def _final(tensor: ir.Value, is_wanted: bool) -> ir.Value:
    """What memory holds at the end, through which a derivative flows if it is wanted."""
    if is_wanted or not build.has_derivative(tensor.type):
        return tensor
    return build.emit1(STOP_GRADIENT, tensor.type, tensor)


def _declare(module: ir.Operation, name: str, taken: list[ir.Type]) -> ir.Operation:
    assert name == fresh(name, functions(module))
    with ir.InsertionPoint(module.regions[0].blocks[0]), module.location:
        return build.private_function(name, taken, [])


def _check_types(function: ir.Operation, arguments: list[ir.Value]) -> None:
    for number, argument in enumerate(arguments):
        type = argument.type
        if isinstance(type, ir.UnrankedMemRefType):
            why = "keep the rank in its type"
        elif is_memory(type) and not isinstance(type, ir.MemRefType):
            why = "let the function take a memref"
        elif isinstance(type, ir.MemRefType) and is_memory(type.element_type):
            why = "memory of memory has no derivative; let the function take the memrefs themselves"
        else:
            continue
        message = f"cannot differentiate a function whose argument {number} has the type {type}"
        raise Failure(error(function.location, message, note(None, why)))
