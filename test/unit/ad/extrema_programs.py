"""Maxima and minima of values that a program computes: as text, and as NumPy functions of complex numbers."""

from __future__ import annotations

import numpy as np

COMBINERS = ("maximumf", "minimumf", "maxnumf", "minnumf")


def _absolute(z):
    return np.where(np.real(z) < 0, -z, z)


# What is compared, in terms of x, y and s: lines of MLIR, of which the last one makes %v and T is the type; and the
# same in NumPy.
BODIES = {
    "x*y*y": ("%t = arith.mulf %x, %y : T|%v = arith.mulf %t, %y : T", lambda x, y, s: x * y * y),
    "abs(x-y)/y": (
        "%t = arith.subf %x, %y : T|%u = math.absf %t : T|%v = arith.divf %u, %y : T",
        lambda x, y, s: _absolute(x - y) / y,
    ),
    "log(x/y)": ("%t = arith.divf %x, %y : T|%v = math.log %t : T", lambda x, y, s: np.log(x / y)),
    "(x/y)^2": ("%t = arith.divf %x, %y : T|%v = arith.mulf %t, %t : T", lambda x, y, s: (x / y) ** 2),
    "x*s*y*y": (
        "%t = arith.mulf %x, %s : T|%u = arith.mulf %t, %y : T|%v = arith.mulf %u, %y : T",
        lambda x, y, s: x * s * y * y,
    ),
    "exp(x)*y*x": (
        "%t = math.exp %x : T|%u = arith.mulf %t, %y : T|%v = arith.mulf %u, %x : T",
        lambda x, y, s: np.exp(x) * y * x,
    ),
    "sqrt(x^2+y^2)": (
        "%t = arith.mulf %x, %x : T|%u = arith.mulf %y, %y : T|%w = arith.addf %t, %u : T|%v = math.sqrt %w : T",
        lambda x, y, s: np.sqrt(x * x + y * y),
    ),
    "x*y+x": ("%t = arith.mulf %x, %y : T|%v = arith.addf %t, %x : T", lambda x, y, s: x * y + x),
}

_MAPS = """
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#i = affine_map<(i, j) -> (i)>
"""


def lowest(combiner: str, type: str) -> str:
    """The number that a maximum or minimum starts from."""
    bits = {"f64": ("FFF0000000000000", "7FF0000000000000"), "f32": ("FF800000", "7F800000")}[type]
    return "0x" + bits[combiner.startswith("min")]


def lines(body: str, type: str) -> str:
    return BODIES[body][0].replace("|", "\n    ").replace("T", type)


def kept(name: str, body: str, combiner: str, type: str) -> str:
    """The same reduction in a function that stays a call, whose adjoint is another function than its primal."""
    text = reduction(name, body, combiner, type, True)
    inner, requests = text.split(f"func.func private @{name}_back", 1)
    inner = inner.replace(f"@{name}(", f"@{name}_kept(")
    inner = inner.replace(f"-> tensor<?x{type}> {{", f"-> tensor<?x{type}> attributes {{no_inline}} {{", 1)
    outer = f"""
func.func @{name}(%a: tensor<?x?xE>, %b: tensor<?xE>, %s: E) -> tensor<?xE> {{
  %r = func.call @{name}_kept(%a, %b, %s) : (tensor<?x?xE>, tensor<?xE>, E) -> tensor<?xE>
  return %r : tensor<?xE>
}}
func.func private @{name}_back"""
    return inner + outer.replace("E", type) + requests


