// The sheet that the "+" opens on every page: one line that adds anything, and stays open for the next one. Without it the "+" is
// a link to the same form as a page (Views/capture/_capture.html). The line itself is quick.js's, and sent.js empties and sends it.

import { csrf, find, focusUnlessElsewhere, icon, make, on } from "./dom.js";
import { uuidAt } from "./kept.js";

const opener = () => find("a[data-adds]");

function withAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** @param {DOMStringMap} texts of the link */
function makeForm({ adds: label }) {
  const hidden = (name, value) => make("input", { type: "hidden", name, value });
  const field = withAttributes(make("input", { id: "add-text", name: "text", type: "text", autocomplete: "off", enterKeyHint: "done", placeholder: label }), {
    "hx-get": "/add", "hx-trigger": "load, input changed delay:250ms, understand", "hx-include": "#add", "hx-params": "not csrf,reader,id",
    "hx-target": "#add-read", "hx-swap": "outerHTML", "hx-sync": "this:replace",
  });
  const line = make("span", { className: "quick-line" }, withAttributes(make("span", { className: "quick-tint" }), { "aria-hidden": "true" }), field);
  const button = withAttributes(make("button", { className: "icon-button" }, sign("enter")), { "aria-label": opener().ariaLabel, title: opener().ariaLabel });
  const suggested = make("span", { className: "quick-names" });
  return withAttributes(make("form", { id: "add", className: "quick", method: "post" },
    hidden("csrf", csrf()), hidden("reader", document.body.dataset.reader ?? ""), hidden("id", uuidAt(Date.now())), ...context().map(([name, value]) => hidden(name, value)),
    make("label", { className: "visually-hidden", htmlFor: "add-text", textContent: label }), line, button, suggested,
    withAttributes(make("datalist", { id: "add-options" }), { "hx-sync": "this:queue last" }), make("div", { id: "add-read", className: "read" }),
  ), { action: "/add", "hx-post": "/add", "hx-target": "this", "hx-swap": "outerHTML", "hx-sync": "this:drop", "data-emptied": "" });
}

/** A sign of the same file as the link's. */
const sign = (name) => icon(find("use", opener()).getAttribute("href").replace(/#.*/, `#${name}`));

/** Where it is typed: the list's filter, the day that is chosen in the calendar. */
function context() {
  const day = document.activeElement?.closest("[data-day]") ?? find("td[data-day]:has(a[tabindex='0'])");
  return [["from", location.pathname + location.search], ["day", day?.dataset.day ?? ""]].filter(([, value]) => value);
}

export function openSheet() {
  const link = opener();
  if (!link || find("#adder")) return Boolean(link);
  // On its own page the line is there already.
  const there = find("#add-text");
  if (there) return there.focus(), true;
  // The line is tinted once this has come; it can be typed in at once.
  import(link.dataset.line);
  const form = makeForm(link.dataset);
  const close = withAttributes(make("button", { type: "button", className: "icon-button" }, sign("close")), { "aria-label": link.dataset.closes });
  close.addEventListener("click", () => dialog.close());
  const title = make("h2", { id: "adder-title", textContent: link.ariaLabel });
  const added = withAttributes(make("div", {}, withAttributes(make("ul", { id: "added", className: "added" }), { role: "list" })), { "aria-live": "polite" });
  const dialog = withAttributes(make("dialog", { id: "adder", className: "dialog adder" }, make("header", {}, title, close), form, added), { "aria-labelledby": "adder-title" });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => {
    dialog.remove();
    focusUnlessElsewhere(link);
  });
  document.body.append(dialog);
  dialog.showModal();
  find("#add-text").focus();
  window.htmx.process(dialog);
  return true;
}

on("click", "a[data-adds]", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  openSheet();
});

// Another kind is chosen: what would be added there is said, and a finger or the mouse goes on in the line.
on("change", "#add [name=as]", () => window.htmx.trigger(find("#add-text"), "understand"));
on("pointerup", "#add .read-as label", () => setTimeout(() => find("#add-text")?.focus()));

// What another program has shared is looked at at once.
const shared = find("form[data-sends]");
if (shared) shared.submit();
