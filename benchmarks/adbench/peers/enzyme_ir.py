"""From C++ that calls __enzyme_autodiff to LLVM IR, by the clang and Enzyme inside the wheel enzyme-ad.

    enzyme_ir.py IN.cpp OUT.ll [flags of clang]

Runs in the environment that has the wheel. The IR exports `void entry(void **outs, void **ins)`; the C++
defines `void peer_entry(void *args)`, which gets ins[0].
"""

import sys
from pathlib import Path

DECLARATIONS = """
extern int enzyme_dup, enzyme_const, enzyme_dupnoneed, enzyme_out, enzyme_width;
extern "C" void __enzyme_autodiff(...) noexcept;
extern "C" void __enzyme_fwddiff(...) noexcept;
"""
ENTRY = """
void peer_main(enzyme::tensor<double, 1> &out, const enzyme::tensor<double, 1> &in) {
  (void)out;
  peer_entry((void *)&in);
}
"""


def main() -> None:
    import jax  # noqa: F401  (enzyme_ad needs it loaded)
    from enzyme_ad.jax import enzyme_call

    source, out, flags = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    text = DECLARATIONS + source.read_text(encoding="utf-8") + ENTRY
    tensor = [("double", [1])]
    enzyme_call.compile_to_llvm(
        str(out), text, "peer_main", tensor, tensor, tuple(flags), enzyme_call.Language.CPP, False, ""
    )


if __name__ == "__main__":
    main()
