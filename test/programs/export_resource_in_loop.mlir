// A table in a resource block is looked up in a loop at an index that is data.
func.func @export_resource_in_loop(%x: f64, %ids: tensor<3xi32> {lagrad.example = dense<[2, 0, 2]> : tensor<3xi32>}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t = arith.constant dense_resource<table> : tensor<3xf64>
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %x) -> f64 {
    %k = tensor.extract %ids[%i] : tensor<3xi32>
    %j = arith.index_cast %k : i32 to index
    %a = tensor.extract %t[%j] : tensor<3xf64>
    %1 = arith.mulf %p, %a : f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, tensor<3xi32>, f64) -> f64 attributes {lagrad.pullback = @export_resource_in_loop}
{-#
  dialect_resources: {
    builtin: {
      table: "0x08000000000000000000E03F000000000000F03F000000000000F83F"
    }
  }
#-}
