"""What the search for pieces says of its ways to divide a function: the least room, and what each way keeps."""

import pytest

from lagrad import pipelines
from lagrad.ad import budget
from lagrad.ad.calls.outlined_parts import Part
from lagrad.ad.cuts import Cut
from lagrad.ad.division import Division
from lagrad.analysis.call_graph import calls, functions
from lagrad.errors import Failure, Report
from lagrad.mlir import ir

TYPE = "tensor<200xf64>"
VALUE = 1600  # bytes
STEPS = ("math.sin", "math.exp", "math.sin", "math.tanh")
NOISE = f"""
  %r = func.call @noise() : () -> f64
  %s = tensor.splat %r : {TYPE}
  %LAST_noisy = arith.mulf %LAST, %s : {TYPE}
"""
ASSERTION = f"""
  %LAST_e = tensor.extract %LAST[%c0] : {TYPE}
  %LAST_is_small = arith.cmpf olt, %LAST_e, %large : f64
  cf.assert %LAST_is_small, "large"
"""
LOOP = f"""
  %LAST_looped = scf.for %i = %c0 to %cTRIPS step %c1 iter_args(%q0 = %LAST) -> {TYPE} {{
    BODY
    scf.yield %qDEEP : {TYPE}
  }}
"""
NOISY_LOOP = LOOP.replace("    BODY", "    %r = func.call @noise() : () -> f64\n    BODY")
NOISY_LOOP = NOISY_LOOP.replace(
    "    scf.yield %qDEEP",
    f"    %s = tensor.splat %r : {TYPE}\n    %q = arith.mulf %qDEEP, %s : {TYPE}\n    scf.yield %q",
)
BRANCH = f"""
  %LAST_branched = scf.if %is_there -> {TYPE} {{
    %q0 = math.sin %LAST : {TYPE}
    BODY
    scf.yield %qDEEP : {TYPE}
  }} else {{
    scf.yield %LAST : {TYPE}
  }}
"""
WHILE = f"""
  %t, %LAST_while = scf.while (%t = %zero, %q0 = %LAST) : (f64, {TYPE}) -> (f64, {TYPE}) {{
    %more = arith.cmpf olt, %t, %large : f64
    scf.condition(%more) %t, %q0 : f64, {TYPE}
  }} do {{
  ^bb0(%t: f64, %q0: {TYPE}):
    BODY
    %later = arith.addf %t, %one : f64
    scf.yield %later, %qDEEP : f64, {TYPE}
  }} attributes {{lagrad.trips = TRIPS}}
"""


SHOWN = "    func.call @show() : () -> ()\n    BODY"  # an effect of which no adjoint reads anything
SHOWING_LOOP, SHOWING_WHILE = (loop.replace("    BODY", SHOWN) for loop in (LOOP, WHILE))
ALL = -1


def chain(at: int = 0, odd: str = "", length: int = 28, trips: int = 30, deep: int = 8) -> str:
    """So many steps in a row, with something odd before one of them, or all: it may hold `deep` steps."""
    lines, inner = [], "\n".join(f"%q{k + 1} = {STEPS[k % 4]} %q{k} : {TYPE}" for k in range(deep))
    for k in range(length):
        value = f"%x{k}"
        if odd and at in (k, ALL):
            whole = odd.replace("BODY", inner).replace("DEEP", str(deep)).replace("TRIPS", str(trips))
            lines.append(whole.replace("%LAST", value))
            value += next((name for name in ("_noisy", "_looped", "_branched", "_while") if name in odd), "")
        lines.append(f"%x{k + 1} = {STEPS[k % 4]} {value} : {TYPE}")
    body = "\n  ".join(lines)
    return f"""
        func.func private @noise() -> f64
        func.func private @show()
        func.func @f(%x0: {TYPE}, %is_there: i1) -> {TYPE} {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c{trips} = arith.constant {trips} : index
          %zero = arith.constant 0.0 : f64
          %one = arith.constant 1.0 : f64
          %large = arith.constant 28.0 : f64
          {body}
          return %x{length} : {TYPE}
        }}
        func.func private @df({TYPE}, i1, {TYPE}) -> {TYPE} attributes {{lagrad.pullback = @f}}
    """


PROGRAMS = {
    "chain": chain(),
    "noise first": chain(2, NOISE),
    "noise": chain(14, NOISE),
    "noise last": chain(26, NOISE),
    "assertions": chain(ALL, ASSERTION),
    "loop": chain(7, LOOP, 14),
    "loop that is cut": chain(1, LOOP, 12, 8, 32),
    "loop with an effect": chain(5, NOISY_LOOP, 40, 3, 32),
    "branch": chain(7, BRANCH, 14),
    "while": chain(3, WHILE, 10),
    "while that is cut": chain(1, WHILE, 12, 3, 32),
    "loop that shows": chain(7, SHOWING_LOOP, 14),
    "while that shows": chain(5, SHOWING_WHILE, 40),
}


def searched(text: str, monkeypatch, look) -> list:
    """What `look` says of the ways to cut the function of a program, when it is to keep less than it can."""
    said = []

    class Watched(Cut):
        def __init__(self, *of):
            super().__init__(*of)
            said.append(look(self))

    monkeypatch.setattr(budget, "Cut", Watched)
    with pytest.raises(Failure, match="the least is"), pipelines.new_context():
        pipelines.run(ir.Module.parse(text), "lagrad-differentiate{memory-budget=1}")
    return said


LIKE_OTHERS = ("noise first", "noise last", "while")
OF_EACH = [pytest.param(name, marks=[pytest.mark.long] * (name in LIKE_OTHERS)) for name in PROGRAMS]


