"""Pullbacks of pullbacks of loops that keep snapshots: which are rewritten, and that the numbers stay those of the
rest.

A program without marks is differentiated twice as it is; with marks it has the same derivatives.
"""

import itertools
import warnings

import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.mlir import ir
from lagrad.transforms.second_pullbacks import rewrite_second_pullbacks

MARK = " {lagrad.snapshots = 2}"
LOOP = (
    """
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %x) -> f64 {
      %p = arith.mulf %s, %w : f64
      %u = math.sin %p : f64
      scf.yield %u : f64
    }"""
    + MARK
)
F = f"func.func @f(%x: f64, %n: index, %w: f64) -> f64 {{{LOOP}\n return %r : f64 }}\n"
FIRST = "func.func private @first(f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @f}\n"
SECOND = (
    "func.func private @second(f64, index, f64, f64, f64, f64) -> (f64, f64, f64) attributes "
    "{lagrad.pullback = @first}\n"
)


def rewritten(text: str) -> list[str]:
    """The functions that are made of the requests of a program."""
    with pipelines.new_context():
        module = ir.Module.parse(text)
        made = rewrite_second_pullbacks(module.operation)
        assert module.operation.verify()
        return made


def test_the_pullback_of_a_pullback():
    assert rewritten(F + FIRST + SECOND) == ["second.pushforward", "second.pullback"]


def test_names_that_are_taken():
    other = "func.func private @second.pullback(f64) -> f64\n"
    assert rewritten(F + FIRST + SECOND + other) == ["second.pushforward", "second.pullback_0"]


def test_a_loop_in_a_function_that_is_called():
    outer = (
        F.replace("@f(", "@inner(")
        + """
        func.func @f(%x: f64, %n: index, %w: f64) -> f64 {
          %y = func.call @inner(%x, %n, %w) : (f64, index, f64) -> f64
          return %y : f64
        }
    """
    )
    assert rewritten(outer + FIRST + SECOND)


def changed(old: str, new: str) -> str:
    text = F + FIRST + SECOND
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    "text",
    [
        changed(MARK, ""),
        changed("func.func @f(", "func.func private @none(f64) -> f64\nfunc.func @f(").replace(
            "-> f64 {", "-> f64 attributes {lagrad.custom_pullback = @back} {", 1
        )
        + "func.func @back(%x: f64, %n: index, %w: f64, %c: f64) -> (f64, f64) { return %x, %c : f64, f64 }",
        changed("%w: f64) -> f64 {", "%w: f64) -> f64 attributes {lagrad.custom_pushforward = @along} {")
        + "func.func @along(%x: f64, %a: f64, %n: index, %w: f64, %b: f64) -> f64 { return %x : f64 }",
        changed(FIRST, "func.func private @first(f64, f64, index, f64, f64) -> f64 attributes "
                       "{lagrad.pushforward = @f}\n").replace(
            SECOND, "func.func private @second(f64, f64, index, f64, f64, f64) -> (f64, f64, f64, f64) attributes "
                    "{lagrad.pullback = @first}\n"
        ),
        changed(SECOND, "func.func private @second(f64, f64, index, f64, f64, f64, f64) -> (f64, f64) attributes "
                        "{lagrad.pushforward = @first, lagrad.wrt = [0, 2]}\n").replace(
            "(f64, f64, index, f64, f64, f64, f64)", "(f64, f64, index, f64, f64, f64)"
        ),
        F + FIRST,
        F + "func.func private @second(f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @f}\n",
    ],
    ids=["no snapshots", "own pullback", "own pushforward", "of a pushforward", "pushforward of it", "first order",
        "not of a request"],
)  # fmt: skip
def test_what_stays(text):
    assert rewritten(text) == []


def test_a_mark_in_another_function_changes_nothing():
    assert rewritten(F.replace(MARK, "") + FIRST + SECOND + F.replace("@f(", "@g(")) == []


MANY = "tensor<3xf64>"
OF_MANY = (
    f"func.func private @first(f64, index, f64, {MANY}) -> ({MANY}, {MANY}) attributes {{lagrad.pullback = @f, "
    f"lagrad.vectors = 3 : i64}}\n"
)


