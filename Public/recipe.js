// A recipe's ingredients: what is ticked is there, the rest is bought. What somebody chose stays when the servings change, and
// the button on top says how many lines it puts on the list.

import { all, find, on } from "./dom.js";

const boxes = () => all("#shopping-form [name=have]");
let chosen = [];

function count() {
  const button = find("#recipe-ways [data-text]");
  if (!button) return;
  const number = boxes().filter((box) => !box.checked).length;
  button.hidden = number === 0;
  find("span", button).textContent = button.dataset.text.replace("#", String(number));
}

on("change", "#shopping-form [name=have]", count);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id === "recipe-columns") chosen = boxes().map((box) => box.checked);
});
document.addEventListener("htmx:load", (event) => {
  if (event.target.id !== "recipe-columns") return;
  // The lines are the same, with other amounts.
  boxes().forEach((box, place) => { box.checked = chosen[place] ?? box.checked; });
  count();
});
