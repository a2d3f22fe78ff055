"""Of a tensor that a loop carries and changes in part, the part is recorded; the adjoint loop puts it back."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_account import differentiate, tapes

import lagrad
from lagrad.build import shape_of

jax.config.update("jax_enable_x64", True)

ROWS, COLUMNS = 6, 5


def program(place: str, runs: str = "arith.cmpi sge, %i, %c0 : index", steps="%c0 to %c6 step %c1", is_open=False):
    """A loop that rewrites the row `%p` from all rows, in a branch, which computes again what its adjoint reads."""
    type = "tensor<?x?xf64>" if is_open else f"tensor<{ROWS}x{COLUMNS}xf64>"
    rows, columns = ("%d0", "%d1") if is_open else ("%c6", "%c5")
    sizes = "%d0 = tensor.dim %x, %c0 : {0}\n %d1 = tensor.dim %x, %c1 : {0}".format(type) if is_open else ""
    return f"""
func.func @f(%x: {type}, %n: index) -> {type} {{
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %c5 = arith.constant 5 : index
 %c6 = arith.constant 6 : index
 {sizes}
 %r = scf.for %i = {steps} iter_args(%t = %x) -> ({type}) {{
   {place}
   %runs = {runs}
   %next = scf.if %runs -> ({type}) {{
     %row = scf.for %j = %c0 to {columns} step %c1 iter_args(%u = %t) -> ({type}) {{
       %a = tensor.extract %u[%p, %j] : {type}
       %b = scf.for %k = %c0 to {rows} step %c1 iter_args(%s = %a) -> (f64) {{
         %c = tensor.extract %u[%k, %j] : {type}
         %d = math.sin %c : f64
         %e = arith.mulf %s, %d : f64
         %q = arith.addf %e, %c : f64
         scf.yield %q : f64
       }}
       %g = math.cos %b : f64
       %w = tensor.insert %g into %u[%p, %j] : {type}
       scf.yield %w : {type}
     }}
     scf.yield %row : {type}
   }} else {{
     scf.yield %t : {type}
   }}
   scf.yield %next : {type}
 }}
 return %r : {type}
}}
func.func private @df({type}, index, {type}) -> {type} attributes {{lagrad.pullback = @f, lagrad.wrt = [0]}}
func.func private @ddf({type}, index, {type}, {type}) -> ({type}, {type})
    attributes {{lagrad.pullback = @df, lagrad.wrt = [0, 2]}}
func.func private @tdf({type}, {type}, index, {type}, {type}) -> {type}
    attributes {{lagrad.pushforward = @df, lagrad.wrt = [0, 2]}}
"""


def twin(order, x):
    """The same in JAX, for the rows in their order, and all columns, none of which reads another one, at once."""

    def rewritten(x, p):
        s, _ = jax.lax.scan(lambda s, row: (s * jnp.sin(row) + row, None), x[p], x)
        return x.at[p].set(jnp.cos(s)), None

    return jax.lax.scan(rewritten, x, order)[0]


@jax.jit
def derivatives(order, x, ct, tx, tct):
    """Of the first order, of the second one in reverse mode, and in forward mode."""

    def df(x, ct):
        return jax.vjp(functools.partial(twin, order), x)[1](ct)[0]

    return df(x, ct), *jax.vjp(df, x, ct)[1](tx), jax.jvp(df, (x, ct), (tx, tct))[1]


SAME = "%p = arith.addi %i, %c0 : index"
CASES = {
    "a row after the other": (program(SAME), range(ROWS)),
    "one row": (program("%p = arith.addi %c2, %c0 : index"), [2] * ROWS),
    "a row that an argument says": (program("%p = arith.addi %n, %c0 : index"), [4] * ROWS),
    "from the last row": (program("%p = arith.subi %c5, %i : index"), range(ROWS)[::-1]),
    "every other row": (program(SAME, steps="%c0 to %c6 step %c2"), range(0, ROWS, 2)),
    "no iteration": (program(SAME, steps="%n to %c2 step %c1"), []),
    "one iteration": (program(SAME, steps="%n to %c5 step %c1"), [4]),
    "places before the first row": (
        program("%p = arith.subi %i, %c2 : index", "arith.cmpi sge, %i, %c2 : index"),
        range(ROWS - 2),
    ),
    "places behind the last row": (
        program("%p = arith.addi %i, %c2 : index", "arith.cmpi slt, %p, %c6 : index"),
        range(2, ROWS),
    ),
    "open sizes": (program(SAME, steps="%c0 to %d0 step %c1", is_open=True), range(ROWS)),
    "open sizes, places before the first row": (
        program("%p = arith.subi %i, %c2 : index", "arith.cmpi sge, %i, %c2 : index", is_open=True),
        range(ROWS - 2),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_derivatives_are_those_of_jax(name):
    text, order = CASES[name]
    functions = lagrad.compile(text)
    random = np.random.default_rng(1)
    x, ct, tx, tct = (random.normal(size=(ROWS, COLUMNS)) for _ in range(4))

    found = functions.df(x, 4, ct), *functions.ddf(x, 4, ct, tx), functions.tdf(x, tx, 4, ct, tct)
    wanted = derivatives(jnp.array(order, int), x, ct, tx, tct)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", CASES)
def test_what_is_recorded_is_the_part(name):
    text, _ = CASES[name]
    module, _ = differentiate(text[: text.index("func.func private @ddf")])
    (tape,) = [shape_of(type) for type in tapes(module.operation) if len(shape_of(type)) == 3]
    assert tape[1:] == [1, COLUMNS] or "?" in text and tape[1:] != [ROWS, COLUMNS]


def test_rows_at_two_places_are_recorded_whole():
    other = """scf.yield %next : tensor<6x5xf64>
 }
 return"""
    assert other in program(SAME)
    text = program(SAME).replace(
        other,
        """%zero = arith.constant 0.0 : f64
   %both = tensor.insert %zero into %next[%c2, %c1] : tensor<6x5xf64>
   scf.yield %both : tensor<6x5xf64>
 }
 return""",
    )
    module, _ = differentiate(text[: text.index("func.func private @ddf")])
    assert [ROWS, ROWS, COLUMNS] in [shape_of(type) for type in tapes(module.operation)]


def test_an_iteration_without_a_place_in_an_empty_tensor_reads_nothing():
    text, _ = CASES["open sizes, places before the first row"]
    text = text.replace("arith.cmpi sge, %i, %c2 : index", "arith.cmpi slt, %i, %d0 : index")
    assert lagrad.compile(text).df(np.zeros((0, 5)), 4, np.zeros((0, 5))).shape == (0, 5)


@pytest.mark.parametrize("name", ["lu", "cholesky"])
def test_factorisations_record_rows(name):
    from benchmarks.polybench.affine import program as kernel
    from benchmarks.polybench.kernels import KERNELS

    module, _ = differentiate(kernel(KERNELS[name], 20))
    found = [shape_of(type) for type in tapes(module.operation)]
    assert [20, 1, 20] in found and [20, 20, 20] not in found
