"""Compiled programs as Python functions on NumPy arrays."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable

from . import dialect, emit, pipelines
from .analysis.call_graph import functions as functions_of
from .arrays.calling import functions
from .diagnostics.rendering import Renderer, Text, tells_where
from .errors import Failure, Report, error
from .lowering.interface import c_types
from .lowering.interface.failure_functions import MESSAGE
from .lowering.interface.header import has_message, interface
from .lowering.machine.constants import translated
from .lowering.machine.native import Loaded, is_defined, load_library, object_code
from .lowering.machine.processors import NATIVE, check_runs_here
from .mlir import ir

PIPELINE = "lagrad-default,lagrad-to-llvm-blas"


class Program:
    """The functions of a compiled module: `program.f(x)`, `program["f"](x)`.

    A program with one function is that function: `program(x)`.
    """

    def __init__(self, functions: dict[str, Callable]):
        self.functions = functions

    def __getitem__(self, name: str) -> Callable:
        return self.functions[name]

    def __getattr__(self, name: str) -> Callable:
        try:
            return self.__dict__["functions"][name]
        except KeyError:
            known = ", ".join(self.__dict__.get("functions", ()))
            raise AttributeError(f"the program has no function '{name}'; it has {known}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.functions]

    def __call__(self, *arguments, out=None):
        if len(self.functions) != 1:
            raise TypeError(f"the program has {len(self.functions)} functions; name one of {', '.join(self.functions)}")
        (only,) = self.functions.values()
        return only(*arguments, out=out)


@tells_where
def compile(
    program: ir.Module | str,
    *,
    pipeline: str = PIPELINE,
    entry: str | Iterable[str] | None = None,
    target_cpu: str = NATIVE,
    threads: int = 1,
    libraries: Iterable[str] = (),
    check_bounds: bool = False,
) -> Program:
    """Compile a module, or the text of one, to functions on NumPy arrays.

    `entry` names the functions that are wanted (one, or several); without it they are all public ones. What
    these do not need is not compiled.
    `pipeline` must lower the module to LLVM. `target_cpu` is "native", or a level of x86-64 that this processor
    has ("x86-64-v3"). So many `threads` share the trips of loops, with one of lagrad's own lowerings in the
    `pipeline`; the same lowerings check indices and sizes when the code runs, with `check_bounds`. The module itself is
    not changed. `libraries` are paths of shared libraries in which functions that the program declares are found; they
    stay loaded. Raises Failure, with located diagnostics, for a program that cannot be compiled, and for a processor that
    this one may not be.
    """
    try:
        return _compile(program, pipeline, entry, target_cpu, threads, libraries, check_bounds)
    except RecursionError:
        raise Failure(
            "the program is nested too deeply for Python's recursion limit; sys.setrecursionlimit(100_000) raises it, "
            "and what is nested thousands of times also needs a stack of more than 8 MB (ulimit -s)"
        ) from None


def _compile(
    program: ir.Module | str,
    pipeline: str,
    entry: str | Iterable[str] | None,
    target_cpu: str,
    threads: int,
    libraries: Iterable[str],
    check_bounds: bool,
) -> Program:
    check_runs_here(target_cpu)
    for path in libraries:
        load_library(path)
    if check_bounds:
        pipeline = pipelines.with_bounds(pipeline)
    if threads != 1:
        pipeline = pipelines.with_threads(pipeline, threads)
    if target_cpu != NATIVE:
        pipeline = pipelines.for_processor(pipeline, target_cpu)
    module = parse(program) if isinstance(program, str) else program
    with module.context:
        copy = module.operation.clone().operation
        wanted = [entry] if isinstance(entry, str) else list(entry or ())
        if wanted:
            keep_entries(copy, wanted, pipeline)
        asks = "lagrad-default" in emit.needed_pipeline(copy)
    report = Report()

    def run(lowered: ir.Operation, pipeline: str) -> None:
        pipelines.run(lowered, pipeline, report, verify_each=False, verify_ours=True)

    compiled = load(emit.lower(copy, pipeline, run), target_cpu)
    for told in report.remarks if asks else ():  # of another program it is no news that it asks for nothing
        if told.severity == "warning":
            text = program if isinstance(program, str) else ""
            warnings.warn(Renderer(Text(text)).render(told), stacklevel=4)  # the call of `compile`
    if not compiled.functions:
        message = "the program has no public function with a body: there is nothing to call"
        raise Failure(error(module.operation.location, message))
    return compiled


def keep_entries(module: ir.Operation, wanted: list[str], pipeline: str) -> None:
    """Erase what these functions, and those that the `pipeline` names, do not need; in the module's context."""
    make_public(module, wanted)
    drop_others(module, [*wanted, *re.findall(r"[\w.$-]+", pipeline)])
    symbols = [ir.FlatSymbolRefAttr.get(name) for name in wanted]
    module.attributes[c_types.ENTRIES] = ir.ArrayAttr.get(symbols)


