"""The two ways into compiled code: the quick one takes what is as it should be, and nothing else."""

import numpy as np
import pytest

import lagrad
from lagrad.arrays import array_entry

PROGRAM = """
func.func @f(%x: tensor<?x2xf64>, %a: f64, %n: i32, %y: tensor<?x2xf64>) -> (tensor<?x2xf64>, f64) {
  %m = arith.sitofp %n : i32 to f64
  %c = arith.mulf %a, %m : f64
  %p = arith.mulf %x, %y : tensor<?x2xf64>
  return %p, %c : tensor<?x2xf64>, f64
}"""
X, Y = np.arange(6.0).reshape(3, 2), np.full((3, 2), 2.0)


@pytest.fixture(scope="module")
def f():
    return lagrad.compile(PROGRAM).f


@pytest.fixture
def refuse(monkeypatch, f):
    """Makes the careful way fail the test."""

    def careful(*arguments, out):
        raise AssertionError("not quick")

    monkeypatch.setitem(f.__globals__, "_careful", careful)


def test_layout_is_known_here():
    assert array_entry.is_known()


def test_ordinary_arrays_go_the_quick_way(f, refuse):
    frozen = X.copy()
    frozen.flags.writeable = False
    product, scaled = f(frozen, 1.5, 4, Y)
    assert np.array_equal(product, X * Y) and scaled == 6.0
    into = np.empty((3, 2)), np.empty(())
    assert f(X, 1.5, 4, Y, out=into) == into
    assert np.array_equal(into[0], X * Y) and into[1] == 6.0
    nothing = np.empty((0, 2))
    assert f(nothing, 1.0, 1, nothing)[0].shape == (0, 2)


@pytest.mark.parametrize(
    "arguments, out",
    [
        pytest.param((X[:, ::-1], 1.0, 1, Y), None, id="strides"),
        pytest.param((np.asfortranarray(X), 1.0, 1, Y), None, id="order"),
        pytest.param((X.astype(np.float32), 1.0, 1, Y), None, id="type"),
        pytest.param((X.byteswap().view(">f8"), 1.0, 1, Y), None, id="byte order"),
        pytest.param((X, 1, 1, Y), None, id="integer for float"),
        pytest.param((X, 1.0, 2**31, Y), None, id="too large"),
        pytest.param((X, 1.0, True, Y), None, id="boolean for integer"),
        pytest.param((X, 1.0, 1, Y[:2]), None, id="sizes differ"),
        pytest.param((X[0], 1.0, 1, Y), None, id="rank"),
        pytest.param((X.reshape(2, 3), 1.0, 1, Y), None, id="static size"),
        pytest.param((X.tolist(), 1.0, 1, Y), None, id="list"),
        pytest.param((X.view(np.matrix), 1.0, 1, Y), None, id="subclass"),
        pytest.param((None, 1.0, 1, Y), None, id="none"),
        pytest.param((X, 1.0, 1, Y), (X, np.empty(())), id="out is an argument"),
        pytest.param((X, 1.0, 1, Y), (np.empty((3, 2)), np.empty((1,))), id="shape of out"),
        pytest.param((X, 1.0, 1, Y), (np.empty((3, 2)), None), id="out in part"),
        pytest.param((X, 1.0, 1, Y), (np.empty((3, 2)),), id="too few outs"),
        pytest.param((X, 1.0, 1, Y), np.empty((2, 3, 2)), id="one out for two"),
    ],
)
def test_everything_else_goes_the_careful_way(f, refuse, arguments, out):
    with pytest.raises(AssertionError, match="not quick"):
        f(*arguments, out=out)


@pytest.mark.parametrize("offset, fine", [(-6, True), (-5, False), (0, False), (5, False), (6, True)])
def test_overlap_is_found_to_the_byte(f, refuse, offset, fine):
    memory = np.zeros(20)
    x, out = memory[6:12].reshape(3, 2), memory[6 + offset : 12 + offset].reshape(3, 2)
    if fine:
        assert f(x, 1.0, 1, Y, out=(out, np.empty(())))[0] is out
    else:
        with pytest.raises(AssertionError, match="not quick"):
            f(x, 1.0, 1, Y, out=(out, np.empty(())))


def test_without_the_quick_way_calls_mean_the_same(monkeypatch, f):
    monkeypatch.setattr(array_entry, "is_known", lambda: False)
    slow = lagrad.compile(PROGRAM).f
    for arguments in [(X, 1.5, 4, Y), (X[::-1], 2, np.int32(3), Y)]:
        for here, there in zip(slow(*arguments), f(*arguments)):
            assert np.array_equal(here, there)
    with pytest.raises(ValueError, match="size 2 in dimension 0"):
        slow(X, 1.0, 1, Y[:2])
    with pytest.raises(TypeError, match=r"f\(\) missing 1 required positional argument: 'y'"):
        slow(X, 1.0, 1)


