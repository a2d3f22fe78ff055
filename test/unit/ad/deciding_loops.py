"""Loops whose branches, or numbers of iterations, rounding decides; both sweeps run them, and must decide alike.

Each has x, y, z and w, and adds up numbers of %x[i] only, so that the gradient by x times x is the value.
"""

from __future__ import annotations

import numpy as np

LOWER = "lagrad-default,lagrad-to-llvm"


def products(count: int, w: float, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers x, y, z with w y y - z zero, or as small as rounding makes it."""
    random = np.random.default_rng(seed)
    x, y = random.uniform(0.5, 2.0, (2, count))
    return x, y, np.where(random.random(count) < 0.5, w * y * y, w * (y * y))


# In both, what is added up is a number of the iteration times %x[i]. So the gradient by %x times %x is the value, if
# both sweeps decide alike.
SIDES = """
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %other = %zero) -> (f64, f64) {
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = tensor.extract %y[%i] : tensor<?xf64>
    %c = tensor.extract %z[%i] : tensor<?xf64>
    %t = arith.mulf %b, %b : f64
    %u = arith.mulf %t, %w : f64
    %d = arith.subf %u, %c : f64
    %positive = arith.cmpf ogt, %d, %zero : f64
    %s = scf.if %positive -> f64 {
      %p = arith.mulf %a, %five : f64
      scf.yield %p : f64
    } else {
      scf.yield %a : f64
    }
    %next = arith.addf %sum, %s : f64
    %more = arith.addf %other, %u : f64
    scf.yield %next, %more : f64, f64
  }"""
ITERATIONS = """
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %other = %zero) -> (f64, f64) {
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = tensor.extract %y[%i] : tensor<?xf64>
    %c = tensor.extract %z[%i] : tensor<?xf64>
    %s:2 = scf.while (%v = %w, %q = %a) : (f64, f64) -> (f64, f64) {
      %t = arith.mulf %v, %b : f64
      %u = arith.mulf %t, %b : f64
      %d = arith.subf %c, %u : f64
      %go = arith.cmpf oge, %d, %zero : f64
      scf.condition(%go) %v, %q : f64, f64
    } do {
    ^bb0(%v: f64, %q: f64):
      %twice = arith.mulf %v, %five : f64
      %p = arith.mulf %q, %five : f64
      scf.yield %twice, %p : f64, f64
    }
    %next = arith.addf %sum, %s#1 : f64
    %more = arith.addf %other, %s#0 : f64
    scf.yield %next, %more : f64, f64
  }"""


def looped(loop: str) -> str:
    return f"""
    func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %w: f64) -> (f64, f64) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %zero = arith.constant 0.0 : f64
      %tiny = arith.constant 1.0e-300 : f64
      %half = arith.constant 0.5 : f64
      %one = arith.constant 1.0 : f64
      %two = arith.constant 2.0 : f64
      %five = arith.constant 5.0 : f64
      %n = tensor.dim %x, %c0 : tensor<?xf64>
      {loop}
      return %r#0, %r#1 : f64, f64
    }}
    func.func private @back(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64) -> (f64, f64, tensor<?xf64>)
        attributes {{lagrad.pullback = @f, lagrad.wrt = [0], lagrad.with_primal}}
    """


# Code that both sweeps run: branches in branches, loops in loops, and loops of which the iterations are counted first.
# What is compared with %tiny is zero, or as small as rounding makes it where the product is fused into the difference.
READ = """
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = tensor.extract %y[%i] : tensor<?xf64>
    %c = tensor.extract %z[%i] : tensor<?xf64>"""
STEP = """
    %t = arith.mulf %b, %b : f64
    %u = arith.mulf %t, WEIGHT : f64
    %d = arith.subf %u, %c : f64
    %positive = arith.cmpf ogt, %d, %tiny : f64
    %s = scf.if %positive -> f64 {
      %p = arith.mulf %a, %five : f64
      scf.yield %p : f64
    } else {
      scf.yield %a : f64
    }"""
IN_A_BRANCH = f"""
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %other = %zero) -> (f64, f64) {{
    {READ}
    %big = arith.cmpf ogt, %a, %one : f64
    %both:2 = scf.if %big -> (f64, f64) {{
      {STEP.replace("WEIGHT", "%w")}
      scf.yield %s, %u : f64, f64
    }} else {{
      scf.yield %a, %zero : f64, f64
    }}
    %next = arith.addf %sum, %both#0 : f64
    %more = arith.addf %other, %both#1 : f64
    scf.yield %next, %more : f64, f64
  }}"""
IN_A_LOOP = f"""
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%sum0 = %zero, %other0 = %zero) -> (f64, f64) {{
    %q:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %sum0, %other = %other0) -> (f64, f64) {{
      {READ}
      {STEP.replace("WEIGHT", "%w")}
      %next = arith.addf %sum, %s : f64
      %more = arith.addf %other, %u : f64
      scf.yield %next, %more : f64, f64
    }}
    scf.yield %q#0, %q#1 : f64, f64
  }}"""
IN_A_WHILE = f"""
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %other = %zero) -> (f64, f64) {{
    {READ}
    %q:4 = scf.while (%v = %zero, %k = %zero, %l = %zero, %g = %w) : (f64, f64, f64, f64) -> (f64, f64, f64, f64) {{
      %go = arith.cmpf olt, %k, %two : f64
      scf.condition(%go) %v, %k, %l, %g : f64, f64, f64, f64
    }} do {{
    ^bb0(%v: f64, %k: f64, %l : f64, %g: f64):
      {STEP.replace("WEIGHT", "%g")}
      %v1 = arith.addf %v, %s : f64
      %l1 = arith.addf %l, %u : f64
      %k1 = scf.if %positive -> f64 {{
        %h = arith.addf %k, %one : f64
        scf.yield %h : f64
      }} else {{
        %h = arith.addf %k, %half : f64
        scf.yield %h : f64
      }}
      %g1 = arith.mulf %g, %five : f64
      scf.yield %v1, %k1, %l1, %g1 : f64, f64, f64, f64
    }}
    %next = arith.addf %sum, %q#0 : f64
    %more = arith.addf %other, %q#2 : f64
    scf.yield %next, %more : f64, f64
  }}"""
IN_A_SUM = IN_A_LOOP.replace(
    "%u = arith.mulf %t, %w : f64",
    """%terms = tensor.from_elements %t, %t, %zero : tensor<3xf64>
    %weights = tensor.from_elements %w, %zero, %t : tensor<3xf64>
    %none = tensor.from_elements %zero : tensor<f64>
    %dot = linalg.dot ins(%terms, %weights : tensor<3xf64>, tensor<3xf64>) outs(%none : tensor<f64>) -> tensor<f64>
    %u = tensor.extract %dot[] : tensor<f64>""",
)

# What is compared with %tiny is the difference of two ways to add up many numbers: rounding alone says which is larger.
# The primal reads one of the terms, too, so they are a tensor there; where they are only added up they may be none.
SCALED = """{indexing_maps = [affine_map<(p) -> (p)>, affine_map<(p) -> (p)>], iterator_types = ["parallel"]}
        ins(%y : tensor<?xf64>) outs(%y : tensor<?xf64>) {
    ^bb0(%e: f64, %o: f64):
      %by = arith.mulf %e, %b : f64
      linalg.yield %by : f64
    } -> tensor<?xf64>"""
SUM = """{indexing_maps = [affine_map<(p) -> (p)>, affine_map<(p) -> ()>], iterator_types = ["reduction"]}
        ins(TERMS : tensor<?xf64>) outs(%none : tensor<f64>) {
    ^bb0(%e: f64, %o: f64):
      %so_far = arith.addf %o, %e : f64
      linalg.yield %so_far : f64
    } -> tensor<f64>"""
PAIRS_OF = """{indexing_maps = [affine_map<(p, q) -> (p)>, affine_map<(p, q) -> (q)>, affine_map<(p, q) -> ()>],
        iterator_types = ["reduction", "reduction"]}
        ins(TERMS, %x : tensor<?xf64>, tensor<?xf64>) outs(%none : tensor<f64>) {
    ^bb0(%e: f64, %h: f64, %o: f64):
      %product = arith.mulf %e, %h : f64
      %so_far = arith.addf %o, %product : f64
      linalg.yield %so_far : f64
    } -> tensor<f64>"""
ROWS = """{indexing_maps = [affine_map<(p, q) -> (p)>, affine_map<(p, q) -> (q)>, affine_map<(p, q) -> (q)>],
        iterator_types = ["reduction", "parallel"]}
        ins(TERMS, %weights : tensor<?xf64>, tensor<4xf64>) outs(%nothing : tensor<4xf64>) {
    ^bb0(%e: f64, %h: f64, %o: f64):
      %product = arith.mulf %e, %h : f64
      %so_far = arith.addf %o, %product : f64
      linalg.yield %so_far : f64
    } -> tensor<4xf64>"""


def two_ways(added: str, type: str, place: str) -> str:
    """Terms times %b, added up, and their sum times %b."""
    return f"""
    %none = tensor.from_elements %zero : tensor<f64>
    %nothing = tensor.splat %zero : tensor<4xf64>
    %weights = tensor.from_elements %w, %c, %b, %a : tensor<4xf64>
    %scaled = linalg.generic {SCALED}
    %u = tensor.extract %scaled[%c1] : tensor<?xf64>
    %one_way = linalg.generic {added.replace("TERMS", "%scaled")}
    %other_way = linalg.generic {added.replace("TERMS", "%y")}
    %left = tensor.extract %one_way[{place}] : {type}
    %middle = tensor.extract %other_way[{place}] : {type}
    %right = arith.mulf %middle, %b : f64"""


CALL = """
    %left, %u = func.call @sum(%y, %b, %a) : (tensor<?xf64>, f64, f64) -> (f64, f64)
    %middle, %rest = func.call @sum(%y, %one, %a) : (tensor<?xf64>, f64, f64) -> (f64, f64)
    %right = arith.mulf %middle, %b : f64"""
CALLED = f"""
    func.func private @sum(%y: tensor<?xf64>, %b: f64, %a: f64) -> (f64, f64) attributes {{no_inline}} {{
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f64
      %none = tensor.from_elements %zero : tensor<f64>
      %scaled = linalg.generic {SCALED}
      %sum = linalg.generic {SUM.replace("TERMS", "%scaled")}
      %left = tensor.extract %sum[] : tensor<f64>
      %times = arith.mulf %left, %a : f64
      %u = tensor.extract %scaled[%c1] : tensor<?xf64>
      return %times, %u : f64, f64
    }}"""


def comparing(nest: str, how: str) -> str:
    """A nest that compares two sums."""
    begin, end = nest.index("%t = arith.mulf %b, %b"), nest.index("%positive")
    return f"{nest[:begin]}{how}\n    %d = arith.subf %left, %right : f64\n    {nest[end:]}"


# In an outermost loop elements of tensors are compared: their sums may be computed in any order, but only once.
ELEMENTS = """
    %sides = linalg.generic {indexing_maps = [affine_map<(p) -> (p)>, affine_map<(p) -> (p)>, affine_map<(p) -> (p)>],
        iterator_types = ["parallel"]}
        ins(%one_way, %other_way : tensor<4xf64>, tensor<4xf64>) outs(%nothing : tensor<4xf64>) {
    ^bb0(%left: f64, %middle: f64, %o: f64):
      %right = arith.mulf %middle, %b : f64
      %d = arith.subf %left, %right : f64
      %positive = arith.cmpf ogt, %d, %tiny : f64
      %p = arith.mulf %a, %five : f64
      %side = arith.select %positive, %p, %a : f64
      linalg.yield %side : f64
    } -> tensor<4xf64>
    %all = linalg.reduce {arith.addf} ins(%sides : tensor<4xf64>) outs(%none : tensor<f64>) dimensions = [0]
    %s = tensor.extract %all[] : tensor<f64>"""


def elementwise() -> str:
    sums = two_ways(ROWS, "tensor<4xf64>", "%c1")
    return f"""
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %other = %zero) -> (f64, f64) {{
    {READ}
    {sums[: sums.index("%left")]}
    {ELEMENTS}
    %next = arith.addf %sum, %s : f64
    %more = arith.addf %other, %u : f64
    scf.yield %next, %more : f64, f64
  }}"""


LONG = {
    "long sum": two_ways(SUM, "tensor<f64>", ""),
    "sum of pairs": two_ways(PAIRS_OF, "tensor<f64>", ""),
    "sum of rows": two_ways(ROWS, "tensor<4xf64>", "%c1"),
    "call": CALL,
}
NESTS = {
    **{"branch": IN_A_BRANCH, "loop": IN_A_LOOP, "while": IN_A_WHILE, "sum": IN_A_SUM},
    **{f"{name} in a branch": comparing(IN_A_BRANCH, how) for name, how in LONG.items()},
    **{f"{name} in a loop": comparing(IN_A_LOOP, how) for name, how in LONG.items()},
    **{f"{name} in a while": comparing(IN_A_WHILE, how) for name, how in LONG.items()},
    "elements": elementwise(),
}
# What decides is a result, too: so the function has an augmented version and a pullback.
ACTIVE_CALL = NESTS["call in a loop"].replace("%more = arith.addf %other, %u", "%more = arith.addf %other, %left")


def two_directions() -> str:
    text = CALLED + looped(ACTIVE_CALL)
    text = text.replace(
        "f64, f64, f64) -> (f64, f64, tensor<?xf64>)",
        "f64, tensor<2xf64>, tensor<2xf64>) -> (f64, f64, tensor<2x?xf64>)",
    )
    return text.replace("lagrad.with_primal", "lagrad.with_primal, lagrad.vectors = 2")


def second_order() -> str:
    """Forward mode inlines what reverse mode called."""
    types = ", ".join(["tensor<?xf64>"] * 6 + ["f64"] * 3)
    return (
        CALLED
        + looped(ACTIVE_CALL)
        + f"""
    func.func private @second({types}) -> (f64, f64, tensor<?xf64>)
        attributes {{lagrad.pushforward = @back, lagrad.wrt = [0, 1, 2]}}"""
    )
