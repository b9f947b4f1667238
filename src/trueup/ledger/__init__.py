"""The ledger: claims read from a strict subset of YAML, each fault at its token."""

from trueup.ledger.load import read_ledger
from trueup.ledger.model import Ledger, ModelInput

__all__ = ["Ledger", "ModelInput", "read_ledger"]
