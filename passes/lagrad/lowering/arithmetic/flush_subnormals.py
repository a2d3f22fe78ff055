"""`lagrad-flush-subnormals`: products of matrices, or whole functions, take subnormal numbers for zero."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from ...analysis.call_graph import symbol
from ...mlir import ir
from ...passes import Pass, option
from ..interface.c_types import INTERFACE
from ..products import guarded_product, product_kernel
from ..products.blas_functions import LIBRARIES, NONE
from ..threads.team import PARALLEL
from ..walk import callee_in_llvm, last, walk

PREFIX = "lagrad.flushed."  # of the functions that call those of the library
KEPT = "lagrad.kept."  # of those that call what makes threads
KEEPING = ".keeping"  # the end of the name of a function that is called while subnormal numbers are zero
_FLUSH = 0x8040  # of MXCSR: results to zero (bit 15), operands to zero (bit 6); Intel's manual, volume 1, 10.2.3


@dataclass(frozen=True)
class FlushSubnormals(Pass):
    """Products, by a BLAS library or by `lagrad-define-products`, take subnormal numbers for zero.

    These are below 2.2e-308, and in f32 below 1.2e-38.

    Processors compute with them at a hundredth of their speed: a softmax with weights that are nearly zero makes the
    products of its adjoint twenty times as slow on some. Each call goes through a function that sets the two bits of
    x86's control register MXCSR for the time of the call, and is not inlined, so that no other arithmetic comes
    between. A product loses at most the smallest normal number times the largest factor in each term. Strict code has
    no such calls and keeps all numbers.

    With `everywhere`, public functions set the bits for all that they do, and so do the functions that threads run for
    them: what JAX does, and C that is linked with `-ffast-math`. A new thread has the bits of the one that makes it,
    and goes on to work for others: they are cleared where threads may be made.
    """

    name = "lagrad-flush-subnormals"
    aim = "subnormals"
    creates = ("llvm",)

    library: str = option(
        "openblas",
        "Whose functions: openblas (of the scipy-openblas32 wheel), cblas, or none.",
        known=(*LIBRARIES, NONE),
    )
    everywhere: bool = option(False, "Whether all arithmetic of public functions takes them for zero.")

    def run(self, op, report) -> None:
        body = op.regions[0].blocks[0]
        functions = [f.operation for f in body.operations if f.operation.name == "llvm.func"]
        declared = {symbol(f) for f in functions if not f.regions[0].blocks}
        if self.everywhere:
            for function in _called_from_outside(functions):
                _flush_all(function)
            _redirect(body, functions, declared & {PARALLEL}, KEPT, False)
            return
        prefixes = tuple(filter(None, (LIBRARIES.get(self.library), product_kernel.PREFIX)))
        products = {name for name in declared if name.startswith(prefixes)}
        # Those with strong zeros ask what is zero: a number that is nearly zero is not.
        _redirect(body, functions, products - {*guarded_product.NAMES}, PREFIX, True)


def _redirect(body: ir.Block, functions: list[ir.Operation], names: set[str], prefix: str, flush: bool) -> None:
    """Calls of some functions go through others, which set the two bits for them or clear them."""
    if not names:
        return
    made = set()
    for call in [call for function in functions for call in _calls(function, names)]:
        callee, taken = callee_in_llvm(call), [str(v.type) for v in call.operands]
        if callee not in made:
            made.add(callee)
            _add(body, prefix + callee, callee, taken, "".join(str(v.type) for v in call.results), flush)
        call.attributes["callee"] = ir.FlatSymbolRefAttr.get(prefix + callee)


def _calls(function: ir.Operation, of: Container[str]) -> list[ir.Operation]:
    return [op for op in walk(function) if callee_in_llvm(op) in of]


def _called_from_outside(functions: list[ir.Operation]) -> list[ir.Operation]:
    """Functions with a C interface, and those whose address is taken: threads begin with them."""
    places = [op for f in functions for op in walk(f) if op.name == "llvm.mlir.addressof"]
    addressed = {ir.FlatSymbolRefAttr(op.attributes["global_name"]).value for op in places}
    return [f for f in functions if f.regions[0].blocks and (INTERFACE in f.attributes or symbol(f) in addressed)]


def _flush_all(function: ir.Operation) -> None:
    """A function of the same name, which sets the two bits and calls it by another one."""
    name = symbol(function)
    blocks = list(function.regions[0].blocks)
    ends = [end for end in map(last, blocks) if end.name == "llvm.return"]
    given = "".join(str(v.type) for v in ends[0].operands)
    inner = f"{name}{KEEPING}"
    function.attributes["sym_name"] = ir.StringAttr.get(inner)
    outer = _add(function.block, name, inner, [str(a.type) for a in blocks[0].arguments], given)
    for key in [key for key in function.attributes if key.startswith("lagrad.")]:
        outer.attributes[key] = function.attributes[key]
        del function.attributes[key]


def _add(body: ir.Block, name: str, callee: str, taken: list[str], given: str, flush: bool = True) -> ir.Operation:
    """Adds a function that calls another one while the two bits are set, or cleared, and keeps what else is in the
    register."""
    parameters = ", ".join(f"%a{n}: {type}" for n, type in enumerate(taken))
    arguments = ", ".join(f"%a{n}" for n in range(len(taken)))
    result, value, returned = (f" -> {given}", "%result = ", f"%result : {given}") if given else ("", "", "")
    text = f"""module {{
    llvm.func @"{callee}"({", ".join(taken)}){result}
    llvm.func @"{name}"({parameters}){result} attributes {{passthrough = ["noinline"]}} {{
      %one = llvm.mlir.constant(1 : i32) : i32
      %bits = llvm.mlir.constant({_FLUSH} : i32) : i32
      %others = llvm.mlir.constant({~_FLUSH} : i32) : i32
      %place = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
      llvm.call_intrinsic "llvm.x86.sse.stmxcsr"(%place) : (!llvm.ptr) -> ()
      %before = llvm.load %place : !llvm.ptr -> i32
      %set = {"llvm.or %before, %bits" if flush else "llvm.and %before, %others"} : i32
      llvm.store %set, %place : i32, !llvm.ptr
      llvm.call_intrinsic "llvm.x86.sse.ldmxcsr"(%place) : (!llvm.ptr) -> ()
      {value}llvm.call @"{callee}"({arguments}) : ({", ".join(taken)}) -> {given or "()"}
      llvm.call_intrinsic "llvm.x86.sse.stmxcsr"(%place) : (!llvm.ptr) -> ()
      %after = llvm.load %place : !llvm.ptr -> i32
      %raised = llvm.and %after, %others : i32
      %were = llvm.and %before, %bits : i32
      %restored = llvm.or %raised, %were : i32
      llvm.store %restored, %place : i32, !llvm.ptr
      llvm.call_intrinsic "llvm.x86.sse.ldmxcsr"(%place) : (!llvm.ptr) -> ()
      llvm.return {returned}
    }}
    }}"""
    parsed = ir.Module.parse(text)
    return parsed.body.operations[1].operation.clone(ip=ir.InsertionPoint(body)).operation
