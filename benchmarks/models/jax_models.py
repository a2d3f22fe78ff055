"""The models as JAX has them: their programs, and gradients to compare with."""

from __future__ import annotations

import contextlib
import dataclasses

import jax
import numpy as np

from lagrad import execute, pipelines
from lagrad.mlir import ir

from . import networks, numerics, sequences
from .columns import narrow
from .model import Model

_OF_JAX = {each.name: each for each in (*networks.MODELS, *sequences.MODELS, *numerics.MODELS)}
_OF_TORCH = (
    "bag_of_words batch_norm depthwise_block k_means layer_norm_softmax lenet mlp transformer_block"
).split()  # the program that PyTorch exports of the same function is another one

MODELS: dict[str, Model] = _OF_JAX | {
    f"{name}_torch": dataclasses.replace(_OF_JAX[name], name=f"{name}_torch", source="torch") for name in _OF_TORCH
}


def exported(each: Model) -> str:
    """The function as `linalg` on tensors, by the converters of the bindings and ours for what these leave."""
    with _precision(each.dtype):
        text = jax.jit(each.function, keep_unused=True).lower(*each.inputs()).as_text()
    module = execute.parse(text)
    pipelines.run(module, "lagrad-convert-stablehlo")
    with module.context:
        for name in [name for name in module.operation.attributes if name.startswith("mhlo.")]:
            del module.operation.attributes[name]
        for op in module.body.operations:
            for name in ("arg_attrs", "res_attrs"):
                if name in op.operation.attributes:
                    del op.operation.attributes[name]
        module.operation.attributes["sym_name"] = ir.StringAttr.get(each.name)
    return narrow(str(module))


def reference(each: Model) -> list[np.ndarray]:
    """Value and gradient in f64, of the inputs as they are rounded."""
    with _precision("float64"):
        inputs = [x.astype(np.float64) if x.dtype.kind == "f" else x for x in each.inputs()]
        value, gradient = jax.jit(jax.value_and_grad(each.function, each.wrt))(*inputs)
        return [np.asarray(value), *map(np.asarray, gradient)]


def _precision(dtype: str) -> contextlib.AbstractContextManager:
    return jax.enable_x64(dtype == "float64")
