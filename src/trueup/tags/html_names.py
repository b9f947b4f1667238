"""The names of HTML elements, by how the dialect reads them."""

from __future__ import annotations

#: With ``markdown="1"``, their content is a span.
SPAN_TAGS = frozenset([
    "address", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "legend", "li", "p", "summary",
    "td", "th",
])  # fmt: skip
#: Their content is never Markdown.
RAW_TAGS = frozenset(["canvas", "math", "option", "pre", "script", "style", "textarea"])
#: They are blocks of their own.
BLOCK_TAGS = SPAN_TAGS | RAW_TAGS | frozenset([
    "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figcaption",
    "figure", "footer", "form", "header", "hgroup", "hr", "main", "menu", "nav", "ol",
    "section", "table", "ul", "colgroup", "body", "group", "html", "iframe", "map",
    "noscript", "output", "object", "progress", "tbody", "tfoot", "thead", "tr", "video",
    "center",
])  # fmt: skip
#: They hold nothing.
VOID = frozenset([
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
    "source", "track", "wbr",
])  # fmt: skip
