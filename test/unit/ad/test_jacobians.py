"""Jacobians in both modes, Hessians and products with them, against JAX.

`pytest -m long test/unit/ad/test_jacobians.py` takes all programs of the list, the tests a few.
"""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from against_jax import for_jax, is_float, relative_error, twin_of
from programs import declared, load
from tangent_arguments import as_tuple, drawn_like, interleaved

import lagrad
from lagrad import execute, pipelines

SOME = ["if_scalar", "tensor_slice_dynamic", "while_scalar"]
OTHERS = [
    "attention", "branch_in_body_joins", "cholesky", "concat_dynamic", "conv_2d", "dot_of_itself",
    "export_causal_attention",
    "for_bounds_and_step", "for_nested", "for_swap", "for_tensor_carried", "for_triangular", "forall_rows",
    "gather_in_reduction", "generic_broadcast_rank_zero",
    "if_captures", "if_tensor", "lstm_cell", "matmul_accumulating", "pad_dynamic", "polygon_area", "product_of_sums",
    "recurrent_network",
    "scatter_rows", "tensor_elementwise_dynamic", "tensor_reshape_dynamic",
]  # fmt: skip


@pytest.mark.parametrize("name", SOME)
def test_some_programs(name):
    check_program(name)


@pytest.mark.long
@pytest.mark.parametrize("name", OTHERS)
def test_other_programs(name):
    check_program(name)


def check_program(name):
    program = load(name)
    for primal, wrt in sorted({(r.primal, r.wrt) for r in program.requests.values()}):
        rng = np.random.default_rng(3)
        arguments = program.inputs(primal, rng)
        twin = twin_of(program, primal)

        def floats(*chosen):
            everything = list(map(for_jax, arguments))
            for n, value in zip(wrt, chosen):
                everything[n] = value
            return tuple(jnp.asarray(r) for r in as_tuple(twin(*everything)) if is_float(r))

        chosen = tuple(jnp.asarray(arguments[n]) for n in wrt)
        results = floats(*chosen)
        asked = {
            "forward": ("jacobian", {"mode": "forward", "chunk": 2}),
            "reverse": ("jacobian", {"mode": "reverse", "chunk": 3}),
            "rows": ("jacobian", {"cotangent": "one-hot"}),
        }
        if len(results) == 1:
            asked |= {
                "hessian": ("hessian", {"chunk": 3, "of_sum": True}),
                "hvp": ("hvp", {"of_sum": True}),
                "hvps": ("hvp", {"vectors": -1, "of_sum": True}),
            }
        functions = declared(program, primal, wrt, (), asked)
        axes = tuple(range(len(wrt)))
        compare(functions.reverse(*arguments), jax.jacrev(floats, axes)(*chosen), program.tolerance)
        compare(functions.forward(*arguments), jax.jacrev(floats, axes)(*chosen), program.tolerance)
        compare(functions.rows(*arguments), jax.jacrev(floats, axes)(*chosen), program.tolerance)
        if len(results) > 1:
            continue
        hessian = jax.hessian(lambda *moved: jnp.sum(floats(*moved)[0]), axes)(*chosen)
        compare(functions.hessian(*arguments), hessian, program.tolerance)
        directions = [[drawn_like(rng, value) for value in chosen] for _ in range(2)]
        products = [
            [sum(np.tensordot(block, v, v.ndim) for block, v in zip(row, given)) for row in hessian]
            for given in directions
        ]
        compare(functions.hvp(*interleaved(arguments, wrt, directions[0])), [products[0]], program.tolerance)
        stacked = [np.stack(each) for each in zip(*directions)]
        both = [[np.stack(each) for each in zip(*products)]]
        compare(functions.hvps(*interleaved(arguments, wrt, stacked)), both, program.tolerance)


def compare(found, rows, tolerance):
    """Arrays against the same in rows, as JAX gives them. What is zero may be as much as rounding makes of it."""
    expected = [np.asarray(block) for row in rows for block in row]
    largest = max([1.0, *(np.max(np.abs(block), initial=0.0) for block in expected)])
    for a, b in zip(as_tuple(found), expected, strict=True):
        assert relative_error(a, b) <= tolerance or np.max(np.abs(a - b)) <= tolerance * 1e-3 * largest


MIXED = """
func.func @f(%x: tensor<3xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.extract %x[%c0] : tensor<3xf64>
  %b = tensor.extract %x[%c1] : tensor<3xf64>
  %c = tensor.extract %x[%c2] : tensor<3xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> f64 {
    %0 = arith.mulf %s, %b : f64
    %1 = math.sin %0 : f64
    %2 = arith.addf %1, %c : f64
    scf.yield %2 : f64
  }
  return %r : f64
}
func.func private @gradient(tensor<3xf64>, index) -> tensor<3xf64> attributes {lagrad.gradient = @f}
func.func private @h_forward(tensor<3xf64>, index) -> tensor<3x3xf64> attributes {lagrad.jacobian = @gradient,
    lagrad.mode = "forward"}
func.func private @h_reverse(tensor<3xf64>, index) -> tensor<3x3xf64> attributes {lagrad.jacobian = @gradient,
    lagrad.mode = "reverse"}
func.func private @many(tensor<3xf64>, tensor<2x3xf64>, index) -> tensor<2xf64>
    attributes {lagrad.pushforward = @f, lagrad.vectors = 2}
func.func private @h_rows(tensor<3xf64>, tensor<2x3xf64>, index, tensor<2xf64>) -> tensor<3xf64>
    attributes {lagrad.pullback = @many, lagrad.wrt = [0]}
func.func private @third(tensor<3xf64>, index) -> tensor<3x3x3xf64> attributes {lagrad.jacobian = @h_forward}
func.func private @third_of_hessian(tensor<3xf64>, index) -> tensor<3x3x3xf64> attributes {lagrad.jacobian = @hessian}
func.func private @hessian(tensor<3xf64>, index) -> tensor<3x3xf64> attributes {lagrad.hessian = @f, lagrad.chunk = 2}
func.func private @many_thirds(tensor<3xf64>, tensor<?x3xf64>, index) -> tensor<?x3x3xf64>
    attributes {lagrad.pushforward = @hessian, lagrad.vectors = -1}
"""


