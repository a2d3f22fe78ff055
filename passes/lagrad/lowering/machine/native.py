"""Machine code from LLVM IR text, through llvmlite: object files, and functions to call."""

from __future__ import annotations

import ctypes
import functools
import itertools
import os
import pathlib
import re
import sys
from collections.abc import Iterable, Mapping

import llvmlite.binding as llvm

from ...errors import Failure
from ..interface.failure_functions import RELEASE
from ..products.blas_functions import LIBRARIES
from ..threads.team import PARALLEL, SYMBOLS
from . import elf, processors
from .constants import Constants, Placed
from .llvm_text import with_flat_followups, with_old_constants, without_attribute
from .processors import NATIVE

# `<string>:12:34: error: ...`, what LLVM says where it cannot read on.
_PARSE_ERROR = re.compile(r":(\d+):(\d+): error: (.*)")
_names = itertools.count()


def object_code(text: str, cpu: str = NATIVE, constants: Constants = Constants()) -> bytes:
    """A position-independent object file from the text of an LLVM module, for a processor that `processors` knows.

    The object has the `constants` that the text declares.
    """
    machine = processors.machine(cpu)
    if not constants.parts:
        return machine.emit_object(optimized_module(text, machine))
    if llvm.get_object_format() != "ELF":
        return machine.emit_object(optimized_module(constants.in_text(text), machine))
    text = constants.in_same_object(text) + elf.assembly(constants)
    return elf.with_contents(machine.emit_object(optimized_module(text, machine)), constants)


def plain_object_code(text: str) -> bytes:
    """An object file for this processor of code that is not optimised, which takes a tenth of the time to make."""
    return processors.machine(NATIVE, level=0).emit_object(_of_process(text, processors.machine(NATIVE)))


def optimized(text: str) -> str:
    """LLVM IR of the module as it is when machine code is made of it for this processor."""
    return str(optimized_module(text, processors.machine(NATIVE)))


