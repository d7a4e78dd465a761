// Audio: a click on a word, or space, plays the file of its utterance from there. Links are relative to the page.
let player = null, linkOf = [], links = [];
const sounds = new Map();  // addresses of files that the page holds, made when they are played

async function readAudio() {
  links = await lines("links");
  linkOf = await numbers("audio", model.size);
  player = element("audio", { id: "player", controls: true, preload: "none", hidden: true, "aria-label": "Audio of the utterance" });
  const remark = element("p", { id: "silent", role: "status", hidden: true });
  player.addEventListener("error", () => silent(`The browser cannot play ${decoded(player.getAttribute("src"))}: keep the audio where it was, next to the page.`));
  player.addEventListener("timeupdate", markPlayed);
  byId("sound").append(element("span", { class: "quiet", id: "hint" }, "With sound: click ▶ or a word to listen, space stops"), player, remark);
  byId("detail").addEventListener("click", event => playAt(event, ".step:not(.names):not(.gap)", () => shown.owner));
  byId("text").addEventListener("click", event => playAt(event, "[data-begin]", part => Number(part.closest(".utterance").dataset.u)));
  document.body.classList.add("audible");
  KEYS[" "] = playChosen;
  document.querySelector("#help .audio").hidden = false;
}
// A click on a word plays from there, unless it ends a selection.
function playAt(event, words, owner) {
  const part = event.target.closest(words);
  if (part && !event.target.closest("button") && getSelection().isCollapsed) play(owner(part), Number(part.dataset.begin ?? 0));
}
const ownerOfRow = () => viewOf().owner(Number(state.row));
function decoded(link) {
  try {
    return cut(decodeURIComponent(link));
  } catch {
    return cut(link);
  }
}
function silent(text) {
  byId("silent").textContent = text;
  byId("silent").hidden = !text;
}
// The address of a link; a file of the page is unpacked the first time.
async function addressOf(link) {
  const number = /^sound:(\d+)$/.exec(link)?.[1];
  if (number === undefined) return link;
  if (!sounds.has(number)) sounds.set(number, block(`sound.${number}`).then(bytes => URL.createObjectURL(new Blob([bytes], { type: facts.sounds[number] }))));
  return sounds.get(number);
}
async function play(u, begin) {
  const link = links[linkOf[u] - 1];
  player.hidden = !link;
  byId("hint").hidden = true;
  silent(link ? "" : "There is no audio file for this utterance.");
  if (!link) {
    player.pause();
    return;
  }
  const address = await addressOf(link);
  if (player.getAttribute("src") !== address) player.setAttribute("src", address);
  player.currentTime = begin;
  player.play().catch(() => {});  // its event says why
}
// Space: from the error of the row chosen, or from the begin of the utterance; once more stops it.
function playChosen() {
  if (!player.paused) {
    player.pause();
    return;
  }
  if (state.row === "") return;
  const row = Number(state.row), u = ownerOfRow(), system = chosenSystem();
  if (!facts.times) play(u, 0);
  else if (state.view !== "errors" && state.view !== "text") play(u, startOf(u));
  else play(u, beginOf(system, u, stepOf(system, row)));
}
// The word that is heard.
function markPlayed() {
  let heard = null;
  for (const step of document.querySelectorAll("#detail .step[data-begin], #text [data-begin]")) {
    step.classList.remove("heard");
    if (Number(step.dataset.begin) <= player.currentTime + 0.01) heard = step;
  }
  if (!player.paused) heard?.classList.add("heard");
}
