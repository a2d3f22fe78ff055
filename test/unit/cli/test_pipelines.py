"""What pipelines mean, and one run of them over a module."""

from __future__ import annotations

import os

import pytest

from lagrad import pipelines, transforms, upstream
from lagrad.analysis import linalg_form
from lagrad.analysis.walk import walk
from lagrad.errors import Failure, Report
from lagrad.mlir import ir, passmanager
from lagrad.pipelines import reading
from lagrad.pipelines.text import BadPipeline, Nest, PassNode, Step
from lagrad.remembered import forget

TWICE = """
func.func @f(%x: f64) -> f64 {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %x, %x : f64
  %c = arith.addf %a, %b : f64
  return %c : f64
}
"""
ELEMENTWISE = """
func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = arith.addf %x, %x : tensor<2xf64>
  return %y : tensor<2xf64>
}
"""


def parse(text: str) -> ir.Module:
    with pipelines.new_context():
        return ir.Module.parse(text)


def functions(*nodes) -> Nest:
    return Nest("builtin.module", (Nest("func.func", nodes),))


@pytest.mark.parametrize(
    "text, tree",
    [
        ("", "builtin.module()"),
        ("cse", "builtin.module(cse)"),
        ("builtin.module(cse)", "builtin.module(cse)"),
        ("func.func(cse)", "builtin.module(func.func(cse))"),
        (
            "buffer-hoisting,cse,buffer-hoisting",
            "builtin.module(func.func(buffer-hoisting),cse,func.func(buffer-hoisting))",
        ),
        ("any(func.func(buffer-hoisting))", "builtin.module(any(func.func(buffer-hoisting)))"),
        ("lagrad-differentiate,cse", "builtin.module(lagrad-differentiate,cse)"),
    ],
)
def test_meaning(text, tree):
    assert str(pipelines.read(text)) == tree


@pytest.mark.parametrize("name", pipelines.NAMED)
def test_named_pipelines_expand_to_what_reads_as_itself(name):
    expanded = str(pipelines.read(name))
    assert name not in expanded
    assert str(pipelines.read(expanded)) == expanded
    assert str(pipelines.read(f"builtin.module(cse,{name})")) == expanded.replace("(", "(cse,", 1)


@pytest.mark.parametrize("name", transforms.names())
def test_every_pass_of_ours_is_documented(name):
    cls = transforms.find(name)
    assert cls.name == name
    assert cls.__doc__ and not cls.__doc__.startswith(cls.__name__ + "("), "the dataclass's own docstring"
    assert all(field.metadata["help"] for field in cls.options().values())
    assert isinstance(cls(), cls), "every option has a default"


def test_upstream_table_holds_what_the_bindings_have():
    """Each pass is added where the table says, with all its options at their defaults."""
    with pipelines.new_context():
        for name, known in upstream.table().items():
            anchor = "builtin.module" if known["anchor"] == "any" else known["anchor"]
            options = " ".join(f"{key}={value}" for key, value in known["options"].items() if value)
            passmanager.PassManager(anchor).add(f"{name}{{{options}}}" if options else name)


def test_upstream_and_python_passes_mix_at_any_depth():
    seen = []
    look = Step("look", lambda op: seen.append((op.name, str(op).count("arith.mulf"))))
    inner = Nest("builtin.module", (Nest("func.func", (look, PassNode("cse"), look)),))
    module = parse(TWICE + f"module {{ {TWICE} }}")
    pipelines.run(module, Nest("builtin.module", (inner, look, Nest("func.func", (PassNode("cse"), look)))))
    assert seen == [("func.func", 2), ("func.func", 1), ("builtin.module", 3), ("func.func", 1)]


def test_report_is_returned_and_filled():
    report = Report()
    tree = functions(Step("say", lambda op: report.remark(op.location, "here")))
    assert pipelines.run(parse(TWICE), tree, report) is report
    assert [(told.severity, told.message) for told in report.remarks] == [("remark", "here")]


def test_a_refusal_of_our_pass_arrives_as_it_is():
    refusal = Failure("no")

    def refuse(op):
        raise refusal

    with pytest.raises(Failure) as caught:
        pipelines.run(parse(TWICE), functions(Step("refuse", refuse)))
    assert caught.value is refusal


def test_a_bug_in_a_pass_keeps_its_type():
    with pytest.raises(ZeroDivisionError):
        pipelines.run(parse(TWICE), functions(Step("bug", lambda op: 1 / 0)))


