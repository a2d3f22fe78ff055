"""lagrad-differentiate: writes the derivatives that a module asks for."""

from __future__ import annotations

from dataclasses import dataclass

from .. import requests
from ..ad.calls.outlined_pieces import outline
from ..ad.fill import fill
from ..ad.recording import Recording
from ..ad.rewrites.repeated_decisions import mark_called
from ..analysis.call_graph import functions, is_declaration, reachable
from ..analysis.recording.cost import MODES
from ..errors import Failure, Report, note
from ..mlir import ir
from ..passes import Pass, option
from .implicit_functions import Implicit
from .own_regions import forget_unwanted, outline_own_regions
from .push_gradients import push_gradients
from .second_pullbacks import bring_called, forget_second_pullbacks, rewrite_second_pullbacks
from .transposes import declare_transposes
from .zero_tangents import leave_out_zero_tangents


def _warn_of_nothing(op: ir.Operation, report: Report) -> None:
    """A derivative is wanted, and the program does not ask for one: say how it could ask for its first function's."""
    defined = {name: function for name, function in functions(op).items() if not is_declaration(function)}
    name = next(iter(defined), "f")
    report.warning(
        defined[name].location if defined else op.location,
        requests.NOTHING_ASKED,
        note(
            None,
            f"declare a private function with lagrad.gradient = @{name}, "
            f"or say function={name} to lagrad-differentiate",
        ),
    )


