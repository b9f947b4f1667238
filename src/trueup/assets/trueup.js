/* The card of a figure. Listeners are delegated to the document, so pages that are swapped in without a load
   work too. All text is set as text, never as markup. */
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
  let pointed = "";
  let dismissed = "";

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
    const inItsUnit = data.trueupComputed;
    row("Computed", inItsUnit ? inItsUnit + " (" + data.trueupValue + ")" : data.trueupValue);
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

  // Whether a reason says what stands among the facts: the computed value, or the formula with its values.
  function stated(line, data) {
    const formula = data.trueupFilled && data.trueupFormula;
    return line === "computed: " + data.trueupValue ||
      (formula && [", with ", ": "].some((then) => line.startsWith(formula + then)));
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
    const why = (data.trueupBecause || "").split("\n").filter((line) => line && !stated(line, data)).join("\n");
    if (why && !(holds && (data.trueupFilled || data.trueupDate))) said.append(lines(why));
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
    const inPlace = /\.md:\d+$/.test(data.trueupLedger || "");
    add(inPlace ? "Defined in" : "Ledger", data.trueupLedger, web(data.trueupLedgerLink) || (page && page + "#defined"));
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

  function describe() {
    if (figure && figure.getAttribute("aria-describedby") !== "trueup-card") {
      figure.setAttribute("aria-describedby", "trueup-card");
    }
  }

  // Material's own tooltip, of the title that a figure had, says it is the description.
  const described = new MutationObserver(describe);

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
    describe();
    described.observe(of, { attributeFilter: ["aria-describedby"] });
    place(of);
  }

  function close() {
    clearTimeout(timer);
    if (!card) return;
    described.disconnect();
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

  function spot(event) {
    return event.screenX + " " + event.screenY;
  }

  document.addEventListener("pointermove", (event) => {
    pointed = spot(event);
  }, { capture: true, passive: true });

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    // What a closed card uncovers under a pointer that rests was not pointed at.
    if (dismissed === spot(event)) return;
    dismissed = "";
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
    dismissed = pointed;
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
})();

/* Tables that filter and sort without a load; their state is part of the address, behind the #, since that
   works from file:// too. Only so many rows are laid out as are asked for. */
