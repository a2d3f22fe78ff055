// -- what is told of a line -----------------------------------------------------------------------

const WORDS = {
  active: "active: it depends on what is differentiated, and a result depends on it",
  varied: "not active: it depends on what is differentiated, but no result takes a derivative from it",
  useful: "not active: a result takes a derivative from it, but it does not depend on what is differentiated",
  neither: "not active: it neither depends on what is differentiated, nor does a result take a derivative from it",
};

function way(value, direction) {
  const steps = [];
  for (let next = value[direction]; next !== null && steps.length < 10000; next = request.values[next][direction]) {
    steps.push(request.values[next]);
  }
  return steps;
}

function steps(title, found) {
  const named = found.filter((step, n) => step.at && (n === 0 || !found[n - 1].at || found[n - 1].at[0] !== step.at[0]));
  named.forEach((step) => row("source", step.at[0]).classList.add("way"));
  return el("div", {}, title, el("ol", {}, ...named.map((step) =>
    el("li", {}, el("code", {}, step.name || step.what), " ", el("span", { class: "faint" }, `${step.what}, `), lineLink(step.at[0])))));
}

function tell(line, value) {
  clear("way");
  const here = value ? [value] : (request ? request.values : []).filter((one) => one.at && one.at[0] === line);
  const parts = [el("h2", {}, lineLink(line))];
  for (const one of here.slice(0, 12)) {
    parts.push(el("div", {}, el("code", { class: one.state }, one.name || one.what), " ", el("span", { class: "faint" }, `${one.type}, ${one.what}: `), WORDS[one.state]));
    if (value || here.length === 1) {
      if (one.origin) parts.push(steps(one.before === null ? "It is an argument that is differentiated." : "It depends on", way(one, "before")));
      if (one.goal) parts.push(steps(one.after === null ? "It is a result." : "A result depends on it through", way(one, "after")));
    }
  }
  if (!here.length) parts.push(el("p", { class: "faint" }, "Nothing on this line could have a derivative."));
  const memory = request && request.memory;
  for (const one of memory ? memory.recorded.filter((one) => one.at && one.at[0] === line) : []) parts.push(recordedText(one));
  for (const one of memory ? memory.reads.filter((one) => one.line === line) : []) {
    parts.push(el("div", {}, `The adjoint of ${one.op} reads `, ...one.keys.flatMap((key, n) =>
      [n ? ", " : "", el("code", {}, key.name || key.title), ` (${key.bytes}, `, lineLink(key.at && key.at[0]), ")"])));
  }
  if (memory && memory.again.includes(line)) parts.push(el("div", {}, "The adjoint sweep computes this line again."));
  const remarks = data.remarks.filter((told) => told.at && told.at[0] === line).map((told) => told.message);
  for (const message of new Set(remarks)) parts.push(el("div", { class: "faint" }, message));
  $("detail").replaceChildren(...parts);
}

const recordedText = (one) => el("div", {}, el("code", {}, one.name || one.title), ` is recorded in each iteration of `, lineLink(one.loop),
  `: ${one.row} an iteration, ${one.tape} in all.`);

/** A derivative of a function on memory is made of one on tensors, whose name nobody asked for. */
const plain = (name) => name.replace(/\.tensors(_\d+)?$/, "");

// -- the other tabs -------------------------------------------------------------------------------

const table = (head, rows) => el("div", { class: "wide" }, el("table", {}, el("tr", {}, ...head.map((one) => el("th", {}, one))),
  ...rows.map((cells) => el("tr", {}, ...cells.map((cell) => el("td", {}, ...(Array.isArray(cell) ? cell : [cell])))))));

