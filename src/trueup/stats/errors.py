"""What keeps samples from saying anything."""

from __future__ import annotations


class SampleError(ValueError):
    """Samples of which no interval can be made; the text is a clause for the author of the verifier."""


class MissingScipyError(ModuleNotFoundError):
    """scipy, which has the quantiles, can't be imported here.

    :param cause: what the import raised
    """

    HINT = "pip install 'trueup[measure]'"

    def __init__(self, cause: ImportError) -> None:
        absent = isinstance(cause, ModuleNotFoundError) and (cause.name or "").partition(".")[0] == "scipy"
        fault = "which is not installed" if absent else f"which can't be used here: {cause}"
        super().__init__(f"measuring needs scipy, {fault}", name="scipy")
