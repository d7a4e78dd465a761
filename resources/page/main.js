// The page comes to life: it reads its blocks, shows the view of its address, and listens.
// From this width on the alignment stands beside the list.
const BESIDE = 1280;
let model = null, list = null, recounted = null, shown = { key: "", filter: "", utterances: [], rows: [] };

const viewOf = () => VIEWS[state.view];

// What decides which utterances there are, and what decides the rows; the rest of the state changes only how they look.
const filterKey = () => JSON.stringify([state.system, state.search, state.scope, state.kind, state.ref, state.hyp, state.low, state.high,
  state.than, state.run, state.mark, state.groups, search.hits !== null, search.problem]);
const rowsKey = () => JSON.stringify([state.view, state.sort, state.tape]);

async function refresh() {
  await updateSearch();
  draw();
}
function draw() {
  const key = rowsKey(), filter = filterKey(), same = filter === shown.filter;
  if (!same || key !== shown.key) {
    const utterances = same ? shown.utterances : filtered();
    shown = { key, filter, utterances, rows: orderedRows(viewOf(), utterances) };
    drawRows();
    if (!same) recounted = recount(utterances);
  }
  drawBar();
  const { part, owner } = viewOf(), row = rowShown(), place = row === null ? -1 : shown.rows.indexOf(row);
  if (place !== list.chosen) list.mark(place);
  shown.owner = row === null || !(owner(row) < model.size) ? null : owner(row);
  drawDetail(part === "list" || part === "timeline" ? shown.owner : null);
  if (part === "timeline") markTimeline(shown.owner);
  if (part === "text") markReading();
}
// The row whose alignment is shown: the one chosen; beside a list of many rows there is room for the first.
function rowShown() {
  if (state.row !== "") return Number(state.row);
  return viewOf().part === "list" && innerWidth >= BESIDE && shown.rows.length ? shown.rows[0] : null;
}
// The facets follow when the rows are on the screen, unless other rows are wanted by then.
async function recount(utterances) {
  byId("facets").setAttribute("aria-busy", "true");
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  if (utterances !== shown.utterances) return recounted;
  drawFacets(utterances);
  byId("facets").removeAttribute("aria-busy");
}
function drawRows() {
  const view = viewOf();
  for (const part of ["list", "text", "charts", "timeline"]) byId(part).hidden = part !== view.part;
  if (view.part === "charts") {
    drawCharts(shown.utterances);
    return;
  }
  if (view.part === "text") {
    drawReading(shown.utterances);
    return;
  }
  const sort = state.sort || view.plain;
  list.set(view.columns(), shown.rows, { sort: sort.replace(/^-/, ""), descending: sort.startsWith("-"), onsort: sortBy, empty: nothing(shown.utterances.length < model.size) });
  byId("list").setAttribute("aria-label", view.title);
  if (view.part === "timeline") drawTimeline(shown.utterances);
}
function sortBy(column) {
  const sort = state.sort || viewOf().plain, same = sort.replace(/^-/, "") === column.key;
  const descending = same ? !sort.startsWith("-") : Boolean(column.value);
  change({ sort: `${descending ? "-" : ""}${column.key}`, row: "" }, { step: false });
}
function drawBar() {
  const system = chosenSystem(), number = shown.utterances.length;
  let errors = 0, words = 0;
  for (const u of shown.utterances) {
    errors += system.errors[u];
    words += system.lengths[u];
  }
  const size = model.size < facts.all ? `the ${count(model.size)} worst of ${quantity(facts.all, "utterance")}` : quantity(model.size, "utterance");
  const view = state.view === "errors" ? `${quantity(shown.rows.length, "error")} shown; ` : "";
  byId("hits").textContent = search.problem ||
    `${view}${count(number)} of ${size}, ${quantity(errors, "error")} in ${quantity(words, unit())}${words ? `, ${percent(errors / words)} %` : ""}`;
  byId("hits").classList.toggle("problem", Boolean(search.problem));
  byId("chips").replaceChildren(...chips());
  for (const button of byId("views").children) button.setAttribute("aria-pressed", String(button.dataset.view === state.view));
  for (const [id, key] of FIELDS) if (byId(id) !== document.activeElement) byId(id).value = state[key];
}
const FIELDS = [["query", "search"], ["scope", "scope"], ["system", "system"], ["low", "low"], ["high", "high"], ["kind", "kind"], ["than", "than"]];

