"""A formula as presentation MathML, by sympy's printer.

The tree handed to sympy is left unevaluated, so that what is shown is what was written. Three faults of
the printer (1.14) are worked around: it does not escape its texts; it loses parentheses and signs of a sum
within a sum; and it leaves out the sign between factors that are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, Any

from trueup.escape import html
from trueup.expression.nodes import Binary, Call, Compare, Logic, Node, Number, Ref, Unary
from trueup.expression.write import level, operand_levels, unparse

if TYPE_CHECKING:
    from sympy import Expr

_SIGNS = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "==": "=", "!=": "≠", "and": "∧", "or": "∨"}
_PRODUCT = 6
#: In front of the numbers by which leaves are known to sympy; no text of the printer's own begins so.
_LEAF = "leaf "


def mathml(node: Node, names: Mapping[str, str]) -> str:
    """A ``<math>`` element, safe to place in HTML, XML and Markdown.

    :param names: what to show for each claim, its id or its value; an id that is not in it is shown itself
    """
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{_row(node, names)}</math>'


def _row(node: Node, names: Mapping[str, str]) -> str:
    match node:
        case Compare() | Logic():
            least, further = operand_levels(node)
            left, right = _fenced(node.left, names, least), _fenced(node.right, names, further)
            return f"<mrow>{left}<mo>{html(_SIGNS[node.operator])}</mo>{right}</mrow>"
        case Unary(operator="not"):
            return f"<mrow><mo>¬</mo>{_fenced(node.operand, names, level(node) + 1)}</mrow>"
    tree = _Tree(names)
    return _serialised(_printer().element(tree.of(node)), tree.texts)


def _fenced(node: Node, names: Mapping[str, str], least: int) -> str:
    row = _row(node, names)
    return row if level(node) >= least else f"<mrow><mo>(</mo>{row}<mo>)</mo></mrow>"


class _Tree:
    """sympy's tree of a formula. Every leaf is a symbol of its own, whose text is kept aside."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self.texts: dict[str, str] = {}

    def of(self, node: Node) -> Expr:
        import sympy  # noqa: PLC0415  slow to import, and few commands need it

        match node:
            case Number() | Ref():
                return self._leaf(node)
            case Unary():
                return sympy.Mul(-1, self._apart(node.operand), evaluate=False)
            case Call():
                return self._call(node)
            case Binary(operator="+"):
                return sympy.Add(*self._terms(node.left), self._apart(node.right), evaluate=False)
            case Binary(operator="-"):
                right = sympy.Mul(-1, self._apart(node.right), evaluate=False)
                return sympy.Add(*self._terms(node.left), right, evaluate=False)
            case Binary(operator="*"):
                return sympy.Mul(*self._factors(node.left), self._apart(node.right), evaluate=False)
            case Binary(operator="/"):
                return _classes().quotient(self.of(node.left), self.of(node.right))
            case Binary():
                return sympy.Pow(self._base(node.left), self.of(node.right), evaluate=False)
        raise TypeError(f"{type(node).__name__} is no number")

    def _leaf(self, node: Number | Ref) -> Expr:
        import sympy  # noqa: PLC0415

        name = f"{_LEAF}{len(self.texts)}"
        self.texts[name] = self._text(node)
        # What doesn't commute is not sorted.
        return sympy.Symbol(name, commutative=False)

    def _text(self, node: Number | Ref) -> str:
        return self._names.get(node.claim, node.claim) if isinstance(node, Ref) else unparse(node)

    def _terms(self, node: Node) -> tuple[Expr, ...]:
        tree = self.of(node)
        return tuple(tree.args) if isinstance(node, Binary) and node.operator in {"+", "-"} else (tree,)

    def _factors(self, node: Node) -> tuple[Expr, ...]:
        if isinstance(node, Binary) and node.operator == "*":
            return tuple(self.of(node).args)
        return (self._apart(node),)

    def _apart(self, node: Node) -> Expr:
        """In parentheses where it is a sum or has a sign of its own."""
        tree = self.of(node)
        return _classes().group(tree) if level(node) < _PRODUCT or isinstance(node, Unary) else tree

    def _base(self, node: Node) -> Expr:
        tree = self.of(node)
        simple = self._text(node).isalnum() if isinstance(node, Number | Ref) else isinstance(node, Call)
        return tree if simple else _classes().group(tree)

    def _call(self, node: Call) -> Expr:
        import sympy  # noqa: PLC0415

        native = {"abs": sympy.Abs, "ceil": sympy.ceiling, "floor": sympy.floor}
        function = native.get(node.function, sympy.Function(node.function))
        return function(*map(self.of, node.arguments), evaluate=False)


def _serialised(element: Any, texts: Mapping[str, str]) -> str:
    if element.nodeType == element.TEXT_NODE:
        # The printer's own texts hold references, such as &#xD7;.
        return html(texts[element.data] if element.data in texts else unescape(element.data))
    inner = "".join(_serialised(child, texts) for child in element.childNodes)
    return f"<{element.tagName}>{inner}</{element.tagName}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Classes:
    """What stands in parentheses of its own, and a fraction that stays as it was written."""

    group: Callable[[Expr], Expr]
    quotient: Callable[[Expr, Expr], Expr]


@cache
def _classes() -> _Classes:
    import sympy  # noqa: PLC0415

    group, quotient = (type(name, (sympy.Function,), {}) for name in ("Group", "Quotient"))
    return _Classes(group=group, quotient=quotient)


@cache
def _printer() -> Any:
    from sympy.printing.mathml import MathMLPresentationPrinter  # noqa: PLC0415

    class Printer(MathMLPresentationPrinter):  # type: ignore[misc]
        def element(self, tree: Expr) -> Any:
            return self._print(tree)

        def _print_Symbol(self, symbol: Any, style: str = "plain") -> Any:  # noqa: N802
            return self._row("mi", self.dom.createTextNode(symbol.name))

        def _print_Group(self, group: Any) -> Any:  # noqa: N802
            return self._row("mrow", self._sign("("), self._print(group.args[0]), self._sign(")"))

        def _print_Quotient(self, quotient: Any) -> Any:  # noqa: N802
            return self._row("mfrac", *map(self._print, quotient.args))

        def _sign(self, text: str) -> Any:
            return self._row("mo", self.dom.createTextNode(text))

        def _row(self, name: str, *parts: Any) -> Any:
            row = self.dom.createElement(name)
            for part in parts:
                row.appendChild(part)
            return row

    return Printer({"order": "none", "mul_symbol": "times"})
