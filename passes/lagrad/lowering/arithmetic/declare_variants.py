"""Functions that a loop calls for one element, with variants for several elements that vector code calls.

LLVM's vectorizers learn of variants by an attribute of the function, as they do of a vector library's. The
function gets it after everything else is lowered (`lagrad-declare-variants`), since conversions drop it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from ...build import emit, emit1
from ...forms.nests import choice
from ...mlir import ir
from ...passes import Pass
from ..lanes.runs import reduced
from .elementary import trigonometric
from .elementary.arithmetic import Float
from .private_functions import private_function

VARIANTS = "lagrad.vector_variants"  # on a function: the names of its variants
_LANES = {"f64": (4, 8), "f32": (8, 16)}
_FUNCTIONS: dict[str, Callable[[Float], Float]] = {"math.sin": trigonometric.sin, "math.cos": trigonometric.cos}


class Variants:
    """The functions of a module, made when the first call needs them."""

    def __init__(self, module: ir.Operation):
        self.body = module.regions[0].blocks[0]
        self.names: dict[tuple[str, str], str] = {}

    def call(self, op: ir.Operation) -> ir.Value:
        """A call, at the insertion point, of the function that an operation of the math dialect stands for."""
        of = op.operands[0].type
        key = op.name, str(of)
        if key not in self.names:
            self.names[key] = self._define(op.name, of)
        return emit1("func.call", of, op.operands[0], callee=ir.FlatSymbolRefAttr.get(self.names[key]))

    def _define(self, operation: str, of: ir.Type) -> str:
        """The function for one element, which calls the C library, and its variants."""
        name = f"lagrad.{operation.removeprefix('math.')}.{of}"
        variants = [f"{name}x{lanes}" for lanes in _LANES[str(of)]]
        for variant, lanes in zip(variants, _LANES[str(of)]):
            self._function(variant, ir.VectorType.get([lanes], of), lambda x: for_several(operation, x))
        one = self._function(name, of, lambda x: emit1(operation, of, x))
        one.attributes[VARIANTS] = ir.ArrayAttr.get([ir.StringAttr.get(variant) for variant in variants])
        return name

    def _function(self, name: str, of: ir.Type, body: Callable[[ir.Value], ir.Value]) -> ir.Operation:
        function = private_function(self.body, name, of)
        block = function.regions[0].blocks.append(of, arg_locs=[ir.Location.current])
        with ir.InsertionPoint(block):
            emit("func.return", [], [body(block.arguments[0])])
        return function


def for_several(operation: str, x: ir.Value) -> ir.Value:
    """The function of each element of a vector; the C library's of all of them if an argument is large."""
    large = abs(Float(x)).is_not_less(trigonometric.large(Float(x)))
    of = ir.VectorType(large.type)
    if of.rank != 1:  # a reduction is of one dimension
        large = emit1("vector.shape_cast", ir.VectorType.get([prod(of.shape)], of.element_type), large)
    of_library, ours = lambda: [emit1(operation, x.type, x)], lambda: [_FUNCTIONS[operation](Float(x)).value]
    return choice(reduced("or", large), [x.type], of_library, ours)[0]


@dataclass(frozen=True)
class DeclareVariants(Pass):
    """Tell LLVM which functions have variants for vectors.

    `lagrad-vectorize-math` wrote them, and left the names of the variants on the function for one element. That is not
    to be inlined before loops are vectorised; the variants, which nothing calls yet, are to be kept until then.
    """

    name = "lagrad-declare-variants"
    aim = "vector-math"
    creates = ("llvm",)

    def run(self, op, report) -> None:
        body = op.regions[0].blocks[0]
        kept = []
        for function in [view.operation for view in body.operations]:
            if VARIANTS not in function.attributes:
                continue
            name = ir.StringAttr(function.attributes["sym_name"]).value
            variants = [ir.StringAttr(v).value for v in function.attributes[VARIANTS]]
            del function.attributes[VARIANTS]
            mapping = ",".join(f"_ZGV_LLVM_N{v.rpartition('x')[2]}v_{name}({v})" for v in variants)
            words = '"noinline", "nounwind", "willreturn"'
            function.attributes["passthrough"] = ir.Attribute.parse(
                f'[{words}, ["vector-function-abi-variant", "{mapping}"]]'
            )
            kept += variants
        if kept:
            parsed = ir.Module.parse(_keeping(kept))
            for child in parsed.body.operations:
                if child.operation.name == "llvm.mlir.global":
                    child.operation.clone(ip=ir.InsertionPoint(body))


def _keeping(names: list[str]) -> str:
    """A module with the list of functions that LLVM is to keep, and declarations of them."""
    of = f"!llvm.array<{len(names)} x ptr>"
    said = '{addr_space = 0 : i32, section = "llvm.metadata"}'
    lines = [f'llvm.func @"{name}"()' for name in names]
    lines += [f"llvm.mlir.global appending @llvm.compiler.used() {said} : {of} {{", f"  %0 = llvm.mlir.undef : {of}"]
    for n, name in enumerate(names):
        lines.append(f'  %f{n} = llvm.mlir.addressof @"{name}" : !llvm.ptr')
        lines.append(f"  %{n + 1} = llvm.insertvalue %f{n}, %{n}[{n}] : {of}")
    return "\n".join([*lines, f"  llvm.return %{len(names)} : {of}", "}"])
