import { LRUCache } from "lru-cache";
import { z } from "zod";
import { isAccountPath } from "../../pages/pages-by-path.ts";
import { logLine, reasonOf } from "../../config/log.ts";
import { type ImageAsset, imageUrl, parseImageReference } from "../../content/images.tsx";
import { type PageCard, pageCard, versionOfCard } from "../../content/page-card.ts";
import type { AnswerImage } from "./content-images.ts";
import { drawPageCard } from "./draw-page-card.ts";
import { cropSchema } from "./used-images.ts";
import type { CachedPage, PageCache } from "../cache/page-cache.ts";
import { plainReply, transportHeaders } from "../http/security-headers.ts";

/** Maximum number of link previews in memory. A preview has about 80 KB. */
const MAX_CARDS = 200;
const PICTURE_WIDTH = 960;

/**
 * Answers with a page's link preview. Browsers cache the answer for long only when `version` is the current one. The
 * answer is 404 for unknown, private and redirected paths, and 502 when the drawing fails.
 */
export type AnswerCard = (path: string, version: string | undefined) => Promise<Response>;

interface DrawnCard {
  bytes: Buffer<ArrayBuffer>;
  /** False when the page's image could not be loaded, so that the next HTTP request draws the preview anew. */
  complete: boolean;
}

export function createPageCards(
  pages: Pick<PageCache, "get">,
  answerImage: AnswerImage,
): AnswerCard {
  const cards = new LRUCache<string, DrawnCard, PageCard>({
    max: MAX_CARDS,
    // The drawing goes on when a visitor leaves, because concurrent HTTP requests share the drawing.
    ignoreFetchAbort: true,
    fetchMethod: async (_version, _stale, { context: card }) => {
      const asset = pictureAsset(card);
      const picture = asset && (await readPicture(asset, card, answerImage));
      const complete = !asset || picture !== null;
      return { bytes: Buffer.from(await drawPageCard(card, picture)), complete };
    },
  });

  return async (path, version) => {
    const page = isAccountPath(path) ? null : await pages.get(path);
    const card = page?.status === 200 ? readPageCard(page) : null;
    if (!card) return plainReply("Imagem não encontrada", 404);
    const current = versionOfCard(card);
    try {
      const drawn = await cards.forceFetch(current, {
        context: card,
        forceRefresh: cards.peek(current)?.complete === false,
      });
      const lasting = drawn.complete && version === current;
      return new Response(drawn.bytes, { headers: cardHeaders(lasting) });
    } catch (error) {
      logLine("error", "card-failed", { path, reason: reasonOf(error) });
      return plainReply("Imagem indisponível", 502);
    }
  };
}

const pictureSchema = z.object({
  asset: z.object({ _ref: z.string() }).nullable(),
  crop: cropSchema.nullish(),
  hotspot: z.object({ x: z.number(), y: z.number() }).nullish(),
});
const contentSchema = z.object({
  title: z.string().optional(),
  text: z.object({ title: z.string() }).optional(),
  hero: z.object({ title: z.string(), image: pictureSchema.nullable() }).nullish(),
});
const companySchema = z.object({
  settings: z.object({ brandName: z.string(), serviceArea: z.string().catch("") }),
});
const stateSchema = z.object({ loaderData: z.record(z.string(), z.unknown()) });
const publishedSchema = z.object({ content: contentSchema });

/** Reads the content of the link preview from the page's data. The meta tags of the page use the same data. */
function readPageCard(page: CachedPage): PageCard | null {
  const { loaderData } = stateSchema.parse(JSON.parse(page.data.raw.toString()));
  const { layout, published, ...fixed } = loaderData;
  const company = companySchema.safeParse(layout);
  const content = published
    ? publishedSchema.safeParse(published).data?.content
    : contentSchema.safeParse(Object.values(fixed)[0]).data;
  if (!company.success || !content) return null;
  return pageCard({ title: content.text?.title, ...content }, company.data.settings);
}

/** Returns the image for the frame; null when the page has no image or a vector drawing. */
function pictureAsset({ picture }: PageCard): ImageAsset | null {
  const asset = picture?.asset && parseImageReference(picture.asset._ref);
  return asset && asset.extension !== "svg" ? asset : null;
}

/** Reads the bytes of the image in a link preview. Returns null when the image cannot be loaded. */
async function readPicture(
  asset: ImageAsset,
  card: PageCard,
  answerImage: AnswerImage,
): Promise<Uint8Array | null> {
  const { pathname, searchParams } = new URL(
    imageUrl(asset, card.picture?.crop, PICTURE_WIDTH),
    "http://site",
  );
  const reply = await answerImage(
    asset.name,
    pathname.slice(pathname.lastIndexOf("/") + 1),
    searchParams.get("rect") ?? undefined,
  );
  return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : null;
}

function cardHeaders(lasting: boolean): Record<string, string> {
  return {
    "content-type": "image/jpeg",
    "cache-control": lasting ? "public, max-age=31536000, immutable" : "public, max-age=300",
    ...transportHeaders,
  };
}
