"""Kernels in MLIR, as C front ends emit them: `affine` loops, a load for each element that is read, and stores."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable

_OPERATIONS = {ast.Add: "addf", ast.Sub: "subf", ast.Mult: "mulf", ast.Div: "divf"}
_CALLS = {"exp": "math.exp", "sqrt": "math.sqrt", "min": "arith.minimumf", "max": "arith.maximumf"}


def ranks(kernel: Callable) -> dict[str, int]:
    """The arguments of a kernel behind its size, and how many dimensions each has."""
    return {name: p.annotation for name, p in list(inspect.signature(kernel).parameters.items())[1:]}


def type_of(rank: int, size: int) -> str:
    return f"memref<{'x'.join([str(size)] * rank)}xf64>" if rank else "f64"


def program(kernel: Callable, size: int, restrict: bool = False) -> str:
    """The kernel as `@f`, with a pullback and a pushforward with respect to all that it takes.

    With `restrict` its arrays do not overlap.
    """
    types = [type_of(rank, size) for rank in ranks(kernel).values()]
    arrays = [t for t in types if t != "f64"]
    scalars = ", ".join(t for t in types if t == "f64")
    wrt = list(range(len(types)))
    pairs = ", ".join(t for own in types for t in (own, own))
    return (
        _Function(kernel, size, restrict).text()
        + f"func.func private @pullback({', '.join([*types, *arrays])}) -> ({scalars})\n"
        + f"    attributes {{lagrad.pullback = @f, lagrad.wrt = {wrt}}}\n"
        + f"func.func private @pushforward({pairs}) attributes {{lagrad.pushforward = @f, lagrad.wrt = {wrt}}}\n"
    )


class _Function:
    """The lines of one kernel."""

    def __init__(self, kernel: Callable, size: int, restrict: bool):
        self.ranks, self.size, self.lines, self.count = ranks(kernel), size, [], 0
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(kernel))).body
        apart = " {llvm.noalias}" if restrict else ""
        takes = ", ".join(f"%{name}: {type_of(rank, size)}{apart if rank else ''}" for name, rank in self.ranks.items())
        self.lines.append(f"func.func @f({takes}) {{")
        self.body(definition.body, "  ")
        self.lines += ["  return", "}"]

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def body(self, statements: list[ast.stmt], indent: str) -> None:
        for statement in statements:
            match statement:
                case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[low, high])):
                    bounds = f"{self.bound(low)} to {self.bound(high)}"
                    self.lines.append(f"{indent}affine.for %{name} = {bounds} {{")
                    self.body(statement.body, indent + "  ")
                    self.lines.append(f"{indent}}}")
                case ast.Assign(targets=[target], value=value):
                    result = self.value(value, indent)
                    self.lines.append(f"{indent}affine.store {result}, {self.place(target)}")
                case _:
                    raise ValueError(f"no statement of a kernel: {ast.unparse(statement)}")

    def value(self, expression: ast.expr, indent: str) -> str:
        """The name of a value that the lines compute."""
        match expression:
            case ast.Constant(value=number):
                return self.line(f"arith.constant {float(number)!r} : f64", indent)
            case ast.Name(id=name):
                return f"%{name}"
            case ast.Subscript():
                return self.line(f"affine.load {self.place(expression)}", indent)
            case ast.BinOp(left=left, op=op, right=right):
                operands = f"{self.value(left, indent)}, {self.value(right, indent)}"
                return self.line(f"arith.{_OPERATIONS[type(op)]} {operands} : f64", indent)
            case ast.Call(
                func=ast.Name(id="where"), args=[ast.Compare(left=left, ops=[ast.LtE()], comparators=[right]), *sides]
            ):
                compared = f"{self.value(left, indent)}, {self.value(right, indent)}"
                flag = self.line(f"arith.cmpf ole, {compared} : f64", indent)
                chosen = ", ".join(self.value(side, indent) for side in sides)
                return self.line(f"arith.select {flag}, {chosen} : f64", indent)
            case ast.Call(func=ast.Name(id=name), args=arguments):
                operands = ", ".join(self.value(a, indent) for a in arguments)
                return self.line(f"{_CALLS[name]} {operands} : f64", indent)
        raise ValueError(f"no expression of a kernel: {ast.unparse(expression)}")

    def line(self, text: str, indent: str) -> str:
        name, self.count = f"%{self.count}", self.count + 1
        self.lines.append(f"{indent}{name} = {text}")
        return name

    def place(self, element: ast.expr) -> str:
        index = element.slice
        indices = index.elts if isinstance(index, ast.Tuple) else [index]
        name = element.value.id
        return f"%{name}[{', '.join(map(self.affine, indices))}] : {type_of(self.ranks[name], self.size)}"

    def affine(self, expression: ast.expr) -> str:
        """An index, with the size as a number."""
        match expression:
            case ast.Constant(value=number):
                return str(number)
            case ast.Name(id="n"):
                return str(self.size)
            case ast.Name(id=name):
                return f"%{name}"
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return f"{self.affine(left)} + {self.affine(right)}"
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return f"{self.affine(left)} - {self.affine(right)}"
        raise ValueError(f"no index of a kernel: {ast.unparse(expression)}")

    def bound(self, expression: ast.expr) -> str:
        """The bound of a loop: a number, or an affine function of other counters."""
        names = list(dict.fromkeys(n.id for n in ast.walk(expression) if isinstance(n, ast.Name) and n.id != "n"))
        text = self.affine(expression)
        if not names:
            return str(eval(text))
        for name in names:
            text = text.replace(f"%{name}", name)
        return f"affine_map<({', '.join(names)}) -> ({text})>({', '.join('%' + name for name in names)})"
