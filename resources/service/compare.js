// The page that scores texts and files: sends them to the methods and shows the answers. Text enters it as text only.

import { element } from "./elements.js";
import { EXAMPLES } from "./examples.js";
import { ask } from "./transport.js";

const SHOWN = 100; // utterances, and rows of tables, until somebody asks for more
const KEPT = 4; // correct words beside an error; longer runs are shortened
const LONGEST = 6; // words of a side of a pair
const $ = (id) => document.getElementById(id);
const SIDES = ["ref", "hyp", "other"];
const SIDE_NAMES = { ref: "reference", hyp: "hypothesis", other: "second" };
// The methods behind the ways to score, and the names of their rates.
const WAYS = {
  word: { path: "/v1/score", rate: "WER", words: true },
  character: { path: "/v1/score", rate: "CER", words: true },
  meetings: { path: "/v1/meetings", rate: "cpWER" },
  diarisation: { path: "/v1/segments", rate: "DER" },
};
// The name of a rate in an answer.
const rateName = (name) => ({ CER: "cer", DER: "der" })[name] ?? "wer";
const way = () => WAYS[$("what").value];

// Texts and what they become. No text that is replaced is a replacement: rules that undo each other are refused.
const rules = new Map();
const shown = { utterances: [], count: SHOWN };

const word = (text) => element("bdi", {}, text);

// --- rules ---------------------------------------------------------------------------------------

const contains = (text, part) => ` ${text} `.includes(` ${part} `);

function addRule(ref, hyp) {
  let [search, target] = [hyp, rules.get(ref) ?? ref];
  // A replacement that holds its own text would grow at every use.
  if (contains(target, search)) [search, target] = [target, search];
  if (search === target) return;
  for (const [text, becomes] of rules) if (becomes === search) rules.set(text, target);
  rules.delete(target);
  rules.set(search, target);
}

const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
const ruleFile = () => new Blob([...rules].map(([text, becomes]) => `${quoted(text)},${quoted(becomes)}\n`), { type: "text/csv" });

function showRules() {
  $("rules-part").hidden = rules.size === 0;
  const rows = [...rules].map(([text, becomes]) =>
    element("tr", {}, element("td", {}, word(text)), element("td", {}, word(becomes)),
      element("td", {}, element("button", {
        type: "button", "aria-label": `remove the rule: ${text} becomes ${becomes}`,
        onclick: () => { rules.delete(text); changed(`removed: ${text} becomes ${becomes}`); },
      }, "Remove"))));
  $("rules").tBodies[0].replaceChildren(...rows);
  URL.revokeObjectURL($("download").href);
  $("download").href = URL.createObjectURL(ruleFile());
  const chosen = $("normalise").value;
  $("command").textContent = `scorelite score REF HYP${chosen ? ` --normalise ${chosen}` : ""} --normalise rules.csv`;
}

async function changed(message) {
  showRules();
  await compare(message);
  $("score-head").focus();
}

async function countAsEqual(ref, hyp) {
  const before = new Map(rules);
  addRule(ref, hyp);
  showRules();
  if (!(await compare(`counted as equal: ${ref} and ${hyp}`))) {
    rules.clear();
    for (const [text, becomes] of before) rules.set(text, becomes);
    showRules();
  }
  $("score-head").focus();
}

// --- the request -----------------------------------------------------------------------------------

function side(form, name, field) {
  const format = $(`${name}-format`).value;
  const file = $(`${name}-file`).files[0];
  if (file) form.append(field, file, file.name);
  else if (format === "one" && way().words) form.append(field, $(`${name}-text`).value);
  else form.append(field, new Blob([$(`${name}-text`).value]), SIDE_NAMES[name]);
  if (format !== "one" && format !== "") form.append(`${field}_format`, format);
}

function formOf(fields) {
  const form = new FormData();
  for (const [name, field] of Object.entries(fields)) side(form, name, field);
  if ($("what").value === "diarisation") {
    form.append("measure", "diarisation");
    return form;
  }
  if ($("normalise").value) form.append("normalise", $("normalise").value);
  form.append("case_sensitive", String($("case").checked));
  if (rules.size) form.append("rules", ruleFile(), "rules.csv");
  if (way().words) form.append("unit", $("what").value);
  return form;
}

