"""Text of documents, ledgers and verifiers made inert for each place where it is shown."""

from __future__ import annotations

import html as _html
import re
import unicodedata
from functools import lru_cache

# Other, format, surrogate and line-separating characters; blanks of any width are kept.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Compiled when they are needed: that takes longer than all the rest of this module.
# On a page joiners and soft hyphens may stay; what is no text, or turns the direction of reading, may not.
_UNFIT_FOR_PAGES = "[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_BEYOND_ASCII = "[^\n\x20-\x7e]+"
_COMMAND = r"(?m)^(\s*):(?=:)"
# What opens a list counts at the start.
_MARKUP = re.compile(r"[\\`*_\[\](){}|~#$^=!<>&\"']|^[-+:]|^\d+\.(?=\s|$)")
_ISSUE = re.compile(r"(?:&#35;|\bgh-)(?=\d)", re.IGNORECASE)  # a code host links #7 and GH-7 however written
_APART = "\N{ZERO WIDTH SPACE}"
_HTML = re.compile(r"[&<>\"'{}`|]")
_TEMPLATE = str.maketrans({"{": "&#123;", "}": "&#125;", "`": "&#96;", "|": "&#124;"})
_JSON = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def terminal(text: str, *, lines: bool = False) -> str:
    """For a terminal or a log: what steers one, or can't be seen, is spelt out (``\\x1b``, ``\\u202e``).

    Escape sequences, carriage returns, C1 controls, bidirectional controls and zero-width characters
    are meant, and what a workflow's runner would take for a command of its own: ``##[`` anywhere, ``::``
    at the start of a line. Tabs and blanks stay.

    :param lines: keep line feeds, for text of several lines
    """
    spelt = _spelt(text, "\t\n" if lines else "\t").replace("##[", "#\\x23[")
    return re.sub(_COMMAND, r"\1\\x3a", spelt) if "::" in spelt else spelt


@lru_cache(maxsize=4096)  # the words of a page are those of many
def html(text: str) -> str:
    """For HTML text and quoted attributes, also where the page is a template or Markdown still to be read."""
    if text.isprintable() and not _HTML.search(text):
        return text
    legal = re.sub(_UNFIT_FOR_PAGES, lambda match: _seen(match[0]), text)
    return _html.escape(legal, quote=True).translate(_TEMPLATE)


def json_script(json: str) -> str:
    """For JSON inside a ``<script>`` element: the same JSON, in which no tag can begin or end."""
    for char, code in _JSON.items():
        json = json.replace(char, code)
    return json


def json_text(json: str) -> str:
    """For JSON that is printed: the same JSON, in which what :func:`terminal` spells out is escaped."""
    spelt = re.sub(_BEYOND_ASCII, lambda match: "".join(map(_in_json, match[0])), json)
    return spelt.replace("##[", "#\\u0023[")


def xml(text: str) -> str:
    """For XML 1.0 text and quoted attributes; what XML can't hold, or can't be seen, is spelt out."""
    spelt = _html.escape(_spelt(text, "\t\n"), quote=True).replace("##[", "#&#35;[")
    return re.sub(_COMMAND, r"\1&#58;", spelt) if "::" in spelt else spelt


def github(text: str) -> str:
    """For the message of a GitHub workflow command, and for any line that is echoed into a workflow's log.

    Line ends are encoded, and neither ``::`` nor ``##[`` is left for the runner to find.
    """
    whole = "".join(char if char in "\t\r\n" else _seen(char) for char in text)
    whole = whole.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return re.sub(r":(?=:)", ":" + _APART, whole).replace("##[", f"##{_APART}[")


def github_property(text: str) -> str:
    """For a property of a GitHub workflow command (``file=…``)."""
    whole = "".join(char if char in "\t\r\n" else _seen(char) for char in text)
    for char, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
        whole = whole.replace(char, code)
    return whole.replace("##[", f"##{_APART}[")


def uri(path: str) -> str:
    """For the path of a URI; names of files that are no text stay the bytes that they are."""
    from urllib.parse import quote  # noqa: PLC0415  few reports need it

    try:
        name = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        name = path.encode("utf-8", "backslashreplace")
    return quote(name, safe="/")


def markdown(text: str) -> str:
    """For Markdown of any dialect, table cells and step summaries included: one line that holds no markup.

    Markup is written as character references, which every dialect reads as text; mentions of people and
    issues and bare addresses are taken apart.
    """
    line = terminal(re.sub(r"\s*[\r\n\v\f\x85\u2028\u2029]\s*", " ", text)).strip().replace("\t", " ")
    body = _MARKUP.sub(lambda match: f"{match[0][:-1]}&#{ord(match[0][-1])};", line)
    body = _ISSUE.sub(lambda match: f"{match[0]}{_APART}", body)
    return body.replace("://", ":&#47;/").replace("@", f"@{_APART}").replace("www.", f"www{_APART}.")


def _spelt(text: str, kept: str) -> str:
    return text if text.isprintable() else "".join(char if char in kept else _seen(char) for char in text)


def _in_json(char: str) -> str:
    if unicodedata.category(char) not in _UNSEEN:
        return char
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _seen(char: str) -> str:
    code = ord(char)
    if unicodedata.category(char) not in _UNSEEN and char not in "\ufffe\uffff":
        return char
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return named.get(char) or (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )
