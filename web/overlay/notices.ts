import { previewPaths, publishedInstead } from "../config/paths.ts";

const style =
  "position:fixed;z-index:2147483000;inset:auto 1rem 1rem;max-width:34rem;margin:0 auto;padding:.75rem 1rem;border-radius:.75rem;background:#1d2b33;color:#fff;font:500 .9375rem/1.4 system-ui,sans-serif;box-shadow:0 8px 30px #0004";

/** Tells the editor what the page is: published in place of a draft, or a preview in a tab of its own. */
export function watchNotices(root: HTMLElement): void {
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
  notice.style.cssText = style;
  notice.textContent = text;
  document.body.append(notice);
  return notice;
}
