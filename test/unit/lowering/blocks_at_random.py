"""Loops that read rows and write blocks of elements in a random order, at places that are constants or data."""

from __future__ import annotations

import random

ROWS, COLUMNS = 2, 5


def program(seed: int, of: str) -> str:
    """`@f(x, which, w)`: row i of the result is made of row which[i] of x, and of w[i]."""
    choose = random.Random(seed)
    values, lines, count = ["%w"], [], 0
    result = "%out"

    def column() -> str:
        return "%at" if choose.random() < 0.1 else f"%c{choose.randrange(COLUMNS)}"

    def new(operation: str) -> str:
        nonlocal count
        count += 1
        lines.append(f"    %v{count} = {operation}")
        return f"%v{count}"

    for _ in range(12):
        values.append(new(f"math.sin {new(f'math.exp {choose.choice(values)} : {of}')} : {of}"))
        places = [(f"%c{choose.randrange(ROWS)}", column()) for _ in range(choose.randrange(1, 6))]
        match choose.randrange(4):
            case 0:
                values += [new(f"tensor.extract %x[%at, {j}] : tensor<?x{COLUMNS}x{of}>") for _, j in places]
            case 1:
                values.append(
                    new(
                        f"tensor.extract {result}[%i, %c{choose.randrange(ROWS)}, {column()}] : "
                        f"tensor<?x{ROWS}x{COLUMNS}x{of}>"
                    )
                )
            case _:
                for i, j in places:
                    result = new(
                        f"tensor.insert {choose.choice(values)} into {result}[%i, {i}, {j}] : "
                        f"tensor<?x{ROWS}x{COLUMNS}x{of}>"
                    )
    constants = "\n".join(f"  %c{n} = arith.constant {n} : index" for n in range(COLUMNS))
    body = "\n".join(lines)
    block = f"tensor<?x{ROWS}x{COLUMNS}x{of}>"
    return f"""
func.func @f(%x: tensor<?x{COLUMNS}x{of}>, %which: tensor<?xi32>, %ws: tensor<?x{of}>) -> {block} {{
{constants}
  %half = arith.constant 0.5 : {of}
  %n = tensor.dim %which, %c0 : tensor<?xi32>
  %empty = tensor.empty(%n) : {block}
  %start = linalg.fill ins(%half : {of}) outs(%empty : {block}) -> {block}
  %all = scf.for %i = %c0 to %n step %c{choose.choice([1, 1, 2])} iter_args(%out = %start) -> {block} {{
    %k = tensor.extract %which[%i] : tensor<?xi32>
    %at = arith.index_cast %k : i32 to index
    %w = tensor.extract %ws[%i] : tensor<?x{of}>
{body}
    scf.yield {result} : {block}
  }}
  return %all : {block}
}}
"""
