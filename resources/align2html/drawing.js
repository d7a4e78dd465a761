"use strict";

/* Buttons that stretch the drawing of a page of align2html.pl along its time. */
(function () {
  const names = ["x", "x1", "x2", "cx", "width"];
  const svg = document.querySelector("#drawing svg");
  const shapes = [svg, ...svg.querySelectorAll(".t")].map(function (shape) {
    const known = names.filter((name) => shape.hasAttribute(name));
    return [shape, known.map((name) => [name, Number(shape.getAttribute(name))])];
  });
  let scale = 1;

  document.getElementById("zoom").addEventListener("click", function (event) {
    const by = event.target.dataset.by;
    if (by === undefined) {
      return;
    }
    scale = Number(by) === 0 ? 1 : Math.max(0.1, scale + Number(by));
    for (const [shape, values] of shapes) {
      for (const [name, value] of values) {
        shape.setAttribute(name, value * scale);
      }
    }
  });
})();
