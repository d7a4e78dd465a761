// How the page asks the methods where there is no service: a worker runs Python, and nothing leaves the browser.

const status = document.getElementById("status");
const waiting = new Map();
let worker, ready, asked = 0;

const stop = document.createElement("button");
stop.type = "button";
stop.textContent = "Stop";
stop.hidden = true;
status.after(stop);
stop.addEventListener("click", () => {
  worker.terminate();
  for (const { reject } of waiting.values()) reject(new Error("stopped"));
  waiting.clear();
  begin();
});

function begin() {
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  ready = new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || "Python could not be started"));
    worker.onmessage = ({ data }) => {
      if (data.ready) return resolve();
      if (data.problem) return reject(new Error(data.problem));
      const { resolve: answered } = waiting.get(data.number);
      waiting.delete(data.number);
      answered(new Response(data.body, { status: data.status, headers: { "Content-Type": data.kind } }));
    };
  });
  status.textContent = "loading Python ...";
  ready.then(() => { status.textContent = "ready; you may go offline now"; }, (error) => { status.textContent = error.message; });
}

export async function ask(path, options) {
  if (!options) return fetch(new URL(path.slice(1), import.meta.url));
  await ready;
  const request = new Request(location.href, options);
  const body = await request.arrayBuffer();
  const number = ++asked;
  const patience = setTimeout(() => { stop.hidden = false; }, 1000);
  try {
    return await new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      worker.postMessage({ number, path, kind: request.headers.get("Content-Type"), body }, [body]);
    });
  } finally {
    clearTimeout(patience);
    stop.hidden = true;
  }
}

begin();
