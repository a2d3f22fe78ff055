// RUN: lagrad-opt %s --pipeline='lagrad-default,lagrad-layout-tape,lagrad-layer-tape{scratchpad-bytes=64},\
// RUN:   canonicalize,cse' | FileCheck %s
// RUN: lagrad-opt %s --pipeline='lagrad-default,lagrad-layout-tape,lagrad-layer-tape{scratchpad-bytes=64},\
// RUN:   lagrad-index-scratchpad,canonicalize,cse' | FileCheck %s --check-prefix=PAD
// RUN: lagrad-opt %s --pipeline='lagrad-default,lagrad-layout-tape,lagrad-layer-tape{scratchpad-bytes=64},\
// RUN:   lagrad-index-scratchpad,lagrad-to-llvm-strict{stop-after=bufferization},lagrad-stream-tape,canonicalize,\
// RUN:   cse' | FileCheck %s --check-prefix=CPU
// RUN: lagrad-opt %s --pipeline='lagrad-default,lagrad-layout-tape,lagrad-layer-tape{scratchpad-bytes=64},\
// RUN:   lagrad-index-scratchpad,lagrad-to-llvm-strict{stop-after=bufferization},lagrad-stream-tape{target=dma},\
// RUN:   canonicalize,cse' | FileCheck %s --check-prefix=DMA
// RUN: lagrad-check %s --pipeline='lagrad-default,lagrad-layout-tape,lagrad-layer-tape{scratchpad-bytes=64},\
// RUN:   lagrad-index-scratchpad,lagrad-to-llvm'
// What a pass has written can be read again.
// RUN: lagrad-opt %s --pipeline='lagrad-default,lagrad-layout-tape,lagrad-layer-tape{scratchpad-bytes=64}' \
// RUN:   | lagrad-opt - --pipeline='lagrad-index-scratchpad,canonicalize,cse' | FileCheck %s --check-prefix=PAD
// RUN: lagrad-opt %s --pipeline='lagrad-default,lagrad-layer-tape,lagrad-index-scratchpad,\
// RUN:   lagrad-to-llvm-strict{stop-after=buffers}' | lagrad-opt - --pipeline=cse | FileCheck %s --check-prefix=MOVES
// MOVES: memref.store {{.*}} {lagrad.streamed}
// RUN: not lagrad-opt %s --pipeline='lagrad-layer-tape{scratchpad-bytes=63}' 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not lagrad-opt %s --pipeline='lagrad-stream-tape{target=gpu}' 2>&1 | FileCheck %s --check-prefix=TARGET
// SMALL: option 'scratchpad-bytes' of 'lagrad-layer-tape' is from 64 to 65536, not 63
// TARGET: option 'target' of 'lagrad-stream-tape' is cpu or dma, not 'gpu'

// Two numbers an iteration are 16 bytes: four iterations are a layer of 64.
func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %y : f64
    %2 = math.sin %1 : f64
    %3 = math.exp %2 : f64
    %4 = arith.addf %3, %3 : f64
    scf.yield %4 : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @gradient(
// CHECK:         scf.for %[[LAYER:.*]] = %c0 to
// CHECK:           %[[FIRST:.*]] = arith.muli %[[LAYER]], %c4
// CHECK:           %[[MORE:.*]] = arith.addi %[[FIRST]], %c4
// CHECK:           %[[END:.*]] = arith.minui %[[MORE]], %{{.*}}
// CHECK:           scf.for %[[I:.*]] = %[[FIRST]] to %[[END]] step %c1
// CHECK-COUNT-2:     tensor.insert %{{.*}} into %{{.*}}[%[[I]], %{{.*}}] : tensor<?x2xf64>
// CHECK:           } {lagrad.in_layer, lagrad.tape
// CHECK:         } {lagrad.layer = 4 : i64, lagrad.layer_bytes = 64 : i64}
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK-COUNT-2:     tensor.extract %{{.*}} : tensor<?x2xf64>
// CHECK:         } {lagrad.layer = 4 : i64, lagrad.layer_bytes = 64 : i64}

// The rows of a layer are in a scratchpad of four.
// PAD-LABEL: func.func @gradient(
// PAD:         scf.for
// PAD:           %[[PAD:.*]] = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4x2xf64>
// PAD:           scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %[[PAD]]) -> (f64, tensor<4x2xf64>)
// PAD:             arith.subi
// PAD-COUNT-2:     tensor.insert %{{.*}} : tensor<4x2xf64>
// PAD:           tensor.extract_slice %{{.*}}[0, 0] [%[[COUNT:.*]], 2] [1, 1] : tensor<4x2xf64> to tensor<?x2xf64>
// PAD:           tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [%[[COUNT]], 2] [1, 1]
// PAD:         scf.for
// PAD:           tensor.extract_slice %{{.*}} : tensor<?x2xf64> to tensor<?x2xf64>
// PAD:           tensor.insert_slice %{{.*}} : tensor<?x2xf64> into tensor<4x2xf64>
// PAD:           scf.for
// PAD-COUNT-2:     tensor.extract %{{.*}} : tensor<4x2xf64>

// On this processor: buffers on the stack, moves that are loops, and prefetches of the layer that comes next.
// CPU-LABEL: func.func @gradient(
// CPU-COUNT-2: memref.alloca() {alignment = 64 : i64, lagrad.scratchpad} : memref<4x2xf64>
// CPU-NOT:     , 1>
// CPU:         memref.store %{{.*}} {lagrad.streamed}
// CPU:         scf.for
// CPU:           scf.if
// CPU:             memref.prefetch %{{.*}}, read, locality<3>, data
// CPU:           memref.load %{{.*}} {lagrad.streamed}

// By DMA, with two halves each. What is written moves while two layers compute, what is read while one does.
// DMA-LABEL: func.func @gradient(
// DMA:         memref.alloc() : memref<2x4x2xf64, 1>
// DMA:         scf.for
// DMA:           scf.if
// DMA:             memref.dma_wait
// DMA:           memref.store %{{.*}}, 1>
// DMA:           gpu.barrier
// DMA:           memref.dma_start %{{.*}}, 1>, memref<?x2xf64, strided<[2, 1], offset: ?>>, memref<2xi32>
// DMA:         scf.if
// DMA:           memref.dma_wait
// DMA:         scf.if
// DMA:           memref.dma_wait
// DMA:         scf.if
// DMA:           memref.dma_start
// DMA:         scf.for
// DMA:           scf.if
// DMA:             memref.dma_start %{{.*}} : memref<?x2xf64, strided<[2, 1], offset: ?>>, memref<4x2xf64, {{.*}}, 1>
// DMA:           memref.dma_wait
// DMA:           memref.load %{{.*}}, 1>
// DMA:           gpu.barrier
// DMA-NEXT:      scf.yield
func.func private @gradient(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @f}
