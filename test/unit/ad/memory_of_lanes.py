"""Programs on memory whose vectors have a place for each lane."""

import jax.numpy as jnp
import numpy as np
from memory_program import N, Program

KEPT = (0, 2, 3)  # lanes of the mask


def scattered(x, k, y):
    for lane in KEPT:
        x = x.at[k[lane]].set(jnp.sin(y[lane]))
    return (), {0: x}


def compressed(x, y):
    return (), {0: x.at[2:5].set(jnp.stack([y[lane] * x[0] for lane in KEPT]))}


def expanded(x, y):
    read = jnp.stack([x[4], y[1], x[5], x[6]])
    return (), {1: read * y}


PROGRAMS: dict[str, Program] = {}

# Two lanes write one element, and the last one stays. The lane that is left out points nowhere.
PROGRAMS["a scatter"] = Program(
    """
func.func @f(%x: memref<8xf64>, %k: memref<4xindex>, %y: memref<4xf64>) {
 %c0 = arith.constant 0 : index
 %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
 %places = vector.load %k[%c0] : memref<4xindex>, vector<4xindex>
 %v = vector.load %y[%c0] : memref<4xf64>, vector<4xf64>
 %s = math.sin %v : vector<4xf64>
 vector.scatter %x[%c0][%places], %mask, %s : memref<8xf64>, vector<4xindex>, vector<4xi1>, vector<4xf64>
 return
}
""",
    scattered,
    [N(8), np.array([6, 1 << 40, 3, 6]), N(4)],
    [0, 2],
)

PROGRAMS["a compressed store"] = Program(
    """
func.func @f(%x: memref<8xf64>, %y: memref<4xf64>) {
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
 %a = memref.load %x[%c0] : memref<8xf64>
 %all = vector.broadcast %a : f64 to vector<4xf64>
 %v = vector.load %y[%c0] : memref<4xf64>, vector<4xf64>
 %p = arith.mulf %v, %all : vector<4xf64>
 vector.compressstore %x[%c2], %mask, %p : memref<8xf64>, vector<4xi1>, vector<4xf64>
 return
}
""",
    compressed,
    [N(8), N(4)],
    [0, 1],
)

PROGRAMS["an expanded load"] = Program(
    """
func.func @f(%x: memref<8xf64>, %y: memref<4xf64>) {
 %c0 = arith.constant 0 : index
 %c4 = arith.constant 4 : index
 %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
 %v = vector.load %y[%c0] : memref<4xf64>, vector<4xf64>
 %e = vector.expandload %x[%c4], %mask, %v : memref<8xf64>, vector<4xi1>, vector<4xf64> into vector<4xf64>
 %p = arith.mulf %e, %v : vector<4xf64>
 vector.store %p, %y[%c0] : memref<4xf64>, vector<4xf64>
 return
}
""",
    expanded,
    [N(8), N(4)],
    [0, 1],
)
