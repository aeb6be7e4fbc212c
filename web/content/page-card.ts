import { cardTitle } from "#contracts/page-summary.ts";
import { type ImageContent, imagePath } from "./images.tsx";

/** URL parameter with the version of a card. After a change of the version, messengers fetch the card again. */
export const cardVersion = "versao";

/** Version of the card's design. Increase it when the drawing changes, so that every card gets a new URL. */
const DESIGN = 1;
const CARD_PATH = `${imagePath}/pagina`;
const CARD_TYPE = ".jpg";

export interface CardPicture {
  asset: ImageContent["asset"];
  crop?: ImageContent["crop"] | undefined;
  hotspot?: ImageContent["hotspot"] | undefined;
}

/** Content of a card. A card is the drawn image that a page's link preview shows when editors chose no image. */
export interface PageCard {
  title: string;
  brandName: string;
  /** Sentence about the area that the company serves. */
  serviceArea: string;
  picture: CardPicture | null;
}

export interface CardSource {
  title?: string | undefined;
  hero?: { title: string; image: CardPicture | null } | null | undefined;
  noIndex?: boolean | undefined;
}

/** Returns the card of a page. Returns null without a page name or site name, and for a page that is not indexed. */
export function pageCard(
  source: CardSource,
  { brandName, serviceArea }: Pick<PageCard, "brandName" | "serviceArea">,
): PageCard | null {
  const title = cardTitle(source);
  if (!title || !brandName) return null;
  return { title, brandName, serviceArea, picture: source.hero?.image ?? null };
}

/** Returns the version of a card. Each change of the card's visible content changes the version. */
export function versionOfCard({ title, brandName, serviceArea, picture }: PageCard): string {
  const { crop, hotspot } = picture ?? {};
  // The crop's numbers get a fixed order, because documents may store the fields of a crop in any order.
  const cut = crop && [crop.top, crop.bottom, crop.left, crop.right];
  const focus = hotspot && [hotspot.x, hotspot.y];
  const drawn = [picture?.asset?._ref, cut, focus].map((part) => part ?? null);
  return shortHash(JSON.stringify([DESIGN, title, brandName, serviceArea, drawn]));
}

/** Returns the URL of a page's card: `/imagens/pagina/contato.jpg`, or `/imagens/pagina.jpg` for the home page. */
export function pageCardUrl(path: string, card: PageCard): string {
  const page = path === "/" ? "" : path;
  return `${CARD_PATH}${page}${CARD_TYPE}?${cardVersion}=${versionOfCard(card)}`;
}

/** Returns the path of the page whose card has this URL path; null for URL paths of other files. */
export function pagePathOfCard(path: string): string | null {
  if (!path.startsWith(CARD_PATH) || !path.endsWith(CARD_TYPE)) return null;
  const page = path.slice(CARD_PATH.length, -CARD_TYPE.length);
  if (page === "") return "/";
  return page.startsWith("/") && page !== "/" ? page : null;
}

/** Hashes a text with FNV-1a (32 bits). The hash is not safe against deliberate collisions. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
