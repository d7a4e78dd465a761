// Names for landmarks, the keyboard for what scrolls, and copies of a console without prompts and answers.
function improve() {
  document.querySelectorAll(".md-search").forEach((search) => search.setAttribute("aria-label", "Search"));
  document.querySelectorAll(".md-code__nav").forEach((nav, index) => nav.setAttribute("aria-label", `Code ${index + 1}`));
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((box) => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  });
  document.querySelectorAll(".highlight:has(.gp)").forEach((block) => {
    const lines = block.querySelector("code").textContent.split("\n");
    const typed = lines.filter((line) => /^(\$|>>>|\.\.\.) /.test(line)).map((line) => line.replace(/^\S+ /, ""));
    block.dataset.copy = typed.join("\n");
  });
}
window.addEventListener("load", improve);
window.addEventListener("resize", improve);