(function () {
  "use strict";
  if (window.trueupBoards) return;
  window.trueupBoards = true;

  const WRITE_AFTER = 150;
  // Not "q": Material opens its search for that, over the table.
  const WORDS = "words";
  const boards = new WeakMap();
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const printed = window.matchMedia("print");
  let frame = 0;
  let timer = 0;

  function boardAt(target) {
    const box = target instanceof Element ? target.closest(".trueup-board") : null;
    return box ? boardOf(box) : null;
  }

  function boardOf(box) {
    if (boards.has(box)) return boards.get(box);
    const table = box.querySelector("table");
    const step = Number(box.dataset.trueupShown) || 100;
    const more = document.createElement("button");
    more.type = "button";
    more.className = "trueup-further";
    more.hidden = true;
    box.append(more);
    const first = Array.from(table.tBodies[0].rows);
    const board = { box, table, first, more, step, limit: step, sort: "", rows: null, texts: null, sorted: new Map() };
    boards.set(box, board);
    return board;
  }

  /* All rows, those too that stand in a noscript: as text, or as elements where a theme has swapped the page in. */
  function all(board) {
    if (board.rows) return board.rows;
    const rest = board.box.querySelector("noscript.trueup-rest");
    const held = !rest || rest.firstElementChild ? rest : new DOMParser().parseFromString(rest.textContent, "text/html");
    board.rows = board.first.concat(held ? Array.from(held.querySelectorAll("tbody > tr")) : []);
    if (rest) rest.remove();
    return board.rows;
  }

  function controls(board) {
    return Array.from(board.box.querySelectorAll(".trueup-filter [name]"));
  }

  function facets(row, name) {
    const value = row.dataset["trueup" + name[0].toUpperCase() + name.slice(1)];
    return value ? value.split("\n") : [];
  }

  function texts(board) {
    // Made when somebody first looks for something.
    board.texts = board.texts || new Map(all(board).map((row) => [row, row.textContent.toLowerCase()]));
    return board.texts;
  }

  function headOf(board, key) {
    return Array.from(board.table.tHead.rows[0].cells).find((head) => {
      const button = head.querySelector("[data-trueup-sort]");
      return button && button.dataset.trueupSort === key;
    });
  }

  function key(cell) {
    const given = cell.dataset.trueupOrder;
    return given === undefined ? cell.textContent.trim() : given;
  }

  function sorted(board) {
    const head = board.sort ? headOf(board, board.sort.replace(/^-/, "")) : null;
    if (!head) return all(board);
    if (!board.sorted.has(board.sort)) {
      const way = board.sort.startsWith("-") ? -1 : 1;
      const keyed = all(board).map((row) => [key(row.cells[head.cellIndex]), row]);
      const numbers = keyed.every(([text]) => /^\d+$/.test(text));
      keyed.sort(([one], [other]) => {
        if (numbers) return way * (one - other);
        if (!one || !other) return (one ? 0 : 1) - (other ? 0 : 1);
        return way * order.compare(one, other);
      });
      board.sorted.set(board.sort, keyed.map(([, row]) => row));
    }
    return board.sorted.get(board.sort);
  }

  function show(board) {
    const asked = controls(board).filter((control) => control.value);
    const total = Number(board.box.dataset.trueupRows);
    if (!board.rows && !asked.length && !board.sort && !printed.matches && board.limit === board.step) {
      say(board, total, total, board.first.length);
      return;
    }
    const words = asked.filter((one) => one.name === WORDS).flatMap((one) => one.value.toLowerCase().split(/\s+/)).filter(Boolean);
    const chosen = asked.filter((one) => one.name !== WORDS);
    const known = words.length ? texts(board) : null;
    const found = sorted(board).filter((row) =>
      chosen.every((one) => facets(row, one.name).includes(one.value)) &&
      words.every((word) => known.get(row).includes(word)));
    const limit = printed.matches ? found.length : board.limit;
    const body = board.table.tBodies[0];
    const next = found.slice(0, limit);
    const same = body.rows.length === next.length && next.every((row, at) => body.rows[at] === row);
    if (!same) body.replaceChildren(...next);
    say(board, found.length, total, Math.min(limit, found.length), asked.length > 0 || Boolean(board.sort));
  }

  function say(board, found, total, shown, narrowed) {
    const left = found - shown;
    board.more.hidden = left === 0;
    board.more.textContent = "Show " + Math.min(board.step, left) + " more of " + left;
    board.box.querySelector(".trueup-found").textContent = found + " of " + total + (found ? "" : ": nothing is like that");
    board.box.querySelector(".trueup-reset").hidden = !narrowed;
    Array.from(board.table.tHead.rows[0].cells).forEach((head) => head.removeAttribute("aria-sort"));
    const head = board.sort ? headOf(board, board.sort.replace(/^-/, "")) : null;
    if (head) head.setAttribute("aria-sort", board.sort.startsWith("-") ? "descending" : "ascending");
  }

  function soon(board, wait) {
    board.limit = board.step;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => show(board));
    clearTimeout(timer);
    timer = setTimeout(() => write(board), wait);
  }

  function write(board) {
    if (!board.box.isConnected) return;
    const state = new URLSearchParams();
    controls(board).forEach((one) => one.value && state.set(one.name, one.value));
    if (board.sort) state.set("sort", board.sort);
    const text = state.toString();
    try {
      history.replaceState(history.state, "", location.pathname + (text ? "#" + text : ""));
    } catch {
      // Where a browser lets no page of a file rewrite its address, the table works all the same.
    }
  }

  function stated() {
    const behind = location.hash.slice(1);
    return new URLSearchParams(behind.includes("=") ? behind : location.search);
  }

  function take(board, state) {
    let given = false;
    controls(board).forEach((one) => {
      one.value = state.get(one.name) || "";
      // A choice that is not there, of an older address, is none.
      if (one.selectedIndex < 0) one.value = "";
      given = given || Boolean(one.value);
    });
    const wanted = state.get("sort") || "";
    board.sort = headOf(board, wanted.replace(/^-/, "")) ? wanted : "";
    board.limit = board.step;
    show(board);
    return given || Boolean(board.sort);
  }

  function arrive() {
    document.querySelectorAll(".trueup-board").forEach((box) => {
      if (take(boardOf(box), stated())) box.scrollIntoView();
    });
  }

  // Ready before the first letter is typed.
  document.addEventListener("focusin", (event) => {
    const board = event.target instanceof Element && event.target.closest(".trueup-filter") ? boardAt(event.target) : null;
    if (board) all(board);
  });

  ["input", "change"].forEach((name) => document.addEventListener(name, (event) => {
    const board = event.target instanceof Element && event.target.closest(".trueup-filter") ? boardAt(event.target) : null;
    // Some browsers count how often a page rewrites its address: not at every letter.
    if (board) soon(board, name === "input" ? WRITE_AFTER : 0);
  }));

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const board = button ? boardAt(button) : null;
    if (!board) return;
    if (button === board.more) {
      const next = board.table.tBodies[0].rows.length;
      board.limit += board.step;
      show(board);
      // The keyboard goes on where the new rows begin.
      const link = board.table.tBodies[0].rows[next]?.querySelector("a");
      if (link) link.focus({ preventScroll: true });
    } else if (button.matches(".trueup-reset")) {
      controls(board).forEach((one) => { one.value = ""; });
      board.sort = "";
      soon(board, 0);
      controls(board)[0].focus();
    } else if (button.dataset.trueupSort) {
      const name = button.dataset.trueupSort;
      board.sort = board.sort === name ? "-" + name : name;
      soon(board, 0);
    }
  });

  // A link to the table as it is filtered needs no load here. Captured, to come before a theme that follows links.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.trueup-narrow") : null;
    const box = document.querySelector(".trueup-board");
    if (!link || !box || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    take(boardOf(box), new URLSearchParams(link.search));
    write(boardOf(box));
    box.scrollIntoView();
    box.querySelector(".trueup-rows").focus({ preventScroll: true });
  }, true);

  window.addEventListener("hashchange", () => {
    // A link to a heading leaves the table as it is.
    if (!location.hash || location.hash.includes("=")) arrive();
  });
  printed.addEventListener("change", () => {
    document.querySelectorAll(".trueup-board").forEach((box) => show(boardOf(box)));
  });

  // Material says when it has swapped a page in; from the disk it may never say anything.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", arrive);
  else arrive();
  if (window.document$ && window.document$.subscribe) window.document$.subscribe(arrive);
})();

