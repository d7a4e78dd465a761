// Search in a worker of its own: a pattern that runs away is ended, and the page stays alive.
const PATIENCE = 2000;
// Milliseconds after which the texts that were searched are given back; they are made anew when they are searched again.
const KEPT = 15000;

// Runs in the worker, and may use nothing of the page. The vocabulary is one text, a word to a line; utterances stand in pieces
// of some rows, a side to a line: a pattern runs over a few long texts much faster than over many short ones.
function searcher() {
  const ROWS = 32;
  let words = null, ids = null, vocabulary = null, data = null, pieces = null;
  // Texts as bytes, where each begins behind its newline, and how many letters (of 16 bits) each has.
  function coded(texts) {
    const bytes = new TextEncoder().encode(texts.text), begins = new Uint32Array(texts.length + 1), letters = new Uint32Array(texts.length);
    for (let k = 0, at = 0; k <= texts.length; ++k) {
      begins[k] = at = bytes.indexOf(10, at) + 1;
      letters[k] = texts.begins[k + 1] - texts.begins[k] - 1;
    }
    return { bytes, begins, letters };
  }
  // Rows from one on, where each ends, and their lines; odd ones hold signs that a pattern takes for ends of lines.
  const pieceOf = (begin, ends, text) => ({ begin, ends, text, odd: /[\r\u2028\u2029]/.test(text) });
  function makePieces() {
    const decoder = new TextDecoder(), spelt = coded(words), names = coded(ids), joiner = coded(new Texts(data.joiner, 1));
    const size = ids.length;
    let buffer = new Uint8Array(1 << 16), used = 0, units = 0;
    const makeRoom = size => {
      if (used + size <= buffer.length) return;
      const larger = new Uint8Array(2 * (used + size));
      larger.set(buffer);
      buffer = larger;
    };
    const put = ({ bytes, begins, letters }, number) => {
      const begin = begins[number], end = begins[number + 1] - 1;
      makeRoom(end - begin + 2);
      for (let k = begin; k < end; ++k) buffer[used++] = bytes[k];
      units += letters[number];
    };
    let first = true;
    const join = () => {
      if (!first) put(joiner, 0);
      first = false;
    };
    const say = number => {
      if (!spelt.letters[number]) return;
      join();
      put(spelt, number);
    };
    // The words of a reference, and where each stands in the buffer: systems said most of them in stretches.
    const sayReference = (system, u, places) => {
      for (let at = system.refStarts[u], k = 0; at < system.refStarts[u + 1]; ++at, ++k) {
        const number = system.refs[at];
        if (spelt.letters[number]) join();
        places.begins[k] = used;
        places.before[k] = units;
        put(spelt, number);
        places.ends[k] = used;
        places.behind[k] = units;
      }
    };
    const repeat = ({ begins, ends, before, behind }, from, to) => {
      while (from < to && begins[from] === ends[from]) ++from;
      if (from === to) return;
      join();
      const end = ends[to - 1];
      makeRoom(end - begins[from] + 2);
      for (let k = begins[from]; k < end; ++k) buffer[used++] = buffer[k];
      units += behind[to - 1] - before[from];
    };
    const own = data.systems.map(({ refs }, k) => (!k || refs !== data.systems[0].refs) && { begins: [], ends: [], before: [], behind: [] });
    const endLine = () => {
      buffer[used++] = 10;
      ++units;
      first = true;
    };
    pieces = [];
    for (let begin = 0; begin < size; begin += ROWS) {
      const ends = [];
      used = units = 0;
      for (let u = begin; u < Math.min(size, begin + ROWS); ++u) {
        put(names, u);
        endLine();
        data.systems.forEach((system, k) => {
          const places = own[k] || own[0], begin = system.refStarts[u];
          if (own[k]) {
            sayReference(system, u, places);
            endLine();
          }
          if (system.errorStarts[u] === system.errorStarts[u + 1]) return;
          let at = begin;
          for (let e = system.errorStarts[u]; e < system.errorStarts[u + 1]; ++e) {
            repeat(places, at - begin, system.places[e] - begin);
            at = system.places[e];
            if (system.kinds[e] !== 1) say(system.words[e]);
            if (system.kinds[e] !== 2) ++at;
          }
          repeat(places, at - begin, system.refStarts[u + 1] - begin);
          endLine();
        });
        ends.push(units);
      }
      pieces.push(pieceOf(begin, Uint32Array.from(ends), decoder.decode(buffer.subarray(0, used))));
    }
    for (const system of data.systems) for (const column of Object.values(system)) if (column.buffer.byteLength) column.buffer.transfer?.(0);
    data = { size };
  }
  // A match that leaves its line is no match of that side: the line is then tested alone.
  function markPiece({ begin, ends, text }, across, alone, hits) {
    let row = 0;
    across.lastIndex = 0;
    for (let found = across.exec(text); found; found = across.exec(text)) {
      const start = found.index, lineEnd = text.indexOf("\n", start);
      let next = lineEnd + 1;
      if (start + found[0].length <= lineEnd || alone.test(text.slice(text.lastIndexOf("\n", start - 1) + 1, lineEnd))) {
        while (ends[row] <= start) ++row;
        hits[begin + row] = 1;
        next = ends[row];
      }
      if (next >= text.length) break;
      across.lastIndex = next;
    }
  }
  // What looks around may see other lines, and odd texts have ends of lines within, so that each line is tested alone.
  function markLines({ begin, ends, text }, alone, hits) {
    ends.forEach((end, row) => {
      if (text.slice(row ? ends[row - 1] : 0, end - 1).split("\n").some(line => alone.test(line))) hits[begin + row] = 1;
    });
  }
  function hitsIn(pieces, size, source) {
    const hits = new Uint8Array(size), alone = new RegExp(source, "iu"), across = new RegExp(source, "gimu");
    for (const piece of pieces) {
      if (piece.odd || /\(\?<?[=!]/.test(source)) markLines(piece, alone, hits);
      else markPiece(piece, across, alone, hits);
    }
    return hits;
  }
  onmessage = ({ data: question }) => {
    if (question.words) {
      [words, ids] = [question.words, question.ids].map(texts => Object.setPrototypeOf(texts, Texts.prototype));
      vocabulary = [pieceOf(0, words.begins.subarray(1).map(begin => begin - 1), words.text.slice(1))];
    }
    if (question.data) {
      data = question.data;
      makePieces();
      postMessage({ made: true });
    }
    if (!question.source) return;
    const hits = question.scope === "texts" ? hitsIn(pieces, data.size, question.source) : hitsIn(vocabulary, words.length, question.source);
    postMessage({ number: question.number, hits }, [hits.buffer]);
  };
}
// The utterances with a word that is wanted, on either side.
function withWords(wanted) {
  const hits = new Uint8Array(model.size);
  for (const system of model.systems) {
    const { refs, refStarts, words, kinds, owners } = system;
    if (system === model.systems[0] || refs !== model.systems[0].refs) {
      for (let u = 0; u < hits.length; ++u) {
        let at = refStarts[u];
        const end = refStarts[u + 1];
        while (at < end && !wanted[refs[at]]) ++at;
        if (at < end) hits[u] = 1;
      }
    }
    for (let e = 0; e < kinds.length; ++e) if (wanted[words[e]] && kinds[e] !== DELETED) hits[owners[e]] = 1;
  }
  return hits;
}
const search = { worker: null, texts: null, made: null, answer: null, timer: 0, idle: 0, number: 0, wanted: ":", hits: null, problem: "" };

function workerOf(source) {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" })), worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}
function startWorker() {
  search.worker = workerOf(`${Texts}(${searcher})()`);
  search.worker.postMessage({ words: model.words, ids: model.ids });
  search.texts = null;
  // A loop is compiled when it runs for the first time, for what it meets: now, when nobody waits, with rare words as hits.
  setTimeout(() => withWords(new Uint8Array(model.words.length).fill(1, model.words.length >> 1)));
  search.worker.onmessage = ({ data }) => {
    if (data.made) search.made();
    else search.answer?.(data);
  };
}
// Gives the worker what texts are made of; they are made once, and not timed as a search.
function prepareTexts() {
  if (!search.worker) startWorker();
  if (search.texts) return search.texts;
  search.texts = new Promise(resolve => { search.made = resolve; });
  search.texts.then(restSoon);
  const systems = model.systems.map(({ refs, refStarts, errorStarts, kinds, places, words }) => ({ refs, refStarts, errorStarts, kinds, places, words }));
  search.worker.postMessage({ data: { joiner: facts.joiner, systems } });
  return search.texts;
}
// The pattern of what was typed: a regular expression between slashes, else the text itself.
function patternOf(text) {
  const given = /^\/(.*)\/$/su.exec(text);
  const source = given ? given[1] : text.replace(/[\\^$.*+?()[\]{}|/]/g, mark => `\\${mark}`);
  new RegExp(source, "iu");
  return source;
}
function endWorker() {
  clearTimeout(search.idle);
  search.worker.terminate();
  Object.assign(search, { worker: null, texts: null, timer: 0 });
}
function restSoon() {
  clearTimeout(search.idle);
  search.idle = setTimeout(() => {
    endWorker();
    tidy();
  }, KEPT);
}
// Asks the worker which utterances match; an older question that it still works at is given up.
async function asked(source, scope) {
  if (search.timer) {
    clearTimeout(search.timer);
    endWorker();
  }
  clearTimeout(search.idle);
  if (!search.worker) startWorker();
  const number = ++search.number;
  // The patience is with the pattern, not with the texts that the worker may be making.
  await (scope === "texts" ? prepareTexts() : search.texts);
  if (number !== search.number) throw new Error("another search was started");
  return new Promise((resolve, reject) => {
    search.timer = setTimeout(() => {
      endWorker();
      reject(new Error(`the search was stopped after ${PATIENCE / 1000} seconds: its pattern takes too long`));
    }, PATIENCE);
    search.answer = data => {
      if (data.number !== number) return;
      clearTimeout(search.timer);
      search.timer = 0;
      if (search.texts) restSoon();
      resolve(scope === "texts" ? data.hits : withWords(data.hits));
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
