"""Which derivatives a module asks for.

A request is a private declaration with an attribute that names the primal:

    func.func private @df(f64, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.wrt = [0]}

`lagrad.grad` and `lagrad.tangent` operations and pass options become such declarations first. A request is
checked against its primal's signature, and requests of requests are put in the order in
which they can be filled.
"""

from .checks import NOTHING_ASKED, unknown_function
from .kinds import KINDS, ONE_HOT, primals_of
from .reading import collect, modules_inside, named
from .spellings import declare, declare_operations, fresh_name

__all__ = [
    "KINDS",
    "NOTHING_ASKED",
    "ONE_HOT",
    "collect",
    "declare",
    "declare_operations",
    "fresh_name",
    "modules_inside",
    "named",
    "primals_of",
    "unknown_function",
]