def test_derivatives_of_derivatives_for_many_directions():
    program = lagrad.compile(MIXED)
    x, n = np.array([0.4, 1.2, -0.3]), 3

    def f(x):
        s = x[0]
        for _ in range(n):
            s = jnp.sin(s * x[1]) + x[2]
        return s

    hessian, third = jax.hessian(f)(x), jax.jacfwd(jax.hessian(f))(x)
    for name in ("h_forward", "h_reverse", "hessian"):
        np.testing.assert_allclose(program[name](x, n), hessian, rtol=1e-9, atol=1e-12)
    directions, weights = np.array([[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]]), np.array([1.0, 3.0])
    np.testing.assert_allclose(program.h_rows(x, directions, n, weights), weights @ directions @ hessian, rtol=1e-9)
    np.testing.assert_allclose(program.third(x, n), third, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(program.third_of_hessian(x, n), third, rtol=1e-9, atol=1e-12)
    found = program.many_thirds(x, directions, n)
    np.testing.assert_allclose(found, np.einsum("ijk,dk->dij", third, directions), rtol=1e-9, atol=1e-12)


SIZES = """
func.func @f(%x: tensor<?x2xf64>) -> tensor<2x?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf64>
  %e = tensor.empty(%n) : tensor<2x?xf64>
  %s = math.sin %x : tensor<?x2xf64>
  %r = linalg.transpose ins(%s : tensor<?x2xf64>) outs(%e : tensor<2x?xf64>) permutation = [1, 0]
  return %r : tensor<2x?xf64>
}
"""


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize("chunk", [1, 3, 32])
def test_any_size_and_chunk(mode, chunk):
    request = (
        "func.func private @j(tensor<?x2xf64>) -> tensor<2x?x?x2xf64> attributes "
        f'{{lagrad.jacobian = @f, lagrad.mode = "{mode}", lagrad.chunk = {chunk}}}'
    )
    program = lagrad.compile(SIZES + request, entry="j")
    for n in (0, 1, 4):
        x = np.random.default_rng(n).normal(size=(n, 2))
        expected = np.einsum("ij,ik,jl->jikl", np.cos(x), np.eye(n), np.eye(2))
        np.testing.assert_allclose(program.j(x), expected, rtol=1e-12)


def test_mode_is_chosen_by_the_shapes():
    text = """
func.func @f(%x: tensor<{0}xf64>, %n: index) -> tensor<{1}xf64> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.extract %x[%c0] : tensor<{0}xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %e) -> f64 {{
    %0 = math.sin %s : f64
    scf.yield %0 : f64
  }}
  %y = tensor.splat %r : tensor<{1}xf64>
  return %y : tensor<{1}xf64>
}}
func.func private @j(tensor<{0}xf64>, index) -> tensor<{1}x{0}xf64> attributes {{lagrad.jacobian = @f}}"""
    for sizes, has_tape in (((2, 9), False), ((9, 2), True), (("?", 2), True)):
        module = execute.parse(text.format(*sizes))
        pipelines.run(module, "lagrad-differentiate")
        assert ("lagrad.tape" in str(module)) == has_tape


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_small_arguments_and_results_share_a_sweep(mode):
    n = 6
    products = "".join(
        f"  %s{i} = math.sin %x{i} : f64\n  %r{i} = arith.mulf %s{i}, %x{(i + 1) % n} : f64\n" for i in range(n)
    )
    scalars, arrays = ", ".join(["f64"] * n), ", ".join(["f64"] * n * n)
    arguments, results = ", ".join(f"%x{i}: f64" for i in range(n)), ", ".join(f"%r{i}" for i in range(n))
    module = execute.parse(f"""
func.func @f({arguments}) -> ({scalars}) {{
{products}  return {results} : {scalars}
}}
func.func private @j({scalars}) -> ({arrays}) attributes {{lagrad.jacobian = @f, lagrad.mode = "{mode}", lagrad.chunk =
    4}}""")
    x = np.arange(1.0, n + 1)
    expected = np.diag(np.cos(x) * np.roll(x, -1)) + np.roll(np.diag(np.sin(x)), 1, axis=1)
    np.testing.assert_allclose(np.reshape(lagrad.compile(module, entry="j").j(*x), (n, n)), expected, rtol=1e-14)
    pipelines.run(module, "lagrad-differentiate")
    assert str(module).count("scf.for") == 2  # four of them, and two
