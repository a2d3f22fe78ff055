"""The data of the page: places, activity and its paths, zeros, what is recorded, stages."""

import pytest
from explained_programs import CALLS, LOOP, REFUSED, STRAIGHT, ZERO, explained

from lagrad import pipelines
from lagrad.errors import Failure
from lagrad.explain.printed import printed
from lagrad.explain.sources import Text
from lagrad.explain.stages import Stages, differences
from lagrad.lowering import pipeline as lowering
from lagrad.mlir import ir


@pytest.fixture(scope="module")
def loop():
    return explained(LOOP)


def value(data, name):
    return next(one for one in data["requests"][0]["values"] if one["name"] == name and one["at"])


def path(data, name, direction):
    """The names of the values on the way from one."""
    values, found = data["requests"][0]["values"], []
    number = value(data, name)[direction]
    while number is not None:
        found.append(values[number]["name"])
        number = values[number][direction]
    return found


def test_a_value_is_where_the_program_names_it(loop):
    for name in ("%x", "%y", "%s", "%a", "%e", "%p", "%t"):
        line, column, length = value(loop, name)["at"]
        assert loop["source"][line - 1][column : column + length] == name


def test_states(loop):
    assert {name: value(loop, name)["state"] for name in ("%x", "%y", "%p")} == {
        "%x": "active",
        "%y": "useful",
        "%p": "active",
    }
    zero = explained(ZERO)
    assert value(zero, "%whole")["state"] == "useful" and value(zero, "%x")["state"] == "varied"
    assert value(zero, "%unused")["state"] == "varied"


def test_paths_go_to_an_argument_and_to_a_result(loop):
    assert path(loop, "%t", "before") == ["%p", "%e", "%x"]
    assert path(loop, "%e", "after") == ["%p", "%t", "%s"]


@pytest.mark.parametrize("text", [LOOP, ZERO])
def test_who_has_a_path_is_who_activity_says(text):
    for one in explained(text)["requests"][0]["values"]:
        assert one["origin"] == (one["state"] in ("active", "varied"))
        assert one["goal"] == (one["state"] in ("active", "useful"))
        assert one["origin"] or one["before"] is None
        assert one["goal"] or one["after"] is None


def test_a_line_of_the_derivative_comes_from_a_line_of_the_program(loop):
    made = loop["derivative"]
    assert len(made["lines"]) == len(made["sources"])
    comes = [line for line, source in zip(made["lines"], made["sources"]) if source == 8]
    assert any("math.sin" in line for line in comes) and any("math.cos" in line for line in comes)
    assert not any(line.startswith("func.func @f(") for line in made["lines"])


def test_a_tape_is_written_and_read_in_the_derivative(loop):
    (tape,) = loop["derivative"]["tapes"]
    lines = loop["derivative"]["lines"]
    assert ["tensor.insert " in lines[n] for n in tape["writes"]] == [True]
    assert ["tensor.extract " in lines[n] for n in tape["reads"]] == [True]
    assert tape["loop"] < tape["writes"][0] < tape["reads"][0]


def test_what_is_recorded(loop):
    memory = loop["requests"][0]["memory"]
    (one,) = memory["recorded"]
    assert (one["name"], one["loop"], one["row"], one["tape"]) == ("%a", 5, "8 bytes", "64 bytes")
    assert {reader["line"] for reader in one["readers"]} == {7, 8}
    assert memory["total"] == "64 bytes" and {6, 7} <= set(memory["again"])
    assert loop["entries"][0]["bytes_recorded"] == 64


def test_sizes_that_are_not_known_have_names():
    text = LOOP.replace("func.func @f(", "func.func @f(%c8: index, ").replace("  %c8 = arith.constant 8 : index\n", "")
    text = text.replace("@df(", "@df(index, ").replace("wrt = [0]", "wrt = [1]")
    memory = explained(text)["requests"][0]["memory"]
    assert memory["total"] == "8 * n1 bytes"
    assert [(one["line"], one["text"]) for one in memory["names"]] == [(1, "n1 is argument 0, index")]


def test_why_a_gradient_is_zero():
    found = {zero["name"]: zero for zero in explained(ZERO)["requests"][0]["zeros"]}
    assert set(found) == {"%x", "%z", "%unused"}
    assert [(stop["op"], stop["at"][0]) for stop in found["%x"]["stops"]] == [("math.floor", 3)]
    assert [(stop["op"], stop["at"][0]) for stop in found["%z"]["stops"]] == [("arith.cmpf", 5)]
    assert found["%x"]["reaches"] and not found["%unused"]["reaches"] and not found["%unused"]["stops"]


def test_a_decision_of_a_branch_stops_a_derivative():
    text = """func.func @f(%x: f64, %y: f64) -> f64 {
      %n = arith.fptosi %x : f64 to i1
      %r = scf.if %n -> f64 {
        %1 = arith.mulf %y, %y : f64
        scf.yield %1 : f64
      } else {
        scf.yield %y : f64
      }
      return %r : f64
    }
    func.func private @df(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}"""
    (zero,) = explained(text)["requests"][0]["zeros"]
    assert zero["name"] == "%x" and zero["reaches"]
    assert [stop["at"][0] for stop in zero["stops"]] == [2]


