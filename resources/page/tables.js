"use strict";
// Numbers stand before texts; cells without a value stand last in either direction.
function compare(x, y) {
  const a = Number(x), b = Number(y);
  if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1;
  return Number.isNaN(a) ? (x < y ? -1 : x > y ? 1 : 0) : a - b;
}
function sortTable(table, column) {
  const heads = table.tHead.rows[0].cells, head = heads[column];
  const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const other of heads) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
  const key = cell => cell.dataset.value ?? cell.textContent;
  const rows = Array.from(table.tBodies[0].rows).map(row => [key(row.cells[column]), row]);
  rows.sort(([a], [b]) => a === "" || b === "" ? (a === "") - (b === "") : sign * compare(a, b));
  table.tBodies[0].append(...rows.map(([, row]) => row));
}
for (const table of document.querySelectorAll("table.sortable")) {
  Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
    head.addEventListener("click", () => sortTable(table, column));
    head.addEventListener("keydown", event => { if (event.key === "Enter") sortTable(table, column); });
  });
}
