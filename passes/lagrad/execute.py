"""Compiled programs as Python functions on NumPy arrays."""

from __future__ import annotations

import dataclasses
import inspect
import io
import os
import pickle
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import cache, dialect, emit, own_code, pipelines, reading, requests
from .analysis.call_graph import functions as functions_of
from .arrays import argument_names
from .arrays.calling import functions
from .arrays.function import Function
from .arrays.quick_calls import entry_code
from .asked import Asked
from .diagnostics.rendering import Renderer, Text, tells_where
from .errors import Failure, Report, error, note
from .lowering.interface import c_types
from .lowering.interface.c_types import Signature
from .lowering.interface.failure_functions import EXPORTED
from .lowering.interface.header import interface, offered
from .lowering.machine.constants import Constants, translated
from .lowering.machine.native import Loaded, is_defined, load_library, object_code
from .lowering.machine.processors import NATIVE, check_runs_here
from .mlir import BYTECODE, ir
from .rules.loading import contents as loaded_rules
from .rules.loading import files as loaded_files
from .rules.loading import has_others as has_other_rules
from .rules.loading import load as load_rules

PIPELINE = "lagrad-default,lagrad-to-llvm-blas"


class Program:
    """The functions of a compiled module: `program.f(x)`, `program["f"](x)`.

    A program with one function is that function: `program(x)`.
    """

    def __init__(
        self,
        functions: dict[str, Function],
        loaded: Loaded | None = None,
        recipe: tuple[str | bytes, dict] | None = None,
    ):
        self.functions, self._loaded, self._recipe = functions, loaded, recipe

    def __repr__(self) -> str:
        lines = [(function.__doc__ or "").removeprefix("Compiled ") for function in self.functions.values()]
        return "\n".join(["<lagrad program:", *(f"  {line}" for line in lines)]) + ">"

    def __reduce__(self):
        """A program is its text and how it was compiled; who unpickles it compiles it again, or takes it from disk."""
        if self._recipe is None:
            raise pickle.PicklingError("a program that lagrad.compile did not make cannot be pickled")
        return _again, self._recipe

    @property
    def recipe(self) -> tuple[str | bytes, dict] | None:
        """What `compile` made it of: the text or bytecode, and the options; None if `compile` did not make it."""
        return self._recipe

    def release_memory(self) -> None:
        """Gives memory that is kept for the next call to the system: of large temporaries, and of results nobody has.

        So does the end of the program, when no function of it is left.
        """
        if self._loaded is not None:
            self._loaded.release()
        for function in self.functions.values():
            for kept in getattr(function, "kept", ()):  # functions of others have none
                kept.release()

    def __getitem__(self, name: str) -> Function:
        if name not in self.functions:
            raise _NoFunction(self._missing(name))
        return self.functions[name]

    def __getattr__(self, name: str) -> Function:
        known = self.__dict__.get("functions", {})
        if name not in known or name.startswith("__"):
            raise AttributeError(self._missing(name))
        return known[name]

    def _missing(self, name: str) -> str:
        known = self.__dict__.get("functions", {})
        if near := pipelines.did_you_mean(name, known):
            return f"the program has no function '{name}'{near}"
        return f"the program has no function '{name}'; it has {', '.join(known) or 'none'}"

    def __iter__(self) -> Iterator[str]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)

    def __contains__(self, name: object) -> bool:
        return name in self.functions

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.functions]

    def __call__(self, *arguments: Any, out: Any = None, **named: Any) -> Any:
        if len(self.functions) != 1:
            raise TypeError(f"the program has {len(self.functions)} functions; name one of {', '.join(self.functions)}")
        (only,) = self.functions.values()
        return only(*arguments, out=out, **named)


class _NoFunction(KeyError):
    """A KeyError whose message is shown as it is."""

    def __str__(self) -> str:
        return self.args[0]


