// RUN: lagrad-opt %s --split-input-file --cse | FileCheck %s
// RUN: lagrad-opt %s -split-input-file -mlir-print-debuginfo | FileCheck %s --check-prefix=LINES
// RUN: lagrad-opt %s --split-input-file='// =====' -output-split-marker='// cut' | FileCheck %s --check-prefix=OTHER

// CHECK-LABEL: @first
// CHECK:       // -----
// CHECK-LABEL: @second
func.func @first() { return }
// -----
// Line numbers are those of the whole file.
// LINES: @first
// LINES: split-input-file.mlir":13:1)
func.func @second() { return }

// OTHER:       @second
// OTHER:       // cut
// OTHER:       @third
// =====
func.func @third() { return }
