"""Whether a request has the arguments, results and attributes of what it asks for."""

from __future__ import annotations

import difflib

from .. import build
from ..analysis.call_graph import signature
from ..analysis.derivative_types import has_tangent, type_of
from ..analysis.memory import is_float_memory
from ..analysis.request import Request
from ..build import has_derivative
from ..dialect import CALLED, SECOND_PULLBACK, argument_numbers
from ..errors import Diagnostic, Failure, error, note
from ..mlir import ir
from .kinds import OF_SUM, ONE_HOT, ONE_REAL_RESULT, OWN_WORDS, WORDS

NOTHING_ASKED = "the program asks for no derivative, so none is made"  # a warning


def check_words(name: str, function: ir.Operation, kind: str) -> None:
    """Whether a request has attributes of its kind only."""
    words = [word for word in function.attributes if word.startswith("lagrad.")]
    for word in words:
        if word in OWN_WORDS and kind not in OWN_WORDS[word]:
            raise Failure(
                error(
                    function.location,
                    f"'{word}' is for {', '.join(f'lagrad.{k}' for k in OWN_WORDS[word])}; @{name} asks for a {kind}",
                )
            )
    unknown = [w for w in words if w not in WORDS and w not in OWN_WORDS and w not in (CALLED, SECOND_PULLBACK)]
    if unknown:
        known = sorted(WORDS | set(OWN_WORDS))
        raise Failure(
            error(
                function.location,
                f"unknown attribute '{unknown[0]}' on the request @{name}; it may have {', '.join(known)}",
            )
        )


def check_results(kind: str, function: ir.Operation, primal: str, definition: ir.Operation) -> None:
    """Whether a function has the results that a kind of derivative is of."""
    floats = [t for t in signature(definition)[1] if has_tangent(t)]
    here = defined_here(primal, definition)
    if kind in ONE_REAL_RESULT and len(floats) == 1 and build.is_complex(floats[0]):
        raise Failure(
            error(
                function.location,
                f"a {kind} needs a real result, and that of @{primal} is complex; ask for lagrad.pullback",
                here,
            )
        )
    if kind in ONE_REAL_RESULT and len(floats) != 1:
        raise Failure(
            error(
                function.location,
                f"a {kind} needs one float result, and @{primal} has {len(floats)}; ask for lagrad.pullback",
                here,
            )
        )
    if kind in ONE_REAL_RESULT and OF_SUM not in function.attributes and not _is_one_number(floats[0]):
        what = {"hvp": "Hessian-vector product", "hessian": "Hessian"}.get(kind, "gradient")
        message = f"a {what} is of one number, and @{primal} gives {floats[0]}"
        raise Failure(error(function.location, message, here, note(None, _OF_ELEMENTS[what == "gradient"])))


_OF_ELEMENTS = {
    True: "ask for lagrad.jacobian, of each element, for lagrad.pullback (grad_signal of an operation), "
    "whose cotangent weighs them, or with lagrad.of_sum for the gradient of their sum",
    False: "let a function weigh them and return one number, or ask for that of their sum with lagrad.of_sum",
}


def _is_one_number(result: ir.Type) -> bool:
    return not build.is_tensor(result) or all(size == 1 for size in build.shape_of(result))


def check_directions(request: Request, definition: ir.Operation) -> None:
    """Whether there are directions as they are asked for."""
    location, here = request.function.location, defined_here(request.primal, definition)
    inputs, results = signature(definition)
    floats = [t for t in results if has_tangent(t)]
    if request.kind in ("jacobian", "hessian"):
        elements = {build.element(t) for t in (*floats, *(inputs[n] for n in request.wrt))}
        if len(elements) > 1 or any(map(build.is_complex, elements)):
            spelled = ", ".join(sorted(map(str, elements)))
            raise Failure(
                error(
                    location,
                    f"a {request.kind} is of one real element type, and @{request.primal} has {spelled}; "
                    "ask for lagrad.pullback or lagrad.pushforward",
                    here,
                )
            )
    if request.one_hot and request.vectors is not None:
        raise Failure(
            error(location, f"@{request.name} asks for several directions and for one-hot ones; ask for one of them")
        )
    if (
        request.one_hot
        and request.kind == "jacobian"
        and (request.compressed or request.mode == "forward" or request.chunk is not None)
    ):
        raise Failure(
            error(
                location,
                f"@{request.name} asks for rows of a Jacobian by one-hot cotangents, "
                "which are done in reverse mode, one at a time; "
                'leave lagrad.compressed, lagrad.chunk and lagrad.mode = "forward" out',
            )
        )
    shadows = [n for n in request.wrt if is_float_memory(inputs[n])]
    if request.vectors is not None and not ([*floats, *shadows] if request.kind == "pullback" else request.wrt):
        raise Failure(
            error(location, f"@{request.name} has no direction, of which 'lagrad.vectors' could ask for several", here)
        )


def check_signature(request: Request, definition: ir.Operation) -> None:
    """Whether a request has the arguments and results of what it asks for."""
    location, here = request.function.location, defined_here(request.primal, definition)
    inputs, results = signature(definition)
    takes, gives = signature(request.function)
    with location:
        expected = type_of(request, inputs, results)
        if takes == list(expected.inputs) and _fit(gives, list(expected.results), request.compressed):
            return
    left_out = _left_out(request, inputs)
    if not request.wrt and left_out:
        raise Failure(
            error(
                location,
                f"@{request.name} asks for a {request.kind} of @{request.primal}, "
                f"none of whose arguments has a derivative: {left_out[0]}",
                here,
            )
        )
    raise Failure(
        error(
            location,
            f"@{request.name} does not have the signature of the {'compressed ' * request.compressed}{request.kind} "
            f"of @{request.primal} with respect to {request.wrt}: expected {spell(expected.inputs)} -> "
            f"{spell(expected.results)}, found {spell(takes)} -> {spell(gives)}",
            here,
            *(note(location, text) for text in left_out),
        )
    )


