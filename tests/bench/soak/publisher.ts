import { setTimeout as delay } from "node:timers/promises";
import { paragraph, publish } from "../../site/publishing/publish.ts";
import { unknownPath } from "../../site/site-paths.ts";
import { quantile } from "../median.ts";
import { ask } from "./ask.ts";
import type { Load } from "./paced-load.ts";
import type { SoakStack } from "./soak-stack.ts";

/** Maximum time until a page shows a change. It is less than 20 seconds, because the text then changes again. */
const LATEST_MS = 15_000;
const LOOK_MS = 20;

/** Id of a document, field whose text is changed, and path of a page that shows the text. */
const texts = [
  ["faq-o-que-e", "question", "/"],
  ["homePage", "hero.tagline", "/"],
  ["aboutPage", "hero.tagline", "/quem-somos"],
  ["howItWorksPage", "hero.tagline", "/como-funciona"],
  ["tenantsPage", "hero.tagline", "/locatarios"],
  ["landlordsPage", "hero.tagline", "/locadores"],
  // Every page shows the footer, so any page would do here.
  ["footer", "copyright", "/termos"],
  ["contactPage", "hero.tagline", "/contato"],
  ["partnersPage", "hero.tagline", "/parceiros"],
  ["simulationPage", "hero.tagline", "/simular"],
  ["product-pag-payser", "hero.tagline", "/pag-payser"],
  ["product-payser-card", "hero.tagline", "/payser-card"],
  ["product-pix-payser", "hero.tagline", "/pix-payser"],
  ["product-payser-gestao", "hero.tagline", "/payser-gestao"],
  ["navigation", "simulateLabel", "/contato"],
  ["product-payser-fianca", "hero.tagline", "/payser-fianca"],
  ["faq-custo", "question", "/"],
  ["notFoundPage", "title", unknownPath],
] as const;

/** Change of content, and a check whether a page shows the change. */
interface Publish {
  what: string;
  path: string;
  carryOut: () => Promise<unknown>;
  isShown: (page: { status: number; html: string }) => boolean;
}

/**
 * Publishes once a second, like an editor. Texts are changed and restored, some directly and some through a draft, and
 * pages are added and removed. `waited` has the milliseconds from each publish to the first HTML that shows the change.
 */
export async function publisher({ editor, siteUrl }: SoakStack) {
  const waited: number[] = [];
  const changes = await Promise.all(
    texts.map(async ([id, field, path], place) => {
      const original = await editor.fetch<string>(`*[_id == $id][0].${field}`, { id });
      return (round: number): Publish => {
        const isRestored = round % 2 === 1;
        const mark = `(edição ${round + 1} de ${place + 1})`;
        const former = `(edição ${round} de ${place + 1})`;
        const set = { [field]: isRestored ? original : `${original} ${mark}` };
        return {
          what: isRestored ? `${id} restored` : `${id} ${mark}`,
          path,
          carryOut: () => (place % 2 === 0 ? patch(id, set) : publishDraft(id, set)),
          isShown: ({ html }) => (isRestored ? !html.includes(former) : html.includes(mark)),
        };
      };
    }),
  );
  // The page is removed ten seconds after it was added, so that visitors have time to open it.
  changes.splice(9, 0, (round) => newPage(round));
  changes.push((round) => removedPage(round));

  async function patch(id: string, set: Record<string, string>): Promise<void> {
    await editor.patch(id).set(set).commit();
  }

  async function publishDraft(id: string, set: Record<string, string>): Promise<void> {
    const published = await editor.getDocument(id);
    if (!published) throw new Error(`There is no ${id}`);
    const draft = { ...published, _id: `drafts.${id}` };
    await editor.transaction().createIfNotExists(draft).patch(draft._id, { set }).commit();
    await publish(editor, id);
  }

  function newPage(round: number): Publish {
    const path = `/medicao-${round}`;
    const title = `Página da medição ${round}`;
    return {
      what: title,
      path,
      carryOut: () =>
        editor.create({
          _id: `page-medicao-${round}`,
          _type: "page",
          title,
          path,
          blocks: [{ _key: "a", _type: "richTextBlock", body: [paragraph("Vai e vem.")] }],
        }),
      isShown: ({ status, html }) => status === 200 && html.includes(title),
    };
  }

  function removedPage(round: number): Publish {
    return {
      what: `no page ${round}`,
      path: `/medicao-${round}`,
      carryOut: () => editor.delete(`page-medicao-${round}`),
      isShown: ({ status }) => status === 404,
    };
  }

  let turn = 0;
  const load: Load = {
    name: "publishes",
    perSecond: 1,
    async run() {
      const at = turn++;
      const next = changes[at % changes.length]?.(Math.floor(at / changes.length));
      if (!next) return;
      const began = performance.now();
      await next.carryOut();
      await untilShown(siteUrl, next, began + LATEST_MS);
      waited.push(performance.now() - began);
    },
  };
  return {
    load,
    p50: () => quantile(waited, 0.5),
    p95: () => quantile(waited, 0.95),
  };
}

async function untilShown(siteUrl: string, next: Publish, latest: number) {
  const { what, path, isShown } = next;
  while (performance.now() < latest) {
    const { status, body } = await ask(siteUrl + path);
    if (isShown({ status, html: body.toString() })) return;
    await delay(LOOK_MS);
  }
  throw new Error(`${path} does not show: ${what}`);
}