# The second result has a row more than %x and as many columns as %n says; %y must be as long as %x has rows and %n
# together.
COMPUTED = """
func.func @h(%x: tensor<?x2xf64>, %n: index) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x2xf64>
  %first = tensor.extract %x[%c0, %c1] : tensor<?x2xf64>
  %k = arith.addi %d, %n : index
  %all = tensor.splat %first[%k] : tensor<?xf64>
  %m = arith.addi %d, %c1 : index
  %rest = tensor.splat %first[%m, %n] : tensor<?x?xf64>
  return %all, %rest : tensor<?xf64>, tensor<?x?xf64>
}
func.func private @pull(tensor<?x2xf64>, index, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x2xf64>
    attributes {lagrad.pullback = @h, lagrad.wrt = [0]}
"""


def refusing(monkeypatch, function):
    """The function, whose careful way fails the test."""

    def careful(*arguments, out):
        raise AssertionError("not quick")

    monkeypatch.setitem(function.__globals__, "_careful", careful)
    return function


@pytest.fixture(scope="module")
def computed():
    return lagrad.compile(COMPUTED)


def test_computed_sizes_go_the_quick_way(monkeypatch, computed):
    h = refusing(monkeypatch, computed.h)
    line, rows = h(X, 5)
    assert np.array_equal(line, np.ones(8)) and np.array_equal(rows, np.ones((4, 5)))
    into = np.empty(8), np.empty((4, 5))
    assert h(X, 5, out=into) == into and np.array_equal(into[1], rows)
    for arguments, out in [((X, 5), (np.empty(9), np.empty((4, 5)))), ((X, -5), None)]:
        with pytest.raises(AssertionError, match="not quick"):
            h(*arguments, out=out)


def test_arguments_of_computed_sizes_go_the_quick_way(monkeypatch, computed):
    pull = refusing(monkeypatch, computed.pull)
    assert np.array_equal(pull(X, 5, np.arange(8.0), np.ones((4, 5))), [[0, 48], [0, 0], [0, 0]])
    for arguments in [(X, 5, np.ones(7), np.ones((4, 5))), (X, 5, np.ones(8), np.ones((5, 5)))]:
        with pytest.raises(AssertionError, match="not quick"):
            pull(*arguments)


def test_wrong_computed_sizes_are_named(computed):
    with pytest.raises(ValueError, match="argument 2 of pull has the size 7 in dimension 0; it must be 8"):
        computed.pull(X, 5, np.ones(7), np.ones((4, 5)))
    with pytest.raises(ValueError, match="out"):
        computed.h(X, 5, out=(np.empty(9), np.empty((4, 5))))


def many(count: int) -> str:
    """A function of that many arrays, which gives each of them doubled."""
    types = ", ".join(["tensor<4xf64>"] * count)
    takes = ", ".join(f"%x{n}: tensor<4xf64>" for n in range(count))
    adds = "\n".join(f"  %y{n} = arith.addf %x{n}, %x{n} : tensor<4xf64>" for n in range(count))
    gives = ", ".join(f"%y{n}" for n in range(count))
    return f"func.func @many({takes}) -> ({types}) {{\n{adds}\n  return {gives} : {types}\n}}"


def test_entries_grow_with_the_arrays_not_with_their_pairs(monkeypatch):
    texts = []
    write = array_entry.text
    monkeypatch.setattr(array_entry, "text", lambda *given: texts.append(write(*given)) or texts[-1])
    for count in (10, 40):
        lagrad.compile(many(count))
    few, more = (len(text.splitlines()) for text in texts)
    assert more < 4.5 * few


def test_of_many_results_any_two_may_overlap(monkeypatch):
    many_of = lagrad.compile(many(40)).many

    def careful(*arguments, out):
        raise AssertionError("not quick")

    monkeypatch.setitem(many_of.__globals__, "_careful", careful)
    memory, x = np.zeros(41 * 4), [np.full(4, float(n)) for n in range(40)]
    out = [memory[4 * n : 4 * n + 4] for n in range(40)]
    assert all(np.array_equal(y, 2 * a) for y, a in zip(many_of(*x, out=tuple(out)), x))
    for one, other in [(0, 39), (39, 38), (17, 3)]:
        meeting = list(out)
        meeting[one] = memory[4 * other + 1 : 4 * other + 5]
        with pytest.raises(AssertionError, match="not quick"):
            many_of(*x, out=tuple(meeting))
    with pytest.raises(AssertionError, match="not quick"):
        many_of(*x, out=(x[20], *out[1:]))
