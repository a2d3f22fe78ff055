"use strict";
// The data is what explanation.py found; lines of the program count from 1, those of the derivative from 0.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
let request = data.requests[0] || null;
let matches = new Map();  // a line of the program -> lines of the derivative

/** An element with attributes and children; text is never read as HTML. */
function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const row = (pane, line) => $(pane).querySelector(`.row[data-line="${line}"]`);
const clear = (kind) => document.querySelectorAll(`.row.${kind}`).forEach((one) => one.classList.remove(kind));

function goTo(line, pane = "source") {
  show("program");
  const found = row(pane, line);
  if (!found) return;
  clear("chosen");
  found.classList.add("chosen");
  const inside = $(pane);
  inside.scrollTop = found.offsetTop - inside.clientHeight / 3;
  match(pane, line);
}

/** A link to a line of the program. */
const lineLink = (line) => line ? el("a", { onclick: () => goTo(line) }, `line ${line}`) : "no line of the program";

// -- the two texts --------------------------------------------------------------------------------

function marked(text, line, spans) {
  const parts = [];
  let from = 0;
  for (const { column, length, value } of spans) {
    if (column < from) continue;
    parts.push(text.slice(from, column));
    parts.push(el("span", { class: `at ${value.state}`, title: value.state, onclick: (event) => {
      event.stopPropagation();
      tell(line, value);
    } }, text.slice(column, column + length)));
    from = column + length;
  }
  parts.push(text.slice(from));
  return parts;
}

// A call's result is where all values of the function called are that have no place of their own: the active one counts.
const STATES = ["active", "varied", "useful", "neither"];
function strength(span) {
  return STATES.indexOf(span.value.state);
}

function drawSource() {
  const spans = new Map();
  for (const value of request ? request.values : []) {
    if (!value.at) continue;
    const [line, column, length] = value.at;
    if (!spans.has(line)) spans.set(line, []);
    spans.get(line).push({ column, length, value });
  }
  const again = new Set(request && request.memory ? request.memory.again : []);
  const code = el("div", { class: "code" });
  data.source.forEach((text, index) => {
    const line = index + 1;
    const found = (spans.get(line) || []).sort((a, b) => a.column - b.column || strength(a) - strength(b));
    const one = el("div", { class: "row known", "data-line": line }, el("i", {}, String(line)), ...marked(text, line, found));
    if (again.has(line)) one.classList.add("again");
    code.append(one);
    for (const told of data.refusal.filter((told) => told.at && told.at[0] === line)) {
      one.classList.add("wrong");
      code.append(el("div", { class: "said" }, `${told.severity}: ${told.message}`, ...told.notes.map((note) =>
        el("div", {}, note.at ? lineLink(note.at[0]) : "note", `: ${note.message}`))));
    }
  });
  $("source").replaceChildren(code);
  const arcs = [];
  const told = new Set();
  for (const one of request && request.memory ? request.memory.recorded : []) {
    for (const reader of one.readers) {
      const key = one.at && reader.line ? `${one.at[0]} ${reader.line}` : null;
      if (key && !told.has(key)) arcs.push([one.at[0], reader.line]);
      told.add(key);
    }
  }
  drawArcs("source", code, arcs);
}

function drawDerivative() {
  const code = el("div", { class: "code" });
  matches = new Map();
  const made = data.derivative || { lines: [], sources: [], tapes: [] };
  made.lines.forEach((text, line) => {
    const source = made.sources[line];
    if (source) matches.set(source, [...(matches.get(source) || []), line]);
    code.append(el("div", { class: `row${source ? " known" : ""}`, "data-line": line }, el("i", {}, String(line + 1)), text));
  });
  if (!data.derivative) code.append(el("div", { class: "said" }, "There is no derivative: the program is refused."));
  $("derivative").replaceChildren(code);
  drawArcs("derivative", code, made.tapes.flatMap((tape) => tape.writes.flatMap((w) => tape.reads.map((r) => [w, r]))));
}

/** Arrows from where something is written to where it is read, in the margin. */
function drawArcs(pane, code, arcs) {
  if (!arcs.length) return;
  code.classList.add("arrows");
  const name = `tip-${pane}`;
  const middle = (line) => { const one = row(pane, line); return one.offsetTop + one.offsetHeight / 2; };
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("height", code.offsetHeight || 1);
  svg.innerHTML = `<defs><marker id="${name}" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto">` +
    '<path d="M0,0 L6,3 L0,6" style="fill:var(--tape);stroke:none"/></marker></defs>';
  const longest = Math.max(...arcs.map(([from, to]) => Math.abs(to - from)), 1);
  for (const [from, to] of arcs) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const [a, b] = [middle(from), middle(to)];
    const reach = 60 - 14 - 40 * Math.sqrt(Math.abs(to - from) / longest);
    path.setAttribute("d", from === to ? `M60,${a - 5} C44,${a - 6} 44,${a + 6} 60,${a + 4}` : `M62,${a} C${reach},${a} ${reach},${b} 62,${b}`);
    path.setAttribute("marker-end", `url(#${name})`);
    path.dataset.from = from;
    path.dataset.to = to;
    svg.append(path);
  }
  code.prepend(svg);
}

/** Both sides of what a line is: the line of the program, and all lines that it becomes. */
function match(pane, line, follow = true) {
  clear("matched");
  const source = pane === "source" ? line : data.derivative && data.derivative.sources[line];
  document.querySelectorAll(".code svg path.told").forEach((path) => path.classList.remove("told"));
  document.querySelectorAll(`#${pane} svg path[data-from="${line}"], #${pane} svg path[data-to="${line}"]`)
    .forEach((path) => path.classList.add("told"));
  if (!source) return;
  const lines = matches.get(source) || [];
  const here = row("source", source);
  if (here) here.classList.add("matched");
  lines.forEach((one) => row("derivative", one).classList.add("matched"));
  if (!follow) return;
  const other = pane === "source" ? $("derivative") : $("source");
  const target = pane === "source" ? lines.length && row("derivative", lines[0]) : here;
  if (!target) return;
  const seen = target.offsetTop >= other.scrollTop && target.offsetTop < other.scrollTop + other.clientHeight - 20;
  if (!seen) other.scrollTop = target.offsetTop - other.clientHeight / 3;
}

function listen(pane) {
  const lineOf = (event) => { const one = event.target.closest(".row"); return one && Number(one.dataset.line); };
  $(pane).addEventListener("mouseover", (event) => { const line = lineOf(event); if (line !== null) match(pane, line); });
  $(pane).addEventListener("click", (event) => {
    const line = lineOf(event);
    if (line === null) return;
    clear("chosen");
    row(pane, line).classList.add("chosen");
    match(pane, line);
    const source = pane === "source" ? line : data.derivative.sources[line];
    if (source) tell(source, null);
  });
}
