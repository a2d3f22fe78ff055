// RUN: lagrad-opt %s --lagrad-raise-llvm --remarks 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: lagrad-opt %s --lagrad-raise-llvm='requested=true' | FileCheck %s --check-prefix=ASKED
// RUN: lagrad-opt %s --lagrad-raise-llvm='function=walk' | FileCheck %s --check-prefix=ONE
// RUN: not lagrad-opt %s --lagrad-raise-llvm='function=nowhere' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lagrad-opt %s --lagrad-raise-llvm='function=several' 2>&1 | FileCheck %s --check-prefix=SEVERAL

// NONE: option 'function' of 'lagrad-raise-llvm': there is no function @nowhere of the llvm dialect

// A request is for memrefs; only what it asks for is raised with `requested`.
// ASKED-LABEL: llvm.func @struct(
// ASKED:       func.func @grid(%{{.*}}: memref<?xf64>, %{{.*}}: i64) -> f64
func.func private @gradient(memref<?xf64>, i64, memref<?xf64>) attributes {lagrad.gradient = @grid}

// ONE-LABEL: llvm.func @struct(
// ONE:       func.func @walk(

// Fields of one type are elements: the third of the struct behind is number 5.
// CHECK-LABEL: func.func @struct(
// CHECK-SAME:    %[[P:.*]]: memref<?xf32>)
// CHECK:         %[[C:.*]] = arith.constant 5 : index
// CHECK:         memref.load %[[P]][%[[C]]]
llvm.func @struct(%p: !llvm.ptr) -> f32 {
  %q = llvm.getelementptr %p[1, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, f32, f32)>
  %v = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> f32
  llvm.return %v : f32
}

// A row of a matrix, and its third element.
// CHECK-LABEL: func.func @grid(
// CHECK-SAME:    %[[P:.*]]: memref<?xf64>, %[[I:.*]]: i64)
// CHECK:         %[[K:.*]] = arith.index_cast %[[I]]
// CHECK:         %[[C20:.*]] = arith.constant 20 : index
// CHECK:         %[[ROW:.*]] = arith.muli %[[K]], %[[C20]]
// CHECK:         %[[C3:.*]] = arith.constant 3 : index
// CHECK:         %[[AT:.*]] = arith.addi %[[ROW]], %[[C3]]
// CHECK:         memref.load %[[P]][%[[AT]]]
llvm.func @grid(%p: !llvm.ptr, %i: i64) -> f64 {
  %q = llvm.getelementptr %p[%i, 3] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<20 x f64>
  %v = llvm.load %q : !llvm.ptr -> f64
  llvm.return %v : f64
}

// A local variable is a value; a pointer that walks is an index that does.
// CHECK-LABEL: func.func @walk(
// CHECK-SAME:    %[[P:.*]]: memref<?xf64>, %[[N:.*]]: i64)
// CHECK-NOT:     alloca
// CHECK:         cf.br ^[[LOOP:.*]](%{{.*}} : index, f64)
// CHECK:       ^[[LOOP]](%[[AT:.*]]: index, %{{.*}}: f64)
// CHECK:         memref.load %[[P]][%[[AT]]]
// CHECK:         arith.addi %[[AT]], %{{.*}} : index
llvm.func @walk(%p: !llvm.ptr, %n: i64) -> f64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %sum = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  llvm.store %zero, %sum : f64, !llvm.ptr
  %end = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.br ^loop(%p : !llvm.ptr)
^loop(%q: !llvm.ptr):
  %v = llvm.load %q : !llvm.ptr -> f64
  %s = llvm.load %sum : !llvm.ptr -> f64
  %t = llvm.fadd %s, %v : f64
  llvm.store %t, %sum : f64, !llvm.ptr
  %next = llvm.getelementptr %q[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %more = llvm.icmp "ult" %next, %end : !llvm.ptr
  llvm.cond_br %more, ^loop(%next : !llvm.ptr), ^out
^out:
  %r = llvm.load %sum : !llvm.ptr -> f64
  llvm.return %r : f64
}

