"""The programs that PyTorch exports, written by torch-mlir's exporter.

Run by PyTorch's interpreter, with the folder of the bindings: `python -m benchmarks.models.torch_export FOLDER`.
"""

from __future__ import annotations

import re
import sys

import torch

from . import catalogue
from .columns import narrow
from .model import Model
from .torch_twins import TWINS


def exported(each: Model) -> str:
    """`linalg` on tensors, whose function is `@main`."""
    from torch_mlir import fx

    class Module(torch.nn.Module):
        def forward(self, *arguments):
            return TWINS[each.twin](*arguments)

    inputs = [torch.as_tensor(x) for x in each.inputs()]
    module = fx.export_and_import(Module(), *inputs, output_type="linalg-on-tensors", func_name="main")
    return narrow(re.sub(r"^module \{", f"module @{each.name} {{", str(module), count=1, flags=re.M))


if __name__ == "__main__":
    sys.path.append(sys.argv[1])
    for one in catalogue.models().values():
        if one.source == "torch":
            one.path.write_text(exported(one))
