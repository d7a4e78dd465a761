// The list: rows of one height, of which only those in sight are drawn. It moves by whole rows, at any length. It scrolls with
// the page, below what sticks to the top; a list in a box of its own (`.scroll`) scrolls in that.
const HEIGHT = 28, CARD = 100, TALLEST = 15e6;

class List {
  // `covered` is the height at the foot of the window that something lies over.
  constructor(scroller, { choose, covered = () => 0 }) {
    this.scroller = scroller;
    this.sizer = scroller.querySelector(".sizer");
    this.table = scroller.querySelector("table");
    this.boxed = scroller.classList.contains("scroll");
    Object.assign(this, { choose, covered, rows: [], columns: [], first: 0, chosen: -1 });
    (this.boxed ? scroller : window).addEventListener("scroll", () => this.drawSoon(), { passive: true });
    new ResizeObserver(() => this.show()).observe(scroller);
    if (!this.boxed) window.addEventListener("resize", () => this.show());
  }
  // Rows are numbers, of which the columns make cells.
  set(columns, rows, { sort = "", descending = false, onsort = null, empty = "" } = {}) {
    this.rows = rows;
    this.empty = empty;
    this.table.setAttribute("aria-rowcount", rows.length + 1);
    this.chosen = -1;
    this.first = 0;
    const { scrolled } = this;  // read before anything is changed: otherwise the browser lays the page out once more
    this.heads(columns, sort, descending, onsort);
    this.columns = columns;
    if (scrolled > 0) this.scrollBy(-scrolled);
    this.show();
  }
  // The heads are made anew only where they change.
  heads(columns, sort, descending, onsort) {
    const names = JSON.stringify([sort, descending, columns.map(({ key, title, help, sortable, class: kind }) => [key, title, help, sortable, kind])]);
    if (names === this.names) return;
    this.names = names;
    const cells = columns.map(column => {
      const label = column.sortable === false ? column.title
        : element("button", { type: "button", class: "head", onclick: () => onsort(column) }, column.title);
      const order = column.key && column.key === sort ? (descending ? "descending" : "ascending") : null;
      return element("th", { scope: "col", class: column.class ?? null, "aria-sort": order, title: column.help ?? null }, label);
    });
    this.table.tHead.replaceChildren(element("tr", { "aria-rowindex": 1 }, ...cells));
  }
  // The height of a row: in a narrow window each is a card.
  get height() {
    return !this.boxed && innerWidth <= NARROW ? CARD : HEIGHT;
  }
  get top() {
    return this.boxed ? 0 : byId("top").offsetHeight;
  }
  get high() {
    return (this.boxed ? this.scroller.clientHeight : innerHeight - this.top) - this.table.tHead.offsetHeight;
  }
  // Rows that are drawn, and those of them that nothing covers.
  get drawn() {
    return Math.max(1, Math.floor(this.high / this.height));
  }
  get room() {
    return Math.max(1, Math.floor((this.high - this.covered()) / this.height));
  }
  // How far the list is scrolled, and how far it can be.
  get scrolled() {
    return this.boxed ? this.scroller.scrollTop : this.top - this.sizer.getBoundingClientRect().top;
  }
  get way() {
    return this.sizer.offsetHeight - (this.boxed ? this.scroller.clientHeight : this.table.offsetHeight);
  }
  scrollBy(distance) {
    if (this.boxed) this.scroller.scrollTop += distance;
    else window.scrollBy(0, distance);
  }
  show() {
    const head = this.table.tHead.offsetHeight || HEIGHT, whole = head + Math.max(1, this.rows.length) * this.height;
    this.sizer.style.height = `${Math.min(whole, TALLEST)}px`;  // a box that grows with its rows has room for them now
    this.draw();
  }
  get last() {
    return Math.max(0, this.rows.length - this.drawn);
  }
  drawSoon() {
    const { way, last } = this;
    const first = way > 0 ? Math.max(0, Math.min(last, Math.round((this.scrolled / way) * last))) : 0;
    if (first === this.first) return;
    this.first = first;
    if (!this.waiting) this.waiting = requestAnimationFrame(() => this.draw());
  }
  draw() {
    if (this.waiting) cancelAnimationFrame(this.waiting);
    this.waiting = 0;
    const body = this.table.tBodies[0], drawn = [], end = Math.min(this.rows.length, this.first + this.drawn);
    const kept = new Map(Array.from(body.rows, row => [Number(row.dataset.place), row]));
    const fresh = this.drawnRows !== this.rows;
    for (let place = this.first; place < end; ++place) drawn.push((!fresh && kept.get(place)) || this.row(place));
    this.drawnRows = this.rows;
    if (drawn.length && drawn.length === body.rows.length && drawn.every((row, k) => row === body.rows[k])) return;
    const none = element("tr", {}, element("td", { class: "text quiet", colspan: this.columns.length }, this.empty));
    body.replaceChildren(...(this.rows.length ? drawn : [none]));
  }
  row(place) {
    const cells = this.columns.map(column => {
      const cell = element("td", { class: column.class ?? null, "data-label": column.label ?? null });
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
  // Chooses a row; what is shown for it may cover rows, so it is brought into sight afterwards.
  async pick(place) {
    if (!this.rows.length) return;
    const wanted = Math.max(0, Math.min(place, this.rows.length - 1));
    this.mark(wanted);
    await this.choose(this.rows[wanted]);
    if (this.chosen === wanted) this.reveal(wanted);
  }
  reveal(place) {
    const { room } = this;
    if (place < this.first) this.scrollTo(place);
    else if (place >= this.first + room) this.scrollTo(place - room + 1);
    else if (!this.boxed && this.scrolled < 0) {
      // Rows below the head of the page: the window may end before the row does.
      const hidden = this.table.getBoundingClientRect().top + this.table.tHead.offsetHeight + (place - this.first + 1) * this.height + this.covered() - innerHeight;
      if (hidden > 0) this.scrollBy(hidden);
    }
  }
  scrollTo(first) {
    this.first = Math.max(0, Math.min(first, this.last));
    const wanted = this.last ? (this.first / this.last) * this.way : 0;
    this.scrollBy(wanted - this.scrolled);
    this.draw();
  }
}
