// The views: columns of the list, and the rows that each view shows.
const AROUND = 8, CELL_ERRORS = 12;

const rateText = rate => percent(rate);

// Errors with the correct word on either side.
function errorsInBrief(system, u) {
  const found = element("span", { class: "brief", dir: direction(system.reference(u)) });
  const begin = system.errorStarts[u], end = system.errorStarts[u + 1];
  let shown = 0, last = -1;
  for (let e = begin; e < end; ++e) {
    const kind = system.kinds[e];
    if (kind === SPELLED) continue;
    if (++shown > CELL_ERRORS) {
      found.append("…");
      break;
    }
    const place = system.places[e], before = place - 1;
    if (before > last && before >= system.refStarts[u]) found.append(element("span", { class: "quiet" }, cutWord(model.words.at(system.refs[before]))), " ");
    found.append(briefError(system, e), " ");
    last = kind === INSERTED ? place - 1 : place;
  }
  return found;
}
function briefError(system, e) {
  const kind = system.kinds[e], ref = model.words.at(system.refs[system.places[e]]), said = model.words.at(system.words[e]);
  if (kind === DELETED) return cutWord(ref, "deleted");
  if (kind === INSERTED) return cutWord(said, "inserted");
  return element("span", { dir: "ltr" }, cutWord(ref, "ref"), " → ", cutWord(said, MARKS[kind]));
}
// A rate with a small bar below it.
function rateColumn(key, title, system, help) {
  const column = numberColumn(key, title, u => system.rate(u), rateText, help), text = column.cell;
  column.cell = u => {
    const bar = element("span", { class: "meter" });
    bar.style.width = `${Math.min(100, 100 * (system.rate(u) || 0))}%`;
    return element("span", { class: "rated" }, text(u), bar);
  };
  // Behind the number on a card: "47.4 % rate".
  column.label = title.replace(/^(.*) %$/, "% $1");
  return column;
}
// A column that gives way where the list is narrow.
const spare = column => ({ ...column, class: `${column.class} spare` });
function utteranceColumns() {
  const system = chosenSystem(), several = model.systems.length > 1;
  const columns = [idColumn(u => u)];
  for (const group of model.groups) columns.push(spare(textColumn(`group.${group.name}`, group.name, u => group.names[group.of[u]])));
  columns.push(spare(numberColumn("words", `${unit()}s`, u => system.lengths[u])));
  if (several) for (const [k, other] of model.systems.entries()) {
    columns.push(rateColumn(`rate.${k}`, `${cut(other.name)} %`, other, `${cut(other.name)}: errors per hundred ${unit()}s of the reference`));
  }
  const errors = numberColumn("errors", "errors", u => system.errors[u], count, several ? `errors of ${cut(system.name)}` : null);
  columns.push(several ? spare(errors) : { ...errors, label: "errors" });
  if (!several) columns.push(rateColumn("rate", "rate %", system, `errors per hundred ${unit()}s of the reference`));
  columns.push(
    spare(numberColumn("substituted", "S", u => system.substitutions[u], count, "substituted")),
    spare(numberColumn("deleted", "D", u => system.deletions[u], count, "deleted")),
    spare(numberColumn("inserted", "I", u => system.insertions[u], count, "inserted")),
    ...(hasRuns(system) ? [spare(runColumn(system))] : []),
    { key: "", title: `errors${several ? ` of ${cut(system.name)}` : ""}, with the ${unit()}s around them`, class: "text wide", sortable: false, cell: u => errorsInBrief(system, u) });
  return columns;
}
// The id of an utterance, with a button where it has sound.
function idColumn(owner) {
  const column = textColumn("id", "id", row => model.ids.at(owner(row))), text = column.cell;
  column.class = "text id";
  column.cell = row => element("span", { title: cut(model.ids.at(owner(row))) }, ...playButton(owner(row)), text(row));
  return column;
}
// Runs are rare: their column stands only where a system has some.
function runColumn(system) {
  const names = { [DELETED]: "deleted", [INSERTED]: "inserted" };
  const column = numberColumn("run", "run", u => longestRun(system, u)?.size ?? NaN, count, `${RUN} or more ${unit()}s deleted or inserted in a row`);
  column.cell = u => {
    const run = longestRun(system, u);
    return run ? `${count(run.size)} ${run.loop ? "looped" : names[run.kind]}` : "–";
  };
  return column;
}
// Words of the reference before (-1) or after (1) an error.
function around(system, e, way) {
  const u = system.owners[e], place = system.places[e], behind = system.kinds[e] === INSERTED ? place : place + 1;
  return way < 0 ? system.refs.subarray(Math.max(system.refStarts[u], place - AROUND), place)
    : system.refs.subarray(behind, Math.min(system.refStarts[u + 1], behind + AROUND));
}
const contextCell = (system, e, way) => element("span", { class: "context", dir: direction(around(system, e, way)) },
  ...Array.from(around(system, e, way)).flatMap(number => [cutWord(model.words.at(number)), " "]));
