"use strict";
// Blocks of the page: base64 of deflated columns. A block that is cut or altered is an error, never a wrong number.
class BrokenPage extends Error {}
// Read when the page is whole, or ends: the facts stand behind this script.
let facts = null;

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text), found = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; ++k) found[k] = binary.charCodeAt(k);
  return found;
}
// The bytes of a block; its text leaves the page. Deflate checks the bytes by their Adler-32.
async function block(name) {
  const element = document.getElementById(`block-${name}`), texts = Array.from(element?.childNodes ?? []);
  const { coded, size } = facts.blocks[name], length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length !== coded) throw new BrokenPage(`the part “${name}” has ${length} of ${coded} characters`);
  const found = new Uint8Array(size), filled = await inflated(texts, found).catch(() => null);
  if (filled === null) throw new BrokenPage(`the part “${name}” was altered`);
  if (filled !== size) throw new BrokenPage(`the part “${name}” has ${filled} of ${size} bytes`);
  element?.remove();
  return found;
}
// A browser cuts a long text into nodes: one after the other is decoded and dropped, so that no copy of the whole is made.
// Fills in what they hold, and says how much that is; the browser's pieces are given back at once, too.
async function inflated(texts, found) {
  const { readable, writable } = new DecompressionStream("deflate"), writer = writable.getWriter(), filled = fill(readable, found);
  filled.catch(() => {});  // awaited below
  let rest = "";
  for (const node of texts) {
    const text = rest + node.data, end = text.length - text.length % 4, bytes = bytesOf(text.slice(0, end));
    rest = text.slice(end);
    node.remove();
    await writer.write(bytes);
    freed(bytes);
  }
  await writer.write(bytesOf(rest));
  await writer.close();
  return filled;
}
async function fill(readable, found) {
  const reader = readable.getReader();
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return filled;
    if (filled + value.length <= found.length) found.set(value, filled);
    filled += value.length;
    freed(value);
  }
}
// Gives the memory of numbers that are no longer needed back at once, where the browser can.
const freed = numbers => numbers.buffer.transfer?.(0);
// A browser counts memory that is asked for, also where nobody touches it, and then collects what reading has left behind.
function tidy() {
  try {
    new ArrayBuffer(1e8);
  } catch {
    // There is no more memory: the browser tidies by itself.
  }
}
// Many texts as one, each behind a newline: as many objects would take more memory and time than all the rest.
class Texts {
  constructor(text, count) {
    this.text = `\n${text}\n`;
    this.length = count;
    this.begins = new Uint32Array(count + 1);
    let at = 0;
    for (let k = 0; k <= count && at >= 0; ++k) {
      this.begins[k] = at + 1;
      at = this.text.indexOf("\n", at + 1);
    }
    this.whole = this.begins[count] === this.text.length;
  }
  // Of texts without newlines.
  static of(texts) {
    return new Texts(texts.join("\n"), texts.length);
  }
  at(k) {
    return this.text.slice(this.begins[k], this.begins[k + 1] - 1);
  }
  // The place of a text, -1 for none.
  indexOf(text) {
    const begin = text.includes("\n") ? -1 : this.text.indexOf(`\n${text}\n`) + 1;
    return begin > 0 ? firstFrom(this.begins, begin) : -1;
  }
}
// The first place of a sorted column whose value is not below a wanted one.
function firstFrom(column, wanted) {
  let low = 0, high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
// Numbers of seven bits a byte, the lowest first.
function varints(bytes, count, name, Kind = Uint32Array) {
  const found = new Kind(count);
  let at = 0;
  for (let k = 0; k < count; ++k) {
    let byte = bytes[at++], value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++];
      value |= (byte & 127) << shift;
    }
    found[k] = value;
  }
  if (at !== bytes.length) throw new BrokenPage(`the part “${name}” does not hold ${count} numbers`);
  freed(bytes);
  return found;
}
const numbers = async (name, count, Kind) => varints(await block(name), count, name, Kind);
const textOfBlock = async name => {
  const bytes = await block(name), text = new TextDecoder().decode(bytes);
  freed(bytes);
  return text;
};
const lines = async name => {
  const text = await textOfBlock(name);
  return text === "" ? [] : text.split("\n");
};
async function texts(name, count) {
  const found = count ? new Texts(await textOfBlock(name), count) : new Texts("", 1);
  if (!found.whole) throw new BrokenPage(`the part “${name}” does not hold ${count} texts`);
  return found;
}
