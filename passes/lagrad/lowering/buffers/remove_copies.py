"""`lagrad-remove-copies`: buffers are not copied where the original does."""

from __future__ import annotations

from dataclasses import dataclass

from ...mlir import ir
from ...passes import Pass, option
from .overwrite_originals import overwrite_originals
from .pass_slices import pass_slices
from .read_originals import read_originals


@dataclass(frozen=True)
class RemoveCopies(Pass):
    """Use a buffer itself instead of a copy of it, around calls, to read it, and to work on it.

    ```mlir
    %row = memref.subview %tape[%i, 0] [1, 4] [1, 1]
    memref.copy %row, %argument
    %result = func.call @f(%argument)
    memref.copy %result, %other_row
    ```
    becomes `func.call @f(%row, %other_row)`, if all callers of a private function that only reads the argument and
    makes the result do so, and the elements of rows lie side by side. In
    ```mlir
    %row = memref.subview %a[%i - 1, 0] [1, 4] [1, 1]
    memref.copy %row, %old
    linalg.generic ins(%old) outs(%next)    // %next is the row %i of %a
    ```
    `%row` is read: bufferization copies what is read of a buffer that is written to at the same time, but the two parts
    have no element in common. What is copied a second time, onto a tape, is copied there at once and read there. In
    ```mlir
    scf.for %i = ... {
      %state = memref.subview %tape[%i, 0] [1, 4] [1, 1]
      memref.copy %state, %work
      scf.for ... { updates %work }
    }
    memref.dealloc %tape
    ```
    the inner loop updates `%state`: no other trip reads that row of the tape. So it is with a whole buffer that an
    operation writes over once the work is done, or that nothing uses again.
    """

    name = "lagrad-remove-copies"
    creates = ("func", "memref")

    calls: bool = option(True, "Whether functions that are kept work on slices of their callers' buffers.")
    overwrite: bool = option(True, "Whether originals are worked on that nobody reads again.")

    def run(self, op: ir.Operation, report) -> None:
        if self.calls:
            pass_slices(op)
        read_originals(op)
        if self.overwrite:
            overwrite_originals(op)
