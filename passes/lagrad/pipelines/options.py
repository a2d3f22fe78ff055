"""Options that the lowering in a pipeline gets, where its text does not set them."""

from __future__ import annotations

import dataclasses

from ..errors import Failure
from ..lowering import pipeline as lowering
from .named import LOWERINGS, lowerings
from .reading import no_stage
from .text import BadPipeline, Nest, Node, PassNode, parse


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
        able = sorted(name for name, (options, _) in LOWERINGS.items() if "threads" in options)
        raise Failure(f"threads need a pipeline with {', '.join(able)}, and without the option 'threads'")
    return ",".join(map(str, given))


def with_profile(text: str, measure: str, depth: int) -> str:
    """The pipeline whose code measures `measure` of its loops. Raises Failure if it has no lowering that can."""
    nodes = parse(text)
    given = tuple(_with_option(node, "profile", measure) for node in nodes)
    if given == nodes:
        able = sorted(name for name, (options, _) in LOWERINGS.items() if "profile" in options)
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
        return getattr(node, "name", None) in LOWERINGS

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
        case PassNode(name=name) if key in LOWERINGS.get(name, ([],))[0] and key not in dict(node.options):
            return dataclasses.replace(node, options=(*node.options, (key, value)))
    return node
