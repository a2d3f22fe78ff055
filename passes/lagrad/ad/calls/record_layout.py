"""What is recorded of the calls of some functions that call each other, and in which tensors: see `records`."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...build import DYNAMIC, is_tensor
from ...mlir import ir


@dataclass(frozen=True)
class Layout:
    """What is recorded of the calls of some functions that call each other."""

    types: tuple[ir.Type, ...]  # of the tensors' elements, that of the indices first
    results: dict[str, tuple[int, ...]]  # function -> the results that are recorded
    names: dict[str, str]  # what calls name -> the function

    @property
    def tensors(self) -> list[ir.Type]:
        return [build.tensor_type([DYNAMIC], type) for type in self.types]

    @property
    def extra(self) -> list[ir.Type]:
        """The arguments behind those of a function: tensors, and a cursor for each."""
        return [*self.tensors, *[build.index_type()] * len(self.types)]

    def callee(self, op: ir.Operation) -> str | None:
        """The function of these that a call names."""
        return self.names.get(op.attributes["callee"].value) if op.name == "func.call" else None


def layout(signatures: dict[str, list[ir.Type]], read: set[tuple[str, int]], names: dict[str, str]) -> Layout:
    """Scalars are recorded, whatever reads them; of the tensors that functions give, those that an adjoint reads."""
    chosen = {
        name: tuple(n for n, type in enumerate(results) if not is_tensor(type) or (name, n) in read)
        for name, results in signatures.items()
    }
    types = [build.element(signatures[name][n]) for name, numbers in chosen.items() for n in numbers]
    return Layout(tuple(dict.fromkeys([build.index_type(), *types])), chosen, names)


def add(x: ir.Value, y: ir.Value | int) -> ir.Value:
    return build.emit1("arith.addi", build.index_type(), x, build.index(y) if isinstance(y, int) else y)


def less(x: ir.Value, y: ir.Value | int) -> ir.Value:
    return build.emit1("arith.subi", build.index_type(), x, build.index(y) if isinstance(y, int) else y)


def element_count(sizes: list[ir.Value | int]) -> ir.Value:
    """The number of elements of a tensor."""
    product = build.index(1)
    for size in sizes:
        factor = build.index(size) if isinstance(size, int) else size
        product = build.emit1("arith.muli", build.index_type(), product, factor)
    return product


def all_in_one(rank: int) -> ir.Attribute:
    i64 = ir.IntegerType.get_signless(64)
    return ir.ArrayAttr.get([ir.ArrayAttr.get([ir.IntegerAttr.get(i64, d) for d in range(rank)])])
