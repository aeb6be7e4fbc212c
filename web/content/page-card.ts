import { cardTitle } from "../../supabase/functions/_shared/contracts/page-summary.ts";
import { type ImageContent, imagePath } from "./images.tsx";

/** URL parameter of a card that changes with what it shows, so that messengers fetch it anew. */
export const cardVersion = "versao";

/** Raise it when the drawing changes: every card gets a new address. */
const DESIGN = 1;
const CARD_PATH = `${imagePath}/pagina`;
const CARD_TYPE = ".jpg";

/** A content image, as far as it matters how it is cut. */
export interface CardPicture {
  asset: ImageContent["asset"];
  crop?: ImageContent["crop"] | undefined;
  hotspot?: ImageContent["hotspot"] | undefined;
}

/** What the link preview of a page shows when its editors chose no image. */
export interface PageCard {
  title: string;
  brandName: string;
  /** One line about the company. */
  serviceArea: string;
  picture: CardPicture | null;
}

/** The part of a page that its card is made from. */
export interface CardSource {
  title?: string | undefined;
  hero?: { title: string; image: CardPicture | null } | null | undefined;
  noIndex?: boolean | undefined;
}

/** The card of a page of this site; null while either has no name, and for pages not to be found. */
export function pageCard(
  source: CardSource,
  { brandName, serviceArea }: Pick<PageCard, "brandName" | "serviceArea">,
): PageCard | null {
  const title = cardTitle(source);
  if (!title || !brandName) return null;
  return { title, brandName, serviceArea, picture: source.hero?.image ?? null };
}

/** Changes with everything that a card shows. */
export function versionOfCard({ title, brandName, serviceArea, picture }: PageCard): string {
  const { crop, hotspot } = picture ?? {};
  // Number by number: a document holds them in any order, and more beside them.
  const cut = crop && [crop.top, crop.bottom, crop.left, crop.right];
  const focus = hotspot && [hotspot.x, hotspot.y];
  const drawn = [picture?.asset?._ref, cut, focus].map((part) => part ?? null);
  return shortHash(JSON.stringify([DESIGN, title, brandName, serviceArea, drawn]));
}

/** Where the card of a page is: `/imagens/pagina/contato.jpg`, for the home page `/imagens/pagina.jpg`. */
export function pageCardUrl(path: string, card: PageCard): string {
  const page = path === "/" ? "" : path;
  return `${CARD_PATH}${page}${CARD_TYPE}?${cardVersion}=${versionOfCard(card)}`;
}

/** The page whose card is at this path; null for any other path. */
export function pagePathOfCard(path: string): string | null {
  if (!path.startsWith(CARD_PATH) || !path.endsWith(CARD_TYPE)) return null;
  const page = path.slice(CARD_PATH.length, -CARD_TYPE.length);
  if (page === "") return "/";
  return page.startsWith("/") && page !== "/" ? page : null;
}

/** A short name for a text that changes with it (FNV-1a, 32 bits); no protection against anybody. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
