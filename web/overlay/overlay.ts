import { enableVisualEditing, type VisualEditingOptions } from "@sanity/visual-editing";
import { navigatedEvent } from "../app/page-state.ts";
import { pathWithinSite } from "../config/path-within-site.ts";
import { previewPaths } from "../config/paths.ts";
import { watchNotices } from "./notices.ts";

/**
 * Runs in pages that an editor sees in the studio's frame: a click on a text opens its field. It is
 * built apart from the site's own scripts, which visitors load and which know nothing of it.
 */
const root = document.documentElement;

type Perspective = Parameters<NonNullable<VisualEditingOptions["onPerspectiveChange"]>>[0];

enableVisualEditing({
  history: {
    subscribe(navigate) {
      const tell = () => navigate({ type: "push", title: document.title, url: address() });
      tell();
      document.addEventListener(navigatedEvent, tell);
      return () => document.removeEventListener(navigatedEvent, tell);
    },
    update({ url }) {
      const path = pathWithinSite(url);
      if (path && path !== address()) location.assign(path);
    },
  },
  // Changes come over the page's own event stream, sooner than the studio asks for them.
  refresh: ({ source }) => (source === "mutation" ? false : reload()),
  onPerspectiveChange: (perspective) => void choosePerspective(perspective),
});
showImagesToThePointer();
watchNotices(root);

function address(): string {
  return location.pathname + location.search + location.hash;
}

function reload(): Promise<void> {
  location.reload();
  return new Promise(() => {});
}

async function choosePerspective(perspective: Perspective): Promise<void> {
  const chosen = [perspective].flat().join();
  if (chosen === root.dataset["perspective"]) return;
  // Nothing, when the page is left meanwhile.
  const reply = await fetch(previewPaths.perspective, { method: "POST", body: chosen }).catch(
    () => undefined,
  );
  // A refusal would be answered with the same page again, for ever.
  if (reply?.ok) location.reload();
}

/** Frames lie behind the words of a hero, where no pointer reaches them. */
function showImagesToThePointer(): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(".frame { z-index: 0 }");
  document.adoptedStyleSheets.push(styles);
}
