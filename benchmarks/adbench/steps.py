"""lagrad's optimisations, switched on one at a time.

A step is the default pipeline without what the steps after it add.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from lagrad import pipelines, transforms
from lagrad.passes import CORRECTNESS
from lagrad.pipelines.text import Nest, Node, PassNode

from .benchmark import Variant

# The default, with subnormal numbers as for all peers, and with code that looks at its data.
PIPELINE = "lagrad-default,lagrad-to-llvm-blas{inspect=true subnormals=flush-all}"

# What each step adds beside the passes of ours that have it for their aim: passes of upstream's, and options of passes
# as they are before it.
_BESIDE: dict[str, dict[str, dict[str, str] | None]] = {
    "baseline": {},
    "in-place": {"one-shot-bufferize": {"copy-before-write": "1"}},
    "stack": {},
    "active-sparsity": {},
    "packed": {},  # arguments: before it, they are full
    "adjoint-sparsity": {},
    "blas": {},
    "minimum-cut": {"lagrad-differentiate": {"tape": "record"}},
    "fusion": {"linalg-fuse-elementwise-ops": None, "lagrad-prepare-fusion": {"fills": "false"}},
    "hoisting": {"buffer-loop-hoisting": None},
    "reassociation": {},
    "simd": {},
    "streams": {},
    "vector-math": {},
}


def passes(nest: Nest) -> Iterator[str]:
    """The names of the passes, in their order."""
    for node in nest.body:
        if isinstance(node, Nest):
            yield from passes(node)
        elif isinstance(node, PassNode):
            yield node.name


def _aims() -> dict[str, dict[str, None]]:
    """For each aim the passes of ours in the pipeline that have it."""
    found: dict[str, dict[str, None]] = {}
    for name in passes(pipelines.read(PIPELINE)):
        if transforms.exists(name):
            found.setdefault(transforms.find(name).aim, {})[name] = None
    return found


AIMS = _aims()
STEPS: dict[str, dict[str, dict[str, str] | None]] = {
    step: {**changes, **AIMS.get(step, {})} for step, changes in _BESIDE.items()
}
# Passes of no step: what they are for is no time, or little, as a rule.
BESIDE = {name: aim for aim, names in AIMS.items() if aim not in (*STEPS, CORRECTNESS) for name in names}

LAST = list(STEPS)[-1]


def of(variant: Variant) -> tuple[str, ...]:
    """The steps of a program, the last one excepted, with which it is as usual."""
    without = () if variant.encoded else ("active-sparsity", "packed")
    return tuple(step for step in STEPS if step != LAST and step not in without)


def packs(step: str) -> bool:
    """Whether packed arguments are packed."""
    return not step or list(STEPS).index(step) >= list(STEPS).index("packed")


def pipeline(step: str = "") -> str:
    """The pipeline with the optimisations up to `step`; all of them without one."""
    if not step:
        return PIPELINE
    names = list(STEPS)
    later = [change for name in names[names.index(step) + 1 :] for change in STEPS[name].items()]
    return str(without(pipelines.read(PIPELINE), dict(later)))


def without(nest: Nest, changes: dict[str, dict[str, str] | None]) -> Nest:
    body: list[Node] = []
    for node in nest.body:
        if isinstance(node, Nest):
            if not (node := without(node, changes)).body:
                continue
        elif isinstance(node, PassNode) and node.name in changes:
            if (options := changes[node.name]) is None:
                continue
            node = dataclasses.replace(node, options=tuple({**dict(node.options), **options}.items()))
        body.append(node)
    return dataclasses.replace(nest, body=tuple(body))
