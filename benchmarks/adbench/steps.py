"""lagrad's optimisations, switched on one at a time.

A step is the default pipeline without what the steps after it add.
"""

from __future__ import annotations

import dataclasses

from lagrad import pipelines
from lagrad.pipelines.text import Nest, Node, PassNode

from .benchmark import Variant

# What each step adds: passes, or options of passes as they are before it.
STEPS: dict[str, dict[str, dict[str, str] | None]] = {
    "baseline": {},
    "in-place": {
        "one-shot-bufferize": {"copy-before-write": "1"},
        "lagrad-place-insertions": None,
        "lagrad-choose-destinations": None,
        "lagrad-write-slices": None,
        "lagrad-carry-forms": None,
        "lagrad-copy-yields": None,
        "lagrad-pass-results": None,
        "lagrad-place-results": None,
    },
    "stack": {"lagrad-place-buffers": None},
    "active-sparsity": {"lagrad-triangular-loops": None},
    "packed": {},  # arguments: before it, they are full
    "adjoint-sparsity": {
        "lagrad-propagate-one-hot": None,
        "lagrad-skip-columns": None,
        "lagrad-skip-zeros": None,
        "lagrad-skip-weights": None,
    },
    "blas": {
        "lagrad-raise-nests": None,
        "lagrad-tile-triangular": None,
        "lagrad-unfold-windows": None,
        "lagrad-drop-unit-indices": None,
        "lagrad-split-products": None,
        "lagrad-convert-linalg-to-blas": None,
        "lagrad-define-products": None,
    },
    "minimum-cut": {"lagrad-differentiate": {"tape": "record"}},
    "fusion": {
        "linalg-fuse-elementwise-ops": None,
        "lagrad-prepare-fusion": {"fills": "false"},
        "lagrad-slice-chains": None,
        "lagrad-unroll-small": None,
    },
    "hoisting": {
        "buffer-loop-hoisting": None,
        "lagrad-hoist-buffers": None,
        "lagrad-hoist-invariants": None,
        "lagrad-collapse-dimensions": None,
        "lagrad-unswitch-loops": None,
    },
    "reassociation": {
        "lagrad-stop-shifts": None,
        "lagrad-join-counts": None,
        "lagrad-set-fastmath": None,
        "lagrad-ignore-zero-signs": None,
        "lagrad-order-loops": None,
    },
    "simd": {
        "lagrad-vectorize-map": None,
        "lagrad-widen-booleans": None,
        "lagrad-keep-triangles": None,
        "lagrad-tile-columns": None,
        "lagrad-gather-rows": None,
    },
    "streams": {"lagrad-fuse-sweeps": None, "lagrad-stream-results": None},
    "vector-math": {"lagrad-pack-functions": None, "lagrad-vectorize-math": None, "lagrad-declare-variants": None},
}

# Passes of no step: what they are for is no time, or little, as a rule.
BESIDE = {
    "lagrad-outline-parts": "large programs compile slowly without",
    "lagrad-outline-loops": "and so do large functions",
    "lagrad-limit-unrolling": "wide vectors become much code",
    "lagrad-block-sums": "long sums in f32 lose digits",
    "lagrad-restrict-arguments": "code compares addresses",
    "lagrad-flush-subnormals": "subnormal numbers are slow, and zero in all other tools",
}
# The others of the default pipeline: without them some programs do not compile, or do not mean what they say.
NEEDED = {
    f"lagrad-{name}"
    for name in (
        *("protect-derivatives", "convert-stablehlo", "convert-tm-tensor", "raise-llvm", "convert-vector-to-tensor"),
        *("schedule-snapshots", "normalize-program", "pack-triangular", "add-destinations", "keep-choices"),
        *("prepare-calls", "join-layouts", "stream-tape", "convert-copies"),
        *("expand-math", "report-failures", "emit-c-interface"),
    )
}

LAST = list(STEPS)[-1]

# The default, with subnormal numbers as for all peers, and with code that looks at its data.
PIPELINE = "lagrad-default,lagrad-to-llvm-blas{inspect=true subnormals=flush-all}"


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