# Of the second request: what it takes beside the first one's arguments, what it gives, and what it says.
SECONDS = {
    "many cotangents": (f"{MANY}, {MANY}", f"({MANY}, {MANY}, {MANY})", "lagrad.pullback = @first, lagrad.vectors = 3"),
    "one-hot cotangents": (
        "f64, f64", "f64", 'lagrad.pullback = @first, lagrad.cotangent = "one-hot", lagrad.wrt = [0]',
    ),
    "Jacobian": ("", "(f64, f64)", 'lagrad.jacobian = @first, lagrad.mode = "reverse", lagrad.wrt = [0]'),
}  # fmt: skip


@pytest.mark.parametrize("name", SECONDS)
def test_other_second_requests_call_the_pullback_of_a_pullback(name):
    takes, gives, attributes = SECONDS[name]
    takes = f"f64, index, f64, f64{', ' * bool(takes)}{takes}"
    text = f"{F}{FIRST}func.func private @second({takes}) -> {gives} attributes {{{attributes}}}\n"
    assert rewritten(text) == ["first.pullback", "first.pullback.pushforward", "first.pullback.pullback"]
    check_same(text)


def on(type: str, kind: str = "pullback") -> str:
    """The requests for a loop over values of another type, which is carried as it is."""
    loop = LOOP.replace("%p = arith.mulf %s, %w : f64", "").replace("%u = math.sin %p : f64", "")
    loop = loop.replace("yield %u", "yield %s")
    ct, said = ("", ", lagrad.of_sum") if kind == "gradient" else (f", {type}", "")
    return f"""
        func.func @f(%x: {type}, %w: {type}) -> {type} {{ {loop.replace("f64", type)}
          return %r : {type} }}
        func.func private @first({type}, {type}{ct}) -> ({type}, {type}) attributes {{lagrad.{kind} = @f{said}}}
        func.func private @second({type}, {type}{ct}, {type}, {type}) -> ({type}, {type}{ct})
            attributes {{lagrad.pullback = @first}}
    """


def test_other_types():
    assert rewritten(on("tensor<?xf64>"))
    assert rewritten(on("tensor<3xf64>")) and rewritten(on("tensor<f32>", "gradient"))
    assert rewritten(on("tensor<?xf64>", "gradient")) == []  # its cotangent would need a size


def test_memory_that_is_read():
    text = (F + FIRST + SECOND).replace("%n: index", "%m: memref<3xf64>")
    text = text.replace("(f64, index, ", "(f64, memref<3xf64>, ")
    text = text.replace("(f64, f64) attributes {", "(f64, f64) attributes {lagrad.wrt = [0, 2], ")
    text = text.replace("(f64, f64, f64) attributes {", "(f64, f64, f64) attributes {lagrad.wrt = [0, 2, 3], ")
    assert rewritten(text) == ["second.pushforward", "second.pullback"]


def test_memory_that_is_given():
    """On memory the rest is done where it is known what the derivative is on tensors."""
    text = F.replace("-> f64 {", "-> (f64, memref<3xf64>) {", 1).replace(
        "return %r : f64", "%m = memref.alloc() : memref<3xf64>\n return %r, %m : f64, memref<3xf64>"
    )
    given = "memref<3xf64>"
    first = FIRST.replace("f64, f64) ->", f"f64, f64, {given}) ->")
    second = (
        f"func.func private @second(f64, index, f64, f64, {given}, f64, f64) -> (f64, f64) attributes "
        "{lagrad.pullback = @first, lagrad.wrt = [0, 2]}\n"
    )
    assert rewritten(text + first + second) == []
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*does not hold.*")
        lagrad.compile(text + first + second)


@pytest.mark.parametrize("type", ["complex<f64>", "tensor<2xcomplex<f64>>"])
def test_complex_numbers(type):
    assert rewritten(on(type)) == ["second.pushforward", "second.pullback"]


