"""The pullback of Hessian-vector products for many directions, which calls that for one in a loop over them.

Each direction has a cotangent of its own. What belongs to a direction is a row of what belongs to all of them; what
belongs to an argument of the function is a sum.
"""

from __future__ import annotations

from .. import build
from ..ad.emission import for_loop
from ..ad.prepare import publish
from ..ad.snapshots.stack import read_row, write_row
from ..analysis.call_graph import signature
from ..analysis.request import Request
from ..mlir import ir


def write(first: Request, second: Request, one: str) -> None:
    """Writes the body of `second`, the pullback of the products `first`; `one` names that for one direction."""
    arguments = list(build.entry(second.function).arguments)
    places = [n + sum(other < n for other in first.wrt) for n in first.wrt]
    of = {n + 1: arguments[n] for n in places}  # what each row is like
    cotangents = range(len(signature(first.function)[0]), len(arguments))
    of |= {n: arguments[place] for n, place in zip(cotangents, places)}
    numbers = [*(n + 1 for n in places if second.with_primal), *second.wrt]
    gives = signature(second.function)[1]
    with ir.InsertionPoint(second.function.regions[0].blocks[0]), second.function.location:
        count, zero, step = build.size_of(arguments[places[0] + 1], 0), build.index(0), build.index(1)
        starts = [
            build.empty(type, [count, *(build.sizes_of(of[n]) if build.is_tensor(of[n].type) else [])])
            if n in of
            else build.zeros(type, build.sizes_of(arguments[n]) if build.is_tensor(type) else [])
            for n, type in zip(numbers, gives, strict=True)
        ]
        loop = for_loop([zero, count, step], starts)
        block = loop.regions[0].blocks[0]
        with ir.InsertionPoint(block):
            row, *carried = block.arguments
            given = [read_row(v, row, of[n]) if n in of else v for n, v in enumerate(arguments)]
            types = [of[n].type if n in of else type for n, type in zip(numbers, gives)]
            found = build.emit("func.call", types, given, callee=ir.FlatSymbolRefAttr.get(one))
            after = [
                write_row(value, into, row) if n in of else build.add(value, into)
                for n, value, into in zip(numbers, found, carried)
            ]
            build.emit("scf.yield", [], after)
        build.emit("func.return", [], list(loop.results))
    publish(second)
