"""The programs with complex numbers in JAX, whose convention for complex derivatives is ours. A
function is the twin of the program of its name."""

import jax.numpy as jnp


def complex_product(a, b, c, d):
    x, y = a + 1j * b, c + 1j * d
    z = (x * y + x) * (x * y) - y
    return z.real, z.imag


def complex_quotient(a, b, c, d):
    x, y = a + 1j * b, c + 1j * d
    q = x / y
    return (q + q / x).imag


def complex_exp_log(a, b):
    x = a + 1j * b
    p = jnp.log(jnp.exp(x) + x) * jnp.exp(x)
    return p.real, p.imag


def complex_abs_angle(a, b):
    y = (a + 1j * b) ** 2
    return jnp.abs(y) * jnp.angle(y), jnp.abs(y)


def complex_abs_at_zero(a, b, c):
    return (jnp.abs(a + 1j * b) + c) * c


def complex_conjugate(a, b):
    x = a + 1j * b
    return (x * jnp.conj(x)).real, (jnp.exp(jnp.conj(x)) * x).imag


def complex_constants(a):
    c = 2.0 - 0.5j
    return jnp.abs(jnp.exp(1j * a) * c + c)


def complex_in_loop(a, b, n):
    c = a + 1j * b
    z = c
    for _ in range(n):
        z = z * z * (0.25 - 0.25j) + c
    return jnp.abs(z)


def complex_while_with_branch(a, b):
    c = a + 1j * b
    z = c
    while jnp.abs(z) < 8.0:
        z = jnp.exp(z) if jnp.abs(z) < 2.0 else z * c + z
    return z.real, z.imag


def complex_fourier_transform(x):
    return jnp.abs(jnp.fft.fft(x)) ** 2


def complex_tensor_arguments(x, y):
    return jnp.exp(x * y) / jnp.conj(y)


def complex_scalar_arguments(x, y):
    return (jnp.log(x * y) - jnp.conj(x)) * y


def complex_real_loss(w, x):
    z = w @ x
    return jnp.sum(jnp.abs(z) * jnp.angle(z))


def complex_matmul(x, y):
    return x @ y @ (x @ y)


def complex_elements_and_slices(x, s):
    u = x
    for i in range(3):
        u = u.at[i + 1].set(u[i] * (s + 1j * s) * u[i + 1])
    return u.at[1::2].set(x[:2])


def complex_f32(a, b):
    x = a + 1j * b
    return jnp.abs(jnp.exp(x) * x)


def complex_second_derivative(a, b):
    x = a + 1j * b
    return (jnp.exp(x * x) / x).real


def complex_select_and_call(a, b):
    def moebius(z):
        return (z - 1j) / (z + 1j)

    x, y = a + 1j * b, b + 1j * a
    z = (moebius(x) if a < b else y) * moebius(y)
    return z.real, z.imag


def complex_functions(x, y):
    root = jnp.sqrt(y)
    z = jnp.exp(jnp.tan(jnp.sin(x)) * jnp.log(root)) * jnp.tanh(jnp.cos(root))
    log = jnp.log(1 + z)
    reciprocal = 1 / jnp.sqrt(jnp.exp(x) - 1)
    angle = -1j * jnp.log((log + 1j * reciprocal) / jnp.sqrt(log**2 + reciprocal**2))
    return angle + log / jnp.abs(log)


def complex_powers_in_loop(a, b, n):
    z = a + 1j * b
    total = 0j
    for k in range(n):
        power = jnp.ones_like(z) if k == 0 else z**k
        total = total * power / jnp.abs(power) + jnp.sin(power)
    return jnp.abs(total)
