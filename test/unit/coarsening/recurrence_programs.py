"""Programs with loops inside a loop that have recurrences, choices by data, and flags that end them."""

from __future__ import annotations

import random

TYPES = "f64, f64, tensor<?xf64>, tensor<?xf64>"


def program(seed: int, loop: str) -> str:
    """Two values that an inner loop carries, with linear recurrences most of the time; `loop` is for or while.

    It carries a power of the data and a flag too. In an `scf.while` the flag ends it; in an `scf.for` the flag says
    whether an iteration adds anything.
    """
    return in_loops(loop, *Writer(random.Random(seed), loop).lines())


def in_loops(loop: str, body: str, following: str = "%u0, %u1", starts: str = "%s0 = %rate, %s1 = %zero") -> str:
    """A loop of three steps around one with a body that gives the next values of %s0 and %s1, with derivatives.

    It may read the data %xi and %yi, their product so far %p, the flag %go, and the parameters %v and %rate. The flag
    holds while the product is above a limit.
    """
    return f"""
        func.func @f(%rate: f64, %w: f64, %x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 attributes {{lagrad.coarsen}} {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c3 = arith.constant 3 : index
          %zero = arith.constant 0.0 : f64
          %one = arith.constant 1.0 : f64
          %two = arith.constant 2.0 : f64
          %limit = arith.constant 1.0e-6 : f64
          %true = arith.constant true
          %n = tensor.dim %x, %c0 : tensor<?xf64>
          %r = scf.for %t = %c0 to %c3 step %c1 iter_args(%l0 = %w) -> f64 {{
            %v = arith.mulf %l0, %two : f64
            {_LOOPS[loop].format(body=body, following=following, starts=starts)}
            %m0 = arith.mulf %l0, %rate : f64
            %m1 = arith.subf %m0, %g#0 : f64
            %m2 = arith.mulf %rate, %g#1 : f64
            %m3 = arith.addf %m1, %m2 : f64
            scf.yield %m3 : f64
          }}
          return %r : f64
        }}
        func.func private @gradient({TYPES}) -> (f64, f64) attributes {{lagrad.gradient = @f, lagrad.wrt = [0, 1]}}
        func.func private @of_data({TYPES}) -> (tensor<?xf64>, tensor<?xf64>)
          attributes {{lagrad.gradient = @f, lagrad.wrt = [2, 3]}}
        func.func private @pushforward(f64, f64, f64, f64, tensor<?xf64>, tensor<?xf64>) -> f64
          attributes {{lagrad.pushforward = @f, lagrad.wrt = [0, 1]}}
        func.func private @twice(f64, f64, f64, f64, tensor<?xf64>, tensor<?xf64>) -> (f64, f64)
          attributes {{lagrad.pushforward = @gradient, lagrad.wrt = [0, 1]}}
    """


_STEP = """%xi = tensor.extract %x[%i] : tensor<?xf64>
              %yi = tensor.extract %y[%i] : tensor<?xf64>
              %p1 = arith.mulf %p, %xi : f64
              %size = math.absf %p1 : f64
              %far = arith.cmpf ogt, %size, %limit : f64
              %go1 = arith.andi %go, %far : i1
              {body}"""
_LOOPS = {
    "for": """%g:4 = scf.for %i = %c0 to %n step %c1 iter_args({starts}, %p = %one, %go = %true)
                -> (f64, f64, f64, i1) {{
              """
    + _STEP
    + """
              scf.yield {following}, %p1, %go1 : f64, f64, f64, i1
            }}""",
    "while": """%g:5 = scf.while ({starts}, %p = %one, %go = %true, %i = %c0)
                : (f64, f64, f64, i1, index) -> (f64, f64, f64, i1, index) {{
              %some = arith.cmpi slt, %i, %n : index
              %more = arith.andi %some, %go : i1
              scf.condition(%more) %s0, %s1, %p, %go, %i : f64, f64, f64, i1, index
            }} do {{
            ^bb0(%s0: f64, %s1: f64, %p: f64, %go: i1, %i: index):
              """
    + _STEP
    + """
              %j = arith.addi %i, %c1 : index
              scf.yield {following}, %p1, %go1, %j : f64, f64, f64, i1, index
            }}""",
}


class Writer:
    """Writes a body at random."""

    def __init__(self, rng: random.Random, loop: str):
        self.rng, self.loop, self.text = rng, loop, ["%c = arith.cmpf olt, %xi, %yi : f64"]
        self.data, self.varied = ["%xi", "%yi", "%p"], ["%v", "%rate"]

    def write(self, op: str) -> str:
        own = f"%b{len(self.text)}"
        self.text.append(f"{own} = {op} : f64")
        return own

    def lines(self) -> tuple[str, str]:
        for _ in range(self.rng.randint(2, 6)):
            self.term()
        following = [self.following(n) for n in (0, 1)]
        return "\n              ".join(self.text), ", ".join(following)

    def term(self) -> None:
        choose, kind = self.rng.choice, self.rng.random()
        if kind < 0.2:
            self.data.append(self.write(f"{choose(['math.sin', 'math.absf', 'arith.negf'])} {choose(self.data)}"))
        elif kind < 0.4:
            self.varied.append(self.write(f"arith.select %c, {choose(self.varied)}, {choose(self.data + self.varied)}"))
        elif kind < 0.55:
            a, b, c = choose(self.varied), choose(self.data), choose(self.varied)
            number = len(self.text)
            self.varied.append(
                self.write(f"""scf.if %c -> f64 {{
                %k{number} = arith.mulf {a}, {b} : f64
                scf.yield %k{number} : f64
              }} else {{
                %h{number} = math.sin {b} : f64
                %l{number} = arith.addf {c}, %h{number} : f64
                scf.yield %l{number} : f64
              }}""").removesuffix(" : f64")
            )
            self.text[-1] = self.text[-1].removesuffix(" : f64")
        else:
            op = choose(["arith.addf", "arith.subf", "arith.mulf", "arith.mulf"])
            self.varied.append(self.write(f"{op} {choose(self.varied)}, {choose(self.data)}"))

    def following(self, number: int) -> str:
        """The next value of a carried one: times data or not, with the other or not, under the flag or not."""
        choose, own, other = self.rng.choice, f"%s{number}", f"%s{1 - number}"
        total = own
        if self.rng.random() < 0.5:
            total = self.write(f"arith.mulf {own}, {choose(self.data)}")
        if self.rng.random() < 0.3:
            total = self.write(f"arith.addf {total}, {self.write(f'arith.mulf {other}, {choose(self.data)}')}")
        if self.rng.random() < 0.8:
            total = self.write(f"arith.addf {total}, {choose(self.varied)}")
        if self.loop == "for" and self.rng.random() < 0.5:
            total = self.write(f"arith.select %go, {total}, {own}")
        return total
