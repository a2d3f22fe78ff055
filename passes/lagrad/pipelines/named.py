"""The pipelines that have a name, which may stand wherever a pass may stand."""

from __future__ import annotations

from .. import transforms, upstream
from ..lowering import pipeline as lowering

PREPARE = (
    "lower-affine,inline,sroa,mem2reg,canonicalize,cse,"
    "lift-cf-to-scf,lagrad-convert-vector-to-tensor,loop-invariant-code-motion"
)

RAISE = "lagrad-raise-llvm{requested=true}"  # what C front ends export
IMPORT = f"lagrad-convert-stablehlo,lagrad-convert-tm-tensor,{RAISE}"  # and JAX and PyTorch

# Names that stand for a pipeline over the module, wherever a pass may stand.
NAMED: dict[str, str] = {
    "lagrad-default": f"lagrad-protect-derivatives,{IMPORT},{PREPARE},lagrad-stop-shifts,"
    "lagrad-differentiate,lagrad-propagate-one-hot,lagrad-schedule-snapshots,lagrad-join-counts,canonicalize,cse",
    "lagrad-coarsened": f"lagrad-protect-derivatives,{IMPORT},{PREPARE},canonicalize,cse,"
    "lagrad-fuse-loops,canonicalize,cse,lagrad-unroll-loops,canonicalize,cse,"
    "lagrad-lift-elements,loop-invariant-code-motion,canonicalize,cse,"
    "lagrad-coarsen-segments,"
    "lagrad-differentiate{tape=functions push-gradients=true},"
    "lagrad-propagate-one-hot,lagrad-schedule-snapshots,lagrad-join-counts,"
    "inline,loop-invariant-code-motion,canonicalize,cse",
    "lagrad-expanded": f"lagrad-protect-derivatives,{IMPORT},{PREPARE},lagrad-stop-shifts,"
    "convert-elementwise-to-linalg,linalg-generalize-named-ops,canonicalize,cse,"
    "lagrad-expand-quadratics,"
    "lagrad-differentiate,lagrad-propagate-one-hot,lagrad-schedule-snapshots,lagrad-join-counts,canonicalize,cse",
    "lagrad-to-llvm": lowering.pipeline(),
    "lagrad-to-llvm-strict": lowering.pipeline(strict=True),
    "lagrad-to-llvm-blas": lowering.pipeline(blas="openblas"),
    "lagrad-to-llvm-counted": lowering.pipeline(strict=True, counted=True),
}

# Of these the lowering has options, as in lagrad-to-llvm{math=precise}: which, and the rest of its arguments.
# One is of the text only: stop-after, the stage that is the last one.
_OF_ALL = ["check-bounds", "inspect", "memory", "profile", "profile-depth", "stop-after", "threads"]
LOWERINGS: dict[str, tuple[list[str], dict]] = {
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


def lowerings() -> str:
    """The names of the pipelines that are lowerings of ours."""
    return ", ".join(sorted(LOWERINGS))


def pass_names() -> list[str]:
    """Every name that may stand in a pipeline."""
    return sorted({*transforms.names(), *NAMED, *upstream.table()})
