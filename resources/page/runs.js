// Runs: as many words or more deleted in a row (a dropout) or inserted in a row, which may repeat themselves (a loop).
const RUN = 4;
const RUN_SIGNS = {
  dropouts: { get title() { return `${unit()}s deleted in a row`; }, test: run => run.kind === DELETED },
  insertions: { get title() { return `${unit()}s inserted in a row`; }, test: run => run.kind === INSERTED },
  loops: { get title() { return `loops: inserted ${unit()}s that repeat`; }, test: run => run.loop },
};
const hasRuns = system => system.runMarks.includes(1);

// The runs of an utterance: kind, first error, number of words, and whether these repeat.
function runsOf(system, u) {
  const found = [];
  if (!system.runMarks[u]) return found;
  for (let first = system.errorStarts[u], end = first; first < system.errorStarts[u + 1]; first = end) {
    end = first + 1;
    while (end < system.errorStarts[u + 1] && system.continues(end)) ++end;
    const kind = system.kinds[first];
    if (end - first >= RUN) found.push({ kind, first, size: end - first, loop: kind === INSERTED && repeats(system.words.subarray(first, end)) });
  }
  return found;
}
// Whether words repeat after at most half their number.
function repeats(words) {
  for (let period = 1; 2 * period <= words.length; ++period) {
    if (words.every((word, k) => k < period || word === words[k - period])) return true;
  }
  return false;
}
const longestRun = (system, u) => runsOf(system, u).reduce((best, run) => (best && best.size >= run.size ? best : run), null);

// Marks the steps of an alignment that belong to a run of one of its systems.
function markRuns(system, k, u, columns, steps) {
  for (const run of runsOf(system, u)) {
    let seen = system.errorStarts[u] - 1;
    columns.forEach(([, cells], at) => {
      if (cells[k] === null || cells[k][0] === -1) return;
      ++seen;
      if (seen < run.first || seen >= run.first + run.size) return;
      const name = run.loop ? "loop" : run.kind === DELETED ? "dropout" : `run of inserted ${unit()}s`;
      steps[at].classList.add("run");
      steps[at].title = `${name}, ${quantity(run.size, unit())}`;
      if (seen === run.first) steps[at].append(element("span", { class: "runs" }, `${name}: ${count(run.size)}`));
    });
  }
}
