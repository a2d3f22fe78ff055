"""The edges of each operation with regions, and what activity and dependence find along them."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.analysis.activity import Activity
from lagrad.analysis.dependence import dependents
from lagrad.analysis.flow import FLOWS, Edge
from lagrad.analysis.program import Program, walk
from lagrad.mlir import ir


@pytest.fixture(autouse=True)
def context():
    with pipelines.new_context(), ir.Location.unknown():
        yield
        keep.clear()


def program(body: str, types: str = "%x: f64, %y: f64, %b: i1, %n: index, %t: tensor<?xf64>") -> Program:
    module = ir.Module.parse(
        f"#ij = affine_map<(i, j) -> (i, j)>\n#i = affine_map<(i, j) -> (i)>\nfunc.func @f({types}) {{ {body} return }}"
    )
    keep.append(module)
    return Program(module.body.operations[0].operation)


keep: list[ir.Module] = []  # a program's operations end with their module


def the(program: Program, name: str) -> ir.Operation:
    return next(op for op in walk(program.function) if op.name == name)


def spelled(edge: Edge) -> str:
    """An edge as in `scf.for 3 -> scf.for[0] argument 1: entry`: [0] says of which region the argument is."""
    owner = edge.target.owner
    if isinstance(owner, ir.Block):
        around = owner.owner.operation
        region = next(n for n, r in enumerate(around.regions) if owner in list(r.blocks))
        target = f"{around.name}[{region}] argument {ir.BlockArgument(edge.target).arg_number}"
    else:
        target = f"result {ir.OpResult(edge.target).result_number}"
    return f"{edge.user.name} {edge.number} -> {target}: {edge.kind.name.lower()}"


FOR = """
    %r:2 = scf.for %i = %n to %n step %n iter_args(%p = %x, %q = %y) -> (f64, f64) {
      scf.yield %q, %p : f64, f64
    }
"""
IF = """
    %r = scf.if %b -> f64 { scf.yield %x : f64 } else { scf.yield %y : f64 }
"""
SWITCH = """
    %r = scf.index_switch %n -> f64
    case 3 { scf.yield %x : f64 }
    default { scf.yield %y : f64 }
"""
WHILE = """
    %r:2 = scf.while (%p = %x, %q = %n) : (f64, index) -> (index, f64) {
      scf.condition(%b) %q, %p : index, f64
    } do {
    ^bb0(%q: index, %p: f64):
      scf.yield %p, %q : f64, index
    }
"""
REGION = """
    %r = scf.execute_region -> f64 { scf.yield %x : f64 }
"""
PARALLEL = """
    %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f64 {
      scf.reduce(%y : f64) {
      ^bb0(%p: f64, %q: f64):
        %s = arith.addf %p, %q : f64
        scf.reduce.return %s : f64
      }
    }
"""
FORALL = """
    %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<?xf64> {
      %part = tensor.extract_slice %t[%i] [2] [1] : tensor<?xf64> to tensor<2xf64>
      scf.forall.in_parallel { tensor.parallel_insert_slice %part into %o[%i] [2] [1]
          : tensor<2xf64> into tensor<?xf64> }
    }
"""
GENERATE = """
    %r = tensor.generate %n { ^bb0(%i: index): tensor.yield %x : f64 } : tensor<?xf64>
"""
PAD = """
    %r = tensor.pad %t low[%n] high[0] { ^bb0(%i: index): tensor.yield %x : f64 } : tensor<?xf64> to tensor<?xf64>
