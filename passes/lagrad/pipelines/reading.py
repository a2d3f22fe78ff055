"""What the text of a pipeline means: its named pipelines expanded, its passes in nests of what they run on."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable

from .. import dialect, transforms, upstream
from ..errors import Failure
from ..lowering import pipeline as lowering
from ..mlir import ir
from ..rules.loading import load_installed
from .checks import ROOT, check, check_options, did_you_mean
from .named import LOWERINGS, NAMED, pass_names
from .text import BadPipeline, Nest, Node, PassNode, Step, parse

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
def read_once(text: str) -> Nest:
    """The same: most programs go through the pipeline that the one before them went through."""
    return read(text)


_COARSE = ("lagrad-coarsened", "lagrad-coarsen-segments", "lagrad-expanded", "lagrad-expand-quadratics")


def _refuse_coarse_strict(nodes: Iterable[Node], text: str) -> None:
    """BadPipeline for a strict lowering of what is coarsened, which has other roundings than the program."""
    named = list(_pass_nodes(nodes))
    strict = [node for node in named if LOWERINGS.get(node.name, ([], {}))[1].get("strict")]
    coarse = [node for node in named if node.name in _COARSE]
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
    if transforms.exists(node.name):
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
    if node.name not in LOWERINGS:
        if node.options:
            raise BadPipeline(f"the pipeline '{node.name}' has no options", text, node.at)
        return [("", NAMED[node.name])]
    options, arguments = LOWERINGS[node.name]
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


def _at(node: Node, at: int) -> Node:
    """The node as if it were written at `at`: what a named pipeline holds is blamed on its name."""
    if isinstance(node, Nest):
        node = dataclasses.replace(node, body=tuple(_at(n, at) for n in node.body))
    return dataclasses.replace(node, at=at)
