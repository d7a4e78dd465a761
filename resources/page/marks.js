// Analyses: the utterances that have a class of words, a failure, a cause, and how many of its errors. A click filters.
async function readMarks() {
  for (const [number, analysis] of facts.analyses.entries()) {
    const systems = [];
    for (const place of model.systems.keys()) systems.push(marksOf(await block(`marks.${number}.${place}`), analysis.rows.length));
    model.analyses.push({ ...analysis, rows: analysis.rows.map((name, k) => ({ name, key: `${analysis.name}/${name}`, systems: systems.map(rows => rows[k]) })) });
  }
}
// Of each row: the number of utterances, their distances, and twice their errors, odd where these are below 0.
function marksOf(bytes, size) {
  let values = 0;
  for (const byte of bytes) values += byte < 128;
  const all = varints(bytes, values, "marks");
  let at = 0;
  return Array.from({ length: size }, () => {
    const number = all[at++], of = all.slice(at, at + number), errors = Array.from(all.subarray(at + number, at + 2 * number), value => (value & 1 ? -(value + 1) / 2 : value / 2));
    for (let k = 1; k < number; ++k) of[k] += of[k - 1];
    at += 2 * number;
    return { of, errors };
  });
}
const markedRow = key => model.analyses.flatMap(analysis => analysis.rows).find(row => row.key === key);
const marksIn = (row, system) => row.systems[model.systems.indexOf(system)];
function markTest(system) {
  const row = markedRow(state.mark), found = new Set(row ? marksIn(row, system).of : []);
  return u => found.has(u);
}
function markTitle() {
  const [name] = state.mark.split("/", 1), analysis = model.analyses.find(each => each.name === name);
  return `${analysis?.title ?? name}: ${cut(state.mark.slice(name.length + 1))}`;
}
function markFacets(system, utterances) {
  const inside = new Uint8Array(model.size);
  for (const u of utterances) inside[u] = 1;
  return model.analyses.map(({ title, rows }) => {
    const counted = rows.map(row => {
      let having = 0, wrong = 0;
      const { of, errors } = marksIn(row, system);
      of.forEach((u, k) => {
        having += inside[u];
        wrong += inside[u] && errors[k];
      });
      return { row, having, wrong };
    }).filter(({ having }) => having);
    const shownRows = counted.slice(0, TOP).map(({ row, having, wrong }) =>
      facetRow([element("bdi", {}, cut(row.name))], { view: "utterances", mark: row.key, row: "" }, [count(having), count(wrong)]));
    return facetTable(title, ["row", "utterances", "errors"], shownRows, counted.length > TOP ? `${TOP} of ${count(counted.length)}` : "");
  });
}