@tells_where
def parse(text: str) -> ir.Module:
    """The checked module, in a context of its own; Failure with the diagnostics if there is anything wrong with it."""
    context = pipelines.new_context()
    with context:
        try:
            module = ir.Module.parse(text)
        except ir.MLIRError as problem:
            raise pipelines.failure_of(problem) from None
        dialect.check(module.operation)
    return module


def load(lowered: ir.Operation, target_cpu: str = NATIVE) -> Program:
    """The functions of a lowered module, compiled into this process."""
    signatures = interface(lowered)
    _check_externals(lowered)
    wanted = [*signatures, *([MESSAGE] if has_message(lowered) else [])]
    text, constants = translated(lowered)
    loaded = Loaded(object_code(text, target_cpu), wanted, constants)
    sized = {name: loaded.addresses[name + c_types.SIZES] for name, s in signatures.items() if s.needs_sizes}
    companions = {name + c_types.SIZES for name in sized}
    wanted = {name: s for name, s in signatures.items() if name not in companions}
    return Program(functions(wanted, loaded.addresses, sized, keep=loaded))


def _check_externals(lowered: ir.Operation) -> None:
    """Failure for functions that are declared, but that this process does not have."""
    missing = []
    for op in lowered.regions[0].blocks[0].operations:
        if op.operation.name == "llvm.func" and not op.operation.regions[0].blocks:
            name = ir.StringAttr(op.operation.attributes["sym_name"]).value
            if not name.startswith("llvm.") and not is_defined(name):
                text = f"the external function @{name} is defined nowhere; name the shared library that has it"
                missing.append(error(op.operation.location, text))
    if missing:
        raise Failure(*missing)


_SYMBOL = re.compile(r'@(?:"([^"]+)"|([\w.$-]+))')


def drop_others(module: ir.Operation, needed: Iterable[str]) -> None:
    """Erases the functions that no needed one names, directly or not: differentiating and lowering them takes time."""
    table = functions_of(module)
    kept, work = set(), [name for name in needed if name in table]
    if not work:
        return  # the pipeline makes what is wanted
    while work:
        name = work.pop()
        if name not in kept:
            kept.add(name)
            named = {quoted or plain for quoted, plain in _SYMBOL.findall(table[name].get_asm(large_elements_limit=16))}
            work += named & table.keys()
    for name, function in table.items():
        if name not in kept:
            function.erase()


def make_public(module: ir.Operation, names: list[str]) -> None:
    """Keep private functions that are wanted from being removed as unused."""
    for op in module.regions[0].blocks[0].operations:
        attributes = op.operation.attributes
        if op.operation.name == "func.func" and op.operation.regions[0].blocks and "sym_visibility" in attributes:
            if ir.StringAttr(attributes["sym_name"]).value in names:
                del attributes["sym_visibility"]
