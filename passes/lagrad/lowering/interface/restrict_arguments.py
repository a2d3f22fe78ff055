"""`lagrad-restrict-arguments`: LLVM is told that the arrays of a public function do not overlap its results."""

from __future__ import annotations

from dataclasses import dataclass

from ...dialect import RESTRICT
from ...mlir import ir
from ...passes import Pass
from ..walk import callee_in_llvm, walk
from .c_types import INTERFACE, Parameter, interface

OUTLINED = "lagrad.outlined"  # on a function that was part of another one: the numbers of its pointers that are alone
ALIGNED = 1  # of the parts of a memref's descriptor, the pointer with which elements are read and written
_TEXT = {"input": "{llvm.noalias, llvm.readonly}", "result": "{llvm.noalias}"}


@dataclass(frozen=True)
class RestrictArguments(Pass):
    """Mark the arrays of functions with a C interface `noalias`, those of arguments `readonly` too.

    They are what the interface promises (the header says so): results overlap neither arguments nor each other, and
    arguments of tensor types are only read. Without it LLVM compares addresses before each loop that writes a result.
    The C function around this one has the same marks, which count where LLVM inlines this one into it; one that takes
    memory from the stack it does not inline. Functions that are called from within the program are left alone: who
    calls may pass a buffer twice. Of a loop that `lagrad-outline-loops` made a function, the pointers that it lists are
    `noalias`.
    """

    name = "lagrad-restrict-arguments"
    aim = "aliasing"
    creates = ("llvm",)

    def run(self, op: ir.Operation, report) -> None:
        functions = [f.operation for f in op.regions[0].blocks[0].operations if f.operation.name == "llvm.func"]
        called = set(map(callee_in_llvm, walk(op)))
        for function in functions:
            name = ir.StringAttr(function.attributes["sym_name"]).value
            if INTERFACE in function.attributes and name not in called:
                _mark(function, name)
            elif OUTLINED in function.attributes:
                _mark_pointers(function)
            elif "arg_attrs" in function.attributes:
                _drop_marks(function)


def _mark_pointers(function: ir.Operation) -> None:
    """The pointers that a function lists are `noalias`."""
    marks = [ir.DictAttr.get({})] * len(function.regions[0].blocks[0].arguments)
    for number in function.attributes[OUTLINED]:
        marks[number] = ir.DictAttr.get({"llvm.noalias": ir.UnitAttr.get()})
    function.attributes["arg_attrs"] = ir.ArrayAttr.get(marks)
    del function.attributes[OUTLINED]


def _drop_marks(function: ir.Operation) -> None:
    """LLVM knows none of ours."""
    kept = [
        {a.name: a.attr for a in ir.DictAttr(own) if a.name != RESTRICT} for own in function.attributes["arg_attrs"]
    ]
    function.attributes["arg_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get(own) for own in kept])


def _mark(function: ir.Operation, name: str) -> None:
    signature = interface(function, name)
    marks = [part for argument in signature.arguments for part in _parts(argument, "input")]
    marks += [part for result in signature.results for part in _parts(result, "result")]
    function.attributes["arg_attrs"] = ir.Attribute.parse(f"[{', '.join(marks)}]")


def _parts(parameter: Parameter, role: str) -> list[str]:
    """The attributes of what a parameter is lowered to: a value, or the parts of a descriptor. Results are arrays too
    where they are scalars."""
    if parameter.is_scalar and role == "input":
        return ["{}"]
    parts = ["{}"] * (3 + 2 * len(parameter.shape or ()))
    if not parameter.mlir.startswith("memref"):
        parts[ALIGNED] = _TEXT[role]
    return parts
