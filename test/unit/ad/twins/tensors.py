"""The tensor programs in JAX. A function is the twin of the program of its name."""

import jax.numpy as jnp


def tensor_elementwise(x, y):
    return jnp.exp(jnp.sin(x * y) / x) - y


def tensor_elementwise_dynamic(x, y):
    return x ** (x + y)


def tensor_constant_weights(x):
    return jnp.tanh(x * jnp.array([[1.0, -2.0, 3.0], [0.0, 5.0, 0.5]]) + 2.0)


def tensor_select_mask(x, y, c):
    chosen = jnp.where(x < y, x * y, x)
    return (chosen if c else y) * chosen


def tensor_without_elements(x, y):
    return (y + jnp.sum(jnp.exp(x))) * y, jnp.exp(x)


def tensor_rank_zero(x, y):
    return jnp.sin(x * y) * x, 1.0 * y


def tensor_extract(x, i):
    return x[0, 2] * x[2, i] * jnp.exp(x[2, i])


def tensor_insert(x, v, i):
    z = x.at[i].set(x[i] * v).at[1].set(v)
    return z, z[i] * z[i]


def tensor_insert_overwrites(x, a, b):
    first = x.at[1].set(a)
    return (jnp.sin(first) * first.at[1].set(b)).at[1].set(a)


def tensor_from_elements(x, y):
    e = jnp.exp(jnp.stack([x, x * y, x, y]).reshape(2, 2))
    return e, e[1, 0]


def tensor_splat(x, y):
    return x * y + x


def tensor_splat_static(x):
    return jnp.exp(x[2]) * x


def tensor_cast(x, y):
    return x * y * x


def tensor_dim(x, y):
    return y / (x[-1, 1] * x.size)


def tensor_reshape(x, y):
    return jnp.sin(x.reshape(2, 3, 2) * y.reshape(2, 3, 2))


def tensor_reshape_dynamic(x):
    return jnp.exp(x * x).reshape(-1, 3, 1)


def tensor_reshape_rank_zero(x):
    return (x * x).reshape(1)


def tensor_slice(x):
    return jnp.exp(x[1:3, 0:6:2]), x[2] * x[2]


def tensor_slice_dynamic(x, at, step):
    return jnp.sin(x[1:, at : at + 2 * step : step])


def tensor_slices_overlap(x):
    return x[:5] * x[1:6] * x[2:]


def tensor_slice_of_slice(x):
    a = x * x
    return jnp.exp(a[2, 1:4]), jnp.sin(a)


def tensor_insert_slice(x, y, r):
    z = x.at[1:3, 0:4:2].set(y * y)
    return jnp.sin(z.at[:, 2].set(r))


def tensor_insert_slice_dynamic(x, y, at):
    return x.at[at : at + 2].set(y) * x


def tensor_insert_slice_of_itself(x):
    return x.at[2].set(x[0] * x[0]) * x


def tensor_same_operand(x):
    return x * x - (1.0 + jnp.arctan2(x, x))


def tensor_returns_argument(x):
    return x, jnp.exp(x), x


def tensor_independent(x, y, z):
    return z * z


def tensor_integer_lookup(x, which):
    return x[which[0]] / x[which[1]]


def tensor_f32(x, y):
    return jnp.exp((x.astype(jnp.float64) * y).astype(jnp.float32))


def tensor_integers_to_floats(n, x):
    return jnp.cos(x * n)


def tensor_returned_before_and_after(v):
    a = jnp.sin(v)
    return a.at[1:].set(a[:2]), a
