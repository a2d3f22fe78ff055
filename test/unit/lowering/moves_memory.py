"""Statements on memory that the caller passes, under several names that may overlap; their twins change NumPy's views
of it in place."""

from __future__ import annotations

import numpy as np
from moves_structures import Structures
from moves_text import N, Offset, replaced

MEMORY = f"memref<{N}x{N}xf64>"
PART = f"strided<[{N}, 1], offset: ?>"


class MemoryStatements(Structures):
    """What reads and writes `%m0`, `%m1`, ...: `now["%m"]` has their twins."""

    memories = 0

    def _effects(self) -> list:
        return [self._through_a_copy, self._one_by_one, self._halved, self._to_memory, self._from_memory, self._moved]

    def _memory_function(self) -> list[str]:
        """A function that stays one: the second part becomes the first one, as it was before that is filled with
        zeros."""
        part = f"memref<?x?xf64, {PART}>"
        return f"""func.func private @moved(%x: {part}, %y: {part}) attributes {{no_inline}} {{
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.dim %x, %c0 : {part}
  %w = memref.dim %x, %c1 : {part}
  %t = memref.alloc(%h, %w) : memref<?x?xf64>
  memref.copy %x, %t : {part} to memref<?x?xf64>
  linalg.fill ins(%zero : f64) outs(%y : {part})
  linalg.add ins(%t, %y : memref<?x?xf64>, {part}) outs(%y : {part})
  return
}}""".split("\n")

    def _part_of_memory(self, depth: int, counters, h: int, w: int):
        """A part of one of the buffers, as a view of some kind; its type, and its twin."""
        k, (i, j) = self._random.randrange(self.memories), (self._offset(counters, size) for size in (h, w))
        row, column = _name_of(i), _name_of(j)
        type = f"memref<{h}x{w}xf64, {PART}>"
        match self._random.choice(["slice", "rows", "again"]):
            case "slice":
                view = self._define(
                    depth, f"memref.subview %m{k}[{row}, {column}] [{h}, {w}] [1, 1] : {MEMORY} to {type}"
                )
            case "rows":  # a slice of a slice
                of = f"memref<{h}x{N}xf64, {PART}>"
                rows = self._define(depth, f"memref.subview %m{k}[{row}, 0] [{h}, {N}] [1, 1] : {MEMORY} to {of}")
                view = self._define(depth, f"memref.subview {rows}[0, {column}] [{h}, {w}] [1, 1] : {of} to {type}")
            case "again":
                start = self._define(depth, f"arith.muli {row}, %c{N} : index")
                start = self._define(depth, f"arith.addi {start}, {column} : index")
                to = f"offset: [{start}], sizes: [{h}, {w}], strides: [{N}, 1] : {MEMORY} to {type}"
                view = self._define(depth, f"memref.reinterpret_cast %m{k} to {to}")
        return view, type, lambda now: now["%m"][k][i[1](now) : i[1](now) + h, j[1](now) : j[1](now) + w]

    def _through_a_copy(self, depth, names, counters, nested):
        """A part is copied, something else may happen to memory, and the copy goes to another part, or is added to
        it."""
        h, w = self._part()
        source, source_type, read = self._part_of_memory(depth, counters, h, w)
        copy, copy_type = self._define(depth, f"memref.alloc() : memref<{h}x{w}xf64>"), f"memref<{h}x{w}xf64>"
        self._write(depth, f"memref.copy {source}, {copy} : {source_type} to {copy_type}")
        _, between = (
            self._halved(depth, names, counters, nested)
            if self._random.random() < 0.5
            else (names, lambda state, _: state)
        )
        target, target_type, write = self._part_of_memory(depth, counters, h, w)
        adds = self._random.random() < 0.5
        value = (
            "%half = arith.constant 0.5 : f64\n%t = arith.addf %s, %d : f64\n%r = arith.mulf %t, %half : f64"
            if adds
            else "%r = math.sin %s : f64"
        )
        self._elementwise(depth, f"ins({copy} : {copy_type}) outs({target} : {target_type})", "%s: f64, %d: f64", value)

        def step(state, now):
            taken = read(now).copy()
            state = between(state, now)
            write(now)[:] = (taken + write(now)) * 0.5 if adds else np.sin(taken)
            return state

        return names, step

    def _elementwise(self, depth: int, operands: str, arguments: str, body: str) -> None:
        maps = ", ".join(["affine_map<(i, j) -> (i, j)>"] * (1 + arguments.count(",")))
        self._write(
            depth,
            f'linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel"]}} {operands} {{',
        )
        self._write(depth, f"^bb0({arguments}):")
        for line in body.split("\n"):
            self._write(depth + 1, line)
        self._write(depth + 1, "linalg.yield %r : f64")
        self._write(depth, "}")

    def _halved(self, depth, names, counters, nested):
        view, type, write = self._part_of_memory(depth, counters, *self._part())
        self._elementwise(
            depth,
            f"outs({view} : {type})",
            "%d: f64",
            "%half = arith.constant 0.5 : f64\n%r = arith.mulf %d, %half : f64",
        )

        def step(state, now):
            write(now)[:] *= 0.5
            return state

        return names, step

    def _one_by_one(self, depth, names, counters, nested):
        """A loop that reads what it may have written an iteration before."""
        h, w = self._part()
        source, source_type, read = self._part_of_memory(depth, counters, h, w)
        target, target_type, write = self._part_of_memory(depth, counters, h, w)
        r, c = self._name(), self._name()
        self._write(depth, f"scf.for {r} = %c0 to %c{h} step %c1 {{")
        self._write(depth + 1, f"scf.for {c} = %c0 to %c{w} step %c1 {{")
        one = self._define(depth + 2, f"memref.load {source}[{r}, {c}] : {source_type}")
        other = self._define(depth + 2, f"memref.load {target}[{r}, {c}] : {target_type}")
        half = self._define(depth + 2, "arith.constant 0.5 : f64")
        total = self._define(depth + 2, f"arith.addf {one}, {other} : f64")
        value = self._define(depth + 2, f"arith.mulf {total}, {half} : f64")
        self._write(depth + 2, f"memref.store {value}, {target}[{r}, {c}] : {target_type}")
        self._write(depth + 1, "}")
        self._write(depth, "}")

        def step(state, now):
            one, other = read(now), write(now)
            for place in np.ndindex(h, w):
                other[place] = 0.5 * (one[place] + other[place])
            return state

        return names, step

    def _to_memory(self, depth, names, counters, nested):
        """An element of a matrix to memory."""
        (i, j, k, l), source, m = (
            (self._offset(counters, 1) for _ in range(4)),
            self._random.randrange(self.count),
            self._random.randrange(self.memories),
        )
        element = self._define(depth, f"tensor.extract {names[source]}[{_name_of(i)}, {_name_of(j)}] : {self.type}")
        self._write(depth, f"memref.store {element}, %m{m}[{_name_of(k)}, {_name_of(l)}] : {MEMORY}")

        def step(state, now):
            now["%m"][m][k[1](now), l[1](now)] = state[source][i[1](now), j[1](now)]
            return state

        return names, step

    def _from_memory(self, depth, names, counters, nested):
        """An element of memory to a matrix."""
        (i, j, k, l), target, m = (
            (self._offset(counters, 1) for _ in range(4)),
            self._random.randrange(self.count),
            self._random.randrange(self.memories),
        )
        element = self._define(depth, f"memref.load %m{m}[{_name_of(i)}, {_name_of(j)}] : {MEMORY}")
        new = self._define(
            depth, f"tensor.insert {element} into {names[target]}[{_name_of(k)}, {_name_of(l)}] : {self.type}"
        )

        def step(state, now):
            matrix = state[target].copy()
            matrix[k[1](now), l[1](now)] = now["%m"][m][i[1](now), j[1](now)]
            return replaced(state, target, matrix)

        return replaced(names, target, new), step

    def _moved(self, depth, names, counters, nested):
        """The function on two parts, which may be one and the same."""
        h, w = self._part()
        (source, type, read), (target, other_type, write) = (
            self._part_of_memory(depth, counters, h, w) for _ in range(2)
        )
        whole = f"memref<?x?xf64, {PART}>"
        x, y = (
            self._define(depth, f"memref.cast {source} : {type} to {whole}"),
            self._define(depth, f"memref.cast {target} : {other_type} to {whole}"),
        )
        self._write(depth, f"func.call @moved({x}, {y}) : ({whole}, {whole}) -> ()")

        def step(state, now):
            write(now)[:] = read(now).copy()
            return state

        return names, step


def _name_of(offset: Offset) -> str:
    return offset[0] if offset[0].startswith("%") else f"%c{offset[0]}"
