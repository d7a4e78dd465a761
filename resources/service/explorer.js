// The explorer: a form for each method that /openapi.json describes, and for the methods of the JSON-RPC interface.

import { element } from "./elements.js";
import { ask } from "./transport.js";

const methods = document.getElementById("methods");
const others = document.getElementById("benchmarkstt");

async function send(path, text, shown) {
  shown.textContent = "...";
  try {
    const answer = await ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: text });
    const body = await answer.text();
    let written = body;
    try { written = JSON.stringify(JSON.parse(body), null, 2); } catch { /* not JSON: shown as it is */ }
    shown.textContent = `${answer.status} ${answer.statusText}\n${written}`;
  } catch (error) {
    shown.textContent = error.message;
  }
}

// Lines of a paragraph that the writer broke are one, which breaks where the window ends; parameters keep theirs.
const flowing = (text) => text.replace(/(\S)\n(?=[^\s:-])/g, "$1 ");
function card(place, name, path, summary, parameters, example, docs = "") {
  const id = name.replaceAll(/[^a-z0-9]+/gi, "-");
  const box = element("textarea", { id: `arguments-${id}`, rows: "8", spellcheck: "false" });
  box.value = JSON.stringify(example, null, 2);
  const answer = element("pre", { id: `answer-${id}`, role: "status", tabindex: "0" });
  const button = element("button", { type: "button", class: "main", onclick: () => send(path, box.value, answer) }, "Send");
  const rows = parameters.map(([field, kind, help, required]) =>
    element("tr", {}, element("th", { scope: "row" }, field), element("td", {}, kind), element("td", {}, required ? "required" : ""),
      element("td", {}, help)));
  const heads = ["field", "kind", "", "meaning"].map((text) => element(text ? "th" : "td", text ? { scope: "col" } : {}, text));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  place.append(element("details", { id: `method-${id}` },
    element("summary", {}, name, element("span", {}, summary ? `: ${summary}` : "")),
    ...(docs ? [element("pre", {}, flowing(docs))] : []), table,
    element("p", {}, element("label", { for: `arguments-${id}` }, `Arguments of POST ${path}`)), box,
    element("p", {}, button), answer));
}

const kindOf = (schema) =>
  schema.enum ? `one of ${schema.enum.length}` : schema.anyOf ? schema.anyOf.map(kindOf).join(", ") : schema.type ?? "";

const description = await (await ask("/openapi.json")).json();
for (const [path, { post }] of Object.entries(description.paths)) {
  if (!post || post["x-json-rpc"]) continue;
  const json = post.requestBody.content["application/json"];
  const schema = description.components.schemas[json.schema.$ref.split("/").at(-1)];
  const fields = Object.entries(schema.properties).map(([field, one]) =>
    [field, kindOf(one), one.description, schema.required.includes(field)]);
  card(methods, post.operationId, path, post.summary, fields, json.example);
}
for (const [path, { post }] of Object.entries(description.paths)) {
  for (const one of post?.["x-json-rpc"] ?? []) {
    const request = { jsonrpc: "2.0", method: one.name, params: one.example, id: 1 };
    const fields = one.parameters.map(({ name, kind, help, required }) => [name, kind, help, required]);
    card(others, one.name, path, "", fields, request, one.docs);
  }
}
