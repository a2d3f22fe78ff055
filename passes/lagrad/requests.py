"""Which derivatives a module asks for.

A request is a private declaration with an attribute that names the primal:

    func.func private @df(f64, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.wrt = [0]}

`lagrad.grad` and `lagrad.tangent` operations and pass options become such declarations first. A request is
checked against its primal's signature, and requests of requests are put in the order in
which they can be filled.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

from . import build
from .build import has_derivative
from .analysis.call_graph import functions, is_declaration, reachable, signature
from .analysis.derivative_types import type_of
from .analysis.program import walk
from .analysis.request import Derivative, Request
from .dialect import GRAD, TANGENT, argument_numbers
from .errors import Diagnostic, Failure, error, note
from .mlir import ir

KINDS = ("pullback", "gradient", "pushforward", "value_and_grad", "hvp", "jacobian", "hessian")
_ONE_REAL_RESULT = {"gradient", "value_and_grad", "hvp", "hessian"}
_WORDS = {"lagrad.wrt", *(f"lagrad.{kind}" for kind in KINDS)}
_OWN_WORDS = {  # attribute -> the kinds that may have it
    "lagrad.with_primal": ("pullback", "gradient", "pushforward", "jacobian"),
    "lagrad.vectors": ("pullback", "pushforward", "hvp"),
    "lagrad.cotangent": ("pullback", "jacobian"),
    "lagrad.tangent": ("pushforward",),
    "lagrad.mode": ("jacobian",),
    "lagrad.chunk": ("jacobian", "hessian"),
    "lagrad.compressed": ("jacobian", "hessian"),
}


ONE_HOT = "one-hot"


# -- the three spellings ---------------------------------------------------------------------------


def declare(
    module: ir.Operation,
    kind: str,
    primal: str,
    wrt: list[int] | None,
    name: str,
    location,
    with_primal: bool = False,
    **own: int | str | bool,
) -> ir.Operation:
    """Adds the declaration that asks for a derivative, with the signature that fits it.

    `own` are the attributes that only some kinds have: `vectors=4`.
    """
    table = functions(module)
    if primal not in table:
        raise Failure(error(location, unknown_function(primal, list(table))))
    inputs, results = signature(table[primal])
    if wrt is None:
        wrt = [n for n, t in enumerate(inputs) if has_derivative(t)]
    outside = [n for n in wrt if not 0 <= n < len(inputs)]
    if outside:
        raise Failure(error(location, f"@{primal} has no argument {outside[0]}; it has {len(inputs)}"))
    with location:
        asked = Derivative(
            kind=kind, wrt=wrt, with_primal=with_primal, vectors=own.get("vectors"), compressed=own.get("compressed", False), one_hot=_is_one_hot(own)
        )
        expected = type_of(asked, inputs, results)
    flags = {"lagrad.with_primal": ir.UnitAttr.get()} if with_primal else {}
    for word, value in own.items():
        flags[f"lagrad.{word}"] = _attribute(value)
    with location, ir.InsertionPoint(module.regions[0].blocks[0]):
        return ir.Operation.create(
            "func.func",
            attributes={
                "sym_name": ir.StringAttr.get(name),
                "sym_visibility": ir.StringAttr.get("private"),
                "function_type": ir.TypeAttr.get(expected),
                f"lagrad.{kind}": ir.FlatSymbolRefAttr.get(primal),
                "lagrad.wrt": ir.ArrayAttr.get(
                    [ir.IntegerAttr.get(_I64(), n) for n in wrt]
                ),
                **flags,
            },
            regions=1,
        )


def _is_one_hot(own: dict) -> bool:
    return ONE_HOT in (own.get("cotangent"), own.get("tangent"))


def _attribute(value: int | str | bool) -> ir.Attribute:
    match value:
        case True:
            return ir.UnitAttr.get()
        case str():
            return ir.StringAttr.get(value)
    return ir.IntegerAttr.get(_I64(), value)


def _I64() -> ir.Type:
    return ir.IntegerType.get_signless(64)


def fresh_name(module: ir.Operation, wanted: str) -> str:
    taken = functions(module)
    name, number = wanted, 0
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


def declare_operations(module: ir.Operation) -> None:
    """Turns each `lagrad.grad` and `lagrad.tangent` into a call of a requested function; equal ones share it."""
    errors: list[Diagnostic] = []
    made: dict[tuple, str] = {}
    for op in [op for op in walk(module) if op.name in (GRAD, TANGENT)]:
        try:
            _declare_operation(module, op, made)
        except Failure as failure:
            errors += failure.diagnostics
    if errors:
        raise Failure(*errors)


def _declare_operation(module: ir.Operation, op: ir.Operation, made: dict[tuple, str]) -> None:
    is_sparse = "sparse" in op.attributes
    if is_sparse and "grad_signal" not in op.attributes:
        raise Failure(error(op.location, f"'{op.name}': 'sparse' says that the cotangent has one nonzero, which 'grad_signal' gives"))
    primal = op.attributes["F"].value
    with_primal = "include_primal" in op.attributes
    table = functions(module)
    if primal not in table:
        raise Failure(error(op.location, unknown_function(primal, list(table))))
    inputs, _ = signature(table[primal])
    of = op.attributes.get("of")
    wrt = argument_numbers(of) if of is not None else [n for n, t in enumerate(inputs) if has_derivative(t)]
    if op.name == TANGENT:
        kind = "pushforward"
    else:
        kind = "pullback" if "grad_signal" in op.attributes else "gradient"
    key = (primal, kind, tuple(wrt), with_primal, is_sparse)
    if key not in made:
        made[key] = fresh_name(module, f"{primal}_{kind}")
        declare(module, kind, primal, wrt, made[key], op.location, with_primal, **({"cotangent": ONE_HOT} if is_sparse else {}))
    takes, gives = signature(functions(module)[made[key]])
    have = [v.type for v in op.operands], [v.type for v in op.results]
    if have != (takes, gives):
        raise Failure(
            error(
                op.location,
                f"'{op.name}' of @{primal} has type {spell(takes)} -> {spell(gives)}, "
                f"not {spell(have[0])} -> {spell(have[1])}",
            )
        )
    with op.location, ir.InsertionPoint(op):
        results = build.emit(
            "func.call", gives, list(op.operands), callee=ir.FlatSymbolRefAttr.get(made[key])
        )
    for old, new in zip(op.results, results):
        old.replace_all_uses_with(new)
    op.erase()


def modules_inside(module: ir.Operation) -> list[ir.Operation]:
    """The modules directly inside a module, which have functions and requests of their own."""
    views = module.regions[0].blocks[0].operations
    return [view.operation for view in views if view.operation.name == "builtin.module"]


# -- checking ---------------------------------------------------------------------------------------


def collect(module: ir.Operation) -> list[Request]:
    """The requests of a module in the order in which they can be filled; all errors at once."""
    table = functions(module)
    requests, errors = {}, []
    for name, function in table.items():
        try:
            if request := _read(name, function, table):
                requests[name] = request
        except Failure as failure:
            errors += failure.diagnostics
    if errors:
        raise Failure(*errors)
    return _ordered(module, requests)


def _read(name: str, function: ir.Operation, table: dict) -> Request | None:
    """The request that a function is; None if it is none."""
    asked = _asked(name, function)
    if asked is None:
        return None
    kind, primal = asked
    _check_words(name, function, kind)
    location = function.location
    if not is_declaration(function):
        raise Failure(error(location, f"@{name} asks for a {kind} but has a body; the compiler writes it, so leave it out"))
    if primal not in table:
        raise Failure(error(location, unknown_function(primal, list(table))))
    definition = table[primal]
    inputs, results = signature(definition)
    if wide := [t for t in (*inputs, *results) if str(build.element(t)) in ("f80", "f128")]:
        raise Failure(error(location, f"cannot differentiate @{primal}, which has the type {wide[0]} in its signature: floats of 80 and 128 bits have no derivatives",
                            _defined_here(primal, definition)))
    wrt = _wrt(name, function, primal, definition, inputs)
    _check_results(kind, function, primal, definition)
    own = _own(name, function)
    request = Request(
        kind="gradient" if kind == "value_and_grad" else kind,
        function=function,
        name=name,
        primal=primal,
        wrt=wrt,
        with_primal="lagrad.with_primal" in function.attributes or kind == "value_and_grad",
        compressed="lagrad.compressed" in function.attributes,
        one_hot=_is_one_hot(own),
        **{word: value for word, value in own.items() if word not in ("cotangent", "tangent")},
    )
    _check_directions(request, definition)
    _check_signature(request, definition)
    return request


def _asked(name: str, function: ir.Operation) -> tuple[str, str] | None:
    """The kind of derivative that a function asks for, and of what function."""
    asked = [kind for kind in KINDS if f"lagrad.{kind}" in function.attributes]
    location = function.location
    if not asked:
        if "lagrad.wrt" in function.attributes:
            raise Failure(error(location, f"@{name} has 'lagrad.wrt' but does not say which derivative; add lagrad.pullback = @f or lagrad.gradient = @f"))
        return None
    if len(asked) > 1:
        raise Failure(error(location, f"@{name} asks for {' and '.join(asked)}; ask for one a declaration"))
    kind, = asked
    reference = function.attributes[f"lagrad.{kind}"]
    if not isinstance(reference, ir.FlatSymbolRefAttr):
        raise Failure(error(location, f"'lagrad.{kind}' names a function, as in lagrad.{kind} = @f, not {reference}"))
    return kind, reference.value


def _check_words(name: str, function: ir.Operation, kind: str) -> None:
    """Whether a request has attributes of its kind only."""
    words = [word for word in function.attributes if word.startswith("lagrad.")]
    for word in words:
        if word in _OWN_WORDS and kind not in _OWN_WORDS[word]:
            raise Failure(error(function.location, f"'{word}' is for {', '.join(f'lagrad.{k}' for k in _OWN_WORDS[word])}; @{name} asks for a {kind}"))
    unknown = [w for w in words if w not in _WORDS and w not in _OWN_WORDS]
    if unknown:
        known = sorted(_WORDS | set(_OWN_WORDS))
        raise Failure(error(function.location, f"unknown attribute '{unknown[0]}' on the request @{name}; it may have {', '.join(known)}"))


def _check_results(kind: str, function: ir.Operation, primal: str, definition: ir.Operation) -> None:
    """Whether a function has the results that a kind of derivative is of."""
    floats = [t for t in signature(definition)[1] if has_derivative(t)]
    here = _defined_here(primal, definition)
    if kind in _ONE_REAL_RESULT and len(floats) == 1 and build.is_complex(floats[0]):
        raise Failure(error(function.location, f"a {kind} needs a real result, and that of @{primal} is complex; ask for lagrad.pullback", here))
    if kind in _ONE_REAL_RESULT and len(floats) != 1:
        raise Failure(error(function.location, f"a {kind} needs one float result, and @{primal} has {len(floats)}; ask for lagrad.pullback", here))


def _check_directions(request: Request, definition: ir.Operation) -> None:
    """Whether there are directions as they are asked for."""
    location, here = request.function.location, _defined_here(request.primal, definition)
    inputs, results = signature(definition)
    floats = [t for t in results if has_derivative(t)]
    if request.kind in ("jacobian", "hessian"):
        elements = {build.element(t) for t in (*floats, *(inputs[n] for n in request.wrt))}
        if len(elements) > 1 or any(map(build.is_complex, elements)):
            spelled = ", ".join(sorted(map(str, elements)))
            raise Failure(error(location, f"a {request.kind} is of one real element type, and @{request.primal} has {spelled}; ask for lagrad.pullback or lagrad.pushforward", here))
    if request.one_hot and request.vectors is not None:
        raise Failure(error(location, f"@{request.name} asks for several directions and for one-hot ones; ask for one of them"))
    if request.one_hot and request.kind == "jacobian" and (request.compressed or request.mode == "forward" or request.chunk is not None):
        raise Failure(error(location, f"@{request.name} asks for rows of a Jacobian by one-hot cotangents, which are done in reverse mode, one at a time; "
                            "leave lagrad.compressed, lagrad.chunk and lagrad.mode = \"forward\" out"))
    if request.vectors is not None and not (floats if request.kind == "pullback" else request.wrt):
        raise Failure(error(location, f"@{request.name} has no direction, of which 'lagrad.vectors' could ask for several", here))


def _check_signature(request: Request, definition: ir.Operation) -> None:
    """Whether a request has the arguments and results of what it asks for."""
    location, here = request.function.location, _defined_here(request.primal, definition)
    inputs, results = signature(definition)
    takes, gives = signature(request.function)
    with location:
        expected = type_of(request, inputs, results)
        if takes == list(expected.inputs) and _fit(gives, list(expected.results), request.compressed):
            return
    left_out = _left_out(request.primal, inputs)
    if not request.wrt and left_out:
        raise Failure(error(location, f"@{request.name} asks for a {request.kind} of @{request.primal}, none of whose arguments has a derivative: {left_out[0]}", here))
    raise Failure(
        error(
            location,
            f"@{request.name} does not have the signature of the {'compressed ' * request.compressed}{request.kind} of @{request.primal} "
            f"with respect to {request.wrt}: expected {spell(expected.inputs)} -> {spell(expected.results)}, found {spell(takes)} -> {spell(gives)}",
            here,
            *(note(location, text) for text in left_out),
        )
    )


def _defined_here(primal: str, definition: ir.Operation) -> Diagnostic:
    return note(definition.location, f"@{primal} is defined here")


def is_sum(module: ir.Operation, request: Request) -> Diagnostic | None:
    """A warning where a gradient is of the sum of many numbers, which the program does not say."""
    kind = {"gradient": "gradient", "hvp": "Hessian-vector product", "hessian": "Hessian"}.get(request.kind)
    if kind is None:
        return None
    _, results = signature(functions(module)[request.primal])
    (result,) = (t for t in results if has_derivative(t))
    if not build.is_tensor(result) or all(size == 1 for size in build.shape_of(result)):
        return None
    message = f"@{request.primal} gives {result}, so this is the {kind} of the sum of its elements"
    advice = "to weigh them, let a function do so and return one number"
    if kind == "gradient":
        advice = "ask for lagrad.pullback, whose cotangent weighs them, or for lagrad.jacobian, of each of them"
    return Diagnostic("warning", request.function.location, message, (note(None, advice),))


def _fit(gives: list[ir.Type], expected: list[ir.Type], is_compressed: bool) -> bool:
    """Whether these are the types expected. How many entries a sparse matrix has is found out later."""
    if is_compressed and len(gives) == len(expected):
        gives = [*gives[:-3], *map(_with_open_sizes, gives[-3:], expected[-3:])]
    return gives == expected


def _with_open_sizes(type: ir.Type, like: ir.Type) -> ir.Type:
    """A tensor of one dimension, of any size where another is."""
    if len(build.shape_of(type)) != 1 or build.DYNAMIC not in build.shape_of(like):
        return type
    return build.tensor_type([build.DYNAMIC], build.element(type))


def _own(name: str, function: ir.Operation) -> dict[str, int | str]:
    """What a request says that only some kinds can say."""
    own: dict[str, int | str] = {}
    for word, expects, is_right in (
        ("vectors", "a number of directions, or -1 for any number", lambda n: isinstance(n, int) and (n > 0 or n == -1)),
        ("chunk", "a number of directions", lambda n: isinstance(n, int) and n > 0),
        ("cotangent", f"\"{ONE_HOT}\", where it has at most one nonzero", lambda n: n == ONE_HOT),
        ("tangent", f"\"{ONE_HOT}\", where it has at most one nonzero", lambda n: n == ONE_HOT),
        ("mode", "\"forward\" or \"reverse\"", lambda n: n in ("forward", "reverse")),
    ):
        attribute = function.attributes.get(f"lagrad.{word}")
        if attribute is None:
            continue
        value = attribute.value if isinstance(attribute, (ir.IntegerAttr, ir.StringAttr)) else None
        if not is_right(value):
            raise Failure(error(function.location, f"'lagrad.{word}' of @{name} is {expects}, not {attribute}"))
        own[word] = value
    return own


def _wrt(name: str, function: ir.Operation, primal: str, definition: ir.Operation, inputs: list[ir.Type]) -> list[int]:
    given = function.attributes.get("lagrad.wrt")
    if given is None:
        return [n for n, type in enumerate(inputs) if has_derivative(type)]
    location = function.location
    wrt = argument_numbers(given)
    if wrt is None:
        raise Failure(error(location, f"'lagrad.wrt' lists argument numbers, as in lagrad.wrt = [0, 2], not {given}"))
    for number in wrt:
        if not 0 <= number < len(inputs):
            raise Failure(error(location, f"'lagrad.wrt' of @{name} lists argument {number}, and @{primal} has {len(inputs)}",
                                _defined_here(primal, definition)))
        if not has_derivative(inputs[number]):
            raise Failure(error(location, f"'lagrad.wrt' of @{name} lists argument {number} of @{primal}, of type {inputs[number]}; "
                                + _no_derivative(inputs[number]),
                                _defined_here(primal, definition)))
    if len(set(wrt)) != len(wrt):
        raise Failure(error(location, f"'lagrad.wrt' of @{name} lists an argument twice: {wrt}"))
    return wrt


def _no_derivative(type: ir.Type) -> str:
    """Why an argument of this type has no derivative, and what to do where floats are in it."""
    match type:
        case ir.MemRefType() | ir.UnrankedMemRefType():
            return "memory has no derivative; let the function take a tensor, and bufferize after differentiation"
        case ir.VectorType():
            return "a vector has none here; let the function take a tensor, and read it with vector.transfer_read"
        case ir.UnrankedTensorType():
            return "a tensor without a rank has no derivative; give it one, as in tensor<?xf64>"
    return "only floats and tensors of floats have derivatives"


def _left_out(primal: str, inputs: list[ir.Type]) -> list[str]:
    """What to know of the arguments that look as if they had derivatives and have none."""
    kinds = (ir.MemRefType, ir.UnrankedMemRefType, ir.VectorType, ir.UnrankedTensorType)
    odd = [(n, t) for n, t in enumerate(inputs) if isinstance(t, kinds) and isinstance(t.element_type, ir.FloatType)]
    return [f"argument {n} of @{primal} has type {type}: {_no_derivative(type)}" for n, type in odd]


def spell(types) -> str:
    return "(" + ", ".join(str(t) for t in types) + ")"


def unknown_function(name: str, known: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, known, 3)
    hint = f"; did you mean {' or '.join('@' + n for n in near)}?" if near else ""
    return f"no function @{name} in this module{hint}"


def primals_of(function: ir.Operation) -> list[str]:
    """The function whose derivative a declaration asks for, if it does."""
    asked = [function.attributes[f"lagrad.{kind}"] for kind in KINDS if f"lagrad.{kind}" in function.attributes]
    return [reference.value for reference in asked]


def _own_derivatives(function: ir.Operation | None) -> list[str]:
    """The derivatives that a function brings."""
    names = ("lagrad.custom_pullback", "lagrad.custom_pushforward")
    return [] if function is None else [function.attributes[n].value for n in names if n in function.attributes]


def _ordered(module: ir.Operation, requests: dict[str, Request]) -> list[Request]:
    graph, table = {}, functions(module)
    for name, request in requests.items():
        behind = [request.primal]
        for here in behind:  # grows
            more = [*reachable(module, here), *_own_derivatives(table.get(here))]
            behind += [other for other in more if other not in behind]
        graph[name] = [other for other in behind if other in requests and other != name]
        if request.primal == name or name in reachable(module, request.primal):
            graph[name].append(name)
    try:
        return [requests[name] for name in TopologicalSorter(graph).static_order()]
    except CycleError as cycle:
        names = cycle.args[1]
        raise Failure(
            error(
                requests[names[0]].function.location,
                "these derivatives ask for each other: " + " -> ".join(f"@{n}" for n in reversed(names)),
                *(note(requests[n].function.location, f"@{n} is requested here") for n in names[1:-1]),
            )
        ) from None
