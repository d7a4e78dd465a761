// Facets: what errs most among the rows that are shown, with its share beside its share of all. A click filters.
// Keys in rising order with the number of each. No maps: hundreds of thousands of entries would be as many objects.
class Tally {
  constructor(keys, counts) {
    Object.assign(this, { keys, counts, whole: counts.reduce((sum, number) => sum + number, 0) });
  }
  static ofKeys(all) {
    all.sort();
    const counts = new Uint32Array(all.length);
    let size = 0;
    for (let k = 0; k < all.length; ++k) {
      if (!size || all[size - 1] !== all[k]) all[size++] = all[k];
      ++counts[size - 1];
    }
    const found = new Tally(all.slice(0, size), counts.slice(0, size));
    freed(all);
    freed(counts);
    return found;
  }
  static ofNumbers(counts) {
    const keys = [];
    counts.forEach((number, key) => { if (number) keys.push(key); });
    return new Tally(Uint32Array.from(keys), Uint32Array.from(keys, key => counts[key]));
  }
  of(key) {
    const place = firstFrom(this.keys, key);
    return this.keys[place] === key ? this.counts[place] : 0;
  }
  // The commonest, as [key, number]; of equally common ones those of the lowest keys.
  top(most) {
    const { keys, counts } = this, least = counts.length > most ? Uint32Array.from(counts).sort()[counts.length - most] : 0;
    const more = [], equal = [];
    for (let k = 0; k < keys.length; ++k) {
      if (counts[k] > least) more.push([keys[k], counts[k]]);
      else if (counts[k] === least && equal.length < most) equal.push([keys[k], counts[k]]);
    }
    return more.sort((a, b) => b[1] - a[1] || a[0] - b[0]).concat(equal).slice(0, most);
  }
}
// The pairs, deleted words and inserted words of some utterances.
function tallied(system, utterances) {
  const { errorStarts, kinds, refs, places, words } = system, size = model.words.length;
  const deleted = new Uint32Array(size), inserted = new Uint32Array(size);
  let number = 0;
  for (const u of utterances) number += system.substitutions[u];
  const pairs = new Float64Array(number);
  number = 0;
  for (const u of utterances) {
    for (let e = errorStarts[u], end = errorStarts[u + 1]; e < end; ++e) {
      const kind = kinds[e];
      if (kind === SUBSTITUTED) pairs[number++] = refs[places[e]] * size + words[e];
      else if (kind === DELETED) ++deleted[refs[places[e]]];
      else if (kind === INSERTED) ++inserted[words[e]];
    }
  }
  return [Tally.ofKeys(pairs), Tally.ofNumbers(deleted), Tally.ofNumbers(inserted)];
}
const totals = new Map();  // the tallies of all utterances, by system
function allTallied(system) {
  if (!totals.has(system)) totals.set(system, tallied(system, Uint32Array.from({ length: model.size }, (_, u) => u)));
  return totals.get(system);
}
const share = part => `${percent(part, part < 0.0995 ? 1 : 0)} %`;
function wordFacet(kind, counts, all, narrowed) {
  const names = ["Pairs", `Deleted ${unit()}s`, `Inserted ${unit()}s`], size = model.words.length;
  const rows = counts.top(TOP).map(([key, number]) => {
    const ref = kind === SUBSTITUTED ? Math.floor(key / size) : kind === DELETED ? key : null;
    const hyp = kind === SUBSTITUTED ? key % size : kind === INSERTED ? key : null;
    const text = at => (at === null ? null : model.words.at(at));
    const content = [ref, hyp].filter(at => at !== null).flatMap((at, k) => [k ? " → " : "", cutWord(text(at))]);
    const cells = [count(number)];
    if (narrowed) cells.push(share(number / counts.whole), share(all.of(key) / all.whole));
    return facetRow(content, { view: "errors", kind: SIGNS[kind], ref: text(ref), hyp: text(hyp), row: "" }, cells);
  });
  const heads = [kind === SUBSTITUTED ? "pair" : unit(), "count", ...(narrowed ? [["share", "of the errors of this kind in the rows shown"], ["of all", "share among all utterances"]] : [])];
  return facetTable(names[kind], heads, rows, counts.whole ? `${count(counts.whole)}, ${count(counts.keys.length)} different` : "");
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
  return facetTable("Runs", ["of " + RUN + " or more", "utterances", `${unit()}s`], rows, "");
}
function drawFacets(utterances) {
  const system = chosenSystem(), all = allTallied(system), narrowed = utterances.length < model.size;
  const opened = new Map(Array.from(document.querySelectorAll("#facets details"), each => [each.dataset.facet, each.open]));
  const found = narrowed ? tallied(system, utterances) : all;
  const tables = found.map((counts, kind) => wordFacet(kind, counts, all[kind], narrowed));
  if (facts.analyses) tables.push(...markFacets(system, utterances));
  if (hasRuns(system)) tables.push(runFacet(system, utterances));
  for (const group of model.groups) tables.push(groupFacet(group, system, utterances));
  for (const table of tables) table.open = opened.get(table.dataset.facet) ?? table.open;
  document.getElementById("facets").replaceChildren(...tables);
}
