"""Which loops a budget gives snapshots, and how many: it costs no more than any of the choices that are tried here."""

from functools import cache
from itertools import product

import pytest
from test_divisions import TYPE, VALUE, searched

from lagrad.ad.cuts import Cut
from lagrad.ad.kept_bytes import PLACE

OUTER, INNER = 16, 12
HEAD = f"""
  func.func private @df({TYPE}, {TYPE}) -> {TYPE} attributes {{lagrad.pullback = @f}}
  func.func @f(%x: {TYPE}) -> {TYPE} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %outer = arith.constant {OUTER} : index
    %inner = arith.constant {INNER} : index
    %zero = arith.constant 0.0 : f64
    %one = arith.constant 1.0 : f64
    %end = arith.constant {INNER - 0.5} : f64
"""
LOOP = f"""
  %NEW = scf.for %iNEW = %c0 to %TRIPS step %c1 iter_args(%sNEW = %OLD) -> {TYPE} {{
    BODY
  }}
"""
STEP = f"%vNEW = math.sin %sNEW : {TYPE}\n %uNEW = math.exp %vNEW : {TYPE}\n scf.yield %uNEW : {TYPE}"
AROUND = f"""
  %p = math.sin %sz : {TYPE}
  %q = math.exp %p : {TYPE}
  IN
  %r = math.sin %y : {TYPE}
  %t = math.exp %r : {TYPE}
  scf.yield %t : {TYPE}
"""


def loop(new: str, old: str, trips: str, body: str = STEP) -> str:
    return LOOP.replace("BODY", body).replace("NEW", new).replace("OLD", old).replace("TRIPS", trips)


WHILE = f"""
  %time, %w = scf.while (%tw = %zero, %sw = %y) : (f64, {TYPE}) -> (f64, {TYPE}) {{
    %more = arith.cmpf olt, %tw, %end : f64
    scf.condition(%more) %tw, %sw : f64, {TYPE}
  }} do {{
  ^bb0(%tw: f64, %sw: {TYPE}):
    %later = arith.addf %tw, %one : f64
    %vw = math.sin %sw : {TYPE}
    %uw = math.exp %vw : {TYPE}
    scf.yield %later, %uw : f64, {TYPE}
  }} attributes {{lagrad.trips = {INNER}}}
"""
NESTED = HEAD + loop("z", "x", "outer", AROUND.replace("IN", loop("y", "q", "inner"))) + f"return %z : {TYPE} }}"
IN_A_ROW = HEAD + loop("y", "x", "outer") + loop("z", "y", "inner") + f"return %z : {TYPE} }}"
AFTER_WHILE = HEAD + WHILE.replace("%y", "%x") + loop("z", "w", "outer") + f"return %z : {TYPE} }}"
WITH_WHILE = HEAD + loop("y", "x", "outer") + WHILE + loop("z", "w", "inner") + f"return %z : {TYPE} }}"


@cache
def advances(steps: int, snapshots: int) -> int:
    """The least steps that are run again to give all states, last one first, with the first state among the kept."""
    if steps <= 1:
        return 0
    if snapshots == 1:
        return steps * (steps - 1) // 2
    return min(k + advances(k, snapshots) + advances(steps - k, snapshots - 1) for k in range(1, steps))


def tried(cut: Cut) -> list:
    """For some budgets: what is found costs and keeps, and the least cost of what is tried here and keeps no more."""
    search = cut.search
    outermost = cut.known.loops(cut.program.entry)
    loops = [*outermost, *(op for each in outermost for op in cut.known.loops(cut.program.body(each)))]

    def cost_of(marks: dict) -> float:
        times = {op: 1 if op in outermost else OUTER for op in marks}
        return sum(n * advances(search.trips(op), marks[op]) * search.step(op) for op, n in times.items())

    known = []
    for numbers in product((0, 1, 2, 4, 8, 12, 16), repeat=len(loops)):
        marks = {op: number for op, number in zip(loops, numbers) if number}
        known.append((cost_of(marks), search.kept(search.mode, marks).all()))
    found = []
    for budget in range(min(kept for _, kept in known), cut.known.all(), VALUE + PLACE):
        choice = search.fitting(budget)
        assert choice is None or choice.cost == cost_of(choice.marks)
        kept = choice and search.kept(search.mode, choice.marks).all()
        found.append((budget, choice and choice.cost, kept, min(cost for cost, kept in known if kept <= budget)))
    return found


# What a `while` keeps is there in the adjoints of all loops before it, and which part it may take is a guess.
@pytest.mark.parametrize("text, first, times", [
    (NESTED, 0, 1), (IN_A_ROW, 0, 1), (AFTER_WHILE, 0, 1.2), (WITH_WHILE, 1, 1.5),
], ids=["nested", "in a row", "after a while", "around a while"])  # fmt: skip
def test_no_choice_that_is_tried_costs_less(text, first, times, monkeypatch):
    (found,) = searched(text, monkeypatch, tried)
    assert len(found) > 15
    for budget, cost, kept, least in found[first:]:
        assert cost is not None and kept <= budget and cost <= times * least
    assert sum(cost < least for _, cost, _, least in found[first:]) > 4  # other numbers than those that are tried here
