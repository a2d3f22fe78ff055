"""`lagrad-narrow-tape`: what is recorded is rounded to a narrower float."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..errors import Report
from ..mlir import ir
from ..passes import Pass, option
from .storage import Storage, store
from .tapes import Tape, tapes

TYPES = {"f32": ir.F32Type, "bf16": ir.BF16Type}


@dataclass(frozen=True)
class NarrowTape(Pass):
    """Record floats in fewer bits.

    ```mlir
    %1 = tensor.insert %x into %tape[%i] : tensor<?xf64>
    ```
    becomes
    ```mlir
    %0 = arith.truncf %x : f64 to f32
    %1 = tensor.insert %0 into %tape[%i] : tensor<?xf32>
    ```
    and what is read is extended again. The derivative loses accuracy: it is that of a function whose recorded values
    are rounded, and a branch in the adjoint that compares such a value may go the other way than in the primal where
    the two sides are close. `lagrad-check` with this pass in its `--pipeline` says how much it is, at its points. A
    number that is larger than the narrower type holds becomes an infinity. Tapes of complex numbers stay as they are.
    """

    name = "lagrad-narrow-tape"
    creates = ("arith", "scf", "tensor")

    tape_type: str = option("f32", "The type of recorded floats that are wider: f32 or bf16.", known=tuple(TYPES))

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            narrow = TYPES[self.tape_type].get()
            found = tapes(op)
            for tape in [t for t in found if isinstance(t.element, ir.FloatType) and t.element.width > narrow.width]:
                report.remark(tape.outermost.loop.location, f"a tape of {tape.element} of this loop has {narrow}")
                store([tape], _rounded(tape, narrow), found)


def _rounded(tape: Tape, narrow: ir.FloatType) -> Storage:
    wide = tape.element
    return Storage(
        narrow,
        encode=lambda _, v: _convert("arith.truncf", v, narrow),
        decode=lambda _, v: _convert("arith.extf", v, wide),
    )


def _convert(operation: str, value: ir.Value, to: ir.Type) -> ir.Value:
    type = build.tensor_type(build.shape_of(value.type), to) if build.is_tensor(value.type) else to
    return build.emit1(operation, type, value)
