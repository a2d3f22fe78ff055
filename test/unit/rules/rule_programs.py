"""One program for many rules: each operation on tensors of operands, its pullback and its pushforward."""

from __future__ import annotations

from lagrad import rules

_OTHER_TYPES = {("arith.select", "c"): "i1", ("math.fpowi", "n"): "i32", ("complex.powi", "n"): "i32"}
_OTHER_TYPES[("lagrad.polygamma", "n")] = "i32"
_TO_REAL = ("complex.re", "complex.im", "complex.abs", "complex.angle")


def types(op: str, width: str) -> tuple[list[str], str]:
    """Of the operands and of the result; `width` is that of the floats."""
    number = f"complex<{width}>" if op.startswith("complex.") else width
    taken = width if op == "complex.create" else number
    operands = [_OTHER_TYPES.get((op, name), taken) for name in rules.RULES[op].operands]
    return operands, width if op in _TO_REAL else number


def differentiable(op: str, width: str) -> list[int]:
    """The operands that are floats or complex."""
    return [n for n, type in enumerate(types(op, width)[0]) if not type.startswith("i")]


def symbol(op: str) -> str:
    return op.replace(".", "_")


def program(op: str, width: str) -> str:
    """@op and its requests @op_pullback and @op_pushforward, by every operand that has a derivative."""
    operands, result = types(op, width)
    wrt = differentiable(op, width)
    tensors, of_results = [f"tensor<?x{t}>" for t in operands], f"tensor<?x{result}>"
    names = [f"%x{n}" for n in range(len(operands))]
    elements = [f"%e{n}" for n in range(len(operands))]
    moved = [t for n, own in enumerate(tensors) for t in ([own, own] if n in wrt else [own])]
    return f"""
        func.func @{symbol(op)}({", ".join(f"{x}: {t}" for x, t in zip(names, tensors))}) -> {of_results} {{
          %zero = arith.constant 0 : index
          %size = tensor.dim %x0, %zero : {tensors[0]}
          %empty = tensor.empty(%size) : {of_results}
          %all = linalg.map ins({", ".join(names)} : {", ".join(tensors)}) outs(%empty : {of_results})
            ({", ".join(f"{e}: {t}" for e, t in zip(elements, operands))}, %out: {result}) {{
              %one = "{op}"({", ".join(elements)}) : ({", ".join(operands)}) -> {result}
              linalg.yield %one : {result}
            }}
          return %all : {of_results}
        }}
        func.func private @{symbol(op)}_pullback({", ".join([*tensors, of_results])})
            -> ({", ".join(tensors[n] for n in wrt)})
            attributes {{lagrad.pullback = @{symbol(op)}, lagrad.wrt = {wrt}}}
        func.func private @{symbol(op)}_pushforward({", ".join(moved)}) -> {of_results}
            attributes {{lagrad.pushforward = @{symbol(op)}, lagrad.wrt = {wrt}}}
    """
