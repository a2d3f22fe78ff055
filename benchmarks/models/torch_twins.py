"""Models in PyTorch, as one writes them there; each takes the arguments of the model in JAX.

Imported by PyTorch's own environment, which has no JAX.
"""

from __future__ import annotations

import torch
from torch.nn import functional as F


def mlp(x, labels, w1, b1, w2, b2, w3, b3):
    h = torch.tanh(x @ w1 + b1)
    h = torch.tanh(h @ w2 + b2)
    return F.cross_entropy(h @ w3 + b3, labels)


def deep_mlp(x, y, *layers):
    h = x
    for w, b in zip(layers[::2], layers[1::2]):
        h = F.relu(h @ w + b)
    return F.mse_loss(h, y)


def logistic_regression(x, y, w, b):
    logits = (x @ w + b)[:, 0]
    return F.binary_cross_entropy_with_logits(logits, y) + 1e-3 * torch.sum(w * w)


def autoencoder(x, noise, w1, b1, w_mean, w_deviation, w2, b2, w3, b3):
    h = F.relu(x @ w1 + b1)
    mean, log_variance = h @ w_mean, h @ w_deviation
    z = mean + torch.exp(0.5 * log_variance) * noise
    logits = F.relu(z @ w2 + b2) @ w3 + b3
    likelihood = torch.sum(F.softplus(logits) - torch.sigmoid(x) * logits)
    divergence = -0.5 * torch.sum(1 + log_variance - mean**2 - torch.exp(log_variance))
    return (likelihood + divergence) / x.shape[0]


def lenet(x, labels, c1, d1, c2, d2, w1, b1, w2, b2, w3, b3):
    h = F.avg_pool2d(F.relu(F.conv2d(x, c1, d1, padding=2)), 2)
    h = F.avg_pool2d(F.relu(F.conv2d(h, c2, d2)), 2)
    h = F.relu(h.flatten(1) @ w1 + b1)
    h = F.relu(h @ w2 + b2)
    return F.cross_entropy(h @ w3 + b3, labels)


def residual_block(x, c1, s1, t1, c2, s2, t2):
    normalised = lambda h, s, t: F.batch_norm(h, None, None, s, t, training=True, eps=1e-5)
    h = F.relu(normalised(F.conv2d(x, c1, padding=1), s1, t1))
    h = normalised(F.conv2d(h, c2, padding=1), s2, t2)
    return torch.mean(F.relu(x + h) ** 2)


def depthwise_block(x, depthwise, pointwise, shift):
    h = F.relu6(F.conv2d(x, depthwise, padding=1, groups=x.shape[1]))
    return torch.mean(F.conv2d(h, pointwise, shift) ** 2)


def batch_norm(x, scale, shift):
    return torch.mean(F.relu(F.batch_norm(x, None, None, scale, shift, training=True, eps=1e-5)) ** 2)


def layer_norm_softmax(x, scale, shift):
    return torch.mean(torch.softmax(F.layer_norm(x, x.shape[-1:], scale, shift, 1e-5), -1) ** 2) * x.shape[-1]


def bag_of_words(ids, labels, table, w, b):
    return F.cross_entropy(torch.mean(F.embedding(ids, table), dim=1) @ w + b, labels)


def graph_convolution(x, sources, targets, w1, w2):
    messages = lambda h: torch.zeros_like(h).index_add(0, targets, h[sources])
    return torch.mean(messages(F.relu(messages(x @ w1)) @ w2) ** 2)


def mixture_of_experts(x, gate, w):
    return torch.mean(torch.einsum("be,bi,eij->bj", torch.softmax(x @ gate, -1), x, w) ** 2)


def causal_attention(q, k, v):
    return torch.mean(F.scaled_dot_product_attention(q, k, v, is_causal=True) ** 2)


def attention_f64(q, k, v):
    return torch.mean(F.scaled_dot_product_attention(q, k, v) ** 2)


def block(x, s1, t1, w_qkv, w_out, s2, t2, w1, b1, w2, b2):
    heads = lambda z: z.reshape(z.shape[0], 4, -1).transpose(0, 1)
    q, k, v = (F.layer_norm(x, x.shape[-1:], s1, t1, 1e-5) @ w_qkv).chunk(3, -1)
    mixed = F.scaled_dot_product_attention(heads(q), heads(k), heads(v), is_causal=True)
    x = x + mixed.transpose(0, 1).reshape(x.shape) @ w_out
    h = F.gelu(F.layer_norm(x, x.shape[-1:], s2, t2, 1e-5) @ w1 + b1, approximate="tanh")
    return x + h @ w2 + b2