// A pointer behind the first element goes as a buffer and an index.
// CHECK-LABEL: func.func @caller(
// CHECK:         call @first.at(%{{.*}}, %{{.*}}) : (memref<?xf64>, index) -> f64
// CHECK:       func.func private @first.at(%{{.*}}: memref<?xf64>, %{{.*}}: index) -> f64
// CHECK-NOT:   @first(
llvm.func @caller(%p: !llvm.ptr) -> f64 {
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %v = llvm.call @first(%q) : (!llvm.ptr) -> f64
  llvm.return %v : f64
}
llvm.func internal @first(%p: !llvm.ptr) -> f64 {
  %v = llvm.load %p : !llvm.ptr -> f64
  llvm.return %v : f64
}

// libm, and a declaration of what is not here.
// CHECK-LABEL: func.func @calls(
// CHECK:         math.cbrt
// CHECK:         math.powf
// CHECK:         arith.minnumf
// CHECK:         call @elsewhere(%{{.*}}) : (f64) -> f64
// CHECK-NOT:   llvm.func @cbrt
llvm.func @cbrt(f64) -> f64
llvm.func @powf(f32, f32) -> f32
llvm.func @fminf(f32, f32) -> f32
llvm.func @elsewhere(f64) -> f64
llvm.func @calls(%x: f64, %y: f32) -> f64 {
  %a = llvm.call @cbrt(%x) : (f64) -> f64
  %b = llvm.call @powf(%y, %y) : (f32, f32) -> f32
  %c = llvm.call @fminf(%b, %y) : (f32, f32) -> f32
  %d = llvm.fpext %c : f32 to f64
  %e = llvm.fadd %d, %a : f64
  %f = llvm.call @elsewhere(%e) : (f64) -> f64
  llvm.return %f : f64
}

// What cannot be raised stays, with all reasons.
// CHECK: llvm.func @several(
// REMARK: remark: @several stays as it is: memory is read or written as f64 here and as i64 elsewhere
// SEVERAL: error: memory is read or written as f64 here and as i64 elsewhere, and a memref has one type
// SEVERAL: note: as i64 here
llvm.func @several(%p: !llvm.ptr) -> f64 {
  %n = llvm.load %p : !llvm.ptr -> i64
  %q = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %v = llvm.load %q : !llvm.ptr -> f64
  llvm.return %v : f64
}

// CHECK: llvm.func @pointers(
// REMARK: remark: @pointers stays as it is: memory holds pointers, and a memref holds numbers
llvm.func @pointers(%p: !llvm.ptr) -> f64 {
  %q = llvm.load %p : !llvm.ptr -> !llvm.ptr
  %v = llvm.load %q : !llvm.ptr -> f64
  llvm.return %v : f64
}

// CHECK: llvm.func @counts(
// REMARK: remark: @counts stays as it is: cannot raise 'llvm.mlir.addressof' to memrefs: @counter is no constant array
// REMARK: remark: @counts stays as it is: cannot raise 'llvm.store' to memrefs: it is volatile or atomic
// REMARK: remark: @counts stays as it is: cannot raise 'llvm.call' to memrefs: @log_it takes or gives memory
llvm.mlir.global internal @counter(0 : i32) : i32
llvm.func @log_it(!llvm.ptr)
llvm.func @counts(%x: i32, %p: !llvm.ptr) {
  %a = llvm.mlir.addressof @counter : !llvm.ptr
  llvm.store volatile %x, %p : i32, !llvm.ptr
  llvm.call @log_it(%p) : (!llvm.ptr) -> ()
  llvm.store %x, %a : i32, !llvm.ptr
  llvm.return
}

// CHECK: llvm.func @apart(
// REMARK: remark: @apart stays as it is: cannot raise 'llvm.icmp' to memrefs: it compares pointers
llvm.func @apart(%p: !llvm.ptr, %q: !llvm.ptr) -> i1 {
  %c = llvm.icmp "eq" %p, %q : !llvm.ptr
  llvm.return %c : i1
}
