"""The kinds of derivatives that a request can ask for, and the attributes that it may have."""

from __future__ import annotations

from ..mlir import ir

KINDS = ("pullback", "gradient", "pushforward", "value_and_grad", "hvp", "jacobian", "hessian")
ONE_REAL_RESULT = {"gradient", "value_and_grad", "hvp", "hessian"}
WORDS = {"lagrad.wrt", *(f"lagrad.{kind}" for kind in KINDS)}
OF_SUM = "lagrad.of_sum"  # what says that a gradient of a tensor is that of the sum of its elements
OWN_WORDS = {  # attribute -> the kinds that may have it
    "lagrad.with_primal": ("pullback", "gradient", "pushforward", "jacobian"),
    OF_SUM: ("gradient", "value_and_grad", "hvp", "hessian"),
    "lagrad.vectors": ("pullback", "pushforward", "hvp"),
    "lagrad.cotangent": ("pullback", "jacobian"),
    "lagrad.tangent": ("pushforward",),
    "lagrad.mode": ("jacobian",),
    "lagrad.chunk": ("jacobian", "hessian"),
    "lagrad.compressed": ("jacobian", "hessian"),
}
ONE_HOT = "one-hot"


def is_one_hot(own: dict) -> bool:
    return ONE_HOT in (own.get("cotangent"), own.get("tangent"))


def primals_of(function: ir.Operation) -> list[str]:
    """The function whose derivative a declaration asks for, if it does."""
    asked = [function.attributes[f"lagrad.{kind}"] for kind in KINDS if f"lagrad.{kind}" in function.attributes]
    return [reference.value for reference in asked]