function drawGradient() {
  const parts = [];
  for (const told of data.refusal) {
    parts.push(el("div", { class: "box bad" }, el("b", {}, told.message), " ", told.at ? lineLink(told.at[0]) : "",
      ...told.notes.map((note) => el("div", {}, note.at ? lineLink(note.at[0]) : "note", `: ${note.message}`))));
  }
  if (request) {
    parts.push(el("h2", {}, `@${plain(request.name)}: the ${request.kind} of @${plain(request.primal)}`));
    parts.push(el("p", {}, "It differentiates ", request.wrt.map((one) => one.name || `argument ${one.number}`).join(", ") || "nothing", "."));
    for (const zero of request.zeros) {
      parts.push(el("div", { class: "box bad" }, el("b", {}, `The derivative by ${zero.name || `argument ${zero.argument}`} is zero, whatever the numbers are. `),
        zero.reaches ? "Results depend on it, but only through operations that have no derivative." : "No result depends on it.",
        ...zero.stops.map((stop) => el("div", {}, el("code", {}, stop.op), ` ${stop.why}: `, lineLink(stop.at && stop.at[0]))),
        zero.more ? el("div", {}, `and ${zero.more} more`) : ""));
    }
    const others = request.wrt.filter((one) => !request.zeros.some((zero) => zero.argument === one.number));
    if (others.length) {
      const which = request.zeros.length ? others.map((one) => one.name || `argument ${one.number}`).join(", ") : "each of them";
      parts.push(el("p", {}, `A result depends on ${which}. Where a derivative is zero all the same, it is zero at these numbers: ` +
        "a branch that is not taken, a select that discards, a factor that is zero, or a kink."));
    }
    const count = {};
    for (const one of request.values) count[one.state] = (count[one.state] || 0) + 1;
    parts.push(el("h2", {}, "Values"), table(["", "how many", ""], Object.keys(WORDS).map((state) =>
      [el("span", { class: state }, state), String(count[state] || 0), WORDS[state]])));
  }
  const calls = data.entries ? data.entries.filter((one) => one.calls) : [];
  for (const one of calls) parts.push(el("p", {}, `@${one.request} calls @${one.calls}, the derivative that the program brings.`));
  const warnings = (data.remarks || []).filter((one) => one.severity === "warning");
  for (const one of warnings) parts.push(el("div", { class: "box" }, one.message, " ", one.at ? lineLink(one.at[0]) : ""));
  $("tab-gradient").replaceChildren(...parts);
}

function drawMemory() {
  const memory = request && request.memory;
  if (!memory) {
    $("tab-memory").replaceChildren(el("p", {}, request ? "It runs forward, and keeps nothing." : "There is no derivative."));
    return;
  }
  const parts = [el("h2", {}, "What is recorded"), el("p", {}, memory.recorded.length
    ? `${memory.total} on tapes, for ${memory.operations} operations that are differentiated; ${memory["operations again"]} are computed again instead.`
    : `Nothing is recorded, for ${memory.operations} operations that are differentiated; ${memory["operations again"]} are computed again.`)];
  if (memory.recorded.length) {
    parts.push(table(["value", "written at", "in the loop at", "an iteration", "in all", "read by the adjoints of"], memory.recorded.map((one) => [
      el("code", { title: one.title }, one.name || one.title), lineLink(one.at && one.at[0]), lineLink(one.loop), one.row, one.tape,
      one.readers.flatMap((reader, n) => [n ? ", " : "", `${reader.op} `, lineLink(reader.line), reader.directly ? "" : " (computes from it)"])])));
  }
  const left = memory["left out"].length;
  if (left) parts.push(el("p", {}, left > 1 ? `${left} loops run only as adjoints: ` : "One loop runs only as its adjoint: ", ...memory["left out"].flatMap((line, n) => [n ? ", " : "", lineLink(line)])));
  for (const one of memory.snapshots) parts.push(el("p", {}, `At most ${one.count} states are kept of the loop at `, lineLink(one.loop), `: ${one.bytes}. The rest is computed again.`));
  if (memory.names.length) parts.push(table(["where", "sizes that are not known"], memory.names.map((one) => [lineLink(one.line), one.text])));
  parts.push(...temporaries());
  if (memory.sections.length) {
    const sets = Object.keys(memory.sections[0].sets);
    parts.push(el("h2", {}, "Loops, branches, calls"), el("p", { class: "faint" }, "The sets of lagrad-print-dataflow, in bytes. " +
      "needed: what the adjoint reads. tbr: what has to stay as it is meanwhile. snapshot: what it runs again from."),
      table(["where", "kind", ...sets], memory.sections.map((one) => [lineLink(one.line), one.kind, ...sets.map((name) => one.sets[name])])));
  }
  $("tab-memory").replaceChildren(...parts);
}

