"use strict";
// What the pages do beyond plain forms and links. Everything here is a shortcut: without it each form still works.

(() => {
  // htmx parses its answers with DOMParser, which Trusted Types guard. Only that one call may turn text into HTML;
  // it is known by the wrapper htmx puts around a fragment. Any other attempt, also in this file, is refused.
  const wrapper = '<body><template class="internal-htmx-wrapper">';
  const worker = "/service-worker.js";
  window.trustedTypes?.createPolicy("default", {
    createHTML: (text) => (text.startsWith(wrapper) ? text : null),
    createScriptURL: (url) => (url === worker ? url : null),
  });

  // Only over https and on this machine does a browser have one. Without it a page that cannot be reached is the browser's.
  window.addEventListener("load", () => navigator.serviceWorker?.register(worker).catch(() => {}));

  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // ---- Save is disabled until one of the fields named in data-needs has words (R4) ----

  // As in Blank.swift: zero width, soft hyphen, Hangul filler and the like are no words.
  const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

  function updateSave(form) {
    const hasWords = form.dataset.needs.split(" ").some((name) => visible.test(form.elements[name].value));
    find("[data-save]", form).disabled = !hasWords;
  }

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form?.dataset.needs) updateSave(form);
  });

  // ---- A row's box ticks, its button deletes. htmx sends it and puts the answer where it belongs ----

  const row = ".item:has(.item-check)";

  // A browser that loads a page again keeps what was ticked in it.
  for (const box of all(".item-check .check")) box.checked = box.defaultChecked;

  document.addEventListener("change", (event) => {
    if (!event.target.matches(".item-check .check")) return;
    const item = event.target.closest(".item");
    const path = `/items/${item.id.slice("item-".length)}/done`;
    window.htmx.ajax("POST", path, { source: item, target: item, swap: "none", values: { done: String(event.target.checked) } });
  });

  // Enter ticks as the space bar does.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".item-check .check")) return;
    event.preventDefault();
    event.target.click();
  });

  document.addEventListener("submit", (event) => {
    const item = event.submitter?.closest(row);
    if (!item) return;
    event.preventDefault();
    const path = event.submitter.getAttribute("formaction");
    const { name, value } = event.submitter;
    // After a snooze the whole list is asked for again (live.js).
    const swap = path.endsWith("/snooze") ? "none" : "outerHTML swap:200ms";
    window.htmx.ajax("POST", path, { source: item, target: item, swap, values: name ? { [name]: value } : {} });
  });

  function showProblem(event) {
    // A failure takes the tick back.
    if (event.target.matches(row) && event.detail.requestConfig.path.endsWith("/done")) {
      const box = find(".check", event.target);
      box.checked = !box.checked;
    }
    // A row that could not be put elsewhere is where it was.
    if (event.target === dropped) dropped.parentElement.insertBefore(dropped, follower);
    const message = document.createElement("p");
    message.textContent = event.type === "htmx:sendError" ? document.body.dataset.offlineText : document.body.dataset.errorText;
    const toast = document.createElement("div");
    toast.className = "toast problem";
    toast.append(message);
    find("#notice").replaceChildren(toast);
  }
  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, showProblem);
  }

  // ---- Sections fold, and stay as they were left (R16); an unfolded one fetches its rows ----

  // Not its "toggle": a browser sends that for each open section of a page that just came in, too.
  document.addEventListener("click", (event) => {
    const summary = event.target.closest("details.section > summary");
    if (!summary || summary.closest("#several")) return;
    const section = summary.parentElement;
    const folded = section.open;
    const rows = find(".items", section);
    const wanted = !folded && !rows.firstElementChild;
    const values = { folded: String(folded), csrf: find("[name=csrf]").value };
    for (const field of all("#search [type=hidden]")) if (["status", "sort"].includes(field.name)) values[field.name] = field.value;
    // A search opens every section; what is folded then is folded for this page alone.
    if (find("#q")?.value && !wanted) return;
    window.htmx.ajax("POST", `/sections/${section.dataset.section}/fold`, {
      source: summary, target: rows, swap: wanted ? "innerHTML" : "none", values,
    });
  });

  // ---- Names are suggested while one types ----

  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.dataset?.suggest || event.inputType === "insertReplacementText") return;
    clearTimeout(field.suggesting);
    if (!field.value) return field.list.replaceChildren();
    field.suggesting = setTimeout(() => {
      // Not the form's hx-sync, which would drop a form that is sent meanwhile.
      field.list.setAttribute("hx-sync", "this:replace");
      window.htmx.ajax("GET", field.dataset.suggest, { source: field.list, target: field.list, swap: "innerHTML", values: { q: field.value } });
    }, 150);
  });

  // ---- Tags are chips; the field filters them and makes new ones (R6) ----

  function addTag(box) {
    const field = find("#field-tags", box);
    const name = field.value.trim();
    if (!visible.test(name)) return;
    const same = (chip) => find("input", chip).value.localeCompare(name, undefined, { sensitivity: "base" }) === 0;
    let chip = all(".chip", box).find(same);
    if (!chip) {
      chip = document.createElement("label");
      chip.className = "chip";
      const check = document.createElement("input");
      Object.assign(check, { className: "visually-hidden", type: "checkbox", name: "tags", value: name });
      const text = document.createElement("span");
      text.dir = "auto";
      text.textContent = name;
      chip.append(check, text);
      find(".chips", box).append(chip);
    }
    find("input", chip).checked = true;
    field.value = "";
    showMatches(box);
    field.focus();
  }

  function showMatches(box) {
    const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    const wanted = folded(find("#field-tags", box).value.trim());
    for (const chip of all(".chip", box)) {
      const check = find("input", chip);
      chip.hidden = !check.checked && !folded(check.value).includes(wanted);
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target.id === "field-tags") showMatches(event.target.closest("[data-tags]"));
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-tag-add]")) addTag(event.target.closest("[data-tags]"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.target.id !== "field-tags" || !event.target.value.trim()) return;
    event.preventDefault();
    addTag(event.target.closest("[data-tags]"));
  });

  // ---- An upload takes the time it needs, and shows how far it has come (R14) ----

  const uploads = (part) => find("[type=file]", part)?.files.length > 0;

  // The server gives up on one that stalls.
  document.addEventListener("htmx:configRequest", (event) => { if (uploads(event.target)) event.detail.timeout = 0; });

  document.addEventListener("htmx:xhr:progress", (event) => {
    const bar = find("progress.upload", event.target);
    if (!bar || !uploads(event.target) || !event.detail.lengthComputable) return;
    bar.hidden = false;
    bar.value = (event.detail.loaded / event.detail.total) * 100;
  });

  // ---- A row is put elsewhere in its section by dragging; while selecting, its buttons do the same ----

  let dragged = null;
  let dropped = null;
  let follower = null;
  const isDone = (item) => item.matches(".is-done, :has(.item-check .check:checked)");
  // Not of a touch, which scrolls or swipes.
  document.addEventListener("pointerdown", (event) => {
    const item = event.pointerType === "mouse" && event.target.closest?.("#list[data-movable] .item:has(.item-check)");
    if (item) item.draggable = true;
  });
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.(".item[draggable=true]") ?? null;
    if (!dragged) return;
    follower = dragged.nextElementSibling;
    event.dataTransfer.effectAllowed = "move";
    // The row, though it is its link that was taken.
    const box = dragged.getBoundingClientRect();
    event.dataTransfer.setDragImage(dragged, event.clientX - box.left, event.clientY - box.top);
    // Firefox drags nothing without something to carry.
    event.dataTransfer.setData("text/plain", find(".item-title", dragged).textContent);
    dragged.classList.add("is-dragged");
  });
  document.addEventListener("dragend", (event) => {
    if (!dragged) return;
    dragged.classList.remove("is-dragged");
    // Let go elsewhere, it is back where it was.
    if (event.dataTransfer.dropEffect === "none") dragged.parentElement.insertBefore(dragged, follower);
    dragged = null;
  });
  function rowUnder(event) {
    const over = event.target.closest?.(".item");
    if (!dragged || !over || over.parentElement !== dragged.parentElement) return null;
    if (over.matches(".is-open") || isDone(over) !== isDone(dragged)) return null;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    return over;
  }
  document.addEventListener("dragenter", rowUnder);
  document.addEventListener("dragover", (event) => {
    const over = rowUnder(event);
    if (!over || over === dragged) return;
    const box = over.getBoundingClientRect();
    if (event.clientY < box.top + box.height / 2) over.before(dragged); else over.after(dragged);
  });
  document.addEventListener("drop", (event) => {
    if (!dragged) return;
    event.preventDefault();
    const beside = (step) => {
      let other = dragged[step];
      while (other && (!other.id.startsWith("item-") || isDone(other) !== isDone(dragged))) other = other[step];
      return other?.id.slice("item-".length);
    };
    const [next, previous] = [beside("nextElementSibling"), beside("previousElementSibling")];
    if (!next && !previous) return;
    dropped = dragged;
    const values = { csrf: find("[name=csrf]").value, ...(next ? { before: next } : { after: previous }) };
    const path = `/items/${dropped.id.slice("item-".length)}/move`;
    window.htmx.ajax("POST", path, { source: dropped, target: dropped, swap: "none", values });
  });

  // ---- A section's number follows its rows ----

  document.addEventListener("htmx:afterRequest", (event) => {
    const item = event.target;
    const path = event.detail.requestConfig.path;
    if (!event.detail.successful || !item.matches(row) || /\/(move|snooze)$/.test(path)) return;
    const part = item.closest(".today-part");
    const count = find(".count", part ?? item.closest(".section") ?? item);
    if (!count) return;
    const status = part ? "open" : find("#list")?.dataset.status;
    const isShown = status === "all" || isDone(item) === (status === "done");
    const change = path.endsWith("/delete") ? -Number(isShown) : status === "all" ? 0 : isShown ? 1 : -1;
    count.textContent = Math.max(0, Number(count.textContent) + change);
  });

  // ---- Notices; what had the focus before one gets it back ----

  let before = null;
  document.addEventListener("focusin", (event) => { if (!event.target.closest("#notice")) before = event.target; });

  function dismiss() {
    const hadFocus = find("#notice").contains(document.activeElement);
    find("#notice").replaceChildren();
    if (hadFocus) (before?.isConnected ? before : find("h1[tabindex]"))?.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => { if (event.target.closest("[data-dismiss]")) dismiss(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing && !find("dialog[open], :popover-open")) dismiss();
  });

  // ---- A row that leaves hands the focus to its neighbour ----

  document.addEventListener("htmx:beforeSwap", (event) => {
    const row = event.detail.target;
    const stays = !event.detail.requestConfig.path.endsWith("/delete");
    if (stays || !row.matches(".item") || !row.contains(document.activeElement)) return;
    const neighbour = [row.nextElementSibling, row.previousElementSibling].find((other) => other?.matches(".item"));
    (neighbour ? find(".item-actions button, .item > form:last-child button", neighbour) : find("h1")).focus();
  });
  // Also an ingredient. htmx gives the focus back to the button of the same id.
  document.addEventListener("htmx:beforeSwap", () => {
    const chip = document.activeElement.closest?.(".at-hand");
    const neighbour = chip && (chip.nextElementSibling ?? chip.previousElementSibling);
    if (neighbour) find("button", neighbour).focus();
  });

  // ---- The row that was just added or saved is in sight, and has the focus where its form was left ----

  let isResult = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { verb, triggeringEvent } = event.detail.requestConfig;
    isResult = verb === "get" && Boolean(triggeringEvent) && !triggeringEvent.type.startsWith("foyer:");
  });
  document.addEventListener("htmx:load", (event) => {
    const part = event.target;
    prepare(part);
    if (part.matches("form")) find("#errors", part)?.focus();
    // The page of a conflict takes the place of a form that was scrolled down, in a row or as the whole page.
    if (part.matches(".versions")) {
      const item = part.closest(".item");
      if (item) item.scrollIntoView(); else window.scrollTo(0, 0);
      find("h1, h2", item ?? document.querySelector("main"))?.focus({ preventScroll: true });
    }
    // What was searched for or asked for comes in with a short fade; a list that refreshes by itself does not.
    if (isResult) part.classList.add("arriving");
    if (part.id === "list") find("dialog[open]")?.close();
    const row = part.matches(".item.new") ? part : part.matches("#list, #main > *") && find(".item.new", part);
    if (!row) return;
    // A dialog that has just closed still has it, where the link that opened it was swapped away.
    const focus = document.activeElement;
    if (focus === document.body || focus.closest("dialog:not([open])")) find(".item-actions a", row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  });

  // ---- Deadlines under 24 hours tick (R19); the words come from the page, in its language ----

  function remaining(seconds) {
    const words = document.body.dataset;
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor((seconds % 3600) / 60);
    const text = hours > 0 ? words.dueHours : minutes > 0 ? words.dueMinutes : words.dueSeconds;
    return text.replace("{hours}", hours).replace("{minutes}", minutes).replace("{seconds}", seconds % 60);
  }

  function tick() {
    if (document.hidden) return;
    const now = Date.now();
    for (const time of all("time[data-due]")) {
      const left = Date.parse(time.dateTime) - now;
      if (!(left < 86_400_000)) continue;
      const text = left < 0 ? document.body.dataset.dueOverdue : remaining(Math.floor(left / 1000));
      if (time.textContent !== text) time.textContent = text;
      time.parentElement.classList.toggle("is-overdue", left < 0);
      time.parentElement.classList.toggle("is-near", left >= 0);
    }
  }
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", tick);

  // ---- In a list, the arrows lead to the same thing of the next row: Tab alone would stop at everything between ----

  document.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !event.target.matches(".item :is(a, button, .check)")) return;
    const list = all(".item").filter((row) => row.checkVisibility());
    const here = event.target.closest(".item");
    const next = list[list.indexOf(here) + (event.key === "ArrowDown" ? 1 : -1)];
    const kinds = [".check", ".item-actions > :last-child", ".item-actions > :first-child", "a, button"];
    const kind = kinds.find((selector) => event.target.matches(selector) || event.target.parentElement.matches(selector)) ?? "a, button";
    const goal = next && (find(kind, next) ?? find("a[href], button", next));
    if (!goal) return;
    event.preventDefault();
    (goal.matches("form") ? find("button", goal) : goal).focus();
  });

  // ---- A link to a page that asks first opens the same question here ----

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-dialog]");
    const dialog = link && document.getElementById(link.dataset.dialog);
    if (!dialog) return;
    event.preventDefault();
    dialog.showModal();
  });

  // ---- A link to a small form opens it over the page that it belongs to; its answer is the page's new list ----

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-opens]");
    const dialog = link && document.getElementById(link.dataset.opens);
    if (!dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.opener = link;
    window.htmx.ajax("GET", link.getAttribute("href"), { source: link, target: dialog, swap: "innerHTML" }).then(() => {
      if (dialog.open || !dialog.firstElementChild) return;
      dialog.showModal();
      find("#field-name", dialog)?.select();
    });
  });
  document.addEventListener("click", (event) => {
    const dialog = event.target.closest("[data-closes]")?.closest("dialog");
    if (!dialog) return;
    event.preventDefault();
    dialog.close();
  });

  // ---- A form that was sent after its session had ended waits in the page to sign in. This tab keeps it, sealed as it is, for a
  //      sign-in that leaves that page: with a passkey, or at a provider. Its writer gets the page of the form ----

  function keepWords() {
    const words = find("input[name=words]");
    try {
      if (words) {
        // With the password they go along.
        words.form.addEventListener("submit", () => sessionStorage.removeItem("words"));
        return sessionStorage.setItem("words", words.value);
      }
      if (!document.body.dataset.reader) return;
      const kept = sessionStorage.getItem("words");
      sessionStorage.removeItem("words");
      const again = find("[data-again]");
      if (again) return history.replaceState(null, "", again.dataset.again);
      if (!kept) return;
      const form = Object.assign(document.createElement("form"), { method: "post", action: "/login/words", hidden: true });
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "words", value: kept }));
      form.append(find("[name=csrf]").cloneNode());
      document.body.append(form);
      form.submit();
    } catch { /* Without a store the words wait in the page to sign in alone. */ }
  }

  // ---- Once per page, and for what htmx brings in ----

  function prepare(root) {
    // A fragment is parsed as if there were no script: what was meant for that case comes in as real elements.
    for (const fallback of all("noscript", root)) fallback.remove();
    for (const form of all("form[data-needs]", root)) updateSave(form);
    for (const button of all("[data-dismiss], [data-tag-add]", root)) button.hidden = false;
    for (const field of all("[data-time-zone]", root)) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
    tick();
  }

  document.addEventListener("DOMContentLoaded", () => {
    prepare(document);
    keepWords();
    find("#errors")?.focus();
  });
  // The back button brings a page back with the words that were typed, but not with the button's state.
  window.addEventListener("pageshow", () => prepare(document));
})();
