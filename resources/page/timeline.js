// A timeline: lanes of spans in a window of a recording, and above it a minimap with the errors of all of it.
const LANE = 20, LANE_GAP = 4, AXIS = 18, MAP = 46, NAME = 130, BINS = 200, LEAST = 500, MOST_TEXTS = 400, MOST_LANES = 60, NAMED = 15, VOICES = 7;
const SPAN_CLASSES = ["substituted", "deleted", "inserted", "spelled", "correct", "stretch", "unscored"];
// The names of errors are those of the page, where it has its own.
const spanName = kind => facts.kinds?.[kind] ?? SPAN_CLASSES[kind];
const CORRECT_SPAN = 4, STRETCH_SPAN = 5;

// Times as h:mm:ss, with as many decimals as tell neighbours apart.
function clock(milliseconds, decimals = 0) {
  const whole = Math.round(Math.max(0, milliseconds) / 10 ** (3 - decimals)) * 10 ** (3 - decimals);
  const hours = Math.floor(whole / 3600000), minutes = Math.floor(whole / 60000) % 60, rest = ((whole % 60000) / 1000).toFixed(decimals);
  const padded = rest.padStart(decimals ? 3 + decimals : 2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}
const TICKS = [100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000, 300000, 600000, 1800000, 3600000, 7200000, 18000000, 86400000];
const tickOf = (length, most) => TICKS.find(tick => length / tick <= most) ?? 10 * TICKS.at(-1);

const measure = document.createElement("canvas").getContext("2d");
measure.font = "11px system-ui, sans-serif";
// The text, or as much of it as fits a width in pixels; nothing where that would be one letter and an ellipsis.
function fitting(text, width) {
  const whole = measure.measureText(text).width, letters = Array.from(text);
  if (whole <= width) return text;
  for (let end = Math.min(letters.length - 1, Math.ceil((2 * letters.length * width) / whole)); end > 1; --end) {
    const part = `${letters.slice(0, end).join("")}…`;
    if (measure.measureText(part).width <= width) return part;
  }
  return "";
}
// The rows of a table of columns in order of their begins; `size` rows.
function byBegin(size, begins) {
  return Uint32Array.from({ length: size }, (_, k) => k).sort((a, b) => begins[a] - begins[b] || a - b);
}
// A lane from [begin, end, class, text, owner] of each span, in milliseconds.
function laneOf(label, side, spans) {
  const order = byBegin(spans.length, spans.map(span => span[0])), at = place => Array.from(order, k => spans[k][place]);
  const ends = Int32Array.from(at(1));
  let longest = 0;
  const begins = Int32Array.from(at(0));
  for (let k = 0; k < begins.length; ++k) longest = Math.max(longest, ends[k] - begins[k]);
  return { label, side, begins, ends, longest, classes: Uint8Array.from(at(2)), texts: at(3), owners: Uint32Array.from(at(4)) };
}

class Timeline {
  // `moved` hears of another window; `choose` of the owner of a span that is clicked.
  constructor(place, { moved, choose }) {
    Object.assign(this, { place, moved, choose, lanes: [], errors: new Int32Array(0), whole: [0, 1000], window: [0, 1000], chosen: null });
    this.map = svg("svg", { class: "map", role: "img" });
    this.stage = svg("svg", { class: "stage", role: "img" });
    const act = (label, name, action) => element("button", { type: "button", title: name, onclick: action }, label);
    this.extent = element("output", { class: "quiet" });
    this.bar = element("span", { class: "bar" },
      act("zoom in", "zoom in (+)", () => this.zoom(0.5)), act("zoom out", "zoom out (-)", () => this.zoom(2)),
      act("earlier", "earlier (left arrow)", () => this.pan(-0.5)), act("later", "later (right arrow)", () => this.pan(0.5)),
      act("whole", "whole recording (0)", () => this.show(...this.whole)),
      act("next error", "next error (e)", () => this.toError()), this.extent);
    this.legend = element("p", { class: "quiet" });
    this.left = element("p", { class: "quiet" });
    place.append(this.bar, this.legend, this.map, this.stage, this.left);
    place.addEventListener("keydown", event => this.key(event));
    this.map.addEventListener("pointerdown", event => this.drag(event));
    new ResizeObserver(() => this.draw()).observe(place);
  }
  // Errors are the begins of all errors; `whole` is the extent of the recording.
  set(lanes, errors, whole, window) {
    Object.assign(this, { lanes, errors: Int32Array.from(errors).sort(), whole: [whole[0], Math.max(whole[1], whole[0] + LEAST)] });
    this.window = window ? this.clipped(...window) : this.whole;
    this.draw();
  }
  clipped(from, to) {
    const [first, last] = this.whole, length = Math.min(last - first, Math.max(LEAST, to - from));
    const begin = Math.max(first, Math.min(from, last - length));
    return [Math.round(begin), Math.round(begin + length)];
  }
  show(from, to) {
    this.window = this.clipped(from, to);
    this.moved(this.window);
    this.draw();
  }
  zoom(by) {
    const [from, to] = this.window, middle = (from + to) / 2, half = (by * (to - from)) / 2;
    const length = Math.max(LEAST, 2 * half);
    this.show(middle - length / 2, middle + length / 2);
  }
  pan(by) {
    const [from, to] = this.window, way = by * (to - from);
    this.show(from + way, to + way);
  }
  // The next error behind the middle of the window, in the middle.
  toError() {
    const [from, to] = this.window, half = Math.min((to - from) / 2, 10000), middle = (from + to) / 2;
    const next = this.errors[firstFrom(this.errors, to - from > 2 * half ? from : middle + 1)];
    if (next !== undefined) this.show(next - half, next + half);
  }
  // Shows a span of time, if it is out of sight.
  reveal([begin, end]) {
    const [from, to] = this.window;
    if (begin >= to || end <= from) this.show((begin + end - to + from) / 2, (begin + end + to - from) / 2);
  }
  get keys() {
    return { ArrowLeft: () => this.pan(-0.25), ArrowRight: () => this.pan(0.25), "+": () => this.zoom(0.5), "-": () => this.zoom(2),
      0: () => this.show(...this.whole), e: () => this.toError() };
  }
  key(event) {
    const action = this.keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select, input")) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
  // A click on the minimap moves the window there; a drag chooses one.
  drag(event) {
    const box = this.map.getBoundingClientRect(), [first, last] = this.whole;
    const at = x => first + (Math.max(0, Math.min(1, (x - box.left - NAME) / (box.width - NAME)))) * (last - first);
    const begin = at(event.clientX);
    const end = other => {
      window.removeEventListener("pointerup", end);
      const to = at(other.clientX), half = (this.window[1] - this.window[0]) / 2;
      if (Math.abs(other.clientX - event.clientX) > 4) this.show(Math.min(begin, to), Math.max(begin, to));
      else this.show(to - half, to + half);
    };
    window.addEventListener("pointerup", end);
  }
  // Copies of what is drawn, for printing.
  printed() {
    return [this.extent, this.legend, this.map, this.stage].map(part => part.cloneNode(true));
  }
  draw() {
    const width = this.place.clientWidth - 12;
    if (width < NAME + 60) return;
    this.drawMap(width);
    this.drawStage(width);
    const [from, to] = this.window, near = to - from < 60000 ? 2 : 0, within = firstFrom(this.errors, to) - firstFrom(this.errors, from);
    this.extent.textContent = `${clock(from, near)}–${clock(to, near)}, ${quantity(within, "error")}`;
    this.legend.replaceChildren(...[0, 1, 2].filter(spanName).flatMap(kind =>
      [element("span", { class: `sample ${SPAN_CLASSES[kind]}` }, spanName(kind)), " "]));
  }
  // How many errors begin in each part of the recording.
  bins(number) {
    const [first, last] = this.whole, found = new Uint32Array(number);
    for (const begin of this.errors) ++found[Math.max(0, Math.min(number - 1, Math.floor(((begin - first) / (last - first)) * number)))];
    return found;
  }
  drawMap(width) {
    const [first, last] = this.whole, scale = (width - NAME) / (last - first), bins = this.bins(BINS), most = Math.max(1, ...bins);
    const step = (width - NAME) / BINS, parts = [svg("text", { x: 0, y: 14 }, "errors over time"), svg("text", { x: 0, y: 28 }, `${count(this.errors.length)} in all`)];
    bins.forEach((number, k) => {
      if (!number) return;
      const high = (number / most) * (MAP - AXIS), bar = svg("rect", { class: "bar", x: NAME + k * step, y: MAP - AXIS - high, width: Math.max(1, step - 0.5), height: high });
      const time = place => clock(first + ((last - first) * place) / BINS, last - first < 1000 * BINS ? 1 : 0);
      bar.append(svg("title", {}, `${time(k)}–${time(k + 1)}: ${quantity(number, "error")}`));
      parts.push(bar);
    });
    const [from, to] = this.window;
    parts.push(svg("rect", { class: "window", x: NAME + (from - first) * scale, y: 0.5, width: Math.max(3, (to - from) * scale), height: MAP - AXIS }));
    parts.push(...this.ticks(first, last, scale, MAP - 4, width));
    this.map.setAttribute("viewBox", `0 0 ${width} ${MAP}`);
    this.map.setAttribute("aria-label", `Errors over time: ${count(this.errors.length)} from ${clock(first)} to ${clock(last)}`);
    this.map.replaceChildren(...parts);
  }
  ticks(from, to, scale, y, width) {
    const tick = tickOf(to - from, Math.max(2, (width - NAME) / 90)), found = [];
    for (let time = Math.ceil(from / tick) * tick; time <= to; time += tick) {
      const x = NAME + (time - from) * scale;
      if (x > width - 30) break;
      found.push(svg("line", { class: "tick", x1: x, x2: x, y1: y - 14, y2: y - 10 }), svg("text", { x, y }, clock(time, tick < 1000 ? 1 : 0)));
    }
    return found;
  }
  drawStage(width) {
    const [from, to] = this.window, scale = (width - NAME) / (to - from), parts = [], lanes = this.lanes.slice(0, MOST_LANES);
    let y = 2, texts = 0, voice = -1;
    for (const lane of lanes) {
      if (lane.side === "reference") [y, voice] = [y + LANE_GAP, (voice + 1) % VOICES];
      parts.push(svg("rect", { class: `voice voice-${Math.max(0, voice)}`, x: 0, y: y + 1, width: 4, height: LANE - 2 }));
      const name = svg("text", { x: 9, y: y + 14, class: `lane ${lane.side}` }, lane.label.length > NAMED ? `${visible(lane.label.slice(0, NAMED - 1))}…` : visible(lane.label));
      name.append(svg("title", {}, cut(lane.label)));
      parts.push(name);
      const found = this.spansOf(lane, scale);
      texts += found.length;
      for (const span of found) parts.push(this.drawSpan(lane, span, { y, scale, voice: Math.max(0, voice), labelled: texts < MOST_TEXTS }));
      y += LANE;
    }
    const high = y + AXIS + 4;
    parts.push(...this.ticks(from, to, scale, high - 4, width));
    this.stage.setAttribute("viewBox", `0 0 ${width} ${high}`);
    this.stage.setAttribute("aria-label", `${lanes.map(lane => `${cut(lane.label)}, ${lane.side}`).join("; ")}: ${clock(from, 1)} to ${clock(to, 1)}`);
    this.stage.replaceChildren(...parts);
    this.left.textContent = this.lanes.length > lanes.length ? `${lanes.length} of ${count(this.lanes.length)} lanes are drawn` : "";
  }
  // The spans of a lane in the window, as [begin, end, class, span]; spans of one class that touch are one where they are too narrow to see.
  spansOf(lane, scale) {
    const [from, to] = this.window, last = new Array(SPAN_CLASSES.length).fill(null), found = [];
    for (let k = firstFrom(lane.begins, from - lane.longest); k < lane.begins.length && lane.begins[k] < to; ++k) {
      const begin = lane.begins[k], end = Math.max(lane.ends[k], begin + 2 / scale), kind = lane.classes[k], before = last[kind];
      if (end < from) continue;
      if (before && (end - begin) * scale < 4 && (begin - before[1]) * scale < 1) {
        before[1] = Math.max(before[1], end);
        ++before[4];
      } else found.push(last[kind] = [begin, end, kind, k, 1]);
    }
    return found.sort((a, b) => b[2] - a[2]);
  }
  drawSpan(lane, [begin, end, kind, k, several], { y, scale, voice, labelled }) {
    const [from, to] = this.window, low = Math.max(begin, from), x = NAME + (low - from) * scale, width = Math.max(2, (Math.min(end, to) - low) * scale);
    const name = SPAN_CLASSES[kind], text = several > 1 ? "" : lane.texts[k];
    const chosen = several === 1 && lane.owners[k] === this.chosen ? " chosen" : "";
    const part = svg("g", { class: `span ${name} voice-${voice}${chosen}` }, svg("rect", { x, y: y + 1, width, height: LANE - 2 }));
    part.append(svg("title", {}, several > 1 ? `${count(several)} spans, ${clock(begin, 2)}–${clock(end, 2)}` : `${arrowed(cut(text))}: ${spanName(kind)}, ${clock(begin, 2)}–${clock(lane.ends[k], 2)}`));
    const label = labelled ? fitting(visible(text.slice(0, LONGEST)), width - 6) : "";
    if (label) part.append(svg("text", { x: x + 3, y: y + 14 }, arrowed(label)));
    part.addEventListener("click", () => (several > 1 ? this.show(begin - 500, end + 500) : this.choose(lane.owners[k], lane.begins[k])));
    return part;
  }
}
