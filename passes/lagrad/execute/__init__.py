"""Compiled programs as Python functions on NumPy arrays."""

from __future__ import annotations

import dataclasses
import inspect
import os
import pickle
import warnings
from collections.abc import Iterable
from typing import Any

from .. import cache, emit, pipelines, requests
from ..arrays import argument_names
from ..asked import Asked
from ..diagnostics.rendering import Renderer, Text, tells_where
from ..errors import Failure, NestedTooDeeply, Report, error
from ..lowering.machine.native import load_library
from ..lowering.machine.processors import NATIVE, check_runs_here
from ..mlir import ir
from ..rules.loading import contents as loaded_rules
from ..rules.loading import files as loaded_files
from ..rules.loading import has_others as has_other_rules
from ..rules.loading import load as load_rules
from .entries import drop_others, keep_entries, make_public
from .machine_code import Compiled, compiled, kept
from .program import Program
from .texts import parse, parsed, said_by

__all__ = ["PIPELINE", "Compiled", "Program", "compile", "compile_derivative", "compiled", "drop_others"]
__all__ += ["keep_entries", "make_public", "parse", "said_by"]

PIPELINE = "lagrad-default,lagrad-to-llvm-blas"


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
        raise NestedTooDeeply from None


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
    made = kept(store.get(key)) if store else None
    if made is None:
        parsed = program if isinstance(program, ir.Module) else said
        made = _made(parsed, text, pipeline, list(wanted), target_cpu, asked)
        if store:
            store.put(key, pickle.dumps(made))
    for warning in made.warnings:
        warnings.warn(warning, stacklevel=5)  # the call of `compile`
    return made.load((said, options), _again)


def _again(program: str | bytes, options: dict) -> Program:
    asked = options.get("asked")
    plain = {key: value for key, value in options.items() if key != "asked"}
    return compile_derivative(program, asked, **plain) if asked else compile(program, **plain)


def _made(
    program: ir.Module | str | bytes,
    text: Text,
    pipeline: str,
    wanted: list[str],
    target_cpu: str,
    asked: Asked | None = None,
) -> Compiled:
    module = program if isinstance(program, ir.Module) else parsed(program)
    with module.context:
        copy = module.operation.clone().operation
    if asked:
        wanted = [asked.declare(copy, text.lines())]
    with module.context:
        names = argument_names.keywords(copy, text.lines())
        if wanted:
            keep_entries(copy, wanted, pipeline)
        asks = "lagrad-default" in emit.needed_pipeline(copy)
    report = Report(detailed=False)

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
