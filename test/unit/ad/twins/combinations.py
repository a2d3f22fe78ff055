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
