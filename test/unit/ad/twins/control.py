"""The programs with branches and loops in JAX. A function is the twin of the program of its name."""

import jax.numpy as jnp


def if_scalar(x, y):
    return (x * y if x > y else jnp.exp(x) / y) * x


def if_captures(c, x, y, z):
    s = jnp.sin(x)
    if c:
        e = jnp.exp(s)
        return (e * y) ** 2 * s, e
    return jnp.exp(z / s) * s, z


def if_inactive_side(x, t):
    first = 1.0 if x < t else x * x
    return first + (jnp.log(x) if x >= t else jnp.sqrt(t))


def if_same_value_on_both_sides(c, x, y):
    a, b = (x, y) if c else (y, x)
    return a * b, x * a, b


def if_nested(x, y):
    if x > 0:
        p = x * y
        return (jnp.exp(p) if p > x else jnp.sin(p) * y) + p
    return y * y


def if_tensor(c, x, y):
    return x * y * x if c else y * jnp.exp(y)


def if_slices(x, i):
    if i > 2:
        return x.at[i].set(jnp.sin(x[0])) * x
    return x.at[0, 2:4].set(x[i, 0:2] ** 2) * x


def if_integer_result(x, v):
    return v[1] * x * x if x < 1.0 else v[3] * x


def if_unused_result(c, x):
    return jnp.sin(x) if c else x


def for_power(x, n):
    p = jnp.float64(1.0)
    for _ in range(n):
        p = p * x
    return p


def for_sum_captured(x, s):
    return jnp.sum(jnp.sin(x * s))


def for_tensor_carried(x, w, n):
    h = x
    for _ in range(n):
        h = jnp.tanh(h * w) + x
    return h


def for_tensor_carried_dynamic(x, n):
    for _ in range(n):
        x = jnp.sin(x) * x
    return x


def for_bounds_and_step(x, lb, ub, step):
    p = x
    for i in range(lb, ub + 7, step):
        p = jnp.sin(p / i + x)
    return p


def for_constant_bounds(x):
    return x[2] * x[6] * x[10]


def for_negative_trips(x, n):
    for _ in range(9, n):
        x = x * x
    return jnp.exp(x)


def for_zero_trips(x, y, n):
    for _ in range(n):
        x, y = jnp.exp(x), y * y
    return x, y


def for_negative_range(x):
    p = x
    for i in range(-3, 2, 2):
        p = jnp.cos(p * i) * x
    return p


def for_i32_induction(x, n):
    p = x
    for i in range(n):
        p = jnp.sin((p + i) * p)
    return p


def for_swap(x, y, n):
    for _ in range(n):
        x, y = y, x * y
    return x, y


def for_swap_only(x, y, n):
    return (y, x) if n % 2 else (x, y)


def for_rotation(x, y, z, n):
    for _ in range(n):
        x, y, z = y, z, x * x
    return x, y, z


def for_yields_captured(x, y, n):
    a, b, s = x, x, jnp.exp(y)
    for _ in range(n):
        a, b = s, a * b
    return a, b


def for_yields_same_value_twice(x, y, n):
    a, b, c = x, y, y
    for _ in range(n):
        v = jnp.sin(a * c) + b
        a, b, c = v, v, a
    return a * b, b, c


def for_unchanged_carried(x, y, n):
    for _ in range(n):
        x = jnp.cos(x * y)
    return x, y


def for_carried_integer(x, n):
    at, p = 1, 1.0
    for _ in range(n):
        p = p * x[at]
        at = at * 3 % 8
    return p


def for_counter(x, n):
    k, p = 1, 1.0
    for i in range(n):
        p = p * x[k] + x[i]
        k += 2
    return p


def for_partly_active(x, t, n):
    a, b, c = 1.0, x, t
    for _ in range(n):
        a, b, c = a * b, jnp.sin(b * (c + 1.0)), c + 1.0
    return a, c