def _again(program: str | bytes, options: dict) -> Program:
    asked = options.get("asked")
    plain = {key: value for key, value in options.items() if key != "asked"}
    return compile_derivative(program, asked, **plain) if asked else compile(program, **plain)


@dataclass(frozen=True)
class Compiled:
    """What is left of a module when it is compiled: of use in any process on this machine."""

    code: bytes  # an object file
    entries: bytes  # another, `arrays.quick_calls.entry_code`
    signatures: dict[str, Signature]
    offered: tuple[str, ...]  # what the code has beside the program's functions
    constants: Constants
    externals: tuple[str, ...]  # the functions that it calls and does not have
    products: tuple[str, ...] = ()  # those of ours that it calls and does not have
    takes_memory: bool = False  # it calls functions of ours that list it, and does not have them
    target_cpu: str = NATIVE
    names: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)  # of arguments
    warnings: tuple[str, ...] = ()

    def load(self, recipe: tuple[str | bytes, dict] | None = None) -> Program:
        """The functions in this process; `recipe` is what `compile` takes to make them again."""
        symbols = [*self.signatures, *self.offered]
        ours = own_code.addresses(self.products, self.target_cpu)
        beside = [own_code.memory_code(self.target_cpu)] if self.takes_memory else []
        return self.program(Loaded(self.code, symbols, self.constants, ours, beside), recipe)

    def program(self, loaded: Loaded, recipe: tuple[str | bytes, dict] | None = None) -> Program:
        """The functions, whose code is in this process."""
        sized = {name: loaded.addresses[name + c_types.SIZES] for name, s in self.signatures.items() if s.needs_sizes}
        called = functions(_wanted(self.signatures), loaded.addresses, sized, self.entries, loaded, self.names)
        return Program(called, loaded, recipe)


def _wanted(signatures: dict[str, Signature]) -> dict[str, Signature]:
    """The functions that are called by name: not those that compute the sizes of others' results."""
    companions = {name + c_types.SIZES for name, signature in signatures.items() if signature.needs_sizes}
    return {name: signature for name, signature in signatures.items() if name not in companions}


@tells_where
def compile(
    program: ir.Module | str | bytes | os.PathLike,
    *,
    pipeline: str = PIPELINE,
    entry: str | Iterable[str] | None = None,
    target_cpu: str = NATIVE,
    threads: int = 1,
    libraries: Iterable[str] = (),
    check_bounds: bool = False,
    rules: str | os.PathLike | Iterable[str | os.PathLike] = (),
) -> Program:
    """Compile a module, the text or bytecode of one, or the file at a path, to functions on NumPy arrays.

    `entry` names the functions that are wanted (one, or several); without it they are all public ones. What
    these do not need is not compiled.
    `pipeline` must lower the module to LLVM. `target_cpu` is "native", or a level of x86-64 that this processor
    has ("x86-64-v3"). So many `threads` share the iterations of loops, with one of lagrad's own lowerings in the
    `pipeline`; the same lowerings check indices and sizes when the code runs, with `check_bounds`. The module itself is
    not changed. `rules` are files of rules for operations of other dialects (docs/rules.md), which hold from then on.
    `libraries` are paths of shared libraries in which functions that the program declares are found; they
    stay loaded. What was compiled before on this machine is taken from the disk (`cache`). Raises Failure, with located
    diagnostics, for a program that cannot be compiled, and for a processor that this one may not be.
    """
    entries = (entry,) if isinstance(entry, str) else tuple(entry or ())
    return _loaded(program, rules, pipeline, entries, target_cpu, threads, tuple(libraries), check_bounds)


