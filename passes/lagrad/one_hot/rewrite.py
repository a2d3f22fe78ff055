"""One function, written anew from top to bottom: what is sparse is computed at its few places only.

Every value of the old function is a value of the new one, or a `Sparse` from which that can be made. The
tensor itself is made where an operation has no rule for sparse ones. Rules emit as they go. A loop is
tried with what it carries as sparse as it begins, and again with less where its body does not keep that;
what was tried in vain goes away at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from .. import build
from ..analysis.program import walk
from ..mlir import ir
from .terms import Index, Sparse, Term, sum_of

Rule = Callable[["Rewrite", ir.Operation], bool]
Form = ir.Value | Sparse
T = TypeVar("T")


class Rewrite:
    """The new function while it is written.

    `few` is how many terms a sparse tensor may have. `gains` says what got shorter: (old operation, in words).
    """

    def __init__(self, rules: dict[str, Rule], few: int):
        self.rules, self.few = rules, few
        self.forms: dict[ir.Value, Form] = {}
        self.made: dict[ir.Value, tuple[ir.Block, ir.Value]] = {}  # old value -> where its tensor was made, and that
        self.open: list[ir.Block] = []  # the blocks that are being written, the outermost first
        self.gains: list[tuple[ir.Operation, str]] = []
        self.failed: list[ir.Operation] = []
        self.given: dict[ir.Value, ir.Value] = {}  # old values that need not be computed, and what they are

    # -- values --------------------------------------------------------------------------------

    def bind(self, old: ir.Value, new: Form) -> None:
        self.forms[old] = new
        self.made.pop(old, None)

    def bind_sum(self, old: ir.Value, terms: Sequence[Term], like: Sparse) -> bool:
        """Whether it is the sum of these terms: false where there would be too many."""
        total = sum_of(terms, like, self.few)
        if total is not None:
            self.bind(old, total)
        return total is not None

    def form(self, old: ir.Value) -> Form:
        return self.forms.get(old, old)

    def sparse(self, old: ir.Value) -> Sparse | None:
        form = self.forms.get(old)
        return form if isinstance(form, Sparse) else None

    def dense(self, old: ir.Value) -> ir.Value:
        """The new value for an old one, made where that is sparse."""
        form = self.form(old)
        if not isinstance(form, Sparse):
            return form
        if old in self.made and self.made[old][0] in self.open:
            return self.made[old][1]
        block = self.open[-1] if not form.terms else self._home(form)
        with self._end_of(block):
            whole = form.dense()
        self.made[old] = block, whole
        return whole

    def _home(self, form: Sparse) -> ir.Block:
        """The outermost open block in which all that a sparse tensor is made of is there."""
        parts = [term.core for term in form.terms]
        parts += [n for t in form.terms for n in t.place if isinstance(n, ir.Value)]
        parts += [n for n in form.sizes if isinstance(n, ir.Value)]
        return max(map(self.block_of, parts), key=self.open.index)

    def block_of(self, value: ir.Value) -> ir.Block:
        """The open block in which a new value is defined."""
        owner = value.owner
        return owner if isinstance(owner, ir.Block) else owner.operation.block

    def _end_of(self, block: ir.Block) -> ir.InsertionPoint:
        """Where an open block is written to: at its end, or before the operation that is being filled."""
        depth = self.open.index(block)
        if depth == len(self.open) - 1:
            return ir.InsertionPoint(block)
        return ir.InsertionPoint(self.open[depth + 1].owner.operation)

    def size_of(self, old: ir.Value) -> list[Index]:
        """The sizes of a tensor, read off the operation that makes it where that says them."""
        form = self.form(old)
        if isinstance(form, Sparse):
            return form.sizes
        if build.DYNAMIC in build.shape_of(old.type) and not isinstance(old.owner, ir.Block):
            op = old.owner.operation
            if op.name == "tensor.empty":
                dynamic = iter(op.operands)
                return [self.dense(next(dynamic)) if n == build.DYNAMIC else n for n in build.shape_of(old.type)]
            if op.name in ("linalg.fill", "linalg.generic"):
                return self.size_of(op.operands[len(op.operands) - len(op.results) + ir.OpResult(old).result_number])
        return build.sizes_of(form)

    # -- writing -------------------------------------------------------------------------------

    def run(self, block: ir.Block) -> list[ir.Value]:
        """Writes the operations of a block but its terminator, whose operands it gives."""
        *ops, terminator = [view.operation for view in block.operations]
        for op in ops:
            self.step(op)
        return list(terminator.operands)

    def step(self, op: ir.Operation) -> None:
        if len(op.results) == 1 and op.results[0] in self.given:
            self.bind(op.results[0], self.given[op.results[0]])
            return
        rule = self.rules.get(op.name)
        with op.location:
            if rule is None or not rule(self, op):
                self.clone(op)

    def clone(self, op: ir.Operation) -> ir.Operation:
        """The operation as it is, on tensors that are all there."""
        inner = [v for child in (op, *walk(op)) for v in child.operands]
        new = {v: self.dense(v) for v in dict.fromkeys(inner) if v in self.forms}
        copy = op.clone(ip=ir.InsertionPoint(self.open[-1])).operation
        for child in (copy, *walk(copy)) if new else ():
            for number, operand in enumerate(child.operands):
                if operand in new:
                    child.operands[number] = new[operand]
        for old, result in zip(op.results, copy.results):
            self.bind(old, result)
        return copy

    def inside(self, block: ir.Block, write: Callable[[], T]) -> T:
        """Does something with a block open."""
        self.open.append(block)
        try:
            with ir.InsertionPoint(block):
                return write()
        finally:
            self.open.pop()

    def gain(self, op: ir.Operation, words: str) -> None:
        self.gains.append((op, words))

    def attempt(self, op: ir.Operation, write: Callable[[], bool]) -> bool:
        """Fills a new operation, of which nothing stays known if that fails."""
        made, gains, forms = dict(self.made), len(self.gains), dict(self.forms)
        if write():
            return True
        self.made, self.forms = made, forms
        del self.gains[gains:]
        self.failed.append(op)
        return False
