"""Segments at random: scalar programs of three arguments, all of whose operations have terms."""

from __future__ import annotations

import random

from lagrad.coarsening.formulas.terms import TERMS

_TWO = ["arith.addf", "arith.subf", "arith.mulf", "arith.divf"]
_ONE = sorted({*TERMS} - {*_TWO, "arith.select", "math.fma", "math.fpowi", "math.powf"})
_EXPONENTS = ("2.0", "3.0", "0.5", "-1.0", "1.5", "-2.0", "0.0")


def program(seed: int) -> str:
    """A function that is coarsened, with its gradient, a pushforward, and the Hessian times a vector."""
    rng = random.Random(seed)
    values = ["%x", "%y", "%z", "%k"]
    lines = [f"%k = arith.constant {rng.choice([0.5, 1.0, 2.0, 0.3])} : f64", "%c = arith.cmpf ogt, %x, %y : f64"]
    for number in range(rng.randint(3, 12)):
        lines.append(_operation(rng, number, lambda: values[-1] if rng.random() < 0.35 else rng.choice(values)))
        values.append(f"%v{number}")
    body = "\n          ".join(lines)
    return f"""
        func.func @f(%x: f64, %y: f64, %z: f64) -> f64 attributes {{lagrad.coarsen}} {{
          {body}
          return {values[-1]} : f64
        }}
        func.func private @gradient(f64, f64, f64) -> (f64, f64, f64) attributes {{lagrad.gradient = @f}}
        func.func private @pushforward(f64, f64, f64, f64, f64, f64) -> f64 attributes {{lagrad.pushforward = @f}}
        func.func private @twice(f64, f64, f64, f64, f64, f64) -> (f64, f64, f64)
            attributes {{lagrad.pushforward = @gradient}}
    """


def _operation(rng, number: int, operand) -> str:
    kind, own = rng.random(), f"%v{number}"
    if kind < 0.35:
        return f"{own} = {rng.choice(_ONE)} {operand()} : f64"
    if kind < 0.85:
        return f"{own} = {rng.choice(_TWO)} {operand()}, {operand()} : f64"
    if kind < 0.9:
        return f"{own} = arith.select %c, {operand()}, {operand()} : f64"
    if kind < 0.95:
        return f"""{own} = scf.if %c -> (f64) {{
            %a{number} = arith.mulf {operand()}, {operand()} : f64
            scf.yield %a{number} : f64
          }} else {{
            %b{number} = math.sin {operand()} : f64
            scf.yield %b{number} : f64
          }}"""
    return (
        f"%p{number} = arith.constant {rng.choice(_EXPONENTS)} : f64\n {own} = math.powf {operand()}, %p{number} : f64"
    )