def some_long(names, *like_others: str) -> list:
    """The names, of which those that are much like others are left to the long tests."""
    return [pytest.param(name, marks=[pytest.mark.long] * (name in like_others)) for name in names]


# The first request, and what the second one takes and gives.
OTHERS = {
    "many": (OF_MANY, (MANY, MANY), ("f64", "f64", MANY), "lagrad.pullback = @first"),
    "many by one": (OF_MANY, (MANY, MANY), ("f64",), "lagrad.pullback = @first, lagrad.wrt = [2]"),
    "many and values": (
        OF_MANY.replace("-> (", "-> (f64, ").replace("@f,", "@f, lagrad.with_primal,"), ("f64", MANY, MANY),
        ("f64", MANY, MANY, "f64", "f64", MANY), "lagrad.pullback = @first, lagrad.with_primal",
    ),
    "many, and a gradient": (
        OF_MANY.replace(f"({MANY}, {MANY})", MANY).replace("@f,", "@f, lagrad.wrt = [2],"), (),
        ("f64", "f64", MANY), "lagrad.gradient = @first, lagrad.of_sum",
    ),
    "hvp": (
        "func.func private @first(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.hvp = @f}\n",
        ("f64", "f64"), ("f64", "f64", "f64", "f64"), "lagrad.pullback = @first",
    ),
    "hvps": (
        f"func.func private @first(f64, {MANY}, index, f64, {MANY}) -> ({MANY}, {MANY}) "
        "attributes {lagrad.hvp = @f, lagrad.vectors = 3}\n",
        (MANY, MANY), ("f64", MANY, "f64", MANY), "lagrad.pullback = @first",
    ),
    "hvps by one, and values": (
        f"func.func private @first(f64, index, f64, {MANY}) -> {MANY} "
        "attributes {lagrad.hvp = @f, lagrad.vectors = 3, lagrad.wrt = [2]}\n",
        (MANY,), (MANY, MANY, "f64"), "lagrad.pullback = @first, lagrad.with_primal, lagrad.wrt = [3, 0]",
    ),
    "hvps, and a gradient": (
        f"func.func private @first(f64, index, f64, {MANY}) -> {MANY} "
        "attributes {lagrad.hvp = @f, lagrad.vectors = 3, lagrad.wrt = [2]}\n",
        (), ("f64", MANY), "lagrad.gradient = @first, lagrad.of_sum, lagrad.wrt = [0, 3]",
    ),
    "hvp by one": (
        "func.func private @first(f64, index, f64, f64) -> f64 attributes {lagrad.hvp = @f, lagrad.wrt = [2]}\n",
        ("f64",), ("f64", "f64", "f64"), "lagrad.pullback = @first, lagrad.with_primal, lagrad.wrt = [0, 3]",
    ),
    "hvp, and a gradient": (
        "func.func private @first(f64, index, f64, f64) -> f64 attributes {lagrad.hvp = @f, lagrad.wrt = [2]}\n",
        (), ("f64", "f64"), "lagrad.gradient = @first, lagrad.wrt = [0, 2]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", some_long(OTHERS, "many by one", "hvps", "hvp by one"))
def test_numbers_of_many_cotangents_and_of_products(name):
    first, takes, gives, attributes = OTHERS[name]
    types = [*first.partition("@first(")[2].partition(")")[0].split(", "), *takes]
    second = f"@second({', '.join(types)}) -> ({', '.join(gives)}) attributes {{{attributes}}}"
    check_same(f"{F}{first}func.func private {second}\n")


# A function of a tensor, a number, and a tensor whose size is not known, that gives the like. What is asked of it,
# what that takes and gives, with respect to which arguments.
WIDE = f"""func.func @f(%x: tensor<2x3xf64>, %w: f64, %n: index, %y: tensor<?xf64>)
    -> (tensor<?xf64>, index, tensor<2x3xf64>, f64) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %factor = tensor.splat %w : tensor<2x3xf64>
  %size = tensor.dim %y, %c0 : tensor<?xf64>
  %other = tensor.splat %w[%size] : tensor<?xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %t = %y) -> (tensor<2x3xf64>, tensor<?xf64>) {{
    %p = arith.mulf %s, %factor : tensor<2x3xf64>
    %u = math.sin %p : tensor<2x3xf64>
    %e = tensor.extract %u[%c1, %c1] : tensor<2x3xf64>
    %more = tensor.splat %e[%size] : tensor<?xf64>
    %q = arith.mulf %t, %more : tensor<?xf64>
    %v = math.cos %q : tensor<?xf64>
    %z = arith.addf %v, %other : tensor<?xf64>
    scf.yield %u, %z : tensor<2x3xf64>, tensor<?xf64>
  }}{MARK}
  %a = tensor.extract %r#0[%c0, %c1] : tensor<2x3xf64>
  %b = tensor.extract %r#1[%c1] : tensor<?xf64>
  %ab = arith.mulf %a, %b : f64
  RETURN
}}
"""
ALL = WIDE.replace("RETURN", "return %r#1, %n, %r#0, %ab : tensor<?xf64>, index, tensor<2x3xf64>, f64")
ONE = WIDE.replace("(tensor<?xf64>, index, tensor<2x3xf64>, f64) {", "f64 {").replace("RETURN", "return %ab : f64")
X, Y = "tensor<2x3xf64>", "tensor<?xf64>"
BY_DIRECTIONS = {
    "one-hot": (ALL, (X, "f64", "index", Y, "f64", "index", "f64", "index", "index", "f64"), ("f64", X),
                'pullback = @f, lagrad.cotangent = "one-hot", lagrad.wrt = [1, 0]'),
    "one-hot, and values": (ALL, (X, "f64", "index", Y, "f64", "index", "f64", "index", "index", "f64"),
                            (Y, "index", X, "f64", Y),
                            'pullback = @f, lagrad.cotangent = "one-hot", lagrad.with_primal, lagrad.wrt = [3]'),
    "Jacobian": (ALL, (X, "f64", "index", Y),
                 ("tensor<?x?xf64>", "tensor<?xf64>", "tensor<2x3x?xf64>", "tensor<2x3xf64>", "tensor<?xf64>", "f64"),
                 'jacobian = @f, lagrad.mode = "reverse", lagrad.wrt = [3, 1]'),
    "Jacobian by one-hot rows, and values": (
        ALL, (X, "f64", "index", Y), (Y, "index", X, "f64", "tensor<?x2x3xf64>", "tensor<2x3x2x3xf64>", X),
        'jacobian = @f, lagrad.cotangent = "one-hot", lagrad.with_primal, lagrad.wrt = [0]'),
    "Hessian": (ONE, (X, "f64", "index", Y),
                ("tensor<?x?xf64>", "tensor<?x2x3xf64>", "tensor<2x3x?xf64>", "tensor<2x3x2x3xf64>"),
                "hessian = @f, lagrad.wrt = [3, 0]"),
    "Hessian by a number": (ONE, (X, "f64", "index", Y), ("f64",), "hessian = @f, lagrad.wrt = [1]"),
}  # fmt: skip


LIKE_OTHERS = "one-hot", "Jacobian by one-hot rows, and values", "Hessian by a number"


@pytest.mark.parametrize("name", some_long(BY_DIRECTIONS, *LIKE_OTHERS))
def test_numbers_by_directions(name):
    """The pullbacks of these call derivatives for one direction in place of many."""
    function, takes, gives, asked = BY_DIRECTIONS[name]
    moves = [type for type in gives if type != "index"]
    own = [type for type in takes if type != "index"]
    text = (
        f"{function}func.func private @first({', '.join(takes)}) -> ({', '.join(gives)}) "
        f"attributes {{lagrad.{asked}}}\n"
        f"func.func private @second({', '.join([*takes, *moves])}) -> ({', '.join(own)}) "
        "attributes {lagrad.pullback = @first}\n"
    )
    draws = np.random.default_rng(1)

    def arguments(steps: int) -> list:
        counts = iter([steps, 1, 0, 2])
        return [
            next(counts)
            if type == "index"
            else draws.uniform(0.4, 1.2, [int(n.replace("?", "4")) for n in type[7:-4].split("x") if n])
            for type in (*takes, *moves)
        ]

    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*does not hold.*")
        check_same(text, *map(arguments, (4, 0, 1)))


def test_numbers_of_gradients_of_gradients_of_gradients():
    """Each is taken of a function that calls the one before."""
    text = F + "func.func private @d0(f64, index, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}\n"
    for n in range(3):
        name = "second" if n == 2 else f"d{n + 1}"
        text += f"""
            func.func @f{n}(%x: f64, %n: index, %w: f64) -> f64 {{
              %d = func.call @d{n}(%x, %n, %w) : (f64, index, f64) -> f64
              %s = math.sin %d : f64
              %y = arith.mulf %s, %x : f64
              return %y : f64
            }}
            func.func private @{name}(f64, index, f64) -> f64 attributes {{lagrad.gradient = @f{n}, lagrad.wrt = [0]}}
        """
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*does not hold.*")
        check_same(text)


REQUESTS = {
    "pullback": ("(f64, index, f64, f64) -> (f64, f64)", "lagrad.pullback = @f", 1),
    "gradient": ("(f64, index, f64) -> (f64, f64)", "lagrad.gradient = @f", 0),
    "pullback and value": ("(f64, index, f64, f64) -> (f64, f64, f64)", "lagrad.pullback = @f, lagrad.with_primal", 1),
    "gradient and value": ("(f64, index, f64) -> (f64, f64, f64)", "lagrad.gradient = @f, lagrad.with_primal", 0),
}


def program(first: str, wrt: tuple[int, ...], with_primal: bool) -> str:
    """The second pullback by some of the arguments of the first, with the first's results or without."""
    types, attributes, cotangents = REQUESTS[first]
    taken, _, given = types.partition(" -> ")
    moves = given.count("f64")
    own = ", ".join(["f64"] * (len(wrt) + moves * with_primal))
    more = ", lagrad.with_primal" if with_primal else ""
    seconds = f"({taken[1:-1]}, {', '.join(['f64'] * moves)}) -> ({own})"
    return f"""{F}func.func private @first{types} attributes {{{attributes}}}
        func.func private @second{seconds} attributes {{lagrad.pullback = @first, lagrad.wrt = {list(wrt)}{more}}}"""


CASES = [
    (first, wrt, with_primal)
    for first, (_, _, cotangents) in REQUESTS.items()
    for wrt in ((0,), (2,), (0, 2), *([(3,), (0, 3), (2, 3)] if cotangents else []))
    for with_primal in (False, True)
]
QUICK = [*CASES[:: len(CASES) // 5], ("pullback", (0, 3), True)]


@pytest.mark.parametrize("case", QUICK, ids=str)
def test_some_numbers(case):
    check(*case)


@pytest.mark.long
@pytest.mark.parametrize("case", [case for case in CASES if case not in QUICK], ids=str)
def test_all_numbers(case):
    check(*case)


def check(first: str, wrt: tuple[int, ...], with_primal: bool) -> None:
    check_same(program(first, wrt, with_primal))


def check_same(text: str, *calls: list) -> None:
    """The second pullback of a program with marks, and without, of the arguments of each call."""
    marked, plain = lagrad.compile(text), lagrad.compile(text.replace(MARK, ""))
    assert rewritten(text) and not rewritten(text.replace(MARK, ""))
    if not calls:
        numbers = itertools.cycle((0.7, 1.3, -0.4, 0.9, 1.1, -0.6))
        types = text.partition("@second(")[2].partition(")")[0].split(", ")
        own = [
            4 if type == "index" else np.array([next(numbers) for _ in range(3)]) if type == MANY else next(numbers)
            for type in types
        ]
        calls = (own,)
    for arguments in calls:
        found, expected = marked.second(*arguments), plain.second(*arguments)
        if not isinstance(found, (list, tuple)):
            found, expected = [found], [expected]
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-11)
