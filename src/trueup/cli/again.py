"""A check of which only documents have changed since: their part of the answer is put in anew."""

from __future__ import annotations

import os
import pickle
import stat
from typing import TYPE_CHECKING

from trueup.engine.again import Facts
from trueup.recall.home import read
from trueup.recall.question import Answer, Question
from trueup.recall.sights import DOCUMENT, file_state, settled
from trueup.reports.parts import Manner, Part

if TYPE_CHECKING:
    from trueup.engine.computed import Computed
    from trueup.engine.report import Report
    from trueup.gate import Gate

#: Of larger documents, or of more of them, a whole run makes as little or as much.
LARGEST, MOST = 1 << 20, 100


class Pieces:
    """What is kept beside an answer.

    :param parts: of the report, by document
    """

    __slots__ = ("facts", "manner", "parts")

    def __init__(self, facts: Facts, manner: Manner, parts: dict[str, Part]) -> None:
        self.facts = facts
        self.manner = manner
        self.parts = parts

    @classmethod
    def of(
        cls, computed: Computed, report: Report, gate: Gate, manner: Manner, said: tuple[str, int]
    ) -> bytes | None:
        """The pieces of a run over all documents, packed; None where they don't make up what it said."""
        parts = manner.parts(report.verdicts, gate.diagnostics)
        if manner.whole(parts) != said:
            return None
        return cls(Facts.of(computed, report), manner, parts).packed()

    def packed(self) -> bytes:
        """As bytes; they are signed where they are kept."""
        return pickle.dumps((self.facts, self.manner, self.parts), pickle.HIGHEST_PROTOCOL)


def again(question: Question, answer: Answer, changed: list[tuple[str, str]]) -> Answer | None:
    """The answer now, if only the text of documents has changed; None where a whole run has to find it.

    :param changed: the kinds and paths of what is not as it was when ``answer`` was found
    """
    if len(changed) > MOST or any(kind != DOCUMENT for kind, _ in changed):
        return None
    packed = question.parts(answer)
    if packed is None:
        return None
    pieces = Pieces(*pickle.loads(packed))  # noqa: S301  signed by this user's own key
    states: dict[str, str] = {}
    for _, path in changed:
        states[path] = file_state(path)
        text = _text(path, states[path])
        relative = path[len(answer.root.rstrip(os.sep)) + 1 :].replace(os.sep, "/")
        judged = None if text is None else pieces.facts.judge(relative, text)
        if judged is None:
            return None
        pieces.parts[relative] = pieces.manner.part(*judged)
    found = pieces.manner.whole(pieces.parts)
    if found is None:
        return None
    text, code = found
    settled_states = {path: settled(state, question.began) for path, state in states.items()}
    renewed = answer.renewed(f"{text}\n", code, settled_states)
    question.put(renewed, pieces.packed())
    return renewed


def _text(path: str, state: str) -> str | None:
    """The text of a document; None where there is anything to say of the file itself."""
    fields = state.split()
    if len(fields) < 4 or not stat.S_ISREG(int(fields[0])) or int(fields[3]) > LARGEST:
        return None
    data = read(path)
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if data and "\0" not in text else None