// Shows the alignment of a row.
const choose = row => change({ row: String(row) }, { step: false });
function move(by) {
  list.pick(list.chosen < 0 ? (by > 0 ? 0 : shown.rows.length - 1) : list.chosen + by);
}
// The next row with an error of the chosen system.
function moveToError(by) {
  if (viewOf().part === "text") {
    moveError(by);
    return;
  }
  const system = chosenSystem();
  let place = list.chosen + by;
  while (place >= 0 && place < shown.rows.length && !system.errors[viewOf().owner(shown.rows[place])]) place += by;
  if (place >= 0 && place < shown.rows.length) list.pick(place);
}
const KEYS = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
  PageDown: () => move(list.room), PageUp: () => move(-list.room), Home: () => list.pick(0), End: () => list.pick(shown.rows.length - 1),
  n: () => moveToError(1), p: () => moveToError(-1), "/": () => byId("query").focus(), h: toggleCorrect,
  "?": showHelp, Escape: () => closedFront() || change({ row: "" }, { step: false }),
};
// In a text these keys scroll, as in any text.
const READING_KEYS = ["n", "p", "/", "?", " ", "Escape"];
function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || byId("help").open) return;
  if (event.target.matches("input, select, textarea")) {
    if (event.key === "Escape") leaveField(event.target);
    return;
  }
  if (event.key === " " && event.target.matches("button, summary, audio")) return;
  if (event.key === "Enter" || event.key === "Tab") return;
  const { part } = viewOf();
  if (part === "timeline" && !event.target.closest("#timeline")) timeline.key(event);
  if (event.defaultPrevented || (part === "text" && !READING_KEYS.includes(event.key))) return;
  const listed = event.target === byId("list") || event.target === document.body || event.key === "Escape";
  if (event.key.length > 1 && !listed) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
function listen() {
  let typing = 0;
  // Texts take a third of a second: they are made while the reader chooses them, or begins to type.
  byId("query").addEventListener("focus", () => (state.scope === "texts" ? prepareTexts() : search.worker ?? startWorker()));
  byId("scope").addEventListener("focus", prepareTexts);
  byId("query").addEventListener("input", event => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ search: event.target.value, row: "" }, { step: false }), 150);
  });
  for (const [id, key] of FIELDS.slice(1)) byId(id).addEventListener("change", event => {
    const more = id === "kind" ? { ref: null, hyp: null } : id === "system" ? { row: state.view === "errors" ? "" : state.row } : { row: "" };
    change({ [key]: event.target.value, ...more });
  });
  for (const button of byId("views").children) button.addEventListener("click", () => change({ view: button.dataset.view, sort: "", row: "" }));
  byId("export").addEventListener("change", event => {
    if (event.target.value) exported(event.target.value, exportOrder());
    event.target.value = "";
  });
  for (const sign of ["pointerenter", "focusin"]) list.table.tHead.addEventListener(sign, rankColumns, { once: true });
  setTop();
  document.addEventListener("keydown", onKey);
  const back = () => {
    state = fromFragment(location.hash.slice(1));
    refresh();
  };
  window.addEventListener("popstate", back);
  window.addEventListener("beforeprint", printRows);
  window.addEventListener("afterprint", () => byId("print").replaceChildren());
}
// The utterances in the order shown; of errors, each once.
const exportOrder = () => (state.view === "utterances" ? shown.rows : Uint32Array.from(new Set(Array.from(shown.rows, viewOf().owner))));
const PRINTED = 200;
function printRows() {
  if (viewOf().part === "text") {
    const parts = [".legend", ".whose", "article"].map(name => byId("text").querySelector(name)).filter(Boolean);
    byId("print").replaceChildren(...parts.map(part => part.cloneNode(true)));
    return;
  }
  const rows = Array.from(viewOf().part === "charts" ? shown.utterances : exportOrder()).slice(0, PRINTED);
  byId("print").replaceChildren(
    element("p", {}, `${count(rows.length)} of ${quantity(shown.utterances.length, "utterance")} that pass the filter`),
    ...rows.map(u => element("section", {}, element("h3", {}, element("bdi", {}, cut(model.ids.at(u)))), ...byReference(u).map(systems => alignmentOf(systems, u)))));
}
function fillChoices() {
  byId("system").replaceChildren(...model.systems.map((system, k) => element("option", { value: k }, cut(system.name))));
  const options = [element("option", { value: "" }, "all utterances"), element("option", { value: "differ" }, "systems differ")];
  model.systems.forEach((one, a) => model.systems.forEach((other, b) => {
    if (a !== b) options.push(element("option", { value: `${a}<${b}` }, `${cut(one.name)} better than ${cut(other.name)}`));
  }));
  byId("than").replaceChildren(...options);
  for (const part of document.querySelectorAll(".several")) part.hidden = model.systems.length < 2;
  for (const part of document.querySelectorAll("#help .timed")) part.hidden = !facts.times;
  for (const button of byId("views").children) button.hidden = !(button.dataset.view in VIEWS);
}
async function opened() {
  model = new Model();
  await model.readRows();
  await model.readWords();
  if (facts.analyses) await readMarks();
  if (facts.times) await readAllTimes();
  if (facts.blocks.audio) await readAudio();
  byId("static").remove();
  byId("app").hidden = false;
  if (facts.recordings === 1) PLAIN.view = "text";
  fillChoices();
  list = new List(byId("list"), { choose, covered: () => (innerWidth < BESIDE ? byId("detail").offsetHeight : 0) });
  listen();
  state = fromFragment(location.hash.slice(1));
  await refresh();
  performance.mark("usable");
  await recounted;
  setTimeout(tidy, 500);
}
