"use strict";
// The plan: a meal is dragged to another meal or day (drag.js). Without it the form of each meal does the same.

(() => {
  const find = (selector, within = document) => within.querySelector(selector);

  const isDragging = self.dragging({
    what: ".plan-meal[data-plan]", except: ".plan-edit", place: ".plan-cell", copy: "plan-ghost",
    drop(meal, cell) {
      const values = {
        day: cell.dataset.day, meal: cell.dataset.meal, version: meal.dataset.version, csrf: find("#plan [name=csrf]").value,
      };
      const plan = find("#plan");
      window.htmx.ajax("POST", `/plan/${meal.dataset.plan}`, { source: plan, target: plan, swap: "outerHTML", values });
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

  // ---- What others change waits until one has let go, or has written ----

  let isLate = false;
  const isBusy = () => isDragging() || find("#plan details[open]") !== null;

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id !== "plan" || event.detail.requestConfig.verb !== "get" || !isBusy()) return;
    event.preventDefault();
    isLate = true;
  });

  function refresh() {
    if (!isLate || isBusy()) return;
    isLate = false;
    const plan = find("#plan");
    window.htmx.ajax("GET", plan.getAttribute("hx-get"), { source: plan, target: plan, swap: "outerHTML" });
  }
})();
