"""Names of operators: whether there is such a one."""

from __future__ import annotations

from difflib import get_close_matches

from trueup.readers.onnx import Graph
from trueup.verifier import VerifierError

#: How like one of the model's a name has to be to be taken for a slip where nobody lists the right ones.
_SLIP = 0.95


def known_op(graph: Graph, op: str | None, *, vendor: bool) -> None:
    """Refuse the name of an operator that neither the model nor ONNX has: misspelt, it would count none.

    :param vendor: it may be an operator that ONNX does not list
    """
    present = {node.op for node in graph.nodes}
    if op is None or op in present:
        return
    known = present if vendor else present | _listed()
    if op in known:
        return
    near = get_close_matches(op, sorted(known), n=1, cutoff=_SLIP if vendor else 0.6)
    if near or not vendor:
        raise VerifierError(
            f"neither the model nor ONNX has an operator {op!r}",
            f"did you mean {near[0]!r}?" if near else "an operator of another domain needs its domain",
        )


def _listed() -> set[str]:
    """The operators of ONNX, those of older versions too."""
    from onnx import defs  # noqa: PLC0415  brings numpy along, for the few that count none

    return {schema.name for schema in defs.get_all_schemas_with_history()}
