"""From C++ that calls __enzyme_autodiff to LLVM IR, by the clang and Enzyme inside the wheel enzyme-ad.

    enzyme_ir.py IN.cpp OUT.ll [flags of clang]

Runs in the environment that has the wheel. The IR exports `void entry(void **outs, void **ins)`; the C++
defines `void peer_entry(void *args)`, which gets ins[0]. The wheel's LLVM is newer than the compiler that
takes the IR; `for_older_llvm` rewrites what that does not know.
"""

import re
import struct
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
FLAGS = "reassoc|nnan|ninf|nsz|arcp|contract|afn|fast"
SPECIAL = {"+qnan": "7FF8000000000000", "-qnan": "FFF8000000000000", "+inf": "7FF0000000000000", "-inf": "FFF0000000000000"}


def main() -> None:
    import jax  # noqa: F401  (enzyme_ad needs it loaded)
    from enzyme_ad.jax import enzyme_call

    source, out, flags = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    text = DECLARATIONS + source.read_text(encoding="utf-8") + ENTRY
    tensor = [("double", [1])]
    enzyme_call.compile_to_llvm(str(out), text, "peer_main", tensor, tensor, tuple(flags), enzyme_call.Language.CPP, False, "")
    out.write_text(for_older_llvm(out.read_text(encoding="utf-8")), encoding="utf-8")


def for_older_llvm(text: str) -> str:
    text = re.sub(r", target_mem\d*: \w+", "", text)
    text = re.sub(r"!\{(!\d+), i1 (?:false|true)", r"!{\1", text)
    text = re.sub(rf"\b([su]itofp)(?: (?:{FLAGS}))+ ", r"\1 ", text)
    text = re.sub(r"\bf0x([0-9A-Fa-f]+)", _hexadecimal, text)
    for word, bits in SPECIAL.items():
        text = re.sub(rf"(?<=[ (]){re.escape(word)}(?=[,)\s\]])", f"0x{bits}", text)
    return text


def _hexadecimal(literal: re.Match) -> str:
    """Older text has floats too with the bits of a double."""
    digits = literal[1]
    if len(digits) == 8:
        (value,) = struct.unpack(">f", bytes.fromhex(digits))
        digits = struct.pack(">d", value).hex().upper()
    return f"0x{digits}"


if __name__ == "__main__":
    main()
