"""The programs that pad, join, generate, gather, scatter, reshape and slice tensors in JAX. A
function is the twin of the program of its name."""

import jax.numpy as jnp


def pad_constant(x):
    return jnp.pad(jnp.exp(x), ((1, 2), (0, 3))) ** 2


def pad_active_value(x, v):
    return jnp.exp(jnp.concatenate([jnp.full(2, jnp.sin(v)), x, jnp.full(2, jnp.sin(v))]))


def pad_computed(x, v):
    border = (v[:, None] + jnp.arange(3)) * v[:, None]
    return border.at[1:3, 1:].set(x)


def pad_dynamic(x, l, h):
    return jnp.sin(jnp.pad(x, ((l, 1), (1, h))))


def pad_negative(x, v, s):
    y = x * x
    a = jnp.concatenate([y[:, 1:], jnp.full((3, 2), s)], axis=1)
    b = jnp.tile(jnp.arange(4) * s, (2, 1)).at[1, :3].set(y[0, 2:])
    return a, b, jnp.concatenate([jnp.zeros(2), v[:-1]]), jnp.full(2, s)


def pad_in_loop(x, w, n):
    for _ in range(n):
        u = jnp.pad(x, 1)
        x = jnp.tanh(u[:-2] * w[0] + u[1:-1] * w[1] + u[2:] * w[2])
    return x


def pad_minus_infinity(x):
    padded = jnp.pad(x, ((0, 0), (1, 0), (1, 0), (0, 0)), constant_values=-jnp.inf)
    windows = padded.reshape(1, 2, 2, 2, 2, 2)
    return jnp.max(windows, axis=(2, 4)) ** 2


def pad_no_width(x, v):
    return x * x


def concat_rows(x, y):
    return jnp.concatenate([jnp.sin(x), y]) ** 2


def concat_same_twice(x, y):
    return jnp.exp(jnp.concatenate([x, y, x], axis=1))


def concat_dynamic(x, y):
    return jnp.sin(jnp.concatenate([x, jnp.array([[2.0, 3.0]]), y]))


def concat_in_loop(xs, w, h):
    for x in xs:
        h = jnp.tanh(w @ jnp.concatenate([h, x]))
    return h


def concat_then_strided_in_loop(a, b, n):
    for _ in range(n):
        c = jnp.concatenate([a, b, b])
        s = jnp.sin(c)
        a, b = s[:3:2], jnp.exp(c[3:]) * s[1:2]
    return a


def generate_from_scalar(x):
    return jnp.sin((jnp.arange(3.0)[:, None] + jnp.arange(2.0)) * x)


def generate_dynamic_gather(x):
    return x[::-1] ** 2 * x


def generate_in_loop(x, n):
    for t in range(n):
        x = jnp.sin(x * jnp.roll(x, -t))
    return x


def gather_rows(x, i):
    return jnp.exp(x)[i] ** 2


def gather_elements(x, i):
    return jnp.sin(x[i[..., 0], i[..., 1]])


def scatter_rows(x, s, i):
    return x.at[i[:, 0]].set(jnp.exp(s[:, 0])) ** 2


def scatter_elements(x, s, i):
    return jnp.sin(x.at[i[:, 0], i[:, 1]].set(s))


def reshape_static(x, y):
    return jnp.sin(x).reshape(3, 2) * y.reshape(3, 2)


def reshape_dynamic_sizes(x):
    return jnp.exp(x.reshape(-1))


def reshape_to_rank_zero(x, n):
    start = x.reshape(())
    p = start
    for _ in range(n):
        p = jnp.sin(p) * start
    return p.reshape(1)


def slice_rank_reducing(x, k):
    return jnp.sin(x[1]), x[:, 1, k] * x[0, 2, 1:3]


def slice_strided(x, y):
    x = x.at[0::2].set(x[0::2] * x[1::2])
    return jnp.sin(x.at[1::3].set(y))


def slice_dynamic_stride(x, o, n, s):
    return x.at[0 : n * s : s].set(jnp.exp(x[o : o + n * s : s])) * x


def slice_windows_in_loop(x, w):
    return jnp.sin(jnp.stack([x[2 * i : 2 * i + 3] @ w for i in range(3)]))


def slice_windows_overwritten(x, n):
    for i in range(n):
        x = x.at[i + 1 : i + 4].set(jnp.sin(x[i : i + 3] * x[i + 1 : i + 4]))
    return x


def slice_clamped_offset(x, y, k):
    o = min(max(k, 0), 4)
    return x.at[o : o + 2].set(jnp.exp(x[o : o + 2] * y))


def insert_overwrites_in_loop(x, v):
    for i in range(7):
        x = x.at[i % 3].set(v[i] * x[1])
    return x


def concat_empty_parts(x, none, y):
    return jnp.sin(jnp.concatenate([none, y, none, x, y, none])), x * x


def pack_unknown_tiles(x, t, v):
    rows, columns = x.shape
    n, m = -(-rows // t), -(-columns // 3)
    y = jnp.full((n * t, m * 3), v).at[:rows, :columns].set(x)
    packed = jnp.sin(y.reshape(n, t, m, 3).transpose(2, 0, 3, 1))
    return packed, jnp.sin(x) * x


def tensor_allocations(x, n):
    return jnp.full(n, x[0]), x.at[0].set(jnp.sin(x[0])) * x


def concat_dynamic_result(x):
    return jnp.concatenate([jnp.sin(x[4:]), x[:4]])
