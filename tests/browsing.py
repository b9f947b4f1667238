"""A real browser, and what it is asked about a site."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, Self

from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Page

from sites import Site

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
# What a badge's colour is, what lies behind it, and the ratio between them (WCAG 2).
CONTRAST = """
(element) => {
  const channel = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  let behind = element, back = parse(getComputedStyle(element).backgroundColor);
  while (back.length === 4 && back[3] === 0 && behind.parentElement) {
    behind = behind.parentElement;
    back = parse(getComputedStyle(behind).backgroundColor);
  }
  if (back.length === 4 && back[3] === 0) back = [255, 255, 255];
  return ["", "::before", "::after"].map((part) => {
    const ends = [light(parse(getComputedStyle(element, part || null).color)), light(back)];
    ends.sort((one, other) => one - other);
    return (ends[1] + 0.05) / (ends[0] + 0.05);
  });
}
"""


class Visit:
    """A page in the browser that notes dialogs, requests and errors."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1200, "height": 800}, **options})
        self.page: Page = self.context.new_page()
        self.dialogs: list[str] = []
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("dialog", self._refuse)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)
        self.context.on("request", lambda request: self.requests.append(request.url))

    def open(self, site: Site, name: str = "index.html") -> Page:
        self.page.goto((site.root / "site" / name).as_uri())
        return self.page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _refuse(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        assert self.dialogs == [], self.dialogs
        assert self.errors == [], self.errors
        outside = [
            url for url in self.requests if not url.startswith(("file:", "data:", "http://127.0.0.1:"))
        ]
        assert outside == [], outside


def badge(page: Page, name: str) -> Locator:
    return page.locator(f'[id="claim-{name}"]')


def beyond(region: Locator, *, down: bool = False) -> tuple[int, int]:
    """How far the shades at the left and the right edge of a region stand out from its middle.

    :param down: those at its upper and its lower edge
    """
    picture = Image.open(BytesIO(region.screenshot())).convert("L")
    if down:
        picture = picture.transpose(Image.Transpose.TRANSPOSE)
    # Behind the rows' lines and the letters: the commonest shade of each column.
    shades = [
        Counter(picture.crop((x, 0, x + 1, picture.height)).tobytes()).most_common(1)[0][0]
        for x in (3, picture.width // 2, picture.width - 2)
    ]
    return abs(shades[0] - shades[1]), abs(shades[2] - shades[1])


def wide(page: Page) -> int:
    """How far the page can be scrolled sideways."""
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base class's name
        pass
