"""Dialects that a program may come in and that no derivative is made in: what converts them.

And what upstream's parser says of a dialect that it does not know, and of requests that are public, in words that help.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import replace

from ..errors import Diagnostic, note

_STABLEHLO = "convert StableHLO to linalg first: --lagrad-convert-stablehlo, which --lagrad-default begins with"
_WAYS = {
    "tosa": "convert TOSA to linalg first: --tosa-to-linalg-named --tosa-to-linalg --tosa-to-arith --tosa-to-tensor",
    "stablehlo": _STABLEHLO,
    "chlo": _STABLEHLO,
    "torch": (
        "the program torch-mlir-opt, which comes with the bindings, converts it to linalg: "
        "torch-mlir-opt --torch-backend-to-linalg-on-tensors-backend-pipeline FILE | lagrad-opt --lagrad-default; "
        'torch-mlir\'s fx.export_and_import(..., output_type="linalg-on-tensors") does so in Python'
    ),
}
# What operations of older programs are called now.
_RENAMED = {
    "arith.maxf": "arith.maximumf",
    "arith.minf": "arith.minimumf",
    "bufferization.to_memref": "bufferization.to_buffer",
    "linalg.init_tensor": "tensor.empty",
    "linalg.tensor_collapse_shape": "tensor.collapse_shape",
    "linalg.tensor_expand_shape": "tensor.expand_shape",
    "math.abs": "math.absf",
    "memref.tensor_load": "bufferization.to_tensor",
    "memref.tensor_store": "bufferization.materialize_in_destination",
    "tensor.pack": "linalg.pack",
    "tensor.unpack": "linalg.unpack",
    "vector.extractelement": "vector.extract",
    "vector.insertelement": "vector.insert",
}
_UNKNOWN = re.compile(r"custom op '([\w.]+)' is unknown")
_WITHOUT = re.compile(r"Dialect `(\w+)' not found for custom op '([\w.]+)'")
_NOT_BUFFERIZED = "op was not bufferized"
_PUBLIC = "symbol declaration cannot have public visibility"
_SHOWN = re.compile(r'see current operation: (?:%[\w:, %]+ = )?"?([\w.]+)')
_KNOWN = re.compile(r"Available dialects: (.*?) ;")

_GENERIC = {
    "lagrad.grad": '%dx = "lagrad.grad"(%x) {F = @f, of = [0]} : (f64) -> f64',
    "lagrad.tangent": '%dy = "lagrad.tangent"(%x, %dx) {F = @f, of = [0]} : (f64, f64) -> f64',
    "lagrad.stop_gradient": '%y = "lagrad.stop_gradient"(%x) : (f64) -> f64',
}


def is_stablehlo(name: str) -> bool:
    """Is an operation of that name one of the dialects in which JAX exports programs?"""
    return name.startswith(("stablehlo.", "chlo."))


def way_from(name: str) -> str | None:
    """How an operation of another dialect becomes one of those that derivatives are made in, if there is a way."""
    return _WAYS.get(name.partition(".")[0])


def explained(told: Diagnostic) -> Diagnostic:
    """A diagnostic of upstream's, with what to do about an operation of another dialect, or a public declaration.

    Where the parser does not know a dialect, it lists all others; that note goes.
    """
    if told.message.endswith(_PUBLIC):
        advice = note(None, "a function without a body, as one that asks for a derivative, is 'func.func private'")
        return replace(told, notes=(*told.notes, advice))
    if told.message == _NOT_BUFFERIZED:
        ops = [found[1] for n in told.notes if (found := _SHOWN.search(n.message))]
        ways = tuple(note(None, way) for op in ops if (way := way_from(op)))
        return replace(told, notes=told.notes + ways)
    if (unknown := _UNKNOWN.match(told.message)) and (now := _RENAMED.get(unknown[1])):
        return replace(told, notes=(*told.notes, note(None, f"it is '{now}' now")))
    found = _WITHOUT.search(told.message)
    if not found:
        return told
    dialect, op = found.groups()
    if dialect == "lagrad":
        message = f"'{op}' is written in MLIR's generic form: its name in quotes, operands in parentheses"
        example = _GENERIC.get(op, _GENERIC["lagrad.grad"])
        return Diagnostic(told.severity, told.location, message, (note(None, f"as in {example}"),))
    message = f"there is no dialect '{dialect}', of '{op}'"
    known = next((listed[1].split(", ") for n in told.notes if (listed := _KNOWN.search(n.message))), [])
    near = difflib.get_close_matches(dialect, known, 1)
    message += f"; did you mean '{near[0]}'?" if near else ""
    advice = way_from(op) or "--show-dialects prints those that there are"
    return Diagnostic(told.severity, told.location, message, (note(None, advice),))
