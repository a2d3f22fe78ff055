"""MLP as other tools write it."""

from ...peers.native import Native
from ..inputs import MlpInput, arguments


def variants(given: MlpInput) -> dict[str, tuple[str, ...]]:
    """`gemm`: products of matrices by a library. `loops`: by loops over rows."""
    return {
        "jax": ("gemm", "pushforward"),
        "torch": ("gemm", "pushforward"),
        "c": ("loops", "pushforward"),
        "enzyme": ("loops-fast", "loops", "pushforward-fast", "pushforward"),
    }


def native(given: MlpInput, variant: str) -> Native:
    hidden, pixels = given.layers[0].shape
    return Native(
        sizes=(hidden, pixels, len(given.layers[-1]), len(given.labels)),
        inputs=arguments(given),
        objective=((),),
        derivative=[part.shape for part in given.layers],
        flags=("-DREAL=float" if given.type == "f32" else "-DREAL=double",),
        dtype=given.x.dtype.type,
    )
