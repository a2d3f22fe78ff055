"""The work of `lagrad-opt`: read, split, parse, run, print or emit, write."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import traceback
from dataclasses import dataclass, field

from lagrad import pipelines
from lagrad.errors import Diagnostic, Failure, Report
from lagrad.mlir import ir
from lagrad.pipelines import running
from lagrad.pipelines.text import Nest

from .. import guard, output, source
from ..diagnostics import Renderer, place_of
from ..source import Source
from . import dependencies, irdl_files, pass_statistics, pass_times, reproducer
from .expectations import mismatches
from .pipeline import Printing, Watching
from .pipeline import read as read_pipeline


@dataclass(frozen=True)
class Settings:
    """What the command line asks for."""

    input: str = "-"
    output: str = "-"
    pipeline: str = ""
    emit: str = "mlir"  # or bytecode, or a kind of lagrad.emit
    target_cpu: str = "native"  # for an object or a shared library
    stop_after: str | None = None  # a stage of the lowering
    split_marker: str | None = None  # None: the input is one program
    joint: str | None = None  # what is printed between the programs
    verify_diagnostics: str | None = None  # None, "all" or "only-expected"
    verify_each: bool = True
    verify_roundtrip: bool = False
    allow_unregistered: bool = False
    implicit_module: bool = True  # may the program be the body of a module?
    irdl_files: tuple[str, ...] = ()
    dump_pipeline: bool = False
    reproducer: str | None = None  # where to write the program and pipeline, for the case of failure
    keep_reproducer: bool = False  # in any case
    run_reproducer: bool = False
    report: str | None = None
    dependency_file: str | None = None
    dependencies: tuple[str, ...] = ()  # the files that the output is made of
    remarks: str | None = None  # a regular expression of those to show
    print_operations: bool = True
    debug: bool = False
    printing: Printing = field(default_factory=Printing)
    watching: Watching = field(default_factory=Watching)

    @property
    def lowers(self) -> bool:
        """Is what is written made of a lowered program?"""
        return self.emit not in ("mlir", "bytecode")


@dataclass
class Outcome:
    """What became of one program: its output (None if it failed) and all that was said."""

    program: Source
    output: str | bytes | None = None
    errors: tuple[Diagnostic, ...] = ()
    report: Report = field(default_factory=Report)
    lowering: Nest | None = None  # what ran beside the pipeline of the command line, to emit what is asked for

    def told(self) -> list[Diagnostic]:
        return [*self.report.remarks, *self.errors]


def drive(settings: Settings) -> int:
    """Exit status. Raises Failure for what is wrong with no program in particular."""
    # A mistake in the pipeline is told before anything else is looked at.
    tree = None if settings.run_reproducer else _pipeline(settings.pipeline, settings)
    for path in (settings.output, settings.report, settings.dependency_file, settings.reproducer):
        if path is not None:
            output.check_writable(path)
    whole = source.read(settings.input)
    if tree is None:
        tree = _pipeline(reproducer.pipeline_in(whole.text), settings)
    if settings.dump_pipeline and (tree.body or not settings.lowers):
        _dump(tree)

    marker = settings.split_marker
    programs = [whole] if marker is None else source.split(whole, marker)
    outcomes = [_process(program, tree, settings) for program in programs]
    show = _check_expectations if settings.verify_diagnostics else _show
    fine = all([show(outcome, settings) for outcome in outcomes])

    if fine:
        output.write(settings.output, _joined(outcomes, settings.joint))
        if settings.report:
            output.write(settings.report, _report(settings, tree, outcomes))
        if settings.dependency_file:
            output.write(settings.dependency_file, dependencies.rule(settings.output, settings.dependencies))
    return 0 if fine else 1


def _pipeline(text: str, settings: Settings) -> Nest:
    if settings.target_cpu != "native":
        text = pipelines.for_processor(text, settings.target_cpu)
    if settings.stop_after:
        text = pipelines.stopped_after(text, settings.stop_after)
    besides = "lagrad-default,lagrad-to-llvm" if settings.lowers else ""
    return read_pipeline(text, settings.watching, settings.printing, besides)


def _dump(tree: Nest) -> None:
    print(f"Pass Manager with the pipeline:\n{tree}", file=sys.stderr)


def _process(program: Source, tree: Nest, settings: Settings) -> Outcome:
    outcome = Outcome(program)
    try:
        guard.enter(f"parsing '{program.name}'")
        context = pipelines.new_context()
        for path in settings.irdl_files:
            irdl_files.load(path, context)
        module = source.parse(program, context, settings.allow_unregistered, settings.implicit_module)
        if settings.reproducer:
            reproducer.save(settings.reproducer, module, tree, settings.verify_each)
        guard.enter("running passes")
        _run_passes(module, tree, outcome.report, settings)
        if settings.reproducer and not settings.keep_reproducer:
            reproducer.drop(settings.reproducer)
        guard.enter(f"writing {settings.emit}")
        with context:
            if settings.verify_roundtrip:
                check_roundtrip(module)
            outcome.output = _emitted(module, outcome, settings)
    except Failure as failure:
        if settings.debug:
            traceback.print_exc()
        outcome.errors = failure.diagnostics
    return outcome


def _run_passes(module: ir.Module, tree: Nest, report: Report, settings: Settings, **verify: bool) -> None:
    def configure(manager, outermost: bool) -> None:
        settings.watching.configure(manager, outermost, settings.printing)

    verify = {"verify_each": settings.verify_each} | verify
    if settings.watching != Watching():
        running.on_pass = None  # what is printed on the way would stand in the line of a bar
    if settings.watching.statistics:
        tree, counts = pass_statistics.counted(tree)
    if settings.watching.times:
        tree, total = pass_times.timed(tree)
        total.start()
    try:
        pipelines.run(module, tree, report, configure=configure, **verify)
    finally:
        if settings.watching.times:
            total.stop()
            display = settings.watching.timing_display or "tree"
            print(pass_times.report(total, display, settings.watching.output_format), file=sys.stderr)
        if settings.watching.statistics:
            print(pass_statistics.report(counts), file=sys.stderr)


def _lower(module: ir.Operation, text: str, outcome: Outcome, settings: Settings) -> None:
    """Runs the pipeline that emitting takes: it is shown, reported and reproduced as that of the command line is."""
    outcome.lowering = tree = _pipeline(text, settings)
    if settings.dump_pipeline:
        _dump(tree)
    saves = settings.reproducer and not (settings.keep_reproducer and settings.pipeline)
    if saves:
        reproducer.save(settings.reproducer, module, tree, verify_each=False)
    guard.enter("lowering the program")
    _run_passes(module, tree, outcome.report, settings, verify_each=False, verify_ours=True)
    if saves and not settings.keep_reproducer:
        reproducer.drop(settings.reproducer)
    guard.enter(f"writing {settings.emit}")


def _emitted(module: ir.Module, outcome: Outcome, settings: Settings) -> str | bytes:
    match settings.emit:
        case "mlir":
            return settings.printing.text(module.operation).rstrip("\n") + "\n"
        case "bytecode":
            buffer = io.BytesIO()
            module.operation.write_bytecode(buffer)
            return buffer.getvalue()
        case kind:
            from lagrad import emit

            def run(copy: ir.Operation, pipeline: str) -> None:
                _lower(copy, pipeline, outcome, settings)

            emitted = emit.emit(module, kind, _stem(settings), settings.target_cpu, run)
            if settings.dump_pipeline and not (settings.pipeline or outcome.lowering):
                _dump(Nest(pipelines.ROOT, ()))
            return emitted


def _stem(settings: Settings) -> str:
    """The name of the result where it needs one: the output's, else the input's."""
    path = settings.input if settings.output == "-" else settings.output
    return "module" if path == "-" else os.path.splitext(os.path.basename(path))[0]


def check_roundtrip(module: ir.Module) -> None:
    """Failure unless the module, printed and parsed again, prints the same."""
    text = module.operation.get_asm(print_generic_op_form=True)
    try:
        again = ir.Module.parse(text).operation.get_asm(print_generic_op_form=True)
    except ir.MLIRError as problem:
        raise Failure(f"the printed program does not parse: {problem.message}") from None
    if again != text:
        raise Failure("the printed program parses as another one")


def _joined(outcomes: list[Outcome], joint: str | None) -> str | bytes:
    produced = [outcome.output for outcome in outcomes if outcome.output is not None]
    if len(produced) == 1:
        return produced[0]
    if any(isinstance(part, bytes) for part in produced):
        raise Failure("binary output of several programs cannot share one file; leave out --split-input-file")
    return f"{joint}\n".join(produced)


def _show(outcome: Outcome, settings: Settings) -> bool:
    """Print what was said about a program; whether it went well."""
    renderer = Renderer(outcome.program, settings.print_operations)
    for told in outcome.told():
        if told.severity != "remark" or _is_wanted(told, settings):
            print(renderer.render(told), file=sys.stderr)
    return outcome.output is not None


def _is_wanted(remark: Diagnostic, settings: Settings) -> bool:
    return settings.remarks is not None and re.search(settings.remarks, remark.message) is not None


def _check_expectations(outcome: Outcome, settings: Settings) -> bool:
    complaints = mismatches(
        outcome.program,
        outcome.told(),
        only_expected=settings.verify_diagnostics == "only-expected",
        tolerate=frozenset() if settings.remarks is not None else frozenset({"remark"}),
    )
    renderer = Renderer(outcome.program)
    with pipelines.new_context():
        for line, complaint in complaints:
            location = ir.Location.file(outcome.program.name, line, 1) if line else None
            print(renderer.render(Diagnostic("error", location, complaint)), file=sys.stderr)
    return not complaints


def _report(settings: Settings, tree: Nest, outcomes: list[Outcome]) -> str:
    """The JSON of --report: what the passes recorded and said, program by program."""
    programs = [
        {
            "line": outcome.program.first_line,
            "entries": outcome.report.entries,
            "diagnostics": [_as_json(told, outcome.program.name) for told in outcome.told()],
        }
        for outcome in outcomes
    ]
    ran = [n for part in (tree, outcomes[0].lowering) if part for n in part.body]
    whole = {"input": outcomes[0].program.name, "pipeline": str(Nest(tree.anchor, tuple(ran))), "programs": programs}
    return json.dumps(whole, indent=2) + "\n"


def _as_json(told: Diagnostic, name: str) -> dict:
    place = place_of(told.location, name)
    where = {"file": place.file, "line": place.line, "column": place.column} if place else {}
    notes = [_as_json(note, name) for note in told.notes]
    return {"severity": told.severity, "message": told.message, **where, "notes": notes}