def optimized_module(text: str, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """The module, optimised for a processor."""
    module = _of_process(text, machine)
    # Level 3 takes twice the time for twice the code, by writing out more of loops, and that is no faster.
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    llvm.create_pass_builder(machine, tuning).getModulePassManager().run(
        module, llvm.create_pass_builder(machine, tuning)
    )
    return module


def _of_process(text: str, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    module = _parse(text)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    return module


def is_defined(symbol: str) -> bool:
    """Is there such a function in this process and the libraries that compiled code is linked with?"""
    _load_libraries()
    if symbol.startswith(LIBRARIES["openblas"]):
        _load_openblas()
    if symbol in SYMBOLS:
        _load_openmp()
    return llvm.address_of_symbol(symbol) is not None


def load_library(path: str | os.PathLike) -> None:
    """Loads a shared library whose functions compiled code may call; Failure where that cannot be done."""
    try:
        llvm.load_library_permanently(os.fspath(path))
    except RuntimeError as problem:
        raise Failure(f"cannot load the shared library: {problem}") from None


class Loaded:
    """An object file in this process; the code lives as long as this object."""

    def __init__(
        self,
        code: bytes,
        symbols: list[str],
        constants: Constants = Constants(),
        addresses: Mapping[str, int] = {},
        beside: Iterable[bytes] = (),
    ):
        """Links `code` and the objects `beside` it, of which `symbols` are wanted, against this process and libm.

        What else they declare are `constants`, and symbols whose `addresses` are given. A function of it that is called
        `lagrad_release`, and wanted, is called before the code goes.
        """
        _load_libraries()
        self._jit = _jit()
        builder = llvm.JITLibraryBuilder().add_current_process()
        for each in (code, *beside):
            builder = builder.add_object_img(each)
        for symbol in symbols:
            builder = builder.export_symbol(symbol)
        self._constants = Placed(constants) if constants.parts else None
        for name, address in {**(self._constants.addresses if self._constants else {}), **addresses}.items():
            builder = builder.import_symbol(name, address)
        try:
            self._tracker = builder.link(self._jit, f"lagrad{next(_names)}")
        except RuntimeError as problem:
            raise Failure(f"cannot link the compiled code: {problem}") from None
        self.addresses = {symbol: self._tracker[symbol] for symbol in symbols}

    def release(self) -> None:
        """Gives memory that the code keeps for the next call to the system."""
        if RELEASE in self.addresses:
            ctypes.CFUNCTYPE(None)(self.addresses[RELEASE])()

    def __del__(self):
        if hasattr(self, "addresses"):  # it was linked
            self.release()


@functools.cache
def _jit() -> llvm.LLJIT:
    # JITLink puts the sections of an object side by side. The older linker maps each by itself, and
    # in a process with many mappings code and constants end up too far apart for its relocations.
    return llvm.create_lljit_compiler(processors.machine(NATIVE), use_jit_link=True)


@functools.cache
def _load_libraries() -> None:
    """Libm, and the library where compilers put some conversions of narrow floats.

    Elsewhere than on Linux the process has both of them already.
    """
    if sys.platform == "linux":
        for name in ("libm.so.6", "libgcc_s.so.1"):
            llvm.load_library_permanently(name)


_BLAS_THREADS = "OPENBLAS_NUM_THREADS"


@functools.cache
def _load_openblas() -> None:
    """OpenBLAS as the wheel scipy-openblas32 brings it, with one thread: others would wait for work as ours do.

    Its threads ask for work for some 20 ms before they sleep, on processors that those of the program need.
    """
    asked = os.environ.get(_BLAS_THREADS)
    os.environ[_BLAS_THREADS] = "1"  # the library reads it once, when it is loaded
    try:
        import scipy_openblas32  # loads the library
    finally:
        del os.environ[_BLAS_THREADS]
        os.environ.update({} if asked is None else {_BLAS_THREADS: asked})
    (library,) = pathlib.Path(scipy_openblas32.get_lib_dir()).glob("libscipy_openblas.*")
    llvm.load_library_permanently(str(library))


# A thread that waits for others asks again so often before it sleeps. GNU's library asks 300,000 times, LLVM's for
# 200 ms: where other programs use the processor too, these times are lost after every loop that threads share.
_WAITING = {"GOMP_SPINCOUNT": "1000", "KMP_BLOCKTIME": "0"}
_OPENMP = ("libgomp.so.1", "libomp.so.5", "libomp.so", "libiomp5.so", "libomp.dylib")


@functools.cache
def _load_openmp() -> None:
    """The library of threads that the process has already, or the first there is; Failure if there is none.

    Threads sleep soon where they wait, unless the environment says otherwise (OMP_WAIT_POLICY, GOMP_SPINCOUNT).
    """
    if llvm.address_of_symbol(PARALLEL) is not None:
        return
    if not {"OMP_WAIT_POLICY", *_WAITING} & os.environ.keys():
        os.environ.update(_WAITING)  # the library reads them once, when it is loaded
    for name in _OPENMP:
        try:
            llvm.load_library_permanently(name)
        except RuntimeError:
            continue
        if llvm.address_of_symbol(PARALLEL) is not None:
            return
    raise Failure(f"threads need an OpenMP library that has {PARALLEL}, and there is none of {', '.join(_OPENMP)}")


def _parse(text: str) -> llvm.ModuleRef:
    """The module; an attribute of functions that this LLVM does not know is left out.

    Such attributes are hints. The word at which reading stops is removed, and reading starts anew.
    """
    lines = with_old_constants(with_flat_followups(text)).split("\n")
    while True:
        try:
            return llvm.parse_assembly("\n".join(lines))
        except RuntimeError as problem:
            found = _PARSE_ERROR.search(str(problem))
            number, column = (int(found[1]) - 1, int(found[2]) - 1) if found else (0, 0)
            if not found or not lines[number].startswith(("attributes #", "declare ")):
                raise
            lines[number] = without_attribute(lines[number], column)
