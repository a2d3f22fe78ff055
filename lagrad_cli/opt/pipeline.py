"""From flags to a pipeline that runs: its tree, dumps around its passes, and upstream's switches."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lagrad import pipelines
from lagrad.lowering import pipeline as lowering
from lagrad.pipelines.text import BadPipeline, Nest, Node, PassNode, Step

from . import value_names


@dataclass(frozen=True)
class Printing:
    """How IR is printed; the fields but the last two are the keywords of the bindings' `get_asm`."""

    enable_debug_info: bool = False
    pretty_debug_info: bool = False
    print_generic_op_form: bool = False
    use_local_scope: bool = False
    use_name_loc_as_prefix: bool = False
    skip_regions: bool = False
    large_elements_limit: int | None = None
    large_resource_limit: int | None = None
    unique_names: bool = False
    users: bool = False

    def text(self, op) -> str:
        how = dataclasses.asdict(self)
        unique, users = how.pop("unique_names"), how.pop("users")
        return value_names.text(op, users, **how) if unique or users else op.get_asm(**how)


@dataclass(frozen=True)
class Watching:
    """What is shown of a run on standard error while it goes on."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before_all: bool = False
    after_all: bool = False
    after_change: bool = False
    after_failure: bool = False
    after_stages: tuple[str, ...] = ()  # of the lowering; "all" are all of them
    module_scope: bool = False
    tree_dir: str = ""
    timing: bool = False
    timing_display: str | None = None
    output_format: str = "text"
    statistics: bool = False

    @property
    def times(self) -> bool:
        """Is the report of the time one that upstream does not have?"""
        return self.timing and (self.timing_display is not None or self.output_format == "json")

    def configure(self, manager, outermost: bool, printing: Printing) -> None:
        """Switch on what a pass manager of the bindings does itself."""
        if self.before_all or self.after_all or self.after_change or self.after_failure:
            manager.enable_ir_printing(
                print_before_all=self.before_all,
                print_after_all=self.after_all or self.after_change,
                print_module_scope=self.module_scope,
                print_after_change=self.after_change,
                print_after_failure=self.after_failure,
                large_elements_limit=printing.large_elements_limit,
                large_resource_limit=printing.large_resource_limit,
                enable_debug_info=printing.enable_debug_info,
                print_generic_op_form=printing.print_generic_op_form,
                tree_printing_dir_path=self.tree_dir or None,
            )
        if self.timing and outermost and not self.times:  # the report of an inner manager would come once a run of it
            manager.enable_timing()


def read(text: str, watching: Watching, printing: Printing, besides: str = "") -> Nest:
    """The checked pipeline with the dumps that were asked for; BadPipeline if it has no such pass.

    `besides` is a pipeline that may run too.
    """
    stages: set[str] = set()

    def after_stage(name: str) -> list[Step]:
        stages.add(name)
        is_wanted = name in watching.after_stages or "all" in watching.after_stages
        return [_dump("After", f"stage {name}", watching.module_scope, printing)] if is_wanted else []

    tree = pipelines.read(text, after_stage)
    names = set(_names(tree))
    if besides and (watching.after_stages or not names.issuperset(watching.before + watching.after)):
        names |= set(_names(pipelines.read(besides, after_stage)))
    _check_stages(watching.after_stages, stages)
    for name in (*watching.before, *watching.after):
        if name not in names:
            hint = pipelines.did_you_mean(name, names)
            raise BadPipeline(f"cannot print the program around '{name}': the pipeline has no such pass{hint}")
    return _with_dumps(tree, watching, printing) if watching.before or watching.after else tree


def _check_stages(wanted: Iterable[str], found: set[str]) -> None:
    """BadPipeline for a stage to print the program after that the pipeline does not have."""
    for stage in wanted:
        cannot = f"cannot print the program after '{stage}': "
        if stage != "all" and stage not in lowering.NAMES:
            raise BadPipeline(cannot + pipelines.no_stage(stage))
        if not found:
            raise BadPipeline(f"{cannot}the pipeline has no stages; name one of {pipelines.lowerings()} in it")
        if stage != "all" and stage not in found:
            raise BadPipeline(f"{cannot}the lowering stops before that stage")


def _names(nest: Nest) -> Iterator[str]:
    for node in nest.body:
        if not isinstance(node, Step):
            yield from _names(node) if isinstance(node, Nest) else [node.name]


def _with_dumps(nest: Nest, watching: Watching, printing: Printing) -> Nest:
    body: list[Node] = []
    for node in nest.body:
        match node:
            case Nest():
                body.append(_with_dumps(node, watching, printing))
            case PassNode(name=name):
                if name in watching.before:
                    body.append(_dump("Before", name, watching.module_scope, printing))
                body.append(node)
                if name in watching.after:
                    body.append(_dump("After", name, watching.module_scope, printing))
            case _:
                body.append(node)
    return dataclasses.replace(nest, body=tuple(body))


def _dump(when: str, name: str, module_scope: bool, printing: Printing) -> Step:
    def show(op) -> None:
        while module_scope and op.parent is not None:
            op = op.parent
        print(f"// -----// IR Dump {when} {name} //----- //", file=sys.stderr)
        print(printing.text(op), file=sys.stderr)

    return Step(f"print-ir-{when.lower()}-{name.replace(' ', '-')}", show)