@tells_where
def compile_derivative(program: ir.Module | str | bytes | os.PathLike, asked: Asked, **options: Any) -> Program:
    """The program whose one function is a derivative that the module itself need not ask for.

    The options are those of `compile`, but for `entry`. Raises what `compile` does.
    """
    given = inspect.signature(compile).bind(program, **options)
    given.apply_defaults()
    of = given.arguments
    if of["entry"]:
        raise TypeError("a derivative is the only function of its program: leave out entry")
    plain = [of[name] for name in ("rules", "pipeline")] + [(), of["target_cpu"], of["threads"]]
    return _loaded(program, *plain, tuple(of["libraries"]), of["check_bounds"], asked)


def _loaded(program: ir.Module | str | bytes | os.PathLike, rules, *options) -> Program:
    load_rules(rules)
    try:
        return _compile(program, *options)
    except RecursionError:
        raise Failure(
            "the program is nested too deeply for Python's recursion limit; sys.setrecursionlimit(100_000) raises it, "
            "and what is nested thousands of times also needs a stack of more than 8 MB (ulimit -s)"
        ) from None


def _compile(
    program: ir.Module | str | bytes | os.PathLike,
    pipeline: str,
    wanted: tuple[str, ...],
    target_cpu: str,
    threads: int,
    libraries: tuple[str, ...],
    check_bounds: bool,
    asked: Asked | None = None,
) -> Program:
    options = dict(pipeline=pipeline, entry=wanted, target_cpu=target_cpu, threads=threads)
    options |= dict(libraries=libraries, check_bounds=check_bounds, rules=loaded_files())
    options |= {"asked": asked} if asked else {}
    check_runs_here(target_cpu)
    for path in libraries:
        load_library(path)
    if check_bounds:
        pipeline = pipelines.with_bounds(pipeline)
    if threads != 1:
        pipeline = pipelines.with_threads(pipeline, threads)
    if target_cpu != NATIVE:
        pipeline = pipelines.for_processor(pipeline, target_cpu)
    pipeline = pipelines.with_linked_functions(pipeline)
    store, said = None if has_other_rules() else cache.store(), said_by(program)
    text = Text.of(program, said)
    told = [
        type(said).__name__,
        said,
        text.name,
        *loaded_rules(),
        pipeline,
        target_cpu,
        *wanted,
        *([repr(asked)] if asked else []),
    ]
    key = cache.key(told) if store else ""
    made = _kept(store.get(key)) if store else None
    if made is None:
        parsed = program if isinstance(program, ir.Module) else said
        made = _made(parsed, text, pipeline, list(wanted), target_cpu, asked)
        if store:
            store.put(key, pickle.dumps(made))
    for warning in made.warnings:
        warnings.warn(warning, stacklevel=5)  # the call of `compile`
    return made.load((said, options))


def said_by(program: ir.Module | str | bytes | os.PathLike) -> str | bytes:
    """A program as text or bytecode: what the key of a cache has, and what a pickle keeps."""
    if isinstance(program, (str, bytes)):
        return program
    if isinstance(program, os.PathLike):
        return _read(program)
    file = io.BytesIO()
    program.operation.write_bytecode(file)
    return file.getvalue()


def _read(path: os.PathLike) -> str | bytes:
    """The text or bytecode in a file; OSError if it cannot be read, Failure if it is neither."""
    data = Path(path).read_bytes()
    if data.startswith(BYTECODE):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Failure(f"'{os.fspath(path)}' is neither MLIR text in UTF-8 nor bytecode") from None


def _kept(data: bytes | None) -> Compiled | None:
    """What was compiled before, if this process has the functions that it calls."""
    made = None if data is None else pickle.loads(data)
    return made if made is not None and all(map(is_defined, made.externals)) else None


