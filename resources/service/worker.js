// Python in a worker: it loads once, from the folder of this file, and answers one question after another.

import { loadPyodide } from "./pyodide/pyodide.mjs";

let answered;
try {
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).href,
    env: { SCORELITE_CORE: "python" },
  });
  const wheel = await fetch(new URL("scorelite.zip", import.meta.url));
  if (!wheel.ok) throw new Error(`scorelite.zip: ${wheel.status}`);
  python.unpackArchive(await wheel.arrayBuffer(), "zip");
  answered = python.pyimport("scorelite.scoring.service.in_browser").answered;
  self.postMessage({ ready: true });
} catch (error) {
  self.postMessage({ problem: `Python could not be started: ${error.message}` });
}

self.onmessage = ({ data }) => {
  const answer = answered(data.path, data.kind, new Uint8Array(data.body));
  const [status, kind, body] = answer.toJs();
  answer.destroy();
  self.postMessage({ number: data.number, status, kind, body });
};
