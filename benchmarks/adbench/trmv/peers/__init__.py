"""TRMV as other tools write it."""

from ...peers.native import Native
from ..inputs import TrmvInput, arguments


def variants(given: TrmvInput) -> dict[str, tuple[str, ...]]:
    """`dense`: a product of dense arrays, where the rest is made zero first. `loops`: what is stored.
    `mlir`: our own lowered primal."""
    return {
        "jax": ("dense", "pushforward"),
        "torch": ("dense", "pushforward"),
        "c": ("loops", "pushforward"),
        "enzyme": ("loops-fast", "loops", "mlir", "pushforward-fast", "pushforward"),
    }


def native(given: TrmvInput, variant: str) -> Native:
    n = len(given.vector)
    return Native(
        sizes=(n,),
        inputs=arguments(given),
        objective=((n,),),
        derivative=(given.matrix.shape, (n,)),
        flags=(f"-D{given.storage.upper()}", f"-D{given.order.upper()}"),
    )
