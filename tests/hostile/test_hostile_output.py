"""Text of strangers that comes out again: in a terminal, a workflow's log, XML, JSON, Markdown and on a page."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring
from markdown import markdown

from hostile import inert
from hostile.beside import holds, write
from hostile.inert import Elements
from mini import Mini, claims
from recorded_verdicts import CLAIMS, VERDICTS, document
from repositories import repository
from sites import make_site

SPITEFUL = [
    "<script>alert(1)</script>",
    "@everyone #1 GH-1 http://evil.example www.evil.example",
    '" onmouseover="alert(2)',
    "' onclick='alert(3)",
    "javascript:alert(4)",
    "{{ 7*7 }}{% raw %}",
    "{: onclick=alert(5)}",
    "]]><!-- --> &amp;",
    "`code` | cell | $x$",
    "[link](javascript:alert(6)) ![i](x)",
    "</details></table></script>",
    "\x1b[31mred\x1b[0m\x1b]0;title\x07",
    "\x9b31m\x90q\x9c",
    "a\rb\x08\x0b\x0c",
    "\u202eevil\u2066\u200b\ufeff",
    "::error file=x::pwned",
    "##[error]pwned##[endgroup]",
    "::stop-commands::t ::add-mask::a",
    "%0A::error::x %25 a:b,c",
    "[link=file:///etc/passwd]x[/link] [bold]",
    "\u2028\u2029\x85",
    "a line\n::error file=y::pwned\n##[group]x\r\n ::warning::z",
]
ALL = " ".join(SPITEFUL)
CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
#: What a runner takes for a command: at the start of a line, or anywhere.
COMMAND = re.compile(r"^\s*::[a-z-]+|##\[", re.MULTILINE)


def quoted(text: str) -> str:
    """As a scalar of YAML, in which any character can be written."""
    return json.dumps(text)


@pytest.fixture
def spiteful(project: Mini) -> Mini:
    """A stranger's text in each place of a project that comes out again somewhere."""
    ledger = claims(
        f"bad.says: {{says: {quoted(ALL)}, basis: measured, value: 5 B, source: {quoted(ALL)}, scope: {{cpu: {quoted(ALL)}}}}}",
        f"bad.value: {{says: V, basis: measured, value: 5 B, source: {quoted(ALL)}, scope: {{cores: 2}}, was: ['6 B']}}",
        f"bad.asked: {{says: Q, unmeasured: {quoted(ALL)}}}",
        f"bad.waived: {{says: W, expr: 1 + 1, waive: {{reason: {quoted(ALL)}, until: 2099-01-01}}}}",
        f"bad.word: {{says: D, basis: model, decide: 1 < 2, words: {{true: {quoted(ALL)}, false: no}}}}",
        "bad.verifier: {says: R, basis: model, verify: site.spite}",
        f"bad.formula: {{says: F, expr: {quoted('1 + ' + ALL)}}}",
        f"bad.name: {{says: N, verify: {quoted(ALL)}}}",
        f"{quoted(ALL)}: {{says: I, expr: 1 + 1}}",
        f"bad.key: {{says: K, expr: 1 + 1, {quoted(ALL)}: x}}",
        f"bad.figure: {{says: G, value: {quoted('5 ' + ALL)}, source: s}}",
        "bad.input: {says: I, verify: artifact.json, with: {artifact: it, pointer: /a}}",
    )
    page = (
        f"# {ALL}\n\n{ALL} [6 B](claim:bad.says) [6 B](claim:bad.value) [5 {ALL}](claim:bad.value)\n\n"
        f"[{ALL}](claim:bad.asked) [3](claim:bad.waived) [{ALL}](claim:bad.word) [no](claim:bad.word)\n\n"
        f'[5](claim:bad.verifier) [5](claim:bad.input) [5](claim:{ALL.split()[0]}) [5](claim:x "{ALL}")\n\n'
        f"It was 6 B, about bad says. 5 × 3 = 16 {ALL}\n\n<!-- claims:{ALL.split()[0]} -->\n"
    )
    verifier = f"from trueup.verifier import verifier\n\n@verifier('site.spite')\ndef f(request):\n    print({ALL!r})\n    raise ValueError({ALL!r})\n"
    write(
        project,
        {
            "claims/bad.yaml": f"artifacts:\n  it: {{path: {quoted('in/' + ALL.replace('/', ' '))}}}\n"
            + ledger,
            "docs/bad.md": page,
            "verifiers/site.py": verifier,
            "trueup.toml": f"{json.dumps('x' + ALL)} = 1\ndocs = ['docs', '::error ::spite.md']\n",
            "::error ::spite.md": "[6 B](claim:bad.value) 5 × 3 = 16\n",
            "docs/100%0A::error::x,y.md": "[6 B](claim:bad.value) 5 × 3 = 16\n",
            "docs/##[error] \x1b[31m\u202e.md": "[6 B](claim:bad.value) 5 × 3 = 16\n",
        },
    )
    git = repository(project.path)
    git.commit("Begin", "2026-07-01")
    project.replace("docs/bad.md", "[6 B](claim:bad.says)", "[7 B](claim:bad.says)")
    project.replace("claims/good.yaml", "A count", "Another count")
    return project


