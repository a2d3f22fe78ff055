"""The programs that work on vectors, in JAX. A function is the twin of the program of its name."""

import jax.numpy as jnp


def vector_dot_in_chunks(x, y):
    return x @ jnp.sin(y)


def vector_writes_with_remainder(a, x, y):
    return a * jnp.exp(x) * y


def vector_matmul_tiles(a, b):
    return a @ b


def vector_masks(x, y, n):
    inside = jnp.arange(5) < n
    u = jnp.where(inside, jnp.pad(x, (0, max(0, 5 - len(x))), constant_values=0.5)[:5], 0.5)
    p = u * y
    chosen = jnp.where(jnp.arange(5) < 2, p, y)
    largest = jnp.max(jnp.where(inside, p, -jnp.inf))
    return jnp.sum(jnp.where(inside, p, 0.0)) + 0.5, largest, jnp.where(inside, chosen, y)


def vector_permuted_transfers(x, i):
    rows = x[0, i : i + 3]
    turned = jnp.pad(rows, ((0, 3 - len(rows)), (0, 0))).T
    e = jnp.exp(turned * x[1, 0][:, None])
    w = x.at[1, i : i + 3].set(e.T[: len(rows)])
    return w[1, i, 1], w


def vector_outer_products(x, y, a):
    p = jnp.outer(x, y)
    q = jnp.outer(x, jnp.sin(y)) + p
    return jnp.maximum(p, q), jnp.prod(y * a + jnp.sin(y))


def vector_multi_reductions(x, start):
    total = start + jnp.sum(x, axis=(0, 2))
    least = jnp.minimum(start, jnp.min(x, axis=(0, 2)))
    return total, jnp.prod(x, axis=(0, 1)), jnp.maximum(total[0], jnp.max(least))


def vector_elements(x, a, i):
    p = x[0, 2] * x[1, i]
    rows = x.at[0].set(x[1].at[i].set(p))
    return a * x[0, 2] + rows[0, i] + jnp.sum(jnp.sin(rows))


def vector_shapes(x, y):
    rows = jnp.stack([y, x[0], x[1], x[1]])
    m = rows.T * x
    wide, flat = m.reshape(2, 2, 4), m.reshape(16)
    mixed = jnp.stack([wide[0], wide[1]], axis=2).reshape(2, 8)
    return mixed * flat[None, ::2], jnp.prod(flat[1::2]) * 6 * jnp.sum(jnp.exp(y))


def vector_gather_positions(x, y, n):
    g = jnp.stack([x[1, x.shape[1] - 1 - k] if k < n else y[k] for k in range(4)])
    return jnp.sum(jnp.exp(g * y))


def vector_while(x, a):
    while x @ x > 0.3:
        x = 0.5 * jnp.sin(a * x)
    return jnp.sum(x) + jnp.prod(x)


def vector_branches(x, n):
    v = x
    for i in range(n):
        a = [jnp.sin(v), jnp.roll(v, 1), x][i % 3]
        b, by = (a * v, a[0]) if a[0] < a[1] else (a + x, a[1])
        v = jnp.where(b > 1.0, jnp.log(b), b) + by
    return v


def vector_contractions(x, y, z):
    z = z.astype(jnp.float64)
    rows = 0.25 + jnp.sum(x * y, axis=1)
    masked = rows + jnp.stack([jnp.sum(x[0, :2] ** 2), 0.0])
    return z @ z, masked, jnp.maximum(z @ z, jnp.max(x * y))


def vector_function_with_blocks(x, y):
    def bend(v):
        s = jnp.sum(v)
        return (jnp.cos(v) * s if s > 0.0 else 0.0 * v) - v

    return jnp.max(bend(bend(jnp.stack([x, y])))) * x


def vector_second_order(x, a):
    return jnp.sum(jnp.exp((0.3 * x + a) * x + a))


def vector_scans(x, y):
    sums = jnp.cumsum(jnp.concatenate([y[:, None], x[:, :-1]], axis=1), axis=1)
    products = jnp.cumprod(sums, axis=1)
    return products, jnp.sum(sums[:, -1] * products[:, -1])