@dataclass(frozen=True)
class Differentiate(Pass):
    """Write the derivatives that the module's requests ask for.

    A request is a private declaration; its body is filled in and it becomes visible:

        func.func private @df(f64, f64) -> f64 attributes {lagrad.pullback = @f}

    With `function=f` the pass makes the request itself, for a file that has none.
    """

    name = "lagrad-differentiate"
    creates = ("func", "arith", "math", "tensor", "linalg", "scf", "cf", "memref", "bufferization")

    function: str = option("", "Differentiate this function as if the module asked for it.")
    mode: str = option(
        "gradient", "With function=: gradient, pullback, pushforward, value_and_grad, hvp, jacobian or hessian."
    )
    wrt: tuple = option((), "With function=: numbers of the arguments, as in wrt=0,2; default all floats.")
    result: str = option("", "With function=: the name of the derivative (result=df); default @f_gradient.")
    vectors: int = option(0, "With mode=pullback, pushforward or hvp: directions at once, -1 for any number.")
    one_hot: bool = option(
        False,
        "With mode=pullback or pushforward: directions have one nonzero, given by value and indices. "
        "With mode=jacobian: by rows of such.",
    )
    chunk: int = option(0, "With mode=jacobian or hessian: directions at a time.")
    compressed: bool = option(False, "With mode=jacobian or hessian: a sparse matrix, in CSR.")
    sweep: str = option("", "With mode=jacobian: forward or reverse; default by the shapes.")
    tape: str = option(
        "auto",
        "Record or compute again: auto, functions (auto, but record those of iterations that run one after another), "
        "record, recompute (record what loops carry), min-memory or everything.",
    )
    push_gradients: bool = option(
        False, "Compute gradients by one number forwards where a loop carries a state: they need no tape."
    )
    memory_budget: int = option(0, "Bytes of tapes and snapshots that a derivative may keep; default any number.")
    trips: int = option(0, "With memory-budget=: how often a loop runs at most that does not say so itself.")

    def __post_init__(self):
        if self.tape not in MODES:
            raise Failure(
                f"option 'tape' of '{self.name}' is {', '.join(MODES[:-1])} or {MODES[-1]}, not '{self.tape}'"
            )
        if self.mode not in requests.KINDS:
            raise Failure(
                f"option 'mode' of '{self.name}' is {', '.join(requests.KINDS[:-1])} or {requests.KINDS[-1]}, "
                f"not '{self.mode}'"
            )
        if self.memory_budget < 0:
            raise Failure(f"option 'memory-budget' of '{self.name}' is a number of bytes, not {self.memory_budget}")
        if self.trips < 0 or self.trips and not self.memory_budget:
            raise Failure(f"option 'trips' of '{self.name}' is a number of iterations, for 'memory-budget'")
        if self.vectors < -1:
            raise Failure(
                f"option 'vectors' of '{self.name}' is a number of directions, or -1 for any number, not {self.vectors}"
            )
        if self.chunk < 0:
            raise Failure(f"option 'chunk' of '{self.name}' is a number of directions, not {self.chunk}")
        if self.sweep not in ("", "forward", "reverse"):
            raise Failure(f"option 'sweep' of '{self.name}' is forward or reverse, not '{self.sweep}'")
        if not all(number.isdecimal() for number in self.wrt):
            raise Failure(f"option 'wrt' of '{self.name}' lists argument numbers, not '{','.join(self.wrt)}'")
        own = [key for key, field in self.options().items() if getattr(self, field.name) != field.default]
        own = [key for key in own if key not in ("function", "tape", "push-gradients", "memory-budget", "trips")]
        if own and not self.function:
            raise Failure(
                f"option '{own[0]}' of '{self.name}' is for a derivative that 'function' asks for, as in "
                f"'function=f wrt=0'; requests of the program say such things themselves"
            )

    @property
    def recording(self) -> Recording:
        return Recording(self.tape, self.memory_budget, self.trips)

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            if self.function:
                report.remarks[:] = [each for each in report.remarks if each.message != requests.NOTHING_ASKED]
                self._declare(op)
            errors: dict = {}
            asked = self._fill(op, report, errors)
            if not (asked or self.function or report.entries):
                _warn_of_nothing(op, report)
            if errors:
                raise Failure(*errors.values())

    def _fill(self, module: ir.Operation, report: Report, errors: dict) -> bool:
        """Writes what a module and the modules inside it ask for, if anything; returns whether there was something.

        `errors` takes why some of it cannot be, each reason once.
        """
        found = [self._fill(inside, report, errors) for inside in requests.modules_inside(module)]
        outline(module)
        outline_own_regions(module)
        implicit = Implicit(module)
        requests.declare_operations(module)
        regions = forget_unwanted(module)
        leave_out_zero_tangents(module)
        declare_transposes(module, report)
        pushed = push_gradients(module, report) if self.push_gradients else []
        internal = pushed + regions + rewrite_second_pullbacks(module, bool(self.memory_budget))
        failed: set[str] = set()
        splits: dict = {}

        def before(inner: ir.Operation, wanted) -> None:
            own = implicit if inner == module else Implicit(inner)  # a module made on the way to another derivative
            for needed in own.expand({wanted.primal, *reachable(inner, wanted.primal)}):
                fill(inner, needed, report, self.recording, splits, before)
            names, called = bring_called(inner, wanted)
            internal.extend(names)
            for needed in called:
                fill(inner, needed, report, self.recording, splits, before)

        for needed in implicit.expand_roots():
            fill(module, needed, report, self.recording, splits, before)
        asked = requests.collect(module)
        for request in asked:
            if {request.primal, *reachable(module, request.primal)} & failed:
                failed.add(request.name)
                continue
            try:
                fill(module, request, report, self.recording, splits, before)
                mark_called(module)  # before another derivative inlines these functions
            except Failure as failure:
                failed.add(request.name)
                for diagnostic in failure.diagnostics:
                    errors.setdefault((str(diagnostic.location), diagnostic.message), diagnostic)
        forget_second_pullbacks(module)
        for name in internal:
            functions(module)[name].attributes["sym_visibility"] = ir.StringAttr.get("private")
        return bool(asked) or any(found)

    def _declare(self, op: ir.Operation) -> None:
        wrt = [int(number) for number in self.wrt] or None
        name = self.result or requests.fresh_name(op, f"{self.function}_{self.mode}")
        if name in functions(op):
            raise Failure(f"option 'result' of '{self.name}': there is a function @{name} already")
        seed = {"pullback": "cotangent", "pushforward": "tangent", "jacobian": "cotangent"}.get(self.mode)
        if self.one_hot and seed is None:
            raise Failure(
                f"option 'one-hot' of '{self.name}' is for mode=pullback, pushforward and jacobian, "
                f"not for mode={self.mode}"
            )
        own = {"vectors": self.vectors, "chunk": self.chunk, "mode": self.sweep, "compressed": self.compressed}
        own |= {seed: requests.ONE_HOT} if self.one_hot else {}
        own = {word: value for word, value in own.items() if value}
        requests.declare(op, self.mode, self.function, wrt, name, op.location, **own)