/* The switch in the page's header that marks the figures no claim covers, and their count. */
(function () {
  "use strict";
  if (window.trueupSwitch) return;
  window.trueupSwitch = true;

  const KEY = "trueup.uncovered";
  const SHOWN = "trueup-shows-uncovered";
  const ICON = "M9 3v2H5v4H3V3h6m12 6h-2V5h-4V3h6v6M5 15v4h4v2H3v-6h2m16 0v6h-6v-2h4v-4h2m-9-8a5 5 0 0 1 5 5 5 5 0 0 1-5 5 5 5 0 0 1-5-5 5 5 0 0 1 5-5m-1 2v4h2V9h-2m0 5v2h2v-2h-2Z";
  let button = null;
  let at = -1;

  function stored() {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false;
    }
  }

  function store(on) {
    try {
      if (on) localStorage.setItem(KEY, "on");
      else localStorage.removeItem(KEY);
    } catch {
      // Without storage the switch holds for this page.
    }
  }

  function isOn() {
    return document.documentElement.classList.contains(SHOWN);
  }

  function made() {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", ICON);
    svg.append(path);
    const found = document.createElement("button");
    const count = document.createElement("span");
    found.type = "button";
    found.className = "trueup-switch";
    count.className = "trueup-switch-count";
    found.append(svg, count);
    return found;
  }

  function place(line) {
    const header = document.querySelector(".md-header__inner");
    button = button || made();
    if (header) {
      button.classList.add("md-header__button", "md-icon");
      if (!header.contains(button)) header.insertBefore(button, header.querySelector("[for=__search], .md-search, .md-header__source"));
    } else if (line && !line.contains(button)) {
      line.prepend(button);
      line.classList.add("trueup-with-switch");
    }
  }

  function update() {
    const line = document.querySelector("p.trueup-coverage");
    if (!line && !button) return;
    place(line);
    button.hidden = !line;
    if (!line) return;
    line.dataset.trueupCount = line.dataset.trueupCount || line.textContent;
    const uncovered = Number(line.dataset.trueupUncovered);
    const on = isOn();
    const label = "Mark the figures that no claim covers";
    button.setAttribute("aria-pressed", String(on));
    button.setAttribute("aria-label", line.dataset.trueupCount + ". " + label);
    button.title = line.dataset.trueupCount + ". " + label;
    button.querySelector(".trueup-switch-count").textContent = line.dataset.trueupCount;
    let next = line.querySelector(".trueup-next");
    if (!next && uncovered) {
      next = document.createElement("button");
      next.type = "button";
      next.className = "trueup-next";
      next.textContent = "Next one that no claim covers";
      line.append(" ", next);
    }
  }

  // What stands in a tab or in closed details can't be seen until they are opened.
  function reveal(of) {
    for (let part = of.parentElement; part; part = part.parentElement) {
      if (part instanceof HTMLDetailsElement) part.open = true;
      const set = part.matches(".tabbed-block, .tabbed-content") ? part.closest(".tabbed-set") : null;
      const shown = set ? set.querySelectorAll(":scope > .tabbed-content > .tabbed-block") : [];
      const blocks = shown.length || !set ? shown : set.querySelectorAll(":scope > .tabbed-content");
      const tab = set && set.querySelectorAll(":scope > input")[Array.from(blocks).indexOf(part)];
      if (tab && !tab.checked) tab.click();
    }
  }

  function next() {
    const marks = Array.from(document.querySelectorAll(".trueup-uncovered:not(.trueup-part)"));
    for (let tried = 0; tried < marks.length; tried += 1) {
      at = (at + 1) % marks.length;
      reveal(marks[at]);
      if (!marks[at].getClientRects().length) continue;
      marks[at].tabIndex = -1;
      marks[at].focus({ preventScroll: true });
      marks[at].scrollIntoView({ block: "center" });
      return;
    }
  }

  // A link leads to a figure wherever it stands.
  function follow() {
    const of = location.hash.startsWith("#claim-") ? document.getElementById(location.hash.slice(1)) : null;
    if (!of || of.getClientRects().length) return;
    reveal(of);
    of.scrollIntoView({ block: "center" });
  }

  function toggle() {
    const on = !isOn();
    document.documentElement.classList.toggle(SHOWN, on);
    store(on);
    at = -1;
    update();
  }

  function arrive() {
    at = -1;
    update();
    follow();
  }

  window.addEventListener("hashchange", follow);
  document.documentElement.classList.toggle(SHOWN, stored());
  document.addEventListener("click", (event) => {
    const of = event.target instanceof Element ? event.target.closest("button") : null;
    if (of && of === button) toggle();
    else if (of && of.matches(".trueup-next")) next();
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", arrive);
  else arrive();
  if (window.document$ && window.document$.subscribe) window.document$.subscribe(arrive);
})();

/* On a disk nobody answers for a folder with its page. */
(function () {
  "use strict";
  if (window.trueupFolders || location.protocol !== "file:") return;
  window.trueupFolders = true;

  function name(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link && link.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
  }

  ["pointerdown", "focusin", "click"].forEach((kind) => document.addEventListener(kind, name, true));
})();
