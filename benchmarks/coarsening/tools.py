"""The tools that are compared, each in a process of its own: a gradient, and gradient descent as one call.

Each function takes a program and its sizes, and gives two functions: the gradient, and one that makes so many updates.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ..adbench import peers
from .catalogue import FOLDER, STEP, Program, Sizes, derived

Loaded = tuple[Callable[[], np.ndarray], Callable[[int], np.ndarray]]
_OPTIONS: dict[str, dict[str, str]] = {  # of passes of the pipeline `lagrad-coarsened`
    "coarsened": {},
    "no phi": {"lagrad-coarsen-segments": "phi=false"},
    "recorded": {"lagrad-differentiate{tape=functions push-gradients=true}": "tape=record"},
}
PIPELINES = ("ordinary", *_OPTIONS)  # the ways of lagrad


def pipeline(name: str) -> str:
    """The passes of one of them."""
    from lagrad.pipelines import NAMED

    passes = NAMED["lagrad-default" if name == "ordinary" else "lagrad-coarsened"]
    for own, options in _OPTIONS.get(name, {}).items():
        passes = passes.replace(own, f"{own.partition('{')[0]}{{{options}}}")
    return f"{passes},lagrad-to-llvm"


def _lagrad(name: str, program: Program, sizes: Sizes) -> Loaded:
    import lagrad

    arguments = program.arguments(sizes)
    compiled = lagrad.compile(program.text(sizes), pipeline=pipeline(name), entry=["df", "run"])
    return lambda: compiled.df(*arguments), lambda updates: compiled.run(*arguments, updates)


def _jax(program: Program, sizes: Sizes) -> Loaded:
    from . import references

    jax = references.jax
    p, *data = map(jax.numpy.asarray, program.arguments(sizes))
    gradient = jax.jit(references.gradient(program.name, **derived(sizes)))

    @jax.jit
    def run(updates, p, *data):
        return jax.lax.fori_loop(0, updates, lambda _, q: q - STEP * gradient(q, *data), p)

    return lambda: np.asarray(gradient(p, *data)), lambda updates: np.asarray(run(updates, p, *data))


def _torch(program: Program, sizes: Sizes) -> Loaded:
    from . import torch_programs

    torch = torch_programs.torch
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)
    p, *data = map(torch.as_tensor, program.arguments(sizes))
    function = functools.partial(getattr(torch_programs, program.name), **derived(sizes))

    def gradient(q):
        q = q.detach().requires_grad_()
        return torch.autograd.grad(function(q, *data), q)[0]

    def run(updates):
        q = p
        for _ in range(updates):
            q = q - STEP * gradient(q)
        return q.numpy()

    return lambda: gradient(p).numpy(), run


def _native(program: Program, sizes: Sizes, library: ctypes.CDLL, entry: Callable) -> Loaded:
    """`entry(library, 0 or 1)` is its function `objective` or `derivative`."""
    from ..adbench.peers.native import Native

    arguments = program.arguments(sizes)
    shape, inputs = [arguments[0].shape], [*arguments, np.zeros(1), np.zeros(1)][:3]

    def call(which: int, updates: int) -> np.ndarray:
        return Native([updates], inputs, shape, shape).caller(entry(library, which), shape)()[0]

    return lambda: call(0, 0), lambda updates: call(1, updates)


def _source(program: Program, sizes: Sizes, gradient: str) -> str:
    """C or C++: sizes as numbers, the function, its gradient by hand if BY_HAND is defined, another one, their harness.

    Sizes stand in the text: as flags they would change the headers of C++, too.
    """
    known = {"STEP": STEP, "COUNT": program.arguments(sizes)[0].size} | {name.upper(): n for name, n in sizes.items()}
    defined = [f"#define {name} {value}\n" for name, value in known.items()]
    own, harness = ((FOLDER / "native" / f"{name}.c").read_text(encoding="utf-8") for name in (program.name, "harness"))
    return "".join([*defined, own, gradient, harness])


_INCLUDES = "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n#define R restrict\n#define BY_HAND\n"


def _c(program: Program, sizes: Sizes) -> Loaded:
    from ..adbench.peers import c_tool

    text = _INCLUDES + _source(program, sizes, "").replace("static void objective", "void objective")
    text = text.replace("static void derivative", "void derivative")
    path = peers.INSTALLED / "build" / f"coarsening_{program.name}.{os.getpid()}.c"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    library = c_tool.compiled(path, text, ())[0]
    path.unlink()
    return _native(program, sizes, library, lambda library, which: library.derivative if which else library.objective)


_ENZYME = """
static void df(const double *p, const double *a, const double *b, double *g) {
  memset(g, 0, COUNT * sizeof(double));
  __enzyme_autodiff((void *)f, enzyme_dup, p, g, enzyme_const, a, enzyme_const, b);
}
"""


def _enzyme(program: Program, sizes: Sizes) -> Loaded:
    from ..adbench.peers import enzyme_tool

    library = enzyme_tool.compiled(_source(program, sizes, _ENZYME), (), fast=True)[0]
    return _native(program, sizes, library, enzyme_tool.entry)


TOOLS: dict[str, Callable[[Program, Sizes], Loaded]] = {
    **{name: functools.partial(_lagrad, name) for name in PIPELINES},
    "jax": _jax,
    "torch": _torch,
    "enzyme": _enzyme,
    "c": _c,
}


def python(tool: str) -> Path:
    """The interpreter that has a tool."""
    return peers.tools()["torch"].python if tool == "torch" else Path(sys.executable)


def missing(tool: str) -> str:
    """What is not installed, and how to get it."""
    return "" if tool in PIPELINES else peers.tools()[tool].missing


def measured(tool: str, program: Program, sizes: Sizes, seconds: float) -> dict:
    """The gradient, and the processor seconds of an update in each of several runs; and what the first gradient
    took."""
    start = time.process_time()
    gradient, run = TOOLS[tool](program, sizes)
    found = gradient()
    compiled = time.process_time() - start
    run(1)
    updates, taken = 1, 0.0
    while taken < seconds / 20:
        updates = max(2 * updates, round(updates * min(100.0, seconds / 12 / max(taken, 1e-6))))
        taken = _timed(run, updates)
    samples = [_timed(run, updates) / updates for _ in range(9)]
    return {"gradient": np.asarray(found).tolist(), "samples": samples, "first": compiled}


def _timed(run: Callable[[int], np.ndarray], updates: int) -> float:
    start = time.process_time()
    run(updates)
    return time.process_time() - start
