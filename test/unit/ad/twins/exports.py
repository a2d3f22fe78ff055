"""The programs shaped like the output of front ends in JAX. A function is the twin of the program
of its name."""

import jax
import jax.numpy as jnp
from jax.lax import conv_general_dilated


def export_while_counter_tensor(x, w):
    for _ in range(4):
        x = jnp.tanh(w @ x)
    return x


def export_scan(xs, h, w):
    rows = []
    for x in xs:
        h = jnp.tanh(w @ h + x)
        rows.append(h)
    return h, jnp.stack(rows)


def export_nested_while(x, n):
    p = x
    for i in range(2):
        q = p
        for _ in range(i, n):
            q = jnp.sin(q) * x
        p = q + p
    return p


def export_while_converges(x, b):
    old, i = 1.0e9 + 0.0 * x, 0
    while (x - old) @ (x - old) > 0.01 and i < 50:
        x, old = 0.5 * jnp.cos(x) + b, x
        i += 1
    return x, i


def export_embedding_classifier(table, w, tokens, labels):
    logits = jnp.mean(table[tokens], axis=1) @ w
    logp = jax.nn.log_softmax(logits, axis=1)
    return -logp[0, labels[0]] - logp[1, labels[1]]


def export_convolutional_network(x, k, bias, w):
    y = conv_general_dilated(x, k, (1, 1), "SAME") + bias[:, None, None]
    y = jnp.max(jnp.maximum(y, 0.0).reshape(1, 2, 2, 2, 2, 2), axis=(3, 5))
    return y.reshape(1, 8) @ w


def export_depthwise_network(x, d, k):
    y = conv_general_dilated(x, d[:, None], (2, 2), "VALID", feature_group_count=2)
    y = conv_general_dilated(y, k, (1, 1), "VALID")
    return jnp.log1p(jnp.mean(y, axis=(2, 3)))


def export_causal_attention(q, k, v):
    scores = jnp.where(jnp.tri(len(q), dtype=bool), q @ k.T * jnp.sqrt(0.5), -jnp.inf)
    return jax.nn.softmax(scores, axis=1) @ v


def export_layer_norm_wide_statistics(x, g, b):
    wide = x.astype(jnp.float64)
    mean = jnp.mean(wide, axis=1, keepdims=True)
    variance = jnp.mean((wide - mean) ** 2, axis=1, keepdims=True)
    return ((wide - mean) / jnp.sqrt(variance + 1e-5)).astype(jnp.float32) * g + b


def export_gelu_and_powers(x, y):
    u = jax.nn.gelu(x, approximate=False)
    return u**3 * u**y + jnp.log1p(y) / jnp.sqrt(y)


def export_integer_tensors_between(x, ids):
    mask = ids != 0
    return jnp.sum(jnp.where(mask, x * x, 0.0), axis=1) / jnp.sum(mask, axis=1)


def export_resource_weights(x):
    w = jnp.array([[0.5, 1.0, 1.5], [-0.25, 2.0, 3.0]])
    return jnp.tanh(x @ w + jnp.array([1.0, -0.5, 2.0]))


def export_resource_in_loop(x, ids):
    for k in ids:
        x = jnp.sin(x * (0.5, 1.0, 1.5)[k])
    return x


def export_switch_on_branch_index(k, x):
    return (jnp.tanh(x), jnp.exp(x) * x, x * x)[min(max(k, 0), 2)]


def export_one_hot_loss(p, labels):
    return -jnp.mean(jnp.log(jnp.maximum(p, 0.6))[jnp.arange(len(labels)), labels])


def export_transposed_convolution(x, k):
    y = jnp.zeros((1, 1, 4, 4))
    for i in range(2):
        for j in range(2):
            y = y.at[0, 0, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2].add(x[0, 0, i, j] * k[0, 0])
    return y * y


def export_dynamic_batch_assert(x, y):
    return jnp.sin(x * y)


def export_half_precision_middle(x, w):
    middle = x.astype(jnp.float16) * w.astype(jnp.float16)
    return jnp.tanh(middle.astype(jnp.float32)) * x


def export_embedding_bag_loop(table, ids, offsets):
    bags = [jnp.sum(jnp.sin(table[ids[a:b]]), axis=0) for a, b in zip(offsets, offsets[1:])]
    return jnp.stack(bags)


def export_masked_attention_argmax(q, mask):
    scores = jnp.where(mask, jnp.einsum("bmk,bnk->bmn", q, q), -jnp.inf)
    return jax.nn.softmax(scores, axis=2) @ q


def export_pixel_shuffle(x):
    y = x.reshape(1, 1, 2, 2, 2, 3).transpose(0, 1, 4, 2, 5, 3)
    return jnp.sin(y.reshape(1, 1, 4, 6))


def export_classifier_step(x, kernel, bias, w, labels):
    y = conv_general_dilated(x, kernel, (1, 1), "VALID") + bias[:, None, None]
    y = jnp.maximum(y, 0).reshape(-1, 2, 2, 2, 2, 2).sum(axis=(3, 5)).reshape(-1, 8) @ w
    picked = jnp.take_along_axis(y, jnp.asarray(labels)[:, None], axis=1)[:, 0]
    return 0.25 * jnp.sum(jax.nn.logsumexp(y, axis=1) - picked)
