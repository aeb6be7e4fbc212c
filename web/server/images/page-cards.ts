import { LRUCache } from "lru-cache";
import { z } from "zod";
import { isAccountPath } from "../../pages/pages-by-path.ts";
import { logLine, reasonOf } from "../../config/log.ts";
import { type ImageAsset, imageUrl, parseImageReference } from "../../content/images.tsx";
import { type PageCard, pageCard, versionOfCard } from "../../content/page-card.ts";
import type { ContentImages } from "./content-images.ts";
import { drawPageCard } from "./draw-page-card.ts";
import type { CachedPage, PageCache } from "../cache/page-cache.ts";
import { plainReply, transportHeaders } from "../http/security-headers.ts";

/** A card has about 80 KB. */
const MAX_CARDS = 200;
const PICTURE_WIDTH = 960;

export interface PageCards {
  /**
   * Answers the link preview of a page, drawn from what the page shows now: nothing of the request
   * is drawn. `version` is the one in the page's own tags; with another one the answer is kept for
   * minutes only. Unknown, private and redirected paths answer 404, a failed drawing 502.
   */
  respond(path: string, version: string | undefined): Promise<Response>;
}

interface DrawnCard {
  bytes: Buffer<ArrayBuffer>;
  /** False when the picture could not be had: the next request tries again. */
  complete: boolean;
}

/** Draws the cards of pages on request, each once per version. */
export function createPageCards(pages: Pick<PageCache, "get">, images: ContentImages): PageCards {
  const cards = new LRUCache<string, DrawnCard, PageCard>({
    max: MAX_CARDS,
    // Everybody who asks while a card is drawn gets that drawing.
    ignoreFetchAbort: true,
    fetchMethod: async (_version, _stale, { context: card }) => {
      const asset = pictureAsset(card);
      const picture = asset && (await readPicture(asset, card, images));
      const complete = !asset || picture !== null;
      return { bytes: Buffer.from(await drawPageCard(card, picture)), complete };
    },
  });

  return {
    async respond(path, version) {
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
    },
  };
}

const cropSchema = z.object({
  top: z.number(),
  bottom: z.number(),
  left: z.number(),
  right: z.number(),
});
const pictureSchema = z.object({
  asset: z.object({ _ref: z.string() }).nullable(),
  crop: cropSchema.nullish(),
  hotspot: z.object({ x: z.number(), y: z.number() }).nullish(),
});
const contentSchema = z.object({
  title: z.string().optional(),
  /** Of a legal text. */
  text: z.object({ title: z.string() }).optional(),
  hero: z.object({ title: z.string(), image: pictureSchema.nullable() }).nullish(),
});
const companySchema = z.object({
  settings: z.object({ brandName: z.string(), serviceArea: z.string().catch("") }),
});
const stateSchema = z.object({ loaderData: z.record(z.string(), z.unknown()) });
const publishedSchema = z.object({ content: contentSchema });

/** What a page's own content says that its card shows: the same that its tags are made from. */
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

/** What stands in the card's frame; null for nothing, or for a vector. */
function pictureAsset({ picture }: PageCard): ImageAsset | null {
  const asset = picture?.asset && parseImageReference(picture.asset._ref);
  return asset && asset.extension !== "svg" ? asset : null;
}

/** The bytes of a card's picture; null when they cannot be had now. */
async function readPicture(
  asset: ImageAsset,
  card: PageCard,
  images: ContentImages,
): Promise<Uint8Array | null> {
  const { pathname, searchParams } = new URL(
    imageUrl(asset, card.picture?.crop, PICTURE_WIDTH),
    "http://site",
  );
  const reply = await images.respond(
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
