"""Kernels in C++ as one writes them for Enzyme: arrays of a fixed size behind restrict pointers, updated in place."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable

from .affine import ranks

_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_BEFORE = """
#undef R
static inline double lesser(double a, double b) { return a <= b ? a : b; }
static inline double larger(double a, double b) { return a >= b ? a : b; }
struct Pair { double first, second; };
extern "C" double __enzyme_autodiff_scalar(...) noexcept;
extern "C" Pair __enzyme_autodiff_pair(...) noexcept;
"""
_CALLS = {"exp": "exp", "sqrt": "sqrt", "min": "lesser", "max": "larger"}


def source(kernel: Callable, sizes: tuple[int, ...]) -> str:
    """The kernel and its pullback for each of the sizes: `objective(n, in, out)` and `derivative(n, in, out)`.

    `in` are all arguments, scalars behind pointers; `out` the shadows of arrays, then the gradients of scalars.
    """
    of = list(ranks(kernel).items())
    takes = ", ".join(_parameter(name, rank) for name, rank in of)
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(kernel))).body
    given = ", ".join(_given(rank, f"in[{place}]") for place, (_, rank) in enumerate(of))
    return "\n".join(
        [
            _BEFORE,
            f"template <int n> static void kernel({takes}) {{",
            *_statements(definition.body, "  "),
            "}",
            "template <int n> static void pullback(void *const *in, void *const *out) {",
            *_pullback([rank for _, rank in of]),
            "}",
            "static void objective(const int64_t *size, void *const *in, void *const *out) {",
            *(f"  if (*size == {n}) {{ const int n = {n}; kernel<n>({given}); }}" for n in sizes),
            "}",
            "static void derivative(const int64_t *size, void *const *in, void *const *out) {",
            *(f"  if (*size == {n}) pullback<{n}>(in, out);" for n in sizes),
            "}\n",
        ]
    )


def _parameter(name: str, rank: int) -> str:
    if rank < 2:
        return f"double *__restrict {name}" if rank else f"double {name}"
    return f"double (*__restrict {name}){'[n]' * (rank - 1)}"


def _given(rank: int, pointer: str) -> str:
    if rank < 2:
        return f"(double *){pointer}" if rank else f"*(double *){pointer}"
    return f"(double (*){'[n]' * (rank - 1)}){pointer}"


def _pullback(of: list[int]) -> list[str]:
    arrays = sum(rank > 0 for rank in of)
    parts, shadow = ["(void *)kernel<n>"], 0
    for place, rank in enumerate(of):
        if rank:
            parts.append(f"enzyme_dup, {_given(rank, f'in[{place}]')}, {_given(rank, f'out[{shadow}]')}")
            shadow += 1
        else:
            parts.append(f"enzyme_out, {_given(0, f'in[{place}]')}")
    call = ", ".join(parts)
    match len(of) - arrays:
        case 0:
            return [f"  __enzyme_autodiff({call});"]
        case 1:
            return [f"  *(double *)out[{arrays}] = __enzyme_autodiff_scalar({call});"]
        case 2:
            return [
                f"  Pair scalars = __enzyme_autodiff_pair({call});",
                f"  *(double *)out[{arrays}] = scalars.first;",
                f"  *(double *)out[{arrays + 1}] = scalars.second;",
            ]
    raise ValueError("no kernel takes three scalars")


def _statements(statements: list[ast.stmt], indent: str) -> list[str]:
    lines = []
    for statement in statements:
        match statement:
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[low, high])):
                begin, end = _expression(low), _expression(high)
                lines.append(f"{indent}for (int {name} = {begin}; {name} < {end}; {name}++) {{")
                lines += [*_statements(statement.body, indent + "  "), f"{indent}}}"]
            case ast.Assign(targets=[target], value=value):
                lines.append(f"{indent}{_expression(target)} = {_expression(value)};")
            case _:
                raise ValueError(f"no statement of a kernel: {ast.unparse(statement)}")
    return lines


def _expression(expression: ast.expr) -> str:
    match expression:
        case ast.Constant(value=number):
            return repr(number)
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=ast.Name(id=name), slice=index):
            indices = index.elts if isinstance(index, ast.Tuple) else [index]
            return name + "".join(f"[{_expression(i)}]" for i in indices)
        case ast.BinOp(left=left, op=op, right=right):
            return f"({_expression(left)} {_OPERATORS[type(op)]} {_expression(right)})"
        case ast.Call(
            func=ast.Name(id="where"), args=[ast.Compare(left=left, ops=[ast.LtE()], comparators=[right]), yes, no]
        ):
            return f"({_expression(left)} <= {_expression(right)} ? {_expression(yes)} : {_expression(no)})"
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return f"{_CALLS[name]}({', '.join(map(_expression, arguments))})"
    raise ValueError(f"no expression of a kernel: {ast.unparse(expression)}")
