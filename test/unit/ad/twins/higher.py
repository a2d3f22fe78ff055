"""The programs that ask for derivatives of derivatives in JAX. A function is the twin of the
program of its name, or of another function that a program's request names."""

import jax
import jax.numpy as jnp


def higher_gradient_of_gradient(x):
    return jnp.exp(jnp.sin(x)) * x


def higher_third_order(x, y):
    return jnp.sin(x * y) / y * x


def higher_third_order_of_loop(x, n):
    p = x
    for _ in range(n):
        p = jnp.sin(p) * x
    return p


def higher_pullback_of_pullback(x, w):
    return jnp.tanh(w @ x)


def higher_pullback_three_times(x, s, n):
    for _ in range(n):
        x = jnp.sin(x * s)
    return x


def higher_hessian_vector_product(x):
    return (jnp.sin(x) @ x) ** 2


def higher_loop_over_rows(x):
    for i in range(2):
        x = x.at[i + 1].set(jnp.exp(x[i] * x[i + 1]))
    return x


def higher_nested_loops(x, y, n):
    p = x
    for i in range(n):
        q = p
        for _ in range(i):
            q = jnp.sin(q) + y
        p = q * p
    return p


def higher_branch_in_loop(x, y, n):
    for _ in range(n):
        x = jnp.sqrt(x) * y if x > y else jnp.exp(x * x)
    return x


def higher_while_third_order(x):
    p = x
    while p < 5.0:
        p = p * p + jnp.sin(x)
    return p


def higher_dynamic_loop(x, w, n):
    for _ in range(n):
        x = jnp.tanh(x * w)
    return x


def higher_recurrent_network(xs, w, h):
    loss = 0.0
    for x in xs:
        h = jnp.tanh(w @ h + x)
        loss = loss + h @ h
    return loss


def higher_softmax_and_maximum(x):
    return jax.scipy.special.logsumexp(x)


def higher_convolution(x, w):
    image, kernel = x[0, :, :, 0], w[:, :, 0, 0]
    y = sum(kernel[i, j] * image[i : i + 2, j : j + 2] for i in range(2) for j in range(2))
    return jnp.tanh(y)[None, :, :, None]


def higher_gather_and_product(x, ids):
    return jnp.prod(jnp.sin(x)[ids])


def higher_inside_a_loop_energy(w, a):
    return jnp.exp(w * a) + w * w


def higher_inside_a_loop(w, a, n):
    for _ in range(n):
        e = jnp.exp(w * a)
        w = w - (a * e + 2.0 * w) / (a * a * e + 2.0)
    return w


def higher_branch_becomes_select(x, y, p, i):
    return jnp.sin((x if p else y)[i])


def higher_quotients_of_quotients(x, t):
    p = 1 / (1 + jnp.exp(-x))
    return -jnp.sum(t * jnp.maximum(jnp.log(p), -100) + (1 - t) * jnp.maximum(jnp.log1p(-p), -100))


def higher_zero_cotangents(x, y):
    below = jnp.where(x > 0, jnp.exp(x) * y, y)
    return (jnp.sqrt(x) * y * jnp.log(x) + x**y) @ below
