"""Pipelines: what a text means, and one run of it over a module.

Our passes and upstream's go into one real upstream pass manager, so that dumps,
timing, statistics and the verifier are upstream's own.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable

from . import dialect, transforms, upstream
from .diagnostics import foreign
from .errors import Diagnostic, Failure, Report
from .lowering import pipeline as lowering
from .mlir import ir, passmanager
from .passes import Pass
from .pipeline_checks import ROOT, check, check_options, did_you_mean
from .pipeline_text import BadPipeline, Nest, Node, PassNode, Step, parse
from .rules.loading import load_installed

PREPARE = (
    "lower-affine,inline,sroa,mem2reg,canonicalize,cse,"
    "lift-cf-to-scf,lagrad-convert-vector-to-tensor,loop-invariant-code-motion"
)

RAISE = "lagrad-raise-llvm{requested=true}"  # what C front ends export
IMPORT = f"lagrad-convert-stablehlo,lagrad-convert-tm-tensor,{RAISE}"  # and JAX and PyTorch

# Names that stand for a pipeline over the module, wherever a pass may stand.
NAMED: dict[str, str] = {
    "lagrad-default": f"lagrad-protect-derivatives,{IMPORT},{PREPARE},lagrad-stop-shifts,"
    "lagrad-differentiate,lagrad-propagate-one-hot,lagrad-schedule-snapshots,canonicalize,cse",
    "lagrad-coarsened": f"lagrad-protect-derivatives,{IMPORT},{PREPARE},canonicalize,cse,"
    "lagrad-fuse-loops,canonicalize,cse,lagrad-unroll-loops,canonicalize,cse,"
    "lagrad-lift-elements,loop-invariant-code-motion,canonicalize,cse,"
    "lagrad-coarsen-segments,"
    "lagrad-differentiate{tape=functions},lagrad-propagate-one-hot,lagrad-schedule-snapshots,canonicalize,cse",
    "lagrad-to-llvm": lowering.pipeline(),
    "lagrad-to-llvm-strict": lowering.pipeline(strict=True),
    "lagrad-to-llvm-blas": lowering.pipeline(blas="openblas"),
    "lagrad-to-llvm-counted": lowering.pipeline(strict=True, counted=True),
}

# Of these the lowering has options, as in lagrad-to-llvm{math=precise}: which, and the rest of its arguments.
# One is of the text only: stop-after, the stage that is the last one.
_OF_ALL = ["check-bounds", "inspect", "memory", "profile", "profile-depth", "stop-after", "threads"]
_LOWERINGS: dict[str, tuple[list[str], dict]] = {
    "lagrad-to-llvm": (
        [*_OF_ALL, "math", "processor", "products", "subnormals"],
        {},
    ),
    "lagrad-to-llvm-blas": (
        [*_OF_ALL, "math", "processor", "products", "subnormals"],
        {"blas": "openblas"},
    ),
    "lagrad-to-llvm-strict": (_OF_ALL, {"strict": True}),
    "lagrad-to-llvm-counted": (["check-bounds", "memory", "stop-after"], {"strict": True, "counted": True}),
}

Visits = Callable[[str], Iterable[Step]]  # what the driver does when the stage of that name is over


def new_context() -> ir.Context:
    """A context for programs of upstream's dialects, ours and those of rules; they load when the parser meets them.

    It accepts unregistered operations: `dialect.check` tells right from wrong after parsing.
    """
    load_installed()
    context = ir.Context(load_on_create_dialects=["builtin", "func", "arith"])
    dialect.load(context)
    return context


def read(text: str, after_stage: Visits = lambda _: ()) -> Nest:
    """The checked pipeline that `text` stands for, named pipelines expanded.

    Text inside `builtin.module(...)` is taken as it is written. A bare list runs
    on the module, and a pass for functions in it on each function. The steps of
    `after_stage` stand after each stage of a lowering of ours. Raises
    BadPipeline for a pass or an option that does not exist, before anything runs.
    """
    nodes = parse(text)
    _refuse_coarse_strict(nodes, text)
    match nodes:
        case (Nest(anchor=anchor) as whole,) if anchor == ROOT:
            tree = whole
        case _:
            tree = Nest(ROOT, nest_functions(nodes))
    tree = dataclasses.replace(tree, body=_expand(tree.body, ROOT, text, after_stage))
    with new_context():
        check(tree, text, pass_names)
    return tree


@functools.lru_cache(maxsize=32)
def _read_once(text: str) -> Nest:
    """The same: most programs go through the pipeline that the one before them went through."""
    return read(text)


def _refuse_coarse_strict(nodes: Iterable[Node], text: str) -> None:
    """BadPipeline for a strict lowering of what is coarsened, which has other roundings than the program."""
    named = list(_pass_nodes(nodes))
    strict = [node for node in named if _LOWERINGS.get(node.name, ([], {}))[1].get("strict")]
    coarse = [node for node in named if node.name in ("lagrad-coarsened", "lagrad-coarsen-segments")]
    if strict and coarse:
        raise BadPipeline(
            f"'{coarse[0].name}' changes roundings, which '{strict[0].name}' keeps: leave out one of them",
            text,
            coarse[0].at,
        )


def _pass_nodes(nodes: Iterable[Node]) -> Iterable[PassNode]:
    for node in nodes:
        if isinstance(node, Nest):
            yield from _pass_nodes(node.body)
        elif isinstance(node, PassNode):
            yield node


def nest_functions(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """The list as it runs on a module: neighbours that run on one kind of operation share a nest."""
    nested: list[Node] = []
    for anchor, group in itertools.groupby(nodes, key=_home):
        if anchor in (ROOT, "any"):
            nested += group
        else:
            group = tuple(group)
            nested.append(Nest(anchor, group, group[0].at))
    return tuple(nested)


def _home(node: Node) -> str:
    """The operation that an element runs on; "any" where the place decides."""
    if not isinstance(node, PassNode):
        return "any"
    if node.name in transforms.names():
        return transforms.find(node.name).anchor
    return upstream.table().get(node.name, {}).get("anchor", "any")


def _expand(nodes: Iterable[Node], anchor: str, text: str, after_stage: Visits) -> tuple[Node, ...]:
    expanded: list[Node] = []
    for node in nodes:
        if isinstance(node, Nest):
            expanded.append(dataclasses.replace(node, body=_expand(node.body, node.anchor, text, after_stage)))
        elif isinstance(node, PassNode) and node.name in NAMED:
            if anchor != ROOT:
                raise BadPipeline(f"'{node.name}' runs on {ROOT}, not on {anchor}", text, node.at)
            inner: list[Node] = []
            for stage, passes in _parts(node, text):
                inner += parse(passes)
                inner += after_stage(stage) if stage else ()
            inner = [_at(n, node.at) for n in inner]
            expanded += _expand(nest_functions(inner), ROOT, text, after_stage)
        else:
            expanded.append(node)
    return tuple(expanded)


def _parts(node: PassNode, text: str) -> Iterable[tuple[str, str]]:
    """The stages of a named pipeline: name and passes. A pipeline that has no stages is one without a name."""
    if node.name not in _LOWERINGS:
        if node.options:
            raise BadPipeline(f"the pipeline '{node.name}' has no options", text, node.at)
        return [("", NAMED[node.name])]
    options, arguments = _LOWERINGS[node.name]
    check_options(node, options, text)
    given = {key.replace("-", "_"): value or "true" for key, value in node.values().items()}
    last = given.pop("stop_after", lowering.NAMES[-1])
    if last not in lowering.NAMES:
        raise BadPipeline(no_stage(last), text, node.at)
    try:
        return lowering.stages(lowering.Options(**arguments, **given), last=last)
    except Failure as problem:
        raise BadPipeline(f"'{node.name}': {problem.diagnostics[0].message}", text, node.at) from None


def no_stage(name: str) -> str:
    """What is wrong with the name of a stage that does not exist."""
    hint = did_you_mean(name, lowering.NAMES) or f"; its stages are {', '.join(lowering.NAMES)}"
    return f"the lowering has no stage '{name}'{hint}"


def stopped_after(text: str, stage: str) -> str:
    """The pipeline whose lowering stops after a stage, unless it says itself where to stop.

    Raises BadPipeline if it has no lowering of ours, or the lowering no such stage.
    """
    if stage not in lowering.NAMES:
        raise BadPipeline(no_stage(stage))
    if not has_lowering(text):
        raise BadPipeline(f"cannot stop after '{stage}': the pipeline has no stages; name one of {lowerings()} in it")
    return ",".join(str(_with_option(node, "stop-after", stage)) for node in parse(text))


def with_threads(text: str, threads: int) -> str:
    """The pipeline in whose lowering threads share the iterations of loops. Failure if it has no lowering of ours."""
    nodes = parse(text)
    given = tuple(_with_option(node, "threads", str(threads)) for node in nodes)
    if given == nodes:
        able = sorted(name for name, (options, _) in _LOWERINGS.items() if "threads" in options)
        raise Failure(f"threads need a pipeline with {', '.join(able)}, and without the option 'threads'")
    return ",".join(map(str, given))


def with_profile(text: str, measure: str, depth: int) -> str:
    """The pipeline whose code measures `measure` of its loops. Raises Failure if it has no lowering that can."""
    nodes = parse(text)
    given = tuple(_with_option(node, "profile", measure) for node in nodes)
    if given == nodes:
        able = sorted(name for name, (options, _) in _LOWERINGS.items() if "profile" in options)
        raise Failure(f"a profile needs a pipeline with {', '.join(able)}, and without the option 'profile'")
    return ",".join(str(_with_option(node, "profile-depth", str(depth))) for node in given)


def with_bounds(text: str) -> str:
    """The pipeline whose lowering checks bounds. Raises Failure if it has no lowering of ours."""
    if not has_lowering(text):
        raise Failure(f"checks of bounds need a pipeline with {lowerings()}")
    return ",".join(str(_with_option(node, "check-bounds", "true")) for node in parse(text))


def has_lowering(text: str) -> bool:
    """Whether a pipeline has a lowering of ours."""

    def has_lowering(node: Node) -> bool:
        if isinstance(node, Nest):
            return any(map(has_lowering, node.body))
        return getattr(node, "name", None) in _LOWERINGS

    return any(map(has_lowering, parse(text)))


def for_processor(text: str, cpu: str) -> str:
    """The pipeline whose lowering makes code for a processor, if that makes a difference to it, unless it names one
    itself."""
    return ",".join(str(_with_option(node, "processor", cpu)) for node in parse(text))


def with_linked_functions(text: str) -> str:
    """The pipeline whose lowering only declares what is the same in every program (`own_code`), unless it says what it
    does: our functions for products of matrices, and those that list what a call has taken."""
    nodes = [_with_option(node, "products", "declare") for node in parse(text)]
    return ",".join(str(_with_option(node, "memory", "declare")) for node in nodes)


def _with_option(node: Node, key: str, value: str) -> Node:
    match node:
        case Nest():
            return dataclasses.replace(node, body=tuple(_with_option(n, key, value) for n in node.body))
        case PassNode(name=name) if key in _LOWERINGS.get(name, ([],))[0] and key not in dict(node.options):
            return dataclasses.replace(node, options=(*node.options, (key, value)))
    return node


def lowerings() -> str:
    """The names of the pipelines that are lowerings of ours."""
    return ", ".join(sorted(_LOWERINGS))


def _at(node: Node, at: int) -> Node:
    """The node as if it were written at `at`: what a named pipeline holds is blamed on its name."""
    if isinstance(node, Nest):
        node = dataclasses.replace(node, body=tuple(_at(n, at) for n in node.body))
    return dataclasses.replace(node, at=at)


def pass_names() -> list[str]:
    """Every name that may stand in a pipeline."""
    return sorted({*transforms.names(), *NAMED, *upstream.table()})


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
        for node, following in zip(nest.body, [*nest.body[1:], None]):
            if _is_upstream(node):
                manager.add(str(node))
            else:
                is_last = not isinstance(following, PassNode) or _is_upstream(following)
                manager.add(self.action(node, is_last), name=_class_name(node), argument=str(node))
        return manager

    def action(self, node: Node, is_last: bool) -> Callable:
        match node:
            case Nest():
                return self.nested(node)
            case PassNode():
                the_pass: Pass = transforms.find(node.name).from_options(node.values())
                self.ours.append(the_pass)
                number = len(self.ours)
                return lambda op, _: self.run(the_pass, number, op, self.verify_ours and is_last)
            case Step(action=action):
                return lambda op, _: (on_pass and on_pass(None, 0, 0), action(op))

    def run(self, the_pass: Pass, number: int, op: ir.Operation, verify: bool) -> None:
        if on_pass:
            on_pass(the_pass.name, number, len(self.ours))
        the_pass.run(op, self.report)
        if verify:
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


def _class_name(node: Node) -> str:
    """What dumps and timing call a step, beside its text: our passes, as upstream's, by their class."""
    return transforms.find(node.name).__name__ if isinstance(node, PassNode) else str(node)


