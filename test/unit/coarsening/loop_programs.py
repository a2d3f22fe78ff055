"""Programs with loops that add up data inside another loop."""

from __future__ import annotations

import random

TYPES = "f64, f64, tensor<?xf64>, tensor<?xf64>"


def in_loops(body: str, sums: int = 1, words: str = "", after: str = "") -> str:
    """A loop of three steps around one over the elements xi and yi of two tensors, with its derivatives.

    `body` computes %u0, %u1, ... from the running sums %s0, %s1, ..., the number %v that the outer loop carries, and
    the argument %rate. `after` stands behind the inner loop. The outer loop takes the sums off %v.
    """
    floats, names = ", ".join(["f64"] * sums), ", ".join(f"%u{n}" for n in range(sums))
    carried = ", ".join(f"%s{n} = %rate" for n in range(sums))
    taken = "\n".join(f"%m{n + 1} = arith.subf %m{n}, %g#{n} : f64" for n in range(sums))
    return f"""
        func.func @f(%rate: f64, %w: f64, %x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {words} {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c3 = arith.constant 3 : index
          %two = arith.constant 2.0 : f64
          %n = tensor.dim %x, %c0 : tensor<?xf64>
          %r = scf.for %t = %c0 to %c3 step %c1 iter_args(%l0 = %w) -> f64 {{
            %v = arith.mulf %l0, %two : f64
            %g:{sums} = scf.for %i = %c0 to %n step %c1 iter_args({carried}) -> ({floats}) {{
              %xi = tensor.extract %x[%i] : tensor<?xf64>
              %yi = tensor.extract %y[%i] : tensor<?xf64>
              {body}
              scf.yield {names} : {floats}
            }}
            {after}
            %m0 = arith.mulf %l0, %rate : f64
            {taken}
            scf.yield %m{sums} : f64
          }}
          return %r : f64
        }}
        func.func private @gradient({TYPES}) -> (f64, f64) attributes {{lagrad.gradient = @f, lagrad.wrt = [0, 1]}}
        func.func private @of_data({TYPES}) -> (tensor<?xf64>, tensor<?xf64>)
          attributes {{lagrad.gradient = @f, lagrad.wrt = [2, 3]}}
        func.func private @pushforward(f64, f64, f64, f64, tensor<?xf64>, tensor<?xf64>) -> f64
          attributes {{lagrad.pushforward = @f, lagrad.wrt = [0, 1]}}
    """


def at_random(seed: int) -> str:
    """A loop whose sums are polynomials in %v and %rate, most of the time."""
    rng = random.Random(seed)
    data, varied, lines = ["%xi", "%yi"], ["%v", "%rate"], []
    for number in range(rng.randint(3, 9)):
        own, kind = f"%b{number}", rng.random()
        if kind < 0.2:
            lines.append(f"{own} = {rng.choice(['math.sin', 'math.absf', 'arith.negf'])} {rng.choice(data)} : f64")
            data.append(own)
        elif kind < 0.3:
            factors, addend = f"{rng.choice(varied)}, {rng.choice(data)}", rng.choice(varied + data)
            lines.append(f"{own} = math.fma {factors}, {addend} : f64")
            varied.append(own)
        else:
            op = rng.choice(["arith.addf", "arith.subf", "arith.mulf", "arith.mulf"])
            lines.append(f"{own} = {op} {rng.choice(varied)}, {rng.choice(data + varied)} : f64")
            varied.append(own)
    sums = rng.randint(1, 2)
    for n in range(sums):
        op = rng.choice(["arith.addf", "arith.subf"])
        lines.append(f"%u{n} = {op} %s{n}, {rng.choice(varied[-3:])} : f64")
    return in_loops("\n              ".join(lines), sums, words="attributes {lagrad.coarsen}")
