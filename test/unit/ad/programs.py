"""The programs of `test/programs`: what each asks for, and inputs to try it on."""

from __future__ import annotations

import functools
import pathlib
import re
from dataclasses import dataclass

import numpy as np

import lagrad
from lagrad import pipelines, requests
from lagrad.mlir import ir

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "programs"
NAMES = sorted(path.stem for path in FOLDER.glob("*.mlir"))

# Those whose twins JAX differentiates forwards: not where the program brings its own derivative.
PLAIN = [name for name in NAMES if "custom_pu" not in (FOLDER / f"{name}.mlir").read_text()]

# Further inputs by argument number, where the usual ones leave a path of the program untried.
VARIANTS: dict[str, list[dict]] = {
    "branch_passes_on_what_a_body_reads": [{0: -0.7}],
    "scalar_select_boolean_argument": [{0: False}],
    "scalar_integer_arguments": [{3: False}],
    "scalar_fma_copysign": [{2: -1.25}],
    "scalar_powers": [{2: -2}, {2: 0}, {2: 1}],
    "tensor_select_mask": [{2: False}],
    "tensor_extract": [{1: 0}],
    "tensor_insert": [{2: 1}, {2: 0}],
    "tensor_slice_dynamic": [{1: 0, 2: 7}, {1: 6, 2: 1}],
    "generic_integer_input": [{0: np.array([0, 1, -3, 2], np.int32)}],
    "if_scalar": [{0: 0.5, 1: 0.75}, {0: 0.75, 1: 0.5}],
    "if_captures": [{0: False}],
    "if_inactive_side": [{0: 0.5, 1: 0.75}, {0: 0.75, 1: 0.5}],
    "if_same_value_on_both_sides": [{0: False}],
    "if_nested": [{0: -0.5}, {0: 1.5, 1: 0.5}, {0: 0.5, 1: 1.5}],
    "if_tensor": [{0: False}],
    "if_slices": [{1: 1}],
    "if_gives_an_argument": [{2: False}, {0: np.array([0.5, -0.25])}, {1: np.array([0.5, -0.25]), 2: False}],
    "if_sizes_of_one_side": [{2: False}],
    "if_sizes_from_cast": [{0: False}],
    "for_branch_keeps_size": [{1: False}],
    "if_integer_result": [{0: 0.75}, {0: 1.25}],
    "if_unused_result": [{0: False}],
    "for_power": [{1: 0}, {1: 1}],
    "for_tensor_carried": [{2: 0}, {2: 1}],
    "for_tensor_carried_dynamic": [{1: 0}],
    "for_bounds_and_step": [{1: 1, 2: 5, 3: 5}, {1: 11, 2: 2, 3: 1}],
    "for_swap": [{2: 4}, {2: 0}],
    "for_swap_only": [{2: 4}, {2: 0}],
    "for_rotation": [{3: 5}],
    "for_yields_captured": [{2: 0}, {2: 1}],
    "for_yields_same_value_twice": [{2: 0}],
    "for_carried_integer": [{1: 0}, {1: 7}],
    "for_partly_active": [{2: 0}],
    "for_late_activity": [{1: 5}],
    "for_nested": [{2: 0}],
    "for_inner_from_outer": [{1: 1}, {1: 10}],
    "for_two_in_sequence": [{2: 0}],
    "for_stencil": [{1: 0}, {1: 1}],
    "for_with_branch": [{0: 0.5, 1: 1.0, 2: 5}],
    "for_in_branch_in_for": [{0: -0.5, 2: 4}],
    "for_negative_trips": [{1: 11}],
    "call_with_loop": [{0: 1.4, 1: 0.2}, {0: 0.5, 1: 1.5}],
    "gradient_descent": [{3: 0}],
    "inactive_function_in_loop": [{1: 0}],
    "stop_gradient_in_branch": [{0: 0.5, 1: 1.5}, {0: 1.5, 1: 0.5}],
    "custom_pullback_in_loop": [{2: 0}, {2: 1}],
    "assert_in_loop": [{2: 0}],
    "while_scalar": [{0: 25.0}],
    "while_do": [{0: 13.0}],
    "while_zero_trips": [{1: 0}, {1: -2}],
    "while_swap": [{2: 0}, {2: 4}],
    "while_with_branch": [{1: 1}, {1: 4}, {1: 7}],
    "while_many_trips": [{1: 0}, {1: 1}, {1: 17}],
    "while_breaks_early": [{1: 0.0}, {1: 99.0}],
    "index_switch_scalar": [{0: 0}, {0: 2}, {0: 1}],
    "index_switch_in_loop": [{2: 0}],
    "index_switch_with_loop": [{0: 2}, {0: 2, 1: 0}],
    "cf_diamond": [{0: 0.5, 1: 1.5}, {0: 1.5, 1: 0.5}],
    "cf_loop": [{2: 0}],
    "cf_switch_leaves_loop": [{1: 0}, {1: 7}],
    "concat_then_strided_in_loop": [{2: 0}, {2: 2}],
    "cf_loop_two_exits": [{1: 0.1}, {1: 99.0}],
    "cf_two_returns": [{0: 0.5, 1: 1.5}, {0: 1.5, 1: 0.5}],
    "cf_switch_tensor": [{0: 0}, {0: 1}],
    "parallel_with_branch": [{1: 0, 2: 6}, {1: 4, 2: 4}],
    "switch_passes_tensors_on": [{1: 0}, {1: 1}, {1: 2}],
    "forall_in_for": [{2: 0}],
    "forall_threads_from_argument": [{1: 0}, {1: 4}],
    "odd_calls_settle_sizes": [{1: 0}, {1: 2}],
    "changing_size_shrinks": [{1: 0}, {1: 1}],
    "changing_size_grows": [{2: 0}, {2: 5}],
    "changing_size_nested": [{1: 0}, {1: 1}],
    "changing_size_second_order": [{1: 0}, {1: 1}],
    "changing_size_by_switch": [{1: 0}, {1: 1}, {1: 2}, {1: 5}],
    "vector_masks": [{2: 0}, {2: 1}, {2: 4}],
    "vector_permuted_transfers": [{1: 0}, {1: 1}],
    "vector_elements": [{2: 0}, {2: 2}],
    "vector_gather_positions": [{2: 0}, {2: 4}],
    "vector_branches": [{1: 0}, {1: 1}],
    "vector_function_with_blocks": [{0: -1.5, 1: 0.5}],
    "odd_branch_decides_trips": [{1: False}],
    "odd_padded_prefixes": [{1: 0}, {1: 4}],
    "odd_switch_between_sizes": [{1: 0}, {1: 6}],
    "odd_switch_in_while": [{1: 5}],
    "odd_while_drives_while": [{1: 1.0}],
    "cf_continue_and_early_return": [{1: 0}, {0: 1.45, 1: 9}],
    "affine_bounds_of_several": [{1: 6}, {1: 0}],
    "request_operations_in_regions": [{1: False}],
    "pad_dynamic": [{1: 0, 2: 0}],
    "pack_unknown_tiles": [{1: 1}, {1: 5}, {1: 7}],
    "slice_clamped_offset": [{2: -1}, {2: 9}],
    "slice_windows_overwritten": [{1: 0}, {1: 1}],
    "loop_in_body": [{1: np.array([0, 0, 0, 0])}],
    "gather_in_reduction": [{2: 0}],
    "export_nested_while": [{1: 0}, {1: 1}],
    "export_switch_on_branch_index": [{0: 0}, {0: 1}, {0: -5}],
    "complex_in_loop": [{2: 0}],
    "complex_select_and_call": [{0: 0.5, 1: 1.5}, {0: 1.5, 1: 0.5}],
    "higher_nested_loops": [{2: 0}],
    "higher_branch_becomes_select": [{2: False}],
    "recursive_power": [{1: 0}, {1: 1}],
    "recursive_tree": [{3: 1}, {3: 2}],
    "recursive_mutual": [{2: 0}, {2: 1}, {2: 6}],
    "recursive_in_loop": [{2: 0}, {2: 1}],
    "higher_branch_in_loop": [{0: 1.5, 1: 0.5, 2: 4}],
}