def test_an_error_of_upstream_has_its_place_and_notes():
    with pytest.raises(Failure) as caught:
        pipelines.run(parse(ELEMENTWISE), "one-shot-bufferize")
    (told,) = caught.value.diagnostics
    assert (told.severity, told.message) == ("error", "op was not bufferized")
    assert ir.FileLineColLoc(told.location).start_line == 3
    assert told.notes[0].message.startswith("see current operation:")


def test_the_verifier_runs_after_each_pass_unless_told_not_to():
    def break_it(op):
        with op.context:
            op.attributes["function_type"] = ir.TypeAttr.parse("() -> ()")

    tree = functions(Step("break", break_it))
    with pytest.raises(Failure, match="function"):
        pipelines.run(parse(TWICE), tree)
    pipelines.run(parse(TWICE), tree, verify_each=False)


def test_every_manager_is_configured():
    configured = []
    tree = functions(Step("nothing", lambda op: None))
    pipelines.run(parse(TWICE), tree, configure=lambda manager, outermost: configured.append(outermost))
    assert configured == [True, False]


@pytest.mark.parametrize("text", ["gpu-kernel-outlining", "sparsification-and-bufferization", "lower-host-to-llvm"])
def test_what_makes_the_bindings_abort_is_refused_first(text):
    with pytest.raises(BadPipeline, match="runs on builtin.module, not on func.func"):
        pipelines.read(f"builtin.module(func.func({text}))")


def test_nothing_is_written_by_a_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pipelines.run(parse(TWICE), "canonicalize,cse")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "rest", ["canonicalize", "lagrad-ignore-zero-signs", "one-shot-bufferize", "convert-scf-to-cf"]
)
def test_what_a_pass_of_ours_breaks_is_found_without_verifying_each(rest, monkeypatch):
    """Where the program changes its form, or at the end."""

    def use_before_definition(self, op, report):
        function = op.regions[0].blocks[0].operations[0]
        (*ops, last) = function.regions[0].blocks[0].operations
        ops[0].operation.move_before(last.operation)

    monkeypatch.setattr(transforms.find("lagrad-set-fastmath"), "run", use_before_definition)
    module = parse("func.func @f(%x: f64) -> f64 {\n%y = math.exp %x : f64\n%z = math.sin %y : f64\nreturn %z : f64\n}")
    with pytest.raises(Failure, match="does not dominate"):
        pipelines.run(module, f"lagrad-set-fastmath,{rest}", verify_each=False, verify_ours=True)


def test_a_pipeline_is_read_once(monkeypatch):
    """And a wrong one is refused each time."""
    asked, read = [], reading.read
    monkeypatch.setattr(reading, "read", lambda text: asked.append(text) or read(text))
    text = "cse,lagrad-default,canonicalize"
    for _ in range(2):
        module = ir.Module.parse("func.func @f() { return }", pipelines.new_context())
        pipelines.run(module, text)
    assert asked == [text]
    for _ in range(2):
        with pytest.raises(BadPipeline, match="no-such-pass"):
            pipelines.run(module, "no-such-pass")


GRADIENT = """
func.func @f(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""
PRODUCT = """
func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } ins(%x : tensor<4xf64>) outs(%x : tensor<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %z = arith.mulf %in, %in : f64
    linalg.yield %z : f64
  } -> tensor<4xf64>
  return %y : tensor<4xf64>
}
"""


def test_who_reads_warnings_only_is_not_told_more():
    module = parse(GRADIENT)
    told = pipelines.run(module, "lagrad-differentiate,lagrad-to-llvm", Report(detailed=False))
    assert told.remarks == [] and [entry["request"] for entry in told.entries] == ["df"]
    assert "values_recorded" not in told.entries[0]
    module = parse(GRADIENT)
    told = pipelines.run(module, "lagrad-differentiate,lagrad-to-llvm")
    assert told.remarks and "values_recorded" in told.entries[0]


def test_what_is_remembered_of_attributes_is_let_go_when_a_run_ends():
    module = parse(PRODUCT)
    forget()
    (generic,) = (op for op in walk(module.operation) if op.name == "linalg.generic")
    assert [str(map) for map in linalg_form.maps(generic)] == ["(d0) -> (d0)"] * 2
    assert linalg_form._maps.cache_info().currsize == 1
    pipelines.run(module, "canonicalize")
    assert linalg_form._maps.cache_info().currsize == 0
