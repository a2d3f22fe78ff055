"""The programs with parallel loops in JAX. A function is the twin of the program of its name."""

import jax.numpy as jnp


def parallel_reduce_sum(x, s):
    return jnp.sum(jnp.sin(x * s))


def parallel_two_dimensions(x, init):
    return init + jnp.sum(x[:, 1::2] * x[:, :1]), jnp.sum(jnp.exp(x[:, 1::2]))


def parallel_reduce_product(x, y):
    return y * jnp.prod(jnp.sin(x))


def parallel_reduce_maximum(x, y):
    return jnp.max(x * y)


def parallel_in_for(x, n):
    total = 0.0
    for _ in range(n):
        square = x @ x
        x = x / square
        total = total + square
    return total


def parallel_with_branch(x, lb, ub):
    x = x[lb:ub:2]
    return jnp.sum(jnp.where(x < 1.0, x * x, jnp.exp(x)))


def forall_elements(x):
    return jnp.sin(x * jnp.roll(x, -1))


def forall_rows(x, w):
    return jnp.tanh(x @ w.T)


def forall_tiles(x, y):
    for i in (0, 2):
        for j in (0, 2):
            b = y[i : i + 2, j : j + 2]
            x = x.at[i : i + 2, j : j + 2].set((b @ b + x[i : i + 2, j : j + 2]) * b)
    return x


def forall_two_results(x, s):
    return (x * s).T, x[:, 0] * x[:, 1] * s


def forall_in_for(x, k, n):
    for _ in range(n):
        x = x.at[1:4].set(x[1:4] + x[:3] * x[2:] * k)
    return x


def forall_with_loop(x):
    results = []
    for i in range(4):
        p = x[i]
        for j in range(i):
            p = jnp.sin(p * x[j])
        results.append(p)
    return jnp.stack(results)


def parallel_reduce_harmonic(x):
    total = 1.0
    for a in x:
        total = total * a / (total + a)
    return total


def forall_threads_from_argument(x, n):
    return x.at[:n].set(x[:n] ** 2)


def parallel_three_reductions(x, total, product, largest):
    every = x[1::3]
    return total + jnp.sum(every), product * jnp.prod(jnp.sin(every)), jnp.maximum(largest, jnp.max(every))


def forall_strided_inserts(x, p, q):
    for i in (0, 2, 4):
        s = jnp.sin(x[i : i + 2])
        p = p.at[2 * i : 2 * i + 4 : 2].set(s)
        q = q.at[i // 2, 1:6:3].set(s * x[i : i + 2])
    return p, q
