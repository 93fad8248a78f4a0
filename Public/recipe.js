// A recipe's ingredients: what is ticked is there, the rest is bought. What somebody chose stays when the servings change, and
// the button on top says how many lines it puts on the list; once somebody has chosen, it stays in sight.

import { all, find, on } from "./dom.js";

const boxes = () => all("#shopping-form [name=have]");
/** What was ticked here, until the tab is closed: a line each. */
const key = `foyer-have ${location.pathname}`;
let chosen = [];
try { chosen = JSON.parse(sessionStorage.getItem(key) ?? "[]"); } catch { /* Nothing that this script wrote. */ }

function count() {
  const button = find("#recipe-ways [data-text]");
  if (!button) return;
  const words = find("span", button);
  // A line of several foods is a line of the list for each.
  const number = boxes().filter((box) => !box.checked).reduce((sum, box) => sum + box.value.split("\n").length, 0);
  const isChosen = boxes().some((box) => box.checked !== box.defaultChecked);
  // What the server has counted is less what is on the list.
  button.dataset.served ??= words.textContent;
  button.classList.toggle("is-chosen", isChosen);
  if (!isChosen) words.textContent = button.dataset.served;
  else words.textContent = number ? button.dataset.text.replace("#", String(number)) : button.dataset.none;
}

/** What somebody has changed stays as it is, where the lines are the same. */
function show() {
  const lines = boxes();
  if (chosen.length === lines.length) lines.forEach((box, place) => { box.checked = chosen[place] ?? box.checked; });
  count();
}

on("change", "#shopping-form [name=have]", () => {
  const lines = boxes();
  // Null where the page's own choice stands.
  chosen = lines.map((box) => (box.checked === box.defaultChecked ? null : box.checked));
  try { sessionStorage.setItem(key, JSON.stringify(chosen)); } catch { /* The page keeps them. */ }
  count();
});
// A staple that is put on the list leaves the ticks as they are.
on("submit", "#shopping-form", (event) => { if (event.submitter?.name !== "only") sessionStorage.removeItem(key); });
document.addEventListener("htmx:load", (event) => { if (event.target.id === "recipe-columns") show(); });
show();
