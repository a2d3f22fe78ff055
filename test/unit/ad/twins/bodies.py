"""The programs whose linalg bodies look up, branch, call or combine in unusual ways, in JAX. A
function is the twin of the program of its name."""

import jax
import jax.numpy as jnp


def product_reduction(x):
    return jnp.prod(jnp.sin(x), axis=1)


def product_reduction_zeros(x, y):
    return y * x[:, 0] * x[:, 1] * x[:, 2]


def product_of_sums(c, x):
    return jnp.polyval(c, x)


def nonlinear_reduction(x, init):
    for row in x:
        init = jnp.sin(init * row) + row
    return init


def argmax_pair(x):
    return jnp.max(x, axis=1) ** 2, jnp.argmax(x, axis=1)


def argmin_pair_chooses(x, y):
    return y[jnp.argmin(x)] * jnp.min(x)


def gather_in_body(table, ids, w):
    return table[ids] ** 2 * w[:, None]


def gather_reversed_in_body(x):
    return jnp.sin(x[::-1]) * x


def gather_in_reduction(x, ids, n):
    total = jnp.zeros(2)
    for _ in range(n):
        total = total + jnp.sum(x[ids], axis=1)
        x = jnp.sin(x * x)
    return total


def gather_of_output(x):
    return x.T / jnp.diag(x)[:, None]


def branch_in_body(x, y):
    return jnp.where(x < 1.0, jnp.exp(x * y), y / x)


def branch_in_body_joins(x, y):
    return jnp.sin(jnp.concatenate([x, y], axis=1))


def branch_in_reduction(x, s):
    return jnp.sum(jnp.where(x > 1.0, x * s, x * x), axis=1)


def branch_in_accumulator(x, init):
    return init + jnp.sum(jnp.where(x > 1.0, x * x, 0.0), axis=1)


def call_in_body(x, s):
    return x / (1.0 + jnp.exp(-x * s))


def call_in_reduction_body(x, y):
    return jnp.sqrt(jnp.sum((x[:, None] - y[None]) ** 2, axis=2))


def loop_in_body(x, n):
    return jnp.stack([jnp.ones(()) if k == 0 else a ** int(k) for a, k in zip(x, n)])


def outputs_depend_on_each_other(x):
    return jax.scipy.special.logsumexp(x, axis=1)


def outputs_mean_and_variance(x):
    return jnp.mean(x), jnp.mean((x - jnp.mean(x)) ** 2)


def outputs_integer_and_float(x):
    return jnp.sum(x > 1.0, axis=1) * jnp.sum(x * x, axis=1)


def output_cumulative(x):
    return jnp.cumsum(x * x)


def maximum_by_comparison(x):
    return jnp.exp(jnp.max(x, axis=0))


def minimum_active_start(x, y, init):
    return jnp.minimum(jnp.min(x * y, axis=1), init)


def windows_by_maps(x, w):
    return jnp.stack([jnp.sin(x[2 * i : 2 * i + 3]) @ w for i in range(3)])


def shifted_maps(x, y):
    return (x[2:] ** 2 - y**2) * y


def map_of_three(x, y, m):
    return jnp.where(m, jnp.exp(x * y), y)


def reduce_two_tensors(x, y, u, v):
    return u + jnp.sum(x * y, axis=0), v + jnp.sum(jnp.sin(y), axis=0)


def generate_sum_in_body(x, s):
    return jnp.full(4, jnp.sin(s) + x @ x)


def generic_product_in_body(x, s, y):
    return jnp.sin(s) + jnp.sum(x) * y


def map_tensors_in_body(x, s, y):
    return jnp.sin(s) + jnp.sum(x) * y


def reduce_tensors_in_body(x, s, y):
    return s + jnp.sum(jnp.sin(s) + jnp.sum(x) * y)


def branch_passes_on_what_a_body_reads(s, x):
    a = jnp.sin(s * x[0])
    return jnp.where(a < 0, x, jnp.sin(a * x[0]) * x)


def pad_computed_by_sums(x, s):
    return jnp.full(8, jnp.sin(s) + x @ x).at[2:5].set(x)


def affine_parallel_with_tensors(x, s):
    return 3 * jnp.sin(s) + jnp.sum(x) ** 2


def generate_calls_kept_function(x):
    x = jnp.sin(x)
    return jnp.stack([x.at[i].add(1.0)[0] * (x[i] + 1.0) for i in range(3)])


def generic_calls_kept_functions(x, y):
    x = jnp.sin(x)

    def squares(t, a):
        return jnp.sum(t.at[0].set(a) ** 2)

    def element(a):
        c = jnp.exp(x.at[0].set(squares(x, a)))
        return squares(c, jnp.sin(c[0]))

    return jnp.stack([element(a) for a in y])


def parallel_inserts_in_nest(x, s):
    y, total = jnp.sin(x), s
    for i in range(3):
        t = y.at[i].set(s)
        for j in range(3):
            total = total + s + sum(t.at[k].set(s)[j] * t[k] for k in range(3))
    return total


def switch_passes_tensors_on(x, k):
    y, z = jnp.sin(x), jnp.cos(x)
    return {1: z, 2: jnp.exp(x), 3: x}.get(int(k), y).at[0].set(1.0), y + z + x


def generic_calls_with_indices(x, y):
    return (jnp.arange(3.0) @ x) * y + jnp.arange(4.0)


def generate_in_generate(x):
    return jnp.exp(x[0]) * jnp.exp(x)


def generate_put_into_outside(x):
    return jnp.exp(x).at[1:].set(x[:2]) ** 2, x.at[1:].set(x[:2]) ** 2
