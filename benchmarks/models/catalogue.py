"""The models that are exported, by name: their programs lie in `programs/`. Needs NumPy only."""

from __future__ import annotations

import dataclasses
import functools
import json

from .model import PROGRAMS, Argument, Model

LIST = PROGRAMS / "models.json"


@functools.cache
def models() -> dict[str, Model]:
    """Without their functions, which are JAX's."""
    return {name: _read(name, told) for name, told in json.loads(LIST.read_text()).items()}


def _read(name: str, told: dict) -> Model:
    arguments = tuple(Argument(**each | {"shape": tuple(each["shape"])}) for each in told["arguments"])
    return Model(name, arguments, tuple(told["wrt"]), told["dtype"], source=told["source"])


def write(made: dict[str, Model]) -> None:
    """The list, a line for each model."""
    lines = [f'"{name}": {json.dumps(_told(each))}' for name, each in sorted(made.items())]
    LIST.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def _told(each: Model) -> dict:
    defaults = {field.name: field.default for field in dataclasses.fields(Argument)}
    arguments = [
        {key: value for key, value in vars(argument).items() if value != defaults[key]} for argument in each.arguments
    ]
    return {"source": each.source, "dtype": each.dtype, "wrt": each.wrt, "arguments": arguments}
