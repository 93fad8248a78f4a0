// The plan: a meal is dragged to another meal or day (drag.js), and a swipe takes it out. Without it the form of each meal does both.

import { csrf, find, on } from "./dom.js";
import { isDragging, letDrag } from "./drag.js";
import { change, patient } from "./live.js";
import { letSwipeAway } from "./swipe.js";

// What others change waits until one has let go, or has written.
const refresh = patient("plan", () => isDragging() || find("#plan details[open]") !== null);

letDrag({
  what: ".plan-meal[data-plan]", except: ".plan-edit", place: ".plan-cell", copy: "plan-ghost",
  drop(meal, cell) {
    const { plan: id, version } = meal.dataset;
    const { day, meal: name } = cell.dataset;
    change(`/plan/${id}`, "plan", () => ({
      day, meal: name, version: find(`[data-plan="${id}"]`)?.dataset.version ?? version, csrf: csrf(),
    }));
  },
  end: refresh,
});
letSwipeAway(".plan-meal[data-plan]", (meal) => change(`/plan/${meal.dataset.plan}/delete`, "plan", () => ({ csrf: csrf() })));

// Where the days stand one below the other, what could be eaten comes below the day that asks.
on("click", ".plan-day .plan-suggest", (event, button) => {
  if (matchMedia("(min-width: 80rem)").matches) find("#plan").append(find("#could-eat"));
  else button.closest(".plan-day").after(find("#could-eat"));
}, { capture: true });

on("keydown", ".plan-add[open], .plan-tool[open]", (event, open) => {
  if (event.key !== "Escape") return;
  open.open = false;
  find("summary", open).focus();
});

// ---- Adding ----

// The field is what one opens a meal for.
on("toggle", ".plan-add, .plan-tool", (event, opened) => {
  if (event.target !== opened) return;
  if (opened.open) find("input:not([type=hidden]), select", opened)?.focus(); else refresh();
}, { capture: true });