# Programs that mean something for every size of their dynamic dimensions, none and one included.
ANY_SIZE = (
    "cholesky", "dot_of_itself", "for_slices_of_captured", "for_sum_captured", "for_tensor_carried_dynamic",
    "for_triangular", "generic_broadcast_rank_zero", "generic_elementwise_dynamic", "generic_index_reduction",
    "lstm_cell", "matmul_accumulating", "polygon_area", "recurrent_network", "tensor_elementwise_dynamic",
    "tensor_independent", "tensor_reshape_dynamic", "tensor_splat",
    "branch_in_reduction", "concat_dynamic", "concat_empty_parts", "conv_accumulating",
    "custom_pullback_external_in_loop",
    "execute_region_tensors", "export_causal_attention", "export_dynamic_batch_assert",
    "export_layer_norm_wide_statistics", "export_resource_weights", "export_switch_on_branch_index", "forall_rows",
    "gather_reversed_in_body", "generate_dynamic_gather", "higher_hessian_vector_product", "pad_dynamic",
    "odd_cumulative_product_of_rows", "parallel_reduce_sum", "product_of_sums", "reshape_dynamic_sizes",
    "stop_gradient_in_callee", "while_in_for",
    "recursive_determinant", "vector_dot_in_chunks", "vector_writes_with_remainder",
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """One derivative a program asks for, read from its text."""

    kind: str
    name: str
    primal: str
    wrt: tuple[int, ...]
    with_primal: bool


@dataclass(frozen=True)
class Program:
    """A program with its requests, and for each function its argument types and examples."""

    name: str
    text: str
    requests: dict[str, Request]
    arguments: dict[str, list[tuple[str, np.ndarray | None]]]

    @property
    def tolerance(self) -> float:
        """What the narrowest type in use allows."""
        for type, tolerance in (("f16", 4e-3), ("f32", 1e-5)):
            if type in self.text:
                return tolerance
        return 1e-9

    def inputs(self, function: str, rng: np.random.Generator, changes: dict | None = None, size: int = 4) -> list:
        """Arguments for a function: floats in [0.5, 1.5], integers 3, `size` for `?`, examples as given."""
        drawn = [_draw(type, rng, size) if example is None else example for type, example in self.arguments[function]]
        for position, value in (changes or {}).items():
            drawn[position] = np.asarray(value, drawn[position].dtype)
        return drawn


@functools.cache
def load(name: str) -> Program:
    return read(name, (FOLDER / f"{name}.mlir").read_text())


def read(name: str, text: str) -> Program:
    with pipelines.new_context():
        module = ir.Module.parse(text)
        found = {r.name: r for r in requests.collect(module.operation)}
        asked = {name: Request(r.kind, name, r.primal, tuple(r.wrt), r.with_primal) for name, r in found.items()}
        arguments = {op.name.value: _arguments(op) for op in module.body}
    return Program(name, text, asked, arguments)


def declared(
    program: Program,
    primal: str,
    wrt: tuple[int, ...],
    kinds: tuple[str, ...],
    others: dict[str, tuple[str, dict]] | None = None,
):
    """The program compiled with derivatives of one of its functions: `own_pushforward`, `own_pullback`.

    `others` are more of them: name -> kind, and what the request says besides. With others, the function is there too.
    """
    asked = {f"own_{kind}": (kind, {}) for kind in kinds} | (others or {})
    with pipelines.new_context():
        module = ir.Module.parse(program.text)
        for name, (kind, own) in asked.items():
            requests.declare(module.operation, kind, primal, list(wrt), name, ir.Location.unknown(), **own)
        return lagrad.compile(module, entry=[*asked, *([primal] if others else [])])


def composed(program: Program, primal: str, wrt: tuple[int, ...], kinds: tuple[str, ...]) -> tuple[Program, list[int]]:
    """The program with requests of requests: `own_0` is the first of `kinds`, `own_1` the next one of that.

    And where the primal's arguments are among those that the last but one of them takes.
    """
    examples, places = program.arguments[primal], list(range(len(program.arguments[primal])))
    with pipelines.new_context():
        module = ir.Module.parse(program.text)
        for number, kind in enumerate(kinds):
            name, chosen, before = f"own_{number}", [places[n] for n in wrt], places
            requests.declare(module.operation, kind, primal, chosen, name, ir.Location.unknown())
            if kind == "pushforward":  # arguments move behind the tangents
                places = [n + sum(m < n for m in chosen) for n in places]
            primal = name
        result = read(program.name, str(module))
    for n, place in enumerate(before):
        result.arguments[f"own_{len(kinds) - 2}"][place] = examples[n]
    return result, before


def _arguments(function) -> list[tuple[str, np.ndarray | None]]:
    inputs = function.type.inputs
    if "arg_attrs" not in function.attributes:
        return [(str(type), None) for type in inputs]
    name = "lagrad.example"
    examples = [given[name] if name in given else None for given in function.arg_attrs]
    return [(str(type), _example(e, str(type))) for type, e in zip(inputs, examples)]


def _example(attribute, type: str) -> np.ndarray | None:
    if attribute is None:
        return None
    if isinstance(attribute, ir.DenseElementsAttr):
        return np.array(attribute, dtype_of(type))
    return np.array(attribute.value, dtype_of(type))


DTYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "complex<f64>": np.complex128,
    "complex<f32>": np.complex64,
    "index": np.int64,
    "i64": np.int64,
    "i32": np.int32,
    "i1": np.bool_,
}


def dtype_of(type: str):
    """The NumPy dtype of a type's elements."""
    return DTYPES[shape_of(type)[1]]


def shape_of(type: str, size: int = 4) -> tuple[list[int], str]:
    """The sizes (`size` for `?`) and the element of `tensor<?x3xf64>`, or of a scalar type."""
    *sizes, element = re.fullmatch(r"(?:tensor<((?:[\d?]+x)*))?(complex<\w+>|\w+)>?", type).groups()
    sizes = re.findall(r"[\d?]+", sizes[0] or "")
    return [size if n == "?" else int(n) for n in sizes], element


def _draw(type: str, rng: np.random.Generator, size: int) -> np.ndarray:
    shape, element = shape_of(type, size)
    if element.startswith("f"):
        return np.asarray(rng.uniform(0.5, 1.5, shape), DTYPES[element])
    if element.startswith("complex"):
        parts = rng.uniform(0.5, 1.5, [*shape, 2])
        return np.asarray(parts[..., 0] + 1j * parts[..., 1], DTYPES[element])
    return np.full(shape, 1 if element == "i1" else 3, DTYPES[element])
