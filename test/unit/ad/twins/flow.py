"""The programs with open loops, switches, regions and blocks in JAX. A function is the twin of
the program of its name."""

import jax.numpy as jnp


def while_scalar(x, y):
    while x < 20.0:
        x = x * jnp.exp(y) + y
    return x


def while_newton(x, y):
    while abs(y * y - x) > 0.01:
        y = 0.5 * (y + x / y)
    return y


def while_newton_bounded(x, y):
    for _ in range(30):
        if not abs(y * y - x) > 0.01:
            break
        y = 0.5 * (y + x / y)
    return y


def while_do(x, s):
    while True:
        x = jnp.exp(x * s) + x
        if not x < 12.0:
            return x


def while_both_regions_work(x, s):
    while True:
        q = x * x + s
        if not q < 15.0:
            return q
        x = jnp.sqrt(q) + s


def while_passes_other_types(x, n):
    for i in range(n + 1):
        a = jnp.sin(x)
        b = x * a
        x = a * (i + 1) + b
    return a, b


def while_tensor(x, a):
    while x @ x > 0.2:
        x = jnp.sin(a @ x) * 0.25
    return x


def while_dynamic_tensor(x, y):
    while x[0] < 4.0:
        x = jnp.exp(x * y) + x
    return x


def while_zero_trips(x, n):
    p = x
    for _ in range(n):
        p = jnp.sin(p) * p
    return p * x


def while_swap(x, y, n):
    for _ in range(n):
        x, y = y, x * y
    return x, y


def while_in_for(x, v):
    for a in v:
        while x < 3.0:
            x = jnp.exp(x * a)
        x = jnp.log(x) * 0.5
    return x


def for_in_while(x, y):
    k = 1
    while x < 30.0:
        q = x
        for _ in range(k):
            q = jnp.sin(q) * y + q
        x = q * x + y
        k += 1
    return x


def while_in_while(x, y):
    t = 1.0
    while x < 50.0:
        q = x
        while q > 1.0:
            q = jnp.sin(q) * 0.5 * y
        x = jnp.exp(q) * t + x
        t += 1.0
    return x


def while_in_branch(x, y, n):
    for _ in range(n):
        if x < 2.0:
            while x < 2.0:
                x = x * y + x
        else:
            x = jnp.sqrt(x)
    return x


def while_with_branch(x, k):
    p = x
    while k != 1:
        if k % 2 == 0:
            k, p = k // 2, jnp.sin(p)
        else:
            k, p = 3 * k + 1, p * x
    return p


def while_many_trips(x, n):
    for _ in range(n):
        x = x + 0.3 * x * (1.0 - x)
    return x


def while_breaks_early(v, limit):
    total, i = 0.0 * v[0], 0
    while i < len(v) and total < limit:
        total = total + v[i] * v[i]
        i += 1
    return total, i


def while_updates_rows(x):
    for i in range(1, 4):
        x = x.at[i].set(jnp.sin(x[i - 1] * x[i]))
    return x


def while_second_derivative(x, y):
    while x < 10.0:
        x = jnp.exp(x * y) + x
    return x


def index_switch_scalar(k, x, y):
    e = jnp.exp(x)
    if k == 0:
        return e * y, x
    if k == 2:
        return jnp.sin(e) * e, y
    return y / x, jnp.float64(1.0)


def index_switch_in_loop(x, w, n):
    for i in range(n):
        x = (x * w, jnp.tanh(x), (x + w) * x)[i % 3]
    return x


def index_switch_with_loop(k, l, x):
    p = x
    if k == 3:
        for _ in range(k):
            p = jnp.sin(p) * x
    elif l == 3:
        p = x * x
    return p * x


def execute_region_one_block(x, y):
    return jnp.sin(x * y) * x


def execute_region_with_blocks(x, y, n):
    for _ in range(n):
        x = jnp.sqrt(x * x + y if x < y else x)
    return x


def execute_region_tensors(x, y):
    return jnp.exp(x * y) * y


def cf_diamond(x, y):
    a, b = (x * y, x) if x < y else (jnp.exp(y), y)
    return jnp.sin(a * b)


def cf_loop(x, s, n):
    p = x
    for _ in range(n):
        p = jnp.sin(p * s)
    return p * x


def cf_loop_two_exits(v, limit):
    p = jnp.float64(1.0)
    for a in v:
        p = p * a
        if p > limit:
            p = jnp.log1p(p)
            break
    return p * p


def cf_switch_leaves_loop(x, n):
    t = x
    for i in range(n):
        if i % 3 == 0:
            t = jnp.sin(t)
        elif i % 3 == 1:
            t = jnp.exp(t)
            if i > 4:
                break
        t = t * x
    return t


def if_sizes_of_one_side(x, y, c):
    h = len(x) // 2
    v = x[h : 2 * h] if c else y
    return jnp.outer(v, v).ravel()


def if_gives_an_argument(x, y, c):
    return jnp.sin(jnp.sum(x if c else y))


def cf_two_returns(x, y):
    d = x - y
    return (d * d, x) if d < 0 else (jnp.sqrt(d), d)


def cf_switch_tensor(k, x):
    return {0: jnp.sin(x), 3: x * x}.get(k, x) * x


def cf_in_callee(x, y, n):
    for _ in range(n):
        while x < 1.2:
            x = x * y + x
        x = jnp.log(x) + y
    return x


def cf_nested_loops(x):
    return jnp.prod(x, axis=1)


def while_counter_up_by_three(x, n):
    return _counted(x, range(0, n, 3))


def while_counter_up_inclusive(x, n):
    return _counted(x, range(1, n + 1, 2))


def while_counter_down(x, n):
    return _counted(x, range(n, 0, -1))


def while_counter_down_by_negative(x, n):
    return _counted(x, range(n, -1, -2))


def while_counter_bound_first(x, n):
    return _counted(x, range(n))


def while_counter_not_equal(x, n):
    return _counted(x, range(n))


def while_counter_doubling(x, n):
    return _counted(x, [2**k for k in range(64) if 2**k < n])


def while_counter_unsigned(x, n):
    return _counted(x, range(n))


def _counted(x, counts):
    p = x
    for i in counts:
        p = jnp.sin(p) * x + i
    return p


def while_counter_bound_moves(x, n):
    i, m, p = 0, n, x
    while i < m:
        i, m, p = i + 2, m + 1, jnp.sin(p) * x
    return p


def while_counter_float(x, end):
    t, p = jnp.zeros(()), x
    while t < end:
        t, p = t + 0.5, jnp.cos(p * t) * end
    return p * x, t


def while_counter_in_before(x, n):
    p, i = x, 0
    while True:
        p, i = jnp.sin(p) * x, i + 1
        if not i < n:
            return p, i
        p = p + i


def while_counter_two_conditions(x, s):
    i = 0
    while i < 4 and s < 1.6:
        i, s = i + 1, x[i] * s + s
    return x[i] * s


def affine_for(x, s):
    for i in range(4):
        for j in range(0, i + 1, 2):
            s = jnp.sin(s * x[i, 3 - i + j])
    return s


def affine_if(x, s):
    for i in range(5):
        s = (s * x[i] if i % 2 == 0 else s / x[i]) + x[min(i + 1, 4)]
    return s


def affine_parallel_sum(x, y):
    return jnp.sum(jnp.sin(x * y))


def for_unsigned(x, n):
    u = x
    for i in range(n):
        u = jnp.sin(u) * i + x
    return u
