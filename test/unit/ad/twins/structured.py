"""The linalg programs in JAX. A function is the twin of the program of its name."""

import jax.numpy as jnp
from jax import lax
from jax.scipy.special import erf


def generic_elementwise(x, y):
    return jnp.sin(jnp.exp(x * y) / x)


def generic_elementwise_dynamic(x):
    return jnp.log(x * x)


def generic_broadcast(r, c):
    row, column = r[None, :], c[:, None]
    return jnp.tanh(row * column + row)


def generic_broadcast_rank_zero(s, x):
    return x**s


def generic_sum(x):
    return jnp.sqrt(jnp.sum(x * x))


def generic_sum_into_active(x, init):
    return jnp.exp(init) + jnp.sum(jnp.sin(x), axis=0)


def generic_subtracting_reduction(x, y, init):
    return init + jnp.sum(x - x * y - y, axis=1)


def generic_transposed_maps(x, y):
    return jnp.cos(jnp.einsum("kij,jk->jik", x, y))


def generic_diagonal(x):
    return jnp.exp(jnp.diagonal(x))


def generic_trace(x, y):
    return jnp.sum(jnp.diagonal(x)[:, None] * y)


def generic_index(x):
    i, j = jnp.indices(x.shape)
    return jnp.where(j < i, x * (i + j) * x, x)


def generic_index_reduction(x):
    _, i = jnp.indices(x.shape)
    return jnp.sum(x ** i.astype(x.dtype))


def generic_captured_scalar(x, a, b):
    return jnp.exp(x * (a * b) - b)


def generic_captured_in_reduction(x, mu):
    return jnp.sin(mu) + jnp.sum((x - mu) ** 2)


def generic_scalar_operand(s, x):
    return x / s


def generic_two_outputs(x, y):
    return jnp.sin(x * y), x * y * x


def generic_outputs_of_different_maps(x, w):
    return jnp.exp(x * w).T, jnp.sum(x * w, axis=1)


def generic_one_output_unused(x, y):
    return x * y


def generic_init_read(x, init):
    return x * init * init


def generic_init_is_input(x, y):
    return x + jnp.sum(x[:, None] * y, axis=1)


def generic_same_tensor_two_maps(x, m):
    return jnp.sin(jnp.outer(x, x) + m * m.T)


def generic_same_operand_twice(x):
    return jnp.sum(x * x)


def generic_max_reduction(x):
    return jnp.max(jnp.sin(x), axis=1)


def generic_max_reduction_ties(x, y):
    return y * y


def generic_max_reduction_shares(x):
    return jnp.max(x)


def generic_min_reduction(x, start):
    return jnp.minimum(start, jnp.min(x, axis=0))


def generic_contraction(x, y):
    p = x[:, :, None] * y[None]
    return jnp.sum(jnp.exp(p) / y[None], axis=1)


def generic_select_in_body(x, t):
    return jnp.where(x > t, x * t, t)


def generic_integer_input(n, x):
    return jnp.stack([v ** int(k) for v, k in zip(x, n)])


def generic_mixed_precision(x, y):
    return x.astype(jnp.float64) @ y


def generic_constant_body(x):
    return jnp.full_like(x, 3.0), 3.0 * x


def generic_without_inputs(a, b):
    return jnp.sin(jnp.arange(5) * a + b)


def generic_chain(x):
    e = jnp.exp(x)
    return e / jnp.sum(e, axis=1, keepdims=True)


def generic_conditional_sum(x, t):
    return jnp.sum(jnp.where(x < t, x * x, 0.0))


def fill_active(a, x):
    return a * x, jnp.full(5, jnp.exp(a))


def matmul_zero_init(a, b):
    return a @ b


def matmul_accumulating(a, b, c):
    return jnp.tanh(a @ b + jnp.sin(c))


def matmul_with_itself(a):
    return a @ a + a


def matmul_transposed(a, b, c):
    return a.T @ b.T + c


def matvec_chain(a, x, y):
    return jnp.sin((a @ x) @ y), y @ a


def dot_of_itself(x, start):
    return start + x @ x


def batch_matmul(a, b):
    return jnp.exp(a @ b)


def matmul_f32(a, b):
    return jnp.matmul(a, b, precision="highest")


def transpose_broadcast_copy(x, y):
    return jnp.sin(x.T * y[:, None])


def map_and_reduce(x, y, init):
    return init + jnp.sum(jnp.exp(x * y), axis=(0, 2))


def named_arithmetic(x, y):
    s = x + y
    p = (s - x) * s
    return x ** jnp.minimum(jnp.maximum(p / x, s), p)


def named_functions(x, c):
    r = lax.rsqrt(jnp.sqrt(jnp.abs(x)))
    v = jnp.floor(lax.stop_gradient(jnp.exp(x))) / erf(jnp.tanh(r * r))
    return jnp.where(c, v, x)


def named_elementwise_kinds(x, y):
    return jnp.exp(x) * y


def generic_init_read_then_reduced(v, m):
    return m @ (jnp.diagonal(m) * v) + v