def test_a_pushforward_keeps_nothing():
    text = LOOP.split("func.func private")[0] + (
        "func.func private @df(tensor<8xf64>, tensor<8xf64>, f64) -> f64 attributes {lagrad.pushforward = @f, "
        "lagrad.wrt = [0]}"
    )
    assert explained(text)["requests"][0]["memory"] is None


def test_a_refusal_is_at_its_lines():
    data = explained(REFUSED)
    (told,) = data["refusal"]
    assert told["at"][0] == 4 and "declared here but not defined" in told["message"]
    assert [note["at"] and note["at"][0] for note in told["notes"]] == [2, 5, None]
    assert data["derivative"] is None


def test_a_program_without_a_request_is_no_page():
    with pytest.raises(Failure, match="asks for no derivative"):
        explained(LOOP.split("func.func private")[0])


def test_stages_say_what_changed():
    stages = explained(LOOP, lowering="lagrad-to-llvm")["stages"]
    groups = {stage["name"]: stage for stage in stages}
    made = groups["lagrad-differentiate"]
    assert not made["same"] and any(kind == "+" and "math.cos" in line for kind, line in made["diff"])
    assert groups["sroa"]["same"] and not groups["sroa"]["diff"]
    names = [stage["name"] for stage in stages if stage["group"] == "lowering"]
    assert tuple(names) == lowering.NAMES
    assert all(stage["after"] == following["before"] for stage, following in zip(stages, stages[1:]))


def test_a_number_of_a_name_is_no_difference():
    before = ["%0 = a %x", "%1 = b %0"]
    assert differences(before, ["%3 = a %arg0", "%4 = b %3"]) == []
    assert differences(before, ["%0 = a %x", "%1 = c %0"]) == [
        ["@", "line 1"], [" ", "%0 = a %x"], ["-", "%1 = b %0"], ["+", "%1 = c %0"],
    ]  # fmt: skip


def test_long_texts_are_only_counted():
    with pipelines.new_context():
        module = ir.Module.parse("func.func private @f()")
        stages = Stages(largest=1)
        stages.start(module.operation)
        stages.seen("a pass", "passes", module.operation)
    assert stages.found[0]["diff"] == [] and stages.found[0]["more"] is None


def test_every_operation_has_its_lines():
    with pipelines.new_context():
        module = ir.Module.parse(LOOP)
        whole = printed(module.operation)
        assert str(module) == "\n".join(whole.lines) + "\n"  # a program without locations is printed as it is
        first = {op.name: whole.lines[at[0]].strip() for op, at in zip(whole.ops, whole.at) if at}
        assert first["scf.for"].startswith("%0 = scf.for") and first["math.sin"].endswith("math.sin %1 : f64")
        spans = {op.name: whole.lines[at[1]] for op, at in zip(whole.ops, whole.at) if at}
        assert spans["scf.for"].strip() == "}"


def test_columns_count_characters():
    text = Text("f.mlir", ['  "ä"() : () -> () %x'])
    with pipelines.new_context():
        assert text.named(text.span(ir.Location.file("f.mlir", 1, 21))) == "%x"
        assert text.span(ir.Location.file("other.mlir", 1, 1)) is None
        assert text.span(ir.Location.file("f.mlir", 9, 1)) is None
        assert text.span(ir.Location.unknown()) is None


def test_the_result_of_a_call_is_what_the_function_returns():
    """Also through two calls, and of the results of one call each its own."""
    data = explained(CALLS)
    for name, state in {"%two": "active", "%inner": "active", "%sum": "active", "%other": "useful"}.items():
        found = value(data, name)
        line, column, length = found["at"]
        assert data["source"][line - 1][column : column + length] == name and found["state"] == state
    assert path(data, "%two", "after")[-1] == "%result"


def test_operations_that_are_where_their_operands_are():
    text = Text(
        "f.mlir", ["  %8 = stablehlo.reduce(%7 init: %c) applies stablehlo.maximum", "  %9 = arith.addf %8, %8"]
    )
    with pipelines.new_context():
        at = text.definition(ir.Location.file("f.mlir", 1, 24))
        assert at == [1, 2, 2] and text.named(at) == "%8"
        assert text.named(text.span(ir.Location.file("f.mlir", 1, 24))) == "stablehlo.reduce"


def test_temporaries_have_lines_types_and_bytes():
    rows = explained(STRAIGHT, lowering="lagrad-to-llvm")["buffers"]
    mine = [row for row in rows if row["function"] == "df" and row["type"] == "64xf64"]
    assert mine and all(row["bytes"] == 512 and row["loop"] is None and row["line"] in range(3, 9) for row in mine)
    assert explained(STRAIGHT)["buffers"] == []
