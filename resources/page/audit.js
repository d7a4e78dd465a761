"use strict";
// A person judges places where systems agree against the reference. Nothing is sent: verdicts are saved as a file.
const KINDS = ["reference wrong", "both right", "hypothesis wrong", "unclear"];
const byId = name => document.getElementById(name);
let facts = null, chosen = 0, sounding = -1, unsaved = false;
const verdicts = new Map();  // by number of the place: a verdict and all who gave it

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made[key] = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...content);
  return made;
}
// The utterance, and the words of it that are judged with what the systems say: a verdict on other words is of no place.
const placeOf = site => JSON.stringify([
  ...["id", "session", "channel", "speaker"].map(name => site[name] ?? ""), site.start ?? null, site.begin, site.end, site.ref, site.alt]);
const isShown = number => !byId("open-only").checked || !verdicts.has(number) || number === chosen;

function judge(kind) {
  const given = verdicts.get(chosen), others = given?.verdict === kind ? given.judges : [], judge = byId("judge").value.trim();
  if (kind) verdicts.set(chosen, { verdict: kind, judges: [...new Set([...others, judge])].filter((name, _, all) => name || all.length === 1) });
  else verdicts.delete(chosen);
  unsaved = true;
  mark(chosen);
  if (kind) move(1);
  else show();
}
// The next place that is shown, onwards or back; the same one at an end.
function move(step) {
  let next = chosen + step;
  while (next >= 0 && next < facts.sites.length && byId("open-only").checked && verdicts.has(next)) next += step;
  if (next >= 0 && next < facts.sites.length) chosen = next;
  show();
}
function words(text, kind, empty) {
  return element("bdi", { class: text ? `word ${kind}` : "quiet" }, text || empty);
}
function show() {
  const site = facts.sites[chosen], given = verdicts.get(chosen);
  const line = (name, text, kind, empty) => element("p", { class: "audited" }, element("b", { class: "quiet" }, `${name} `),
    `${site.left} `, words(text, kind, empty), ` ${site.right}`);
  const buttons = KINDS.map((kind, k) => element("button", { type: "button", "aria-pressed": String(given?.verdict === kind), onclick: () => judge(kind) }, `${k + 1} ${kind}`));
  const place = site.start === undefined ? "" : ` · ${site.session} ${site.start} s`;
  byId("case").replaceChildren(
    element("h2", {}, `${chosen + 1} of ${facts.sites.length}: `, element("bdi", {}, site.id), element("span", { class: "quiet" }, place)),
    line("reference", site.ref, "deleted", "(nothing)"),
    line("systems", site.alt, "inserted", "(nothing)"),
    element("p", { class: "quiet" }, `${site.systems.join(", ")} agree`, ...site.others.map(other => ` · ${other}`), ` · ${site.bits.toFixed(1)} bits`),
    element("p", { class: "bar" }, ...buttons, ...(linkOf(site) ? [element("button", { type: "button", onclick: play }, "▶ play")] : [])));
  for (const row of document.querySelectorAll("#sites tr[aria-selected=true]")) row.removeAttribute("aria-selected");
  const row = byId("sites").tBodies[0].rows[chosen];
  row?.setAttribute("aria-selected", "true");
  row?.scrollIntoView({ block: "nearest" });
  filter();
  tell();
}
function tell() {
  const sums = KINDS.map(kind => [[...verdicts.values()].filter(each => each.verdict === kind).length, kind]).filter(([number]) => number);
  byId("told").textContent = `${verdicts.size} of ${facts.sites.length} judged${sums.length ? `: ${sums.map(sum => sum.join(" ")).join(", ")}` : ""}${unsaved ? " · not saved" : ""}`;
}
function mark(number) {
  const cell = byId("sites").tBodies[0].rows[number]?.lastElementChild, given = verdicts.get(number);
  const judges = given?.judges.filter(Boolean).join(", ");
  if (cell) cell.textContent = given ? `${given.verdict}${judges ? ` (${judges})` : ""}` : "";
}
function filter() {
  for (const [number, row] of [...byId("sites").tBodies[0].rows].entries()) row.hidden = !isShown(number);
}
function list() {
  byId("sites").tBodies[0].replaceChildren(...facts.sites.map((site, number) => element("tr", { onclick: () => { chosen = number; show(); } },
    ...[site.id, site.ref || "–", site.alt || "–"].map(text => element("td", { class: "text" }, element("bdi", {}, text))),
    element("td", {}, String(site.systems.length)), element("td", {}, site.bits.toFixed(1)), element("td", { class: "text" }))));
}
// --- files: one line of JSON for each verdict and judge
function save() {
  const lines = [...verdicts].sort(([first], [second]) => first - second).flatMap(([number, { verdict, judges }]) => {
    const { link, ...site } = facts.sites[number];
    return judges.map(judge => `${JSON.stringify({ ...site, verdict, judge })}\n`);
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
    if (number === undefined || number === null || !KINDS.includes(row.verdict)) { strange += 1; continue; }
    const held = read.get(number);
    if (held && held.verdict !== row.verdict) {
      byId("told").textContent = `Nothing loaded: line ${line} says ${row.verdict}, where line ${held.line} says ${held.verdict}`;
      return;
    }
    const judge = typeof row.judge === "string" ? row.judge : "";
    read.set(number, { verdict: row.verdict, judges: [...(held?.judges ?? []), judge], line: held?.line ?? line });
  }
  let loaded = 0, other = 0;
  for (const [number, { verdict, judges }] of read) {
    const own = verdicts.get(number);
    if (own && own.verdict !== verdict) { other += 1; continue; }
    verdicts.set(number, { verdict, judges: [...new Set([...(own?.judges ?? []), ...judges])] });
    mark(number);
    loaded += 1;
  }
  show();
  const told = [
    [loaded, "loaded"], [other, "not loaded: this page has others on these places"],
    [strange, "not loaded: of no place of this page, or no verdict"], [open, "without a verdict"]];
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
function play() {
  const link = linkOf(facts.sites[chosen]);
  if (!link || (!player.paused && sounding === chosen)) { player.pause(); return; }
  const address = addressOf(link);
  sounding = chosen;
  if (player.getAttribute("src") !== address) player.setAttribute("src", address);
  player.currentTime = facts.sites[chosen].start ?? 0;
  player.play().catch(() => { byId("told").textContent = "The browser cannot play the audio: keep it where it was beside the page."; });
}
// --- keys
const ACTIONS = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), 0: () => judge(""), " ": play,
  s: save, o: () => byId("file").click(), "?": () => byId("help").showModal(),
};
for (const [k, kind] of KINDS.entries()) ACTIONS[k + 1] = () => judge(kind);
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
    byId("case").textContent = "There is no place at which two systems agree against the reference.";
    return;
  }
  if (facts.links.length) document.querySelector("#help .audio").hidden = false;
  list();
  show();
  byId("open-only").onchange = show;
  byId("save").onclick = save;
  byId("load").onclick = () => byId("file").click();
  byId("file").onchange = event => { if (event.target.files[0]) load(event.target.files[0]); event.target.value = ""; };
  byId("keys").onclick = () => byId("help").showModal();
  document.addEventListener("keydown", pressed);
  addEventListener("beforeunload", event => { if (unsaved) event.preventDefault(); });
}
document.addEventListener("DOMContentLoaded", start);
