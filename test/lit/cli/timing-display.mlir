// The time of passes as a list, as a tree, and as JSON.
// RUN: lagrad-opt %s --mlir-timing --mlir-timing-display=list \
// RUN:   -p 'builtin.module(cse,func.func(canonicalize),cse)' 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=LIST
// RUN: lagrad-opt %s --mlir-timing --mlir-timing-display=tree \
// RUN:   -p 'builtin.module(cse,func.func(canonicalize),cse)' 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=TREE
// RUN: lagrad-opt %s --mlir-timing --mlir-output-format=json \
// RUN:   -p 'builtin.module(cse,func.func(canonicalize))' 2>&1 >/dev/null | FileCheck %s --check-prefix=JSON
// RUN: not lagrad-opt %s --mlir-timing-display=list 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not lagrad-opt %s --mlir-timing --mlir-output-format=json --mlir-pass-statistics 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COUNTS
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
// LIST: in a list
// LIST-COUNT-1: cse
// LIST: {{[0-9.]+ \(100.0%\)}}  Total

// TREE: in a tree
// TREE: {{^}}  {{.*\)}}  cse
// TREE: {{^}}  {{.*\)}}  'func.func' Pipeline
// TREE: {{^}}  {{.*\)}}    canonicalize
// TREE: {{^}}  {{.*\)}}  cse
// TREE: {{^}}  {{.*\)}}  Rest
// TREE: {{^}}  {{.*\(100.0%\)}}  Total

// JSON: "name": "cse"
// JSON: "duration": {{[0-9.e-]+}},
// JSON: "percentage": {{[0-9.]+}}
// JSON: "name": "'func.func' Pipeline",
// JSON: "passes": [
// JSON: "name": "canonicalize"
// JSON: "name": "Total"

// ALONE: are about --mlir-timing; add it
// COUNTS: what passes count is JSON in --report=FILE.json