def for_late_activity(x, n):
    a, b, c, d = 0.5, 0.5, 0.5, x
    for _ in range(n):
        a, b, c, d = a * b, jnp.exp(c), d * d, c * 0.5
    return a + 0.0 * x


def for_nested(x, y, n):
    p = x
    for _ in range(n):
        q = jnp.sin(jnp.sin(p * y) * y)
        p = q * p + x
    return p


def for_triangular(x):
    p = 1.0
    for i in range(x.shape[0]):
        for j in range(i):
            p = p * x[i, j]
        p = p + jnp.exp(x[i, i])
    return p


def for_inner_from_outer(x, step):
    for i in range(6):
        a = x[i]
        for j in range(i, 6, step):
            x = x.at[j].set(jnp.sin(a * x[j]))
    return x


def for_triple_nest(a, b):
    return a @ b


def for_inner_result_used_after(x, n):
    p = jnp.prod(x[:n], axis=1)
    return jnp.sum(p * p / jnp.exp(p))


def for_two_in_sequence(x, y, n):
    p = x
    for _ in range(n):
        p = jnp.sin(p * y)
    q = p * x
    for _ in range(n):
        q = jnp.cos(q * p)
    return q


def for_slices_of_captured(x, h):
    for row in x:
        h = jnp.tanh(h * row) + row
    return h


def for_overlapping_slices(x, w):
    return sum(jnp.sin(x[i : i + 3]) @ w for i in range(6))


def for_rows_in_place(x, s):
    return jnp.exp(x * s)


def for_row_from_previous(x):
    rows = [x[0]]
    for row in x[1:]:
        rows.append(jnp.sin(rows[-1] * row))
    return jnp.stack(rows)


def for_insert_overwrites(x, n):
    h = x
    for i in range(n):
        h = h.at[2].set(jnp.sin(h[2] * x[i])).at[0].set(x[i])
    return h


def for_stencil(u, steps):
    for _ in range(steps):
        u = u.at[1:-1].set(jnp.sin(u[:-2] * u[2:] - u[1:-1]))
    return u


def for_with_branch(x, t, n):
    for _ in range(n):
        x = jnp.log1p(x) if x > t else jnp.exp(x * t)
    return x


def for_with_branch_on_index(x, s):
    return x.at[::2].set(jnp.sin(x[::2] * s))


def for_in_branch_in_for(x, y, n):
    p = x
    for i in range(n):
        if p > 0:
            q = p
            for _ in range(i):
                q = jnp.sin(q * y)
            p = q * p - y
        else:
            p = p * p + x
    return p


def for_unused_result(x, y, n):
    for _ in range(n):
        x, y = x * y, jnp.sin(y)
    return x


def for_same_start_twice(x, n):
    a, b = x, x
    for _ in range(n):
        a, b = a * b, jnp.sin(b)
    return a + b


def for_bound_from_argument(n, x):
    for _ in range(int(n[1])):
        x = jnp.sin(x * x)
    return x


def for_generic_inside(x, w, n):
    h = x
    for i in range(n):
        h = jnp.tanh(w @ h + i) * h
    return h


def for_accumulates_matmul(a, b):
    for m in a:
        b = m @ b + b
    return b


def for_f32(x, n):
    p = x
    for _ in range(n):
        p = jnp.sin(p) * x
    return p


def for_element_scatter(v, at, x):
    for value, k in zip(v, at):
        x = x.at[int(k)].set(x[int(k)] * (1.0 + value))
    return x


def if_sizes_from_cast(c, v, m):
    return jnp.sin(jnp.exp(v - jnp.sum(m * m, axis=0)) if c else v)


def for_sizes_of_another(w, h, n):
    for _ in range(n):
        h = jnp.tanh(w @ h)
    return h


def for_branch_keeps_size(x, c, n):
    h = x
    for _ in range(n):
        h = jnp.sin(jnp.sin(h) if c else x)
    return h
