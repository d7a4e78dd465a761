// Rows in order of a key: a stable radix sort of floating-point numbers, whose bits order as their values do.
function sorted(rows, key, descending) {
  const size = rows.length, keys = new Float64Array(size);
  let from = Uint32Array.from(rows), to = new Uint32Array(size);
  let bits = new Uint32Array(keys.buffer), other = new Uint32Array(2 * size);
  for (let k = 0; k < size; ++k) {
    const value = key(rows[k]);
    // Keys are 0 or more; a row without a value stands last in either direction.
    keys[k] = Number.isNaN(value) ? -1 : value;
  }
  for (let k = 0; k < size; ++k) {
    const missing = bits[2 * k + 1] >>> 31;
    for (const at of [2 * k, 2 * k + 1]) bits[at] = missing ? 0xffffffff : descending ? ~bits[at] & (at & 1 ? 0x7fffffff : -1) : bits[at];
  }
  for (let pass = 0; pass < 4; ++pass) {
    const half = pass >> 1, shift = 16 * (pass & 1), counts = new Uint32Array(65537);
    for (let k = 0; k < size; ++k) ++counts[((bits[2 * k + half] >>> shift) & 0xffff) + 1];
    if (counts.includes(size, 1)) continue;
    for (let digit = 1; digit < 65537; ++digit) counts[digit] += counts[digit - 1];
    for (let k = 0; k < size; ++k) {
      const place = counts[(bits[2 * k + half] >>> shift) & 0xffff]++;
      to[place] = from[k];
      other[2 * place] = bits[2 * k];
      other[2 * place + 1] = bits[2 * k + 1];
    }
    [from, to] = [to, from];
    [bits, other] = [other, bits];
  }
  for (const scratch of [bits, other, to]) freed(scratch);
  return from;
}
// The places of texts in their order, by code units; made once for each column.
function ranks(texts) {
  const order = Array.from(texts.keys()).sort((a, b) => (texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : a - b));
  const found = new Uint32Array(texts.length);
  let rank = 0;
  order.forEach((place, k) => {
    if (k && texts[place] !== texts[order[k - 1]]) ++rank;
    found[place] = rank;
  });
  return found;
}
