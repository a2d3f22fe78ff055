"""The programs with convolutions, pooling, contractions, softmax and packing in JAX. A function is
the twin of the program of its name."""

import jax
import jax.numpy as jnp
from jax.lax import conv_dimension_numbers, conv_general_dilated


def _convolve(x, w, layout, strides=None, dilations=None, groups=1):
    axes = len(layout[0]) - 2
    return conv_general_dilated(
        x,
        w,
        strides or (1,) * axes,
        "VALID",
        rhs_dilation=dilations,
        dimension_numbers=conv_dimension_numbers(x.shape, w.shape, layout),
        feature_group_count=groups,
    )


def _windows(x, axes, sizes, strides, dilations):
    """A new last axis with the elements of each window."""
    for axis, size, stride, dilation in zip(axes, sizes, strides, dilations):
        reach = x.shape[axis] - (size - 1) * dilation
        parts = [jnp.take(x, jnp.arange(k * dilation, k * dilation + reach, stride), axis=axis) for k in range(size)]
        x = jnp.stack(parts, axis=-1)
    return x.reshape(*x.shape[: -len(axes)], -1)


def conv_1d(x, w):
    return jnp.sin(sum(w[k] * x[k : k + 4] for k in range(3)))


def conv_1d_nwc_wcf(x, w):
    return jnp.sin(_convolve(x, w, ("NWC", "WIO", "NWC"), (2,)))


def conv_1d_ncw_fcw(x, w):
    return jnp.sin(_convolve(x, w, ("NCW", "OIW", "NCW"), (1,), (2,)))


def conv_2d(x, w):
    return jnp.sin(_convolve(x[None, None], w[None, None], ("NCHW", "OIHW", "NCHW"))[0, 0])


def conv_2d_nchw_fchw(x, w):
    return jnp.sin(_convolve(x, w, ("NCHW", "OIHW", "NCHW")))


def conv_2d_nchw_fchw_strided(x, w):
    return jnp.sin(_convolve(x, w, ("NCHW", "OIHW", "NCHW"), (2, 3)))


def conv_2d_nhwc_hwcf(x, w):
    return jnp.sin(_convolve(x, w, ("NHWC", "HWIO", "NHWC")))


def conv_2d_nhwc_hwcf_dilated(x, w):
    return jnp.sin(_convolve(x, w, ("NHWC", "HWIO", "NHWC"), (2, 2), (2, 1)))


def conv_2d_nhwc_fhwc(x, w):
    return jnp.sin(_convolve(x, w, ("NHWC", "OHWI", "NHWC")))


def conv_2d_grouped(x, w):
    groups = [_convolve(x[:, g], w[:, g], ("NCHW", "OIHW", "NCHW")) for g in range(2)]
    return jnp.sin(jnp.stack(groups, axis=1))


def conv_3d_ndhwc_dhwcf(x, w):
    return jnp.sin(_convolve(x, w, ("NDHWC", "DHWIO", "NDHWC")))


def depthwise_conv_1d_nwc_wc(x, w):
    return jnp.sin(_convolve(x, w[:, None, :], ("NWC", "WIO", "NWC"), groups=3))


def depthwise_conv_2d_nchw_chw(x, w):
    return jnp.sin(_convolve(x, w[:, None], ("NCHW", "OIHW", "NCHW"), (2, 2), groups=2))


def depthwise_conv_2d_nhwc_hwc(x, w):
    return jnp.sin(_convolve(x, w[:, :, None], ("NHWC", "HWIO", "NHWC"), groups=2))


def depthwise_conv_2d_nhwc_hwcm(x, w):
    flat = _convolve(x, w.reshape(2, 2, 1, 6), ("NHWC", "HWIO", "NHWC"), groups=2)
    return jnp.sin(flat.reshape(1, 2, 2, 2, 3))


def batch_matvec(x, w):
    return jnp.sin(jnp.einsum("bmk,bk->bm", x, w))


def batch_vecmat(x, w):
    return jnp.sin(jnp.einsum("bk,bkn->bn", x, w))


