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
  const order = values.filter(value => value === value).sort(), found = new Uint32Array(values.length);
  let size = 0;
  for (const value of order) if (!size || order[size - 1] !== value) order[size++] = value;
  const different = order.subarray(0, size);
  for (let k = 0; k < values.length; ++k) found[k] = values[k] === values[k] ? firstFrom(different, values[k]) : MISSING;
  freed(order);
  return found;
}
// How many texts stand before each, by code units. As many letters as fit are made one number, because numbers sort fast and
// without an object for each text; texts that are still equal look at their next letters.
function ranks(texts) {
  const { text, begins, length } = texts, digits = new Uint16Array(0x10000), found = new Uint32Array(length);
  for (let k = 0; k < text.length; ++k) digits[text.charCodeAt(k)] = 1;
  let base = 1;  // 0 is the end of a text
  for (let letter = 0; letter < digits.length; ++letter) if (digits[letter]) digits[letter] = base++;
  const many = Math.max(1, Math.floor(Math.log2(Number.MAX_SAFE_INTEGER / (length + 1)) / Math.log2(base))), room = base ** many;
  let equal = Uint32Array.from(found, (_, k) => k);
  for (let at = 0; equal.length; at += many) {
    const keys = new Float64Array(equal.length);
    for (let k = 0; k < keys.length; ++k) {
      const begin = begins[equal[k]] + at, end = begins[equal[k] + 1] - 1;
      let key = found[equal[k]];
      for (let place = begin; place < begin + many; ++place) key = key * base + (place < end ? digits[text.charCodeAt(place)] : 0);
      keys[k] = key;
    }
    const order = keys.slice().sort();
    for (let k = 0; k < keys.length; ++k) {
      const before = found[equal[k]];
      found[equal[k]] = before + firstFrom(order, keys[k]) - firstFrom(order, before * room);
    }
    equal = equal.filter((_, k) => keys[k] % base !== 0 && order[firstFrom(order, keys[k]) + 1] === keys[k]);
    for (const scratch of [keys, order]) freed(scratch);
  }
  return found;
}
