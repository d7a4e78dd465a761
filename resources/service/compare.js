// The page that compares two texts: sends them to /v1/score and shows the answer. Text enters the page as text only.

import { element } from "/elements.js";

const SHOWN = 100; // utterances, and rows of tables, until somebody asks for more
const KEPT = 4; // correct words beside an error; longer runs are shortened
const LONGEST = 6; // words of a side of a pair
const $ = (id) => document.getElementById(id);

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

function side(form, name) {
  const format = $(`${name}-format`).value;
  const file = $(`${name}-file`).files[0];
  if (file) form.append(name, file, file.name);
  else if (format === "one") form.append(name, $(`${name}-text`).value);
  else form.append(name, new Blob([$(`${name}-text`).value]), name === "ref" ? "reference" : "hypothesis");
  if (format !== "one" && format !== "") form.append(`${name}_format`, format);
}

async function compare(message = "") {
  const form = new FormData();
  for (const name of ["ref", "hyp"]) side(form, name);
  if ($("normalise").value) form.append("normalise", $("normalise").value);
  if (rules.size) form.append("rules", ruleFile(), "rules.csv");
  form.append("unit", $("unit").value);
  form.append("case_sensitive", String($("case").checked));
  $("status").textContent = "comparing ...";
  $("problem").hidden = true;
  try {
    const answer = await fetch("/v1/score", { method: "POST", body: form });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.detail);
    show(found, message);
    return true;
  } catch (error) {
    $("problem").textContent = error.message;
    $("problem").hidden = false;
    $("status").textContent = "";
    return false;
  }
}

// --- the answer ------------------------------------------------------------------------------------

const quantity = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const percent = (rate) => (rate === null ? "none: no reference words" : `${(100 * rate).toFixed(2)} %`);

function show(found, message) {
  $("results").hidden = false;
  const name = $("unit").value === "character" ? "CER" : "WER";
  const numbers = [
    [name, percent(found.wer)], ["errors", found.errors], ["reference", found.reference], ["correct", found.correct],
    ["substituted", found.substitutions], ["deleted", found.deletions], ["inserted", found.insertions],
  ];
  $("numbers").replaceChildren(...numbers.map(([key, value]) =>
    element("div", {}, element("dt", {}, key), element("dd", {}, String(value)))));
  $("signature").textContent = found.signature;
  showMoved(found.without_normalisation, found.rules);
  showPairs(found.utterances);
  shown.utterances = found.utterances;
  shown.count = SHOWN;
  showAlignment();
  const said = `${name} ${percent(found.wer)}: ${quantity(found.errors, "error")} of ${found.reference}`;
  $("status").textContent = [message, said].filter(Boolean).join("; ");
}

function showMoved(before, moved) {
  $("moved-part").hidden = !before;
  if (!before) return;
  const none = moved.length ? "" : " No rule changed a text.";
  $("before").textContent = `Without rules: ${percent(before.wer)}, ${quantity(before.errors, "error")}.${none}`;
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
  const words = $("unit").value === "word";
  return element("button", {
    type: "button", disabled: !words, "aria-label": `count ${ref} and ${hyp} as equal`, onclick: () => countAsEqual(ref, hyp),
  }, text);
}

function stepOf([operation, ref, hyp]) {
  if (operation === "C") return element("span", { class: "step C" }, word(hyp ?? ref));
  const said = { S: "substituted", D: "deleted", I: "inserted" }[operation];
  const lines = [ref, hyp].filter((text) => text !== null).map((text) => element("span", {}, word(text)));
  if (operation !== "S" || $("unit").value !== "word") {
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

$("sides").addEventListener("submit", (event) => { event.preventDefault(); showRules(); compare(); });
$("sides").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("sides").requestSubmit();
});
$("whole").addEventListener("change", showAlignment);
$("more").addEventListener("click", () => { shown.count += SHOWN; showAlignment(); });
for (const name of ["ref", "hyp"]) {
  $(`${name}-file`).addEventListener("change", () => { if ($(`${name}-file`).files.length) $(`${name}-format`).value = ""; });
}

const description = await (await fetch("/openapi.json")).json();
for (const name of ["ref", "hyp"]) {
  const formats = description.components.schemas.ScoreRequest.properties[`${name}_format`].enum;
  $(`${name}-format`).append(...formats.map((format) => element("option", { value: format }, format)));
}
