"""The entry point of the command: a check that was answered before is answered again, the rest is run."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from trueup.cli.colour import in_colour
from trueup.cli.printed import Unprinted, prepare
from trueup.recall.question import Answer, Question


def main() -> None:
    """Run the command line."""
    prepare()
    if sys.argv[1:2] == ["check"]:
        gc.disable()  # it ends soon, and makes few circles
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    try:
        return _run(arguments)
    except Unprinted as error:
        hint = "    do        make room, or have it printed elsewhere"
        sys.stderr.write(f"error F609 standard output can't be written: {error}\n{hint}\n")
        return 2


def _run(arguments: Sequence[str]) -> int:
    question = None
    if arguments and arguments[0] == "check" and "--no-cache" not in arguments:
        question = Question.asked(arguments, colour=in_colour())
        answer = _known(question) if question else None
        if answer:
            return _say(answer)
    from trueup.cli import commands  # noqa: PLC0415  a quarter of a second that an answer does not need

    return commands.run(arguments, question)


def _known(question: Question) -> Answer | None:
    try:
        return _answer(question)
    except Exception:  # noqa: BLE001  whatever is wrong with what was kept: a whole run finds the answer
        return None


def _answer(question: Question) -> Answer | None:
    answer = question.answer()
    changed = answer.changed() if answer else None
    if answer is None or changed is None:
        return None
    if not changed:
        return answer
    from trueup.cli.again import again  # noqa: PLC0415  where nothing changed there is nothing to judge

    return again(question, answer, changed)


def _say(answer: Answer) -> int:
    sys.stdout.write(answer.text)
    sys.stdout.flush()
    return answer.code