def transformer_block(x, *parameters):
    return torch.mean(block(x, *parameters) ** 2)


def small_gpt(tokens, following, table, positions, *parameters):
    x = F.embedding(tokens, table) + positions
    for layer in (parameters[:10], parameters[10:20]):
        x = block(x, *layer)
    return F.cross_entropy(F.layer_norm(x, x.shape[-1:], *parameters[20:], 1e-5) @ table.T, following)


def lstm(x, w, u, b):
    h = c = x.new_zeros(x.shape[1], u.shape[0])
    for row in x:
        i, f, g, o = (row @ w + h @ u + b).chunk(4, -1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
    return torch.mean(h**2)


def gru(x, w, u, b):
    h, states = x.new_zeros(x.shape[1], u.shape[0]), []
    for row in x:
        (r, z, n), (ur, uz, un) = (row @ w + b).chunk(3, -1), (h @ u).chunk(3, -1)
        z = torch.sigmoid(z + uz)
        h = (1 - z) * torch.tanh(n + torch.sigmoid(r + ur) * un) + z * h
        states.append(h)
    return torch.mean(torch.stack(states) ** 2)


def neural_ode(x, w1, b1, w2):
    slope = lambda z: torch.tanh(z @ w1 + b1) @ w2
    z, h = x, 0.025
    for _ in range(40):
        k1 = slope(z)
        k2 = slope(z + h / 2 * k1)
        k3 = slope(z + h / 2 * k2)
        z = z + h / 6 * (k1 + 2 * k2 + 2 * k3 + slope(z + h * k3))
    return torch.mean(z**2)


def heat(u, conductivity):
    for _ in range(40):
        padded = F.pad(u, (1, 1, 1, 1))
        around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        u = u + 0.2 * conductivity * (around - 4 * u)
    return torch.mean(u**2)


def n_body(positions, velocities, masses):
    def acceleration(p):
        apart = p[None, :, :] - p[:, None, :]
        weight = masses / (torch.sum(apart**2, -1) + 0.01) ** 1.5
        return torch.sum(weight[:, :, None] * apart, 1)

    p, v = positions, velocities
    for _ in range(10):
        v = v + 0.005 * acceleration(p)
        p = p + 0.01 * v
        v = v + 0.005 * acceleration(p)
    return torch.sum(masses[:, None] * v**2) + torch.sum(p**2)


def black_scholes(price, strike, years, rate, volatility):
    normal_cdf = lambda z: 0.5 * torch.erfc(-z * 0.5**0.5)
    spread = volatility * torch.sqrt(years)
    d1 = (torch.log(price / strike) + (rate + 0.5 * volatility**2) * years) / spread
    return torch.sum(price * normal_cdf(d1) - strike * torch.exp(-rate * years) * normal_cdf(d1 - spread))


def rosenbrock(x):
    return torch.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def k_means(points, centres):
    return torch.sum(torch.amin(torch.sum((points[:, None, :] - centres) ** 2, -1), 1))


def gaussian_mixture(points, weights, means, log_deviations):
    scaled = (points[:, None, :] - means) * torch.exp(-log_deviations)
    terms = torch.log_softmax(weights, 0) - torch.sum(log_deviations, 1) - 0.5 * torch.sum(scaled**2, -1)
    return torch.sum(torch.logsumexp(terms, 1))


def sparse_product(values, columns, x):
    return torch.mean(torch.sum(values * x[columns], 1) ** 2)


def sparse_triplets(values, rows, columns, x):
    return torch.mean(torch.zeros_like(x).index_add(0, rows, values * x[columns]) ** 2)


def segment_softmax(scores, values, segments):
    e = torch.exp(scores)
    sums = e.new_zeros(500).index_add(0, segments, e)
    return torch.mean(e.new_zeros(500).index_add(0, segments, e / sums[segments] * values) ** 2)


def interpolation(table, x):
    scaled = x * (table.shape[0] - 1)
    left = torch.clamp(torch.floor(scaled).long(), 0, table.shape[0] - 2)
    part = scaled - left
    return torch.mean((table[left] * (1 - part) + table[left + 1] * part) ** 2)


def trimmed_mean(x):
    return torch.mean(torch.sort(x)[0][x.shape[0] // 4 : -x.shape[0] // 4] ** 2)


def matrix_chain(a, b, c, d):
    return torch.sum(torch.tanh(a @ b) @ (c @ d))


TWINS = {name: f for name, f in list(globals().items()) if callable(f) and getattr(f, "__module__", "") == __name__}
del TWINS["block"]
