"""Less memory for machine code that was loaded from the disk.

Numba keeps, beside the machine code of a loaded function, LLVM's picture of its source, so that it can be built into
functions that are compiled later. For all games and bots together that is tens of megabytes which a server that has
everything compiled never looks at. Here the picture stays packed, and is unpacked when something is compiled.
"""

from __future__ import annotations

import zlib
from typing import Any

from llvmlite import binding
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

LEVEL = 1


class PackedLibrary(JITCodeLibrary):
    """Loaded code whose bitcode is parsed only when it is linked into something else."""

    _packed: bytes | None = None

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, Any]) -> Any:
        library = super()._unserialize(codegen, state)  # type: ignore[no-untyped-call]
        _, kind, data = state
        if kind == "object":
            library._packed, library._shared_module = zlib.compress(data[1], LEVEL), None
        return library

    def _get_module_for_linking(self) -> Any:
        if self._packed is not None and self._shared_module is None:
            self._shared_module = binding.parse_bitcode(zlib.decompress(self._packed))
            self._packed = None
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]


def keep_packed() -> None:
    """Keep all code packed that this process loads from now on, if this Numba is one that we know."""
    if getattr(JITCPUCodegen, "_library_class", None) is JITCodeLibrary:
        JITCPUCodegen._library_class = PackedLibrary
