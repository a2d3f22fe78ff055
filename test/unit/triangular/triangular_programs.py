"""Programs on triangular tensors, with the encodings left open: each is one function @f.

`$E` is an encoding with its comma, or nothing for the dense twin; `$T` that of the transposed kind; `$n` the order,
static or not. Arguments named %l, %m (n x n) and %q (3 x n x n) are triangular, %x, %y vectors, %a, %b dense matrices.
"""

HEADER = """
#id = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij3 = affine_map<(i, j, k) -> (i, j)>
#kij = affine_map<(k, i, j) -> (k, i, j)>
#ki = affine_map<(k, i, j) -> (k, i)>
#kj2 = affine_map<(k, i, j) -> (k, j)>
"""

_SIZES = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %{0}, %c0 : {1}
"""


def _function(arguments: str, result: str, body: str, sized: tuple[str, str] | None = None) -> str:
    return f"func.func @f({arguments}) -> {result} {{\n{_SIZES.format(*sized) if sized else ''}{body}\n}}"


M, V, A = "tensor<$nx$nxf64$E>", "tensor<$nxf64>", "tensor<$nx$nxf64>"
U = "tensor<$nx$nxf64$T>"
Q, B = "tensor<3x$nx$nxf64$E>", "tensor<3x$nx$nxf64>"
_ZEROS = f"""
  %e = tensor.empty($dn) : {V}
  %o = linalg.fill ins(%zero : f64) outs(%e : {V}) -> {V}"""
_MATRIX = f"""
  %ea = tensor.empty($dn$dcn) : {A}
  %oa = linalg.fill ins(%zero : f64) outs(%ea : {A}) -> {A}"""

PROGRAMS = {
    "product": _function(f"%l: {M}, %x: {V}", V, f"""{_ZEROS}
  %r = linalg.matvec ins(%l, %x : {M}, {V}) outs(%o : {V}) -> {V}
  return %r : {V}""", ("x", V)),
    "product_from_the_left": _function(f"%l: {M}, %x: {V}", V, f"""{_ZEROS}
  %r = linalg.vecmat ins(%x, %l : {V}, {M}) outs(%o : {V}) -> {V}
  return %r : {V}""", ("x", V)),
    "matrix_product": _function(f"%l: {M}, %a: {A}", A, f"""{_MATRIX}
  %r = linalg.matmul ins(%l, %a : {M}, {A}) outs(%oa : {A}) -> {A}
  %s = linalg.matmul ins(%a, %l : {A}, {M}) outs(%r : {A}) -> {A}
  return %s : {A}""", ("a", A)),
    "square": _function(f"%l: {M}, %a: {A}", A, f"""{_MATRIX}
  %r = linalg.generic {{indexing_maps = [#ik, #jk, #ij3], iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%l, %l : {M}, {M}) outs(%a : {A}) {{
    ^bb0(%p: f64, %q: f64, %out: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %out, %0 : f64
      linalg.yield %1 : f64
  }} -> {A}
  return %r : {A}""", ("a", A)),
    "triangular_product": _function(f"%l: {M}, %m: {M}, %x: {V}", M, f"""
  %e = tensor.empty($dn$dcn) : {M}
  %o = linalg.fill ins(%zero : f64) outs(%e : {M}) -> {M}
  %r = linalg.generic {{indexing_maps = [#ik, #kj, #ij3], iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%l, %m : {M}, {M}) outs(%o : {M}) {{
    ^bb0(%p: f64, %q: f64, %out: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %out, %0 : f64
      linalg.yield %1 : f64
  }} -> {M}
  return %r : {M}""", ("x", V)),
    "elementwise": _function(f"%l: {M}, %m: {M}", M, f"""
  %0 = math.sin %l : {M}
  %1 = arith.mulf %0, %m : {M}
  %2 = arith.addf %1, %l : {M}
  %3 = arith.negf %2 : {M}
  return %3 : {M}"""),
    "sum_of_squares": _function(f"%l: {M}", "f64", f"""
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %o = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %r = linalg.generic {{indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]}}
      ins(%l : {M}) outs(%o : tensor<f64>) {{
    ^bb0(%p: f64, %out: f64):
      %0 = arith.mulf %p, %p : f64
      %1 = arith.addf %out, %0 : f64
      linalg.yield %1 : f64
  }} -> tensor<f64>
  %s = tensor.extract %r[] : tensor<f64>
  return %s : f64"""),
    "transposed": _function(f"%l: {M}, %x: {V}", U, f"""
  %e = tensor.empty($dn$dcn) : {U}
  %r = linalg.generic {{indexing_maps = [#ij, #i, #ji], iterator_types = ["parallel", "parallel"]}}
      ins(%l, %x : {M}, {V}) outs(%e : {U}) {{
    ^bb0(%p: f64, %q: f64, %out: f64):
      %0 = arith.mulf %p, %q : f64
      linalg.yield %0 : f64
  }} -> {U}
  return %r : {U}""", ("x", V)),
    "widened": _function(f"%l: {M}, %a: {A}", A, f"""{_MATRIX}
  %r = linalg.generic {{indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}}
      ins(%l, %a : {M}, {A}) outs(%ea : {A}) {{
    ^bb0(%p: f64, %q: f64, %out: f64):
      %0 = math.exp %p : f64
      %1 = arith.mulf %0, %q : f64
      linalg.yield %1 : f64
  }} -> {A}
  return %r : {A}""", ("a", A)),
    "two_results": _function(f"%l: {M}, %x: {V}", f"({V}, {A})", f"""{_ZEROS}{_MATRIX}
  %r:2 = linalg.generic {{indexing_maps = [#ij, #j, #i, #ij], iterator_types = ["parallel", "reduction"]}}
      ins(%l, %x : {M}, {V}) outs(%o, %oa : {V}, {A}) {{
    ^bb0(%p: f64, %q: f64, %out: f64, %all: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %out, %0 : f64
      %2 = math.cos %p : f64
      linalg.yield %1, %2 : f64, f64
  }} -> ({V}, {A})
  return %r#0, %r#1 : {V}, {A}""", ("x", V)),
    "batch": _function(f"%q: tensor<3x$nx$nxf64$E>, %a: tensor<3x$nxf64>, %x: {V}", "tensor<3x$nxf64>", f"""
  %e = tensor.empty($dn) : tensor<3x$nxf64>
  %o = linalg.fill ins(%zero : f64) outs(%e : tensor<3x$nxf64>) -> tensor<3x$nxf64>
  %r = linalg.generic {{indexing_maps = [#kij, #kj2, #ki], iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%q, %a : tensor<3x$nx$nxf64$E>, tensor<3x$nxf64>) outs(%o : tensor<3x$nxf64>) {{
    ^bb0(%p: f64, %s: f64, %out: f64):
      %0 = arith.mulf %p, %s : f64
      %1 = arith.addf %out, %0 : f64
      linalg.yield %1 : f64
  }} -> tensor<3x$nxf64>
  return %r : tensor<3x$nxf64>""", ("x", V)),
    "slices_of_a_batch": _function(f"%q: tensor<3x$nx$nxf64$E>, %x: {V}", V, f"""{_ZEROS}
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%y = %o) -> ({V}) {{
    %l = tensor.extract_slice %q[%k, 0, 0] [1, $sn, $sn] [1, 1, 1] : tensor<3x$nx$nxf64$E> to {M}
    %z = linalg.matvec ins(%l, %x : {M}, {V}) outs(%y : {V}) -> {V}
    %w = math.sin %z : {V}
    scf.yield %w : {V}
  }}
  return %r : {V}""", ("x", V)),
    "carried": _function(f"%l: {M}, %m: {M}", M, f"""
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%p = %l) -> ({M}) {{
    %0 = arith.mulf %p, %m : {M}
    %1 = math.tanh %0 : {M}
    %2 = arith.addf %1, %m : {M}
    scf.yield %2 : {M}
  }}
  return %r : {M}"""),
    "elements": _function(f"%l: {M}, %x: {V}", "f64", f"""
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {{
    %row = scf.for %j = %c0 to %n step %c1 iter_args(%t = %s) -> (f64) {{
      %p = tensor.extract %l[%i, %j] : {M}
      %q = tensor.extract %x[%j] : {V}
      %0 = arith.mulf %p, %q : f64
      %1 = math.sin %0 : f64
      %2 = arith.addf %t, %1 : f64
      scf.yield %2 : f64
    }}
    scf.yield %row : f64
  }}
  return %r : f64""", ("x", V)),
    "rows": _function(f"%l: {M}, %x: {V}", V, f"""{_ZEROS}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %o) -> ({V}) {{
    %row = tensor.extract_slice %l[%i, 0] [1, $sn] [1, 1] : {M} to {V}
    %0 = arith.mulf %row, %x : {V}
    %1 = math.exp %0 : {V}
    %2 = arith.addf %1, %y : {V}
    scf.yield %2 : {V}
  }}
  return %r : {V}""", ("x", V)),
    "both_ways": _function(f"%l: {M}, %m: {M}, %x: {V}", V, f"""{_ZEROS}
  %r = linalg.generic {{indexing_maps = [#ij, #ji, #i], iterator_types = ["parallel", "reduction"]}}
      ins(%l, %m : {M}, {M}) outs(%o : {V}) {{
    ^bb0(%p: f64, %q: f64, %out: f64):
      %0 = math.cos %q : f64
      %1 = arith.mulf %p, %0 : f64
      %2 = arith.addf %out, %1 : f64
      linalg.yield %2 : f64
  }} -> {V}
  return %r : {V}""", ("x", V)),
    "masked": _function(f"%a: {A}, %x: {V}", f"({V}, {M})", f"""{_ZEROS}
  %l = "lagrad.pack"(%a) : ({A}) -> {M}
  %m = math.sin %l : {M}
  %u = "lagrad.unpack"(%m) : ({M}) -> {A}
  %r = linalg.matvec ins(%u, %x : {A}, {V}) outs(%o : {V}) -> {V}
  return %r, %m : {V}, {M}""", ("x", V)),
    "cleared": _function(f"%a: {A}, %x: {V}", f"({M}, {Q})", f"""{_MATRIX}
  %w = scf.for %i = %c0 to %n step %c1 iter_args(%partial = %oa) -> ({A}) {{
    %row = tensor.extract_slice %a[%i, 0] [1, $sn] [1, 1] : {A} to {V}
    %0 = math.exp %row : {V}
    %next = tensor.insert_slice %0 into %partial[%i, 0] [1, $sn] [1, 1] : {V} into {A}
    scf.yield %next : {A}
  }}
  %l = tensor.cast %w : {A} to {M}
  %e3 = tensor.empty($dn$dcn) : {B}
  %all = scf.for %i = %c0 to %c3 step %c1 iter_args(%partial = %e3) -> ({B}) {{
    %0 = arith.mulf %a, %a : {A}
    %next = tensor.insert_slice %0 into %partial[%i, 0, 0] [1, $sn, $sn] [1, 1, 1] : {A} into {B}
    scf.yield %next : {B}
  }}
  %k = tensor.cast %all : {B} to {Q}
  return %l, %k : {M}, {Q}""", ("x", V)),
}  # fmt: skip
