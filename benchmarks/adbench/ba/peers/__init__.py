"""BA as other tools write it."""

from ...peers.native import Native
from ..inputs import BaInput, arguments


def variants(given: BaInput) -> dict[str, tuple[str, ...]]:
    """`rows`: the pullback of each of an observation's two residuals. `both`: of both at once. `columns`:
    forward mode, by 15 parameters. `soa`: pullbacks of all observations at once, one array a parameter."""
    return {
        "jax": ("soa", "rows", "columns", "pushforward"),
        "torch": ("rows", "pushforward"),
        "c": ("observations",),
        "enzyme": ("both", "both-fast", "rows", "rows-fast", "columns", "pushforward-fast", "pushforward"),
    }


def native(given: BaInput, variant: str) -> Native:
    p = len(given.weights)
    return Native(
        sizes=(p,),
        inputs=arguments(given),
        objective=((p, 2), (p,)),
        derivative=((p, 2, 15), (p,)),
        flags={"both": ("-DBOTH",), "columns": ("-DCOLUMNS",)}.get(variant, ()),
    )
