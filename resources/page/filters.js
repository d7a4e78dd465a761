// The filters: which utterances are shown, and which of their errors.
const OPERATIONS = { S: "substituted", D: "deleted", I: "inserted" };

const PLAIN = {
  view: "utterances", system: "0", sort: "", search: "", scope: "words", kind: "", ref: null, hyp: null,
  low: "", high: "", than: "", run: "", mark: "", row: "", hide: "", tape: "", from: "", to: "", groups: {},
};
// What an address asks for, without systems, views, runs and rows that this page cannot have.
function settled(found) {
  if (!/^\d+$/.test(found.system) || !model.systems[found.system]) found.system = PLAIN.system;
  if (!Object.hasOwn(VIEWS, found.view)) found.view = PLAIN.view;
  if (!Object.hasOwn(RUN_SIGNS, found.run)) found.run = PLAIN.run;
  if (!/^\d*$/.test(found.row)) found.row = PLAIN.row;
  if (!facts.analyses) found.mark = "";
  return found;
}
const chosenSystem = () => model.systems[Number(state.system)];
const filtersErrors = () => state.kind !== "" || state.ref !== null || state.hyp !== null;

// A test of one error of a system by what is filtered for.
function errorTest(system) {
  const kinds = state.kind || "SDI";
  const wanted = [0, 1, 2, 3].map(kind => kinds.includes(SIGNS[kind]));
  const ref = model.numberOf(state.ref), hyp = model.numberOf(state.hyp);
  return e => {
    const kind = system.kinds[e];
    if (!wanted[kind]) return false;
    if (ref !== null && (kind === INSERTED || system.refs[system.places[e]] !== ref)) return false;
    return hyp === null || (kind !== DELETED && system.words[e] === hyp);
  };
}
// A byte for each utterance that has an error of the kind wanted; null where all utterances will do.
function withErrors(system) {
  if (!filtersErrors()) return null;
  const marks = new Uint8Array(model.size), test = errorTest(system);
  for (let e = 0; e < system.kinds.length; ++e) if (test(e)) marks[system.owners[e]] = 1;
  return marks;
}
// Tests of whole utterances: groups, rate, and how systems compare.
function utteranceTests(system) {
  const tests = [];
  for (const group of model.groups) {
    const value = Object.hasOwn(state.groups, group.name) ? state.groups[group.name] : undefined;
    if (value === undefined) continue;
    const number = group.names.indexOf(value);
    tests.push(u => group.of[u] === number);
  }
  const wanted = RUN_SIGNS[state.run];
  if (state.mark) tests.push(markTest(system));
  if (wanted) tests.push(u => runsOf(system, u).some(wanted.test));
  const low = state.low === "" ? NaN : Number(state.low) / 100, high = state.high === "" ? NaN : Number(state.high) / 100;
  if (!Number.isNaN(low)) tests.push(u => system.rate(u) >= low);
  if (!Number.isNaN(high)) tests.push(u => system.rate(u) <= high);
  if (state.than === "differ") tests.push(u => model.systems.some(other => differs(model.systems[0], other, u)));
  const pair = /^(\d+)<(\d+)$/.exec(state.than), [better, worse] = pair ? [model.systems[pair[1]], model.systems[pair[2]]] : [];
  if (better && worse) tests.push(u => better.errors[u] < worse.errors[u]);
  return tests;
}
// Whether two systems say different words in an utterance.
function differs(a, b, u) {
  const i = a.errorStarts[u], j = b.errorStarts[u], size = a.errorStarts[u + 1] - i;
  if (size !== b.errorStarts[u + 1] - j) return true;
  for (let k = 0; k < size; ++k) {
    if (a.kinds[i + k] !== b.kinds[j + k] || a.words[i + k] !== b.words[j + k]) return true;
    if (a.places[i + k] - a.refStarts[u] !== b.places[j + k] - b.refStarts[u]) return true;
  }
  return !sameReference(a, b, u);
}
// The utterances that pass all filters, in the order of the file.
function filtered() {
  const system = chosenSystem(), marks = withErrors(system), tests = utteranceTests(system), hits = search.hits;
  const found = new Uint32Array(model.size);
  let size = 0;
  for (let u = 0; u < model.size; ++u) {
    if ((marks && !marks[u]) || (hits && !hits[u]) || !tests.every(test => test(u))) continue;
    found[size++] = u;
  }
  return found.subarray(0, size);
}
// The errors of some utterances that pass the filters of errors.
function errorsOf(utterances) {
  const system = chosenSystem(), test = errorTest(system), found = [];
  for (const u of utterances) {
    for (let e = system.errorStarts[u]; e < system.errorStarts[u + 1]; ++e) if (test(e)) found.push(e);
  }
  return Uint32Array.from(found);
}
function rangeText() {
  if (state.high === "") return `rate from ${state.low} %`;
  return state.low === "" ? `rate up to ${state.high} %` : `rate ${state.low}–${state.high} %`;
}
// The filters in force as chips, each with what takes it away.
function chips() {
  const found = [];
  const chip = (text, changes) => found.push(chipOf(text, changes));
  const plain = { kind: "", ref: null, hyp: null };
  if (state.ref !== null && state.hyp !== null) chip(element("span", { dir: "ltr" }, cutWord(state.ref), " → ", cutWord(state.hyp)), plain);
  else if (state.ref !== null) chip(element("span", {}, `${OPERATIONS[state.kind] ?? "wrong"}: `, cutWord(state.ref)), plain);
  else if (state.hyp !== null) chip(element("span", {}, `${OPERATIONS[state.kind] ?? "recognised"}: `, cutWord(state.hyp)), plain);
  else if (state.kind) chip(`${[...state.kind].map(kind => OPERATIONS[kind]).join(" or ")} ${unit()}s`, plain);
  for (const [name, value] of Object.entries(state.groups)) {
    const { [name]: _, ...groups } = state.groups;
    chip(`${name}: ${cut(value)}`, { groups });
  }
  if (state.low !== "" || state.high !== "") chip(rangeText(), { low: "", high: "" });
  if (state.mark) chip(markTitle(), { mark: "" });
  if (RUN_SIGNS[state.run]) chip(RUN_SIGNS[state.run].title, { run: "" });
  if (state.than === "differ") chip("systems differ", { than: "" });
  else if (state.than) chip(state.than.split("<").map(number => cut(model.systems[number]?.name ?? "?")).join(" better than "), { than: "" });
  if (state.search) chip(`search: ${cut(state.search)}`, { search: "" });
  return found;
}
