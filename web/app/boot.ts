/**
 * Boot script, inlined in the HTML. It loads the application when a person first uses the page, repeats clicks and
 * submits that came too early, and keeps an open page up to date.
 */
import { contractNumberKey } from "../backend/browser-storage.ts";
import { formReadyAttribute, formReadyEvent } from "../ui/form/form-ready.ts";
import { dataPathPrefix, livePath, navigatedEvent, versionParameter } from "./page-state.ts";

const SCROLLED_AFTER_PX = 20; // The header then gets a background (specification section 9).
const WATCH_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 1_000;

type Application = typeof import("./entry-client.tsx");

const root = document.documentElement;
let application: Promise<Application | undefined> | undefined;
let resting: boolean | undefined;
let ready: boolean | undefined;
// When a contract is open in this tab, the tenant sees the link to the contract from the first paint.
try {
  root.toggleAttribute("data-tenant", contractNumberKey in sessionStorage);
} catch {
  // The browser blocks session storage. The contract's session is kept there, so no contract can be open.
}
const earlyClicks = new Set<HTMLElement>();
const earlySubmits = new Map<EventTarget, HTMLElement | null>();

const { entry: entryUrl = "", parts = "", styles: stylesUrl, version } = root.dataset;

/** Loads the application. Resolves to undefined on a failure, so that the next click or key press tries again. */
function start() {
  application ??= load().catch((error: unknown) => {
    application = undefined;
    resting = true;
    setTimeout(() => {
      resting = false;
      if (earlySubmits.size) void start();
    }, RETRY_AFTER_MS);
    reportError(error);
    return undefined;
  });
  return application;
}

/**
 * Starts the application, except shortly after a failure. Without this pause, each click, key or scroll would try
 * again.
 */
function startUnlessResting() {
  if (!resting) void start();
}

/**
 * Starts the application when the pointer has moved. Browsers send this event even for a still pointer, when an element
 * appears under the pointer.
 */
function startWhenMoved({ movementX, movementY }: PointerEvent) {
  if (movementX || movementY) startUnlessResting();
}

async function load() {
  await nextPaint();
  // The page has only the styles that its own HTML needs. The running application may need others.
  if (stylesUrl) addStyles(stylesUrl);
  const [state] = await Promise.all([
    fetchWhole(`${dataPathPrefix}${location.pathname}?${versionParameter}=${version}`),
    ...parts.split(" ").map(fetchWhole),
  ]);
  const entry: Application = await import(/* @vite-ignore */ entryUrl);
  await entry.hydrate(JSON.parse(state));
  ready = true;
  earlyClicks.forEach((button) => button.click());
  return entry;
}

/** Downloads a file. Scripts are also downloaded before their import, because browsers never retry a failed import. */
async function fetchWhole(url: string) {
  const reply = await fetch(url);
  // Status 410 means that the server no longer has the data of this old page.
  if (reply.status === 410) location.reload();
  if (!reply.ok) throw new Error(`${reply.status} ${url}`);
  return reply.text();
}

/** Resolves after the next paint, so that a tap has a visible effect before the loading blocks a slow phone. */
function nextPaint() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function addStyles(href: string) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}

function markScrolled() {
  root.toggleAttribute("data-scrolled", scrollY > SCROLLED_AFTER_PX);
}

// `pointerdown` is not in this list, because loading would delay the tap or scroll that the event begins.
for (const sign of ["click", "pointercancel", "keydown", "focusin", "scroll"]) {
  addEventListener(sign, startUnlessResting);
}
addEventListener("pointermove", startWhenMoved);
addEventListener("scroll", markScrolled);

addEventListener(
  "click",
  (event) => {
    const { target } = event;
    const button = target instanceof Element ? target.closest<HTMLElement>("[type=button]") : null;
    if (ready || !button) return;
    // The function `load` repeats this click later. If React also handled the click now, the button would act twice.
    event.stopPropagation();
    earlyClicks.add(button);
    void start();
  },
  true,
);
// A form may be sent before React has hydrated the form. This listener remembers the submission until the form is
// ready.
addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || form.hasAttribute(formReadyAttribute)) return;
    event.preventDefault();
    earlySubmits.set(form, submitter);
    void start();
  },
  true,
);
document.addEventListener(formReadyEvent, ({ target: form }) => {
  const submitter = form && earlySubmits.get(form);
  if (!(form instanceof HTMLFormElement) || submitter === undefined) return;
  earlySubmits.delete(form);
  // The form is submitted after a timeout, so that all effects of the React commit run first.
  setTimeout(() => form.requestSubmit(submitter));
});

let stream: EventSource | undefined;
function watch() {
  stream?.close();
  if (document.hidden) return;
  stream = new EventSource(`${livePath}?caminho=${encodeURIComponent(location.pathname)}`);
  stream.addEventListener("message", ({ data }) => {
    if (data !== root.dataset["version"]) void start().then((entry) => entry?.refresh());
  });
}
addEventListener("visibilitychange", watch);
document.addEventListener(navigatedEvent, watch);

addEventListener("load", () => {
  setTimeout(watch, WATCH_AFTER_MS);
  // A page with personal data starts the application after the first paint, without waiting for the visitor. A reloaded
  // page that showed a form's result does the same (web/backend/form-result.tsx).
  if (root.dataset["hydrate"] || history.state?.sent) setTimeout(start);
});
