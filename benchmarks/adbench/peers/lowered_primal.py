"""Our own lowered primal for Enzyme: the objective as LLVM bitcode, and C++ that differentiates it.

So Enzyme differentiates the code that our compiler makes of the MLIR program, after tensors have become
memory and loops.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import numpy as np

from lagrad import emit, execute, pipelines
from lagrad.lowering.interface import c_types
from lagrad.lowering.interface.c_types import Signature
from lagrad.lowering.machine import native
from lagrad.mlir import ir
from lagrad.pipelines.text import Nest, PassNode

from ..benchmark import Benchmark, Variant, without_encodings
from .native import Native

# Enzyme has no derivatives of the functions of our BLAS, knows exp and tanh, but not how we compute them, and takes
# memory to be all of the heap or all of the stack. To arguments that are only read it would have to write adjoints.
WITHOUT = {
    "lagrad-convert-linalg-to-blas",
    "lagrad-split-products",
    "lagrad-vectorize-math",
    "lagrad-declare-variants",
    "lagrad-place-buffers",
    "lagrad-restrict-arguments",
}


def lowered(benchmark: Benchmark, given: Any, like: Native) -> tuple[str, bytes, Native]:
    """C++ with `objective` and `derivative`, the bitcode that it calls, and the arguments of both; results are
    as in `like`."""
    variant = without_encodings(benchmark.variants(given))
    module = execute.parse(variant.text)
    with module.context:
        module.operation.attributes[c_types.ENTRIES] = ir.ArrayAttr.get([ir.FlatSymbolRefAttr.get(variant.objective)])
    low = emit.lower(module, str(_for_enzyme(pipelines.read(execute.PIPELINE))))
    signature = c_types.functions(low)[variant.objective]
    bitcode = native._parse(emit.llvm_text(low)).as_bitcode()

    arguments = [np.asarray(argument) for argument in benchmark.arguments(given)]
    sizes = [a.shape[k] for a, p in zip(arguments, signature.arguments) for k in p.dynamic]
    bytes_of = [int(np.prod(shape)) * np.dtype(like.dtype).itemsize for shape in (*like.objective, *like.derivative)]
    own = dataclasses.replace(like, sizes=[*sizes, *bytes_of], inputs=arguments, flags=())
    return _source(variant, signature, like), bitcode, own


def _for_enzyme(nest: Nest) -> Nest:
    body = [_for_enzyme(node) if isinstance(node, Nest) else node for node in nest.body]
    return dataclasses.replace(nest, body=tuple(n for n in body if not (isinstance(n, PassNode) and n.name in WITHOUT)))


def _wrt(variant: Variant, signature: Signature) -> list[int]:
    """The arguments that the gradient is taken by, as the program asks for it."""
    (attributes,) = re.findall(rf"@{variant.derivative}\([^{{]*attributes {{(.*?)}}", variant.text, flags=re.DOTALL)
    if listed := re.search(r"lagrad\.wrt = \[([\d, ]*)\]", attributes):
        return [int(number) for number in listed[1].split(",")]
    return [i for i, parameter in enumerate(signature.arguments) if parameter.element.mlir.startswith("f")]


def _source(variant: Variant, signature: Signature, like: Native) -> str:
    """The sizes are those of the arguments in order, then the bytes of the objective and of each gradient."""
    wrt = _wrt(variant, signature)
    real = "double" if like.dtype == np.float64 else "float"
    types, plain, active, size = [], [], [], 0
    for i, parameter in enumerate(signature.arguments):
        if parameter.is_scalar:
            types.append(parameter.element.c)
            plain.append(f"*({parameter.element.c} *)in[{i}]")
        else:
            types.append("const void *")
            plain.append(f"in[{i}]")
        active.append(f"enzyme_dup, in[{i}], out[{wrt.index(i)}]" if i in wrt else f"enzyme_const, {plain[-1]}")
        for _ in parameter.dynamic:
            types.append("int64_t")
            plain.append(f"n[{size}]")
            active.append(f"enzyme_const, n[{size}]")
            size += 1
    zeros = "\n".join(f"  memset(out[{k}], 0, n[{size + 1 + k}]);" for k in range(len(wrt)))
    return f"""
extern "C" void {variant.objective}({", ".join(types)}, void *);
static void objective(const int64_t *n, void *const *in, void *const *out) {{
  {variant.objective}({", ".join(plain)}, out[0]);
}}
static void derivative(const int64_t *n, void *const *in, void *const *out) {{
{zeros}
  {real} *value = ({real} *)malloc(n[{size}]), *bar = ({real} *)malloc(n[{size}]);
  for (int64_t i = 0; i < n[{size}] / (int64_t)sizeof({real}); i++) bar[i] = 1;
  __enzyme_autodiff((void *){variant.objective}, {", ".join(active)}, enzyme_dup, value, bar);
  free(value);
  free(bar);
}}
"""
