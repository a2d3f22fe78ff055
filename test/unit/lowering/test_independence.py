"""Iterations that are said to be independent are so: loops at random, whose iterations are run one by one here, and
what each reads and writes is compared; and places in memory, of elements and of vectors."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest

from lagrad.execute import parse
from lagrad.lowering.facts.independence import Dependent, independence
from lagrad.lowering.facts.places import place
from lagrad.lowering.walk import walk

ROWS, COLUMNS = 24, 12
GIVEN = 2  # an index that the function is given

Index = tuple[int, int, int, int]  # what i, j and GIVEN are multiplied with, and a number


def at(index: Index, i: int, j: int) -> int:
    of_i, of_j, of_given, number = index
    return of_i * i + of_j * j + of_given * GIVEN + number


@dataclass(frozen=True)
class Access:
    """A load or store of `count` elements from `rows, columns` on. `view` is how many rows each iteration begins later,
    of a view that is taken in it and seen as one row."""

    stores: bool
    rows: Index
    columns: Index
    count: int
    view: int | None

    def elements(self, i: int, j: int) -> set[int]:
        row, column = at(self.rows, i, j), at(self.columns, i, j)
        first = row * COLUMNS + column if self.view is None else (self.view * i + 12) * COLUMNS + column
        return set(range(first, first + self.count))

    def text(self, n: int) -> str:
        lines, names = [], []
        for k, (*factors, number) in enumerate((self.rows, self.columns)):
            names.append(f"%sum{n}_{k}_3")
            lines.append(f"%sum{n}_{k}_0 = arith.constant {number} : index")
            for m, (factor, value) in enumerate(zip(factors, ("%i", "%j", "%given"))):
                lines.append(f"%by{n}_{k}_{m} = arith.constant {factor} : index")
                lines.append(f"%term{n}_{k}_{m} = arith.muli %by{n}_{k}_{m}, {value} : index")
                lines.append(f"%sum{n}_{k}_{m + 1} = arith.addi %sum{n}_{k}_{m}, %term{n}_{k}_{m} : index")
        buffer, type = "%a", f"memref<{ROWS}x{COLUMNS}xf64>"
        if self.view is not None:
            part = f"memref<6x{COLUMNS}xf64, strided<[{COLUMNS}, 1], offset: ?>>"
            buffer, row = f"%w{n}", f"memref<{6 * COLUMNS}xf64, strided<[1], offset: ?>>"
            lines += [f"%m{n} = arith.constant {self.view} : index", f"%g{n} = arith.muli %i, %m{n} : index"]
            lines += [f"%h{n} = arith.addi %g{n}, %c12 : index"]
            lines += [f"%v{n} = memref.subview %a[%h{n}, 0] [6, {COLUMNS}] [1, 1] : {type} to {part}"]
            lines += [f"{buffer} = memref.collapse_shape %v{n} [[0, 1]] : {part} into {row}"]
            type, names = row, names[1:]
        where = f"{buffer}[{', '.join(names)}] : {type}"
        match self.stores, self.count:
            case True, 1:
                lines.append(f"memref.store %one, {where}")
            case True, count:
                lines.append(f"vector.store %ones{count}, {where}, vector<{count}xf64>")
            case False, 1:
                lines.append(f"%l{n} = memref.load {where}")
            case False, count:
                lines.append(f"%l{n} = vector.load {where}, vector<{count}xf64>")
        return "\n".join(lines)


@dataclass(frozen=True)
class Loop:
    """Accesses in two loops, one in the other, over these ranges."""

    outer: range
    inner: range
    accesses: tuple[Access, ...]

    def fits(self) -> bool:
        """Does each access stay in the array, and each index in its dimension? Vectors at constant columns may go on in
        the next row; past the end of one at other columns is what MLIR leaves to the target."""
        for access, i, j in itertools.product(self.accesses, self.outer, self.inner):
            row, column = at(access.rows, i, j), at(access.columns, i, j)
            is_free = access.columns[:3] == (0, 0, 0)
            start, width = (row, COLUMNS) if access.view is None else (access.view * i + 12, 6 * COLUMNS)
            if not (0 <= start < ROWS - 6 and 0 <= column < width and (is_free or column + access.count <= width)):
                return False
        return True

    def is_independent(self) -> bool:
        """Does no iteration touch what another one writes?"""
        touched = []
        for i in self.outer:
            pairs = [(access, access.elements(i, j)) for access, j in itertools.product(self.accesses, self.inner)]
            written = set().union(*(own for access, own in pairs if access.stores))
            touched.append((written, set().union(*(own for _, own in pairs))))
        return all(one[0].isdisjoint(other[1]) for one, other in itertools.permutations(touched, 2))

    def text(self) -> str:
        numbers = {"b": self.outer.start, "e": self.outer.stop, "s": self.outer.step}
        numbers |= {"bj": self.inner.start, "ej": self.inner.stop, "sj": self.inner.step, "c12": 12}
        constants = "\n".join(f"%{name} = arith.constant {number} : index" for name, number in numbers.items())
        vectors = "\n".join(f"%ones{n} = arith.constant dense<1.0> : vector<{n}xf64>" for n in (2, 3, 4))
        body = "\n".join(access.text(n) for n, access in enumerate(self.accesses))
        return f"""
            func.func @f(%a: memref<{ROWS}x{COLUMNS}xf64>, %given: index) {{
              {constants}
              {vectors}
              %one = arith.constant 1.0 : f64
              scf.for %i = %b to %e step %s {{
                scf.for %j = %bj to %ej step %sj {{
                  {body}
                }}
              }}
              return
            }}
        """

    def is_proved(self) -> bool:
        module = parse(self.text())
        loop = next(op for op in walk(module.operation) if op.name == "scf.for")
        try:
            found = independence(loop, vectors=True)
        except Dependent:
            return False
        assert not found.scratch and not found.updates
        return True


def index_at_random(draw: random.Random, step: int) -> Index:
    factors = draw.choice((0, 1, 1, step, -1)), draw.choice((0, 0, 1, 2, -1)), draw.choice((0, 0, 0, 1))
    return *factors, draw.randrange(8)


def access_at_random(draw: random.Random, stores: bool, other: Access | None) -> Access:
    count = draw.choice((1, 1, 2, 3, 4))
    if draw.random() < 0.1:
        columns = (draw.choice((1, 2, COLUMNS)), draw.choice((0, 1)), 0, draw.randrange(4))
        return Access(stores, (0, 0, 0, 0), columns, count, draw.choice((-1, 1)))
    rows, columns = index_at_random(draw, 2), index_at_random(draw, 3)
    if draw.random() < 0.5:  # at places that are constant in one dimension iterations meet more often
        columns = (0, 0, 0, draw.choice((0, 1, COLUMNS - 3, COLUMNS - 2, COLUMNS - 1)))
    elif draw.random() < 0.5:
        rows = (0, 0, 0, draw.randrange(2))
    if other is not None and draw.random() < 0.3:
        rows, columns = other.rows, other.columns
    return Access(stores, rows, columns, count, None)


def loop_at_random(draw: random.Random) -> Loop:
    while True:
        begin, start = draw.randrange(2), draw.randrange(2)
        outer = range(begin, begin + draw.randrange(2, 9), draw.choice((1, 1, 2, 3)))
        inner = range(start, start + draw.randrange(1, 5), draw.choice((1, 1, 2)))
        first = access_at_random(draw, True, None)
        others = [access_at_random(draw, draw.random() < 0.4, first) for _ in range(draw.randrange(2))]
        found = Loop(outer, inner, (first, *others))
        if found.fits():
            return found


def store(rows: Index, columns: Index, count: int = 1) -> Access:
    return Access(True, rows, columns, count, None)


def load(rows: Index, columns: Index, count: int = 1) -> Access:
    return Access(False, rows, columns, count, None)


FIRST = (0, 0, 0, 0)  # a column
ROW = (1, 0, 0, 0)  # of the iteration
CASES = {
    "a vector to the end of its row": (True, 1, store(ROW, (0, 0, 0, COLUMNS - 4), 4), load(ROW, FIRST)),
    "a vector past the end of its row": (False, 1, store(ROW, (0, 0, 0, COLUMNS - 3), 4), load(ROW, FIRST)),
    "one row and the double": (False, 1, store(ROW, FIRST), load((2, 0, 0, 0), FIRST)),
    "two rows for an iteration": (True, 2, store((2, 1, 0, 0), FIRST), load((2, 0, 0, 1), FIRST)),
    "three rows for an iteration, the last one the next one's": (False, 3, store((2, 1, 0, 0), FIRST)),
    "vectors of two, two apart": (True, 1, store(FIRST, (2, 0, 0, 0), 2), load(FIRST, (2, 0, 0, 1))),
    "vectors of three, two apart": (False, 1, store(FIRST, (2, 0, 0, 0), 3), load(FIRST, (2, 0, 0, 1))),
    "vectors of two, one apart, at a given place": (False, 1, store(FIRST, (1, 0, 1, 0), 2)),
}


@pytest.mark.parametrize("case", CASES)
def test_limits(case):
    is_independent, trips, *accesses = CASES[case]
    loop = Loop(range(4), range(trips), tuple(accesses))
    assert loop.is_independent() == loop.is_proved() == is_independent


@pytest.mark.parametrize("stride, is_known", [("2", True), ("%given", False)])
def test_rows_of_a_view_may_be_one(stride, is_known):
    """Strides that are not known may be zero."""
    rows = 24 if is_known else "?"
    module = parse(f"""
        func.func @f(%a: memref<24x12xf64>, %given: index) {{
          %begin = arith.constant 0 : index
          %step = arith.constant 1 : index
          %end = arith.constant 8 : index
          %one = arith.constant 1.0 : f64
          %part = memref.subview %a[0, 0] [8, 12] [{stride}, 1] :
              memref<24x12xf64> to memref<8x12xf64, strided<[{rows}, 1]>>
          scf.for %i = %begin to %end step %step {{
            memref.store %one, %part[%i, %begin] : memref<8x12xf64, strided<[{rows}, 1]>>
          }}
          return
        }}
    """)
    loop = next(op for op in walk(module.operation) if op.name == "scf.for")
    if is_known:
        independence(loop)
    else:
        with pytest.raises(Dependent):
            independence(loop)


def test_places_of_vectors_are_no_elements():
    module = parse("""
        func.func @f(%a: memref<8xf64>, %i: index) {
          %one = arith.constant 1 : index
          %next = arith.addi %i, %one : index
          %x = memref.load %a[%i] : memref<8xf64>
          %y = memref.load %a[%next] : memref<8xf64>
          %v = vector.load %a[%i] : memref<8xf64>, vector<2xf64>
          %w = vector.load %a[%next] : memref<8xf64>, vector<2xf64>
          return
        }
    """)
    x, y, v, w = (place(op) for op in walk(module.operation) if op.name in ("memref.load", "vector.load"))
    assert x.is_same(x) and v.is_same(v) and x.is_other(y)
    assert not x.is_same(v) and not x.is_same(y) and not v.is_same(w)
    assert not x.is_other(x) and not y.is_other(v) and not v.is_other(y) and not v.is_other(w)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_proved_is_so(seed):
    draw, proved, dependent = random.Random(seed), 0, 0
    for _ in range(200):
        loop = loop_at_random(draw)
        if loop.is_proved():
            assert loop.is_independent(), loop
            proved += 1
        dependent += not loop.is_independent()
    assert proved > 20 and dependent > 20