ALL_FORMS = ("text", "json", "github", "sarif", "junit", "markdown")
COMMANDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "check": (("check",), ALL_FORMS),
    "check, all of it": (("check", "-v"), ("text",)),
    "lint": (("lint",), ("text", "json", "github")),
    "audit": (("audit", ".", "--strict-coverage", "--fail-on", "possible"), ALL_FORMS),
    "diff": (("diff", "HEAD"), ALL_FORMS),
    "fix": (("fix", "--diff"), ALL_FORMS),
    "suggest": (("suggest", "docs"), ALL_FORMS),
    "mutate": (("mutate",), ALL_FORMS),
    "explain": (("explain", "bad.says"), ("text", "json")),
    "measure": (("measure", "--list"), ("text",)),
    "badge": (("badge",), ("text",)),
    "site": (("site", "--out", "docs/claims"), ("text",)),
}


FORMS: dict[str, Callable[[str], Any]] = {
    "text": str,
    "json": json.loads,
    "sarif": json.loads,
    "github": str,
    "junit": lambda text: fromstring(text.encode()),
    "markdown": lambda text: markdown(text, extensions=["tables", "md_in_html", "attr_list"]),
}


@pytest.mark.parametrize(
    ("name", "form"), [(name, form) for name, (_, forms) in COMMANDS.items() for form in forms]
)
def test_what_strangers_wrote_steers_nothing(
    spiteful: Mini, name: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A patch alone is printed as it is, for git; not so in a workflow."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    (command, *options), _ = COMMANDS[name]
    run = spiteful.run(command, *options, *(("--format", form) if form != "text" else ()))
    assert run.code in (0, 1, 2)
    ours = {"::error", "::warning", "::notice"} if form == "github" else set()
    for text in (run.out, run.err):
        assert not CONTROLS.search(text.replace("\u200b", "")), "what takes commands apart is ours"
        assert {one.strip() for one in COMMAND.findall(text)} <= ours
    whole = FORMS[form](run.out)
    if form == "github":
        assert all(line.startswith("::") for line in run.out.splitlines()[:-1])
        for line in run.out.splitlines():
            head, _, message = line.removeprefix("::").partition("::")
            assert "::" not in message
            assert not line.startswith("::") or head.startswith(("error ", "warning ", "notice "))
            assert not re.search("%(?!25|0A|0D|3A|2C)", line)
            assert "%0A::" not in line, "what a runner decodes is a stranger's own percent sign again"
            assert "%0Aerror" not in line
            assert not line.startswith("::") or not set(",:") & {
                char for one in head.split(",") for char in one.partition("=")[2]
            }
        if name == "check":
            assert "docs/100%250A%3A%3Aerror%3A%3Ax%2Cy.md" in run.out
    if form == "markdown":
        assert not re.search(
            r"<(?!/?(?:h3|p|table|thead|tbody|tr|th|td|details|summary|em|strong|code|ul|li)\b)[a-z]", whole
        )
        assert not re.search(r"<[^>]*\b(?:on\w+|href|src|style)=", whole)
        for linked in ("@everyone", "http://evil", "www.evil", "GH-1", "#1 ", "&#35;1"):
            assert linked not in run.out, "a code host makes a link or a mention of it"


def test_a_page_with_what_strangers_wrote_runs_nothing(project: Mini) -> None:
    """Through the real MkDocs: page, claim pages, dashboard, search index, and the JSON of the site."""
    site = make_site(project.path)
    spite = {
        name: {
            **one,
            **{key: ALL for key in ("says", "source", "value", "hint") if key in one},
            "because": [ALL],
        }
        for name, one in CLAIMS.items()
    }
    verdicts = [{**one, "because": [ALL], "hint": ALL, "expected": ALL} for one in VERDICTS]
    wrong = {
        "code": "T130",
        "severity": "warning",
        "message": ALL,
        "hint": ALL,
        "at": {"path": ALL, "line": 1, "column": 1},
    }
    site.verdicts(document(verdicts, spite, diagnostics=[wrong]))
    built = site.build()
    assert built.code == 0
    assert not CONTROLS.search(built.log)
    pages = list((project.path / "site").rglob("*.html"))
    assert len(pages) > len(CLAIMS)
    for page in pages:
        read = Elements(page.read_text(encoding="utf-8"))
        for name, attributes, inside in read.elements:
            assert not [key for key in attributes if key.startswith("on") and "alert" in str(attributes[key])]
            assert not [value for value in attributes.values() if re.match(r"\s*javascript:", value or "")]
            if name == "script" and attributes.get("type") == "application/json":
                assert "<" not in inside
            elif name == "script":
                assert "alert(1)" not in inside
        assert not re.search(r"\b49\b", read.text), "a template was run"
    told = (project.path / "site/assets/trueup/claims.json").read_text(encoding="utf-8")
    assert json.loads(told)
    assert not set(told) & set("<>&\u2028\u2029"), "it may be put into a page"
    index = (project.path / "site/search/search_index.json").read_text(encoding="utf-8")
    assert "<script" not in json.dumps(json.loads(index)["docs"]).replace("&lt;script", "")


def test_pages_for_another_site_hold_no_template(spiteful: Mini) -> None:
    """What is written for other generators is Markdown still to be read, perhaps by one that runs templates."""
    assert spiteful.run("site", "--out", "docs/claims").code == 0
    pages = list((spiteful.path / "docs/claims").rglob("*.md"))
    assert len(pages) > 5
    for page in pages:
        inert.html(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "name", ["docs/{}.md", "docs/{}/a.md", "claims/{}.yaml", "verifiers/{}.py", "code/{}.c"]
)
def test_names_of_files_that_are_no_text(project: Mini, name: str) -> None:
    """As a file system may have them that knows bytes alone."""
    project.write(
        "verifiers/site.py",
        "from trueup.verifier import verifier\n\n@verifier('site.r', basis='measured')\ndef r(q): ...\n",
    )
    project.write("code/a.c", "x\n")
    ledger = claims(
        "files: {says: F, basis: model, verify: code.count, with: {files: 'code/*.c', pattern: x}}",
        "rate: {says: R, basis: measured, verify: site.r, watch: ['path:code/*.c']}",
    )
    write(project, {"claims/bad.yaml": ledger, "docs/bad.md": "[1](claim:files) [5](claim:rate)\n"})
    odd = os.fsencode(project.path / name).replace(b"{}", b"\xff\xfe")
    os.makedirs(os.path.dirname(odd), exist_ok=True)  # noqa: PTH103, PTH120
    with open(odd, "wb") as file:  # noqa: PTH123
        file.write(
            b"It is [50](claim:files).\n" if odd.endswith(b".md") else b"claims: {a: {says: A, expr: 1 +}}\n"
        )
    for command, forms in COMMANDS.values():
        if command[:2] not in (("diff", "HEAD"), ("explain", "bad.says")):
            for form in forms:
                run = project.run(*command, *(("--format", form) if form != "text" else ()))
                assert run.code in (0, 1, 2), (command, form, run.err)
                FORMS[form](run.out)
    holds(project.check())
    measured = project.run("measure")
    assert measured.code in (1, 2)
    assert "rate: error (" in measured.out
