// What is filtered, in the order shown, as files.
const COUNTS = [["correct", (system, u) => system.lengths[u] - system.substitutions[u] - system.deletions[u]],
  ["substitutions", (system, u) => system.substitutions[u]], ["deletions", (system, u) => system.deletions[u]],
  ["insertions", (system, u) => system.insertions[u]]];

function toCsv(utterances) {
  const several = model.systems.length > 1;
  const heads = ["id", ...model.groups.map(group => group.name), "reference"];
  for (const system of model.systems) heads.push(...[...COUNTS.map(([name]) => name), "hypothesis"].map(name => (several ? `${system.name} ${name}` : name)));
  const rows = [heads.map(cell).join(",") + "\n"];
  for (const u of utterances) {
    const row = [model.ids.at(u), ...model.groups.map(group => group.names[group.of[u]]), model.text(model.systems[0].reference(u))];
    for (const system of model.systems) row.push(...COUNTS.map(([, value]) => value(system, u)), model.said(system, u));
    rows.push(row.map(cell).join(",") + "\n");
  }
  return rows;
}
function toJson(utterances) {
  const text = number => (number === null ? null : model.words.at(number));
  const rows = Array.from(utterances, u => JSON.stringify({
    id: model.ids.at(u), ...Object.fromEntries(model.groups.map(group => [group.name, group.names[group.of[u]]])),
    systems: model.systems.map(system => ({
      name: system.name, ...Object.fromEntries(COUNTS.map(([name, value]) => [name, value(system, u)])),
      alignment: system.steps(u).map(([kind, ref, hyp]) => [kind === -1 || kind === SPELLED ? "C" : SIGNS[kind], text(ref), text(hyp)]),
    })),
  }));
  return [`[\n${rows.join(",\n")}\n]\n`];
}
const toTrn = textOf => utterances => Array.from(utterances, u => `${textOf(u)} (${model.ids.at(u)})\n`);

function exported(kind, utterances) {
  const system = chosenSystem();
  const kinds = {
    csv: ["utterances.csv", "text/csv", toCsv],
    json: ["utterances.json", "application/json", toJson],
    ref: ["reference.trn", "text/plain", toTrn(u => model.text(system.reference(u)))],
    hyp: ["hypothesis.trn", "text/plain", toTrn(u => model.said(system, u))],
  };
  const [name, type, make] = kinds[kind];
  save(model.size < facts.all ? name.replace(".", `-worst-${model.size}-of-${facts.all}.`) : name, `${type};charset=utf-8`, make(utterances));
}
