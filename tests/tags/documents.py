"""Documents put together from what the dialect gives a meaning to."""

from __future__ import annotations

from hypothesis import strategies as st

WORDS = ["a", "bc d", "7", "5 MB", "~3 ms", "x_y", "é", "1.", "-", ":", "|"]
LINKS = [
    "[5 B](claim:k)", '[6](claim:q "p / q")', "[7](claim:r 's')", "[**8** B](claim:k)", "[`9`](claim:k)",
    "[5\nB](claim:k)", "[5](<claim:k>)", "[5](claim:k\n 'p')", "[5][r]", "[5][]", "[5]", "[r]", "[r][]",
    "[6] [r]", "![5](claim:k)", "[![i](j) 5](claim:k)", "[a [5](claim:q) b](claim:k)", "[u](http://v)",
    "[5](claim:k (p))", "[*5*](claim:k)", "[~~5~~](claim:k)", "[<b>5</b>](claim:k)", "[5](claim:k){.c}",
    "[1 &lt; 2](claim:k)", "\\[5](claim:k)", "[5\\]](claim:k)", '[5](claim:k "p (q) r")',
    '[5](claim:k "p\\"q")', "[5|6](claim:k)", "[5](claim:k 'p|q')", "[10<sup>3</sup>](claim:k)",
    '[5](claim:k "it\'s")', "`[5](claim:k)`", "[5 B]( claim:k )", "[(5)](claim:k)", '["5"](claim:q)',
    "[5](claim:K)", "<claim:k>", "[_5_](claim:k)", "[__5__ a](claim:k)",
]  # fmt: skip
TOKENS = [
    " ", " ", " ", "\n", "*", "**", "***", "_", "__", "~~", "~", "`", "``", "[", "]", "(", ")", "!", "\\",
    "<b>", "</b>", "<br>", "<span>", "</span>", "&amp;", "&", "{.x}", "{: #y }", '"', "'", "<!-- c -->",
    "<!--", "-->", "  \n", "<", ">", "[^n]", "|", "\\|", "\\`", "\\*", "\t", "<https://a.b>", "<a@b.c>",
    "#", "+", "=", "^", "\\\\", "<div>", "</div>", "A", "http://c",
]  # fmt: skip

pieces = st.one_of(
    st.sampled_from(WORDS), st.sampled_from(LINKS), st.sampled_from(LINKS), st.sampled_from(TOKENS)
)
inline = st.lists(pieces, min_size=1, max_size=8).map("".join)
one_line = inline.map(lambda text: text.replace("\n", " "))
cells = st.lists(one_line, min_size=1, max_size=3)
titles = st.one_of(st.just(""), st.just(' ""'), one_line.map(lambda text: f' "{text}"'))
indents = st.sampled_from(["    ", "    ", "    ", "    ", "  ", "   ", "\t", "     ", "        "])
separators = st.sampled_from(["\n\n", "\n\n", "\n\n", "\n", "\n\n\n", "\n \n"])


def indented(text: str, indent: str, *, first: bool = False) -> str:
    """With every line that isn't empty indented; the first only if asked."""
    lines = [indent + line if line else line for line in text.split("\n")]
    return "\n".join(lines) if first else "\n".join(lines).removeprefix(indent)


def table(rows: list[list[str]], bordered: bool) -> str:
    """The first row is the header."""
    head, *rest = rows
    edge = "|" if bordered else ""
    lines = [head, ["---"] * len(head), *rest]
    return "\n".join(edge + " | ".join(line) + edge for line in lines)


@st.composite
def html_blocks(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    tag = draw(
        st.sampled_from(["div", "div", "p", "section", "details", "table", "pre", "figure", "span", "li"])
    )
    markdown = draw(
        st.sampled_from(["", " markdown", ' markdown="1"', ' markdown="span"', ' markdown="block"'])
    )
    gap = draw(st.sampled_from(["\n", "\n\n", ""]))
    end = draw(st.sampled_from([f"</{tag}>", f"</{tag}>", f"</{tag}>", f"</{tag}> [5](claim:k)", ""]))
    return f"<{tag}{markdown}>{gap}{draw(inner)}{gap}{end}"


leaves = st.one_of(
    inline,
    inline,
    inline,
    st.builds("{} {}{}".format, st.sampled_from(["#", "##", "######"]), one_line,
              st.sampled_from(["", " #", " {#i}"])),
    st.builds("{}\n{}".format, one_line, st.sampled_from(["===", "---", "-", "=="])),
    st.builds("{0}{1}\n{2}\n{0}".format, st.sampled_from(["```", "~~~", "````"]),
              st.sampled_from(["", " py"]), inline),
    inline.map(lambda text: indented(text, "    ", first=True)),
    st.builds(table, st.lists(cells, min_size=1, max_size=3), st.booleans()),
    st.builds("[{}]: {}{}".format, st.sampled_from(["r", "5", "R"]),
              st.sampled_from(["claim:k", "<claim:q>", "u"]),
              st.sampled_from(["", " 'p'", ' "p / q"', '\n    "t"', " (p)"])),
    st.sampled_from(["---", "* * *", "<!-- [5](claim:k) -->", "*[A]: [5](claim:k)", "<hr>", "***",
                     "<!-- a\n\nb -->"]),
)  # fmt: skip


def containers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Blocks in blocks."""
    bullets = st.sampled_from(["- ", "* ", "+ ", "1. ", "2. ", "-   ", "1.  ", "-\t", "- [ ] ", " - "])
    return st.one_of(
        st.builds(lambda bullet, text, indent: bullet + indented(text, indent), bullets, inner, indents),
        st.builds(lambda bullet, text, indent: bullet + indented(text, indent), bullets, inner, indents),
        inner.map(lambda text: indented(text, "> ", first=True)),
        st.builds(lambda text, quote: quote + text, inner, st.sampled_from(["> ", ">", " > "])),
        st.builds(
            lambda head, title, gap, text, indent: head + title + gap + indented(text, indent, first=True),
            st.sampled_from(["!!! note", "??? tip", "???+ tip", "!!! note inline", "??? "]),
            titles,
            st.sampled_from(["\n", "\n\n"]),
            inner,
            indents,
        ),
        st.builds(
            lambda head, title, text: f'{head} "{title}"\n\n{indented(text, "    ", first=True)}',
            st.sampled_from(["===", "===", "===!", "===+"]),
            one_line,
            inner,
        ),
        st.builds(
            lambda term, text, indent: f"{term}\n:   {indented(text, indent)}", one_line, inner, indents
        ),
        st.builds(lambda text, indent: f"[^n]: {indented(text, indent)}", inner, indents),
        html_blocks(inner),
        html_blocks(inline),
        st.builds("{}{}{}".format, inner, separators, inner),
    )


blocks = st.recursive(leaves, containers, max_leaves=6)
documents = st.builds(
    # Behind an empty line nothing is front matter.
    lambda first, rest: "\n" + first + "".join(gap + block for gap, block in rest),
    blocks,
    st.lists(st.tuples(separators, blocks), max_size=4),
)
