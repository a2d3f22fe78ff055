"""Functions that call themselves, directly or through others."""

import jax.numpy as jnp


def recursive_power(x, n):
    return recursive_power_of(recursive_power_of(x, n), n)


def recursive_power_of(x, n):
    return x * recursive_power_of(x, n - 1) if n > 0 else jnp.ones_like(x)


def recursive_tree(w, left, right, node):
    if left[node] < 0:
        return w[node]
    children = [recursive_tree(w, left, right, int(child[node])) for child in (left, right)]
    return jnp.tanh(children[0] * children[1] * w[node])


def recursive_determinant(a):
    total = 0.0 if a.shape[0] else jnp.ones(())
    for j in range(a.shape[0]):
        minor = jnp.concatenate([a[1:, :j], a[1:, j + 1 :]], axis=1)
        total += (-1) ** j * a[0, j] * recursive_determinant(minor)
    return total


def recursive_quadrature(a, b, p, q, tol):
    def simpson(a, b):
        f = lambda x: jnp.exp(-p * x * x) * jnp.sin(q * x)
        return (b - a) * (f(a) + f(b) + 4 * f((a + b) / 2)) / 6

    def adaptive(a, b, tol, depth):
        m = (a + b) / 2
        both = simpson(a, m) + simpson(m, b)
        if depth == 0:
            return both
        parts = adaptive(a, m, tol / 2, depth - 1) + adaptive(m, b, tol / 2, depth - 1)
        return jnp.where(jnp.abs(both - simpson(a, b)) < tol, both, parts)

    return adaptive(a, b, tol, 4)  # no deeper than what these arguments take


def recursive_mutual(x, y, n):
    return _even(x, y, n)[0]


def _even(x, y, n):
    if n == 0:
        return x[1], x
    s = jnp.sin(x)
    return _odd(s[1] * y, s, n - 1) * y, s


def _odd(y, x, n):
    if n == 0:
        return y
    value, tensor = _even(x * x, jnp.cos(y), n - 1)
    return tensor[2] * value


def recursive_in_loop(x, y, n):
    for i in range(n):
        t, s = _halves(x[i:], y)
        y = jnp.sin(t[0] * s)
    return y


def _halves(x, y):
    size = x.shape[0]
    if size <= 1:
        return x, y
    half = size // 2
    for i in range(2):
        part = slice(i * half, i * half + size - half)
        u, z = _halves(x[part], y)
        x = x.at[part].set(jnp.sin(u))
        y = x[i * half] * z
    return x, y
