"""Programs around one operation, that a check of its rules runs.

Each stands for a way in which the engine meets an operation: by itself, with one value in two places, in a loop, in a
branch that may not be taken, in a function that is called.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .. import rules
from ..analysis.memory import is_memory
from ..build import DYNAMIC, has_derivative, shape_of
from ..errors import Failure
from ..mlir import ir
from ..rules import Partials

ALONE = "alone"
_ASKED = ("pullback", "pushforward")
_SECOND = (("pushforward", "pullback"), ("pullback", "pullback"), ("pullback", "pushforward"))
_HEADER = re.compile(r"\s*((?:\(\{.*\}\))?\s*(?:\{.*\})?)\s*:?\s*(\(.*\)\s*->.*)", re.S)


@dataclass(frozen=True)
class Form:
    """An operation in MLIR's generic form: its name, regions and attributes, and the types of operands and results."""

    op: str
    inside: str  # regions and attributes
    takes: tuple[ir.Type, ...]
    gives: tuple[ir.Type, ...]

    @classmethod
    def of(cls, op: str, text: str | None) -> Form:
        """The form that a text says, as `{n = 3 : i64} : (f64, f64) -> f64`; regions, `({ ... })`, stand in front.

        Without a text, partials are of one float an operand. Failure where there is no rule, or nobody says the types.
        """
        rule = rules.RULES.get(op)
        if rule is None and op not in rules.LOWERINGS | rules.SHADOWS:
            raise Failure(f"there is no rule for '{op}'; lagrad-check --load RULES.py loads a file of rules")
        if text is None and isinstance(rule, Partials):
            text = f"({', '.join(['f64'] * len(rule.operands))}) -> f64"
        if text is None:
            raise Failure(f"say the types of '{op}', as in --type '(tensor<4xf64>, f64) -> tensor<4xf64>'")
        found = _HEADER.fullmatch(text)
        try:
            type = ir.FunctionType(ir.Type.parse(found[2])) if found else None
        except (ir.MLIRError, ValueError):
            type = None
        if type is None:
            raise Failure(
                f"'{text}' is no type of an operation; write (f64, f64) -> f64, behind its regions and attributes"
            )
        if any(map(is_memory, (*type.inputs, *type.results))):
            raise Failure(f"'{op}' works on memory: check a program that has it, with requests, by lagrad-check")
        form = cls(op, found[1] or "", tuple(type.inputs), tuple(type.results))
        if not form.floats(form.takes) or not form.floats(form.gives):
            raise Failure(
                f"'{op}' of type {found[2]} has no float among its operands or results: nothing to differentiate"
            )
        return form

    def floats(self, types: tuple[ir.Type, ...]) -> list[int]:
        return [n for n, type in enumerate(types) if has_derivative(type)]

    def call(self, operands: list[str], result: str) -> str:
        """The operation as text; its results are `result#0`, and so on."""
        types = f"({', '.join(map(str, self.takes))}) -> ({', '.join(map(str, self.gives))})"
        return f'%_{result}:{len(self.gives)} = "{self.op}"({", ".join(operands)}) {self.inside} : {types}'


def programs(form: Form) -> dict[str, str]:
    """The functions by name, as text; those that make no sense of the types are left out."""
    names = [f"%arg{n}" for n in range(len(form.takes))]
    arguments = ", ".join(f"{name}: {type}" for name, type in zip(names, form.takes))
    floats = form.floats(form.gives)
    types = ", ".join(str(form.gives[n]) for n in floats)
    values = ", ".join(f"%_r#{n}" for n in floats)

    def function(name: str, body: str, returned: str = f"{values} : {types}", more: str = "", of: str = types) -> str:
        return f"func.func @{name}({arguments}{more}) -> ({of}) {{\n{body}\nreturn {returned}\n}}\n"

    def called(callee: str) -> str:
        given = ", ".join(names)
        return f"%_r:{len(floats)} = func.call @{callee}({given}) : ({', '.join(map(str, form.takes))}) -> ({types})"

    results = ", ".join(f"%_r#{n}" for n in range(len(floats)))
    found = {ALONE: function(ALONE, form.call(names, "r"))}
    kept = function("callee", form.call(names, "r"))
    kept = kept.replace(f"-> ({types}) {{", f"-> ({types}) attributes {{no_inline}} {{", 1)
    found["kept"] = kept.replace("func.func @", "func.func private @", 1)
    found["kept"] += function("kept", called("callee"), f"{results} : {types}")
    first = form.floats(form.takes)[0]
    if sum(type == form.takes[first] for type in form.takes) > 1:
        same = [names[first] if type == form.takes[first] else name for name, type in zip(names, form.takes)]
        found["shared"] = function("shared", form.call(same, "r"))
    found |= _repeated(form, names, function)
    if all(DYNAMIC not in shape_of(form.gives[n]) for n in floats):
        zeros = "\n".join(f"%_z{n} = {_zero(form.gives[n])}" for n in floats)
        outs = ", ".join(f"%_z{n}" for n in floats)
        body = f"""%_one = arith.constant 1.0 : f64
          %_flag = arith.cmpf olt, %_s, %_one : f64
          {zeros}
          %_r:{len(floats)} = scf.if %_flag -> ({types}) {{
            {form.call(names, "q")}
            scf.yield {", ".join(f"%_q#{n}" for n in floats)} : {types}
          }} else {{
            scf.yield {outs} : {types}
          }}"""
        found["branch"] = function("branch", body, f"{results} : {types}", ", %_s: f64")
    return found


def _repeated(form: Form, names: list[str], function) -> dict[str, str]:
    """A loop that hands a result on to an operand of its type."""
    for n in form.floats(form.takes):
        for k in form.floats(form.gives):
            if (type := form.takes[n]) == form.gives[k]:
                inside = [*names[:n], "%_x", *names[n + 1 :]]
                body = f"""%_c0 = arith.constant 0 : index
                  %_c1 = arith.constant 1 : index
                  %_c2 = arith.constant 2 : index
                  %_l = scf.for %_i = %_c0 to %_c2 step %_c1 iter_args(%_x = {names[n]}) -> ({type}) {{
                    {form.call(inside, "r")}
                    scf.yield %_r#{k} : {type}
                  }}"""
                return {"loop": function("loop", body, f"%_l : {type}", of=str(type))}
    return {}


def _zero(type: ir.Type) -> str:
    text = str(type)
    if text.startswith("complex"):
        return f"complex.constant [0.0, 0.0] : {text}"
    number = "(0.0, 0.0)" if "complex" in text else "0.0"
    return f"arith.constant {f'dense<{number}>' if text.startswith('tensor') else number} : {text}"


def requests(names: list[str]) -> dict[str, tuple[str, str]]:
    """The derivatives of functions that are checked, by their names: kind and primal; of one, second ones too."""
    asked = {f"{name}_{kind}": (kind, name) for name in names for kind in _ASKED}
    return asked | {f"{ALONE}_{of}_{kind}": (kind, f"{ALONE}_{of}") for kind, of in _SECOND}
