"""The C header of a lowered module."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ..lowering.interface import c_types
from ..lowering.interface.c_types import WITH_MEMORY, Parameter, Signature
from ..lowering.interface.failure_functions import MESSAGE, RELEASE

_KEYWORDS = frozenset(
    "alignas alignof asm auto bool break case catch char class const continue default delete do double else enum "
    "extern false float for goto if inline int long namespace new operator private protected public register "
    "restrict return short signed sizeof static struct switch template this throw true try typedef union "
    "unsigned virtual void volatile while".split()
)


def header(functions: dict[str, Signature], name_hint: str, offers: Collection[str] = ()) -> str:
    """Declarations of the functions, for C and C++; `name_hint` names the include guard.

    `offers` names which of `lagrad_message` and `lagrad_release` there are.
    """
    guard = f"LAGRAD_{identifier(name_hint).upper()}_H"
    lines = [
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "/* Arrays are row-major and contiguous; [3][?] is the shape, in elements, a ? what is passed as a size.",
        " * Sizes and strides count elements, not bytes; where there are strides, an array may have gaps. Results",
        " * are written where the caller says and must not overlap anything else that is passed.",
        " * A uint16_t holds the bits of the f16 or bf16 that the MLIR type names.",
        " * Functions return 0. Where one ends early, because the system has no memory for it or an assertion fails,",
        " * results are not complete, and it returns another number; lagrad_message explains it where "
        "that is declared.",
        " * Link with -lm, or what --emit=link-flags prints. */",
        "",
        "#include <stdint.h>",
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
    ]
    if MESSAGE in offers:
        lines += [
            "/* What a number says that is not 0, until 15 more texts have been made. A positive number "
            "is how many bytes",
            " * of memory were asked for. */",
            f"const char *{MESSAGE}(int64_t status);",
            "",
        ]
    if RELEASE in offers:
        lines += [
            "/* Large temporaries are kept for the next call. This gives them to the system, at any time. */",
            f"void {RELEASE}(void);",
            "",
        ]
    for name, signature in functions.items():
        lines += [*_comment(name, signature), _declaration(name, signature), ""]
        if signature.lends:
            lines += [
                f"/* As {identifier(name)}, with large temporaries in memory of the caller. *bytes is how large it is,",
                " * and then how large it must be; what finds no room there is elsewhere. */",
                _declaration(name, signature, WITH_MEMORY, ["void *memory", "int64_t *bytes"]),
                "",
            ]
    return "\n".join([*lines, "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""])


def _comment(name: str, signature: Signature) -> list[str]:
    arguments = ", ".join(argument.mlir for argument in signature.arguments)
    results = ", ".join(result.mlir for result in signature.results)
    lines = [f"@{name}({arguments}) -> ({results})"]
    if name.endswith(c_types.SIZES):
        lines[0] += f": the dynamic sizes of the results of @{name.removesuffix(c_types.SIZES)}"
    if signature.has_dynamic_results:
        lines.append(f"{name}{c_types.SIZES} computes the dynamic sizes of the results, in order{_known(signature)}.")
    for parameter, encoding in signature.packed:
        half = "upper" if "u" in encoding else "lower"
        lines.append(
            f"{parameter} holds {half} triangles{' without diagonals' * encoding.startswith('s')}, column after "
            f"column ({encoding})."
        )
    if signature.computed_sizes:
        must = ", ".join(_size(a, k) for a, k in signature.computed_sizes)
        lines.append(f"{name}{c_types.SIZES} computes, after sizes of results, what these sizes must be: {must}.")
    if signature.equal_sizes:
        equal = (f"{_size(a, k)} = {l if b is None else _size(b, l)}" for a, k, b, l in signature.equal_sizes)
        lines.append(f"Sizes must agree: {', '.join(equal)}.")
    return [("/* " if n == 0 else " * ") + line + (" */" if line is lines[-1] else "") for n, line in enumerate(lines)]


def _known(signature: Signature) -> str:
    """What they are, if they are sizes of arguments."""
    if not signature.result_sizes or None in signature.result_sizes:
        return ""
    return ": " + ", ".join(str(k) if a is None else _size(a, k) for a, k in signature.result_sizes)


def _size(argument: int, dimension: int) -> str:
    return f"arg{argument}_dim{dimension}"


def _declaration(name: str, signature: Signature, suffix: str = "", more: Sequence[str] = ()) -> str:
    parameters = []
    for n, argument in enumerate(signature.arguments):
        parameters += _parameter(f"arg{n}", argument, const=not argument.mlir.startswith("memref"))
    for n, result in enumerate(signature.results):
        one = "result" if len(signature.results) == 1 else f"result{n}"
        parameters += _pointer(one, result, const=False)
    inside = ", ".join([*parameters, *more]) or "void"
    symbol = identifier(name) + suffix
    label = "" if symbol == name + suffix else f' __asm__("{name}{suffix}")'
    return f"int64_t {symbol}({inside}){label};"


def _parameter(name: str, argument: Parameter, const: bool) -> list[str]:
    if argument.is_scalar:
        names = [f"{name}_re", f"{name}_im"] if argument.element.is_complex else [name]
        return [f"{argument.element.c} {part}" for part in names]
    sizes = [f"int64_t {name}_dim{k}" for k in argument.dynamic]
    return _pointer(name, argument, const) + sizes + [f"int64_t {name}_stride{k}" for k in argument.open_strides]


def _pointer(name: str, parameter: Parameter, const: bool) -> list[str]:
    sizes = _in_brackets(parameter.shape or ()) + "[re, im]" * parameter.element.is_complex
    sizes += f", strides {_in_brackets(parameter.strides)}" if parameter.strides else ""
    shape = f" /* {sizes} */" if sizes else ""
    return [f"{'const ' if const else ''}{parameter.element.c} *{name}{shape}"]


def _in_brackets(numbers: tuple[int | None, ...]) -> str:
    return "".join(f"[{'?' if number is None else number}]" for number in numbers)


def identifier(name: str) -> str:
    spelled = re.sub(r"\W", "_", name, flags=re.ASCII)
    return f"_{spelled}" if not spelled or spelled[0].isdigit() or spelled in _KEYWORDS else spelled
