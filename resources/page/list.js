// The list: rows of one height, of which only those in sight are drawn. It scrolls by whole rows, at any length.
const HEIGHT = 28, TALLEST = 15e6;

class List {
  constructor(scroller, { choose }) {
    this.scroller = scroller;
    this.sizer = scroller.querySelector(".sizer");
    this.table = scroller.querySelector("table");
    this.choose = choose;
    this.rows = [];
    this.columns = [];
    this.first = 0;
    this.chosen = -1;
    scroller.addEventListener("scroll", () => this.drawSoon());
    new ResizeObserver(() => this.show()).observe(scroller);
  }
  // Rows are numbers, of which the columns make cells.
  set(columns, rows, { sort = "", descending = false, onsort = null, empty = "" } = {}) {
    this.rows = rows;
    this.empty = empty;
    this.table.setAttribute("aria-rowcount", rows.length + 1);
    this.heads(columns, sort, descending, onsort);
    this.columns = columns;
    this.chosen = -1;
    this.scroller.scrollTop = 0;
    this.first = 0;
    this.show();
  }
  heads(columns, sort, descending, onsort) {
    const cells = columns.map(column => {
      const label = column.sortable === false ? column.title
        : element("button", { type: "button", class: "head", onclick: () => onsort(column) }, column.title);
      const order = column.key && column.key === sort ? (descending ? "descending" : "ascending") : null;
      return element("th", { scope: "col", class: column.class ?? null, "aria-sort": order, title: column.help ?? null }, label);
    });
    this.table.tHead.replaceChildren(element("tr", { "aria-rowindex": 1 }, ...cells));
  }
  get room() {
    return Math.max(1, Math.floor((this.scroller.clientHeight - this.table.tHead.offsetHeight) / HEIGHT));
  }
  show() {
    const whole = (this.rows.length + 1) * HEIGHT;
    this.sizer.style.height = `${Math.max(Math.min(whole, TALLEST), this.scroller.clientHeight)}px`;
    this.draw();
  }
  // The distance that a whole row takes on the scroll bar: less than its height where the list is too tall.
  get last() {
    return Math.max(0, this.rows.length - this.room);
  }
  drawSoon() {
    const way = this.sizer.offsetHeight - this.scroller.clientHeight;
    const first = way > 0 ? Math.min(this.last, Math.round((this.scroller.scrollTop / way) * this.last)) : 0;
    if (first === this.first) return;
    this.first = first;
    if (!this.waiting) this.waiting = requestAnimationFrame(() => this.draw());
  }
  draw() {
    if (this.waiting) cancelAnimationFrame(this.waiting);
    this.waiting = 0;
    const body = this.table.tBodies[0], drawn = [], end = Math.min(this.rows.length, this.first + this.room);
    const kept = new Map(Array.from(body.rows, row => [Number(row.dataset.place), row]));
    const fresh = this.drawnRows !== this.rows;
    for (let place = this.first; place < end; ++place) drawn.push((!fresh && kept.get(place)) || this.row(place));
    this.drawnRows = this.rows;
    const none = element("tr", {}, element("td", { class: "text quiet", colspan: this.columns.length }, this.empty));
    body.replaceChildren(...(this.rows.length ? drawn : [none]));
  }
  row(place) {
    const cells = this.columns.map(column => {
      const cell = element("td", { class: column.class ?? null });
      cell.append(column.cell(this.rows[place]));
      return cell;
    });
    const chosen = place === this.chosen;
    return element("tr", {
      "data-place": place, "aria-rowindex": place + 2, class: chosen ? "chosen" : null, "aria-current": chosen ? "true" : null,
      onclick: () => this.pick(place),
    }, ...cells);
  }
  mark(place) {
    this.chosen = place;
    for (const row of this.table.tBodies[0].rows) {
      const chosen = Number(row.dataset.place) === place;
      row.classList.toggle("chosen", chosen);
      if (chosen) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }
  pick(place) {
    if (!this.rows.length) return;
    const wanted = Math.max(0, Math.min(place, this.rows.length - 1));
    if (wanted < this.first || wanted >= this.first + this.room) this.scrollTo(wanted < this.first ? wanted : wanted - this.room + 1);
    this.mark(wanted);
    this.choose(this.rows[wanted]);
  }
  scrollTo(first) {
    this.first = Math.max(0, Math.min(first, this.last));
    const way = this.sizer.offsetHeight - this.scroller.clientHeight;
    this.scroller.scrollTop = this.last ? (this.first / this.last) * way : 0;
    this.draw();
  }
}
