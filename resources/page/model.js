// The data as columns: utterances, words, and for each system where and how it errs.
const SUBSTITUTED = 0, DELETED = 1, INSERTED = 2, SPELLED = 3;
const SIGNS = "SDIC";

function starts(lengths) {
  const found = new Uint32Array(lengths.length + 1);
  for (let k = 0; k < lengths.length; ++k) found[k + 1] = found[k] + lengths[k];
  return found;
}
// Numbers in as few bytes as hold them all.
function narrow(numbers) {
  let most = 0;
  for (let k = 0; k < numbers.length; ++k) most |= numbers[k];
  return (most < 0x100 ? Uint8Array : most >>> 16 ? Uint32Array : Uint16Array).from(numbers);
}
class System {
  constructor(name) {
    this.name = name;
  }
  async readCounts(number, size, shared) {
    const own = facts.blocks[`lengths.${number}`];
    this.lengths = own ? await numbers(`lengths.${number}`, size) : shared.lengths;
    this.refStarts = own ? starts(this.lengths) : shared.refStarts;
    const all = await numbers(`tallies.${number}`, 4 * size), steps = new Uint32Array(size), errors = new Uint32Array(size);
    for (let u = 0; u < size; ++u) {
      errors[u] = all[u] + all[size + u] + all[2 * size + u];
      steps[u] = errors[u] + all[3 * size + u];
    }
    [this.substitutions, this.deletions, this.insertions, this.spellings] = [0, 1, 2, 3].map(kind => narrow(all.subarray(kind * size, (kind + 1) * size)));
    this.errors = narrow(errors);
    this.errorStarts = starts(steps);
    for (const scratch of [all, errors, steps]) freed(scratch);
  }
  async readErrors(number, shared) {
    const own = facts.blocks[`refs.${number}`], size = this.lengths.length;
    const Kind = facts.words <= 0x10000 ? Uint16Array : Uint32Array;
    this.refs = own ? await numbers(`refs.${number}`, this.refStarts[size], Kind) : shared.refs;
    const count = this.errorStarts[size], deleted = this.deletions.reduce((sum, each) => sum + each, 0);
    const steps = await numbers(`steps.${number}`, count), said = await numbers(`said.${number}`, count - deleted, Kind);
    this.kinds = new Uint8Array(count);
    this.places = new Uint32Array(count);  // among the words of all references; of an insertion, the word behind it
    this.words = new Kind(count);
    this.owners = new Uint32Array(count);
    for (let u = 0, e = 0, word = 0; u < size; ++u) {
      let at = this.refStarts[u];
      for (const end = this.errorStarts[u + 1]; e < end; ++e) {
        const kind = steps[e] & 3;
        at += steps[e] >>> 2;
        this.kinds[e] = kind;
        this.places[e] = at;
        this.owners[e] = u;
        if (kind !== DELETED) this.words[e] = said[word++];
        if (kind !== INSERTED) ++at;
      }
    }
    freed(steps);
    freed(said);
  }
  // Whether each utterance has a run of deleted or of inserted words; made when it is asked for.
  get runMarks() {
    if (this.marked) return this.marked;
    this.marked = new Uint8Array(this.lengths.length);
    for (let e = 1, size = 1; e < this.kinds.length; ++e) {
      size = this.continues(e) ? size + 1 : 1;
      if (size === RUN) this.marked[this.owners[e]] = 1;
    }
    return this.marked;
  }
  // Whether an error follows on the one before it, and is of its kind.
  continues(e) {
    const kind = this.kinds[e];
    if (kind !== this.kinds[e - 1] || this.owners[e] !== this.owners[e - 1]) return false;
    return kind === DELETED ? this.places[e] === this.places[e - 1] + 1 : kind === INSERTED && this.places[e] === this.places[e - 1];
  }
  rate(u) {
    return this.lengths[u] ? this.errors[u] / this.lengths[u] : NaN;
  }
  // The steps of an utterance: kind (-1 for a correct word), number of the reference's word, number of the word said.
  steps(u) {
    const found = [];
    let at = this.refStarts[u];
    for (let e = this.errorStarts[u]; e < this.errorStarts[u + 1]; ++e) {
      for (; at < this.places[e]; ++at) found.push([-1, this.refs[at], this.refs[at]]);
      const kind = this.kinds[e];
      found.push([kind, kind === INSERTED ? null : this.refs[at], kind === DELETED ? null : this.words[e]]);
      if (kind !== INSERTED) ++at;
    }
    for (; at < this.refStarts[u + 1]; ++at) found.push([-1, this.refs[at], this.refs[at]]);
    return found;
  }
  reference(u) {
    return this.refs.subarray(this.refStarts[u], this.refStarts[u + 1]);
  }
}
class Model {
  constructor() {
    this.size = facts.utterances;
    this.systems = facts.systems.map(system => new System(system.name));
    this.words = null;
    this.analyses = [];
  }
  async readRows() {
    for (const [number, system] of this.systems.entries()) await system.readCounts(number, this.size, this.systems[0]);
    this.ids = await texts("ids", this.size);
    this.groups = [];
    for (const [number, name] of facts.groups.entries()) {
      const names = await lines(`names.${number}`), of = await numbers(`group.${number}`, this.size);
      this.groups.push({ name, names, of });
    }
    this.axes = [];
    for (const [number, { name, dates }] of facts.axes.entries()) {
      const values = Array.from(await lines(`values.${number}`), text => (text === "" ? NaN : dates ? Date.parse(text) : Number(text)));
      const of = await numbers(`axis.${number}`, this.size);
      this.axes.push({ name, dates, of: Float64Array.from(of, k => values[k]) });
    }
  }
  async readWords() {
    this.words = await texts("words", facts.words);
    for (const [number, system] of this.systems.entries()) await system.readErrors(number, this.systems[0]);
  }
  // The number of a word: -1 for a word that is not there, null for none.
  numberOf(word) {
    return word === null ? null : this.words.indexOf(word);
  }
  text(numbers) {
    return Array.from(numbers, number => this.words.at(number)).filter(word => word !== "").join(facts.joiner);
  }
  said(system, u) {
    return this.text(system.steps(u).filter(step => step[2] !== null).map(step => step[2]));
  }
}
// Whether two systems were scored against equal words of the reference in an utterance.
function sameReference(a, b, u) {
  if (a.refs === b.refs) return true;
  const one = a.reference(u), two = b.reference(u);
  return one.length === two.length && one.every((word, k) => word === two[k]);
}
