import { enableVisualEditing, type VisualEditingOptions } from "@sanity/visual-editing";
import { navigatedEvent } from "../app/page-state.ts";
import { pathWithinSite } from "../config/path-within-site.ts";
import { previewPaths, publishedInstead } from "../config/paths.ts";

/** This script runs in preview pages inside the studio. A click on a text opens the text's field in the studio. */
const root = document.documentElement;

const noticeStyle =
  "position:fixed;z-index:2147483000;inset:auto 1rem 1rem;max-width:34rem;margin:0 auto;padding:.75rem 1rem;border-radius:.75rem;background:#1d2b33;color:#fff;font:500 .9375rem/1.4 system-ui,sans-serif;box-shadow:0 8px 30px #0004";

type Perspective = Parameters<NonNullable<VisualEditingOptions["onPerspectiveChange"]>>[0];

enableVisualEditing({
  history: {
    subscribe(navigate) {
      const report = () => navigate({ type: "push", title: document.title, url: address() });
      report();
      document.addEventListener(navigatedEvent, report);
      return () => document.removeEventListener(navigatedEvent, report);
    },
    update({ url }) {
      const path = pathWithinSite(url);
      if (path && path !== address()) location.assign(path);
    },
  },
  // After an edit, the event stream updates the page. The reload that the studio asks for is therefore skipped.
  refresh: ({ source }) => (source === "mutation" ? false : reload()),
  onPerspectiveChange: (perspective) => void choosePerspective(perspective),
});
showImagesToThePointer();
watchNotices();

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
  // The fetch is aborted when the person leaves the page before the reply arrives.
  const reply = await fetch(previewPaths.perspective, { method: "POST", body: chosen }).catch(
    () => undefined,
  );
  // A refused perspective must not reload the page, because the loaded page would send the same perspective again.
  if (reply?.ok) location.reload();
}

/** Raises image frames above the hero's text, so that editors can click on the images. */
function showImagesToThePointer(): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(".frame { z-index: 0 }");
  document.adoptedStyleSheets.push(styles);
}

/** Shows notices to editors: published content replaces an incomplete draft, or the preview is outside the studio. */
function watchNotices(): void {
  const incomplete = makeNotice(
    "Este rascunho ainda não pode ser mostrado: falta preencher algum campo. Por enquanto, a página mostra o que está publicado.",
  );
  const update = () => {
    incomplete.hidden = !root.dataset["version"]?.endsWith(publishedInstead);
  };
  new MutationObserver(update).observe(root, { attributeFilter: ["data-version"] });
  update();

  if (parent !== window || opener) return;
  const notice = makeNotice("Você está vendo rascunhos, que os visitantes não veem. ");
  const leave = document.createElement("a");
  leave.href = `${previewPaths.disable}?caminho=${encodeURIComponent(location.pathname)}`;
  leave.textContent = "Sair da pré-visualização";
  leave.style.cssText = "color:inherit;text-decoration:underline";
  notice.append(leave);
}

function makeNotice(text: string): HTMLElement {
  const notice = document.createElement("p");
  notice.setAttribute("role", "status");
  notice.style.cssText = noticeStyle;
  notice.textContent = text;
  document.body.append(notice);
  return notice;
}
