"""Documents in which each of many things could have to do with each other one."""

from __future__ import annotations

import time

import pytest

from hostile.beside import beside
from mini import Mini

#: Pieces of paragraphs without an end.
CROWDED = {
    "premises": '[33.3 ms](claim:it "200 MB / (6 GB/s)") at 6 GB/s ',
    "premises in sentences": '[33.3 ms](claim:it "200 MB / (6 GB/s)") at 6 GB/s. ',
    "sentences that don't add up": '[33.3 ms](claim:it "200 MB / (6 GB/s)") over 200 MB at 7 GB/s, ',
    "shares": 'It took [12 ms](claim:it "2 ms * 6") of 24 ms, 50 % and ',
    "figures": '[4 ms](claim:it "2 ms * 2") ',
}


@pytest.mark.parametrize("text", CROWDED.values(), ids=CROWDED)
def test_a_paragraph_full_of_figures(project: Mini, text: str) -> None:
    """Each is judged by its sentence, and shown in its surroundings, in time that grows with the text."""
    begun = time.process_time()
    run = beside(project, "", text * 2000)
    assert time.process_time() - begun < 9  # it is one or two seconds; each with each takes many times that
    assert len([one for one in run.json["verdicts"] if one["claim"] == "it"]) == 2000


@pytest.mark.parametrize("text", ["sentences that don't add up", "figures"])
def test_a_paragraph_full_of_figures_that_are_changed(project: Mini, text: str) -> None:
    """Each change is judged by what stands around it, and not by the whole paragraph."""
    project.write("docs/page.md", CROWDED[text] * 500)
    begun = time.process_time()
    run = project.run("mutate", "--format", "json")
    assert (
        time.process_time() - begun < 12
    )  # it is one to three seconds; each with each takes many times that
    assert len(run.json["figures"]) == 500
