"""GradBench's protocol: a message of JSON in each line, and a response to each in another.

https://github.com/gradbench/gradbench, CONTRIBUTING.md, "Types".
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, TextIO

from lagrad.errors import CheckFailed, Failure

from .evals import EVALS
from .function import Function


def serve(messages: TextIO, responses: TextIO) -> None:
    """Answers every message, until there are no more. Failure for a line that is none, which has no answer."""
    defined: dict[str, dict[str, Function]] = {}
    for number, line in enumerate(messages, 1):
        if not line.strip():
            continue
        try:
            message = json.loads(line)
        except ValueError as problem:
            raise Failure(f"line {number} is no message: {problem}") from None
        if not isinstance(message, dict) or "id" not in message:
            raise Failure(f"line {number} is no message: it has no 'id'")
        print(_in_json({"id": message["id"]}, _response(message, defined)), file=responses, flush=True)


def _in_json(number: dict, response: dict) -> str:
    try:
        return json.dumps(number | response, allow_nan=False)
    except ValueError:
        error = "a result is infinite or no number, which JSON cannot say"
        return json.dumps(number | {"success": False, "error": error})


def _response(message: dict, defined: dict[str, dict[str, Function]]) -> dict:
    try:
        match message.get("kind"):
            case "start":
                return {"tool": "lagrad"}
            case "define":
                return _define(message["module"], defined)
            case "evaluate":
                return _evaluate(message, defined)
    except KeyError as missing:
        return {"success": False, "error": f"the message has no {missing}"}
    return {}


def _define(module: str, defined: dict[str, dict[str, Function]]) -> dict:
    """Compiles an eval's functions; those that lagrad has no program of are no success."""
    if module not in EVALS:
        return {"success": False, "error": f"lagrad has no eval '{module}'"}
    start = time.perf_counter_ns()
    try:
        defined[module] = EVALS[module]()
    except Failure as problem:
        return {"success": False, "error": str(problem)}
    return {"success": True, "timings": [_timing("compile", time.perf_counter_ns() - start)]}


def _evaluate(message: dict, defined: dict[str, dict[str, Function]]) -> dict:
    functions, name, given = defined.get(message["module"], {}), message["function"], message["input"]
    if name not in functions:
        return {"success": False, "error": f"'{message['module']}' with a function '{name}' is not defined"}
    function = functions[name]
    try:
        arguments = function.arguments(given)
        results, times = _run(function.call, arguments, given)
    except (TypeError, ValueError, KeyError, MemoryError, CheckFailed) as problem:
        return {"success": False, "error": f"{type(problem).__name__}: {problem}"}
    return {
        "success": True,
        "output": function.output(results, given),
        "timings": [_timing("evaluate", each) for each in times],
    }


def _run(call: Callable, arguments: tuple, given: Any) -> tuple[Any, list[int]]:
    """The results, and the nanoseconds of each of as many calls as the input asks for: one, if it does not."""
    runs, seconds = (given.get("min_runs", 1), given.get("min_seconds", 0)) if isinstance(given, dict) else (1, 0)
    times = []
    while len(times) < runs or sum(times) < 1e9 * seconds:
        start = time.perf_counter_ns()
        results = call(*arguments)
        times.append(time.perf_counter_ns() - start)
    return results, times


def _timing(name: str, nanoseconds: int) -> dict:
    return {"name": name, "nanoseconds": nanoseconds}
