"""The programs with calls, several requests or a whole algorithm in JAX. A function is the
twin of the program of its name, or of another function that a program's request names."""

import jax
import jax.numpy as jnp


def call_twice(x, y):
    def inner(a, b):
        return jnp.sin(a * b) + a

    p = inner(x, y)
    return inner(p, p)


def call_nested(x, y):
    return (jnp.exp(x) + x) / (jnp.exp(y) + y) * y


def call_also_requested_inner(a, b):
    return a * a * b


def call_also_requested(x):
    return (4.0 * x) * (x * x * 2.0)


def call_in_loop(x, s, n):
    for _ in range(n):
        x = jnp.tanh(x * s)
    return x


def call_with_loop(x, y, n):
    def power(a):
        p = a
        for _ in range(n):
            p = jnp.sin(p * a)
        return p

    p = power(x)
    return power(y) * p if p < y else p


def call_many_results(x, y, n, v):
    return x * y * x * v[n + 1]


def call_inactive(x, t):
    return t * x


def call_of_a_request_cubic(x):
    return x**3 - 2.0


def call_of_a_request(x):
    return x - (x**3 - 2.0) / (3.0 * x**2)


def request_several(x, y):
    return x * y, jnp.sin(y)


def request_several_other(n, x):
    return jnp.exp(x)


def request_gradient_of_tensor(x, y):
    return jnp.exp(x * y[0])


def request_gradient_with_integer_result(x, n):
    return n + 1, jnp.log(x), x < 1.0


def request_with_primal(x, y, n):
    e = jnp.exp(x)
    return e[1] * y, n + 1, e


def request_of_request(x, y):
    return jnp.sin(x * y) * x


def directional(x, y, v):
    dx, dy = jax.grad(request_of_request, (0, 1))(x, y)
    return dx * v + dy


def request_second_of_tensor(x):
    return jnp.exp(jnp.sum(jnp.sin(x) * x))


def request_second_of_loop(x, n):
    p = x
    for _ in range(n):
        p = jnp.sin(p) * x
    return p


def request_operation(x, y):
    return jnp.exp(x) * y * x


def logsumexp(x):
    return jax.scipy.special.logsumexp(x)


def multilayer_perceptron(x, w1, b1, w2, y):
    return jnp.sum((jnp.maximum(x @ w1 + b1, 0.0) @ w2 - y) ** 2)


def recurrent_network(xs, w, u, h):
    loss = 0.0
    for x in xs:
        h = jnp.tanh(w @ h + u @ x)
        loss = loss + h @ h
    return loss


def runge_kutta(q, p, g, h, n):
    def slope(state):
        return jnp.stack([state[1], -g * jnp.sin(state[0])])

    s = jnp.stack([q, p])
    for _ in range(n):
        a = slope(s)
        b = slope(s + h / 2 * a)
        c = slope(s + h / 2 * b)
        d = slope(s + h * c)
        s = s + h / 6 * (a + 2 * b + 2 * c + d)
    return s[0], s[1]


def cholesky(b):
    n = b.shape[0]
    # The program reads the lower triangle of b b' + b + 2n I only; JAX would symmetrise.
    a = b @ b.T + b + 2 * n * jnp.eye(n)
    a = jnp.tril(a) + jnp.tril(a, -1).T
    return 0.5 * jnp.linalg.slogdet(a)[1]


def triangular_solve(l, b):
    return jax.scipy.linalg.solve_triangular(l, b, lower=True)


def power_iteration(a, v, n):
    norm = 0.0
    for _ in range(n):
        w = a @ v
        norm = jnp.sqrt(w @ w)
        v = w / norm
    return norm


def gradient_descent_loss(w, a):
    return jnp.cos(w * a) * w


def gradient_descent(w, a, rate, n):
    for _ in range(n):
        w = w - rate * (jnp.cos(w * a) - w * a * jnp.sin(w * a))
    return w


def rodrigues_rotation(r, x):
    square = r @ r
    theta = jnp.sqrt(square)
    turned = jnp.cross(r, x) * jnp.sin(theta) / theta
    return x * jnp.cos(theta) + turned + r * (r @ x) * (1 - jnp.cos(theta)) / square


def pairwise_energy(x, eps):
    return sum(1.0 / jnp.sqrt(jnp.sum((x[i] - x[j]) ** 2) + eps) for i in range(len(x)) for j in range(i))


def gaussian_mixture(alpha, mu, logs, x):
    square = jnp.sum((x[:, None] - mu[None]) ** 2, axis=2)
    term = alpha - 0.5 * square * jnp.exp(logs) + logs
    return jnp.sum(jax.scipy.special.logsumexp(term, axis=1))


def lstm_cell(xs, w, u, b, h, c):
    for x in xs:
        pre = w @ x + u @ h + b
        forget, enter, leave = jnp.split(jax.nn.sigmoid(pre[:6]), 3)
        c = forget * c + enter * jnp.tanh(pre[6:])
        h = leave * jnp.tanh(c)
    return h, c


def attention(q, k, v):
    return jax.nn.softmax(q @ k.T, axis=1) @ v


def polygon_area(x):
    y = jnp.roll(x, -1, axis=0)
    return jnp.abs(jnp.sum(x[:, 0] * y[:, 1] - y[:, 0] * x[:, 1]))
