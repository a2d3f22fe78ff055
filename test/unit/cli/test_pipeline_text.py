"""The grammar of pipelines: what is read is printed back, what is no pipeline is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagrad.pipelines.text import MAX_DEPTH, BadPipeline, Nest, PassNode, excerpt, parse, parse_options

names = st.from_regex(r"[a-z][a-z0-9]*(-[a-z0-9]+){0,2}", fullmatch=True)
plain = st.from_regex(r"[A-Za-z0-9_./:+@-]+(,[A-Za-z0-9_./-]+){0,2}", fullmatch=True)
quoted = st.builds("{0}{1}{0}".format, st.sampled_from(["'", '"']), st.text("ab ,={}()[]", max_size=8))
bracketed = st.recursive(
    st.text("ab ,=", max_size=6),
    lambda inner: (
        st.builds("({})".format, inner)
        | st.builds("[{}]".format, inner)
        | st.builds("{{{}}}".format, inner)
        | st.builds("{}{}".format, inner, inner)
    ),
    max_leaves=4,
)
values = st.none() | plain | quoted | bracketed.map("{{{}}}".format)
passes = st.builds(PassNode, names, st.lists(st.tuples(names, values), max_size=3).map(tuple))
anchors = st.sampled_from(["builtin.module", "func.func", "any", "gpu.module"])
trees = st.recursive(
    passes,
    lambda inner: st.builds(Nest, anchors, st.lists(inner, max_size=3).map(tuple)),
    max_leaves=8,
)


@given(st.lists(trees, max_size=4).map(tuple))
def test_round_trip(nodes):
    assert parse(",".join(map(str, nodes))) == nodes


@given(st.lists(trees, min_size=1, max_size=3).map(tuple), st.sampled_from(["", " ", "\n  ", "\t"]))
def test_blanks_around_elements_mean_nothing(nodes, blank):
    assert parse(blank + f"{blank},{blank}".join(map(str, nodes)) + blank) == nodes


@given(st.text("ab(){}[]=,'\" -.", max_size=20))
def test_any_text_is_a_pipeline_or_refused(text):
    try:
        nodes = parse(text)
    except BadPipeline as problem:
        assert "\n" in str(problem) or not text
    else:
        assert parse(",".join(map(str, nodes))) == nodes


def test_tree():
    assert parse("a,func.func(b{x=1 y=p,q},c)") == (
        PassNode("a"),
        Nest("func.func", (PassNode("b", (("x", "1"), ("y", "p,q"))), PassNode("c"))),
    )


@pytest.mark.parametrize(
    "text, value",
    [
        ("o=1", "1"),
        ("o", ""),
        ("o=", ""),
        ("o='a b'", "a b"),
        ('o="a}b"', "a}b"),
        ("o={func.func(a,b) x}", "func.func(a,b) x"),
        ("o={a}{b}", "{a}{b}"),
        ("o=f(a b)", "f(a b)"),
        ("o=[1, 2]", "[1, 2]"),
    ],
)
def test_values_lose_what_surrounds_the_whole(text, value):
    assert PassNode("p", parse_options(text)).values() == {"o": value}


@pytest.mark.parametrize(
    "text, message, column",
    [
        ("a,", "expected the name of a pass", 2),
        ("a b", "expected ',' or the end, not 'b'", 2),
        ("f(a", "this '(' is never closed", 1),
        ("f(a}", "expected ',' or ')', not '}'", 3),
        ("a{x=1", "this '{' is never closed", 1),
        ("a{x=1 )}", "expected the name of an option", 6),
        ("a{x='1}", "this ' is never closed", 4),
        ("a{x={1}", "this '{' is never closed", 1),
        ("a{x=[1}", "this '[' is never closed", 4),
    ],
)
def test_refusals_point_at_the_place(text, message, column):
    with pytest.raises(BadPipeline) as caught:
        parse(text)
    told, shown, caret = str(caught.value).split("\n")
    assert (told, shown, caret) == (message, f"    {text}", " " * (4 + column) + "^")


def test_depth_is_bounded():
    assert parse("a(" * (MAX_DEPTH - 1) + ")" * (MAX_DEPTH - 1))
    with pytest.raises(BadPipeline, match=f"nested more than {MAX_DEPTH} deep"):
        parse("a(" * 5000 + ")" * 5000)


def test_a_long_line_is_cut_around_the_caret():
    text = ",".join(["canonicalize"] * 50)
    shown, caret = excerpt(text, 300, width=40).split("\n")
    assert len(shown) == 44
    assert shown[caret.index("^")] == text[300]
