// What the scripts share: elements, texts and forms of the page. It does nothing by itself.

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {Element} or null
 */
export const find = (selector, within = document) => within.querySelector(selector);

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {Element[]}
 */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** @param {string} id */
export const byID = (id) => document.getElementById(id);

/**
 * Gives the focus to an element, unless whoever reads the page has put it somewhere else meanwhile: for what comes later than
 * the deed, as the answer of a server does and the event of a dialog that closes.
 * @param {Element | null} element
 */
export function focusUnlessElsewhere(element) {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/**
 * @param {string} tag
 * @param {Record<string, unknown>} properties
 * @param {...(Node | string)} children
 * @returns {Element}
 */
export function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/**
 * A sign of the page's icons, hidden from screen readers.
 * @param {string} address of the icon: that of the file, and its name behind "#"
 */
export function icon(address) {
  const make = (/** @type {string} */ tag) => document.createElementNS("http://www.w3.org/2000/svg", tag);
  const [sign, use] = [make("svg"), make("use")];
  sign.setAttribute("class", "icon");
  sign.setAttribute("aria-hidden", "true");
  use.setAttribute("href", address);
  sign.append(use);
  return sign;
}

/**
 * Calls `act` for the events of the elements of a selector, also of those that come in later. An event of a part of an
 * element is one of the element.
 * @param {string} kind
 * @param {string} selector
 * @param {(event: PageEvent, element: Element) => void} act
 * @param {AddEventListenerOptions} [options]
 */
export function on(kind, selector, act, options) {
  document.addEventListener(kind, (event) => {
    const element = event.target.closest?.(selector);
    if (element) act(event, element);
  }, options);
}

// ---- Rows of items: there are fifty on a page, so that they have no attributes for scripts alone ----

export const ITEM = "li[id^='item-']";
/** The box of a row that ticks its item; it belongs to no form. */
export const TICK = ".check[form='']";
/** @param {Element} item */
export const idOf = (item) => item.id.slice("item-".length);

/** @param {PageEvent} event of a key or a pointer */
export const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;

// ---- Fields and forms ----

/** Whether a text has words. As in Blank.swift: zero width, soft hyphen, Hangul filler and the like are none. */
export const hasWords = (text) => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Whether a field is not as it came: typed in, ticked, chosen, or with a file. */
export function isChangedField(field) {
  switch (field.type) {
    case "hidden": case "submit": case "button": return false;
    case "checkbox": case "radio": return field.checked !== field.defaultChecked;
    case "file": return field.files.length > 0;
    case "select-one": case "select-multiple": {
      const options = [...field.options];
      // Without one that is chosen in the page, a browser chooses the first.
      const first = field.type === "select-one" && !options.some((option) => option.defaultSelected) ? options[0] : null;
      return options.some((option) => option.selected !== (option.defaultSelected || option === first));
    }
    default: return field.value !== field.defaultValue;
  }
}

/**
 * Whether a part of the page holds something that somebody has filled in and not sent. A box outside of forms is sent when it
 * is ticked.
 * @param {ParentNode} part
 */
export const isChanged = (part) => all("input, textarea, select", part).some((field) => field.form && isChangedField(field));

/** The token of the session, which each form of the page has. */
export const csrf = () => find("[name=csrf]").value;

/**
 * Sends a form that is not in the page.
 * @param {string} action
 * @param {Record<string, string>} values
 */
export function post(action, values = {}) {
  const field = ([name, value]) => make("input", { type: "hidden", name, value });
  const form = make("form", { method: "post", action, hidden: true }, ...Object.entries({ ...values, csrf: csrf() }).map(field));
  document.body.append(form);
  form.submit();
}

/**
 * Asks as htmx does. Of what fails app.js tells; the promise is fulfilled all the same.
 * @param {"GET" | "POST"} verb
 * @param {string} path
 * @param {any} context
 * @returns {Promise<void>}
 */
export const request = (verb, path, context) => window.htmx.ajax(verb, path, context).catch(() => {});

// ---- Texts of the page, in its language ----

/** A text with values in the place of their {names}. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A text that says a number, of three: for 1, 2 and 5. */
export function count(texts, number) {
  const [one, few, many] = texts.split("|");
  const rule = new Intl.PluralRules(document.documentElement.lang).select(number);
  return ({ one, few }[rule] ?? many).replace(/\d+/, String(number));
}

/**
 * The lines of a text as of a checklist (`Checklist` reads them on the server): without bullets and boxes, and whether their box is
 * ticked.
 * @param {string} text
 */
export const listedLines = (text) => text.split("\n").map((line) => /^\s*(?:[-*•–] )?(\[[ xX]\]|[☐☑✓✔])?\s*(.*?)\s*$/u.exec(line))
  .map(([, mark, words]) => ({ words, isTicked: /[xX☑✓✔]/.test(mark ?? "") })).filter(({ words }) => words);
