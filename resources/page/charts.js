// Charts as inline SVG: their numbers stand beside them as text.
const WIDE = 460, HIGH = 162, LETTER = 6.6;

// Bars of equal width from [label, value, note], with their values above them; a bar can be chosen. Labels stand in two lines
// by turns, so that each has the room of two.
function bars(title, rows, choose = null, shown = percent) {
  const most = Math.max(1e-9, ...rows.map(row => row[1])), step = WIDE / Math.max(1, rows.length);
  const every = Math.max(1, Math.ceil(rows.length / 12)), room = Math.max(3, Math.floor((2 * every * step) / LETTER) - 1);
  const drawn = rows.flatMap(([label, value, note], k) => {
    const high = (value / most) * (HIGH - 52), bar = svg("rect", { x: k * step + 1, y: HIGH - 32 - high, width: Math.max(1, step - 2), height: high, class: "bar" });
    bar.append(svg("title", {}, `${label}: ${note}`));
    if (choose) {
      bar.classList.add("choosable");
      bar.addEventListener("click", () => choose(k));
    }
    if (k % every) return [bar];
    const name = svg("text", { x: k * step + 1, y: HIGH - ((k / every) % 2 ? 5 : 18) }, label.length > room ? `${label.slice(0, room - 1)}…` : label);
    return value > 0 ? [bar, svg("text", { x: k * step + 1, y: HIGH - 36 - high }, shown(value)), name] : [bar, name];
  });
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": title }, ...drawn);
  return chart(title, picture, rows.map(([label, , note]) => [label, note]));
}
// A picture with its title, a note on its marks, and the numbers of its rows as a table.
function chart(title, picture, rows, note = "") {
  const table = element("table", {}, element("tbody", {}, ...rows.map(([label, text]) => element("tr", {}, element("th", { scope: "row", class: "text" }, label), element("td", {}, text)))));
  return element("figure", { class: "chart" }, element("figcaption", {}, title), picture, ...(note ? [element("p", { class: "quiet" }, note)] : []),
    element("details", {}, element("summary", {}, "numbers"), table));
}
const RATES = [0, 0.0001, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100];
function rateChart(system, utterances) {
  const counts = RATES.map(() => 0);
  for (const u of utterances) {
    const rate = 100 * system.rate(u);
    if (!Number.isNaN(rate)) ++counts[RATES.findLastIndex(low => rate >= low)];
  }
  const label = k => (k === 0 ? "0" : `${k === 1 ? ">0" : RATES[k]}${k + 1 < RATES.length ? `–${RATES[k + 1]}` : "+"}`);
  const rows = counts.map((number, k) => [label(k), number, quantity(number, "utterance")]);
  return bars("Utterances by rate, %", rows, k => change({ view: "utterances", low: k === 1 ? "0.0001" : String(RATES[k]), high: k === 0 ? "0" : k + 1 < RATES.length ? String(RATES[k + 1]) : "" }), count);
}
// Errors per word at each tenth of the utterances.
function positionChart(system, utterances) {
  const errors = new Float64Array(10), words = new Float64Array(10);
  const tenth = (place, length) => Math.min(9, Math.floor((10 * place) / Math.max(1, length)));
  for (const u of utterances) {
    const length = system.lengths[u], begin = system.refStarts[u];
    for (let k = 0; k < length; ++k) ++words[tenth(k, length)];
    for (let e = system.errorStarts[u]; e < system.errorStarts[u + 1]; ++e) {
      if (system.kinds[e] !== SPELLED) ++errors[tenth(system.places[e] - begin, length)];
    }
  }
  return bars("Errors per word by position in the utterance, %", Array.from(errors, (number, k) =>
    [`${k * 10}–${k * 10 + 10}`, words[k] ? number / words[k] : 0, `${count(number)} of ${count(words[k])}, ${percent(words[k] ? number / words[k] : NaN)} %`]));
}
const LENGTHS = [0, 1, 2, 3, 5, 8, 12, 20, 30, 50, 100, 200];
function lengthChart(system, utterances) {
  const errors = LENGTHS.map(() => 0), words = LENGTHS.map(() => 0);
  for (const u of utterances) {
    const k = LENGTHS.findLastIndex(low => system.lengths[u] >= low);
    errors[k] += system.errors[u];
    words[k] += system.lengths[u];
  }
  const label = k => (k + 1 === LENGTHS.length ? `${LENGTHS[k]}+` : LENGTHS[k + 1] - 1 === LENGTHS[k] ? `${LENGTHS[k]}` : `${LENGTHS[k]}–${LENGTHS[k + 1] - 1}`);
  return bars(`Rate by length of the utterance in ${unit()}s, %`, LENGTHS.map((_, k) =>
    [label(k), words[k] ? errors[k] / words[k] : 0, `${count(errors[k])} of ${count(words[k])}, ${percent(words[k] ? errors[k] / words[k] : NaN)} %`]));
}
function groupChart(group, system, utterances) {
  const rows = groupRows(group, system, utterances).sort((a, b) => b.rate - a.rate || (a.name < b.name ? -1 : 1)).slice(0, TOP);
  return bars(`Rate by ${group.name}, %`, rows.map(row => [cut(row.name), row.rate || 0, `${percent(row.rate)} ± ${percent(row.reach)} %, ${count(row.errors)} of ${count(row.words)}`]),
    k => change({ view: "utterances", groups: { ...state.groups, [group.name]: rows[k].name } }));
}
// Round numbers between two ends, about so many.
function roundNumbers(low, high, about) {
  const least = (high - low) / about, ten = 10 ** Math.floor(Math.log10(least)), step = [1, 2, 5, 10].map(k => k * ten).find(each => each >= least * 0.999);
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) found.push(Number((k * step).toPrecision(12)));
  return found;
}
const TALL = 206, LEFT = 40, BELOW = 24, DOTS = 3000;
// Utterances as dots by a number and their rates; a line is the rate of a tenth of the utterances, in order of the number.
function axisChart(axis, system, utterances) {
  const known = Array.from(utterances).filter(u => !Number.isNaN(axis.of[u]) && system.lengths[u]).sort((a, b) => axis.of[a] - axis.of[b] || a - b);
  const title = `Rate by ${axis.name}, %`;
  if (known.length < 2) return element("figure", { class: "chart" }, element("figcaption", {}, title), element("p", { class: "quiet" }, "no numbers among the utterances shown"));
  const low = axis.of[known[0]], high = axis.of[known.at(-1)], named = value => (axis.dates ? new Date(value).toISOString().slice(0, 10) : String(value));
  const most = Math.max(0.1, known.reduce((top, u) => Math.max(top, system.rate(u)), 0)), bottom = TALL - BELOW;
  const across = value => LEFT + 6 + (high > low ? (value - low) / (high - low) : 0.5) * (WIDE - LEFT - 14), down = rate => bottom - (rate / most) * (bottom - 8);
  const marks = [];
  for (const tick of roundNumbers(0, 100 * most, 4)) {
    const y = down(tick / 100);
    marks.push(svg("line", { x1: LEFT, x2: WIDE, y1: y, y2: y, class: "grid" }), svg("text", { x: LEFT - 5, y: y + 4, "text-anchor": "end" }, String(tick)));
  }
  const ticks = high === low ? [low] : axis.dates ? [0, 1, 2, 3].map(k => low + (k * (high - low)) / 3) : roundNumbers(low, high, 5);
  for (const [k, tick] of ticks.entries()) {
    const anchor = axis.dates && high > low ? (k === 0 ? "start" : k === 3 ? "end" : "middle") : "middle";
    marks.push(svg("text", { x: across(tick), y: TALL - 6, "text-anchor": anchor }, named(tick)));
  }
  const every = Math.ceil(known.length / DOTS);
  for (let k = 0; k < known.length; k += every) {
    const u = known[k], dot = svg("circle", { cx: across(axis.of[u]), cy: down(system.rate(u)), r: 3, class: "dot choosable" });
    dot.append(svg("title", {}, `${cut(model.ids.at(u))}: ${axis.name} ${named(axis.of[u])}, ${percent(system.rate(u))} %`));
    dot.addEventListener("click", () => change({ view: "utterances", row: String(u) }));
    marks.push(dot);
  }
  const parts = Math.max(1, Math.min(10, Math.floor(known.length / 5))), rows = [];
  for (let k = 0; k < parts; ++k) {
    const part = known.slice(Math.round((k * known.length) / parts), Math.round(((k + 1) * known.length) / parts));
    let errors = 0, words = 0;
    for (const u of part) {
      errors += system.errors[u];
      words += system.lengths[u];
    }
    const [begin, end] = [axis.of[part[0]], axis.of[part.at(-1)]], y = down(Math.min(most, errors / words)), x = across(begin);
    marks.push(svg("line", { x1: x - 1, x2: Math.max(across(end), x) + 1, y1: y, y2: y, class: "level" }));
    rows.push([`${named(begin)} to ${named(end)}`, `${percent(errors / words)} %, ${count(errors)} of ${count(words)}, ${quantity(part.length, "utterance")}`]);
  }
  const told = every > 1 ? `a dot is one of ${count(every)} utterances, ` : "a dot is an utterance, ";
  return chart(title, svg("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": title }, ...marks), rows, `${told}a line the rate of ${parts > 1 ? `one of ${parts} equal parts` : "all"}`);
}
function drawCharts(utterances) {
  const system = chosenSystem(), axes = new Set(model.axes.map(axis => axis.name));
  document.getElementById("charts").replaceChildren(rateChart(system, utterances), positionChart(system, utterances),
    lengthChart(system, utterances), ...(facts.times ? [timeChart(system, utterances)] : []), ...model.groups.filter(group => !axes.has(group.name)).map(group => groupChart(group, system, utterances)),
    ...model.axes.map(axis => axisChart(axis, system, utterances)));
}
