// Search in a worker of its own: a pattern that runs away is ended, and the page stays alive.
const PATIENCE = 2000;

// Runs in the worker, and may use nothing of the page.
function searcher() {
  let data, texts = null;
  const join = (words, of) => of.map(number => data.words[number]).join(data.joiner);
  function said(system, u) {
    const found = [];
    let at = system.refStarts[u];
    for (let e = system.errorStarts[u]; e < system.errorStarts[u + 1]; ++e) {
      for (; at < system.places[e]; ++at) found.push(system.refs[at]);
      if (system.kinds[e] !== 1) found.push(system.words[e]);
      if (system.kinds[e] !== 2) ++at;
    }
    for (; at < system.refStarts[u + 1]; ++at) found.push(system.refs[at]);
    return found;
  }
  function allTexts() {
    texts ??= data.ids.map((id, u) => {
      const first = data.systems[0];
      const reference = Array.from(first.refs.subarray(first.refStarts[u], first.refStarts[u + 1]));
      return [id, join(data.words, reference), ...data.systems.map(system => join(data.words, said(system, u)))];
    });
    return texts;
  }
  function byWord(pattern) {
    const wanted = Uint8Array.from(data.words, each => pattern.test(each)), hits = new Uint8Array(data.ids.length);
    for (const system of data.systems) {
      for (let u = 0; u < hits.length; ++u) {
        for (let at = system.refStarts[u]; at < system.refStarts[u + 1]; ++at) if (wanted[system.refs[at]]) hits[u] = 1;
      }
      for (let e = 0; e < system.kinds.length; ++e) {
        if (system.kinds[e] !== 1 && wanted[system.words[e]]) hits[system.owners[e]] = 1;
      }
    }
    return hits;
  }
  const byText = pattern => Uint8Array.from(allTexts(), sides => sides.some(side => pattern.test(side)));
  onmessage = ({ data: question }) => {
    if (question.data) {
      data = question.data;
      return;
    }
    const pattern = new RegExp(question.source, "iu");
    const hits = question.scope === "texts" ? byText(pattern) : byWord(pattern);
    postMessage({ number: question.number, hits }, [hits.buffer]);
  };
}
const search = { worker: null, timer: 0, number: 0, wanted: ":", hits: null, problem: "" };

function startWorker() {
  const address = URL.createObjectURL(new Blob([`(${searcher})()`], { type: "text/javascript" }));
  search.worker = new Worker(address);
  URL.revokeObjectURL(address);
  const systems = model.systems.map(({ refs, refStarts, errorStarts, kinds, places, words, owners }) =>
    ({ refs, refStarts, errorStarts, kinds, places, words, owners }));
  search.worker.postMessage({ data: { words: model.words, ids: model.ids, joiner: facts.joiner, systems } });
}
// The pattern of what was typed: a regular expression between slashes, else the text itself.
function patternOf(text) {
  const given = /^\/(.*)\/$/su.exec(text);
  const source = given ? given[1] : text.replace(/[\\^$.*+?()[\]{}|/]/g, mark => `\\${mark}`);
  new RegExp(source, "iu");
  return source;
}
function endWorker() {
  search.worker.terminate();
  Object.assign(search, { worker: null, timer: 0 });
}
// Asks the worker which utterances match; an older question that it still works at is given up.
function asked(source, scope) {
  if (search.timer) {
    clearTimeout(search.timer);
    endWorker();
  }
  if (!search.worker) startWorker();
  const number = ++search.number;
  return new Promise((resolve, reject) => {
    search.timer = setTimeout(() => {
      endWorker();
      reject(new Error(`the search was ended after ${PATIENCE / 1000} seconds: its pattern takes too long`));
    }, PATIENCE);
    search.worker.onmessage = ({ data }) => {
      if (data.number !== number) return;
      clearTimeout(search.timer);
      search.timer = 0;
      resolve(data.hits);
    };
    search.worker.postMessage({ source, scope, number });
  });
}
// Brings the hits up to date with what is searched for; a problem is kept as a message, and nothing is left out.
async function updateSearch() {
  const wanted = `${state.scope}:${state.search}`;
  if (wanted === search.wanted) return;
  search.wanted = wanted;
  Object.assign(search, { hits: null, problem: "" });
  if (!state.search) return;
  try {
    const hits = await asked(patternOf(state.search), state.scope);
    if (search.wanted === wanted) search.hits = hits;
  } catch (error) {
    if (search.wanted === wanted) search.problem = error.message;
  }
}
