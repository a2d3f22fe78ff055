"""A maximum or minimum of computed values has one gradient, however the program is compiled."""

from __future__ import annotations

import numpy as np
import pytest
from extrema_programs import BODIES, COMBINERS, complex_step, kept, loop, module, of_loop, of_rows, reduction

import lagrad
from lagrad import pipelines
from lagrad.analysis import linalg_form
from lagrad.analysis.call_graph import functions
from lagrad.analysis.program import walk
from lagrad.analysis.recording.cost import MODES
from lagrad.mlir import ir

DEFAULT = "lagrad-default,lagrad-to-llvm"
PIPELINES = {
    "default": DEFAULT,
    "blas": "lagrad-default,lagrad-to-llvm-blas",
    "strict": "lagrad-default,lagrad-to-llvm-strict",
    "precise": "lagrad-default,lagrad-to-llvm{math=precise}",
    "fused before": f"linalg-fuse-elementwise-ops,{DEFAULT}",
    "fused between": "lagrad-default,linalg-fuse-elementwise-ops,lagrad-to-llvm",
}
TOLERANCE = {"f64": 1e-9, "f32": 2e-3}
FLOAT = {"f64": np.float64, "f32": np.float32}


def combiner_of(number: int, type: str, turn: int = 0) -> str:
    """Each body and type has another one; in four turns, all."""
    return COMBINERS[(number + 2 * (type == "f32") + turn) % 4]


