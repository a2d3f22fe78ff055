"""A backend of Hypothesis whose examples do not depend on each other.

Hypothesis makes five of six examples by changing an earlier one in a few places. That finds values that meet, but where
examples are programs it tries few different ones. With `backend=INDEPENDENT` each is drawn anew; shrinking stays.
"""

from __future__ import annotations

from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider

INDEPENDENT = "independent"


class Independent(HypothesisProvider):
    """Hypothesis' own draws, of an engine that does not know them as its own."""


AVAILABLE_PROVIDERS[INDEPENDENT] = f"{__name__}.{Independent.__qualname__}"
