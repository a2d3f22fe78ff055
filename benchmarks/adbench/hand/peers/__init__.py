"""Hand as other tools write it."""

import numpy as np

from ...peers.native import Native
from ..inputs import ANGLES, HandInput


def variants(given: HandInput) -> dict[str, tuple[str, ...]]:
    """`blend`: the bones' transforms are blended for each vertex; `bones`: each bone moves all vertices.
    `half`: Enzyme takes half of the columns at a time; `columns`: one by one."""
    return {
        "jax": ("blend", "bones", "pushforward"),
        "torch": ("blend", "bones", "pushforward"),
        "c": ("bones",),
        "enzyme": ("half-fast", "half", "columns-fast", "columns", "pushforward-fast", "pushforward"),
    }


def native(given: HandInput, variant: str) -> Native:
    model, n = given.model, len(given.points)
    base, weights = np.ascontiguousarray(model.base.T), np.ascontiguousarray(model.weights.T)
    common = (
        given.theta,
        model.parents,
        model.relatives,
        model.inverses,
        base,
        weights,
        given.points,
        given.correspondences,
    )
    simple = given.us is None
    return Native(
        sizes=(len(model.parents), len(model.base), n),
        inputs=common if simple else (*common, given.us, model.triangles),
        objective=((n, 3),),
        derivative=((ANGLES + (0 if simple else 2), n, 3),),
        flags=([] if simple else ["-DCOMPLICATED"]) + (["-DHALF"] if variant == "half" else []),
    )


def angle_places(bones: int) -> np.ndarray:
    """For each bone where theta has its flexion and its abduction; 26 where it has none."""
    places = np.full((bones, 2), ANGLES)
    for finger in range(5):
        first, bone = 6 + 4 * finger, 4 * finger + 2
        places[bone : bone + 3] = [[first, first + 1], [first + 2, ANGLES], [first + 3, ANGLES]]
    return places
