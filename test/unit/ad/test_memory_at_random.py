"""Random programs that work in place on overlapping views and scratch memory, against the same loops on arrays."""

import jax.numpy as jnp
import numpy as np
import on_memory
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_program import Program

_VIEWS = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), min_size=3, max_size=3)  # offset and stride, of 12
_NAME = st.integers(0, 3)  # a view, or the scratch memory
_STEPS = st.lists(st.tuples(st.sampled_from(("linalg", "loop", "copy")), _NAME, _NAME, _NAME), min_size=1, max_size=6)


def _text(views, steps):
    """The program: `%m0` to `%m2` are views of the argument, `%m3` is scratch memory."""
    types = [f"memref<3xf64, strided<[{stride}], offset: {offset}>>" for offset, stride in views] + ["memref<3xf64>"]
    lines = ["func.func @f(%x: memref<12xf64>) {", "%half = arith.constant 0.5 : f64"]
    for k, (offset, stride) in enumerate(views):
        lines.append(f"%m{k} = memref.subview %x[{offset}] [3] [{stride}] : memref<12xf64> to {types[k]}")
    lines += ["%m3 = memref.alloc() : memref<3xf64>", "linalg.fill ins(%half : f64) outs(%m3 : memref<3xf64>)"]
    for kind, a, b, c in steps:
        match kind:
            case "linalg":
                lines.append(f"""linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                    iterator_types = ["parallel"]}} ins(%m{a} : {types[a]}) outs(%m{b} : {types[b]}) {{
                    ^bb0(%in: f64, %out: f64):
                      %product = arith.mulf %in, %out : f64
                      %sine = math.sin %product : f64
                      linalg.yield %sine : f64
                    }}""")
            case "loop":
                lines.append(f"""affine.for %i = 0 to 3 {{
                      %p = affine.load %m{a}[%i] : {types[a]}
                      %q = affine.load %m{b}[2 - %i] : {types[b]}
                      %sum = arith.addf %p, %q : f64
                      affine.store %sum, %m{c}[%i] : {types[c]}
                    }}""")
            case "copy":  # of what may overlap, by way of the scratch memory
                lines.append(f"memref.copy %m{a}, %m3 : {types[a]} to memref<3xf64>")
                lines.append(f"memref.copy %m3, %m{b} : memref<3xf64> to {types[b]}")
    return "\n".join([*lines, "memref.dealloc %m3 : memref<3xf64>", "return", "}", ""])


def _twin(views, steps):
    def run(x):
        memory = jnp.concatenate([x, jnp.full(3, 0.5)])  # the scratch memory lies behind the argument
        places = [[offset + i * stride for i in range(3)] for offset, stride in views] + [[12, 13, 14]]
        for kind, a, b, c in steps:
            if kind == "copy":
                memory = memory.at[jnp.array(places[3])].set(memory[jnp.array(places[a])])
                memory = memory.at[jnp.array(places[b])].set(memory[jnp.array(places[3])])
                continue
            for i in range(3):
                p = memory[places[a][i]]
                if kind == "linalg":
                    memory = memory.at[places[b][i]].set(jnp.sin(p * memory[places[b][i]]))
                else:
                    memory = memory.at[places[c][i]].set(p + memory[places[b][2 - i]])
        return (), {0: memory[:12]}

    return run


def _check(views, steps):
    start = np.random.default_rng(0).normal(size=12)
    on_memory.check(Program(_text(views, steps), _twin(views, steps), [start], [0]))


@settings(max_examples=5, deadline=None, derandomize=True, database=None)
@given(_VIEWS, _STEPS)
def test_work_in_place_is_what_the_loops_do(views, steps):
    _check(views, steps)


def _as_piece(text):
    """The program with all that it does in a piece."""
    head, body = text.split("{\n", 1)
    body = body.removesuffix("return\n}\n")
    return f"{head}{{\nscf.execute_region {{\n{body}scf.yield\n}} {{lagrad.checkpoint}}\nreturn\n}}\n"


@settings(max_examples=3, deadline=None, derandomize=True, database=None)
@given(_VIEWS, _STEPS)
def test_a_piece_does_what_the_loops_do(views, steps):
    start = np.random.default_rng(0).normal(size=12)
    on_memory.check(Program(_as_piece(_text(views, steps)), _twin(views, steps), [start], [0]))


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(_VIEWS, _STEPS)
def test_work_in_place_is_what_the_loops_do_many_times(views, steps):
    _check(views, steps)