"""


def generic(body: str, out: str = "#i", kinds: str = '"parallel", "reduction"') -> str:
    type = "tensor<2xf64>" if out == "#i" else "tensor<2x3xf64>"
    return f"""
        %r = linalg.generic {{indexing_maps = [#ij, {out}], iterator_types = [{kinds}]}}
            ins(%u : tensor<2x3xf64>) outs(%v : {type}) {{
        ^bb0(%p: f64, %q: f64):
          {body}
          linalg.yield %s : f64
        }} -> {type}
    """


SUM = generic("%s = arith.addf %p, %q : f64")
LAST = generic("%s = math.sin %p : f64")
ELEMENTS = generic("%s = arith.addf %p, %q : f64", "#ij", '"parallel", "parallel"')
GENERIC_TYPES = "%u: tensor<2x3xf64>, %v: tensor<2xf64>"

EDGES = {
    "scf.for": (FOR, None, """
        scf.for 3 -> scf.for[0] argument 1: entry
        scf.for 3 -> result 0: bypass
        scf.yield 0 -> scf.for[0] argument 1: around
        scf.yield 0 -> result 0: exit
        scf.for 4 -> scf.for[0] argument 2: entry
        scf.for 4 -> result 1: bypass
        scf.yield 1 -> scf.for[0] argument 2: around
        scf.yield 1 -> result 1: exit
    """),
    "scf.if": (IF, None, """
        scf.yield 0 -> result 0: exit
        scf.yield 0 -> result 0: exit
    """),
    "scf.index_switch": (SWITCH, None, """
        scf.yield 0 -> result 0: exit
        scf.yield 0 -> result 0: exit
    """),
    "scf.execute_region": (REGION, None, """
        scf.yield 0 -> result 0: exit
    """),
    "scf.while": (WHILE, None, """
        scf.while 0 -> scf.while[0] argument 0: entry
        scf.yield 0 -> scf.while[0] argument 0: around
        scf.while 1 -> scf.while[0] argument 1: entry
        scf.yield 1 -> scf.while[0] argument 1: around
        scf.condition 1 -> scf.while[1] argument 0: across
        scf.condition 1 -> result 0: exit
        scf.condition 2 -> scf.while[1] argument 1: across
        scf.condition 2 -> result 1: exit
    """),
    "scf.parallel": (PARALLEL, None, """
        scf.parallel 3 -> scf.reduce[0] argument 0: entry
        scf.reduce 0 -> scf.reduce[0] argument 0: across
        scf.reduce.return 0 -> scf.reduce[0] argument 0: around
        scf.parallel 3 -> scf.reduce[0] argument 1: entry
        scf.reduce 0 -> scf.reduce[0] argument 1: across
        scf.reduce.return 0 -> scf.reduce[0] argument 1: around
        scf.parallel 3 -> result 0: bypass
        scf.reduce.return 0 -> result 0: exit
    """),
    "scf.forall": (FORALL, None, """
        scf.forall 1 -> scf.forall[0] argument 1: entry
        scf.forall 1 -> result 0: bypass
        tensor.parallel_insert_slice 0 -> scf.forall[0] argument 1: around
        tensor.parallel_insert_slice 0 -> result 0: exit
        tensor.parallel_insert_slice 1 -> scf.forall[0] argument 1: around
        tensor.parallel_insert_slice 1 -> result 0: exit
    """),
    "tensor.generate": (GENERATE, None, """
        tensor.yield 0 -> result 0: exit
    """),
    "tensor.pad": (PAD, None, """
        tensor.yield 0 -> result 0: exit
        tensor.pad 0 -> result 0: bypass
    """),
    "a sum": (SUM, GENERIC_TYPES, """
        linalg.generic 0 -> linalg.generic[0] argument 0: entry
        linalg.generic 1 -> linalg.generic[0] argument 1: entry
        linalg.yield 0 -> result 0: exit
        linalg.yield 0 -> linalg.generic[0] argument 1: around
        linalg.generic 1 -> result 0: bypass
    """),
    "a reduction that reads no output": (LAST, GENERIC_TYPES, """
        linalg.generic 0 -> linalg.generic[0] argument 0: entry
        linalg.generic 1 -> linalg.generic[0] argument 1: entry
        linalg.yield 0 -> result 0: exit
        linalg.yield 0 -> linalg.generic[0] argument 1: around
    """),
    "elements": (ELEMENTS, GENERIC_TYPES.replace("<2xf", "<2x3xf"), """
        linalg.generic 0 -> linalg.generic[0] argument 0: entry
        linalg.generic 1 -> linalg.generic[0] argument 1: entry
        linalg.yield 0 -> result 0: exit
    """),
}  # fmt: skip
DECISIONS = {
    "scf.for": (FOR, [3, 3, 3]),
    "scf.if": (IF, [2]),
    "scf.index_switch": (SWITCH, [3]),
    "scf.execute_region": (REGION, []),
    "scf.while": (WHILE, [2]),
    "scf.parallel": (PARALLEL, [3, 3, 3]),
    "tensor.generate": (GENERATE, [3]),
    "tensor.pad": (PAD, [3]),
}


def parsed(body: str, types: str | None) -> Program:
    return program(body, types) if types else program(body)


@pytest.mark.parametrize("name", EDGES)
def test_edges(name):
    body, types, expected = EDGES[name]
    here = parsed(body, types)
    op = next(op for op in walk(here.function) if op.name in FLOWS)
    assert [spelled(e) for e in here.flow.edges(op)] == [line.strip() for line in expected.strip().splitlines()]


@pytest.mark.parametrize("name", EDGES)
def test_both_ways_lead_along_the_same_edges(name):
    body, types, _ = EDGES[name]
    here = parsed(body, types)
    op = next(op for op in walk(here.function) if op.name in FLOWS)
    edges = here.flow.edges(op)
    users = dict.fromkeys(edge.user for edge in edges)
    targets = dict.fromkeys(edge.target for edge in edges)
    forwards = [e for user in users for n in range(len(user.operands)) for e in here.flow.onward(user, n)]
    assert sorted(map(spelled, forwards)) == sorted(map(spelled, edges))
    assert sorted(spelled(e) for target in targets for e in here.flow.back(target)) == sorted(map(spelled, edges))


def test_every_operation_is_tried():
    assert {
        next(op.name for op in walk(parsed(*case[:2]).function) if op.name in FLOWS) for case in EDGES.values()
    } == set(FLOWS)


@pytest.mark.parametrize("name", DECISIONS)
def test_what_decides(name):
    body, numbers = DECISIONS[name]
    here = program(body)
    assert here.flow.decisions(the(here, name)) == [here.arguments[n] for n in numbers]


def test_where_a_part_is_put_is_a_decision():
    here = program(FORALL)
    loop = the(here, "scf.forall")
    assert here.flow.decisions(loop) == [here.arguments[3], here.body(loop).arguments[0]]


def test_an_operand_that_decides_becomes_nothing():
    here = program(FOR)
    assert here.flow.onward(the(here, "scf.for"), 0) == []


def test_a_counter_comes_from_nothing():
    here = program(FOR)
    assert here.flow.back(here.body(the(here, "scf.for")).arguments[0]) == []


def test_of_other_operations_nothing_is_known():
    here = program("%z = arith.addf %x, %y : f64")
    assert here.flow.edges(the(here, "arith.addf")) is None
    assert here.flow.onward(the(here, "arith.addf"), 0) is None
    assert here.flow.back(the(here, "arith.addf").results[0]) is None
    assert here.flow.back(here.arguments[0]) is None


def test_what_a_loop_carries_for_a_result():
    here = program(FOR)
    loop = the(here, "scf.for")
    assert here.flow.carried(loop.results[1]) == [here.body(loop).arguments[2]]


def test_a_branch_carries_nothing():
    here = program(IF)
    assert here.flow.carried(the(here, "scf.if").results[0]) == []


# -- clients ------------------------------------------------------------------------------------------


def test_what_a_swap_carries_is_active_in_both_places():
    here = program(FOR)
    loop = the(here, "scf.for")
    activity = Activity(here, [here.arguments[0]], [loop.results[1]])
    assert all(map(activity.is_active, [loop.results[1], *list(here.body(loop).arguments)[1:]]))
    assert not activity.is_active(loop.results[0])


def test_a_bound_has_no_derivative_but_decides():
    bound = "%k = arith.fptoui %x : f64 to i64 %m = arith.index_cast %k : i64 to index"
    here = program(bound + FOR.replace("to %n", "to %m").replace("%p = %x", "%p = %y"))
    loop = the(here, "scf.for")
    assert loop.results[0] not in Activity(here, [here.arguments[0]], []).varied
    assert loop.results[0] in dependents(here, [here.arguments[0]])


def test_dependents_follow_only_what_is_handed_on():
    here = program(FOR.replace("%q, %p", "%p, %q"))
    loop = the(here, "scf.for")
    found = dependents(here, [here.arguments[0]])
    assert loop.results[0] in found and loop.results[1] not in found


def test_an_output_that_no_element_reads_is_not_useful():
    here = program(
        generic("%s = math.sin %p : f64", "#ij", '"parallel", "parallel"'), GENERIC_TYPES.replace("<2xf", "<2x3xf")
    )
    op = the(here, "linalg.generic")
    activity = Activity(here, here.arguments, [op.results[0]])
    assert activity.is_active(here.arguments[0]) and not activity.is_active(here.arguments[1])


DECIDING = """
    func.func @f(%x: tensor<3xf64>, %y: tensor<3x?xf64>) -> tensor<3xf64> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
          iterator_types = ["parallel", "reduction"]
        } ins(%y : tensor<3x?xf64>) outs(%x : tensor<3xf64>) {
      ^bb0(%a: f64, %b: f64):
        %zero = arith.constant 0.0 : f64
        %is = arith.cmpf ogt, %b, %zero : f64
        %c = arith.select %is, %a, %zero : f64
        linalg.yield %c : f64
      } -> tensor<3xf64>
      return %0 : tensor<3xf64>
    }
    func.func private @back(tensor<3xf64>, tensor<3x?xf64>, tensor<3xf64>) -> tensor<3xf64>
        attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
    func.func private @on(tensor<3xf64>, tensor<3xf64>, tensor<3x?xf64>) -> tensor<3xf64>
        attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}
"""


@pytest.mark.parametrize("count", [0, 1, 2])
def test_what_a_reduction_starts_from_is_its_result_where_it_has_nothing_to_reduce(count):
    """Its body reads the output to decide only: no way leads through it."""
    compiled = lagrad.compile(DECIDING)
    x, y, direction = np.ones(3), np.ones((3, count)), np.arange(3.0)
    expected = direction if count == 0 else np.zeros(3)
    np.testing.assert_array_equal(compiled.back(x, y, direction), expected)
    np.testing.assert_array_equal(compiled.on(x, direction, y), expected)
