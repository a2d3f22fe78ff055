"""What torch-mlir's exporter makes of a module: a program in which all tensors that the module holds are arguments."""

from __future__ import annotations

import contextlib
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind, OutputKind

from ..analysis.program import walk
from ..errors import Failure
from ..mlir import fx_importer, ir, passmanager
from ..mlir import torch as torch_dialect
from . import control, conversions, decompositions, refusals
from .observed import Observed


@dataclass(frozen=True)
class Held:
    """A tensor that a function has by itself: an attribute of a module, read in each call, or one closed over."""

    owner: torch.nn.Module | None
    name: str
    closed: torch.Tensor | None = None

    def tensor(self) -> torch.Tensor:
        return getattr(self.owner, self.name) if self.owner is not None else self.closed


@dataclass(frozen=True)
class Exported:
    """The program's text, whose function is `@main`."""

    text: str
    with_places: str  # the same, with the lines of Python
    state: tuple[Held, ...]  # its first arguments
    written: tuple[int, ...]  # which of these its first results are new values of


def exported(module: torch.nn.Module, tensors: tuple[torch.Tensor, ...], seen: Observed) -> Exported:
    """The module for tensors of these types. Raises Failure for what cannot be exported, or not differentiated."""
    traced = torch.export.export(module, tensors, strict=False)
    _refuse_constants_of_autograd(traced)
    with warnings.catch_warnings():
        # It is about tensors that a branch closes over; they become arguments here, and get gradients.
        warnings.filterwarnings("ignore", message=r"A model attribute .* requires gradient", category=UserWarning)
        traced = traced.run_decompositions(decompositions.table())
    _refuse_effects(traced)
    signature, state, written = traced.graph_signature, {}, []
    for spec in signature.input_specs:
        if spec.kind != InputKind.USER_INPUT:
            state[spec.target] = _held(module, traced, spec.target, seen)
            spec.kind, spec.target = InputKind.USER_INPUT, None
    for spec in signature.output_specs:
        if spec.kind == OutputKind.BUFFER_MUTATION:
            written.append(list(state).index(spec.target))
            spec.kind, spec.target = OutputKind.USER_OUTPUT, None
        elif spec.kind != OutputKind.USER_OUTPUT:
            raise Failure(f"the function writes to {spec.target}, an argument or a parameter; let it give a new tensor")
    return Exported(*_texts(traced), tuple(state.values()), tuple(written))


def _held(module: torch.nn.Module, traced: ExportedProgram, target: str, seen: Observed) -> Held:
    path, _, name = target.rpartition(".")
    owner = module.get_submodule(path)
    return Held(owner, name) if hasattr(owner, name) else Held(None, name, seen.same_memory(traced.constants[target]))


# What torch-mlir's importer raises of a function that it does not take; it has no error of its own.
_OF_IMPORTER = AssertionError, LookupError, RuntimeError, TypeError, ValueError, ir.MLIRError
_TO_LINALG = (
    "func.func(torch-match-quantized-custom-ops),torchdynamo-export-to-torch-backend-pipeline",
    "torch-backend-to-linalg-on-tensors-backend-pipeline{allow-non-finites=true}",
)
# The end of a pipeline of torch-mlir's, which takes what is StableHLO for a failure.
_CHECK = ",torch-verify-linalg-on-tensors-backend-contract"


def _texts(traced: ExportedProgram) -> tuple[str, str]:
    """`linalg` on tensors, and StableHLO, without the lines of Python and with them. torch-mlir's errors become a
    Failure."""
    context = ir.Context()
    torch_dialect.register_dialect(context)
    context.allow_unregistered_dialects = True
    importer = fx_importer.FxImporter(context=context, graph_node_importer_cls=control.Nodes)
    with context:
        pipelines = [_pipeline(passes) for passes in _TO_LINALG]
        for passes in pipelines:  # which loads the dialects that they make
            passes.run(ir.Module.parse("").operation)
    with _refusals(context, _OF_IMPORTER):
        importer.import_frozen_program(traced, func_name="main")
    module = importer.module.operation
    with context:
        conversions.convert(module)
    with _refusals(context, ir.MLIRError, module):
        for passes in pipelines:
            passes.run(module)
    if left := _left(module):
        raise Failure(_line(left[0].location) + refusals.refused(left[0].name))
    return str(module), module.get_asm(enable_debug_info=True)


def _left(module: ir.Operation) -> list[ir.Operation]:
    """PyTorch's operations that are still there, before the constants that are their operands."""
    found = [op for op in walk(module) if op.name.startswith(("torch.", "torch_c."))]
    return sorted(found, key=lambda op: not op.name.startswith(("torch.aten.", "torch.prims.", "torch.operator")))


def _line(location: ir.Location) -> str:
    """The line of Python that the importer has noted: "file:line: ", or nothing."""
    found = re.search(r'"([^"]+)":(\d+)', str(location))
    return f"{found[1]}:{found[2]}: " if found else ""


