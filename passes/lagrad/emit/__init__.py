"""What leaves the compiler: a module as MLIR, LLVM IR, an object file, a shared library, or a header for C or C++."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence

from .. import pipelines
from ..analysis.call_graph import is_public, symbol
from ..diagnostics.foreign import way_from
from ..errors import Failure, Report, error, note
from ..lowering.interface.c_types import functions
from ..lowering.interface.failure_functions import offered
from ..lowering.machine.constants import translated
from ..lowering.machine.link_flags import link_flags
from ..lowering.walk import walk
from ..mlir import ir
from .c_header import header
from .cxx_header import cpp_header

KINDS = ("mlir", "llvmir", "obj", "shared", "header", "cpp-header", "link-flags")
FOR_C = ("obj", "shared", "header", "cpp-header")  # linked or compiled with C programs, which have a `main`


def _run(module: ir.Operation, pipeline: str) -> None:
    pipelines.run(module, pipeline, Report(detailed=False), verify_each=False, verify_ours=True)


def emit(
    module: ir.Module,
    kind: str,
    name_hint: str = "module",
    target_cpu: str = "native",
    run: Callable[[ir.Operation, str], None] = _run,
) -> str | bytes:
    """The module as text ("mlir", "llvmir", "header", "cpp-header", "link-flags") or bytes ("obj", "shared").

    Except for "mlir", which prints the module as it is, a module that is not lowered yet is lowered
    first, on a copy: `lagrad-default,lagrad-to-llvm` if it asks for derivatives, `lagrad-to-llvm` else;
    `run(copy, pipeline)` does that.
    "link-flags" is what a linker needs besides the object: libm, and BLAS where the program calls it.
    "shared" links it with `$CC` or `cc`. `target_cpu` is "native", or a processor or a level that LLVM knows
    ("x86-64-v3"). Raises Failure for a program that cannot be lowered, a processor that does not exist, and a linker
    that is missing or fails; for what is for C also where no function is public, or a public one is called @main.
    """
    if kind == "mlir":
        return str(module)
    if kind in FOR_C:
        _check_has_no_main(module.operation)
    lowered = lower(module, run=run, target_cpu=target_cpu)
    if kind in FOR_C:
        _check_has_functions(module.operation, lowered)
    match kind:
        case "llvmir":
            return llvm_text(lowered)
        case "header":
            return header(functions(lowered), name_hint, offered(lowered))
        case "cpp-header":
            return cpp_header(functions(lowered), name_hint, offered(lowered))
        case "link-flags":
            return " ".join(link_flags(lowered)) + "\n"
        case "obj":
            return object_code(lowered, target_cpu)
        case "shared":
            return shared_library(object_code(lowered, target_cpu), link_flags(lowered))
    raise ValueError(f"emit knows {', '.join(KINDS)}, not {kind}")


def lower(
    module: ir.Module,
    pipeline: str | None = None,
    run: Callable[[ir.Operation, str], None] = _run,
    target_cpu: str = "native",
) -> ir.Operation:
    """A lowered copy of the module; it takes the pipeline that it needs for a processor, unless told which."""
    if pipeline is None:
        pipeline = needed_pipeline(module.operation)
        if target_cpu != "native":
            pipeline = pipelines.for_processor(pipeline, target_cpu)
    with module.context, module.operation.location:
        copy = module.operation.clone().operation
        if pipeline:
            run(copy, pipeline)
    _check_is_llvm(copy)
    return copy


def _check_is_llvm(lowered: ir.Operation) -> None:
    """Failure if another dialect is left, on which the bindings' translation would crash."""
    left = [op for op in walk(lowered) if not op.name.startswith("llvm.")]
    # A cast is left because of what it converts for.
    left.sort(key=lambda op: op.name == "builtin.unrealized_conversion_cast")
    if left:
        names = ", ".join(dict.fromkeys(f"'{op.name}'" for op in left[:20]))
        ways = dict.fromkeys(way for op in left if (way := way_from(op.name)))
        raise Failure(error(left[0].location, f"not lowered to LLVM: {names}", *(note(None, way) for way in ways)))


def _check_has_no_main(module: ir.Operation) -> None:
    """Failure if a C program could not be linked with it: front ends often call what they export `main`."""
    for op in (view.operation for view in module.regions[0].blocks[0].operations):
        if "sym_name" in op.attributes and op.attributes["sym_name"].value == "main" and is_public(op):
            raise Failure(error(op.location, "@main is where a C program begins: give this function another name"))


def _check_has_functions(module: ir.Operation, lowered: ir.Operation) -> None:
    """Failure if nobody could call anything of the lowered module."""
    hidden = ("#llvm.linkage<internal>", "#llvm.linkage<private>")
    for op in (view.operation for view in lowered.regions[0].blocks[0].operations):
        is_defined = op.name != "llvm.func" or op.regions[0].blocks
        if is_defined and "linkage" in op.attributes and str(op.attributes["linkage"]) not in hidden:
            return
    symbols = [view.operation for view in module.regions[0].blocks[0].operations]
    functions = [op for op in symbols if op.name in ("func.func", "llvm.func")]
    if any(op.name == "llvm.func" and op.regions[0].blocks for op in functions):
        return  # whoever writes LLVM's own knows what it is for
    notes = [
        note(op.location, f"@{symbol(op)} is {_visibility(op)}; without that word it is public")
        for op in functions
        if op.regions[0].blocks and not is_public(op)
    ]
    message = "the program has no public function with a body: nobody could call what is emitted"
    raise Failure(error(module.location, message, *notes))


def _visibility(function: ir.Operation) -> str:
    return ir.StringAttr(function.attributes["sym_visibility"]).value


def needed_pipeline(module: ir.Operation) -> str:
    """What it takes to lower a module: differentiation and lowering, lowering, or nothing."""
    derivatives = False
    is_lowered = True
    for op in module.regions[0].blocks[0].operations:
        is_lowered &= op.operation.name.startswith("llvm.")
        derivatives |= any(name.startswith("lagrad.") for name in op.operation.attributes)
        derivatives |= not is_lowered and _has_lagrad_operation(op.operation)
    if is_lowered:
        return ""
    return "lagrad-default,lagrad-to-llvm" if derivatives else "lagrad-to-llvm"


def _has_lagrad_operation(op: ir.Operation) -> bool:
    return any(child.name.startswith("lagrad.") for child in walk(op))


def llvm_text(lowered: ir.Operation) -> str:
    """LLVM IR of a lowered module."""
    text, constants = translated(lowered)
    return constants.in_text(text)


def object_code(lowered: ir.Operation, target_cpu: str = "native") -> bytes:
    """A position-independent object file."""
    from ..lowering.machine import native

    text, constants = translated(lowered)
    return native.object_code(text, target_cpu, constants)


def shared_library(code: bytes, flags: Sequence[str] = ("-lm",)) -> bytes:
    """The object linked as a shared library, by `$CC` or `cc`, with `flags`."""
    compiler = os.environ.get("CC") or "cc"
    found = shutil.which(compiler.split()[0])
    if found is None:
        raise Failure(f"a shared library is linked by a C compiler, and there is no '{compiler}'; set CC")
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "module.o"), os.path.join(folder, "module.so")
        try:
            with open(source, "wb") as file:
                file.write(code)
        except OSError as problem:
            raise Failure(f"cannot write '{source}': {problem.strerror}") from None
        command = [found, *compiler.split()[1:], "-shared", "-o", target, source, *flags]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Failure(f"'{' '.join(command)}' failed: {done.stderr.strip()}")
        with open(target, "rb") as file:
            return file.read()