/** What the compiled derivative allocates beside its arguments and results. */
function temporaries() {
  const own = plain(request.name);
  const all = data.buffers || [], apart = `${own}.apart`;  // what runs where no two buffers overlap
  const rows = all.filter((one) => [request.name, own, apart].includes(one.function))
    .sort((a, b) => (b.bytes === null) - (a.bytes === null) || b.bytes * b.count - a.bytes * a.count);
  if (!data.stages.some((stage) => stage.group === "lowering")) return [];
  const known = rows.reduce((sum, one) => sum + (one.bytes || 0) * one.count, 0);
  const open = rows.some((one) => one.bytes === null);
  const title = el("h2", {}, "Temporaries");
  if (!rows.length) return [title, el("p", {}, "The compiled derivative allocates none.")];
  const other = all.some((one) => one.function === `${own}.overlapping`)
    ? " This is of buffers that lie apart; where two overlap, another version runs, which takes more." : "";
  return [title, el("p", {}, "What the compiled derivative allocates beside its arguments and results, tapes included: " +
      `${known.toLocaleString("en")} bytes${open ? ", and arrays whose sizes are open" : ""}. Some of them share memory when it runs.${other}`),
    table(["made at", "in the loop at", "array", "bytes"], rows.map((one) => [lineLink(one.line), one.loop ? lineLink(one.loop) : "",
      el("code", {}, one.count > 1 ? `${one.count} of ${one.type}` : one.type),
      one.bytes === null ? "open" : (one.bytes * one.count).toLocaleString("en")]))];
}

function drawStages() {
  const parts = [el("p", { class: "faint" }, "What each pass of the pipeline and each stage of the lowering changed. A name that only has another number is no change.")];
  for (const stage of data.stages) {
    const size = `${stage.before} → ${stage.after} lines`;
    if (stage.same) { parts.push(el("details", { class: "same" }, el("summary", {}, stage.name, " ", el("small", {}, "changes nothing")))); continue; }
    const kinds = { "-": "gone", "+": "new", "@": "place", " ": "" };
    const open = el("details", {}, el("summary", {}, el("b", {}, stage.name), " ", el("small", {}, `${stage.group}, ${size}`)));
    open.addEventListener("toggle", () => {
      if (open.childElementCount > 1) return;
      const shown = stage.diff.map(([kind, text]) => el("div", { class: kinds[kind] }, kind === "@" ? text : `${kind} ${text}`));
      if (stage.more === null) shown.push(el("div", {}, "The program is too long to be compared here: lagrad-opt --print-after-stage prints it."));
      else if (stage.more) shown.push(el("div", {}, `and ${stage.more} lines more: lagrad-opt --print-after-stage, --mlir-print-ir-after print all of it`));
      else if (!stage.diff.length) shown.push(el("div", {}, "Only names changed."));
      open.append(el("div", { class: "diff" }, ...shown));
    });
    parts.push(open);
  }
  $("tab-stages").replaceChildren(...parts);
}

const time = (seconds) => seconds >= 1 ? `${seconds.toPrecision(3)} s` : seconds >= 1e-3 ? `${(seconds * 1e3).toPrecision(3)} ms` : `${(seconds * 1e6).toPrecision(3)} us`;

function drawTime() {
  const measured = data.profile;
  if (!measured) {
    $("tab-time").replaceChildren(el("p", {}, "Nothing was measured. ", el("code", {}, "lagrad-explain --profile --entry=NAME --arg NAME=VALUE"), " calls a function and shows where its time goes."));
    return;
  }
  const sites = [...measured.sites].filter((site) => site.entries).sort((a, b) => b.seconds - a.seconds);
  $("tab-time").replaceChildren(
    el("p", {}, `@${measured.function}: ${time(measured.seconds)}, the fastest of ${measured.calls} calls.`),
    table(["share", "time", "where", "what", "", "entered", "operations", "bytes"], sites.map((site) => {
      const line = Number((site.place.match(/:(\d+):\d+$/) || [])[1]) || null;
      const number = (count) => count === null ? "" : count.toLocaleString("en");
      return [[el("span", { class: "bar", style: `width:${(6 * site.share).toFixed(2)}em` }), ` ${(100 * site.share).toFixed(1)}%`], time(site.seconds), lineLink(line),
        `${site.kind} ${site.kind === "loop" ? "in " : ""}@${site.name}${site.records ? ", records a tape" : ""}`, site.hint ? el("div", { class: "hint" }, site.hint) : "",
        number(site.entries), number(site.operations), number(site.bytes)];
    })));
}
