"""Statements that move parts of matrices about, each with its twin in NumPy."""

from __future__ import annotations

import numpy as np
from moves_text import FLAT, WHOLE, N, Writer, at, put, replaced, taken


class Statements(Writer):
    """What changes the matrices, one at a time: each gives the names behind it, and what it computes."""

    def _move(self, depth, names, counters, nested):
        """A part of a matrix, or its sine, to another place of it, or of another one."""
        h, w = self._part()
        i, j, k, l = (self._offset(counters, size) for size in (h, w, h, w))
        source, target, function = (
            self._random.randrange(self.count),
            self._random.randrange(self.count),
            self._random.random() < 0.3,
        )
        part = self._slice(depth, names[source], i, j, h, w)
        if function:
            part = self._define(depth, f"math.sin {part} : tensor<{h}x{w}xf64>")
        names = replaced(names, target, self._insert(depth, part, names[target], k, l, h, w))

        def step(state, now):
            moved = taken(state[source], i, j, h, w, now)
            return replaced(state, target, put(state[target], np.sin(moved) if function else moved, k, l, now))

        return names, step

    def _combine(self, depth, names, counters, nested):
        """The sum of two parts of a matrix in the place of a third, or of the first."""
        h, w = self._part()
        i, j, k, l = (self._offset(counters, size) for size in (h, w, h, w))
        m, n = (i, j) if self._random.random() < 0.5 else (self._offset(counters, h), self._offset(counters, w))
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        one, other = self._slice(depth, names[target], i, j, h, w), self._slice(depth, names[source], k, l, h, w)
        total = self._define(depth, f"arith.addf {one}, {other} : tensor<{h}x{w}xf64>")
        names = replaced(names, target, self._insert(depth, total, names[target], m, n, h, w))

        def step(state, now):
            total = taken(state[target], i, j, h, w, now) + taken(state[source], k, l, h, w, now)
            return replaced(state, target, put(state[target], total, m, n, now))

        return names, step

    def _shift(self, depth, names, counters, nested):
        """A part of the elements, row after row, to another place among them."""
        k, size = self._random.randrange(self.count), self._random.randint(N, FLAT - 1)
        a, b = (self._random.randint(0, FLAT - size) for _ in range(2))
        static = "?" not in self.type
        flat_type, sizes = (f"tensor<{FLAT}xf64>", f"[{N}, {N}]") if static else ("tensor<?xf64>", f"[%c{N}, %c{N}]")
        flat = self._define(depth, f"tensor.collapse_shape {names[k]} [[0, 1]] : {self.type} into {flat_type}")
        part = self._define(depth, f"tensor.extract_slice {flat}[{a}] [{size}] [1] : {flat_type} to tensor<{size}xf64>")
        moved = self._define(
            depth, f"tensor.insert_slice {part} into {flat}[{b}] [{size}] [1] : tensor<{size}xf64> into {flat_type}"
        )
        again = self._define(
            depth, f"tensor.expand_shape {moved} [[0, 1]] output_shape {sizes} : {flat_type} into {self.type}"
        )

        def step(state, now):
            flat = state[k].ravel().copy()
            flat[b : b + size] = flat[a : a + size].copy()
            return replaced(state, k, flat.reshape(N, N))

        return replaced(names, k, again), step

    def _sine(self, depth, names, counters, nested):
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        sine = self._define(depth, f"math.sin {names[source]} : {self.type}")
        return replaced(names, target, sine), lambda state, _: replaced(state, target, np.sin(state[source]))

    def _element(self, depth, names, counters, nested):
        """An element to another place, twice as large."""
        i, j, k, l = (self._offset(counters, 1) for _ in range(4))
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        places = [text if text.startswith("%") else f"%c{text}" for text, _ in (i, j, k, l)]
        element = self._define(depth, f"tensor.extract {names[source]}[{places[0]}, {places[1]}] : {self.type}")
        twice = self._define(depth, f"arith.addf {element}, {element} : f64")
        new = self._define(depth, f"tensor.insert {twice} into {names[target]}[{places[2]}, {places[3]}] : {self.type}")

        def step(state, now):
            return replaced(state, target, put(state[target], 2 * taken(state[source], i, j, 1, 1, now), k, l, now))

        return replaced(names, target, new), step

    def _transpose(self, depth, names, counters, nested):
        """A part of a matrix, transposed, in another one or in the same."""
        h, w = self._part()
        i, j, k, l = (
            self._offset(counters, h),
            self._offset(counters, w),
            self._offset(counters, w),
            self._offset(counters, h),
        )
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        part = self._slice(depth, names[source], i, j, h, w)
        into = self._slice(depth, names[target], k, l, w, h)
        turned = self._define(
            depth,
            f"linalg.transpose ins({part} : tensor<{h}x{w}xf64>) outs({into} : tensor<{w}x{h}xf64>) "
            f"permutation = [1, 0]",
        )
        names = replaced(names, target, self._insert(depth, turned, names[target], k, l, w, h))

        def step(state, now):
            return replaced(state, target, put(state[target], taken(state[source], i, j, h, w, now).T, k, l, now))

        return names, step

    def _swap(self, depth, names, counters, nested):
        order = self._random.sample(range(self.count), self.count)
        return [names[k] for k in order], lambda state, _: [state[k] for k in order]

    def _select(self, depth, names, counters, nested):
        """One of two matrices, as the condition says."""
        a, b, target = (self._random.randrange(self.count) for _ in range(3))
        chosen = self._define(depth, f"arith.select %c, {names[a]}, {names[b]} : {self.type}")
        return replaced(names, target, chosen), lambda state, now: replaced(state, target, state[a if now["%c"] else b])

    def _roll(self, depth, names, counters, nested):
        """The last rows before the first ones."""
        source, target, first = (
            self._random.randrange(self.count),
            self._random.randrange(self.count),
            self._random.randint(1, N - 1),
        )
        upper, lower = (
            self._slice(depth, names[source], at(0), at(0), first, N),
            self._slice(depth, names[source], at(first), at(0), N - first, N),
        )
        parts = f"(tensor<{N - first}x{N}xf64>, tensor<{first}x{N}xf64>) -> {WHOLE}"
        rolled = self._cast(
            depth, self._define(depth, f"tensor.concat dim(0) {lower}, {upper} : {parts}"), WHOLE, self.type
        )
        return replaced(names, target, rolled), lambda state, _: replaced(
            state, target, np.roll(state[source], -first, axis=0)
        )

    def _rows(self, depth, names, counters, nested):
        """Some rows to other places, all at once."""
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        taken, places = ([self._random.choice(range(N)) for _ in range(2)], self._random.sample(range(N), 2))
        numbers = [
            self._define(depth, f"arith.constant dense<{[[k] for k in rows]}> : tensor<2x1xindex>")
            for rows in (taken, places)
        ]
        of, into = (self._cast(depth, name, self.type, WHOLE) for name in (names[source], names[target]))
        rows, indices = f"tensor<2x1x{N}xf64>", "tensor<2x1xindex>"
        gathered = self._define(
            depth, f"tensor.gather {of}[{numbers[0]}] gather_dims([0]) : ({WHOLE}, {indices}) -> {rows}"
        )
        types = f"({rows}, {WHOLE}, {indices}) -> {WHOLE}"
        new = self._define(
            depth, f"tensor.scatter {gathered} into {into}[{numbers[1]}] scatter_dims([0]) unique : {types}"
        )

        def step(state, _):
            matrix = state[target].copy()
            matrix[places] = state[source][taken]
            return replaced(state, target, matrix)

        return replaced(names, target, self._cast(depth, new, WHOLE, self.type)), step
