"""The verifier protocol (`api`) and the registry of ids (`registry`).

Sites import from here; what only the engine needs stays in its module, so that children start fast.
"""

from trueup.quantity.value import Name, Quantity
from trueup.verifier.api import Input, Refuted, Request, Samples, Unavailable, VerifierError, verifier
from trueup.verifier.values import in_bytes

__all__ = [
    "Input",
    "Name",
    "Quantity",
    "Refuted",
    "Request",
    "Samples",
    "Unavailable",
    "VerifierError",
    "in_bytes",
    "verifier",
]
