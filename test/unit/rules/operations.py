"""The elementwise operations of the table as text, for programs that have one of them in many places."""

from __future__ import annotations

from dataclasses import dataclass

from lagrad import rules

NOT_LOWERED = {"arith.flush_denormals"}  # upstream has no lowering to run
_TO_REAL = {"complex.abs", "complex.angle", "complex.re", "complex.im"}
_INTEGERS = {
    **{(op, "n"): "i32" for op in ("math.fpowi", "complex.powi", "lagrad.polygamma")},
    ("arith.select", "c"): "i1",
}


@dataclass(frozen=True)
class Operation:
    """The types of its operands and of its result; called with names of operands it is the text."""

    name: str
    types: tuple[str, ...]
    result: str

    def __call__(self, *operands: str) -> str:
        return f'"{self.name}"({", ".join(operands)}) : {self.signature}'

    @property
    def signature(self) -> str:
        return f"({', '.join(self.types)}) -> {self.result}"

    @property
    def floats(self) -> list[int]:
        return [n for n, type in enumerate(self.types) if is_float(type)]

    def call(self, function: str, operands: list[str]) -> str:
        return f"func.call @{function}({', '.join(operands)}) : {self.signature}"

    def function(self, name: str, body: str, operands: list[str], attributes: str = "no_inline") -> str:
        """A function of the operands whose body gives %v."""
        marks = f"attributes {{{attributes}}}" if attributes else ""
        return f"""
            func.func private @{name}({self.parameters(operands)}) -> {self.result} {marks} {{
              {body}
              return %v : {self.result}
            }}"""

    def parameters(self, operands: list[str]) -> str:
        return ", ".join(f"{x}: {type}" for x, type in zip(operands, self.types))

    def on_tensors(self, operands: list[str], size: int, body: str) -> str:
        """%g, a tensor that a body makes of %y0, %y1, ... and gives as %v; `operands` are tensors."""
        maps = ", ".join(["affine_map<(i) -> (i)>"] * (len(operands) + 1))
        elements = ", ".join([*(f"{y}: {type}" for y, type in zip(self.elements, self.types)), f"%o: {self.result}"])
        types = ", ".join(f"tensor<{size}x{type}>" for type in self.types)
        result = f"tensor<{size}x{self.result}>"
        return f"""
            %e = tensor.empty() : {result}
            %g = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}}
                ins({", ".join(operands)} : {types}) outs(%e : {result}) {{
            ^bb0({elements}):
              {body}
              linalg.yield %v : {self.result}
            }} -> {result}"""

    @property
    def elements(self) -> list[str]:
        return [f"%y{n}" for n in range(len(self.types))]


def is_float(type: str) -> bool:
    return type in ("f64", "complex<f64>")


def arithmetic(type: str, name: str) -> str:
    """`add`, `mul`, ... of a real or complex type."""
    return f"complex.{name}" if type.startswith("complex") else f"arith.{name}f"


def _operation(name: str) -> Operation:
    own = "complex<f64>" if name.startswith("complex.") else "f64"
    operand = "f64" if name == "complex.create" else own
    types = [_INTEGERS.get((name, operand_name), operand) for operand_name in rules.RULES[name].operands]
    return Operation(name, tuple(types), "f64" if name in _TO_REAL else own)


OPERATIONS = {
    name: _operation(name)
    for name, rule in rules.RULES.items()
    if isinstance(rule, rules.Partials) and name not in NOT_LOWERED
}


def renamed(text: str, number: int, names: list[str]) -> str:
    """The text with the number of a program behind the names of its functions."""
    for name in names:
        text = text.replace(f"@{name}(", f"@{name}_{number}(").replace(f"= @{name}}}", f"= @{name}_{number}}}")
    return text
