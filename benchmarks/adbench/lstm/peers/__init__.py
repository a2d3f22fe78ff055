"""LSTM as other tools write it."""

from ...peers.native import Native
from ..inputs import LstmInput, arguments


def variants(given: LstmInput) -> dict[str, tuple[str, ...]]:
    """`scan`: a loop of the compiler's; `loop`: Python's, where every operation is a call.
    `mlir`: our own lowered primal."""
    return {
        "jax": ("scan", "pushforward"),
        "torch": ("loop", "pushforward"),
        "c": ("loop", "pushforward"),
        "enzyme": ("loop-fast", "loop", "mlir", "pushforward-fast", "pushforward"),
    }


def native(given: LstmInput, variant: str) -> Native:
    return Native(
        sizes=(len(given.main), *given.sequence.shape),
        inputs=arguments(given),
        objective=((),),
        derivative=(given.main.shape, given.extra.shape),
    )