def _is_upstream(node: Node) -> bool:
    if isinstance(node, Nest):
        return all(map(_is_upstream, node.body))
    return isinstance(node, PassNode) and node.name not in transforms.names()


def _dialects(node: Node) -> set[str]:
    """The dialects that our passes in this tree create operations of."""
    if isinstance(node, Nest):
        return set().union(*map(_dialects, node.body))
    ours = isinstance(node, PassNode) and node.name in transforms.names()
    return set(transforms.find(node.name).creates) if ours else set()


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

    The program is verified after each pass, or only after the last one of neighbours of our own, before upstream's go
    on. `configure(manager, outermost)` is called with each pass manager, to switch on its dumps or timing.
    What passes say goes to the report that is returned. Raises Failure where a pass
    refuses or fails; the module is then in no useful state.
    """
    tree = _read_once(pipeline) if isinstance(pipeline, str) else pipeline
    report = Report() if report is None else report
    context = module.context

    def hear(diagnostic) -> bool:
        told = diagnostic_of(diagnostic)
        if told.severity == "error":
            return False  # the pass manager collects these
        report.remarks.append(told)
        return True

    with context, ir.Location.unknown(context):
        for name in sorted(_dialects(tree)):
            context.get_dialect_descriptor(name)
        handler = context.attach_diagnostic_handler(hear)
        try:
            _Run(report, verify_each, verify_ours, configure).manager(tree).run(module.operation)
        except ir.MLIRError as problem:
            raise failure_of(problem) from None
        finally:
            handler.detach()
            if on_pass:
                on_pass(None, 0, 0)
    return report


def diagnostic_of(told) -> Diagnostic:
    """Ours for one of the bindings' diagnostics, which do not outlive their context's callback."""
    severity = getattr(told.severity, "name", str(told.severity)).lower()
    return Diagnostic(severity, told.location, told.message, tuple(map(diagnostic_of, told.notes)))


def failure_of(problem: ir.MLIRError) -> Failure:
    """What the bindings' exception says, as ours."""
    found = tuple(foreign.explained(diagnostic_of(told)) for told in problem.error_diagnostics)
    return Failure(*found) if found else Failure(problem.message)