def mmt4d(x, w):
    return jnp.sin(jnp.einsum("mkac,nkbc->mnab", x, w))


def batch_mmt4d(x, w):
    return jnp.sin(jnp.einsum("zmkac,znkbc->zmnab", x, w))


def batch_reduce_matmul(x, w):
    return jnp.sin(jnp.einsum("bmk,bkn->mn", x, w))


def matmul_transposed_left(x, w):
    return jnp.sin(x.T @ w)


def matmul_transposed_right(x, w):
    return jnp.sin(x @ w.T)


def matmul_broadcast(x, w):
    return jnp.sin(jnp.stack([x @ w, x @ w]))


def batch_matmul_transposed(x, w):
    return jnp.sin(jnp.einsum("mk,bnk->bmn", x, w))


def contract_batched(x, w):
    return jnp.sin(jnp.einsum("kbl,lbnk->bn", x, w))


def contract_to_scalar(x, w):
    return jnp.sin(jnp.trace(x @ w))


def pooling_nchw_sum(x):
    return jnp.sum(_windows(jnp.sin(x), (2, 3), (2, 2), (2, 2), (1, 1)), axis=-1) ** 2


def pooling_nhwc_sum(x):
    return jnp.sum(_windows(jnp.sin(x), (1, 2), (2, 3), (1, 1), (1, 1)), axis=-1) ** 2


def pooling_nchw_max(x):
    return jnp.max(_windows(jnp.sin(x), (2, 3), (2, 2), (2, 2), (1, 1)), axis=-1) ** 2


def pooling_nhwc_max(x):
    return jnp.max(_windows(jnp.sin(x), (1, 2), (2, 2), (1, 1), (2, 1)), axis=-1) ** 2


def pooling_nhwc_min(x):
    return jnp.min(_windows(jnp.sin(x), (1, 2), (2, 2), (2, 2), (1, 1)), axis=-1) ** 2


def pooling_ncw_max(x):
    return jnp.max(_windows(jnp.sin(x), (2,), (2,), (3,), (1,)), axis=-1) ** 2


def pooling_nwc_sum(x):
    return jnp.sum(_windows(jnp.sin(x), (1,), (3,), (3,), (1,)), axis=-1) ** 2


def pooling_ndhwc_max(x):
    return jnp.max(_windows(jnp.sin(x), (1, 2, 3), (2, 2, 1), (2, 2, 1), (1, 1, 1)), axis=-1) ** 2


def pooling_sum_dynamic(x):
    return jnp.mean(_windows(x, (1, 2), (2, 2), (2, 2), (1, 1)), axis=-1) ** 2


def conv_accumulating(x, w, y):
    return y + 2.0 * _convolve(x, w, ("NHWC", "HWIO", "NHWC"))


def softmax_rows(x):
    return jax.nn.softmax(x, axis=1)


def softmax_columns_dynamic(x, y):
    return jax.nn.softmax(x * y, axis=0) * x


def softmax_masked(x, m):
    return jax.nn.softmax(jnp.where(m, x, -jnp.inf), axis=1)


def pack_exact(x):
    return jnp.exp(x).reshape(2, 2, 3, 2).transpose(2, 0, 1, 3) ** 2


def pack_padded(x, v):
    padded = jnp.full((4, 8), v).at[:3, :5].set(x)
    return jnp.sin(padded.reshape(2, 2, 2, 4).transpose(0, 2, 3, 1))


def pack_one_dimension(x):
    return x.reshape(2, 2, 3) ** 2


def unpack_exact(x):
    return jnp.sin(x.transpose(1, 2, 0, 3).reshape(4, 6))


def unpack_cropped(x):
    return jnp.exp(x).transpose(0, 2, 1, 3).reshape(4, 8)[:3, :5]


def pack_multiply_unpack(x, y):
    return x @ y.T


def elementwise_kinds(x, y, v):
    return jnp.exp(x * y.T) / v - x


def elementwise_select(m, x, y):
    return jnp.tanh(jnp.maximum(jnp.where(m, x, y), y)) * x
