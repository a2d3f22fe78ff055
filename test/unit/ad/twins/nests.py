"""The programs that nest and mix constructs in JAX. A function is the twin of the program of its
name."""

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def odd_integer_tensor_carried(x, p, n):
    for _ in range(n):
        x, p = jnp.sin(x * x[p]), p[p]
    return x


def odd_random_walk_in_while(x, seed):
    p = 1.0
    while seed != 11:
        v = x[seed % 5]
        p, seed = jnp.sin(p * v) + v, (seed * 13 + 7) % 31
    return p


def odd_flag_carried(x, y, n):
    done = False
    for _ in range(n):
        x = x if done else x * y + x
        done = done or bool(x > 3.0)
    return x, done


def odd_shift_in_place(x, v):
    for a in v:
        x = jnp.concatenate([(a * x[1])[None], x[:3]])
    return x


def odd_slices_that_grow(x, s):
    for i in range(len(x)):
        s = jnp.sin(x[: i + 1] * s) @ x[: i + 1]
    return s


def odd_calls_with_other_sizes(x):
    def energy(a):
        return jnp.exp(a) @ a

    s = energy(x)
    for i in range(4):
        s = jnp.sqrt(energy(x[i:]) * s)
    return s


def odd_loop_in_parallel(x, s):
    total = 0.0
    for p in x:
        while p < 5.0:
            p = p * s + p
        total = total + p
    return total


def odd_forall_reads_its_destination(x):
    product = x[:3] * x[3:]
    return jnp.concatenate([jnp.sin(product), x[3:] + product])


def odd_generate_with_branch_and_call(x, t, n):
    return jnp.concatenate([jnp.sin(x * t), jnp.broadcast_to(t * t, (n - 3,))])


def odd_irreducible_blocks(x, y):
    in_first, p = bool(x < y), x if x < y else y
    while True:
        if in_first:
            p = p * y + p
        q = p + x
        p = q + jnp.sqrt(q)
        in_first = True
        if not p < 6.0:
            return p * x


def odd_maximum_ties(x):
    windows = jnp.max(x.reshape(1, 1, 2, 2, 2, 1), axis=(2, 4))
    return windows, jnp.max(x, axis=2)


def odd_widths_in_reduction(x, n):
    h = jnp.ones(2, jnp.float32)
    for _ in range(n):
        h = jnp.sum(jnp.sin((x * h[:, None]).astype(jnp.float64)), axis=1).astype(jnp.float32)
    return h


def odd_complex_recurrence(l, u):
    h = jnp.zeros(2, jnp.complex128)
    for x in u:
        h = l * h + x
    return jnp.sum(h.real * h.imag)


def odd_complex_pullback_of_pullback(x, y):
    return jnp.conj(jnp.exp(x * y)) * x


def odd_complex_stop_and_custom(x, y):
    phase = jax.custom_vjp(lambda z: z / jnp.abs(z))
    phase.defvjp(lambda z: (phase(z), z), lambda z, ct: (z * ct,))
    p = phase(x) * y
    return stop_gradient(jnp.exp(y)) * (stop_gradient(p) * p)


def odd_deep_nest(x, s, n):
    u, q = x, s
    for i in range(n):
        k = i % 3
        if u[k] < 4.0:
            p = u[k]
            while p < 4.0:
                u = jnp.exp(u) if p < 1.0 else u + p
                p = u[k]
            q = p * q
        else:
            u, q = jnp.log(u) * x, jnp.sqrt(q)
    return u, q


def odd_branch_without_results(x, v, k):
    return jnp.sin(v[k] * x)


def odd_masked_by_comparison(x, y):
    return jnp.where(x < y, x * y, jnp.log(y))


def odd_bfloat_middle(x, n):
    for _ in range(n):
        a = x.astype(jnp.bfloat16)
        x = jnp.sin((a * a).astype(jnp.float32))
    return x
