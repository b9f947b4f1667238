"""What is answered at a place of a file, in the terms of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lsprotocol import types

from trueup.diagnostics import Location
from trueup.edit.source import Edit
from trueup.lsp import completion, rewriting
from trueup.lsp.hover import fenced, hover
from trueup.lsp.live import Live
from trueup.lsp.names import Name, Names
from trueup.lsp.text import Text, Units
from trueup.verdict.model import Verdict

_KINDS = {
    "claim": types.CompletionItemKind.Constant,
    "verifier": types.CompletionItemKind.Function,
    "parameter": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.Value,
}


class Answers:
    """Answers from what is known.

    :param uri: of a file of the project
    """

    def __init__(self, live: Live, units: Units, uri: Callable[[str], str]) -> None:
        self.live = live
        self.units = units
        self.uri = uri
        self._texts: dict[str, Text] = {}

    def hover(self, path: str, position: types.Position, *, markdown: bool) -> types.Hover | None:
        """The claim of the figure or id at a place, and what is said of that figure."""
        name = self._name(path, position)
        if name is None:
            return None
        said = hover(self.live.report(), name.claim, self._verdict(name))
        if said is None:
            return None
        kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
        content = types.MarkupContent(kind=kind, value=fenced(said) if markdown else said)
        return types.Hover(contents=content, range=self._range(name, path, position))

    def definition(self, path: str, position: types.Position) -> list[types.Location]:
        """Where the claim is defined: its entry in the ledger, or the tags whose formula defines it."""
        name = self._name(path, position)
        if name is None:
            return []
        claim = self.live.computed.project.ledger.claims.get(name.claim)
        if claim:
            return [self._location(claim.location, len(claim.id))]
        found = Names(self.live).all(name.claim)
        return self._locations(one for one in found if one.role == "definition")

    def references(self, path: str, position: types.Position, *, declared: bool) -> list[types.Location]:
        """Where the claim is stated, and the formulas that rest on it."""
        name = self._name(path, position)
        if name is None:
            return []
        found = Names(self.live).all(name.claim)
        return self._locations(one for one in found if declared or one.figure or one.role != "definition")

    def complete(self, path: str, text: Text, position: types.Position) -> list[types.CompletionItem]:
        """What can stand at a place.

        :param text: of the file, as it is being written
        """
        line, column = text.place(position)
        before = text.line(line - 1)[: column - 1]
        if self.live.is_ledger(path):
            above = [text.line(number) for number in range(line - 1)]
            found = completion.in_ledger(self.live, above, before)
        else:
            found = completion.in_document(self.live, before)
        return [self._item(choice, text, line, column) for choice in found]

    def fixes(
        self, path: str, wanted: types.Range, found: Sequence[types.Diagnostic]
    ) -> list[types.CodeAction]:
        """What makes the stale figures of a stretch right.

        :param found: the diagnostics there, as the editor has them
        """
        document = self.live.documents.get(path)
        if document is None:
            return []
        places = {
            verdict: self._stretch(verdict.at, len(verdict.figure))
            for verdict in document.verdicts
            if verdict.at and verdict.figure is not None and verdict.at.path == path
        }
        asked = [
            verdict
            for verdict, place in places.items()
            if wanted.start <= place.end and place.start <= wanted.end
        ]
        return [
            types.CodeAction(
                title=f"Write {one.text} ({one.verdict.claim})",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[each for each in found if each.range.start == places[one.verdict].start],
                edit=self._edit([one.edit]),
                is_preferred=True,
            )
            for one in rewriting.mended(self.live, path, asked)
        ]

    def renamable(self, path: str, position: types.Position) -> types.PrepareRenamePlaceholder | None:
        """The id at a place.

        :raises Refused: and why
        """
        name = self._name(path, position)
        if name is None:
            return None
        rewriting.places(self.live, name.claim)
        return types.PrepareRenamePlaceholder(range=self._range(name, path, position), placeholder=name.claim)

    def rename(self, path: str, position: types.Position, new: str) -> types.WorkspaceEdit | None:
        """The claim's other id, wherever it is written.

        :raises Refused: and why
        """
        name = self._name(path, position)
        return self._edit(rewriting.renamed(self.live, name.claim, new)) if name else None

    def _name(self, path: str, position: types.Position) -> Name | None:
        return Names(self.live).at(path, *self._text(path).place(position))

    def _verdict(self, name: Name) -> Verdict | None:
        if name.figure is None:
            return None
        known = (verdict for one in self.live.documents.values() for verdict in one.verdicts)
        return next((one for one in known if one.claim == name.claim and one.at == name.figure), None)

    def _text(self, path: str) -> Text:
        if path not in self._texts:
            self._texts[path] = Text(self.live.text(path), self.units)
        return self._texts[path]

    def _range(self, name: Name, path: str, position: types.Position) -> types.Range:
        """Of the id or the figure, whichever a place is on: editors want the place to be in it."""
        on = name.stretch(*self._text(path).place(position))
        return self._stretch(*(on or (name.at, len(name.claim))))

    def _stretch(self, at: Location, length: int) -> types.Range:
        return self._text(at.path).range(at.line, at.column, at.column + length)

    def _location(self, at: Location, length: int) -> types.Location:
        return types.Location(uri=self.uri(at.path), range=self._stretch(at, length))

    def _locations(self, names: Iterable[Name]) -> list[types.Location]:
        return [
            self._location(one.figure, one.length) if one.figure else self._location(one.at, len(one.claim))
            for one in names
        ]

    def _edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        changes: dict[str, list[types.TextEdit]] = {}
        for one in sorted(edits):
            place = self._text(one.path).span(one.start, one.end)
            changes.setdefault(self.uri(one.path), []).append(types.TextEdit(range=place, new_text=one.text))
        return types.WorkspaceEdit(changes=changes)

    def _item(self, choice: completion.Choice, text: Text, line: int, column: int) -> types.CompletionItem:
        place = text.range(line, column - choice.replaces, column)
        return types.CompletionItem(
            label=choice.label,
            kind=_KINDS[choice.kind],
            detail=choice.detail or None,
            documentation=choice.says or None,
            filter_text=choice.label,
            text_edit=types.TextEdit(range=place, new_text=choice.label),
        )