def points(type: str, rows: int, columns: int, count: int, seed: int = 0):
    """Random inputs of a program, and cotangents."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        sizes = [(rows, columns), (columns,), ()]
        arguments = [random.uniform(0.3, 2.0, size).astype(FLOAT[type]) for size in sizes]
        yield arguments, random.normal(size=rows).astype(FLOAT[type])


def near(found, wanted, type: str) -> bool:
    scale = max(np.max(np.abs(w)) for w in wanted) + 1e-30
    return all(np.max(np.abs(f - w)) <= TOLERANCE[type] * scale for f, w in zip(found, wanted, strict=True))


def doubles(values):
    return [np.asarray(v, np.float64) for v in values]


def check_reductions(
    pipeline: str, fused: bool, turn: int = 0, count: int = 12, every: int = 1, calls: bool = False
) -> None:
    pairs = [(k, body, type) for k, body in enumerate(BODIES) for type in TOLERANCE]
    cases = [(f"f{k}_{type}", body, combiner_of(k, type, turn), type) for k, body, type in pairs]
    cases = cases[turn % every :: every]
    texts = [kept(*case) if calls else reduction(*case, fused) for case in cases]
    program = lagrad.compile(module(*texts), pipeline=pipeline)
    for name, body, combiner, type in cases:
        f = of_rows(body, combiner)
        for arguments, ct in points(type, 7, 5, count):
            wanted = complex_step(f, doubles(arguments), np.float64(ct))
            a, b, s = arguments
            found = program[f"{name}_back"](a, b, float(s), ct)
            assert near(found, wanted, type), (name, body, combiner, arguments)
            ta, tb, ts = a - 1, b * b - 1, float(s) - 0.5
            tangent = program[f"{name}_on"](a, ta, b, tb, float(s), ts)
            along = sum(np.sum(g * t) for g, t in zip(wanted, (ta, tb, ts)))
            scale = sum(np.sum(np.abs(g * t)) for g, t in zip(wanted, (ta, tb, ts)))
            off = abs(np.sum(np.float64(ct) * tangent) - along)
            assert off <= TOLERANCE[type] * scale, (name, body, combiner, arguments)


def check_loops(pipeline: str, turn: int = 0, count: int = 12, every: int = 1) -> None:
    cases = [(f"f{k}", body, combiner_of(k, "f64", turn), "f64") for k, body in enumerate(BODIES)]
    cases = cases[turn % every :: every]
    program = lagrad.compile(module(*(loop(*case) for case in cases)), pipeline=pipeline)
    for name, body, combiner, type in cases:
        for arguments, _ in points(type, 3, 8, count):
            f = of_loop(body, combiner)
            value, *found = program[f"{name}_back"](arguments[0], arguments[1], float(arguments[2]))
            assert near([value], [f(*arguments)], type)
            assert near(found, complex_step(f, arguments, 1.0), type), (name, body, combiner, arguments)


@pytest.mark.parametrize("way", [way for way in PIPELINES if way != "blas"])
def test_reductions_have_one_gradient(way):
    # The bodies and types of one combination of ways and combiners; test_every_combiner has all.
    number = list(PIPELINES).index(way)
    check_reductions(PIPELINES[way], fused=way != "fused before", turn=number, every=1 if way == "default" else 3)


@pytest.mark.parametrize("way", ["default", "blas"])
def test_functions_that_stay_calls_have_one_gradient(way):
    check_reductions(PIPELINES[way], True, every=2, turn=list(PIPELINES).index(way), calls=True)


# Of the bodies, every third one in each mode, each in two of them; the long tests have all.
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("mode", MODES)
def test_loops_have_one_gradient(mode, every):
    check_loops(f"lagrad-differentiate{{tape={mode}}},{DEFAULT}", list(MODES).index(mode), every=every)


@pytest.mark.long
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("way", PIPELINES)
def test_every_combiner(way, turn):
    check_reductions(PIPELINES[way], way != "fused before", turn, 40)
    check_loops(PIPELINES[way], turn, 40)


@pytest.mark.parametrize("body", ["x*y*y", "sqrt(x^2+y^2)"])
def test_second_order(body):
    """The pushforward of the pullback, against differences of the gradient, which no kink is near."""
    text = (
        module(reduction("f", body, "maximumf", "f64", True))
        + """
    func.func private @second(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, tensor<?xf64>)
        -> (tensor<?x?xf64>, tensor<?xf64>, f64) attributes {lagrad.pushforward = @f_back, lagrad.wrt = [0, 1, 2]}
    """
    )
    second, f = lagrad.compile(text, pipeline=DEFAULT).second, of_rows(body, "maximumf")
    for arguments, ct in points("f64", 7, 5, 8, seed=1):
        directions = [np.cos(3.0 * v) for v in arguments]
        a, b, s = zip(arguments, directions)
        found = second(*a, *b, *map(float, s), ct)
        ends = [complex_step(f, [v + h * d for v, d in zip(arguments, directions)], ct) for h in (1e-6, -1e-6)]
        wanted = [(p - m) / 2e-6 for p, m in zip(*ends)]
        scale = max(np.max(np.abs(w)) for w in wanted) + 1e-30
        assert all(np.max(np.abs(g - w)) <= 1e-6 * scale for g, w in zip(found, wanted, strict=True))


@pytest.fixture(scope="module", params=["default", "strict"])
def odd(request):
    """A maximum and a minimum of x*y*y, whose start is an argument."""
    text = ""
    for combiner in ("maximumf", "maxnumf"):
        body = reduction(combiner, "x*y*y", combiner, "f64", True)
        body = body.replace("%s: f64)", "%s: tensor<?xf64>)").replace(", f64", ", tensor<?xf64>")
        text += body.replace("outs(%start", "outs(%s")
        text += f"""
        func.func private @{combiner}_inactive(tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
            -> (tensor<?x?xf64>, tensor<?xf64>) attributes {{lagrad.pullback = @{combiner}, lagrad.wrt = [0, 1]}}
        """
    return lagrad.compile(module(text), pipeline=PIPELINES[request.param])


def test_ties_share(odd):
    a, b = np.array([[0.3, 0.7, 0.7], [0.7, 0.3, 0.3]]), np.array([0.1, 1.3, 1.3])
    da, db, ds = odd.maximumf_back(a, b, np.full(2, -9.0), np.ones(2))
    assert np.allclose(da, [[0, 0.845, 0.845], [0, 0.845, 0.845]]) and np.allclose(db, [0, 1.3, 1.3]) and not ds.any()


def test_start_takes_part(odd):
    a, b = np.array([[0.5, 2.0], [1.0, 1.0]]), np.array([1.0, 2.0])
    da, db, ds = odd.maximumf_back(a, b, np.array([8.0, 5.0]), np.ones(2))
    assert np.allclose(da, [[0, 2.0], [0, 0]]) and np.allclose(db, [0, 4.0]) and np.allclose(ds, [0.5, 1.0])


def test_start_that_is_no_variable_takes_nothing(odd):
    """No element equals the extremum then, and nothing was lost."""
    a, b = np.array([[0.5, 2.0], [1.0, 1.0]]), np.array([1.0, 2.0])
    da, db = odd.maximumf_inactive(a, b, np.array([9.0, 3.0]), np.ones(2))
    assert np.allclose(da, [[0, 0], [0, 4.0]]) and np.allclose(db, [0, 4.0])


def test_nan_and_no_elements(odd):
    a, b = np.array([[np.nan, 2.0], [1.0, 1.0]]), np.array([1.0, 2.0])
    da, db, _ = odd.maximumf_back(a, b, np.full(2, -np.inf), np.ones(2))
    assert np.allclose(da, [[0, 0], [0, 4.0]]) and np.isclose(db[1], 4.0)
    da, db, _ = odd.maxnumf_back(a, b, np.full(2, -np.inf), np.ones(2))
    assert np.allclose(da, [[0, 4.0], [0, 4.0]]) and np.isclose(db[1], 12.0)
    da, db = odd.maximumf_inactive(np.zeros((2, 0)), np.zeros(0), np.full(2, -np.inf), np.ones(2))
    assert da.shape == (2, 0) and db.shape == (0,)


@pytest.mark.parametrize("kind", ["back", "on"])
def test_a_lost_maximum_is_not_passed_over(kind):
    """Elements that are compared with something else than their maximum, as if it had been rounded otherwise."""
    with pipelines.new_context():
        lost = ir.Module.parse(module(reduction("f", "x*y+x", "maximumf", "f64", True)))
        pipelines.run(lost, "lagrad-default")
        inside = walk(functions(lost.operation)[f"f_{kind}"])
        (count,) = (op for op in inside if op.name == "linalg.generic" and _counts(op))
        number = linalg_form.inputs(count) - 1
        top = count.operands[number].owner.operation
        count.operands[number] = top.operands[len(top.operands) - 1]  # the start of the reduction
        program = lagrad.compile(lost, pipeline="lagrad-to-llvm")
    a, b = np.array([[1.0, 2.0], [3.0, 1.0]]), np.array([1.0, 2.0])
    if kind == "back":
        da, db, _ = program.f_back(a, b, 0.0, np.array([1.0, 0.0]))
        assert np.isnan(da).any() and np.isnan(db).any()
    else:
        assert np.isnan(program.f_on(a, a, b, b, 0.0, 0.0)).all()


def _counts(op: ir.Operation) -> bool:
    """Whether an operation counts the elements that equal a maximum."""
    inside = [child.name for child in walk(op)]
    ends = inside[-2:] == ["arith.addf", "linalg.yield"]
    return "reduction" in linalg_form.iterators(op) and ends and "arith.cmpf" in inside
