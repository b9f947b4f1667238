"""The ledger: claims read from a strict subset of YAML, each fault at its token."""

from trueup.ledger.load import read_ledger
from trueup.ledger.model import ArtifactInput, Ledger, ModelInput

__all__ = ["ArtifactInput", "Ledger", "ModelInput", "read_ledger"]
