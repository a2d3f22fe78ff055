"""`lagrad-order-sums`: loops of sums, differences and quotients have the values that Python finds for them."""

from __future__ import annotations

import math
import random

import pytest

import lagrad
from lagrad import pipelines
from lagrad.errors import Report
from lagrad.mlir import ir

OPERATORS = {"arith.addf": "+", "arith.subf": "-", "arith.mulf": "*", "arith.divf": "/"}
FLAGS = "fastmath<reassoc,contract>"


def written(rng: random.Random) -> tuple[str, str]:
    """A loop that carries two states, as MLIR and as Python; each value is a sum more often than anything else."""
    lines, code, values = [], [], ["s", "t", "a", "b"]
    for n in range(rng.randint(6, 16)):
        x, y = rng.choice(values[-6:]), rng.choice(values)
        match rng.randint(0, 9):
            case 0:
                lines.append(f"%v{n} = math.tanh %{x} : f64")
                code.append(f"v{n} = tanh({x})")
            case 1:  # by a number between 2 and 4, as coarsening marks it
                lines.append(f"%cos{n} = math.cos %{y} : f64\n %d{n} = arith.addf %cos{n}, %three : f64")
                lines.append(f"%v{n} = arith.divf %{x}, %d{n} fastmath<arcp> : f64")
                code.append(f"v{n} = {x} / (cos({y}) + 3)")
            case kind:
                name = rng.choice(list(OPERATORS)[:2]) if kind > 3 else "arith.mulf"
                lines.append(f"%v{n} = {name} %{x}, %{y} {FLAGS} : f64")
                code.append(f"v{n} = {x} {OPERATORS[name]} {y}")
        values.append(f"v{n}")
    # States stay between -1 and 1.
    last = values[-2:]
    lines += [f"%next{k} = math.sin %{value} : f64" for k, value in enumerate(last)]
    code.append(f"s, t = sin({last[0]}), sin({last[1]})")
    text = f"""
        module attributes {{lagrad.coarsened}} {{
          func.func @f(%a: f64, %b: f64, %n: index) -> (f64, f64) {{
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %three = arith.constant 3.0 : f64
            %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b) -> (f64, f64) {{
              {chr(10).join(lines)}
              scf.yield %next0, %next1 : f64, f64
            }}
            return %r#0, %r#1 : f64, f64
          }}
        }}
    """
    return text, "\n".join(code)


def check(seed: int) -> None:
    rng = random.Random(seed)
    text, code = written(rng)
    a, b = rng.uniform(-1, 1), rng.uniform(-1, 1)
    known = {"s": a, "t": b, "a": a, "b": b, "tanh": math.tanh, "sin": math.sin, "cos": math.cos}
    for _ in range(3):
        exec(code, known)
    found = lagrad.compile(text, pipeline="lagrad-to-llvm").f(a, b, 3)
    assert found == pytest.approx((known["s"], known["t"]), rel=1e-9, abs=1e-9), (seed, text)


@pytest.mark.parametrize("seed", range(12))
def test_some(seed):
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12, 300))
def test_many(seed):
    check(seed)


def test_these_loops_have_sums_in_another_order():
    """The test above is one of the pass."""
    texts = [written(random.Random(seed))[0] for seed in range(12)]
    with pipelines.new_context():
        modules = [ir.Module.parse(text) for text in texts]
        before = [str(module).count("reassoc") for module in modules]
        for module in modules:
            pipelines.run(module, "lagrad-order-sums", Report())
        after = [str(module).count("reassoc") for module in modules]
    assert sum(a < b for a, b in zip(after, before)) >= 6
