/**
 * The only script a public page runs before somebody uses it; it is inlined in the HTML.
 * It loads the application on the first sign of use, repeats a click or submit that came too early,
 * and keeps an open page up to date.
 */
import { dataPathPrefix, livePath, navigatedEvent, versionParameter } from "./page-state.ts";

const SCROLLED_AFTER_PX = 20; // specification section 9
const WATCH_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 1_000;

type Application = typeof import("./entry-client.tsx");

const root = document.documentElement;
let application: Promise<Application | undefined> | undefined;
let resting = false;
let ready = false;
let early: (() => void) | undefined;

const { entry: entryUrl = "", parts = "", styles: stylesUrl, version } = root.dataset;

/** Settles with nothing when the network lost a part; the next sign of use then tries again. */
function start() {
  application ??= load().catch((error: unknown) => {
    application = undefined;
    resting = true;
    setTimeout(() => (resting = false), RETRY_AFTER_MS);
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
  if (movementX !== 0 || movementY !== 0) startUnlessResting();
}

async function load() {
  await nextPaint();
  // The page came with the styles that its own markup needs; what happens next may need others.
  if (stylesUrl) addLink("stylesheet", stylesUrl);
  for (const url of parts.split(" ").filter(Boolean)) addLink("modulepreload", url);
  const [reply, entry]: [Response, Application] = await Promise.all([
    fetch(`${dataPathPrefix}${location.pathname}?${versionParameter}=${version}`),
    import(/* @vite-ignore */ entryUrl),
  ]);
  // The server no longer has what this page was made from: the page is older than the server.
  if (reply.status === 410) location.reload();
  await entry.hydrate(await reply.json());
  ready = true;
  early?.();
  return entry;
}

/** Running the application is long work for a phone: what a tap does is painted before it. */
function nextPaint() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

function addLink(rel: string, href: string) {
  const link = document.createElement("link");
  link.rel = rel;
  link.href = href;
  document.head.append(link);
}

function markScrolled() {
  root.toggleAttribute("data-scrolled", scrollY > SCROLLED_AFTER_PX);
}

// Not a finger that goes down: the application would hold up the tap or scroll that this begins.
for (const sign of ["click", "pointercancel", "keydown", "focusin", "scroll"]) {
  addEventListener(sign, startUnlessResting, { passive: true });
}
addEventListener("pointermove", startWhenMoved, { passive: true });
addEventListener("scroll", markScrolled, { passive: true });

document.addEventListener(
  "click",
  ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[type=button]") : null;
    if (ready || !button) return;
    early = () => button.click();
    void start();
  },
  true,
);
document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter } = event;
    if (ready || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    early = () => form.requestSubmit(submitter);
    void start();
  },
  true,
);

let stream: EventSource | undefined;
function watch() {
  stream?.close();
  if (document.hidden) return;
  stream = new EventSource(`${livePath}?caminho=${encodeURIComponent(location.pathname)}`);
  stream.addEventListener("message", ({ data }) => {
    if (data !== root.dataset["version"]) void start().then((entry) => entry?.refresh());
  });
}
document.addEventListener("visibilitychange", watch);
document.addEventListener(navigatedEvent, watch);

addEventListener("load", () => {
  setTimeout(watch, WATCH_AFTER_MS);
  // A page about somebody's own data gets ready by itself, but only after it has been painted.
  if (root.dataset["hydrate"] === "now") setTimeout(start);
});
