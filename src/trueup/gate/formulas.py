"""Changes of formulas: rewritten, or another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trueup.claim import Claim, Formula
from trueup.expression.symbolic import INSTALL, can_prove, identical
from trueup.expression.write import unparse
from trueup.gate.change import Change

#: A proof may take a while; a change that needs more of them is for people to read.
PROOFS = 200


@dataclass(slots=True)
class Prover:
    """Tells formulas that were rewritten from others; of those that come late nothing is proved."""

    left: int = PROOFS

    def changes(self, claim: Claim, was: Formula, now: Formula, where: str = "") -> Iterator[Change]:
        """What became of a formula; nothing where only its spelling differs.

        :param where: whose formula it is, if not the claim's
        """
        if unparse(was.node) == unparse(now.node):
            return
        self.left -= 1
        same = self.left >= 0 and identical(was.node, now.node)
        done = "rewritten, and is" if same else "changed, and is not"
        lacking = "" if same or can_prove() else f"; to prove it, {INSTALL}"
        yield Change(
            kind="rewritten" if same else "formula",
            claim=claim.id,
            at=now.location,
            before=was.text,
            after=now.text,
            message=f"the formula{where} was {done} proved to be the same{lacking}",
        )
