// The page comes to life, or says why it cannot.
function complain(error) {
  const text = error instanceof BrokenPage ? `This page is damaged: ${error.message}. It was cut short or altered; get a new copy.`
    : `This page does not work in this browser: ${error.message}`;
  byId("damage").replaceChildren(element("p", { role: "alert" }, text));
  byId("app").hidden = true;
  document.body.classList.add("told");  // what stands before the page is not needed
}
async function start() {
  try {
    const given = byId("facts");
    if (!given || !byId("end")) throw new BrokenPage("its end is missing");
    facts = JSON.parse(given.textContent);
    await opened();
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  } catch (error) {
    complain(error);
  }
}
document.addEventListener("DOMContentLoaded", start);
