// The page of recordings: lanes of both sides and their errors on a timeline, and below it a list of the errors.
const REFERENCE = 0, SAID = 1, WRONG = 2;
const PLAIN = { tape: "", lane: "", kind: "", sort: "", search: "", row: "", from: "", to: "" };
let model = null, list = null, timeline = null, shown = { key: "", rows: [] };

function settled(found) {
  return found;
}
async function readModel() {
  const size = facts.spans, names = await Promise.all(["recordings", "lanes", "texts"].map(lines));
  model = { size, recordings: names[0], lanes: names[1], texts: ["", ...names[2]] };
  for (const name of ["recording", "lane", "side", "kind", "ref", "hyp", "number"]) model[name] = await numbers(name, size);
  Object.assign(model, await readTimes("times", size));
  model.errors = Uint32Array.from({ length: size }, (_, k) => k).filter(k => model.side[k] === WRONG);
}
const textOf = k => [model.texts[model.ref[k]], model.texts[model.hyp[k]]].filter(text => text !== "").join(" → ");
const lengthOf = k => (model.begins[k] < 0 ? NaN : (model.ends[k] - model.begins[k]) / 1000);
const plainSort = () => (facts.counted ? "-number" : facts.seconds ? "-length" : "begin");
const tape = () => model.recordings.indexOf(state.tape);