def reduction(name: str, body: str, combiner: str, type: str, fused: bool) -> str:
    """For each row of %a the largest or smallest value over its columns: the body in the reduction, or before it."""
    start = f"""
func.func @{name}(%a: tensor<?x?xE>, %b: tensor<?xE>, %s: E) -> tensor<?xE> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xE>
  %n = tensor.dim %a, %c1 : tensor<?x?xE>
  %lowest = arith.constant {lowest(combiner, type)} : E
  %rows = tensor.empty(%m) : tensor<?xE>
  %start = linalg.fill ins(%lowest : E) outs(%rows : tensor<?xE>) -> tensor<?xE>"""
    inputs = "ins(%a, %b : tensor<?x?xE>, tensor<?xE>)"
    if fused:
        middle = f"""
  %r = linalg.generic {{indexing_maps = [#ij, #j, #i], iterator_types = ["parallel", "reduction"]}}
      {inputs} outs(%start : tensor<?xE>) {{
  ^bb0(%x: E, %y: E, %o: E):
    {lines(body, type)}
    %r = arith.{combiner} %o, %v : E
    linalg.yield %r : E
  }} -> tensor<?xE>"""
    else:
        middle = f"""
  %whole = tensor.empty(%m, %n) : tensor<?x?xE>
  %values = linalg.generic {{indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}}
      {inputs} outs(%whole : tensor<?x?xE>) {{
  ^bb0(%x: E, %y: E, %o: E):
    {lines(body, type)}
    linalg.yield %v : E
  }} -> tensor<?x?xE>
  %r = linalg.generic {{indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}}
      ins(%values : tensor<?x?xE>) outs(%start : tensor<?xE>) {{
  ^bb0(%v: E, %o: E):
    %r = arith.{combiner} %o, %v : E
    linalg.yield %r : E
  }} -> tensor<?xE>"""
    end = f"""
  return %r : tensor<?xE>
}}
func.func private @{name}_back(tensor<?x?xE>, tensor<?xE>, E, tensor<?xE>) -> (tensor<?x?xE>, tensor<?xE>, E)
    attributes {{lagrad.pullback = @{name}}}
func.func private @{name}_on(tensor<?x?xE>, tensor<?x?xE>, tensor<?xE>, tensor<?xE>, E, E) -> tensor<?xE>
    attributes {{lagrad.pushforward = @{name}}}
"""
    return (start + middle + end).replace("E", type)


def of_rows(body: str, combiner: str):
    """The same in NumPy. What is chosen, real parts say."""
    formula = BODIES[body][1]

    def f(a, b, s):
        values = formula(a, b[None, :], s)
        real = np.real(values)
        at = (np.argmin if combiner.startswith("min") else np.argmax)(real, axis=1)
        return values[np.arange(len(a)), at]

    return f


def loop(name: str, body: str, combiner: str, type: str) -> str:
    """A loop over rows that reads the extremum and what it is computed from, so that the adjoint may record either."""
    row = f"tensor<8x{type}>"
    return f"""
func.func @{name}(%a: tensor<?x8xE>, %y: {row}, %scale: E) -> E {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x8xE>
  %lowest = arith.constant dense<{lowest(combiner, type)}> : tensor<E>
  %zero = arith.constant dense<0.0> : tensor<E>
  %one = arith.constant 1.0 : E
  %s = tensor.splat %scale : {row}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %one) -> E {{
    %x = tensor.extract_slice %a[%i, 0] [1, 8] [1, 1] : tensor<?x8xE> to {row}
    {lines(body, row)}
    %top = linalg.reduce {{arith.{combiner}}} ins(%v : {row}) outs(%lowest : tensor<E>) dimensions = [0]
    %all = linalg.reduce {{arith.addf}} ins(%t : {row}) outs(%zero : tensor<E>) dimensions = [0]
    %q = tensor.extract %top[] : tensor<E>
    %p = tensor.extract %all[] : tensor<E>
    %sine = math.sin %sum : E
    %product = arith.mulf %sine, %q : E
    %next = arith.addf %product, %p : E
    scf.yield %next : E
  }}
  return %r : E
}}
func.func private @{name}_back(tensor<?x8xE>, {row}, E) -> (E, tensor<?x8xE>, {row}, E)
    attributes {{lagrad.gradient = @{name}, lagrad.with_primal}}
""".replace("E", type)


_FIRST = {
    "x*y*y": lambda x, y, s: x * y,
    "abs(x-y)/y": lambda x, y, s: x - y,
    "log(x/y)": lambda x, y, s: x / y,
    "(x/y)^2": lambda x, y, s: x / y,
    "x*s*y*y": lambda x, y, s: x * s,
    "exp(x)*y*x": lambda x, y, s: np.exp(x),
    "sqrt(x^2+y^2)": lambda x, y, s: x * x,
    "x*y+x": lambda x, y, s: x * y,
}


def of_loop(body: str, combiner: str):
    """The same in NumPy."""
    top = of_rows(body, combiner)

    def f(a, b, s):
        total = 1.0
        for row in a:
            total = np.sin(total) * top(row[None, :], b, s)[0] + np.sum(_FIRST[body](row, b, s))
        return total

    return f


def module(*functions: str) -> str:
    return _MAPS + "".join(functions)


def complex_step(f, arguments: list, ct) -> list[np.ndarray]:
    """The gradient of <ct, f> at arrays or numbers."""
    gradients = []
    for number, value in enumerate(arguments):
        value = np.asarray(value, dtype=np.float64)
        gradient = np.zeros(value.shape)
        for at in np.ndindex(value.shape):
            moved = value.astype(complex)
            moved[at] += 1e-30j
            given = [*arguments[:number], moved, *arguments[number + 1 :]]
            gradient[at] = np.sum(np.imag(ct * f(*given))) / 1e-30
        gradients.append(gradient)
    return gradients
