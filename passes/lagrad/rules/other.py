"""Operations of other dialects that end activity: nothing differentiable comes out of them."""

from . import inactive

inactive("tensor.dim", "tensor.rank", "tensor.empty")
inactive("lagrad.stop_gradient", "lagrad.shape", "cf.assert")
