/* The card of a figure, and the filter of the dashboard. Listeners are delegated to the document, so pages
   that are swapped in without a load work too. All text is set as text, never as markup. */
(function () {
  "use strict";
  if (window.trueupReady) return;
  window.trueupReady = true;

  const OPEN_AFTER = 120;
  const CLOSE_AFTER = 250;
  const EDGE = 8;
  const GAP = 6;
  let card = null;
  let figure = null;
  let timer = 0;
  let pointer = "mouse";
  let staying = false;

  function element(tag, css, text) {
    const made = document.createElement(tag);
    if (css) made.className = css;
    if (text) made.textContent = text;
    return made;
  }

  function figureAt(target) {
    return target instanceof Element ? target.closest("a.trueup") : null;
  }

  function named(of, prefix) {
    return Array.from(of.classList).find((name) => name.startsWith(prefix)) || "";
  }

  const STATUSES = /^trueup-(verified|attested|inconclusive|open|unchecked|unknown|refuted|outdated|suspect|missing|error|waived)$/;

  const DIFFERENCES = { none: "none", inside: "none: inside what is written" };

  function facts(of) {
    const data = of.dataset;
    const list = element("dl");
    function row(name, value, css) {
      if (!value) return;
      const held = element("dd");
      held.append(element(css === "code" ? "code" : "span", css === "code" ? "" : css, value));
      list.append(element("dt", "", name), held);
    }
    row("Written", data.trueupFigure);
    if (data.trueupExpected && data.trueupExpected !== data.trueupValue) row("Expected", data.trueupExpected);
    row("Computed", data.trueupValue);
    row("Difference", DIFFERENCES[data.trueupDifference] || data.trueupDifference);
    row("Basis", data.trueupBasis, "trueup-basis " + named(of, "trueup-basis-"));
    row("Host", data.trueupHost);
    row("Evidence of", data.trueupDate);
    row("Source", data.trueupSource);
    row("As of", data.trueupAsOf);
    row("Verifier", data.trueupVerifier, "code");
    row("Formula", data.trueupFormula, "code");
    if (data.trueupFilled !== data.trueupFormula) row("With values", data.trueupFilled, "code");
    return list;
  }

  function lines(text) {
    const list = element("ul");
    text.split("\n").filter(Boolean).forEach((line) => list.append(element("li", "", line)));
    return list;
  }

  // Text that describes the figure, and links beside it: a description has to be free of them.
  function build(of) {
    const data = of.dataset;
    const made = element("div", "trueup-card");
    const said = element("div");
    said.id = "trueup-card";
    said.setAttribute("role", "tooltip");
    if (data.trueupSays) said.append(element("p", "trueup-says", data.trueupSays));
    const status = element("p");
    const css = Array.from(of.classList).filter((name) => STATUSES.test(name)).join(" ");
    status.append(element("span", "trueup-status " + css, data.trueupStatus));
    if (data.trueupMeans) status.append(" – " + data.trueupMeans);
    said.append(status, facts(of));
    // A formula with its values filled in, or the day of the evidence, is reason enough for what holds.
    const holds = /trueup-(verified|attested)/.test(css);
    if (data.trueupBecause && !(holds && (data.trueupFilled || data.trueupDate))) said.append(lines(data.trueupBecause));
    if (data.trueupFlips) said.append(lines(data.trueupFlips));
    if (data.trueupDecides) said.append(element("p", "trueup-turns", "It decides"), lines(data.trueupDecides));
    if (data.trueupHint) said.append(element("p", "trueup-hint", data.trueupHint));
    made.append(said);
    if (data.trueupClaim) made.append(links(of));
    return made;
  }

  // Only what the site's own generator has checked to be an address of the web is linked.
  function web(address) {
    return /^https?:/.test(address || "") ? address : "";
  }

  function links(of) {
    const data = of.dataset;
    const list = element("ul", "trueup-links");
    const raw = of.getAttribute("href") || "";
    const page = raw.startsWith("#") ? "" : of.href.split("#")[0];
    function add(name, text, href) {
      if (!text) return;
      const item = element("li");
      const shown = element(href ? "a" : "span", "", text);
      if (href) shown.href = href;
      item.append(name + " ", shown);
      list.append(item);
    }
    add("Claim", data.trueupClaim, of.href);
    add("Ledger", data.trueupLedger, web(data.trueupLedgerLink) || (page && page + "#defined"));
    add("Stated in", data.trueupPlace, web(data.trueupPlaceLink) || (page && page + "#stated"));
    return list;
  }

  function place(of) {
    const parts = of.getClientRects();
    const at = parts.length ? parts[0] : of.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const high = document.documentElement.clientHeight;
    const last = parts.length ? parts[parts.length - 1] : at;
    const below = last.bottom + GAP;
    const above = at.top - card.offsetHeight - GAP;
    const fits = below + card.offsetHeight <= high - EDGE || above >= EDGE;
    const right = last.right + GAP;
    const beside = right + card.offsetWidth <= wide - EDGE ? right : at.left - GAP - card.offsetWidth;
    let left = Math.max(EDGE, Math.min(at.left, wide - card.offsetWidth - EDGE));
    let top = below + card.offsetHeight > high - EDGE ? above : below;
    if (!fits && beside >= EDGE && card.offsetHeight <= high - 2 * EDGE) {
      left = beside;
      top = Math.max(EDGE, Math.min(at.top, high - EDGE - card.offsetHeight));
    } else if (!fits) {
      // Where it fits nowhere, the larger side holds it and it scrolls.
      const up = at.top > high - last.bottom;
      card.style.maxHeight = (up ? at.top : high - last.bottom) - GAP - EDGE + "px";
      card.firstChild.tabIndex = 0;
      top = up ? at.top - card.offsetHeight - GAP : below;
    }
    // The body may itself be placed: measure against what the card is placed in.
    const frame = card.offsetParent && card.offsetParent !== document.body
      ? card.offsetParent.getBoundingClientRect()
      : getComputedStyle(document.body).position === "static"
        ? { left: -window.scrollX, top: -window.scrollY }
        : document.body.getBoundingClientRect();
    card.style.left = left - frame.left + "px";
    card.style.top = top - frame.top + "px";
  }

  function open(of, keyboard) {
    clearTimeout(timer);
    if (figure === of && card) return;
    close();
    figure = of;
    // The browser's own tooltip would cover the card; screen readers keep the label.
    of.removeAttribute("title");
    card = build(of);
    const reached = keyboard && card.querySelector("a");
    if (reached) card.append(element("p", "trueup-hint", "↓ leads to the links, Esc closes"));
    card.style.left = "0";
    card.style.top = "0";
    document.body.append(card);
    document.body.classList.add("trueup-reading");
    of.setAttribute("aria-describedby", "trueup-card");
    place(of);
  }

  function close() {
    clearTimeout(timer);
    if (!card) return;
    card.remove();
    figure.removeAttribute("aria-describedby");
    document.body.classList.remove("trueup-reading");
    card = null;
    figure = null;
  }

  // What the keyboard has opened stays until the keyboard leaves it.
  function kept() {
    const active = document.activeElement;
    return card.contains(active) || (figure === active && figure.matches(":focus-visible"));
  }

  function later(act, wait) {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const of = figureAt(event.target);
    if (of) later(() => of.isConnected && open(of), OPEN_AFTER);
    else if (card && card.contains(event.target)) clearTimeout(timer);
    else if (card && !kept()) later(close, CLOSE_AFTER);
    else clearTimeout(timer);
  });

  document.addEventListener("focusin", (event) => {
    const of = figureAt(event.target);
    if (of && !staying && of.matches(":focus-visible")) open(of, true);
  });

  document.addEventListener("focusout", (event) => {
    if (!card || card.contains(event.relatedTarget) || event.relatedTarget === figure) return;
    // A click into the card takes the focus from the figure and gives it to nothing.
    if (card.contains(event.target) ? event.relatedTarget : figureAt(event.target) && !card.matches(":hover")) close();
  });

  document.addEventListener("keydown", (event) => {
    if (!card) return;
    if (event.key === "Escape") leave();
    else if (event.target === figure && event.key === "ArrowDown") step(event, 0);
    else if (card.contains(event.target)) walk(event);
  });

  function step(event, to) {
    const all = stops();
    event.preventDefault();
    if (all[to]) all[to].focus();
    else figure.focus();
  }

  // The text, where it has to be scrolled, and the links.
  function stops() {
    return Array.from(card.querySelectorAll("[tabindex='0'], a"));
  }

  // The card stands at the end of the document: leaving it leads back to the figure.
  function walk(event) {
    const at = stops().indexOf(event.target);
    const arrows = event.target instanceof HTMLAnchorElement;
    const back = (arrows && event.key === "ArrowUp") || (event.key === "Tab" && event.shiftKey);
    const on = (arrows && event.key === "ArrowDown") || (event.key === "Tab" && !event.shiftKey);
    if (back || on) step(event, at + (back ? -1 : 1));
  }

  function leave() {
    const back = card.contains(document.activeElement) ? figure : null;
    close();
    if (!back) return;
    staying = true;
    back.focus();
    staying = false;
  }

  document.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
  }, true);

  // Captured, to come before a theme that follows links by itself.
  document.addEventListener("click", (event) => {
    const of = figureAt(event.target);
    if (of && pointer === "touch" && figure !== of) {
      event.preventDefault();
      event.stopPropagation();
      open(of);
    } else if (!card || !card.contains(event.target) || event.target.closest("a")) {
      // Only the card of now: the keyboard may open another before this comes to its turn.
      const shown = card;
      setTimeout(() => shown && card === shown && close(), 0);
    }
  }, true);

  document.addEventListener("scroll", (event) => {
    // The card moves with the page, but not with a table that scrolls inside it.
    if (card && event.target !== document && !card.contains(event.target)) close();
  }, true);

  window.addEventListener("resize", close);
  window.addEventListener("popstate", close);
  // Themes that swap pages in without a load tell so here.
  if (window.document$ && window.document$.subscribe) window.document$.subscribe(close);

  function filter(box) {
    const words = box.querySelector(".trueup-query").value.toLowerCase().split(/\s+/).filter(Boolean);
    const choice = box.querySelector(".trueup-choice").value;
    const rows = box.parentElement.querySelectorAll(".trueup-claims tbody tr");
    let shown = 0;
    rows.forEach((row) => {
      const text = row.textContent.toLowerCase();
      const fits = !choice || row.dataset.status === choice || row.dataset.stale === choice;
      row.hidden = !(fits && words.every((word) => text.includes(word)));
      shown += row.hidden ? 0 : 1;
    });
    box.querySelector(".trueup-found").textContent = shown + " of " + rows.length;
  }

  ["input", "change"].forEach((name) => document.addEventListener(name, (event) => {
    const box = event.target instanceof Element ? event.target.closest(".trueup-filter") : null;
    if (box) filter(box);
  }));
})();
