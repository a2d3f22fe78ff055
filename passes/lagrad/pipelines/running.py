"""One run of a pipeline over a module.

Our passes and upstream's go into one real upstream pass manager, so that dumps,
timing, statistics and the verifier are upstream's own.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gc
from collections.abc import Callable, Iterator

from .. import transforms
from ..diagnostics import foreign
from ..errors import Diagnostic, Failure, NestedTooDeeply, Report
from ..mlir import ir, passmanager
from ..passes import Pass
from ..remembered import forget
from .reading import read_once
from .text import Nest, Node, PassNode, Step

# Where a program becomes memory, and LLVM's dialect; and where rules that users wrote have made operations of it. To
# verify it takes as long as a pass of ours.
_VERIFIED_BEFORE = ("one-shot-bufferize", "convert-scf-to-cf")
_VERIFIED_BEHIND = ("lagrad-differentiate", "lagrad-normalize-program")

# Told the name of each pass of ours before it runs, its number and how many there are; None when a pipeline is over.
on_pass: Callable[[str | None, int, int], None] | None = None


@dataclasses.dataclass(frozen=True)
class _Run:
    """What all the pass managers of one run share."""

    report: Report
    verify_each: bool
    verify_ours: bool
    configure: Callable[[passmanager.PassManager, bool], None] | None
    ours: list[Pass] = dataclasses.field(default_factory=list)  # the passes of this run that are ours, in order

    def manager(self, nest: Nest, outermost: bool = True) -> passmanager.PassManager:
        manager = passmanager.PassManager(nest.anchor)
        manager.enable_verifier(self.verify_each)
        if self.configure:
            self.configure(manager, outermost)
        for node in nest.body:
            if self.verify_ours and isinstance(node, PassNode) and node.name in _VERIFIED_BEFORE:
                manager.add(lambda op, _: op.verify(), name="Verify", argument="verify")
            if _is_upstream(node):
                manager.add(str(node))
            else:
                manager.add(self.action(node), name=_class_name(node), argument=str(node))
        return manager

    def action(self, node: Node) -> Callable:
        match node:
            case Nest():
                return self.nested(node)
            case PassNode():
                the_pass = _made(node)
                self.ours.append(the_pass)
                number = len(self.ours)
                return lambda op, _: self.run(the_pass, number, op)
            case Step(action=action):
                return lambda op, _: (on_pass and on_pass(None, 0, 0), action(op))

    def run(self, the_pass: Pass, number: int, op: ir.Operation) -> None:
        if on_pass:
            on_pass(the_pass.name, number, len(self.ours))
        the_pass.run(op, self.report)
        if self.verify_ours and the_pass.name in _VERIFIED_BEHIND:
            op.verify()

    def nested(self, nest: Nest) -> Callable:
        """A nest with Python passes inside: the bindings can add those at the outermost level only."""
        manager = self.manager(nest, outermost=False)

        def run(op, _):
            children = [child for region in op.regions for block in region for child in block]
            for child in children:
                if child.operation.name == nest.anchor:
                    manager.run(child.operation)

        return run


@functools.lru_cache(maxsize=1024)
def _made(node: PassNode) -> Pass:
    """The pass of ours that a node stands for: one for all runs, since passes never change."""
    return transforms.find(node.name).from_options(node.values())


def _class_name(node: Node) -> str:
    """What dumps and timing call a step, beside its text: our passes, as upstream's, by their class."""
    return transforms.find(node.name).__name__ if isinstance(node, PassNode) else str(node)


def _is_upstream(node: Node) -> bool:
    if isinstance(node, Nest):
        return all(map(_is_upstream, node.body))
    return isinstance(node, PassNode) and not transforms.exists(node.name)


def run(
    module: ir.Module,
    pipeline: str | Nest,
    report: Report | None = None,
    *,
    verify_each: bool = True,
    verify_ours: bool = False,
    configure: Callable[[passmanager.PassManager, bool], None] | None = None,
) -> Report:
    """Run a pipeline over `module`, in place.

    The program is verified after each pass; or, to find what passes and rules of ours and of users break, behind those
    that use rules, where the program changes its form, and at the end (`verify_ours`). `configure(manager, outermost)`
    is called with each pass manager, to switch on its dumps or timing. What passes say goes to the report that is
    returned. Raises Failure where a pass refuses or fails, and NestedTooDeeply where what is nested exceeds Python's
    recursion limit; the module is then in no useful state.
    """
    tree = read_once(pipeline) if isinstance(pipeline, str) else pipeline
    report = Report() if report is None else report
    context = module.context

    def hear(diagnostic) -> bool:
        told = diagnostic_of(diagnostic)
        if told.severity == "error":
            return False  # the pass manager collects these
        report.remarks.append(told)
        return True

    with context, ir.Location.unknown(context):
        its = _Run(report, verify_each, verify_ours, configure)
        manager = its.manager(tree)
        for name in sorted({name for each in its.ours for name in each.creates}):
            context.get_dialect_descriptor(name)
        handler = context.attach_diagnostic_handler(hear)
        try:
            with _garbage_waits():
                manager.run(module.operation)
                if verify_ours:
                    module.operation.verify()
        except ir.MLIRError as problem:
            raise failure_of(problem) from None
        except RecursionError:
            raise NestedTooDeeply from None
        finally:
            handler.detach()
            forget()
            if on_pass:
                on_pass(None, 0, 0)
    return report


@contextlib.contextmanager
def _garbage_waits() -> Iterator[None]:
    """Passes make many objects and few cycles: to look for these among all that the process holds takes as long as
    several passes."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def diagnostic_of(told) -> Diagnostic:
    """Ours for one of the bindings' diagnostics, which do not outlive their context's callback."""
    severity = getattr(told.severity, "name", str(told.severity)).lower()
    return Diagnostic(severity, told.location, told.message, tuple(map(diagnostic_of, told.notes)))


def failure_of(problem: ir.MLIRError) -> Failure:
    """What the bindings' exception says, as ours."""
    found = tuple(foreign.explained(diagnostic_of(told)) for told in problem.error_diagnostics)
    return Failure(*found) if found else Failure(problem.message)
