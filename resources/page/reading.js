// The reading view: all words of a recording as a text, with each error of the chosen system in its place.
const MOST_READ = 20000, STRIPES = 400;
let reading = { key: "", marks: new Map(), number: 0, part: 0 };

// Utterances by recording; of files that name none, or as many as utterances, all are one text.
function recordings() {
  const group = model.groups.find(each => each.name === "recording");
  return group ?? { names: [""], of: new Uint32Array(model.size) };
}
// The recording that is read: the one asked for, else that of the row chosen, else the first with utterances that pass the filters.
function recordingRead(utterances) {
  const all = recordings(), wanted = all.names.indexOf(state.tape);
  if (wanted >= 0) return wanted;
  return all.of[state.row === "" ? utterances[0] ?? 0 : VIEWS.text.owner(Number(state.row))] ?? 0;
}
// The utterances of a recording in the order of their times, else of the file, in parts that a browser lays out at once.
function partsOf(number) {
  const { of } = recordings(), rows = [];
  for (let u = 0; u < model.size; ++u) if (of[u] === number) rows.push(u);
  if (model.stretches) rows.sort((a, b) => model.stretches.begins[a] - model.stretches.begins[b] || a - b);
  const parts = [[]];
  let size = 0;
  for (const u of rows) {
    const length = chosenSystem().lengths[u] + chosenSystem().insertions[u] + 1;
    if (size && size + length > MOST_READ) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1).push(u);
    size += length;
  }
  return parts;
}
// The errors of the recording that is read which pass the filters, in the order of the text: the rows of this view.
function errorsRead(utterances) {
  const passing = new Uint8Array(model.size), found = [];
  for (const u of utterances) passing[u] = 1;
  for (const part of partsOf(recordingRead(utterances))) found.push(...errorsOf(part.filter(u => passing[u])));
  return Uint32Array.from(found);
}
// Whether every system missed the word of the reference at the place of an error.
function missedByAll(system, e) {
  const u = system.owners[e], place = system.places[e] - system.refStarts[u];
  return model.systems.every(other => {
    for (let k = other.errorStarts[u]; k < other.errorStarts[u + 1]; ++k) {
      if (other.kinds[k] === DELETED && other.places[k] - other.refStarts[u] === place) return true;
    }
    return false;
  });
}
// Words up to this length fit on a line of a phone, and are not broken.
const UNBROKEN = 24;
// An error in its place: what was said, and above it what was recognised instead.
function markOf(system, e, [kind, ref, hyp]) {
  const attributes = { "data-error": e, tabindex: -1 };
  if (kind === DELETED) {
    const all = missedByAll(system, e);
    return element(all ? "del" : "span", { ...attributes, class: `mark deleted${all ? "" : " partly"}`, title: all ? "deleted" : "deleted, not by all systems" }, word(model.words.at(ref)));
  }
  if (kind === INSERTED) return element("ins", { ...attributes, class: "mark inserted", title: "inserted: recognised, but not said" }, word(model.words.at(hyp)));
  if (kind === SPELLED) return element("span", { class: "spelled", title: "counts as correct" }, word(model.words.at(ref)));
  const texts = [model.words.at(ref), model.words.at(hyp)], long = texts.some(text => text.length > UNBROKEN) ? " long" : "";
  return element("ruby", { ...attributes, class: `mark substituted${long}`, title: "substituted: the recognised word is above it" },
    word(texts[0]), element("rt", {}, word(texts[1])));
}
// The words of an utterance; with times each knows its second.
function paragraphOf(system, u) {
  const found = element("p", { dir: direction(system.reference(u)) }), timed = Boolean(facts.times && facts.blocks.audio);
  let e = system.errorStarts[u], plain = "", place = 0, said = 0;
  const flush = () => {
    if (plain) found.append(plain);
    plain = "";
  };
  let end = stretchBegin(u);
  for (const step of system.steps(u)) {
    const [kind, ref, hyp] = step, gap = found.hasChildNodes() || plain ? facts.joiner : "";
    let begin = end;
    if (timed) {
      const times = [ref === null ? null : refTime(system, u, place++), hyp === null ? null : saidTime(system, u, said++)].find(Boolean);
      if (times) [begin, end] = times;
    }
    if (kind === -1 && !timed) {
      plain += gap + cut(model.words.at(ref));
      continue;
    }
    plain += gap;
    flush();
    const part = kind === -1 ? element("span", {}, cut(model.words.at(ref))) : markOf(system, e++, step);
    if (timed) part.dataset.begin = begin / 1000;
    found.append(part);
  }
  flush();
  return found;
}
const stretchBegin = u => (facts.times ? stretchOf(u)?.[0] ?? 0 : 0);
// What stands beside an utterance: a button that plays it, its time, who speaks; without these, its id.
function besideOf(u, before) {
  const speaker = model.groups.find(group => group.name === "speaker"), stretch = facts.times ? stretchOf(u) : null;
  const parts = [...playButton(u)];
  if (stretch) parts.push(element("span", {}, clock(stretch[0])), " ");
  if (speaker && (before === null || speaker.of[before] !== speaker.of[u])) parts.push(element("bdi", {}, cut(speaker.names[speaker.of[u]])));
  if (!stretch && !speaker && model.size > 1) parts.push(element("bdi", {}, cut(model.ids.at(u))));
  return element("div", { class: "beside quiet", title: cut(model.ids.at(u)) }, ...parts);
}
function drawReading(utterances) {
  const number = recordingRead(utterances), parts = partsOf(number), system = chosenSystem();
  const part = Math.max(0, state.row === "" ? 0 : parts.findIndex(rows => rows.includes(VIEWS.text.owner(Number(state.row)))));
  const key = JSON.stringify([state.system, number, part]);
  if (key !== reading.key) {
    reading = { key, number, part, parts };
    const rows = parts[part].map((u, k) => element("div", { class: "utterance", "data-u": u }, besideOf(u, k ? parts[part][k - 1] : null), paragraphOf(system, u)));
    byId("text").replaceChildren(element("div", { class: "reading-head" }, ...readingHead(number, part, parts)),
      element("div", { class: "document" }, element("article", {}, ...rows), mapOf(parts[part], system)), element("div", { id: "here", class: "here" }));
    reading.marks = new Map(Array.from(byId("text").querySelectorAll(".mark"), mark => [Number(mark.dataset.error), mark]));
  }
  const passing = new Set(shown.rows);
  for (const [e, mark] of reading.marks) mark.classList.toggle("quieter", !passing.has(e));
}
function readingHead(number, part, parts) {
  const all = recordings(), found = [];
  const go = to => {
    const row = parts[to].flatMap(u => [chosenSystem().errorStarts[u]])[0];
    change({ row: String(row) }, { step: false });
  };
  if (all.names.length > 1) {
    found.push(element("label", {}, "Recording ", element("select", { onchange: event => change({ tape: event.target.value, row: "" }) },
      ...all.names.map((name, k) => element("option", { value: name, selected: k === number }, cut(name))))));
  }
  if (parts.length > 1) {
    found.push(element("button", { type: "button", disabled: part === 0, onclick: () => go(part - 1) }, "previous part"),
      element("span", {}, `part ${part + 1} of ${parts.length}`),
      element("button", { type: "button", disabled: part === parts.length - 1, onclick: () => go(part + 1) }, "next part"));
  }
  found.push(element("span", { class: "legend" }, element("ruby", { class: "mark substituted" }, "said", element("rt", {}, "recognised")), " ", element("del", { class: "mark deleted" }, "deleted"), " ",
    element("ins", { class: "mark inserted" }, "inserted")));
  if (model.systems.length > 1) found.push(element("span", { class: "whose quiet" }, `errors of ${cut(chosenSystem().name)}`));
  return found;
}
// The map in the margin: a stripe for each stretch of the text with errors, in the colour of most of them. A click goes there.
function mapOf(rows, system) {
  let whole = 0;
  for (const u of rows) whole += system.lengths[u] + system.insertions[u];
  const counts = Array.from({ length: STRIPES }, () => [0, 0, 0]), firsts = new Array(STRIPES).fill(null);
  let at = 0;
  for (const u of rows) {
    for (let e = system.errorStarts[u]; e < system.errorStarts[u + 1]; ++e) {
      if (system.kinds[e] === SPELLED) continue;
      const stripe = Math.min(STRIPES - 1, Math.floor(((at + system.places[e] - system.refStarts[u]) / Math.max(1, whole)) * STRIPES));
      ++counts[stripe][system.kinds[e]];
      firsts[stripe] ??= e;
    }
    at += system.lengths[u] + system.insertions[u];
  }
  const picture = svg("svg", { class: "margin", viewBox: `0 0 10 ${STRIPES}`, preserveAspectRatio: "none", role: "img", "aria-label": "map of the errors of this text" });
  counts.forEach((number, stripe) => {
    if (firsts[stripe] === null) return;
    const kind = number.indexOf(Math.max(...number));
    const line = svg("rect", { class: `kind-${SIGNS[kind]}`, x: 0, y: stripe, width: 10, height: 1.6 });
    picture.append(line);
  });
  picture.addEventListener("click", event => {
    const box = picture.getBoundingClientRect(), wanted = Math.floor(((event.clientY - box.top) / box.height) * STRIPES);
    let best = -1;
    firsts.forEach((e, stripe) => { if (e !== null && (best < 0 || Math.abs(stripe - wanted) < Math.abs(best - wanted))) best = stripe; });
    if (best >= 0) choose(firsts[best]);
  });
  return picture;
}
// The error chosen: marked, in sight, and below the text what every system recognised there.
function markReading() {
  const e = state.row === "" ? null : Number(state.row), mark = reading.marks.get(e), system = chosenSystem();
  byId("text").querySelector(".mark.current")?.classList.remove("current");
  const bar = byId("here");
  bar.hidden = !mark;
  if (!mark) return;
  mark.classList.add("current");
  const place = shown.rows.indexOf(e), others = model.systems.filter(each => each !== system);
  const step = (by, text) => element("button", { type: "button", onclick: () => moveError(by) }, text);
  bar.replaceChildren(
    element("span", { class: "quiet" }, place < 0 ? "" : `error ${count(place + 1)} of ${count(shown.rows.length)}`), " ",
    element("strong", {}, briefError(system, e)), ...others.flatMap(other => [" ", element("span", {}, element("span", { class: "quiet" }, `${cut(other.name)}: `), otherwise(system, other, e))]), " ",
    step(-1, "previous (p)"), step(1, "next (n)"), ...playError(system, e));
  const box = mark.getBoundingClientRect();
  if (box.top < byId("top").offsetHeight + 40 || box.bottom > innerHeight - 90) mark.scrollIntoView({ block: "center" });
}
function moveError(by) {
  const place = state.row === "" ? -1 : shown.rows.indexOf(Number(state.row));
  const next = place < 0 ? (by > 0 ? 0 : shown.rows.length - 1) : place + by;
  if (next >= 0 && next < shown.rows.length) choose(shown.rows[next]);
}
VIEWS.text = { title: "Text", part: "text", columns: () => [], rows: errorsRead, plain: "", owner: e => chosenSystem().owners[e] };