// The errors that pass all filters.
function filtered() {
  const recording = tape(), lane = model.lanes.indexOf(state.lane), kind = state.kind === "" ? -1 : Number(state.kind), wanted = state.search.toLowerCase();
  return model.errors.filter(k => (recording < 0 || model.recording[k] === recording) && (lane < 0 || model.lane[k] === lane)
    && (kind < 0 || model.kind[k] === kind) && (!wanted || textOf(k).toLowerCase().includes(wanted)));
}
function columns() {
  const timed = facts.timed ? [
    numberColumn("begin", "begin, s", k => (model.begins[k] < 0 ? NaN : model.begins[k]), seconds),
    numberColumn("length", "length, s", lengthOf, length => length.toFixed(2)),
  ] : [];
  return [
    textColumn("recording", facts.recording, k => model.recordings[model.recording[k]]), ...timed,
    textColumn("lane", facts.lane, k => model.lanes[model.lane[k]]),
    { key: "kind", title: "error", class: "text", text: k => facts.kinds[model.kind[k]], cell: k => element("span", { class: MARKS[model.kind[k]] }, facts.kinds[model.kind[k]]) },
    ...(facts.counted ? [numberColumn("number", "errors", k => model.number[k])] : []),
    { key: "text", title: facts.text, class: "text wide", text: textOf, cell: sidesOf },
  ];
}
// Both sides, each in its own direction: the arrow points to what was said in every script.
function sidesOf(k) {
  const sides = [model.texts[model.ref[k]], model.texts[model.hyp[k]]].filter(text => text !== "");
  return element("span", { dir: "ltr" }, ...sides.flatMap((text, at) => [at ? " → " : "", element("bdi", {}, cut(text))]));
}
const PRINTED = 1000;
// The errors in the order shown, below the timeline, for printing.
function printRows() {
  const rows = Array.from(shown.rows).slice(0, PRINTED), heads = columns();
  const stage = facts.timed ? [element("h2", {}, byId("tape").textContent), ...timeline.printed()] : [];
  const line = (name, cells) => element("tr", {}, ...cells.map((content, k) => element(name, { class: heads[k].class }, content)));
  byId("print").replaceChildren(...stage, element("p", {}, `${count(rows.length)} of ${quantity(shown.rows.length, "error")} that pass the filter`),
    element("table", {}, element("thead", {}, line("th", heads.map(each => each.title))),
      element("tbody", {}, ...rows.map(row => line("td", heads.map(each => each.cell(row)))))));
}
const MARKS = ["substituted", "deleted", "inserted"];
function ordered(rows) {
  const sort = state.sort || plainSort(), column = columns().find(each => each.key === sort.replace(/^-/, ""));
  if (!column) return rows;
  const keys = column.value ? numberKeys(rows, column.value) : ranks(Texts.of(Array.from(rows, column.text)));
  return sorted(rows, keys, sort.startsWith("-"));
}
function sumsBy(column, names, rows) {
  const errors = new Float64Array(names.length), lengths = new Float64Array(names.length);
  for (const k of rows) {
    errors[column[k]] += model.number[k];
    lengths[column[k]] += lengthOf(k) || 0;
  }
  return Array.from(names, (name, k) => ({ name, k, errors: errors[k], seconds: lengths[k] })).filter(row => row.errors).sort((a, b) => b.errors - a.errors || b.seconds - a.seconds);
}
function drawFacets(rows) {
  const table = (title, noun, key, found, value) => facetTable(title, [noun, facts.counted ? "words" : "number", ...(facts.seconds ? ["seconds"] : [])],
    found.slice(0, TOP).map(row => facetRow([element("bdi", {}, cut(row.name) || "–")], { [key]: value(row), row: "" },
      [count(row.errors), ...(facts.seconds ? [row.seconds.toFixed(2)] : [])])), found.length > TOP ? `${TOP} of ${count(found.length)}` : "");
  byId("facets").replaceChildren(
    table("Errors", "error", "kind", sumsBy(model.kind, facts.kinds, rows), row => String(row.k)),
    table(facts.lanes, facts.lane, "lane", sumsBy(model.lane, model.lanes, rows), row => row.name),
    table(facts.recordings, facts.recording, "tape", sumsBy(model.recording, model.recordings, rows), row => row.name));
}
// The lanes of the recording that is shown: of the filter, of the row chosen, or of the first error.
function drawTimeline(rows) {
  const row = state.row === "" ? -1 : Number(state.row);
  const number = tape() >= 0 ? tape() : row in model.recording && row >= 0 ? model.recording[row] : model.recording[rows[0] ?? 0];
  const key = JSON.stringify([number, state.lane]);
  if (timeline.content === key) return;
  const found = new Map(), errors = [], whole = [Infinity, 0], only = model.lanes.indexOf(state.lane);
  for (let k = 0; k < model.size; ++k) {
    if (model.recording[k] !== number || model.begins[k] < 0 || (only >= 0 && model.lane[k] !== only)) continue;
    whole[0] = Math.min(whole[0], model.begins[k]);
    whole[1] = Math.max(whole[1], model.ends[k]);
    if (!found.has(model.lane[k])) found.set(model.lane[k], [[], [], []]);
    found.get(model.lane[k])[model.side[k]].push([model.begins[k], model.ends[k], model.kind[k], textOf(k), k]);
    if (model.side[k] === WRONG) errors.push(model.begins[k]);
  }
  // Those with most errors first: no more than some are drawn.
  const lanes = [...found].sort(([a, x], [b, y]) => y[WRONG].length - x[WRONG].length || a - b).flatMap(([lane, [refs, said, wrong]]) => [
    laneOf(model.lanes[lane] || "reference", "reference", refs), laneOf("hypothesis", "said", said), laneOf("errors", "wrong", wrong)]);
  const given = timeline.content === undefined && state.from !== "" ? [Number(state.from), Number(state.to)] : null;
  timeline.content = key;
  byId("tape").textContent = model.recordings[number] === undefined ? "" : cut(model.recordings[number]);
  timeline.set(lanes, errors, whole[0] < whole[1] ? whole : [0, LEAST], given?.every(Number.isFinite) ? given : null);
}
function refresh() {
  const key = JSON.stringify([state.tape, state.lane, state.kind, state.search, state.sort]);
  if (key !== shown.key) {
    const sort = state.sort || plainSort();
    shown = { key, rows: ordered(filtered()) };
    list.set(columns(), shown.rows, { sort: sort.replace(/^-/, ""), descending: sort.startsWith("-"), onsort: sortBy, empty: nothing(model.errors.length) });
    drawFacets(shown.rows);
  }
  if (facts.timed) drawTimeline(shown.rows);
  const row = state.row === "" ? -1 : Number(state.row), place = shown.rows.indexOf(row);
  if (place !== list.chosen) list.mark(place);
  if (facts.timed) {
    timeline.chosen = row;
    if (place >= 0 && model.begins[row] >= 0) timeline.reveal([model.begins[row], model.ends[row]]);
    timeline.draw();
  }
  drawBar();
}
function sortBy(column) {
  const sort = state.sort || plainSort(), same = sort.replace(/^-/, "") === column.key;
  change({ sort: `${(same ? !sort.startsWith("-") : Boolean(column.value)) ? "-" : ""}${column.key}`, row: "" }, { step: false });
}
function drawBar() {
  let number = 0, length = 0;
  for (const k of shown.rows) {
    number += model.number[k];
    length += lengthOf(k) || 0;
  }
  byId("hits").textContent = `${count(shown.rows.length)} of ${quantity(model.errors.length, "error")}${facts.counted ? `, ${quantity(number, "word")}` : ""}${facts.seconds ? `, ${length.toFixed(2)} s` : ""}`;
  const found = [], chip = (text, changes) => found.push(chipOf(text, changes));
  if (state.kind !== "") chip(facts.kinds[state.kind] ?? state.kind, { kind: "" });
  if (state.lane !== "") chip(`${facts.lane}: ${cut(state.lane)}`, { lane: "" });
  if (state.tape !== "") chip(`${facts.recording}: ${cut(state.tape)}`, { tape: "" });
  if (state.search !== "") chip(`search: ${cut(state.search)}`, { search: "" });
  byId("chips").replaceChildren(...found);
  if (byId("query") !== document.activeElement) byId("query").value = state.search;
}
function toCsv(rows) {
  const heads = [facts.recording, "begin", "end", facts.lane, "error", "number", "reference", "hypothesis"];
  const time = value => (value < 0 ? "" : value / 1000);
  return [`${heads.map(cell).join(",")}\n`, ...Array.from(rows, k => `${[model.recordings[model.recording[k]], time(model.begins[k]), time(model.ends[k]),
    model.lanes[model.lane[k]], facts.kinds[model.kind[k]], model.number[k], model.texts[model.ref[k]], model.texts[model.hyp[k]]].map(cell).join(",")}\n`)];
}
const move = by => list.pick(list.chosen < 0 && by < 0 ? shown.rows.length - 1 : list.chosen + by);
const KEYS = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
  PageDown: () => move(list.room), PageUp: () => move(-list.room), Home: () => list.pick(0), End: () => list.pick(shown.rows.length - 1),
  "/": () => byId("query").focus(), "?": showHelp, Escape: () => closedFront() || change({ row: "" }, { step: false }),
};
// Letters and signs work everywhere; keys that scroll belong to the list, or to the page where nothing has the focus.
function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || byId("help").open) return;
  if (event.target.matches("input, select")) {
    if (event.key === "Escape") leaveField(event.target);
    return;
  }
  const listed = event.target === byId("list") || event.target === document.body;
  if (event.key.length > 1 && event.key !== "Escape" && !listed) return;
  if (facts.timed && (event.key.length === 1 || event.target === document.body)) timeline.key(event);
  const action = KEYS[event.key];
  if (event.defaultPrevented || !action) return;
  event.preventDefault();
  action();
}
async function opened() {
  await readModel();
  byId("app").hidden = false;
  list = new List(byId("list"), { choose: row => change({ row: String(row) }, { step: false }) });
  byId("timeline").hidden = !facts.timed;
  if (facts.timed) timeline = new Timeline(byId("timeline"), {
    moved: ([from, to]) => change({ from: String(from), to: String(to) }, { step: false }),
    choose: k => change({ row: String(k) }, { step: false }),
  });
  byId("query").addEventListener("input", event => change({ search: event.target.value, row: "" }, { step: false }));
  byId("export").addEventListener("click", () => save("errors.csv", "text/csv;charset=utf-8", toCsv(shown.rows)));
  setTop();
  for (const part of document.querySelectorAll("#help .timed")) part.hidden = !facts.timed;
  for (const [kind, part] of document.querySelectorAll("#help .sample").entries()) {
    part.textContent = facts.kinds[kind];
    part.parentElement.hidden = !facts.kinds[kind];
  }
  document.addEventListener("keydown", onKey);
  window.addEventListener("beforeprint", printRows);
  window.addEventListener("afterprint", () => byId("print").replaceChildren());
  window.addEventListener("popstate", () => {
    state = fromFragment(location.hash.slice(1));
    refresh();
  });
  state = fromFragment(location.hash.slice(1));
  refresh();
}
