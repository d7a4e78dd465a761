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
  const table = element("table", {}, element("tbody", {}, ...rows.map(([label, , note]) => element("tr", {}, element("th", { scope: "row", class: "text" }, label), element("td", {}, note)))));
  return element("figure", { class: "chart" }, element("figcaption", {}, title), picture, element("details", {}, element("summary", {}, "numbers"), table));
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
function drawCharts(utterances) {
  const system = chosenSystem();
  document.getElementById("charts").replaceChildren(rateChart(system, utterances), positionChart(system, utterances),
    lengthChart(system, utterances), ...(facts.times ? [timeChart(system, utterances)] : []), ...model.groups.map(group => groupChart(group, system, utterances)));
}
