"""Text of documents, ledgers and verifiers made inert for each place where it is shown."""

from __future__ import annotations

import html as _html
import re
import unicodedata

# Other, format, surrogate and line-separating characters; blanks of any width are kept.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Compiled when it is needed: that takes longer than all the rest of this module.
_ILLEGAL_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
# What opens a list counts at the start.
_MARKUP = re.compile(r"[\\`*_\[\](){}|~#$^=!<>&\"']|^[-+:]|^\d+\.(?=\s|$)")
_ISSUE = re.compile(r"(?:&#35;|\bgh-)(?=\d)", re.IGNORECASE)  # a code host links #7 and GH-7 however written
_APART = "\N{ZERO WIDTH SPACE}"
_TEMPLATE = str.maketrans({"{": "&#123;", "}": "&#125;", "`": "&#96;", "|": "&#124;"})
_JSON = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def terminal(text: str, *, lines: bool = False) -> str:
    """For a terminal or a log: what steers one, or can't be seen, is spelt out (``\\x1b``, ``\\u202e``).

    Escape sequences, carriage returns, C1 controls, bidirectional controls and zero-width characters
    are meant; tabs and blanks stay.

    :param lines: keep line feeds, for text of several lines
    """
    if text.isprintable():
        return text
    kept = "\t\n" if lines else "\t"
    return "".join(char if char in kept else _seen(char) for char in text)


def html(text: str) -> str:
    """For HTML text and quoted attributes, also where the page is a template or Markdown still to be read."""
    return _html.escape(_legal(text), quote=True).translate(_TEMPLATE)


def json_script(json: str) -> str:
    """For JSON inside a ``<script>`` element: the same JSON, in which no tag can begin or end."""
    return json.translate(_JSON)


def xml(text: str) -> str:
    """For XML 1.0 text and quoted attributes; what XML can't hold, or can't be seen, is spelt out."""
    return _html.escape(terminal(text, lines=True), quote=True)


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


def markdown(text: str) -> str:
    """For Markdown of any dialect, table cells and step summaries included: one line that holds no markup.

    Markup is written as character references, which every dialect reads as text; mentions of people and
    issues and bare addresses are taken apart.
    """
    line = terminal(re.sub(r"\s*[\r\n\v\f\x85\u2028\u2029]\s*", " ", text)).strip().replace("\t", " ")
    body = _MARKUP.sub(lambda match: f"{match[0][:-1]}&#{ord(match[0][-1])};", line)
    body = _ISSUE.sub(lambda match: f"{match[0]}{_APART}", body)
    return body.replace("://", ":&#47;/").replace("@", f"@{_APART}").replace("www.", f"www{_APART}.")


def _legal(text: str) -> str:
    return re.sub(_ILLEGAL_XML, lambda match: _seen(match[0]), text)


def _seen(char: str) -> str:
    code = ord(char)
    if unicodedata.category(char) not in _UNSEEN and char not in "\ufffe\uffff":
        return char
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return named.get(char) or (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )
