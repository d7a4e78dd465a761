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
  const element = document.getElementById(`block-${name}`), text = element?.textContent ?? "";
  const { coded, size } = facts.blocks[name];
  if (text.length !== coded) throw new BrokenPage(`the part “${name}” has ${text.length} of ${coded} characters`);
  let found;
  try {
    const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
    found = new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new BrokenPage(`the part “${name}” was altered`);
  }
  if (found.length !== size) throw new BrokenPage(`the part “${name}” has ${found.length} of ${size} bytes`);
  element.remove();
  return found;
}
// Numbers of seven bits a byte, the lowest first.
function varints(bytes, count, name) {
  const found = new Uint32Array(count);
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
  return found;
}
const numbers = async (name, count) => varints(await block(name), count, name);
const lines = async name => {
  const text = new TextDecoder().decode(await block(name));
  return text === "" ? [] : text.split("\n");
};
