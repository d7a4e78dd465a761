// The view that the page shows. It stands in the fragment of the address, so that a link shows it again.
let state = {};

function toFragment() {
  const found = new URLSearchParams();
  for (const [key, plain] of Object.entries(PLAIN)) {
    if (key !== "groups" && state[key] !== plain && state[key] !== null) found.set(key, state[key]);
  }
  for (const [name, value] of Object.entries(state.groups ?? {})) found.set(`in.${name}`, value);
  return found.toString();
}
function fromFragment(fragment) {
  const found = structuredClone(PLAIN);
  for (const [key, value] of new URLSearchParams(fragment)) {
    if (key.startsWith("in.") && found.groups) found.groups = { ...found.groups, [key.slice(3)]: value };
    else if (Object.hasOwn(PLAIN, key) && key !== "groups") found[key] = value;
  }
  return settled(found);
}
// Shows another view. Filters make a step for the browser's Back; rows and sorting do not.
function change(changes, { step = true } = {}) {
  state = { ...state, ...changes };
  const address = `#${toFragment()}`;
  try {
    if (address !== location.hash) history[step ? "pushState" : "replaceState"](null, "", address);
  } catch {
    // A page in a frame of a notebook has no address of its own.
  }
  return refresh();
}
