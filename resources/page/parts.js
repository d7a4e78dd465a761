// Parts that pages share: columns of a list, tables of facets, chips, and files that are saved.
const TOP = 50, NARROW = 700;

const nothing = filtered => (filtered ? "Nothing matches the filters." : "There are no errors.");
function numberColumn(key, title, value, shown = count, help = null) {
  return { key, title, help, class: "number", value, cell: row => { const found = value(row); return Number.isNaN(found) ? "–" : shown(found); } };
}
function textColumn(key, title, text) {
  return { key, title, class: "text", text, cell: row => element("bdi", {}, cut(text(row))) };
}
function facetTable(name, heads, rows, more) {
  const body = element("tbody", {}, ...rows);
  const head = element("tr", {}, ...heads.map((head, k) => {
    const [title, help = null] = [head].flat();
    return element("th", { scope: "col", class: k ? null : "text", title: help }, title);
  }));
  return element("details", { class: `facet columns-${heads.length}`, open: true, "data-facet": name },
    element("summary", {}, name, more ? element("span", { class: "quiet" }, ` ${more}`) : ""),
    rows.length ? element("table", {}, element("thead", {}, head), body) : element("p", { class: "quiet" }, "none"));
}
// The button of a row is cut where it is too long; its title holds all of it.
function facetRow(content, changes, cells) {
  const action = element("button", { type: "button", class: "link", dir: "ltr", onclick: () => change(changes) }, ...content);
  action.title = action.textContent;
  return element("tr", {}, element("td", { class: "text" }, action), ...cells.map(cell => element("td", {}, cell)));
}
function save(name, type, pieces) {
  const address = URL.createObjectURL(new Blob(pieces, { type }));
  const link = element("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
// Spreadsheets read a cell that begins so as a formula.
function cell(value) {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
// A filter in force, and what takes it away.
function chipOf(content, changes) {
  return element("button", { type: "button", class: "chip", title: "remove this filter", onclick: () => change(changes) }, content, " ×");
}
// What pages have in common above their lists: the menu of narrow windows, filters, the address, and the help.
function setTop() {
  const more = byId("more"), menu = byId("menu");
  more.addEventListener("click", () => showMenu(more.getAttribute("aria-expanded") !== "true"));
  menu.addEventListener("focusout", event => { if (!menu.contains(event.relatedTarget) && event.relatedTarget !== more) showMenu(false); });
  byId("link").addEventListener("click", () => copied(byId("link"), location.href));
  byId("keys").addEventListener("click", showHelp);
  byId("filter").addEventListener("click", () => showFilters(!document.body.classList.contains("filtering")));
  byId("facets").addEventListener("click", event => { if (event.target.closest(".link")) showFilters(false); });
  new ResizeObserver(() => document.documentElement.style.setProperty("--top", `${byId("top").offsetHeight}px`)).observe(byId("top"));
}
function showMenu(wanted) {
  byId("more").setAttribute("aria-expanded", String(wanted));
}
function showFilters(wanted) {
  document.body.classList.toggle("filtering", wanted);
  byId("filter").setAttribute("aria-expanded", String(wanted));
}
function showHelp() {
  showMenu(false);
  byId("help").showModal();
}
// Closes what is open in front of the page, and says whether anything was.
function closedFront() {
  if (byId("more").getAttribute("aria-expanded") === "true") {
    showMenu(false);
    if (byId("more").offsetParent) byId("more").focus();
    return true;
  }
  if (!document.body.classList.contains("filtering")) return false;
  showFilters(false);
  byId("filter").focus();
  return true;
}
// Escape clears the search; in an empty field, and in others, it gives the keys back to the page.
function leaveField(field) {
  if (field.id === "query" && field.value !== "") {
    field.value = "";
    change({ search: "", row: "" }, { step: false });
  } else if (!closedFront()) field.blur();
}
// Copies a text, and says so on the button for a moment.
async function copied(button, text) {
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed here";
  }
  setTimeout(() => { button.textContent = name; }, 1500);
}
