// -- search, tabs ---------------------------------------------------------------------------------

let hits = [], hit = -1;

function search(text) {
  clear("hit");
  const wanted = text.toLowerCase();
  hits = [];
  if (wanted) {
    data.source.forEach((line, n) => { if (line.toLowerCase().includes(wanted)) hits.push(["source", n + 1]); });
    (data.derivative ? data.derivative.lines : []).forEach((line, n) => { if (line.toLowerCase().includes(wanted)) hits.push(["derivative", n]); });
    hits.forEach(([pane, line]) => row(pane, line).classList.add("hit"));
  }
  hit = -1;
  $("hits").textContent = wanted ? `${hits.length} line${hits.length === 1 ? "" : "s"}; Enter goes to the next` : "";
}

const TABS = { program: "Program", gradient: "Why zero, why refused", memory: "Memory", stages: "Stages", time: "Time" };

function show(tab) {
  for (const name of Object.keys(TABS)) $(`tab-${name}`).hidden = name !== tab;
  for (const button of $("tabs").children) button.setAttribute("aria-selected", String(button.dataset.tab === tab));
}

function draw() {
  drawSource();
  drawDerivative();
  drawGradient();
  drawMemory();
  scrollToDerivative();
  $("detail").replaceChildren(el("p", { class: "faint" }, "Click a line or a name for what is known of it."));
}

function start() {
  $("name").textContent = data.name;
  const known = [["active", "active"], ["varied", "varied only"], ["useful", "useful only"], ["neither", "neither"]];
  $("legend").replaceChildren("Values: ", ...known.flatMap(([state, word], n) => [n ? ", " : "", el("b", { class: state }, word)]),
    ". Arrows: from where a value is recorded to whose adjoint reads it, and on the right from the writes of a tape to its reads. " +
    "Double underlined numbers: computed again.");
  for (const [name, title] of Object.entries(TABS)) $("tabs").append(el("button", { "data-tab": name, onclick: () => show(name) }, title));
  data.requests.forEach((one, n) => $("request").append(el("option", { value: n }, `@${plain(one.name)}`)));
  $("request").parentElement.hidden = data.requests.length < 2;
  $("request").addEventListener("change", () => { request = data.requests[Number($("request").value)]; draw(); });
  $("search").addEventListener("input", () => search($("search").value));
  $("search").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !hits.length) return;
    hit = (hit + 1) % hits.length;
    goTo(hits[hit][1], hits[hit][0]);
  });
  listen("source");
  listen("derivative");
  show("program");
  draw();
  drawStages();
  drawTime();
  // The address may name a tab or a line, as in page.html#memory and page.html#12.
  const asked = decodeURIComponent(location.hash.slice(1));
  if (asked in TABS) show(asked);
  else if (Number(asked)) { goTo(Number(asked)); tell(Number(asked), null); }
  else if (data.refusal.length && data.refusal[0].at) goTo(data.refusal[0].at[0]);
  else scrollToValues();
}

/** To the function that is chosen, of several derivatives. */
function scrollToDerivative() {
  if (!request || !data.derivative) return;
  const starts = (name) => data.derivative.lines.findIndex((line) => line.startsWith("func.func") && line.includes(`@${name}(`));
  const line = Math.max(starts(plain(request.name)), starts(request.name));
  $("derivative").scrollTop = line > 0 ? row("derivative", line).offsetTop : 0;
}

/** Past the comments that a program begins with, to the first value that varies. */
function scrollToValues() {
  const lines = (request ? request.values : []).filter((one) => one.at && one.origin).map((one) => one.at[0]);
  if (lines.length) $("source").scrollTop = row("source", Math.min(...lines)).offsetTop - 60;
}

start();
