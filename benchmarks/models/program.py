"""A model's program with the request for its gradient, and both compiled."""

from __future__ import annotations

from .model import Argument, Model

GRADIENT = "gradient"
_ELEMENTS = {"float32": "f32", "float64": "f64"}


def with_request(each: Model, text: str | None = None) -> str:
    """The program, whose function is `@main`, with `@gradient`: the value, then the gradient."""
    text = each.path.read_text() if text is None else text
    inputs = [_type(argument, each) for argument in each.arguments]
    results = [f"tensor<{_ELEMENTS[each.dtype]}>", *(inputs[k] for k in each.wrt)]
    request = (
        f"  func.func private @{GRADIENT}({', '.join(inputs)}) -> ({', '.join(results)})\n"
        f"    attributes {{lagrad.gradient = @main, lagrad.wrt = {list(each.wrt)}, lagrad.with_primal}}\n"
    )
    before, brace, after = text.rpartition("}")
    return before + request + brace + after


def _type(argument: Argument, each: Model) -> str:
    whole = "i64" if each.source == "torch" else "i32"
    element = whole if argument.kind == "indices" else _ELEMENTS[each.dtype]
    return f"tensor<{''.join(f'{size}x' for size in argument.shape)}{element}>"
