// Rows in order of their keys: whole numbers, by a stable counting sort of 16 bits at a time.
const MISSING = 0xffffffff;  // the key of a row without a value, which stands last in either direction

function sorted(rows, keys, descending) {
  const size = rows.length, own = new Uint32Array(size);
  let most = 0;
  for (let k = 0; k < size; ++k) if (keys[k] > most && keys[k] !== MISSING) most = keys[k];
  for (let k = 0; k < size; ++k) own[k] = keys[k] === MISSING ? most + 1 : descending ? most - keys[k] : keys[k];
  let from = null, to = new Uint32Array(size);
  for (let shift = 0; shift < 32 && (!from || (most + 1) >>> shift); shift += 16) {
    const counts = new Uint32Array(Math.min(0x10000, ((most + 1) >>> shift) + 1) + 1), before = from ?? rows.map((_, k) => k);
    for (let k = 0; k < size; ++k) ++counts[((own[k] >>> shift) & 0xffff) + 1];
    for (let digit = 1; digit < counts.length; ++digit) counts[digit] += counts[digit - 1];
    for (let k = 0; k < size; ++k) to[counts[(own[before[k]] >>> shift) & 0xffff]++] = before[k];
    [from, to] = [to, before];
  }
  for (let k = 0; k < size; ++k) to[k] = rows[from[k]];
  for (const scratch of [own, from]) freed(scratch);
  return to;
}
// The keys of numbers: themselves where they are whole, else their places in their order.
function numberKeys(rows, value) {
  const keys = new Uint32Array(rows.length);
  for (let k = 0; k < rows.length; ++k) {
    const number = value(rows[k]);
    if (number === number && number >>> 0 !== number) return numberRanks(Float64Array.from(rows, value));
    keys[k] = number === number ? number : MISSING;
  }
  return keys;
}
function numberRanks(values) {
  const order = values.filter(value => value === value).sort();
  let size = 0;
  for (const value of order) if (!size || order[size - 1] !== value) order[size++] = value;
  const different = order.subarray(0, size);
  return Uint32Array.from(values, value => (value === value ? firstFrom(different, value) : MISSING));
}
// The places of texts in their order, by code units; made once for each column.
function ranks(texts) {
  const order = Uint32Array.from(texts, (_, k) => k).sort((a, b) => (texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : a - b));
  const found = new Uint32Array(texts.length);
  let rank = 0;
  order.forEach((place, k) => {
    if (k && texts[place] !== texts[order[k - 1]]) ++rank;
    found[place] = rank;
  });
  return found;
}
