"""The model of a hand: bones, and the vertices that they move. Files with a line for each, of fields
between colons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..number_file import FormatError

FINGERS = ("thumb", "index", "middle", "ring", "pinky")
NAMES = ("wrist", *(f"{finger}{joint}" for finger in FINGERS for joint in (1, 2, 3, 4)), "forearm")
PARENTS = (-1, *(0 if joint == 0 else 4 * finger + joint for finger in range(5) for joint in range(4)), 0)


@dataclass(frozen=True)
class Model:
    """B bones, V vertices and T triangles; f64, what are numbers of things i32."""

    parents: np.ndarray  # B: of each bone, -1 for the root
    relatives: np.ndarray  # B x 4 x 4: frames in those of the parents
    inverses: np.ndarray  # B x 4 x 4: from the world into the frames
    base: np.ndarray  # V x 3
    weights: np.ndarray  # V x B: how much each bone moves each vertex
    triangles: np.ndarray  # T x 3 vertices


def read(folder: Path) -> Model:
    """The model of a folder; of vertices only the place and the bones that move them are used."""
    bones = _rows(folder / "bones.txt", lambda f: (int(f[1]), _frame(f[2:18]), _frame(f[18:34])))
    vertices = _rows(folder / "vertices.txt", lambda f: (_floats(f[:3]), _weights(f[8:])))
    triangles = _rows(folder / "triangles.txt", lambda f: [int(word) for word in f[:3]])
    weights = np.zeros((len(vertices), len(bones)))
    for row, (_, moved_by) in zip(weights, vertices):
        for bone, weight in moved_by:
            if not 0 <= bone < len(bones):
                raise FormatError(f"{folder / 'vertices.txt'}: there is no bone {bone}")
            row[bone] = weight
    model = Model(
        parents=np.array([parent for parent, _, _ in bones], dtype=np.int32),
        relatives=np.array([relative for _, relative, _ in bones]),
        inverses=np.array([inverse for _, _, inverse in bones]),
        base=np.array([place for place, _ in vertices]),
        weights=weights,
        triangles=np.array(triangles, dtype=np.int32).reshape(-1, 3),
    )
    _check(folder, model)
    return model


def _check(folder: Path, model: Model) -> None:
    if len(model.parents) < len(NAMES) - 1:
        raise FormatError(f"{folder / 'bones.txt'}: a wrist and five fingers are {len(NAMES) - 1} bones")
    if not ((-1 <= model.parents) & (model.parents < np.arange(len(model.parents)))).all():
        raise FormatError(f"{folder / 'bones.txt'}: bones must come after their parents")
    if not ((0 <= model.triangles) & (model.triangles < len(model.base))).all():
        raise FormatError(f"{folder / 'triangles.txt'}: corners must be vertices, of which there are {len(model.base)}")


def _rows(path: Path, parse: Callable[[list[str]], object]) -> list:
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            try:
                rows.append(parse(line.strip().split(":")))
            except (ValueError, IndexError):
                raise FormatError(f"{path}:{number}: not the fields that ADBench has here") from None
    return rows


def _floats(words: list[str]) -> list[float]:
    return [float(word) for word in words]


def _frame(words: list[str]) -> np.ndarray:
    return np.array(_floats(words)).reshape(4, 4)


def _weights(words: list[str]) -> list[tuple[int, float]]:
    """(bone, weight), from their count and themselves."""
    return [(int(words[1 + 2 * i]), float(words[2 + 2 * i])) for i in range(int(words[0]))]


def write(folder: Path, model: Model) -> None:
    """What `read` reads, each number in full; a vertex's normal and texture are zero."""
    folder.mkdir(exist_ok=True)
    bones = zip(NAMES, model.parents, model.relatives, model.inverses, strict=True)
    _write(folder / "bones.txt", ([name, parent, *a.flat, *b.flat] for name, parent, a, b in bones))
    _write(folder / "vertices.txt", (_vertex(*row) for row in zip(model.base, model.weights)))
    _write(folder / "triangles.txt", model.triangles)


def _vertex(place: np.ndarray, weights: np.ndarray) -> list:
    moved_by = [word for bone in np.flatnonzero(weights) for word in (bone, weights[bone])]
    return [*place, *[0.0] * 5, len(moved_by) // 2, *moved_by]


def _write(path: Path, rows) -> None:
    path.write_text("".join(":".join(str(word) for word in row) + "\n" for row in rows), encoding="ascii")


def generate(vertices: int, random: np.random.Generator) -> Model:
    """A random hand with the bones of ADBench's. Vertices lie around bones, which move them together with
    up to three others; there are as many triangles as vertices."""
    relatives = np.tile(np.eye(4), (len(NAMES), 1, 1))
    relatives[:, :3, :3] = [np.linalg.qr(matrix)[0] for matrix in random.normal(size=(len(NAMES), 3, 3))]
    relatives[:, :3, 3] = random.normal(0, 0.3, (len(NAMES), 3))
    absolutes = []
    for parent, relative in zip(PARENTS, relatives):
        absolutes.append(relative if parent < 0 else absolutes[parent] @ relative)
    weights = np.zeros((vertices, len(NAMES)))
    for row in weights:
        row[random.choice(len(NAMES), 4, replace=False)] = random.dirichlet(np.ones(4))
    centers = np.array(absolutes)[weights.argmax(axis=1), :3, 3]
    return Model(
        parents=np.array(PARENTS, dtype=np.int32),
        relatives=relatives,
        inverses=np.linalg.inv(absolutes),
        base=centers + random.normal(0, 0.1, (vertices, 3)),
        weights=weights,
        triangles=random.integers(0, vertices, (vertices, 3)).astype(np.int32),
    )
