"""What a derivative keeps between its sweeps: what is recorded, who reads it, and what is computed again instead."""

from __future__ import annotations

from ..ad.account import Account
from ..ad.data_flow import SETS, DataFlow
from ..ad.symbolic_bytes import SymbolicBytes
from ..analysis.recording.slices import Key, Residual
from ..mlir import ir
from ..transforms.printing.plans import title, value_of
from ..transforms.printing.print_dataflow import meaning
from .sources import Text


class Memory:
    """The memory of one derivative in reverse mode; sizes that are not known have names, as `n1`."""

    def __init__(self, account: Account, text: Text):
        self.account, self.text = account, text
        self.flow = DataFlow(account)
        self.bytes = SymbolicBytes(self.flow.program)

    def facts(self) -> dict:
        account, line = self.account, self.text.line
        outermost = [Residual(one.loop, one.key) for one in account.recorded if not one.nested]
        return {
            "recorded": [self._recorded(one) for one in account.recorded],
            "total": self.bytes.text(outermost),
            "reads": [self._reads(op) for op in account.differentiated if self.flow.needed(op)],
            "again": sorted({number for op in account.recomputed if (number := line(op.location))}),
            "operations again": len(account.recomputed),
            "operations": len(account.differentiated),
            "left out": [line(op.location) for op in account.elided],
            "snapshots": [self._snapshots(kept) for kept in account.snapshots],
            "sections": [self._section(op) for op in self.flow.sections],
            "names": [self._name(symbol, name) for symbol, name in self.bytes.names.items()],
        }

    def _recorded(self, one) -> dict:
        readers = self.account.readers(one)
        return {
            **self._key(one.key),
            "loop": self.text.line(one.loop.location),
            "row": self.bytes.text([one.key]),
            "tape": self.bytes.text([Residual(one.loop, one.key)]),
            "readers": [{"line": self.text.line(reader.op.location), "op": reader.op.name, "directly": reader.directly}
                        for reader in readers],
        }  # fmt: skip

    def _key(self, key: Key) -> dict:
        value = value_of(key)
        span = self.text.definition(value.location)
        is_size = not isinstance(value.owner, ir.Block) and value.owner.operation.name == "tensor.dim"
        # A size that a pass asks for stands where its tensor does, whose name is not its own.
        own = not is_size or self.text.named(self.text.span(value.location)) == "tensor.dim"
        return {"at": span, "name": self.text.named(span) if own else "", "title": title(key)}

    def _reads(self, op) -> dict:
        keys = self.flow.of("needed", op)
        return {
            "line": self.text.line(op.location),
            "op": op.name,
            "keys": [{**self._key(key), "bytes": self.bytes.text([key])} for key in keys],
        }

    def _snapshots(self, kept) -> dict:
        return {"loop": self.text.line(kept.loop.location), "count": kept.count,
                "bytes": self.bytes.text(kept.state, kept.count)}  # fmt: skip

    def _section(self, op) -> dict:
        sets = {name: self.bytes.text(self.flow.of(name, op)) for name in SETS}
        return {"line": self.text.line(op.location), "kind": self.flow.kind(op), "sets": sets}

    def _name(self, symbol, name: str) -> dict:
        told = meaning(name, symbol)
        return {"line": self.text.line(told.location), "text": told.message}
