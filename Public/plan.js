"use strict";
// The plan: a meal is dragged to another meal or day (drag.js). Without it the form of each meal does the same.

(() => {
  const find = (selector, within = document) => within.querySelector(selector);

  // What others change waits until one has let go, or has written.
  const refresh = self.patient("plan", () => isDragging() || find("#plan details[open]") !== null);

  const isDragging = self.dragging({
    what: ".plan-meal[data-plan]", except: ".plan-edit", place: ".plan-cell", copy: "plan-ghost",
    drop(meal, cell) {
      const { plan: id, version } = meal.dataset;
      const { day, meal: name } = cell.dataset;
      self.change(`/plan/${id}`, "plan", () => ({
        day, meal: name, version: find(`[data-plan="${id}"]`)?.dataset.version ?? version, csrf: find("#plan [name=csrf]").value,
      }));
    },
    end: refresh,
  });

  // Where the days stand one below the other, what could be eaten comes below the day that asks.
  document.addEventListener("click", (event) => {
    const day = event.target.closest?.(".plan-suggest")?.closest(".plan-day");
    if (!day) return;
    if (matchMedia("(min-width: 80rem)").matches) find("#plan").append(find("#could-eat"));
    else day.after(find("#could-eat"));
  }, true);

  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && event.target.closest?.(".plan-add[open], .plan-tool[open]");
    if (!open) return;
    open.open = false;
    find("summary", open).focus();
  });

  // ---- Adding ----

  // The field is what one opens a meal for.
  document.addEventListener("toggle", (event) => {
    if (!event.target.matches?.(".plan-add, .plan-tool")) return;
    if (event.target.open) find("input:not([type=hidden]), select", event.target)?.focus();
    else refresh();
  }, true);
})();
