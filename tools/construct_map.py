"""Print which programs of test/programs exercise which construct.

python tools/construct_map.py            the whole map
python tools/construct_map.py while      constructs whose name contains a word
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from lagrad import pipelines
from lagrad.mlir import ir

PROGRAMS = Path(__file__).resolve().parent.parent / "test" / "programs"

# A construct is a pattern that a line of a program's listing matches. A line of the listing is an
# operation: the names of what it stands in and its own, joined by slashes, and its text. Where it
# stands in an operation of several regions, `#` gives the region's number.
CONSTRUCTS = {
    "scf.while": r"/scf\.while ",
    "scf.while, do-while shape": r"/scf\.while#0/(math\.\w+|arith\.(addf|mulf)) ",
    "scf.while in scf.for": r"/scf\.for/(\S+/)?scf\.while ",
    "scf.for in scf.while": r"/scf\.while#\d/(\S+/)?scf\.for ",
    "scf.while in scf.while": r"/scf\.while#\d/(\S+/)?scf\.while ",
    "scf.while over a tensor counter": r"/scf\.while .*tensor<i32>",
    "scf.index_switch": r"/scf\.index_switch ",
    "scf.execute_region": r"/scf\.execute_region ",
    "scf.parallel": r"/scf\.parallel ",
    "scf.parallel with scf.reduce": r"/scf\.parallel/scf\.reduce ",
    "scf.parallel in scf.for": r"/scf\.for/(\S+/)?scf\.(parallel|forall) ",
    "scf.forall": r"/scf\.forall ",
    "tensor.parallel_insert_slice": r"/tensor\.parallel_insert_slice ",
    "unstructured cf": r"/cf\.(cond_br|br|switch) ",
    "loops in branches in loops": r"/scf\.for/(\S+/)?scf\.if#\d/(\S+/)?scf\.(for|while) ",
    "dynamic shapes": r"tensor<\S*\?",
    "dynamic shapes in a loop": r"/scf\.(for|while) .*tensor<\?",
    "linalg: product reduction": r"/linalg\.(generic|reduce)/arith\.mulf .*%(out|o|init)",
    "linalg: maximum reduction": r"/linalg\.(generic|reduce)/arith\.max(imum|num)f ",
    "linalg: minimum reduction": r"/linalg\.(generic|reduce)/arith\.min(imum|num)f ",
    "linalg: several outputs": r"/linalg\.(generic|reduce) %\w+:\d",
    "linalg: gather in the body": r"/linalg\.generic/(\S+/)?tensor\.extract ",
    "linalg: scf.if in the body": r"/linalg\.generic/scf\.if ",
    "linalg: func.call in the body": r"/linalg\.generic/func\.call ",
    "linalg: loop in the body": r"/linalg\.generic/scf\.(for|while) ",
    "linalg: tensors in the body": r"/linalg\.(generic|map|reduce)/(\S+/)?(linalg\.generic|tensor\.insert) ",
    "linalg: cf.assert in the body": r"/linalg\.generic/cf\.assert ",
    "linalg: integers and floats together": r"/linalg\.generic .*-> \(.*(f64.*tensor<\S*i\d|i\d.*f64)",
    "linalg.reduce": r"/linalg\.reduce ",
    "linalg.map": r"/linalg\.map ",
    "linalg.softmax": r"/linalg\.softmax ",
    "linalg.contract": r"/linalg\.contract ",
    "linalg.elementwise": r"/linalg\.elementwise ",
    "linalg.batch_matvec, batch_vecmat": r"/linalg\.batch_(matvec|vecmat) ",
    "linalg.mmt4d": r"/linalg\.(batch_)?mmt4d ",
    "linalg.pack": r"/linalg\.pack ",
    "linalg.unpack": r"/linalg\.unpack ",
    "linalg: products with transposing maps": r"/linalg\.(batch_)?matmul .*indexing_maps",
    "linalg: conv_1d": r"/linalg\.conv_1d",
    "linalg: conv_2d": r"/linalg\.conv_2d",
    "linalg: conv_2d_nchw_fchw": r"/linalg\.conv_2d_nchw_fchw ",
    "linalg: conv_2d_nhwc_hwcf": r"/linalg\.conv_2d_nhwc_hwcf ",
    "linalg: conv_1d_ncw_fcw": r"/linalg\.conv_1d_n(cw_fcw|wc_wcf) ",
    "linalg: strides or dilations": r"/linalg\.\w*(conv|pooling)\w* .*dense<(\[|2|3)",
    "linalg: depthwise_conv": r"/linalg\.depthwise_conv",
    "linalg: pooling sums": r"/linalg\.pooling_\w+_sum ",
    "linalg: pooling maxima": r"/linalg\.pooling_\w+_max ",
    "tensor.pad": r"/tensor\.pad ",
    "tensor.pad, computed": r"/tensor\.pad/(tensor\.extract|arith)",
    "tensor.concat": r"/tensor\.concat ",
    "tensor.generate": r"/tensor\.generate ",
    "tensor.gather": r"/tensor\.gather ",
    "tensor.scatter": r"/tensor\.scatter ",
    "tensor.reshape": r"/tensor\.reshape ",
    "rank-reducing slices": r"/tensor\.extract_slice .*tensor<\S+x\S+x\w+> to tensor<[\d?]+x\w+>",
    "strided slices": r"/tensor\.(extract|insert)_slice .*\[[^]]*([2-9]|%)[^]]*\] : ",
    "slices in loops": r"/scf\.(for|while#\d)/(\S+/)?tensor\.extract_slice ",
    "inserts that overwrite": r"/scf\.for/(\S+/)?tensor\.insert(_slice)? .*%arg",
    "complex scalars": r"/complex\.(mul|div|exp) ",
    "complex tensors": r"tensor<\S*complex",
    "func.call": r"/func\.call ",
    "func.call in a loop": r"/scf\.(for|while#\d)/(\S+/)?func\.call ",
    "lagrad.inactive on a function": r"^func\.func func\.func .*attributes \{.*lagrad\.inactive",
    "lagrad.inactive on an argument": r"^func\.func .*\{lagrad\.inactive\}(,|\))",
    "lagrad.inactive on an operation": r"/\S+ .*[^\w]lagrad\.inactive\b",
    "lagrad.stop_gradient": r"/lagrad\.stop_gradient ",
    "lagrad.custom_pullback": r"lagrad\.custom_pullback",
    "lagrad.custom_pullback, external": r"^func\.func func\.func private @\w+\([^%]*\) .*lagrad\.custom_pullback",
    "cf.assert": r"/cf\.assert ",
    "infinities": r"/arith\.constant .*0x(FFF|7FF)0000000000000",
    "argmax pairs": r"/linalg\.generic %\w+:2 .*-> \(tensor<\S*f64>, tensor<\S*i\d+>\)",
    "integer tensors turned to floats": r"/arith\.[su]itofp ",
    "width changes": r"/arith\.(extf|truncf) ",
    "resource constants": r"dense_resource",
    "sizes that are clamped": r"/arith\.(max|min)si ",
    "powers and special functions": r"/math\.(fpowi|powf|log1p|erf|rsqrt) ",
    "vector.transfer_read": r"/vector\.transfer_read ",
    "vector.transfer_read over the end": r"/vector\.transfer_read (?!.*in_bounds = \[true).*vector<",
    "vector.transfer_write": r"/vector\.transfer_write ",
    "vector.contract, outerproduct": r"/vector\.(contract|outerproduct) ",
    "vector reductions": r"/vector\.(multi_)?reduction ",
    "vectors with masks": r"/vector\.(mask|create_mask|constant_mask) ",
    "vector elements and parts": r"/vector\.(extract|insert|extract_strided_slice|shuffle) ",
    "loops that carry vectors": r"/scf\.(for|while) .*-> \(?vector<",
    "derivatives of derivatives": r"lagrad\.(gradient|pullback) = @(first|second|gradient|slope)\b",
}


def listing(program: Path) -> str:
    """One line for every operation of a program."""
    lines = []

    def list_operation(op: ir.Operation, path: str) -> None:
        text = op.get_asm(use_local_scope=True, skip_regions=True).strip()
        path = f"{path}/{op.name}" if path else op.name
        lines.append(f"{path} {' '.join(text.split())}")
        regions = list(op.regions)
        for number, region in enumerate(regions):
            place = f"{path}#{number}" if len(regions) > 1 else path
            for block in region.blocks:
                for child in block.operations:
                    list_operation(child.operation, place)

    with pipelines.new_context():
        module = ir.Module.parse(program.read_text())
        for op in module.body.operations:
            list_operation(op.operation, "")
    return "\n".join(lines)


def construct_map() -> dict[str, list[str]]:
    """For every construct the names of the programs that have it."""
    listings = {path.stem: listing(path) for path in sorted(PROGRAMS.glob("*.mlir"))}
    return {
        construct: [name for name, text in listings.items() if re.search(pattern, text, re.MULTILINE)]
        for construct, pattern in CONSTRUCTS.items()
    }


def main(words: list[str]) -> None:
    for construct, names in construct_map().items():
        if all(word in construct for word in words):
            print(f"{construct} ({len(names)})")
            for name in names:
                print(f"    {name}.mlir")


if __name__ == "__main__":
    main(sys.argv[1:])