def _made(
    program: ir.Module | str | bytes,
    text: Text,
    pipeline: str,
    wanted: list[str],
    target_cpu: str,
    asked: Asked | None = None,
) -> Compiled:
    module = program if isinstance(program, ir.Module) else _parsed(program)
    with module.context:
        copy = module.operation.clone().operation
    if asked:
        wanted = [asked.declare(copy, text.lines())]
    with module.context:
        names = argument_names.keywords(copy, text.lines())
        if wanted:
            keep_entries(copy, wanted, pipeline)
        asks = "lagrad-default" in emit.needed_pipeline(copy)
    report = Report()

    def run(lowered: ir.Operation, pipeline: str) -> None:
        pipelines.run(lowered, pipeline, report, verify_each=False, verify_ours=True)

    made = compiled(emit.lower(copy, pipeline, run), target_cpu)
    if not made.signatures:
        message = "the program has no public function with a body: there is nothing to call"
        raise Failure(error(module.operation.location, message))
    # Of a program that asks for no derivative it is no news that none is made.
    told = [each for each in report.remarks if each.severity == "warning"] if asks else []
    if wanted:  # nor of functions that ask for none, in a program that may ask for some of others
        told = [each for each in told if each.message != requests.NOTHING_ASKED]
    return dataclasses.replace(made, names=names, warnings=tuple(Renderer(text).render(each) for each in told))


def keep_entries(module: ir.Operation, wanted: list[str], pipeline: str) -> None:
    """Erase what these functions, and those that the `pipeline` names, do not need; in the module's context."""
    make_public(module, wanted)
    drop_others(module, [*wanted, *re.findall(r"[\w.$-]+", pipeline)])
    symbols = [ir.FlatSymbolRefAttr.get(name) for name in wanted]
    module.attributes[c_types.ENTRIES] = ir.ArrayAttr.get(symbols)


@tells_where
def parse(program: str | bytes | os.PathLike) -> ir.Module:
    """The checked module of a text, of bytecode or of a file, in a context of its own.

    Failure with the diagnostics if there is anything wrong with it, OSError for a file that cannot be read.
    """
    return _parsed(said_by(program))


def _parsed(said: str | bytes) -> ir.Module:
    context = pipelines.new_context()
    with context:
        try:
            module = reading.parse(said, context)
        except ir.MLIRError as problem:
            failure = pipelines.failure_of(problem)
            if isinstance(said, str) and _is_path(said):
                first, *others = failure.diagnostics
                advice = note(None, f"a str is the text of a program; the file is pathlib.Path({said!r})")
                failure = Failure(dataclasses.replace(first, notes=(*first.notes, advice)), *others)
            raise failure from None
        dialect.check(module.operation)
    return module


def _is_path(text: str) -> bool:
    """Whether a text that is no program looks like the path of one."""
    return "\n" not in text and (text.endswith((".mlir", ".mlirbc")) or os.path.isfile(text))


def compiled(lowered: ir.Operation, target_cpu: str = NATIVE) -> Compiled:
    """What a lowered module comes to. Failure for functions that it declares, but that this process does not have."""
    signatures, externals = interface(lowered), _externals(lowered)
    products = tuple(name for name in own_code.PRODUCTS if externals.pop(name, None))
    takes_memory = any([externals.pop(name, None) for name in own_code.MEMORY])
    missing = [(name, op) for name, op in externals.items() if not is_defined(name)]
    if missing:
        advice = "is defined nowhere; name the shared library that has it"
        raise Failure(*(error(op.location, f"the external function @{name} {advice}") for name, op in missing))
    text, constants = translated(lowered)
    return Compiled(
        object_code(text, target_cpu),
        entry_code(_wanted(signatures)),
        signatures,
        EXPORTED if takes_memory else offered(lowered),
        constants,
        tuple(externals),
        products,
        takes_memory,
        target_cpu,
    )


def _externals(lowered: ir.Operation) -> dict[str, ir.Operation]:
    """The functions that are declared, by name."""
    functions = [
        view.operation for view in lowered.regions[0].blocks[0].operations if view.operation.name == "llvm.func"
    ]
    declared = {ir.StringAttr(op.attributes["sym_name"]).value: op for op in functions if not op.regions[0].blocks}
    return {name: op for name, op in declared.items() if not name.startswith("llvm.")}


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
