"""`torch.cond` and `torch.while_loop`, as torch-mlir's `torch.prim.If` and `torch.prim.Loop`.

The exporter makes graphs of the branches, and of what a loop computes; the importer makes functions of these. Its own
loop takes no tensors beside those that it carries, and it has no branches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ..mlir import fx_importer, ir

_hops = torch.ops.higher_order
_MOST = torch.iinfo(torch.int64).max


class Nodes(fx_importer.GraphNodeImporter):
    """Imports the nodes of a graph."""

    def _import_hop_cond(self, loc: ir.Location, node: torch.fx.Node, hop) -> None:
        flag, then, otherwise, given = node.args
        operands = [self._import_argument(loc, each) for each in given]
        with loc:
            taken = _bool(self._import_argument(loc, flag), self._cc)
            op = ir.Operation.create("torch.prim.If", results=self._types(node), operands=[taken], regions=2)
            for region, branch in zip(op.regions, (then, otherwise)):
                with ir.InsertionPoint(region.blocks.append()):
                    results = self._called(node, branch, operands, self._types(node))
                    ir.Operation.create("torch.prim.If.yield", operands=results)
        self._bind(node, op)

    def _import_hop_while_loop(self, loc: ir.Location, node: torch.fx.Node, hop) -> None:
        goes_on, body, carried, beside = node.args
        starts, others = ([self._import_argument(loc, each) for each in given] for given in (carried, beside))
        types, flag = [value.type for value in starts], [self._cc.get_vtensor_type(torch.Size([]), torch.bool)]
        with loc:
            number = self._cc.torch_int_type
            most = ir.Operation.create(
                "torch.constant.int", results=[number], attributes={"value": self._cc.integer_attr(_MOST, 64)}
            ).result
            first = _bool(self._called(node, goes_on, [*starts, *others], flag)[0], self._cc)
            op = ir.Operation.create("torch.prim.Loop", results=types, operands=[most, first, *starts], regions=1)
            block = ir.Block.create_at_start(op.regions[0], [number, *types])
            with ir.InsertionPoint(block):
                states = self._called(node, body, [*list(block.arguments)[1:], *others], types)
                again = _bool(self._called(node, goes_on, [*states, *others], flag)[0], self._cc)
                ir.Operation.create("torch.prim.Loop.condition", operands=[again, *states])
        self._bind(node, op)

    def _types(self, node: torch.fx.Node) -> list[ir.Type]:
        return [self._cc.value_info_to_type(each) for each in node.meta["val"]]

    def _called(self, node: torch.fx.Node, graph: torch.fx.Node, operands: list, types: list) -> list[ir.Value]:
        """The results of a call of the function that a graph has become."""
        name = self.fx_importer._graph_module_to_func_name[id(getattr(node.graph.owning_module, graph.target))]
        callee = {"callee": ir.FlatSymbolRefAttr.get(name)}
        return list(ir.Operation.create("func.call", results=types, operands=operands, attributes=callee).results)

    def _bind(self, node: torch.fx.Node, op: ir.Operation) -> None:
        self._multi_result_nodes.add(node)
        for n, value in enumerate(op.results):
            self.bind_node_value(node, value, n)


def _bool(flag: ir.Value, types: Any) -> ir.Value:
    return ir.Operation.create("torch.aten.Bool.Tensor", results=[types.torch_bool_type], operands=[flag]).result


def run(operator: Callable, args: tuple) -> list | None:
    """What each branch gives, or the body of a loop; None of any other operator."""
    if operator is _hops.cond:
        _, then, otherwise, given = args
        return [branch(*given) for branch in (then, otherwise)]
    if operator is _hops.while_loop:
        goes_on, body, carried, *beside = args
        given = [*carried, *(beside[0] if beside else ())]
        goes_on(*given)
        return [body(*given)]
    return None


def graphs(node: torch.fx.Node) -> list[torch.fx.Graph]:
    """The graphs of branches and loops that a node runs."""
    inside = [each for each in node.all_input_nodes if each.op == "get_attr"]
    modules = [getattr(node.graph.owning_module, each.target, None) for each in inside]
    return [module.graph for module in modules if isinstance(module, torch.fx.GraphModule)]
