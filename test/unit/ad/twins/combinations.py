"""The programs that combine constructs in unusual ways in JAX. A function is the twin of the
program of its name."""

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def odd_for_in_while_rows(x, w):
    k = 1
    while jnp.sum(x * x) > 1.0:
        for i in range(min(k, 3)):
            x = x.at[i].set(jnp.sin(x[i]) * x[i] * w * 0.5)
        k += 1
    return x


def odd_pad_computed_in_loop(x, s, n):
    for t in range(n):
        x = jnp.sin(jnp.stack([(x[2] + t) * s, x[0], x[1]]))
    return x


def odd_while_in_body(x, s):
    def grow(a):
        p = a
        while p < 4.0:
            p = p * a + s + p
        return p

    return jnp.stack([jnp.stack([grow(x[j, i]) for j in range(2)]) for i in range(2)])


def odd_polynomial_product(x, y):
    return jnp.sin(jnp.convolve(x, y))


def odd_upsampling(x, w):
    return jnp.repeat(x, 2) ** 2 * w


def odd_output_is_input(x):
    y = x @ x + x
    return y * y.T + x


def odd_custom_pullback_in_body(x, y):
    @jax.custom_vjp
    def hinge(a):
        return jnp.maximum(a, 1.0)

    hinge.defvjp(lambda a: (hinge(a), a), lambda a, ct: (jnp.where(a > 1.0, ct, 0.25 * ct),))
    return hinge(x * y) * x


def odd_inactive_function_in_body(x):
    return jnp.sum(stop_gradient(jnp.exp(x)) * x, axis=1)


def odd_stop_gradient_in_body(x, y):
    return stop_gradient(x * y) * x * y


def odd_custom_pullback_requested_itself(x, y):
    product = jax.custom_vjp(lambda x, y: x * y)
    product.defvjp(lambda x, y: (product(x, y), y), lambda y, ct: (3.0 * ct * y, ct))
    return product(x, y)


def odd_inactive_region_operations(x, n):
    h = x
    for _ in range(n):
        h = jnp.sin(h)
    a = x[1] * x[1] if x[1] < 1.0 else x[1]
    return stop_gradient(h * jnp.exp(x) * a) * x


def odd_inactive_call(x, y):
    def spin(a, b):
        return jnp.sin(a) * jnp.cos(b), jnp.sin(a)

    a, b = stop_gradient(spin(x, y))
    c, d = spin(y, x)
    return a * c + b * d


def odd_while_with_primal(x, s):
    i = 0
    while x < 9.0:
        x = x * s + x
        i += 1
    return x, i


def odd_while_condition_repeats(x, y, n):
    a, b = x, y
    for i in range(n + 1):
        s = a * b
        a, b = jnp.sin(s), s + x
    return s, s


def odd_forall_in_forall(x, s):
    return jnp.sin(x * s)


def odd_scatter_in_loop(x, ids):
    for i in ids[:, :, 0]:
        x = x.at[i].set(jnp.sin(x[i]) * x[i])
    return x


def odd_convolution_in_loop(x, w, rate, n):
    for _ in range(n):
        y = jnp.tanh(w[0] * x[:-2] + w[1] * x[1:-1] + w[2] * x[2:])
        w = w - rate * y[1:]
    return w


def odd_pooling_active_start(x, y):
    windows = jnp.max(x.reshape(1, 2, 2, 2, 2, 1), axis=(2, 4))
    return jnp.maximum(windows, y) * y


def odd_softmax_middle_in_loop(x, n):
    for _ in range(n):
        x = jax.nn.softmax(2.0 * x, axis=1)
    return x