@contextlib.contextmanager
def _refusals(
    context: ir.Context,
    kinds: type[Exception] | tuple[type[Exception], ...],
    module: ir.Operation | None = None,
) -> Iterator[None]:
    """Makes a Failure of what torch-mlir raises, with the first error that it reports."""
    told: list[tuple[str, str]] = []  # lines of Python, messages

    def hear(diagnostic) -> bool:
        told.append((_line(diagnostic.location), diagnostic.message))
        return True

    handler = context.attach_diagnostic_handler(hear)
    try:
        with context:
            yield
    except kinds as problem:
        raised = getattr(problem, "error_diagnostics", [])
        told += [(_line(each.location), each.message) for each in raised]
        line, first = told[0] if told else ("", str(problem))
        name = refusals.operation(first)
        if name is not None and name.startswith("torch.constant.") and module is not None:
            op = _left(module)[0]  # a constant is its operand
            raise Failure(_line(op.location) + refusals.refused(op.name)) from problem
        raise Failure(line + refusals.shortened(first)) from problem
    finally:
        handler.detach()


def _pipeline(passes: str) -> passmanager.PassManager:
    text = str(passmanager.PassManager.parse(f"builtin.module({passes})"))
    return passmanager.PassManager.parse(text.replace(_CHECK, ""))


# What says that no derivative flows. The exporter drops it, and the derivative would be wrong.
_WITHOUT_GRAD = torch.ops.higher_order.wrap_with_set_grad_enabled
_DETACH = (torch.ops.aten.detach.default, torch.ops.aten.detach_.default)


def _refuse_constants_of_autograd(traced: ExportedProgram) -> None:
    """Raises Failure where `detach` or `torch.no_grad` is applied to what depends on an argument."""
    floats = {spec.arg.name for spec in traced.graph_signature.input_specs if hasattr(spec.arg, "name")}
    literals = {name for name in traced.graph_signature.inputs_to_lifted_tensor_constants}
    starts = [node for node in traced.graph.nodes if node.op == "placeholder"]
    found = {node for node in starts if node.name in floats and not _is_constant(traced, node.name, literals)}
    _refuse_detached(traced.graph, found)


def _refuse_detached(graph: torch.fx.Graph, depends: set[torch.fx.Node]) -> None:
    """Raises Failure for what says that no derivative flows of one of these nodes, or of what is computed from them."""
    for node in graph.nodes:
        if not any(each in depends for each in node.all_input_nodes):
            continue
        depends.add(node)
        if node.target in _DETACH or node.target is _WITHOUT_GRAD:
            what = "detach()" if node.target in _DETACH else "torch.no_grad()"
            advice = "pass what it gives as an argument instead"
            raise Failure(f"{_place(node)}{what} inside of a function is not known to the exporter; {advice}")
        for inner in control.graphs(node):  # of a branch or a loop any tensor may be one of these
            _refuse_detached(inner, {each for each in inner.nodes if each.op == "placeholder"})


def _is_constant(traced: ExportedProgram, name: str, literals: set[str]) -> bool:
    if name not in literals:
        return False
    return not traced.constants[traced.graph_signature.inputs_to_lifted_tensor_constants[name]].requires_grad


def _refuse_effects(traced: ExportedProgram) -> None:
    """Raises Failure for random numbers, which an adjoint would draw anew, for operations that check or print, and for
    a gradient that is not the function's."""
    for node in _nodes(traced.graph):
        if torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ()):
            advice = "draw them outside, and pass them as an argument; a module for inference is module.eval()"
            raise Failure(f"{_place(node)}{node.target} draws random numbers, which lagrad does not; {advice}")
        if node.target is torch.ops.higher_order.with_effects:
            what = "has an effect beside its result, which torch-mlir does not convert"
            raise Failure(f"{_place(node)}{node.args[1]} {what}")
        if node.target is torch.ops.aten.embedding.default and True in node.args[3:4]:
            advice = "divide the gradient of the table by how often each row is used"
            raise Failure(f"{_place(node)}scale_grad_by_freq of an embedding is not known to the exporter; {advice}")


def _nodes(graph: torch.fx.Graph) -> Iterator[torch.fx.Node]:
    """Those of branches and loops as well."""
    for node in graph.nodes:
        yield node
        for inner in control.graphs(node):
            yield from _nodes(inner)


def _place(node: torch.fx.Node) -> str:
    """Where in the Python code: "file:line: ", or nothing."""
    for line in reversed((node.stack_trace or "").splitlines()):
        if line.strip().startswith("File ") and '"<' not in line and __package__.replace(".", "/") not in line:
            file, _, rest = line.strip().removeprefix("File ").partition(", line ")
            return f"{file.strip(chr(34))}:{rest.partition(',')[0]}: "
    return ""
