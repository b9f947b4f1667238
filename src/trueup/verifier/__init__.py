"""The verifier protocol (`api`) and the registry of ids (`registry`).

Sites import from here; what only the engine needs stays in its module, so that children start fast.
"""

from trueup.verifier.api import Input, Refuted, Request, Samples, Unavailable, VerifierError, verifier

__all__ = ["Input", "Refuted", "Request", "Samples", "Unavailable", "VerifierError", "verifier"]
