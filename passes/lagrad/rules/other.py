"""Operations of other dialects that end activity or are refused."""

from . import inactive, refused

inactive("tensor.dim", "tensor.rank", "tensor.empty")
inactive("lagrad.stop_gradient", "lagrad.shape", "cf.assert")
refused(
    "the parts of a Winograd convolution have no rule; write the convolution, linalg.conv_2d_nhwc_fhwc",
    *(f"linalg.winograd_{part}_transform" for part in ("filter", "input", "output")),
)
refused(
    "which function it calls is not known here; choose between functions with arith.select or scf.if, or "
    "call them directly",
    "func.call_indirect",
)
