// Text on the page: everything from the files enters as text, never as markup, with control characters made visible.
const LONGEST = 200;
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function visible(text) {
  return text.replace(HIDDEN, mark => `⟨${mark.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}
function cut(text) {
  if (text.length <= LONGEST) return visible(text);
  return `${visible(text.slice(0, LONGEST))}… (${count(text.length)} characters)`;
}
// Plain text in which an arrow keeps both words on their sides, also between words that are written from right to left.
const arrowed = text => text.replaceAll(" → ", " \u200e→\u200e ");
const count = number => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const quantity = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
const percent = (rate, digits = 1) => (Number.isFinite(rate) ? `${(100 * rate).toFixed(digits)}` : "–");

const byId = id => document.getElementById(id);
function element(name, attributes = {}, ...content) {
  const found = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) found.addEventListener(key.slice(2), value);
    else found.setAttribute(key, value === true ? "" : value);
  }
  found.append(...content);
  return found;
}
function svg(name, attributes = {}, ...content) {
  const found = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  found.append(...content);
  return found;
}
// A word, which is cut where it is long; `kind` is its operation.
function cutWord(text, kind = "") {
  return element("bdi", { class: `word ${kind}` }, text === "" ? "∅" : cut(text));
}
// A word, which shows all of itself after a click if it is cut: not for what is a button itself.
function word(text, kind = "") {
  const found = cutWord(text, kind);
  if (text.length > LONGEST) {
    const more = element("button", { type: "button", class: "more" }, "show all");
    more.addEventListener("click", event => {
      event.stopPropagation();
      found.textContent = visible(text);
    });
    found.append(" ", more);
  }
  return found;
}
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
function direction(numbers) {
  for (const number of numbers) if (RIGHT_TO_LEFT.test(model.words.at(number).slice(0, LONGEST))) return "rtl";
  return "ltr";
}
