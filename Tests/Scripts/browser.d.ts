// Browsers as the scripts of Public/ meet them: htmx, and what TypeScript's own description (4.8) does not have.
//
// An element is found by a selector, which says of which kind it is; its type does not. So each has the members of each kind that
// the scripts use, and an event those of each kind of event: a name that none has is an error.

interface Element {
  readonly dataset: DOMStringMap;
  readonly style: CSSStyleDeclaration;
  hidden: boolean;
  tabIndex: number;
  draggable: boolean;
  open: boolean;
  value: any;
  defaultValue: string;
  checked: boolean;
  defaultChecked: boolean;
  disabled: boolean;
  name: string;
  selectionStart: number;
  selectionEnd: number;
  readonly type: any;
  readonly files: FileList;
  readonly form: Element;
  readonly elements: any;
  readonly options: any;
  readonly list: Element;
  readonly content: any;
  checkVisibility(): boolean;
  click(): void;
  focus(options?: FocusOptions): void;
  select(): void;
  setSelectionRange(start: number, end: number): void;
  setRangeText(text: string, start: number, end: number, mode: SelectionMode): void;
  submit(): void;
  cloneNode(isDeep?: boolean): Element;
  addEventListener(kind: string, act: (event: PageEvent) => void, options?: boolean | AddEventListenerOptions): void;
  requestSubmit(submitter?: Element): void;
  showModal(): void;
  close(): void;
}

/** What the document hears of. */
interface PageEvent {
  readonly type: string;
  readonly target: Element;
  readonly detail: any;
  readonly timeStamp: number;
  readonly isTrusted: boolean;
  readonly cancelable: boolean;
  readonly defaultPrevented: boolean;
  readonly submitter: Element | null;
  readonly relatedTarget: Element | null;
  readonly key: string;
  readonly code: string;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly inputType: string;
  readonly button: number;
  readonly pointerType: string;
  readonly pointerId: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly touches: TouchList;
  readonly changedTouches: TouchList;
  readonly dataTransfer: DataTransfer;
  preventDefault(): void;
  stopPropagation(): void;
  stopImmediatePropagation(): void;
}

interface Document {
  addEventListener(kind: string, act: (event: PageEvent) => void, options?: boolean | AddEventListenerOptions): void;
}

interface Htmx {
  readonly config: { readonly swappingClass: string };
  ajax(verb: "GET" | "POST", path: string, options: {
    source: Element, target?: Element | string, swap?: string, select?: string, event?: PageEvent, values?: Record<string, unknown>,
  }): Promise<void>;
  process(element: Element): void;
  swap(target: Element, html: string, spec: { swapStyle: string }, options?: { select?: string, eventInfo?: unknown }): void;
  trigger(element: Element, event: string): void;
}

interface Window {
  readonly htmx: Htmx;
  readonly trustedTypes?: {
    createPolicy(name: string, rules: {
      createHTML?(text: string, type: string, sink: string): string | null,
      createScriptURL?(url: string): string | null,
    }): void;
  };
}

interface Navigator {
  readonly standalone?: boolean;
  readonly wakeLock?: { request(kind: "screen"): Promise<EventTarget & { release(): Promise<void> }> };
}

interface Credential {
  toJSON(): Record<string, unknown>;
}

interface String {
  toWellFormed?(): string;
}

interface Array<T> {
  findLast(test: (element: T) => unknown): T | undefined;
  toReversed(): T[];
}

// ---- The service worker ----

interface WorkerEvent {
  readonly request: Request;
  readonly data: any;
  readonly source: { readonly url: string };
  readonly tag: string;
  readonly notification: Notification;
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

interface Window {
  readonly registration?: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window", includeUncontrolled: boolean }): Promise<{ url: string, focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    kind: "install" | "activate" | "message" | "sync" | "fetch" | "push" | "notificationclick" | "pushsubscriptionchange",
    act: (event: WorkerEvent) => void): void;
}

interface ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}