def odd_pack_dynamic(x, v):
    rows, columns = x.shape
    tiles = -(-rows // 2)
    y = jnp.full((2 * tiles, 4), v).at[:rows, :columns].set(x)
    y = y.reshape(tiles, 2, 2, 2).transpose(0, 2, 1, 3)
    y = (y * y).swapaxes(2, 3) * y
    return y.transpose(0, 2, 1, 3).reshape(2 * tiles, 4)[:rows, :columns]


def odd_empty_dimension(a, b, o):
    return jnp.tanh(jnp.matmul(a, b) + o), jnp.sin(b)


def odd_windows_that_grow_in_loop(x, n):
    s = 0.0
    for i in range(n):
        part = x[i : 2 * i + 1]
        v = jnp.sum(jnp.exp(part) * (1.0 + part))
        s = s * v * v + v
    return s


def odd_ragged_rows(x, lengths):
    s, start = 0.5, 0
    for length in map(int, lengths):
        for e in jnp.sin(x[start : start + length]):
            s = e * s + e
        start += length
    return s


def odd_padded_prefixes(x, n):
    a = jnp.zeros(8)
    for i in range(1, n + 1):
        s = jnp.zeros(8).at[:i].set(jnp.sin(x[:i]))
        a = (a + s) * s + a
    return a


def odd_switch_between_sizes(x, n):
    a = 1.0
    for i in range(n):
        part = [jnp.sin(x[1:3]), jnp.full(i, a), x][i % 3]
        a = jnp.sin(jnp.exp(part) @ part) * a
    return a


def odd_tiles_with_remainder(x, o):
    return jnp.exp(x * o)


def odd_tiled_matmul(a, b, c):
    return c + a @ b


def odd_slices_in_body(a, w):
    return jnp.sin(a @ w)


def odd_inner_trips_double(x, n):
    a = x
    for _ in range(2**n - 1):
        a = jnp.sin(a) * x
    return a


def odd_while_drives_while(x, limit):
    a, y = x, 1.3
    while a[0] < limit and y < limit:
        k = y
        while (m := a[0] * k) < 2.0:
            a, k = a.at[0].set(m) + x, m
        a, y = a + m, y + 1.3
    return a


def odd_tensor_carried_twice(x, n):
    a = b = x
    for i in range(n):
        first = a[i]
        a = a.at[3 - i].set(first * b[3 - i])
        a, b = a.at[0].set(first), a
    return a, b


def odd_while_reorders_and_records(x, y):
    a, k = x, 0
    while True:
        b, k = a * y + x, k + 1
        if not b < 20.0:
            return b, a, k
        a = jnp.sqrt(a * b) + b


def odd_switch_in_while(x, n):
    t, s = x, 0.0
    for k in range(n):
        if k % 3 == 0:
            t = jnp.sin(t)
            s += t[1]
        elif k % 3 == 2:
            s, t = s + s, t * x
    return t, s


def reduce_welford(x):
    mean = jnp.mean(x, axis=1)
    return mean, jnp.sum((x - mean[:, None]) ** 2, axis=1)


def reduce_swaps_outputs(x, p, q):
    for column in x.T:
        p, q = q, p + column
    return p, q


def affine_bounds_of_several(x, n):
    a = 0.0
    for i in range(1, min(n + 2, n, 7)):
        for j in range(max(i - 1, 0), i + 1):
            e = x[max(min((i + 2 * j) % 8, n + 1), 0)]
            a = e * a + e
    return a


def cf_continue_and_early_return(x, n):
    a = x
    for i in range(n):
        if a > 5.0:
            return jnp.sqrt(a)
        a = a * x + (a if i % 2 == 0 else 0.0)
    return jnp.exp(a)


def for_unsigned_narrow(x):
    a = x
    for i in (253, 254):
        a = jnp.cos(a / i) + a
    return a


def request_operations_in_regions(x, p, z):
    return (jnp.exp(x) * z if p else x * jnp.exp(x) * z) + x * jnp.exp(x)


def odd_branch_decides_trips(x, p):
    trips, start, t = (5, 1.0, jnp.sin(x)) if p else (2, x[2], x)
    a = start
    for i in range(trips):
        a = a * t[i] + start
    return a


def odd_bubble_sort(x):
    return jnp.sort(x) * jnp.arange(1.0, 6.0)


def odd_cumulative_product_of_rows(x):
    return jnp.cumprod(x, axis=0)


def odd_calls_settle_sizes(x, n):
    def step(t, i):
        v = jnp.sin(t[0]) if i == 1 else t[0]
        return jnp.cos(t.at[1].set(v)), v

    for i in range(n):
        t, s = step(x, i) if i % 2 == 0 else (x, 0.5)
        x, _ = step(s * t, 1)
    return x


def odd_switch_in_condition(x, y):
    k, stop = 0, False
    while True:
        passed = y if k % 3 == 0 else jnp.sin(y)
        if stop or k >= 9:
            return passed, k
        x, y, k = passed * x, passed, k + 1
        stop = bool(x[0] < 0.05)


def odd_reshape_by_integers(x, flat, deep):
    return x.reshape(6), (jnp.sin(x) ** 2).reshape(3, 1, 2)


def odd_calls_record_rows(x, s, n):
    def row(x, s):
        for v in jnp.sin(x):
            s = jnp.sin(s * v)
        return jnp.sin(x), s

    for _ in range(n):
        e, s = row(x, s)
        x, s = row(e, s)
        x, s = e * x, jnp.exp(s)
    return x, s
