// Times of words and of utterances, in milliseconds; -1 where there is none.
const seconds = milliseconds => (milliseconds / 1000).toFixed(2);

// Begins and ends from a block: each begin as its distance from the one before, then the length.
async function readTimes(name, size) {
  const given = await numbers(name, 2 * size), begins = new Int32Array(size).fill(-1), ends = new Int32Array(size).fill(-1);
  for (let k = 0, last = 0; k < size; ++k) {
    if (!given[2 * k]) continue;
    const distance = given[2 * k] - 1;
    last += distance & 1 ? -(distance + 1) / 2 : distance / 2;
    begins[k] = last;
    ends[k] = last + given[2 * k + 1];
  }
  return { begins, ends };
}
async function readAllTimes() {
  model.stretches = await readTimes("stretches", model.size);
  for (const [number, system] of model.systems.entries()) {
    const own = name => (facts.blocks[`${name}.${number}`] ? `${name}.${number}` : null);
    system.saidStarts = starts(system.lengths.map((length, u) => length - system.deletions[u] + system.insertions[u]));
    const said = own("hyp_times"), refs = own("ref_times");
    system.saidTimes = said && await readTimes(said, system.saidStarts[model.size]);
    system.refTimes = refs ? await readTimes(refs, system.refStarts[model.size]) : system.refs === model.systems[0].refs ? model.systems[0].refTimes : null;
  }
}
function timeOf(times, place) {
  return times && times.begins[place] >= 0 ? [times.begins[place], times.ends[place]] : null;
}
const refTime = (system, u, place) => timeOf(system.refTimes, system.refStarts[u] + place);
const saidTime = (system, u, place) => timeOf(system.saidTimes, system.saidStarts[u] + place);
const stretchOf = u => timeOf(model.stretches, u);
const span = time => `${seconds(time[0])}–${seconds(time[1])} s`;

// Adds the times of a column to its element: on hover, as data, and as a line. Returns the end of the column.
function markTimes(step, systems, u, [, cells, place], before) {
  const times = [place === null ? null : refTime(systems[0], u, place),
    ...cells.map((cell, k) => (cell === null || cell[2] === null ? null : saidTime(systems[k], u, cell[2])))];
  times.forEach((time, k) => {
    if (time) step.children[k].title = [step.children[k].title, span(time)].filter(Boolean).join(", ");
  });
  const [begin, end] = times.find(Boolean) ?? [before, before];
  step.dataset.begin = begin / 1000;
  step.append(element("span", { class: "time" }, times.some(Boolean) ? seconds(begin) : " "));
  return end;
}
// The second at which a step of an utterance begins: of a word without times, the end of the word before.
function beginOf(system, u, wanted) {
  let end = stretchOf(u)?.[0] ?? 0, place = 0, said = 0;
  for (const [number, [, ref, hyp]] of system.steps(u).entries()) {
    const times = [ref === null ? null : refTime(system, u, place++), hyp === null ? null : saidTime(system, u, said++)];
    const time = times.find(Boolean) ?? [end, end];
    if (number === wanted) return time[0] / 1000;
    end = time[1];
  }
  return end / 1000;
}
