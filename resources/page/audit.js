"use strict";
// A person judges places where two sides differ. Nothing is sent: verdicts are saved as a file.
let facts = null, chosen = 0, sounding = -1, unsaved = false;
const verdicts = new Map();  // by number of the place: a verdict, the words that were typed with it, and all who gave it
const changes = [];  // places with the verdicts that they had before, to be undone

const wordsOf = site => facts.fields.map(name => site[name]);
// The utterance, and the words of both sides that are judged: a verdict on other words is of no place.
const placeOf = site => JSON.stringify([
  ...["id", "session", "channel", "speaker"].map(name => site[name] ?? ""), site.start ?? null, site.begin, site.end, ...wordsOf(site)]);
const isShown = number => !byId("open-only").checked || !verdicts.has(number) || number === chosen;

const isAlike = (first, other) => first?.verdict === other.verdict && first.words === other.words;

function judge(kind) {
  if (kind && kind === facts.typed) type();
  else give(kind);
}
function give(verdict, words) {
  const given = verdicts.get(chosen), others = isAlike(given, { verdict, words }) ? given.judges : [], judge = byId("judge").value.trim();
  if (!verdict && !given) return;
  changes.push([chosen, given]);
  put(chosen, verdict ? { verdict, words, judges: [...new Set([...others, judge])].filter((name, _, all) => name || all.length === 1) } : null);
  if (verdict) move(1);
  else show();
}
// What was said, where both sides are wrong; enter gives the verdict, escape none.
function type() {
  const field = byId("words");
  field.value = verdicts.get(chosen)?.words ?? wordsOf(facts.sites[chosen])[0];
  byId("typed").hidden = false;
  field.focus();
  field.select();
}
function typed(event) {
  if (event.key !== "Enter" && event.key !== "Escape") return;
  event.preventDefault();
  byId("case").focus();
  if (event.key === "Enter") give(facts.typed, byId("words").value.trim());
  else show();
}
function undo() {
  if (!changes.length) return;
  const [number, before] = changes.pop();
  put(number, before);
  go(number);
}
function put(number, given) {
  if (given) verdicts.set(number, given);
  else verdicts.delete(number);
  unsaved = true;
  mark(number);
}
function go(number) {
  const left = chosen;
  chosen = number;
  hide(left);
  show();
}
// The next place that is shown, onwards or back; the same one at an end.
function move(step) {
  let next = chosen + step;
  while (next >= 0 && next < facts.sites.length && byId("open-only").checked && verdicts.has(next)) next += step;
  go(next >= 0 && next < facts.sites.length ? next : chosen);
}
function show() {
  const site = facts.sites[chosen], given = verdicts.get(chosen);
  const words = (text, kind) => (text ? word(text, kind) : element("bdi", { class: "quiet" }, "(nothing)"));
  // The text is isolated: it is written in its own direction, whatever stands before it.
  const line = (name, text, kind) => element("p", { class: "audited" }, element("b", { class: "quiet" }, `${name} `),
    element("bdi", {}, `${cut(site.left)} `, words(text, kind), ` ${cut(site.right)}`));
  const place = site.start === undefined ? "" : ` · ${cut(site.session)} ${site.start} s`;
  byId("place").replaceChildren(
    element("h2", {}, `${chosen + 1} of ${facts.sites.length}: `, element("bdi", {}, cut(site.id)), element("span", { class: "quiet" }, place)),
    ...wordsOf(site).map((text, side) => line(facts.sides[side], text, facts.marks[side])),
    ...(site.systems ? [element("p", { class: "quiet" }, `${site.systems.map(cut).join(", ")} agree`, ...site.others.map(other => ` · ${cut(other)}`), ` · ${site.bits.toFixed(1)} bits`)] : []));
  if (facts.typed) byId("typed").hidden = true;
  for (const [k, button] of [...byId("choices").children].entries()) if (k < facts.kinds.length) button.setAttribute("aria-pressed", String(given?.verdict === facts.kinds[k]));
  document.querySelector("#sites tr[aria-selected=true]")?.removeAttribute("aria-selected");
  const row = byId("sites").tBodies[0].rows[chosen];
  row.setAttribute("aria-selected", "true");
  row.hidden = false;
  const [at, box] = [row, byId("places")].map(part => part.getBoundingClientRect());
  byId("places").scrollTop += Math.min(0, at.top - box.top) || Math.max(0, at.bottom - box.bottom);
  byId("case").scrollIntoView({ block: "nearest" });
  tell();
}
function tell() {
  const sums = facts.kinds.map(kind => [[...verdicts.values()].filter(each => each.verdict === kind).length, kind]).filter(([number]) => number);
  byId("told").textContent = `${verdicts.size} of ${facts.sites.length} judged${sums.length ? `: ${sums.map(sum => sum.join(" ")).join(", ")}` : ""}${unsaved ? " · not saved" : ""}`;
}
function mark(number) {
  const cell = byId("sites").tBodies[0].rows[number]?.lastElementChild, given = verdicts.get(number);
  const judges = given?.judges.filter(Boolean).join(", ");
  if (cell) cell.textContent = given ? `${given.verdict}${given.words === undefined ? "" : `: ${cut(given.words) || "–"}`}${judges ? ` (${cut(judges)})` : ""}` : "";
}
function hide(number) {
  byId("sites").tBodies[0].rows[number].hidden = !isShown(number);
}
function list() {
  const row = (site, number) => element("tr", { onclick: () => go(number) },
    ...[site.id, ...wordsOf(site).map(text => text || "–")].map(text => element("td", { class: "text" }, element("bdi", {}, cut(text)))),
    ...(site.systems ? [element("td", {}, String(site.systems.length)), element("td", {}, site.bits.toFixed(1))] : []), element("td", { class: "text" }));
  byId("sites").tBodies[0].replaceChildren(...facts.sites.map(row));
  const button = (text, onclick) => element("button", { type: "button", onclick }, text);
  byId("choices").replaceChildren(...facts.kinds.map((kind, k) => button(`${k + 1} ${kind}`, () => judge(kind))),
    button("0 no verdict", () => judge("")), ...(facts.links.length ? [button("▶ play", play)] : []));
}
// --- files: one line of JSON for each verdict and judge
function save() {
  const lines = [...verdicts].sort(([first], [second]) => first - second).flatMap(([number, { verdict, words, judges }]) => {
    const { link, until, ...site } = facts.sites[number];
    return judges.map(judge => `${JSON.stringify({ ...site, verdict, words, judge })}\n`);
  });
  const address = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  element("a", { href: address, download: "verdicts.jsonl" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  unsaved = false;
  tell();
}
// Verdicts of a file, which must not contradict each other; those of this window that they would replace stay.
async function load(file) {
  const numbers = new Map(facts.sites.map((site, number) => [placeOf(site), number])), read = new Map();
  let strange = 0, open = 0, line = 0;
  for (const text of (await file.text()).split("\n")) {
    line += 1;
    if (!text.trim()) continue;
    let row = null;
    try {
      row = JSON.parse(text);
    } catch { /* counted below */ }
    if (row?.verdict === "" || (row && typeof row === "object" && !("verdict" in row))) { open += 1; continue; }
    const number = row && numbers.get(placeOf(row));
    if (number === undefined || number === null || !facts.kinds.includes(row.verdict) || (row.verdict === facts.typed && typeof row.words !== "string")) { strange += 1; continue; }
    const held = read.get(number), words = row.verdict === facts.typed ? row.words : undefined;
    if (held && !isAlike(held, { verdict: row.verdict, words })) {
      byId("told").textContent = `Nothing was loaded: line ${line} says ${row.verdict}, but line ${held.line} says ${held.verdict}`;
      return;
    }
    const judge = typeof row.judge === "string" ? row.judge : "";
    read.set(number, { verdict: row.verdict, words, judges: [...(held?.judges ?? []), judge], line: held?.line ?? line });
  }
  let loaded = 0, other = 0;
  for (const [number, { verdict, words, judges }] of read) {
    const own = verdicts.get(number);
    if (own && !isAlike(own, { verdict, words })) { other += 1; continue; }
    verdicts.set(number, { verdict, words, judges: [...new Set([...(own?.judges ?? []), ...judges])] });
    mark(number);
    loaded += 1;
  }
  changes.length = 0;
  show();
  const told = [
    [loaded, "loaded"], [other, "not loaded: this page has other verdicts on these places"],
    [strange, "not loaded: not a place of this page, or not a verdict"], [open, "without a verdict"]];
  byId("told").textContent = told.filter(([count], place) => count || !place).map(([count, text]) => `${count} ${text}`).join("; ");
}
// --- sound
const player = element("audio", { preload: "none" }), sounds = new Map();
const linkOf = site => (site.link ? facts.links[site.link - 1] : "");
function addressOf(link) {
  const number = /^sound:(\d+)$/.exec(link)?.[1];
  if (number === undefined) return link;
  if (!sounds.has(number)) {
    const { kind, data } = facts.sounds[number], bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
    sounds.set(number, URL.createObjectURL(new Blob([bytes], { type: kind })));
  }
  return sounds.get(number);
}
// A place is played up to the end of its utterance, where the files tell it.
function play() {
  const site = facts.sites[chosen], link = linkOf(site);
  if (!link) byId("told").textContent = "There is no audio file for this utterance.";
  if (!link || (!player.paused && sounding === chosen)) {
    player.pause();
    return;
  }
  const address = addressOf(link);
  sounding = chosen;
  if (player.getAttribute("src") !== address) player.setAttribute("src", address);
  player.currentTime = site.start ?? 0;
  player.play().catch(() => {});  // its event says why
}
player.addEventListener("timeupdate", () => {
  if (player.currentTime >= (facts.sites[sounding]?.until ?? Infinity)) player.pause();
});
player.addEventListener("error", () => {
  byId("told").textContent = `The browser cannot play ${cut(linkOf(facts.sites[sounding]))}: keep the audio where it was, next to the page.`;
});
// --- keys
const ACTIONS = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), 0: () => judge(""), u: undo, " ": play,
  s: save, o: () => byId("file").click(), "?": () => byId("help").showModal(),
};
function pressed(event) {
  const isField = event.target.matches("input[type=text]"), isButton = event.target.matches("button, input, a") && (event.key === " " || event.key === "Enter");
  if (isField && (event.key === "Enter" || event.key === "Escape")) byId("case").focus();
  if (event.ctrlKey || event.metaKey || event.altKey || isField || isButton || byId("help").open) return;
  const action = ACTIONS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
function start() {
  facts = JSON.parse(byId("facts").textContent);
  byId("app").hidden = false;
  if (!facts.sites.length) {
    byId("case").textContent = "There is no place where systems agree, but not with the reference.";
    return;
  }
  for (const [k, kind] of facts.kinds.entries()) ACTIONS[k + 1] = () => judge(kind);
  if (facts.typed) byId("words").onkeydown = typed;
  if (facts.links.length) document.querySelector("#help .audio").hidden = false;
  list();
  show();
  byId("open-only").onchange = () => {
    for (const number of facts.sites.keys()) hide(number);
  };
  byId("save").onclick = save;
  byId("load").onclick = () => byId("file").click();
  byId("file").onchange = event => { if (event.target.files[0]) load(event.target.files[0]); event.target.value = ""; };
  byId("keys").onclick = () => byId("help").showModal();
  document.addEventListener("keydown", pressed);
  addEventListener("beforeunload", event => { if (unsaved) event.preventDefault(); });
}
document.addEventListener("DOMContentLoaded", start);