async function asked(path, form) {
  const answer = await ask(path, { method: "POST", body: form });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.detail);
  return told;
}

const isTwo = () => way().words && $("two").checked;

// Work that is under way, and what is wrong with it in place of an answer.
async function working(doing, work) {
  $("status").textContent = doing;
  $("problem").hidden = true;
  try {
    await work();
    return true;
  } catch (error) {
    $("problem").textContent = error.message;
    $("problem").hidden = false;
    $("status").textContent = "";
    return false;
  }
}

const compare = (message = "") => working("scoring ...", async () => {
  const scored = await asked(way().path, formOf({ ref: "ref", hyp: "hyp" }));
  const versus = isTwo() ? await asked("/v1/compare", formOf({ ref: "ref", hyp: "hyp_a", other: "hyp_b" })) : null;
  show(scored, versus, message);
});

// Scores what the form holds now; an earlier answer does not stay beside a problem.
async function score() {
  showRules();
  if (!(await compare())) $("results").hidden = true;
}

const downloadPage = () => working("creating the page ...", async () => {
  const form = formOf({ ref: "ref", hyp: "hyp" });
  form.append("page", "true");
  const { page } = await asked(way().path, form);
  const address = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  element("a", { href: address, download: "errors.html" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  $("status").textContent = "errors.html is downloaded";
});

// --- the answer ------------------------------------------------------------------------------------

const number = (value) => value.toLocaleString("en");
const plural = (count, noun) => `${noun}${count === 1 ? "" : "s"}`;
const quantity = (count, noun) => `${number(count)} ${plural(count, noun)}`;
const seconds = (value) => `${value.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
const percent = (rate) => (rate === null ? "-" : `${(100 * rate).toFixed(1)} %`);

const partsOfWords = (counts) => [
  ["S", number(counts.substitutions), plural(counts.substitutions, "substitution")], ["D", number(counts.deletions), plural(counts.deletions, "deletion")],
  ["I", number(counts.insertions), plural(counts.insertions, "insertion")], ["", number(counts.correct), "correct"],
];
const partsOfTime = (time) => [
  ["S", seconds(time.confused), "confused"], ["D", seconds(time.missed), "missed"],
  ["I", seconds(time.false_alarm), "false alarm"],
];

function showRate(name, rate, told, parts) {
  $("rates").replaceChildren(
    element("p", { class: "rate" }, element("b", {}, percent(rate)), ` ${name}`),
    element("p", {}, told, ...(rate === null ? ["; there is no rate without a reference"] : [])),
    element("p", { class: "parts" }, ...parts.flatMap(([kind, value, text]) =>
      [element("span", { class: `swatch ${kind}` }, element("b", {}, value), ` ${text}`), " "])));
}

function show(answer, versus, message) {
  const { rate: name, words } = way();
  const counts = answer.total ?? answer;
  const rate = counts[rateName(name)];
  const unit = name === "CER" ? "character" : "word";
  const told = name === "DER"
    ? `${seconds(counts.missed + counts.false_alarm + counts.confused)} of ${seconds(counts.total)} of speech are wrong`
    : `${quantity(counts.errors, "error")} in ${quantity(counts.reference, unit)}`;
  $("results").hidden = false;
  showRate(name, rate, told, name === "DER" ? partsOfTime(counts) : partsOfWords(counts));
  $("signature").textContent = answer.signature;
  for (const part of ["pairs-part", "moved-part", "alignment-part"]) $(part).hidden = !words;
  showVersus(versus, name);
  showSpeakers(answer.sessions ?? answer.recordings);
  if (words) {
    showMoved(answer.without_normalisation, answer.rules, rateName(name));
    showPairs(answer.utterances);
    shown.utterances = answer.utterances;
    shown.count = SHOWN;
    showAlignment();
  }
  $("status").textContent = [message, `${name} ${percent(rate)}: ${told}`].filter(Boolean).join("; ");
}

function showVersus(versus, name) {
  $("versus").hidden = !versus;
  if (!versus) return;
  const { a, b, tests } = versus;
  const better = versus.increase === 0 ? "Both are equally good" : `The ${versus.increase < 0 ? "second" : "first"} hypothesis is better`;
  const p = tests.bootstrap?.p ?? null;
  const chance = p === null ? "A test of the difference needs several utterances."
    : `The difference ${p < 0.05 ? "is significant" : "may be chance"} (paired bootstrap, p ${p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`}).`;
  $("versus").replaceChildren(element("b", {}, better), `: ${name} ${percent(a[rateName(name)])} first, ${percent(b[rateName(name)])} second. ${chance}`);
}

function showSpeakers(recordings) {
  const rows = (recordings ?? []).slice(0, SHOWN).flatMap(({ name, assignment, mapping }) =>
    (assignment ?? Object.entries(mapping ?? {})).map((pair) => [name, ...pair]));
  $("speakers-part").hidden = rows.length === 0;
  $("speakers").tBodies[0].replaceChildren(...rows.map((cells) =>
    element("tr", {}, ...cells.map((text) => element("td", {}, text === null ? "-" : word(String(text)))))));
}

function showMoved(before, moved, rate) {
  $("moved-part").hidden = !before;
  if (!before) return;
  const none = moved.length ? "" : " No rule changed a text.";
  $("before").textContent = `Without the normaliser and rules: ${percent(before[rate])}, ${quantity(before.errors, "error")}.${none}`;
  $("moved").hidden = moved.length === 0;
  const rows = moved.slice(0, SHOWN).map((rule) =>
    element("tr", {}, element("td", {}, rule.rule), element("td", { class: "number" }, String(rule.changes)),
      element("td", { class: "number" }, (rule.errors > 0 ? "+" : "") + rule.errors.toFixed(1))));
  $("moved").tBodies[0].replaceChildren(...rows);
}

// Runs of errors with words on both sides, and each substitution in them.
function pairsOf(steps) {
  const found = [];
  let run = [];
  for (const step of [...steps, ["C"]]) {
    if (step[0] !== "C") { run.push(step); continue; }
    for (const [operation, ref, hyp] of run) if (operation === "S") found.push([ref, hyp]);
    const [refs, hyps] = [1, 2].map((place) => run.map((one) => one[place]).filter((text) => text !== null));
    const phrase = run.length > 1 && run.length > Math.min(refs.length, hyps.length);
    if (phrase && refs.length && hyps.length && Math.max(refs.length, hyps.length) <= LONGEST) {
      found.push([refs.join(" "), hyps.join(" ")]);
    }
    run = [];
  }
  return found;
}

function showPairs(utterances) {
  const counts = new Map();
  for (const { alignment } of utterances) {
    for (const pair of pairsOf(alignment)) {
      const key = JSON.stringify(pair);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
  $("pairs-part").hidden = sorted.length === 0;
  $("pairs").tBodies[0].replaceChildren(...sorted.map(([key, times]) => {
    const [ref, hyp] = JSON.parse(key);
    return element("tr", {}, element("td", {}, word(ref)), element("td", {}, word(hyp)),
      element("td", { class: "number" }, String(times)), element("td", {}, equalButton(ref, hyp, "Count as equal")));
  }));
}

function equalButton(ref, hyp, text) {
  const words = $("what").value === "word";
  return element("button", {
    type: "button", disabled: !words, "aria-label": `count ${ref} and ${hyp} as equal`, onclick: () => countAsEqual(ref, hyp),
  }, text);
}

function stepOf([operation, ref, hyp]) {
  if (operation === "C") return element("span", { class: "step C" }, word(hyp ?? ref));
  const said = { S: "substituted", D: "deleted", I: "inserted" }[operation];
  const lines = [ref, hyp].filter((text) => text !== null).map((text) => element("span", {}, word(text)));
  if (operation !== "S" || $("what").value !== "word") {
    return element("span", { class: `step ${operation}`, title: said }, element("span", { class: "hidden" }, `${said}: `), ...lines);
  }
  return element("button", {
    type: "button", class: "step S", title: "count these as equal",
    "aria-label": `${ref}, substituted by ${hyp}: count these as equal`, onclick: () => countAsEqual(ref, hyp),
  }, ...lines);
}

function stepsOf(alignment) {
  const whole = $("whole").checked;
  const found = [];
  for (let begin = 0; begin < alignment.length;) {
    let end = begin;
    while (end < alignment.length && alignment[end][0] === "C") end++;
    const cut = end - begin - 2 * KEPT;
    for (let place = begin; place < end; place++) {
      if (!whole && cut > 2 && place === begin + KEPT) {
        found.push(element("span", { class: "gap" }, `… ${cut} correct words …`));
        place = end - KEPT;
      }
      found.push(stepOf(alignment[place]));
    }
    if (end < alignment.length) found.push(stepOf(alignment[end]));
    begin = end + 1;
  }
  return found;
}

function showAlignment() {
  const rows = shown.utterances.slice(0, shown.count).map((one) =>
    element("section", { class: "utterance", "aria-label": `utterance ${one.id}` },
      element("h3", {}, "utterance ", word(String(one.id)), `, errors: ${one.errors}`),
      element("p", { class: "steps", dir: "auto" }, ...stepsOf(one.alignment).flatMap((step) => [step, " "]))));
  $("alignment").replaceChildren(...rows);
  const left = shown.utterances.length - shown.count;
  $("more").hidden = left <= 0;
  $("more").textContent = `Show more: ${quantity(left, "utterance")} left`;
}

// --- the form --------------------------------------------------------------------------------------

function showChoices() {
  const { words } = way();
  $("normalise-part").hidden = $("case-part").hidden = $("what").value === "diarisation";
  $("second-part").hidden = !words;
  $("second").hidden = !isTwo();
}

function showFile(name) {
  const file = $(`${name}-file`).files[0];
  $(`${name}-text`).disabled = Boolean(file);
  $(`${name}-text`).placeholder = file ? `The file ${file.name} is scored` : "Paste a text, or drop a file here";
  if (file) $(`${name}-format`).value = "";
}

function fill(name, text, format) {
  $(`${name}-file`).value = "";
  showFile(name);
  $(`${name}-text`).value = text;
  $(`${name}-format`).value = format;
}

function tryExample() {
  const example = EXAMPLES[$("what").value];
  for (const name of SIDES) fill(name, example[name] ?? "", example.format);
  $("normalise").value = example.normaliser ?? "";
  rules.clear();
  score();
}

function drop(event) {
  event.preventDefault();
  for (const zone of document.querySelectorAll(".side")) zone.classList.remove("over");
  const files = [...event.dataTransfer.files];
  const place = Math.max(SIDES.indexOf(event.target.closest?.(".side")?.dataset.side), 0);
  files.slice(0, SIDES.length - place).forEach((file, number) => {
    const name = SIDES[place + number];
    const held = new DataTransfer();
    held.items.add(file);
    $(`${name}-file`).files = held.files;
    if (name === "other") $("two").checked = true;
    showFile(name);
  });
  showChoices();
}

$("sides").addEventListener("submit", (event) => { event.preventDefault(); score(); });
$("sides").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("sides").requestSubmit();
});
$("whole").addEventListener("change", showAlignment);
$("more").addEventListener("click", () => { shown.count += SHOWN; showAlignment(); });
$("page").addEventListener("click", downloadPage);
$("example").addEventListener("click", tryExample);
for (const id of ["what", "two"]) $(id).addEventListener("change", showChoices);
for (const name of SIDES) $(`${name}-file`).addEventListener("change", () => showFile(name));
for (const zone of document.querySelectorAll(".side")) {
  zone.addEventListener("dragover", () => zone.classList.add("over"));
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
}
const hasFiles = (event) => event.dataTransfer.types.includes("Files");
document.addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
document.addEventListener("drop", (event) => { if (hasFiles(event)) drop(event); });

const description = await (await ask("/openapi.json")).json();
for (const name of SIDES) {
  const formats = description.components.schemas.ScoreRequest.properties.ref_format.enum;
  $(`${name}-format`).append(...formats.map((format) => element("option", { value: format }, format)));
}
for (const name of SIDES) showFile(name);
showChoices();
