// Facets: what errs most among the rows that are shown, with its share beside its share of all. A click filters.
// The commonest pairs, missed words, inserted words, and the errors of each group, of some utterances.
function tallied(system, utterances) {
  const found = [new Map(), new Map(), new Map()], size = model.words.length;
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const u of utterances) {
    for (let e = system.errorStarts[u]; e < system.errorStarts[u + 1]; ++e) {
      const kind = system.kinds[e];
      if (kind === SUBSTITUTED) add(found[kind], system.refs[system.places[e]] * size + system.words[e]);
      else if (kind === DELETED) add(found[kind], system.refs[system.places[e]]);
      else if (kind === INSERTED) add(found[kind], system.words[e]);
    }
  }
  return found;
}
const totals = new Map();  // the tallies of all utterances, by system
function allTallied(system) {
  if (!totals.has(system)) totals.set(system, tallied(system, Uint32Array.from({ length: model.size }, (_, u) => u)));
  return totals.get(system);
}
function wordFacet(kind, counts, all, narrowed) {
  const names = ["Pairs", "Missed words", "Inserted words"], size = model.words.length;
  const whole = counts.reduce((sum, [, number]) => sum + number, 0);
  const wholeOfAll = narrowed ? [...all.values()].reduce((sum, number) => sum + number, 0) : 0;
  counts.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const rows = counts.slice(0, TOP).map(([key, number]) => {
    const ref = kind === SUBSTITUTED ? Math.floor(key / size) : kind === DELETED ? key : null;
    const hyp = kind === SUBSTITUTED ? key % size : kind === INSERTED ? key : null;
    const text = at => (at === null ? null : model.words[at]);
    const content = [ref, hyp].filter(at => at !== null).flatMap((at, k) => [k ? " → " : "", word(text(at))]);
    const cells = [count(number)];
    if (narrowed) cells.push(`${percent(number / whole, 0)} %`, `${percent(all.get(key) / wholeOfAll, 0)} %`);
    return facetRow(content, { view: "errors", kind: SIGNS[kind], ref: text(ref), hyp: text(hyp), row: "" }, cells);
  });
  const heads = [kind === SUBSTITUTED ? "pair" : "word", "count", ...(narrowed ? ["share", "of all"] : [])];
  return facetTable(names[kind], heads, rows, `${count(whole)}, ${count(counts.length)} different`);
}
// Half the width of the interval in which the rate of a group lies, from the spread of its utterances.
function reach(errors, words, squares, products, lengths, size) {
  if (size < 2 || !words) return NaN;
  const rate = errors / words, spread = squares - 2 * rate * products + rate * rate * lengths;
  return 1.96 * Math.sqrt(Math.max(spread, 0) * size / (size - 1)) / words;
}
function groupRows(group, system, utterances) {
  const size = group.names.length, sums = Array.from({ length: 6 }, () => new Float64Array(size));
  const [errors, words, squares, products, lengths, numbers] = sums;
  for (const u of utterances) {
    const g = group.of[u], wrong = system.errors[u], length = system.lengths[u];
    errors[g] += wrong;
    words[g] += length;
    squares[g] += wrong * wrong;
    products[g] += wrong * length;
    lengths[g] += length * length;
    ++numbers[g];
  }
  return Array.from(group.names, (name, g) => ({
    name, errors: errors[g], words: words[g], utterances: numbers[g], rate: words[g] ? errors[g] / words[g] : NaN,
    reach: reach(errors[g], words[g], squares[g], products[g], lengths[g], numbers[g]),
  })).filter(row => row.utterances);
}
function groupFacet(group, system, utterances) {
  const found = groupRows(group, system, utterances);
  found.sort((a, b) => b.errors - a.errors || (a.name < b.name ? -1 : 1));
  const rows = found.slice(0, TOP).map(row => facetRow([element("bdi", {}, cut(row.name) || "–")],
    { groups: { ...state.groups, [group.name]: row.name } },
    [count(row.errors), `${percent(row.rate)} %`, Number.isNaN(row.reach) ? "" : `± ${percent(row.reach)}`]));
  return facetTable(`${group.name[0].toUpperCase()}${group.name.slice(1)}s`, [group.name, "errors", "rate", "95 %"], rows,
    found.length > TOP ? `${TOP} of ${count(found.length)}` : "");
}
// Dropouts and loops: how many of the utterances shown have some, and how many words they take.
function runFacet(system, utterances) {
  const rows = Object.entries(RUN_SIGNS).map(([name, { title, test }]) => {
    let having = 0, words = 0;
    for (const u of utterances) {
      const found = runsOf(system, u).filter(test);
      having += found.length > 0;
      words += found.reduce((sum, run) => sum + run.size, 0);
    }
    return facetRow([title], { view: "utterances", run: name, sort: "-run", row: "" }, [count(having), count(words)]);
  });
  return facetTable("Runs", ["of " + RUN + " or more", "utterances", "words"], rows, "");
}
function drawFacets(utterances) {
  const system = chosenSystem(), all = allTallied(system), narrowed = utterances.length < model.size;
  const opened = new Map(Array.from(document.querySelectorAll("#facets details"), each => [each.dataset.facet, each.open]));
  const found = narrowed ? tallied(system, utterances) : all;
  const tables = found.map((counts, kind) => wordFacet(kind, [...counts], all[kind], narrowed));
  if (hasRuns(system)) tables.push(runFacet(system, utterances));
  for (const group of model.groups) tables.push(groupFacet(group, system, utterances));
  for (const table of tables) table.open = opened.get(table.dataset.facet) ?? table.open;
  document.getElementById("facets").replaceChildren(...tables);
}