// What another system says at the place of an error.
function otherwise(system, other, e) {
  const u = system.owners[e], place = system.places[e] - system.refStarts[u], insertion = system.kinds[e] === INSERTED;
  if (!sameReference(system, other, u)) return element("span", { class: "quiet" }, "other reference");
  const said = [];
  for (let k = other.errorStarts[u]; k < other.errorStarts[u + 1]; ++k) {
    if (other.places[k] - other.refStarts[u] !== place || (other.kinds[k] === INSERTED) !== insertion) continue;
    if (other.kinds[k] === DELETED) return element("span", { class: "deleted", title: "deleted" }, "✗");
    said.push(cutWord(model.words.at(other.words[k]), MARKS[other.kinds[k]]), " ");
  }
  return said.length ? element("span", {}, ...said) : element("span", { class: "quiet" }, insertion ? "–" : "ok");
}
function errorColumns() {
  const system = chosenSystem();
  const columns = [
    idColumn(e => system.owners[e]),
    { key: "left", title: "before", class: "left", order: e => wordRank(around(system, e, -1).at(-1)), cell: e => contextCell(system, e, -1) },
    { key: "error", title: "error", class: "text", order: e => errorRank(system, e), cell: e => briefError(system, e) },
    { key: "right", title: "after", class: "text after", order: e => wordRank(around(system, e, 1)[0]), cell: e => contextCell(system, e, 1) },
  ];
  for (const other of model.systems) if (other !== system) {
    columns.push({ key: "", title: cut(other.name), sortable: false, class: "text", cell: e => otherwise(system, other, e) });
  }
  return columns;
}
// The place of a word in alphabetical order; no word stands before all.
const wordRank = number => (number === undefined ? 0 : 1 + columnRanks("words", () => ranks(model.words))[number]);
// Errors by the word of the reference, then by the word said.
function errorRank(system, e) {
  const kind = system.kinds[e], ref = kind === INSERTED ? undefined : system.refs[system.places[e]];
  return wordRank(ref) * (model.words.length + 1) + wordRank(kind === DELETED ? undefined : system.words[e]);
}
// Ranks of whole columns, made once.
const rankOf = new Map();
function columnRanks(name, make) {
  if (!rankOf.has(name)) rankOf.set(name, make());
  return rankOf.get(name);
}
// The keys of rows, in their order.
function keysOf(column, rows) {
  const { owner } = viewOf(), ofUtterance = found => rows.map(row => found[owner(row)]);
  if (column.key === "id") return ofUtterance(columnRanks("id", () => ranks(model.ids)));
  if (rankOf.has(column.key)) return ofUtterance(rankOf.get(column.key));
  const value = column.value ?? column.order;
  if (value) return numberKeys(rows, value);
  const group = model.groups.find(each => column.key === `group.${each.name}`);
  const found = columnRanks(column.key, () => ranks(Texts.of(group.names)));
  return rows.map(row => found[group.of[owner(row)]]);
}
const VIEWS = {
  utterances: { title: "Utterances", part: "list", columns: utteranceColumns, rows: utterances => utterances, plain: "-errors", owner: u => u },
  errors: { title: "Errors in context", part: "list", columns: errorColumns, rows: errorsOf, plain: "", owner: e => chosenSystem().owners[e] },
  charts: { title: "Charts", part: "charts", columns: () => [], rows: () => [], plain: "", owner: u => u },
};
// Orders ids and rates one after the other: when the pointer or the focus comes to the heads, so that a click there need not wait.
async function rankColumns() {
  const rates = utteranceColumns().filter(column => /^rate/.test(column.key)), all = Uint32Array.from({ length: model.size }, (_, u) => u);
  const tasks = [["id", () => ranks(model.ids)], ...rates.map(column => [column.key, () => numberKeys(all, column.value)])];
  for (const [name, make] of tasks) {
    columnRanks(name, make);
    await new Promise(resolve => setTimeout(resolve));
  }
}
// The rows of a view in the order that the state asks for.
function orderedRows(view, utterances) {
  const rows = view.rows(utterances), sort = state.sort || view.plain, key = sort.replace(/^-/, "");
  const column = view.columns().find(each => each.key === key && each.key !== "");
  return column ? sorted(rows, keysOf(column, rows), sort.startsWith("-")) : rows;
}
