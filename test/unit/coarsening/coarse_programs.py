"""Programs for coarsening: a text, and its function in JAX."""

from __future__ import annotations

import jax
import jax.numpy as jnp

# name -> the body of f(%x, %y, %z : f64) up to %r, and the same function in JAX
BODIES = {
    "polynomial": (
        """%a = arith.mulf %x, %x : f64
           %b = arith.mulf %a, %y : f64
           %c = arith.mulf %b, %x : f64
           %r = arith.addf %c, %a : f64""",
        lambda x, y, z: x**3 * y + x**2,
    ),
    "softplus": (
        """%e = math.exp %x : f64
           %s = arith.addf %e, %one : f64
           %l = math.log %s : f64
           %r = arith.mulf %l, %y : f64""",
        lambda x, y, z: jnp.log(1 + jnp.exp(x)) * y,
    ),
    "sigmoid": (
        """%n = arith.negf %x : f64
           %e = math.exp %n : f64
           %s = arith.addf %one, %e : f64
           %d = arith.divf %one, %s : f64
           %r = arith.mulf %d, %z : f64""",
        lambda x, y, z: z / (1 + jnp.exp(-x)),
    ),
    "likelihood": (
        """%n = arith.negf %x : f64
           %e = math.exp %n : f64
           %s = arith.addf %one, %e : f64
           %p = arith.divf %one, %s : f64
           %q = arith.subf %one, %p : f64
           %lp = math.log %p : f64
           %lq = math.log %q : f64
           %o = arith.subf %one, %y : f64
           %a = arith.mulf %y, %lp : f64
           %b = arith.mulf %o, %lq : f64
           %r = arith.addf %a, %b : f64""",
        lambda x, y, z: -y * jnp.logaddexp(0, -x) - (1 - y) * jnp.logaddexp(0, x),
    ),
    "logsumexp": (
        """%a = math.exp %x : f64
           %b = math.exp %y : f64
           %c = math.exp %z : f64
           %s = arith.addf %a, %b : f64
           %t = arith.addf %s, %c : f64
           %r = math.log %t : f64""",
        lambda x, y, z: jnp.log(jnp.exp(x) + jnp.exp(y) + jnp.exp(z)),
    ),
    "quotient": (
        """%a = arith.mulf %x, %y : f64
           %b = arith.mulf %y, %z : f64
           %q = arith.divf %a, %b : f64
           %r = math.sqrt %q : f64""",
        lambda x, y, z: jnp.sqrt((x * y) / (y * z)),
    ),
    "spring": (
        """%xx = arith.mulf %x, %x : f64
           %yy = arith.mulf %y, %y : f64
           %s = arith.addf %xx, %yy : f64
           %n = math.sqrt %s : f64
           %d = arith.subf %n, %z : f64
           %r = arith.mulf %d, %d : f64""",
        lambda x, y, z: (jnp.sqrt(x * x + y * y) - z) ** 2,
    ),
    "norm": (
        """%xx = arith.mulf %x, %x : f64
           %yy = arith.mulf %y, %y : f64
           %zz = arith.mulf %z, %z : f64
           %s = arith.addf %xx, %yy : f64
           %t = arith.addf %s, %zz : f64
           %n = math.sqrt %t : f64
           %r = arith.divf %x, %n : f64""",
        lambda x, y, z: x / jnp.sqrt(x * x + y * y + z * z),
    ),
    "saturation": (
        """%xx = arith.mulf %x, %x : f64
           %s = arith.addf %one, %xx : f64
           %p = arith.mulf %x, %y : f64
           %r = arith.divf %p, %s : f64""",
        lambda x, y, z: x * y / (1 + x * x),
    ),
    "sinc": (
        """%s = math.sin %x : f64
           %q = arith.divf %s, %x : f64
           %r = arith.mulf %q, %y : f64""",
        lambda x, y, z: jnp.sin(x) / x * y,
    ),
    "sinhc": (
        """%s = math.sinh %x : f64
           %q = arith.divf %s, %x : f64
           %r = arith.mulf %q, %y : f64""",
        lambda x, y, z: jnp.sinh(x) / x * y,
    ),
    "exprel": (
        """%e = math.exp %x : f64
           %d = arith.subf %e, %one : f64
           %q = arith.divf %d, %x : f64
           %r = arith.mulf %q, %y : f64""",
        lambda x, y, z: jnp.expm1(x) / x * y,
    ),
    "choice": (
        """%more = arith.cmpf ogt, %x, %y : f64
           %a = arith.mulf %x, %z : f64
           %b = math.sin %y : f64
           %c = arith.select %more, %a, %b : f64
           %r = arith.mulf %c, %c : f64""",
        lambda x, y, z: jnp.where(x > y, x * z, jnp.sin(y)) ** 2,
    ),
    "branch": (
        """%more = arith.cmpf ogt, %x, %y : f64
           %c = scf.if %more -> f64 {
             %a = arith.mulf %x, %z : f64
             scf.yield %a : f64
           } else {
             %b = math.tanh %y : f64
             %d = arith.addf %b, %one : f64
             scf.yield %d : f64
           }
           %r = arith.mulf %c, %c : f64""",
        lambda x, y, z: jnp.where(x > y, x * z, jnp.tanh(y) + 1) ** 2,
    ),
    "nest": (
        """%more = arith.cmpf ogt, %x, %y : f64
           %c = scf.if %more -> f64 {
             %d = arith.subf %x, %z : f64
             %zero = arith.constant 0.0 : f64
             %above = arith.cmpf ogt, %d, %zero : f64
             %i = scf.if %above -> f64 {
               %s = math.sqrt %d : f64
               %p = arith.mulf %s, %y : f64
               scf.yield %p : f64
             } else {
               %q = arith.mulf %d, %d : f64
               scf.yield %q : f64
             }
             %j = arith.addf %i, %x : f64
             scf.yield %j : f64
           } else {
             %e = math.sin %y : f64
             %less = arith.cmpf olt, %e, %z : f64
             %g = arith.mulf %z, %z : f64
             %h = arith.select %less, %e, %g : f64
             scf.yield %h : f64
           }
           %r = arith.mulf %c, %c : f64""",
        lambda x, y, z: (
            jnp.where(
                x > y,
                jnp.where(x > z, jnp.sqrt(jnp.where(x > z, x - z, 1.0)) * y, (x - z) ** 2) + x,
                jnp.where(jnp.sin(y) < z, jnp.sin(y), z * z),
            )
            ** 2
        ),
    ),
    "functions": (
        """%a = math.atan %x : f64
           %b = math.erf %y : f64
           %c = math.cbrt %z : f64
           %d = math.fma %a, %b, %c : f64
           %half = arith.constant 1.5 : f64
           %r = math.powf %d, %half : f64""",
        lambda x, y, z: (jnp.arctan(x) * jax.scipy.special.erf(y) + jnp.cbrt(z)) ** 1.5,
    ),
}


def text_of(name: str, words: str = "lagrad.coarsen", type: str = "f64") -> str:
    """A program with the gradient, a pushforward, and the Hessian times a vector, of a body; all of it is coarsened."""
    body = BODIES[name][0]
    given = f"attributes {{{words}}}" if words else ""
    return f"""
        func.func @f(%x: f64, %y: f64, %z: f64) -> f64 {given} {{
          %one = arith.constant 1.0 : f64
          {body}
          return %r : f64
        }}
        func.func private @gradient(f64, f64, f64) -> (f64, f64, f64) attributes {{lagrad.gradient = @f}}
        func.func private @pushforward(f64, f64, f64, f64, f64, f64) -> f64 attributes {{lagrad.pushforward = @f}}
        func.func private @twice(f64, f64, f64, f64, f64, f64) -> (f64, f64, f64)
          attributes {{lagrad.pushforward = @gradient}}
    """.replace("f64", type)
