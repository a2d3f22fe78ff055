"""Options of our passes, from text to fields."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from lagrad.errors import Failure
from lagrad.passes import Pass, option


@dataclass(frozen=True)
class Toy(Pass):
    """A pass with an option of each type."""

    name = "toy"
    strict: bool = option(True, "bool")
    max_size: int = option(4, "int")
    tolerance: float = option(0.5, "float")
    kind: str = option("a", "str")
    wrt: tuple = option((), "tuple")

    def __post_init__(self):
        if self.kind not in "abc":
            raise Failure(f"option 'kind' of 'toy' is a, b or c, not '{self.kind}'")


def test_fields_are_options():
    assert list(Toy.options()) == ["strict", "max-size", "tolerance", "kind", "wrt"]
    assert Toy.from_options({}) == Toy()


@pytest.mark.parametrize(
    "key, text, field, value",
    [
        ("strict", "", "strict", True),
        ("strict", "false", "strict", False),
        ("strict", "0", "strict", False),
        ("max-size", "-3", "max_size", -3),
        ("tolerance", "1e-3", "tolerance", 1e-3),
        ("kind", "b", "kind", "b"),
        ("wrt", "0,2", "wrt", ("0", "2")),
        ("wrt", "", "wrt", ()),
    ],
)
def test_values(key, text, field, value):
    assert getattr(Toy.from_options({key: text}), field) == value


@pytest.mark.parametrize(
    "key, text, message",
    [
        ("strict", "maybe", "option 'strict' of 'toy' is true or false, not 'maybe'"),
        ("max-size", "many", "option 'max-size' of 'toy' is an integer, not 'many'"),
        ("tolerance", "low", "option 'tolerance' of 'toy' is a number, not 'low'"),
        ("kind", "d", "option 'kind' of 'toy' is a, b or c, not 'd'"),
    ],
)
def test_refusals(key, text, message):
    with pytest.raises(Failure) as caught:
        Toy.from_options({key: text})
    assert str(caught.value) == message