def _fit(gives: list[ir.Type], expected: list[ir.Type], is_compressed: bool) -> bool:
    """Whether these are the types expected. How many entries a sparse matrix has is found out later."""
    if is_compressed and len(gives) == len(expected):
        gives = [*gives[:-3], *map(_with_open_sizes, gives[-3:], expected[-3:])]
    return gives == expected


def _with_open_sizes(type: ir.Type, like: ir.Type) -> ir.Type:
    """A tensor of one dimension, of any size where another is."""
    if len(build.shape_of(type)) != 1 or build.DYNAMIC not in build.shape_of(like):
        return type
    return build.tensor_type([build.DYNAMIC], build.element(type))


def own_words(name: str, function: ir.Operation) -> dict[str, int | str]:
    """What a request says that only some kinds can say."""
    own: dict[str, int | str] = {}
    for word, expects, is_right in (
        (
            "vectors",
            "a number of directions, or -1 for any number",
            lambda n: isinstance(n, int) and (n > 0 or n == -1),
        ),
        ("chunk", "a number of directions", lambda n: isinstance(n, int) and n > 0),
        ("cotangent", f'"{ONE_HOT}", where it has at most one nonzero', lambda n: n == ONE_HOT),
        ("tangent", f'"{ONE_HOT}", where it has at most one nonzero', lambda n: n == ONE_HOT),
        ("mode", '"forward" or "reverse"', lambda n: n in ("forward", "reverse")),
    ):
        attribute = function.attributes.get(f"lagrad.{word}")
        if attribute is None:
            continue
        value = attribute.value if isinstance(attribute, (ir.IntegerAttr, ir.StringAttr)) else None
        if not is_right(value):
            raise Failure(error(function.location, f"'lagrad.{word}' of @{name} is {expects}, not {attribute}"))
        own[word] = value
    return own


def wrt_of(
    name: str, function: ir.Operation, primal: str, definition: ir.Operation, inputs: list[ir.Type]
) -> list[int]:
    given = function.attributes.get("lagrad.wrt")
    if given is None:
        return default_wrt(inputs)
    location = function.location
    wrt = argument_numbers(given)
    if wrt is None:
        raise Failure(error(location, f"'lagrad.wrt' lists argument numbers, as in lagrad.wrt = [0, 2], not {given}"))
    for number in wrt:
        if not 0 <= number < len(inputs):
            raise Failure(
                error(
                    location,
                    f"'lagrad.wrt' of @{name} lists argument {number}, and @{primal} has {len(inputs)}",
                    defined_here(primal, definition),
                )
            )
        if not has_tangent(inputs[number]):
            raise Failure(
                error(
                    location,
                    f"'lagrad.wrt' of @{name} lists argument {number} of @{primal}, of type {inputs[number]}; "
                    + _no_derivative(inputs[number]),
                    defined_here(primal, definition),
                )
            )
    if len(set(wrt)) != len(wrt):
        raise Failure(error(location, f"'lagrad.wrt' of @{name} lists an argument twice: {wrt}"))
    return wrt


def default_wrt(inputs: list[ir.Type]) -> list[int]:
    """The arguments meant where none are named: floats and tensors of floats, or if there are none memory of floats."""
    values = [n for n, type in enumerate(inputs) if has_derivative(type)]
    return values or [n for n, type in enumerate(inputs) if is_float_memory(type)]


def _no_derivative(type: ir.Type) -> str:
    """Why an argument of this type has no derivative, and what to do where floats are in it."""
    match type:
        case ir.MemRefType() | ir.UnrankedMemRefType():
            return "memory has a derivative if it is of floats and has a rank, as memref<?xf64>"
        case ir.VectorType():
            return "a vector has none here; let the function take a tensor, and read it with vector.transfer_read"
        case ir.UnrankedTensorType():
            return "a tensor without a rank has no derivative; give it one, as in tensor<?xf64>"
    return "only floats and tensors of floats have derivatives"


def _left_out(request: Request, inputs: list[ir.Type]) -> list[str]:
    """What to know of the arguments that look as if they had derivatives and have none."""
    kinds = (ir.MemRefType, ir.UnrankedMemRefType, ir.VectorType, ir.UnrankedTensorType)
    floats = [(n, t) for n, t in enumerate(inputs) if isinstance(t, kinds) and isinstance(t.element_type, ir.FloatType)]
    odd = [(n, t) for n, t in floats if n not in request.wrt]
    return [f"argument {n} of @{request.primal} has type {type}{_why_left_out(type)}" for n, type in odd]


def _why_left_out(type: ir.Type) -> str:
    if is_float_memory(type):
        return ", which is differentiated where lagrad.wrt lists it"
    return f": {_no_derivative(type)}"


def defined_here(primal: str, definition: ir.Operation) -> Diagnostic:
    return note(definition.location, f"@{primal} is defined here")


def spell(types) -> str:
    return "(" + ", ".join(str(t) for t in types) + ")"


def unknown_function(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 3)
    hint = f"; did you mean {' or '.join('@' + n for n in near)}?" if near else ""
    return f"no function @{name} in this module{hint}"