@pytest.mark.parametrize("name", OF_EACH)
def test_rooms(name, monkeypatch):
    """The least one is enough, and no less is; what is in one keeps no more.

    The plan of the least one may keep less, as that of a loop with an effect does; a budget of that is enough, too.
    """

    def look(cut: Cut) -> tuple:
        least, most = cut.divisions.least(), cut.known.all()
        kept = cut._bytes(cut.divisions.within(least))
        rooms = range(least, most, max(VALUE, (most - least) // 12))
        keeps = [(room, cut._bytes(cut.divisions.within(room))) for room in rooms]
        return cut.divisions.within(least - 1), cut.fitting(kept), keeps

    ((less, found, keeps),) = searched(PROGRAMS[name], monkeypatch, look)
    assert less is None and found is not None
    assert keeps and all(kept is not None and kept <= room for room, kept in keeps), keeps


def test_assertions_stand_in_pieces_too(monkeypatch):
    """They run once: no adjoint reads what they compute."""

    def least(name: str) -> list:
        return searched(PROGRAMS[name], monkeypatch, lambda cut: cut.divisions.least())

    assert least("assertions") == least("chain")


def test_loops_with_an_effect_are_divided_inside(monkeypatch):
    """They are in no piece. A `while` leaves as many states behind as there is room for beside what the rest needs."""

    def least(name: str) -> list:
        return searched(PROGRAMS[name], monkeypatch, lambda cut: cut.divisions.least())

    assert least("loop that shows") <= least("loop")

    def look(cut: Cut) -> list[float]:
        least, most = cut.divisions.least(), cut.known.all()
        return [cut.divisions.within(room).cost for room in (least, (least + most) // 2)]

    ((dear, cheap),) = searched(PROGRAMS["while that shows"], monkeypatch, look)
    assert cheap < dear / 5


def test_where_plans_keep_more_than_it_seems_there_is_less_room(monkeypatch):
    """And no less than is needed for that, as what costs least takes all that there is."""

    def look(cut: Cut) -> tuple:
        seems, least = cut._bytes, cut.divisions.least()
        cut._bytes = lambda division: seems(division) + 2 * VALUE
        found = cut.fitting(least + 8 * VALUE)
        return found.most <= least + 8 * VALUE, found.division.cost < cut.divisions.within(least).cost

    assert searched(PROGRAMS["chain"], monkeypatch, look) == [(True, True)]


MARKED = chain().replace(f"-> {TYPE} {{", f"-> {TYPE} attributes {{lagrad.checkpoint}} {{", 1)


@pytest.mark.parametrize("text, room, pieces", [
    (PROGRAMS["loop that is cut"], 17_616, 4), (chain(), 16_000, 2), (MARKED, 16_000, 2),
], ids=["pieces in a piece", "pieces", "a function that is a piece"])  # fmt: skip
def test_of_the_ways_that_are_tried_one_is_left(text, room, pieces):
    """No function of another one, and each derivative is told of once."""
    told: list[str] = []
    report = Report(planned=lambda request, *_: told.append(request.name))
    with pipelines.new_context():
        module = ir.Module.parse(text)
        pipelines.run(module, f"lagrad-differentiate{{memory-budget={room}}}", report)
        table = functions(module.operation)
        called = {name for function in table.values() for name in calls(function)}
        assert table.keys() - called == {"noise", "show", "f", "df"}
        assert len(called) == 2 * pieces
        assert sum("as a piece" in remark.message for remark in report.remarks) == pieces
    assert told == [entry["request"] for entry in report.entries]
    assert len(told) == len(set(told)) == pieces + 1


def test_what_pieces_of_one_name_do_with_their_arguments(monkeypatch):
    """They are of different trials: the result of the first one does not depend on %w, that of the second one does."""
    text = f"""
        func.func private @kept(%w: {TYPE}) -> {TYPE} attributes {{no_inline}} {{
          %x = math.exp %w : {TYPE}
          return %x : {TYPE}
        }}
        func.func @f(%w: {TYPE}) -> {TYPE} {{
          %x = func.call @kept(%w) : ({TYPE}) -> {TYPE}
          %floor = math.floor %w : {TYPE}
          %y = arith.mulf %x, %floor : {TYPE}
          %sine = math.sin %w : {TYPE}
          %z = arith.mulf %y, %sine : {TYPE}
          return %z : {TYPE}
        }}
        func.func private @df({TYPE}, {TYPE}) -> {TYPE} attributes {{lagrad.pullback = @f}}
    """

    def look(cut: Cut) -> list[bool]:
        found, divisions = [], cut.divisions
        _, floor, sine = [n for n, op in enumerate(divisions.ops) if cut.program.arguments[0] in op.operands]
        for first in (floor, sine):
            trial = cut.trials.of(Division(parts=(Part(first, first + 1),)))
            found.append("f_piece_augmented" in trial.split)  # whether it has an adjoint
            cut.trials.drop(trial)
        return [*found, "f_piece_augmented" in cut.trials.split]  # of what is dropped nothing is known

    assert searched(text, monkeypatch, look) == [[False, True, False]]


def test_a_way_that_cannot_be_leaves_no_function(monkeypatch):
    """What has an effect whose result is read is in no piece."""

    def look(cut: Cut) -> tuple:
        (noise,) = [n for n, op in enumerate(cut.divisions.ops) if op.name == "func.call"]
        before = functions(cut.trials.module).keys()
        return cut.trials.of(Division(parts=(Part(0, noise + 5),))), functions(cut.trials.module).keys() - before

    assert searched(PROGRAMS["noise"], monkeypatch, look) == [(None, set())]
