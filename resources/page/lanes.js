// The timeline of the words of recordings: speakers as lanes, the reference above what each system said.
let timeline = null;

// Who speaks in an utterance: the speaker, else the channel, else nobody in particular.
function voices() {
  const found = ["speaker", "channel"].map(name => model.groups.find(group => group.name === name)).find(Boolean);
  return found ?? { names: [""], of: new Uint32Array(model.size) };
}
// The spans of an utterance, of the reference and of a system, and the begins of the system's errors.
function spansOfUtterance(system, u) {
  const refs = [], said = [], errors = [], stretch = stretchOf(u) ?? [0, 0];
  let place = 0, word = 0, last = stretch[0];
  for (const [kind, ref, hyp] of system.steps(u)) {
    const refAt = ref === null ? null : refTime(system, u, place++), hypAt = hyp === null ? null : saidTime(system, u, word++);
    const at = hypAt ?? refAt ?? [last, last], wrong = kind === SUBSTITUTED || kind === DELETED || kind === INSERTED;
    const of = kind === -1 ? CORRECT_SPAN : kind;
    if (refAt) refs.push([...refAt, of, model.words.at(ref), u]);
    if (hypAt) said.push([...hypAt, of, model.words.at(hyp), u]);
    else if (!refAt && wrong && system.saidTimes) said.push([...at, of, model.words.at(hyp ?? ref), u]);
    if (wrong) errors.push(at[0]);
    last = at[1];
  }
  if (!system.refTimes) refs.push([...stretch, STRETCH_SPAN, model.text(system.reference(u)), u]);
  if (!system.saidTimes) said.push([...stretch, system.errors[u] ? SUBSTITUTED : STRETCH_SPAN, model.said(system, u), u]);
  return { refs, said, errors };
}
// The lanes of some utterances, by speaker: a reference, and below it each system.
function lanesOf(utterances) {
  const voice = voices(), byVoice = new Map(), errors = [], whole = [Infinity, 0];
  for (const u of utterances) {
    const stretch = stretchOf(u);
    if (!stretch) continue;
    whole[0] = Math.min(whole[0], stretch[0]);
    whole[1] = Math.max(whole[1], stretch[1]);
    if (!byVoice.has(voice.of[u])) byVoice.set(voice.of[u], [[], ...model.systems.map(() => [])]);
    const lanes = byVoice.get(voice.of[u]);
    model.systems.forEach((system, k) => {
      const found = spansOfUtterance(system, u);
      if (!k) lanes[0].push(...found.refs);
      lanes[k + 1].push(...found.said);
      if (system === chosenSystem()) errors.push(...found.errors);
    });
  }
  const lanes = [...byVoice].sort(([a], [b]) => (voice.names[a] < voice.names[b] ? -1 : 1)).flatMap(([number, [refs, ...said]]) => [
    laneOf(voice.names[number] || "reference", "reference", refs),
    ...said.map((spans, k) => laneOf(model.systems[k].name, "said", spans)),
  ]);
  return { lanes, errors, whole: whole[0] < whole[1] ? whole : [0, LEAST] };
}
// The recording that is shown: the one asked for, else that of the row chosen, else the first with utterances.
function recordingShown(utterances) {
  const found = recordings(), wanted = found.names.indexOf(state.tape);
  if (wanted >= 0) return wanted;
  return state.row !== "" && Number(state.row) < model.size ? found.of[Number(state.row)] : found.of[utterances[0] ?? 0];
}
function drawTimeline(utterances) {
  const all = recordings(), number = recordingShown(utterances);
  timeline ??= startTimeline();
  byId("tape").replaceChildren(...all.names.map((name, k) => element("option", { value: name, selected: k === number }, cut(name))));
  byId("tape").parentElement.hidden = all.names.length < 2;
  const { lanes, errors, whole } = lanesOf(Array.from(utterances).filter(u => all.of[u] === number));
  const window = state.from === "" ? null : [Number(state.from), Number(state.to)];
  timeline.set(lanes, errors, whole, window?.every(Number.isFinite) ? window : null);
}
function startTimeline() {
  const place = byId("timeline");
  place.append(element("label", {}, "Recording ", element("select", { id: "tape", onchange: event => change({ tape: event.target.value, from: "", to: "", row: "" }) })));
  return new Timeline(place, {
    moved: ([from, to]) => change({ from: String(from), to: String(to) }, { step: false }),
    choose: async (u, begin) => {
      await choose(u);
      if (facts.blocks.audio) play(u, begin / 1000);
    },
  });
}
function markTimeline(u) {
  timeline.chosen = u;
  if (u !== null && stretchOf(u) && recordings().of[u] === recordingShown(shown.utterances)) timeline.reveal(stretchOf(u));
  timeline.draw();
}
VIEWS.timeline = { title: "Timeline", part: "timeline", columns: () => [], rows: utterances => utterances, plain: "", owner: u => u };

// Errors per word over the time of recordings, in at most some 30 parts of whole minutes or seconds.
function timeChart(system, utterances) {
  const times = Array.from(utterances, u => stretchOf(u)?.[0] ?? -1), last = times.reduce((most, time) => Math.max(most, time), 0);
  const step = tickOf(last + 1, 30), size = Math.floor(last / step) + 1, errors = new Float64Array(size), words = new Float64Array(size);
  times.forEach((time, k) => {
    if (time < 0) return;
    errors[Math.floor(time / step)] += system.errors[utterances[k]];
    words[Math.floor(time / step)] += system.lengths[utterances[k]];
  });
  return bars("Rate by start of the utterance in its recording, %", Array.from(errors, (number, k) =>
    [clock(k * step), words[k] ? number / words[k] : 0, `${count(number)} of ${count(words[k])}, ${percent(words[k] ? number / words[k] : NaN)} %`]));
}
