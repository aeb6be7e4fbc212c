/**
 * The only script a public page runs before somebody uses it; it is inlined in the HTML.
 * It loads the application on the first sign of use, repeats a click or submit that came too early,
 * and keeps an open page up to date.
 */
import { contractNumberKey } from "../backend/browser-storage.ts";
import { formReadyAttribute, formReadyEvent } from "../ui/form/form-ready.ts";
import { dataPathPrefix, livePath, navigatedEvent, versionParameter } from "./page-state.ts";

const SCROLLED_AFTER_PX = 20; // specification section 9
const WATCH_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 1_000;

type Application = typeof import("./entry-client.tsx");

const root = document.documentElement;
let application: Promise<Application | undefined> | undefined;
let resting: boolean | undefined;
let ready: boolean | undefined;
// Who has a contract open in this tab sees the way to it from the first paint on.
try {
  root.toggleAttribute("data-tenant", contractNumberKey in sessionStorage);
} catch {
  // Storage is blocked: nobody has one open.
}
const earlyClicks = new Set<HTMLElement>();
const earlySubmits = new Map<EventTarget, HTMLElement | null>();

const { entry: entryUrl = "", parts = "", styles: stylesUrl, version } = root.dataset;

/** Settles with nothing when the network lost a part; the next sign of use then tries again. */
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

/** Signs of use come in numbers, so that after a failure they wait; a click does not. */
function startUnlessResting() {
  if (!resting) void start();
}

/** A pointer that rests is no use of the page: browsers tell of it once there is one below it. */
function startWhenMoved({ movementX, movementY }: PointerEvent) {
  if (movementX || movementY) startUnlessResting();
}

async function load() {
  await nextPaint();
  // The page came with the styles that its own markup needs; what happens next may need others.
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

/** Scripts, too, before they are imported: a browser never asks again for a module that it lost. */
async function fetchWhole(url: string) {
  const reply = await fetch(url);
  // The server no longer has what this page was made from: the page is older than the server.
  if (reply.status === 410) location.reload();
  if (!reply.ok) throw new Error(`${reply.status} ${url}`);
  return reply.text();
}

/** Running the application is long work for a phone: what a tap does is painted before it. */
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

// Not a finger that goes down: the application would hold up the tap or scroll that this begins.
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
    // It is clicked again below: React, which may be at work already, must not see both.
    event.stopPropagation();
    earlyClicks.add(button);
    void start();
  },
  true,
);
// React takes the page over section by section: a form may be later than the page.
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
  // After the effects that belong to the same step of React's.
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
  // A page about somebody's own data gets ready by itself, but only after it has been painted; so
  // does one that showed what became of a form, and was loaded again (simulation-result.tsx).
  if (root.dataset["hydrate"] || history.state?.sent) setTimeout(start);
});
