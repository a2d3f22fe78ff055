"""`lagrad-tile-columns`: neighbouring operations run for some columns at a time, and keep their sums in registers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass, option
from ..machine import processors
from ..walk import blocks
from .column_groups import Columns, groups_of, passing_buffers
from .column_members import Member, Size
from .column_tiles import Tile, emit_tiles, tile_for, value_of


@dataclass(frozen=True)
class TileColumns(Pass):
    """Run neighbouring `linalg.generic`s on buffers for some columns at a time, each of them over all rows.

    ```mlir
    y[i, p] = c[i]                  // columns are what the last index of each buffer counts
    y[i, p] += q[i, j] * x[j, p]
    t[p] += y[i, p] * y[i, p]
    ```
    one after the other would go through `y` three times, and the loop over `p`, of which LLVM makes vector code,
    adds a term to a row in memory. They become one loop over `p` in steps of 32 (of 16 where vectors have 256
    bits): there, for all `i`, a vector is filled with `c[i]`, gets the products for all `j`, is stored unless
    nobody else looks at `y`, and is squared and added to another one, which is stored after the last `i`. (LLVM
    makes four of it that the processor has. Where fewer columns are known to be there, one that they fill.) With a
    product, four rows run together, for which `x[j, p]` is read once; two on a processor with 16 registers, which
    has no room for the sums of four. The last columns are eight at a time, masked.

    A group has an operation that sums over rows, at most one product and something else with it, and no buffer of
    it is used at two different columns at once. No operation of it has an elementary function of what all columns
    of a row share, which `lagrad-hoist-invariants` computes once. Where an operation has more than `most` points
    for a column, which is asked when it runs, the product of the group becomes a call of a library, and what is
    left is tiled alone. A group without a product is asked only if the number is known when it is compiled. What
    stays as it is in any case is a sum over the rows of an array of more than `alone` elements with which nothing
    else is done: one row after the other comes faster from a cache that is far, or from memory (`python -m
    benchmarks.thresholds.column_sums`). A product with a triangular matrix, which `lagrad-keep-triangles` has
    found, is tiled alone too, and whatever its size: its rows run as far as the matrix is not zero.
    """

    name = "lagrad-tile-columns"
    aim = "simd"
    creates = ("scf", "arith", "memref", "vector")

    most: int = option(4096, "Points of an operation for one column up to which columns are tiled.", least=1)
    alone: int = option(
        1 << 17,
        "Points of an operation, over all columns, up to which that is tiled which runs over rows alone.",
        least=1,
    )

    processor: str = processors.chosen("The processor whose registers the sums are in, as for --target-cpu.")

    def run(self, op: ir.Operation, report) -> None:
        tile = tile_for(processors.registers(self.processor))
        with op.context, op.location:
            for block in blocks(op):
                for group in _worth(block):
                    report.remark(
                        group.members[0].op.location, f"{len(group.members)} operations run for some columns at a time"
                    )
                    _replace(group, self.most, self.alone, tile)


def _worth(block: ir.Block) -> Iterator[Columns]:
    """The groups of a block that are worth tiles, and then those of what is between products that were left."""
    known: dict[ir.Operation, Member | None] = {}  # holds of what is left, of which nothing but the place changes
    groups = groups_of(block, known=known)
    has_products = any(member.is_product for group in groups for member in group.members)
    yield from [group for group in groups if group.is_worth]
    if has_products:
        yield from [group for group in groups_of(block, False, known) if group.is_worth]


def _replace(group: Columns, most: int, alone: int, tile: Tile) -> None:
    """Tiles in the place of a group, or a choice between them and the group."""
    first = group.members[0].op
    for op in group.between:
        op.move_before(first)
    chains = group.chains()
    passing = {buffer for chain in chains for buffer in passing_buffers(chain)}
    with ir.InsertionPoint(first), first.location:
        small = _is_small(group, most, alone)
        if small is False:
            return
        if small is not True:
            branch = ir.Operation.create("scf.if", operands=[small], regions=2)
            tiled, whole = (region.blocks.append() for region in branch.regions)
    if small is True:
        with ir.InsertionPoint(first), first.location:
            emit_tiles(chains, passing, tile)
        for member in group.members:
            member.op.erase()
        return
    with ir.InsertionPoint(tiled), first.location:
        emit_tiles(chains, passing, tile)
        build.emit("scf.yield", [], [])
    with ir.InsertionPoint(whole), first.location:
        end = ir.Operation.create("scf.yield")
    for member in group.members:
        member.op.move_before(end)
    if any(member.is_product for member in group.members):  # what is large
        for rest in groups_of(whole, products=False):
            if rest.is_worth:
                _replace(rest, most, alone, tile)


def _is_small(group: Columns, most: int, alone: int) -> ir.Value | bool:
    """Whether no operation has more than so many points for a column, or too many in all if it is alone.

    Several without a product are not asked when they run: they come at most a quarter faster row by row where they have
    tens of thousands of rows, and the code of both ways takes twice the time to compile.
    """
    conditions: list[ir.Value] = []
    is_asked = group.reads_once or any(member.is_product for member in group.members)
    for member in group.members:
        if member.triangle:
            continue  # whatever its size, as fast as a library that multiplies the zeros
        along = (*member.rows, *member.sums)
        limits = [(along, most), ((*along, member.column), alone)] if group.reads_once and along else [(along, most)]
        for dims, limit in limits:
            sizes = [member.size(d) for d in dims]
            found = _has_at_most(limit, sizes if is_asked else [n for n in sizes if isinstance(n, int)])
            if found is False:
                return False
            if found is not True:
                conditions.append(found)
    for other in conditions[1:]:
        conditions[0] = build.emit1("arith.andi", conditions[0].type, conditions[0], other)
    return conditions[0] if conditions else True


def _has_at_most(limit: int, sizes: list[Size]) -> ir.Value | bool:
    """Whether the product of some sizes is no more than that."""
    known, work = math.prod(n for n in sizes if isinstance(n, int)), None
    if known > limit:
        return False
    for size in sizes:
        if not isinstance(size, int):
            value = value_of(size)
            work = value if work is None else build.emit1("arith.muli", value.type, work, value)
    return True if work is None else build.compare_integers("sle", work, build.index(limit // max(1, known)))
