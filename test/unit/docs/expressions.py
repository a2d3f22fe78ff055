"""Expressions such as `maximumf(x, 0.0)` or `select(x > 0.0, log(x), 0.0)` as MLIR functions.

Names are float arguments, whole numbers are `i32` constants, other numbers float constants, and
a call is the operation of that name of `arith` or `math`.
"""

from __future__ import annotations

import ast

from lagrad import rules

_PREDICATES = {ast.Gt: "ogt", ast.GtE: "oge", ast.Lt: "olt", ast.LtE: "ole", ast.Eq: "oeq"}


def arguments(expression: str) -> list[str]:
    """The names in an expression, in order of appearance."""
    tree = ast.parse(expression, mode="eval")
    functions = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in functions]
    return list(dict.fromkeys(n.id for n in sorted(names, key=lambda n: n.col_offset)))


def module(expression: str, symbol: str, kind: str = "f64") -> str:
    """`func.func @symbol` of the expression, and the request @symbol_pullback for all its arguments."""
    writer = _Writer(kind)
    result, _ = writer.value(ast.parse(expression, mode="eval").body)
    names = arguments(expression)
    parameters = ", ".join(f"%{name}: {kind}" for name in names)
    types, gives = ", ".join([kind] * (len(names) + 1)), ", ".join([kind] * len(names))
    return "\n".join(
        [
            f"func.func @{symbol}({parameters}) -> {kind} {{",
            *(f"  {line}" for line in writer.lines),
            f"  return {result} : {kind}",
            "}",
            f"func.func private @{symbol}_pullback({types}) -> ({gives}) attributes {{lagrad.pullback = @{symbol}}}",
            "",
        ]
    )


class _Writer:
    def __init__(self, kind: str):
        self.kind, self.lines = kind, []

    def value(self, node: ast.expr) -> tuple[str, str]:
        """(SSA name, type) of a node, whose operations are appended to `lines`."""
        match node:
            case ast.Name(id=name):
                return f"%{name}", self.kind
            case ast.Constant(value=int() as number):
                return self._emit(f"arith.constant {number} : i32"), "i32"
            case ast.Constant(value=float() as number):
                return self._emit(f"arith.constant {number:e} : {self.kind}"), self.kind
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=number)):
                return self.value(ast.Constant(-number))
            case ast.Compare(left=left, ops=[predicate], comparators=[right]):
                (x, kind), (y, _) = self.value(left), self.value(right)
                return self._emit(f"arith.cmpf {_PREDICATES[type(predicate)]}, {x}, {y} : {kind}"), "i1"
            case ast.Call(func=ast.Name(id=name), args=given):
                return self._call(name, [self.value(argument) for argument in given])
        raise ValueError(f"no expression: {ast.unparse(node)}")

    def _call(self, name: str, given: list[tuple[str, str]]) -> tuple[str, str]:
        (op,) = [op for op in rules.RULES | dict.fromkeys(rules.INACTIVE) if op in (f"arith.{name}", f"math.{name}")]
        values = ", ".join(value for value, _ in given)
        match name:
            case "fpowi":
                types = f"{given[0][1]}, {given[1][1]}"
            case "clampf":
                (x, _), (low, _), (high, _) = given
                return self._emit(f"{op} {x} to [{low}, {high}] : {self.kind}"), self.kind
            case _:
                types = self.kind
        return self._emit(f"{op} {values} : {types}"), self.kind

    def _emit(self, operation: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {operation}")
        return name
