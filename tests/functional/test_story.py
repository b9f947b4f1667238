"""The story that made trueup necessary, replayed: each of its faults is caught where it stands."""

from __future__ import annotations

from mini import Mini, claims, where
from tiny_model import digest, tiny

MODEL = f"models:\n  tiny: {{path: claims/inputs/tiny.onnx, sha256: {digest(tiny())}, stage: exported}}\n"

LAPTOP = "{cpu: i7-13800H, gpu: RTX 4060 Laptop}"

PLACEMENT = f"""\
claims:
  lm_head.bytes: {{basis: model, expr: 152064 * 5120 * 0.5 B, says: Packed weights of the projection}}

  link.pinned:
    says: Pinned host-to-device copy
    basis: measured
    scope: {LAPTOP}
    value: 11.74 GB/s
    source: a public record

  cpu.rate:
    says: Weight bytes that the host kernel reads per second
    basis: measured
    scope: {LAPTOP}
    value: RATE
    source: a public record

  cpu.time: {{says: The projection on the host, expr: lm_head.bytes / cpu.rate}}
  move.time: {{says: The copy to the device, expr: lm_head.bytes / link.pinned}}
  move.gain: {{says: How much cheaper the copy is, expr: cpu.time / move.time}}
  move_to_gpu:
    says: The copy costs less than computing on the host
    decide: cpu.time > move.time
    words: {{true: inverts, false: holds, null: undecided}}
"""

PAGE = """\
# Where to compute

The host kernel reads [0.78 GB/s](claim:cpu.rate), so the projection takes [~500 ms](claim:cpu.time).
The copy takes [~33 ms](claim:move.time), which is [~15×](claim:move.gain) cheaper: the rule
[inverts](claim:move_to_gpu).
"""


def test_a_right_number_on_the_wrong_tensor(project: Mini) -> None:
    """Fault 1: the number is right, and two tensors have it; the claim pins the one that is not streamed."""
    project.write("claims/inputs/tiny.onnx", tiny())
    project.write(
        "claims/model.yaml",
        MODEL + "claims:\n  streamed.bytes:\n    says: Weights read for every token\n    basis: model\n"
        "    verify: onnx.tensor\n"
        "    with: {model: tiny, tensor: model.embed_tokens.qweight, consumed_by: MatMulNBits}\n",
    )
    project.write("docs/page.md", "Each token moves [3,072 B](claim:streamed.bytes).\n")
    run = project.check()
    verdict = run.verdict("streamed.bytes")
    assert run.code == 1
    assert (verdict["status"], verdict["reason"]) == ("refuted", "identity")
    assert where(verdict) == ("docs/page.md", 1, 19)
    assert "lm_head.weight_Q4" in str(verdict)
    assert "GatherBlockQuantized" in str(verdict)


def test_a_sentence_about_the_wrong_tensor(project: Mini) -> None:
    """Fault 1 as it stood: the claim is right, the sentence around it speaks of the gather."""
    project.write("claims/inputs/tiny.onnx", tiny())
    project.write(
        "claims/model.yaml",
        MODEL + "claims:\n  lm_head.bytes:\n    says: Packed weights of the projection\n    basis: model\n"
        "    verify: onnx.tensor\n"
        "    with: {model: tiny, tensor: lm_head.weight_Q4, consumed_by: MatMulNBits, read: bytes}\n"
        "    subject: [lm_head, MatMulNBits]\n    not_subject: [gather]\n",
    )
    project.write("docs/page.md", "The embedding gather moves [3,072 B](claim:lm_head.bytes) a token.\n")
    run = project.check()
    verdict = run.verdict("lm_head.bytes")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "refuted", "subject")
    assert "gather" in verdict["because"][0]
    project.write("docs/page.md", "The projection `lm_head` moves [3,072 B](claim:lm_head.bytes) a token.\n")
    assert project.check().code == 0


def test_a_changed_digit_names_the_tensor_of_that_size(project: Mini) -> None:
    project.write("claims/inputs/tiny.onnx", tiny())
    project.write(
        "claims/model.yaml",
        MODEL + "claims:\n  lm_head.bytes:\n    says: Packed weights of the projection\n    basis: model\n"
        "    verify: onnx.tensor\n    with: {model: tiny, tensor: lm_head.weight_Q4, read: bytes}\n",
    )
    project.write("docs/page.md", "It moves [3,073 B](claim:lm_head.bytes).\n")
    run = project.check()
    verdict = run.verdict("lm_head.bytes")
    assert (run.code, verdict["reason"], verdict["expected"]) == (1, "value", "3,072 B")
    assert where(verdict) == ("docs/page.md", 1, 11)
    assert "lm_head.weight_Q4" in " ".join(verdict["because"])
    assert "model.embed_tokens.qweight" in " ".join(verdict["because"])


def test_a_size_that_two_tensors_have_identifies_neither(project: Mini) -> None:
    project.write("claims/inputs/tiny.onnx", tiny())
    project.write(
        "claims/model.yaml",
        MODEL + "claims:\n  streamed.tensor:\n    says: The tensor of that size\n    basis: model\n"
        "    verify: onnx.identity\n    with: {model: tiny, where: {bytes: '3,072 B'}, read: tensor}\n",
    )
    project.write("docs/page.md", "It is [lm_head.weight_Q4](claim:streamed.tensor).\n")
    run = project.check()
    verdict = run.verdict("streamed.tensor")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "refuted", "identity")
    assert "model.embed_tokens.qweight" in str(verdict)


