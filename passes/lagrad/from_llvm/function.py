"""Functions of the llvm dialect that call each other, raised together: all of them, or a Failure and none."""

from __future__ import annotations

from collections.abc import Mapping

from .. import build
from ..analysis.call_graph import symbol
from ..analysis.program import walk
from ..errors import Failure
from ..mlir import ir, passmanager
from . import call_rules, lane_rules, memory_rules, scalar_rules  # noqa: F401  they fill the table of rules
from .call_rules import called
from .emission import Emission
from .layout import is_pointer
from .names import callee
from .storage import Storage

_KEPT = ("llvm.noalias",)  # of what LLVM says of an argument, what this compiler reads
_BEFORE = "sroa,mem2reg,canonicalize,cse"  # local variables as values: pointers in memory go away with them


def groups(functions: Mapping[str, ir.Operation]) -> list[dict[str, ir.Operation]]:
    """The functions by who calls whom, in whichever direction: what must be raised together."""
    neighbours: dict[str, set[str]] = {name: set() for name in functions}
    for name, function in functions.items():
        for op in walk(function):
            if op.name == "llvm.call" and (other := callee(op)) in functions:
                neighbours[name].add(other)
                neighbours[other].add(name)
    found, seen = [], set()
    for name in functions:
        group, work = {}, [name]
        while work:
            here = work.pop()
            if here not in seen:
                seen.add(here)
                group[here] = functions[here]
                work += sorted(neighbours[here])
        if group:
            found.append({name: functions[name] for name in functions if name in group})
    return found


def raise_together(
    group: Mapping[str, ir.Operation], wanted: set[str], globals: Mapping[str, ir.Operation]
) -> set[str]:
    """Puts a `func.func` in place of each function of a group; gives the globals that these read.

    Those in `wanted` and those that other modules see take buffers; the others are there if they are called. Failure
    with every operation that cannot be raised; then the module is as it was.
    """
    for function in group.values():
        passmanager.PassManager.parse(f"llvm.func({_BEFORE})").run(function)
    storage = Storage(group)
    todo = [(name, False) for name, function in group.items() if name in wanted or _is_public(function)]
    made: dict[tuple[str, bool], ir.Operation] = {}
    read, declared, problems = set(), {}, []
    try:
        while todo:
            name, is_offset = form = todo.pop(0)
            if form in made:
                continue
            emission = Emission(group[name], storage, is_offset, globals)
            made[form] = _emit(emission, called(name, is_offset))
            todo += emission.called
            read |= set(emission.brought)
            declared |= emission.declared
            problems += emission.problems
        if problems:
            raise Failure(*_once(problems))
    except Failure:
        for function in made.values():
            function.erase()
        raise
    for function in group.values():
        function.erase()
    for name, types in declared.items():
        _declare(next(iter(made.values())), name, *types)
    return read


def _once(problems):
    """Each problem once: a function that is raised in two forms has each twice."""
    return {(str(p.location), p.message): p for p in problems}.values()


def _is_public(function: ir.Operation) -> bool:
    return str(function.attributes.get("linkage", "")) not in (
        "#llvm.linkage<internal>", "#llvm.linkage<private>", "#llvm.linkage<linkonce>", "#llvm.linkage<linkonce_odr>",
    )  # fmt: skip


def _emit(emission: Emission, name: str) -> ir.Operation:
    function, is_offset = emission.function, emission.is_offset
    first = function.regions[0].blocks[0]
    results: list[ir.Type] = []
    for op in walk(function):
        if op.name == "llvm.return":
            results = emission.types(list(op.operands), is_offset)
            break
    type = ir.FunctionType.get(emission.types(list(first.arguments), is_offset), results)
    attributes = {"sym_name": ir.StringAttr.get(name), "function_type": ir.TypeAttr.get(type)}
    if is_offset or not _is_public(function):
        attributes["sym_visibility"] = ir.StringAttr.get("private")
    given = function.attributes
    attributes |= {given[k].name: given[k].attr for k in range(len(given)) if given[k].name.startswith("lagrad.")}
    if "arg_attrs" in given:
        attributes["arg_attrs"] = _argument_attributes(given["arg_attrs"], first, is_offset)
    with function.location, ir.InsertionPoint(function):
        new = ir.Operation.create("func.func", attributes=attributes, regions=1)
        try:
            emission.body(new.regions[0].blocks.append(*type.inputs))
        except Failure:
            new.erase()
            raise
    return new


def _argument_attributes(given: ir.ArrayAttr, first: ir.Block, is_offset: bool) -> ir.Attribute:
    found = []
    for argument, own in zip(first.arguments, given, strict=True):
        own = ir.DictAttr(own)
        names = [own[k].name for k in range(len(own))]
        found.append(ir.DictAttr.get({n: own[n] for n in names if n in _KEPT or n.startswith("lagrad.")}))
        if is_offset and is_pointer(argument.type):
            found.append(ir.DictAttr.get({}))
    return ir.ArrayAttr.get(found)


def _declare(beside: ir.Operation, name: str, takes: list[ir.Type], gives: list[ir.Type]) -> None:
    """A private declaration of a function of numbers that other modules define, in place of LLVM's."""
    module = beside.parent.operation
    for view in list(module.regions[0].blocks[0].operations):
        op = view.operation
        if op.name in ("func.func", "llvm.func") and symbol(op) == name:
            op.erase()
    with beside.location, ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0]):
        build.private_function(name, takes, gives)
