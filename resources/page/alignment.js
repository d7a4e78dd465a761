// The alignment of one utterance: the reference above what every system said, column by column, wrapped.
const PIECE = 200;

// Columns of an utterance for systems that share a reference: [word of the reference or null, [kind, word, place among
// the words said] by system, place of the reference's word].
function columnsOf(systems, u) {
  const sides = systems.map(system => system.steps(u)), at = sides.map(() => 0), found = [];
  const length = systems[0].lengths[u], said = sides.map(() => 0);
  const cellOf = (k, [kind, , hyp]) => [kind, hyp, hyp === null ? null : said[k]++];
  for (let place = 0; place <= length; ++place) {
    for (;;) {
      const inserting = sides.map((steps, k) => steps[at[k]]?.[0] === INSERTED);
      if (!inserting.some(Boolean)) break;
      found.push([null, sides.map((steps, k) => (inserting[k] ? cellOf(k, steps[at[k]++]) : null)), null]);
    }
    if (place === length) break;
    const cells = sides.map((steps, k) => steps[at[k]++]);
    found.push([cells[0][1], cells.map((cell, k) => cellOf(k, cell)), place]);
  }
  return found;
}
const MARKS = { [-1]: "correct", [SUBSTITUTED]: "substituted", [DELETED]: "deleted", [INSERTED]: "inserted", [SPELLED]: "spelled" };
const wrongCell = cell => cell !== null && (cell[0] === SUBSTITUTED || cell[0] === DELETED || cell[0] === INSERTED);

function saidCell(cell, ref) {
  if (cell === null) return element("span", { class: "said nothing" }, " ");
  const [kind, said] = cell;
  if (kind === -1) return element("span", { class: "said correct", title: "correct" }, "·");
  if (kind === DELETED) return element("span", { class: "said deleted", title: `${visible(model.words.at(ref)).slice(0, LONGEST)} was deleted` }, "✗");
  return element("span", { class: `said ${MARKS[kind]}`, title: MARKS[kind] }, word(model.words.at(said)));
}
function stepColumn([ref, cells]) {
  const kinds = cells.filter(wrongCell).map(cell => cell[0]), missed = cells.every(cell => cell?.[0] === DELETED);
  const top = ref === null ? element("span", { class: "ref nothing" }, "+")
    : element("span", { class: missed ? "ref missed" : "ref" }, word(model.words.at(ref)));
  return element("span", { class: kinds.length ? "step wrong" : "step" }, top, ...cells.map(cell => saidCell(cell, ref)));
}
// The columns with runs of correct ones folded to their number.
function folded(columns, steps) {
  const found = [];
  let correct = 0;
  const close = () => {
    if (correct) found.push(element("span", { class: "step gap", title: quantity(correct, "correct word") }, `… ${correct} …`));
    correct = 0;
  };
  for (const [k, column] of columns.entries()) {
    if (column[1].some(wrongCell)) {
      close();
      found.push(steps[k]);
    } else ++correct;
  }
  close();
  return found;
}
function alignmentOf(systems, u) {
  const columns = columnsOf(systems, u), steps = columns.map(stepColumn);
  const drawn = state.hide ? folded(columns, steps) : steps;
  const names = ["reference", ...systems.map(system => cut(system.name))];
  if (facts.times) {
    names.push("begin, s");
    let end = stretchOf(u)?.[0] ?? 0;
    steps.forEach((step, k) => { end = markTimes(step, systems, u, columns[k], end); });
  }
  systems.forEach((system, k) => markRuns(system, k, u, columns, steps));
  const legend = element("span", { class: "step names", "aria-hidden": "true" }, ...names.map(name => element("span", {}, name)));
  const pieces = [];
  for (let k = 0; k < drawn.length; k += PIECE) pieces.push(element("span", { class: "piece" }, ...drawn.slice(k, k + PIECE)));
  const way = direction(systems[0].reference(u));
  return element("div", { class: "alignment", dir: way, role: "group", "aria-label": names.join(", ") }, legend, element("div", { class: "pieces" }, ...pieces));
}
// Systems by the words of the reference that they were scored against: alternatives may differ.
function byReference(u) {
  const found = [];
  for (const system of model.systems) {
    const group = found.find(each => sameReference(each[0], system, u));
    if (group) group.push(system);
    else found.push([system]);
  }
  return found;
}
// A button that plays an utterance from a second on, where it has sound; by itself from its begin.
function playButton(u, begin = null, text = "") {
  if (!facts.blocks.audio || !linkOf[u]) return [];
  const act = event => {
    event.stopPropagation();
    play(u, begin ?? startOf(u));
  };
  return [element("button", { type: "button", class: "play", title: "play from here", "aria-label": "play from here", onclick: act }, `▶${text}`)];
}
const startOf = u => (facts.times ? (stretchOf(u)?.[0] ?? 0) / 1000 : 0);
function playError(system, e) {
  const u = system.owners[e];
  return playButton(u, facts.times ? beginOf(system, u, stepOf(system, e)) : 0, " play");
}
// The number of an error's step among all steps of its utterance.
function stepOf(system, e) {
  const u = system.owners[e], wanted = e - system.errorStarts[u];
  let seen = -1;
  return system.steps(u).findIndex(([kind]) => kind !== -1 && ++seen === wanted);
}
function drawDetail(u) {
  const detail = byId("detail");
  detail.hidden = u === null;
  if (u === null) {
    detail.replaceChildren();
    return;
  }
  const places = model.groups.map(group => `${group.name} ${cut(group.names[group.of[u]])}`);
  const system = chosenSystem(), several = model.systems.length > 1;
  const rates = model.systems.map(each => `${several ? `${cut(each.name)} ` : ""}${percent(each.rate(u))} %`);
  if (facts.times && stretchOf(u)) places.push(span(stretchOf(u)));
  const line = [...places, quantity(system.lengths[u], unit()), `${quantity(system.errors[u], "error")}${several ? ` of ${cut(system.name)}` : ""}`, ...rates].join(" · ");
  const act = (text, title, action, pressed = null) => element("button", { type: "button", title, "aria-pressed": pressed, onclick: action }, text);
  detail.replaceChildren(
    element("div", { class: "line" }, element("strong", {}, element("bdi", {}, cut(model.ids.at(u)))), " ", ...playButton(u), " ", element("span", { class: "quiet" }, line)),
    element("div", { class: "line" }, act("hide correct (h)", "fold correct words to their number", toggleCorrect, String(Boolean(state.hide))), " ",
      act("copy", "copy both sides as text", event => copied(event.currentTarget, plainText(u))), " ",
      act("in its text", "read the whole recording, with the errors in their places", () => readAt(u)), " ",
      ...(state.row === "" ? [] : [act("close", "close the alignment (Escape)", () => change({ row: "" }, { step: false }))])),
    ...byReference(u).map(systems => alignmentOf(systems, u)));
}
// The reading view, at the first error of an utterance.
function readAt(u) {
  const all = recordings(), system = chosenSystem(), e = system.errorStarts[u];
  change({ view: "text", tape: all.names[all.of[u]], sort: "", row: e < system.errorStarts[u + 1] ? String(e) : "" });
}
const unit = () => (facts.unit === "character" ? "character" : "word");
function toggleCorrect() {
  change({ hide: state.hide ? "" : "1" }, { step: false });
}
function plainText(u) {
  return [`id: ${model.ids.at(u)}`, ...model.systems.flatMap(system =>
    [`reference: ${model.text(system.reference(u))}`, `${system.name}: ${model.said(system, u)}`])].join("\n");
}