def test_one_stale_rate_makes_everything_downstream_stale_in_one_run(project: Mini) -> None:
    """Fault 2 and 4: the rate is replaced in the ledger; what rests on the old one is left behind."""
    project.write("docs/page.md", PAGE)
    project.write("claims/placement.yaml", PLACEMENT.replace("RATE", "0.78 GB/s"))
    assert project.check().code == 0
    project.write("claims/placement.yaml", PLACEMENT.replace("RATE", "27.166 GB/s"))
    run = project.check()
    assert run.code == 1
    stale = {one["claim"]: one["reason"] for one in run.json["verdicts"] if one["status"] == "refuted"}
    assert stale == {"cpu.rate": "value", "cpu.time": "value", "move.gain": "value", "move_to_gpu": "word"}
    time = run.verdict("cpu.time")
    assert where(time) == ("docs/page.md", 3, 77)
    assert time["expected"] == "~14 ms"
    assert "cpu.rate = 27.166 GB/s" in " ".join(time["because"])
    word = run.verdict("move_to_gpu")
    assert (word["figure"], word["expected"]) == ("inverts", "holds")
    assert run.verdict("move.time")["status"] == "attested"


def test_an_outdated_rate_makes_what_rests_on_it_suspect(project: Mini) -> None:
    project.write("docs/page.md", PAGE)
    project.write(
        "claims/placement.yaml",
        PLACEMENT.replace("RATE", "0.78 GB/s\n    as_of: 2026-08-12\n    max_age: 30 days"),
    )
    assert project.check("--today", "2026-09-11").code == 0
    run = project.check("--today", "2026-09-12")
    assert run.code == 1
    rate = run.verdict("cpu.rate")
    assert (rate["status"], rate["reason"]) == ("outdated", "age")
    for claim in ("cpu.time", "move.gain", "move_to_gpu"):
        verdict = run.verdict(claim)
        assert (verdict["status"], verdict["reason"]) == ("suspect", "upstream"), claim
        assert "cpu.rate" in " ".join(verdict["because"])
    assert run.verdict("move.time")["status"] == "attested"


def test_two_hosts_in_one_inequality(project: Mini) -> None:
    """Fault 3: the processor of one host against the link of another, through a derived claim."""
    project.write("docs/page.md", "The rule [holds](claim:move_to_gpu).\n")
    ledger = PLACEMENT.replace("RATE", "27.166 GB/s")
    other = ledger.replace(
        f"scope: {LAPTOP}\n    value: 27", "scope: {cores: 32, cpu: EPYC 9V74}\n    value: 27"
    )
    project.write("claims/placement.yaml", other)
    run = project.check()
    verdict = run.verdict("move_to_gpu")
    assert (run.code, verdict["status"], verdict["reason"]) == (1, "refuted", "cross-host")
    assert where(verdict) == ("docs/page.md", 1, 11)
    assert "i7-13800H" in verdict["because"][0]
    assert "EPYC 9V74" in verdict["because"][0]
    assert "link.pinned" in verdict["because"][0]
    project.write("claims/placement.yaml", ledger)
    assert project.check().code == 0
    excused = other.replace(
        "    decide:", "    cross_host: a bound, the faster host is the slower side\n    decide:"
    )
    project.write("claims/placement.yaml", excused)
    assert project.check().verdict("move_to_gpu")["status"] == "attested"


def test_a_retracted_figure_still_stated_elsewhere(project: Mini) -> None:
    """Fault 4: withdrawn in one place, still stated in another, in another spelling."""
    project.write(
        "claims/placement.yaml",
        PLACEMENT.replace("RATE", "6.711 GB/s\n    was: [0.78 GB/s]\n    subject: [kernel]"),
    )
    project.write("docs/page.md", "The host kernel reads [6.711 GB/s](claim:cpu.rate).\n")
    project.write(
        "docs/summary.md",
        "# Summary\n\nThe kernel is the weak spot: ~780 MB/s.\n\n"
        "It went from 0.78 GB/s → 6.7 GB/s with the vectorised kernel; ~~the kernel reads 0.78 GB/s~~.\n\n"
        "| what | rate |\n|---|---|\n| host kernel | 0.78 GB/s |\n\nA disk reads 0.78 GB/s.\n",
    )
    run = project.check()
    found = [one for one in run.json["verdicts"] if one["reason"] == "retracted"]
    assert run.code == 1
    assert [where(one)[1:] for one in found] == [(3, 30), (9, 17)]
    assert [one["figure"] for one in found] == ["~780 MB/s", "0.78 GB/s"]
    assert found[1]["expected"] == "6.71 GB/s"


def test_a_ledger_that_is_no_yaml_accuses_no_figure(project: Mini) -> None:
    project.write("claims/a.yaml", claims("twice: {says: Twice, expr: bus.width * 2}"))
    project.write("claims/b.yaml", "claims:\n  bus.width: {says: Width, basis: model, expr: 2 * 8 B\n")
    project.write(
        "docs/a.md", "[16 B](claim:bus.width), twice [32 B](claim:twice), and [9 B](claim:nosuch).\n"
    )
    run = project.check()
    assert (run.code, run.codes()) == (2, ["L200"])
    twice = run.verdict("twice")
    assert (twice["status"], twice["reason"]) == ("suspect", "upstream")
    project.write("claims/b.yaml", "claims:\n  bus.width: {says: Width, basis: model, expr: 2 * 8 B}\n")
    assert project.check().codes() == ["T130"]


def test_a_wrong_entry_hides_no_unknown_id(project: Mini) -> None:
    project.write("claims/a.yaml", claims("bus.width: {says: [Width], basis: model, expr: 2 * 8 B}"))
    project.write("docs/a.md", "[16 B](claim:bus.width), and [9 B](claim:nosuch).\n")
    run = project.check()
    assert (run.code, run.codes()) == (2, ["L207", "T130"])
