"""The verdicts of a project, as a process of its own, which a site's build starts.

``python -m trueup.site.answered ROOT DOCS`` prints the document; figures of pages in DOCS are not counted.
Asked again about files that are as they were, it answers at once, as the command ``check`` does.
"""

from __future__ import annotations

import sys
import time

from trueup.recall.question import Answer, Question
from trueup.recall.sights import Witness
from trueup.site.child import be_brief, give_way

#: The build itself goes first; what is done beside it after this.
_SOON = 5


def main() -> None:
    """Print the document."""
    root, docs = sys.argv[1:]
    question = Question.asked(("site", root, docs), colour=False)
    answer = _known(question) if question else None
    sys.stdout.write(answer.text if answer else _found(question, root, docs))


def _known(question: Question) -> Answer | None:
    try:
        answer = question.answer()
        return answer if answer and answer.changed() == [] else None
    except Exception:  # noqa: BLE001  whatever is wrong with what was kept: a whole run finds the answer
        return None


def _found(question: Question | None, root: str, docs: str) -> str:
    # A second that an answer does not need.
    from pathlib import Path  # noqa: PLC0415

    from trueup.diagnostics import TrueupError  # noqa: PLC0415
    from trueup.files import Root  # noqa: PLC0415
    from trueup.reports.html.assets import claims_json  # noqa: PLC0415
    from trueup.site.failed import failed  # noqa: PLC0415
    from trueup.site.judged import judged  # noqa: PLC0415

    be_brief()
    witness = Witness(question.began) if question else None
    try:
        text = claims_json(judged(Root(Path(root), witness=witness), rendered=docs))
    except TrueupError as error:
        return claims_json(failed(error.diagnostics))
    if question and witness and time.strftime("%Y-%m-%d", time.gmtime()) == question.day:
        question.keep(text, 0, root, witness, None)
    return text


if __name__ == "__main__":
    give_way(_SOON)
    main()
