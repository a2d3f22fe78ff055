"""Our passes, one file each. The table maps a pass's name to its file and class, so that
naming a pass imports that file only."""

import importlib

# name -> (module below lagrad, class)
_PASSES = {
    "lagrad-convert-vector-to-tensor": ("transforms.convert_vector_to_tensor", "ConvertVectorToTensor"),
    "lagrad-differentiate": ("transforms.differentiate", "Differentiate"),
    "lagrad-expand-bodies": ("transforms.expand_bodies", "ExpandBodies"),
    "lagrad-expand-operations": ("transforms.expand_operations", "ExpandOperations"),
    "lagrad-hoist-invariants": ("lowering.hoist_invariants", "HoistInvariants"),
    "lagrad-order-loops": ("lowering.order_loops", "OrderLoops"),
    "lagrad-read-destinations": ("lowering.read_destinations", "ReadDestinations"),
    "lagrad-reuse-destinations": ("lowering.read_destinations", "ReuseDestinations"),
    "lagrad-print-activity": ("transforms.print_activity", "PrintActivity"),
    "lagrad-print-tape": ("transforms.print_tape", "PrintTape"),
    "lagrad-propagate-one-hot": ("transforms.propagate_one_hot", "PropagateOneHot"),
    "lagrad-protect-derivatives": ("transforms.protect_derivatives", "ProtectDerivatives"),
    "lagrad-erase-markers": ("lowering.erase_markers", "EraseMarkers"),
    "lagrad-triangular-loops": ("triangular.loops", "TriangularLoops"),
    "lagrad-pack-triangular": ("triangular.pack", "PackTriangular"),
    "lagrad-keep-triangles": ("lowering.keep_triangles", "KeepTriangles"),
    "lagrad-tile-columns": ("lowering.tile_columns", "TileColumns"),
    "lagrad-tile-triangular": ("lowering.tile_triangular", "TileTriangular"),
    "lagrad-tie-sizes": ("lowering.tie_sizes", "TieSizes"),
    "lagrad-infer-triangular": ("triangular.infer", "InferTriangular"),
    "lagrad-drop-encodings": ("lowering.drop_encodings", "DropEncodings"),
    "lagrad-add-destinations": ("lowering.destinations", "AddDestinations"),
    "lagrad-slice-outputs": ("lowering.slice_outputs", "SliceOutputs"),
    "lagrad-separate-results": ("lowering.separate_results", "SeparateResults"),
    "lagrad-replace-poison": ("lowering.replace_poison", "ReplacePoison"),
    "lagrad-settle-branches": ("lowering.settle_branches", "SettleBranches"),
    "lagrad-separate-branches": ("lowering.separate_branches", "SeparateBranches"),
    "lagrad-sink-destinations": ("lowering.sink_destinations", "SinkDestinations"),
    "lagrad-update-slices": ("lowering.update_slices", "UpdateSlices"),
    "lagrad-write-slices": ("lowering.write_slices", "WriteSlices"),
    "lagrad-keep-results": ("lowering.keep_results", "KeepResults"),
    "lagrad-align-while": ("lowering.align_while", "AlignWhile"),
    "lagrad-fuse-results": ("lowering.fuse_results", "FuseResults"),
    "lagrad-fold-fills": ("lowering.fold_fills", "FoldFills"),
    "lagrad-forward-results": ("lowering.forward_results", "ForwardResults"),
    "lagrad-reshape-loops": ("lowering.reshape_loops", "ReshapeLoops"),
    "lagrad-carry-parts": ("lowering.carry_parts", "CarryParts"),
    "lagrad-raise-indices": ("lowering.raise_indices", "RaiseIndices"),
    "lagrad-place-insertions": ("lowering.place_insertions", "PlaceInsertions"),
    "lagrad-return-slices": ("lowering.return_slices", "ReturnSlices"),
    "lagrad-copy-yields": ("lowering.copy_yields", "CopyYields"),
    "lagrad-reserve-room": ("lowering.reserve_room", "ReserveRoom"),
    "lagrad-assemble-results": ("lowering.assemble_results", "AssembleResults"),
    "lagrad-hoist-sizes": ("lowering.hoist_sizes", "HoistSizes"),
    "lagrad-hoist-buffers": ("lowering.hoist_buffers", "HoistBuffers"),
    "lagrad-pass-slices": ("lowering.pass_slices", "PassSlices"),
    "lagrad-read-originals": ("lowering.read_originals", "ReadOriginals"),
    "lagrad-overwrite-originals": ("lowering.overwrite_originals", "OverwriteOriginals"),
    "lagrad-hoist-stack-buffers": ("lowering.hoist_stack_buffers", "HoistStackBuffers"),
    "lagrad-recycle-buffers": ("lowering.recycle_buffers", "RecycleBuffers"),
    "lagrad-reuse-scratch": ("lowering.reuse_scratch", "ReuseScratch"),
    "lagrad-convert-linalg-to-blas": ("lowering.blas", "ConvertLinalgToBlas"),
    "lagrad-skip-columns": ("lowering.skip_columns", "SkipColumns"),
    "lagrad-skip-zeros": ("lowering.skip_zeros", "SkipZeros"),
    "lagrad-gather-rows": ("lowering.gather_rows", "GatherRows"),
    "lagrad-unroll-small": ("lowering.unroll_small", "UnrollSmall"),
    "lagrad-slice-chains": ("lowering.slice_chains", "SliceChains"),
    "lagrad-split-products": ("lowering.split_products", "SplitProducts"),
    "lagrad-fuse-sweeps": ("lowering.fuse_sweeps", "FuseSweeps"),
    "lagrad-fuse-copies": ("lowering.fuse_copies", "FuseCopies"),
    "lagrad-convert-copies": ("lowering.memref_copies", "ConvertCopies"),
    "lagrad-count-operations": ("lowering.count_operations", "CountOperations"),
    "lagrad-set-fastmath": ("lowering.fastmath", "SetFastmath"),
    "lagrad-expand-math": ("lowering.expand_math", "ExpandMath"),
    "lagrad-distribute-loops": ("lowering.distribute_loops", "DistributeLoops"),
    "lagrad-vectorize-map": ("lowering.vectorize_map", "VectorizeMap"),
    "lagrad-stream-results": ("lowering.stream_results", "StreamResults"),
    "lagrad-vectorize-math": ("lowering.vector_math", "VectorizeMath"),
    "lagrad-free-destinations": ("lowering.free_destinations", "FreeDestinations"),
    "lagrad-share-branches": ("lowering.share_branches", "ShareBranches"),
    "lagrad-share-reciprocals": ("lowering.share_reciprocals", "ShareReciprocals"),
    "lagrad-limit-unrolling": ("lowering.limit_unrolling", "LimitUnrolling"),
    "lagrad-print-loops": ("lowering.print_loops", "PrintLoops"),
    "lagrad-set-vector-width": ("lowering.vector_width", "SetVectorWidth"),
    "lagrad-declare-variants": ("lowering.vector_variants", "DeclareVariants"),
    "lagrad-emit-c-interface": ("lowering.c_interface", "EmitCInterface"),
}


def names() -> list[str]:
    return sorted(_PASSES)


def find(name: str):
    """The pass class of that name; KeyError if there is none."""
    module, cls = _PASSES[name]
    return getattr(importlib.import_module(f"lagrad.{module}"), cls)
