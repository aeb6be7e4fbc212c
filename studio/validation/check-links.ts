import { getPublishedId } from "@sanity/client/csm";
import type { ValidationContext } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import type { Anchor, Link } from "../links/read-link.ts";
import { readWhatsApp } from "../links/site-places.ts";
import { isFixedPath, isReservedPath } from "../public-paths.ts";
import { checkMaximumLength } from "./check-texts.ts";

const secureAddress = /^https:\/\/[^\s/.]+\.[^\s]+$/;
const mailAddress = /^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/;
const phoneAddress = /^tel:\+?[0-9]{8,15}$/;

/** Accepts an https:, mailto: or tel: URL. A link of the kind WhatsApp needs the URL of a valid phone number. */
export function checkAddress(href: string | undefined, kind: Link["kind"]): true | string {
  const length = checkMaximumLength(1000)(href);
  if (length !== true) return length;
  if (kind === "whatsapp") {
    const { number } = readWhatsApp(href);
    return number ? checkPhoneDigits(number) : "Escreva o número do WhatsApp, com DDD.";
  }
  if (kind !== "address") return true;
  if (!href) return "Obrigatório";
  if (secureAddress.test(href) || mailAddress.test(href) || phoneAddress.test(href)) return true;
  if (href.startsWith("/") && !href.startsWith("//")) {
    return `Nada do site responde em ${href}. Escolha “Produto ou página livre” ou “Lugar do site”.`;
  }
  return "Comece com https://, mailto: ou tel:. Para páginas do site, escolha outra opção.";
}

/** Warns about an anchor that the linked page does not have. */
export async function checkAnchor(
  anchor: string | undefined,
  findAnchors: () => Promise<readonly Anchor[]>,
): Promise<true | string> {
  if (!anchor || (await findAnchors()).some(({ value }) => value === anchor)) return true;
  return `A página não tem a parte “${anchor}”: o link leva ao início dela.`;
}

const shownPhone = /^(\([1-9][0-9]\) 9?[0-9]{4}-[0-9]{4}|0800 [0-9]{3} [0-9]{4})$/;
const phoneDigits = /^[1-9][0-9]9?[0-9]{8}$/;

/** Accepts a Brazilian phone number in the format that visitors see. */
export function checkShownPhone(phone: string | undefined): true | string {
  if (!phone || shownPhone.test(phone)) return true;
  return "Escreva com DDD: (44) 99999-9999 ou (44) 3333-3333";
}

/** Accepts a phone number with area code (DDD), as digits only, because a WhatsApp link needs this format. */
export function checkPhoneDigits(phone: string | undefined): true | string {
  if (!phone || phoneDigits.test(phone)) return true;
  return "Somente DDD e número, sem o 55, espaços ou sinais. Exemplo: 44999999999";
}

const pathShape = /^\/[a-z0-9]+(-[a-z0-9]+)*$/;

/** Function that resolves to true when another document, published or draft, has the path. */
type FindPathOwner = (path: string) => Promise<boolean>;

/** Accepts a path at which an editor may publish a product or free page. */
export async function checkPagePath(
  path: string | undefined,
  isTaken: FindPathOwner,
): Promise<true | string> {
  if (!path) return true;
  const length = checkMaximumLength(80)(path);
  if (length !== true) return length;
  if (!pathShape.test(path)) {
    return "Use “/” e depois letras minúsculas sem acento, números e hífens. Exemplo: /privacidade";
  }
  if (isReservedPath(path)) return `O endereço ${path} já é de uma página fixa do site.`;
  if (await isTaken(path)) return `Outra página ou produto já usa o endereço ${path}.`;
  return true;
}

/** Warns that publishing the page will end a redirect that begins at the page's path. */
export async function checkFormerRedirect(
  path: string | undefined,
  isRedirected: FindPathOwner,
): Promise<true | string> {
  if (!path || !(await isRedirected(path))) return true;
  return `Ao publicar, o redirecionamento de ${path} deixa de existir: o endereço passa a ser desta página.`;
}

const otherOwnerQuery = `count(*[
  !sanity::versionOf($id) && _type in $types &&
  coalesce("/" + slug.current, path, from) == $path
]) > 0`;

/** Creates a `FindPathOwner` that queries published documents and drafts of `types` with the Studio's client. */
export function findPathOwnerWith(
  context: ValidationContext,
  types: readonly ("page" | "product" | "redirect")[],
): FindPathOwner {
  const client = context
    .getClient({ apiVersion: contentApiVersion })
    .withConfig({ perspective: "raw" });
  const id = getPublishedId(context.document?._id ?? "");
  return (path) => client.fetch<boolean>(otherOwnerQuery, { path, id, types });
}

/** Accepts a path at which a redirect may begin. Refuses paths of pages, because pages must stay reachable. */
export async function checkRedirectOrigin(
  path: string | undefined,
  isTaken: FindPathOwner,
): Promise<true | string> {
  if (!path) return true;
  const length = checkMaximumLength(200)(path);
  if (length !== true) return length;
  if (!/^\/[^\s?#]+$/.test(path) || path.startsWith("//")) {
    return "Comece com “/”, sem espaços, “?” ou “#”. Exemplo: /fianca-antiga";
  }
  if (isFixedPath(path) || isReservedPath(path)) {
    return `${path} é uma página do site e não pode ser redirecionada.`;
  }
  if (await isTaken(path)) {
    return `Outra página, produto ou redirecionamento já usa o endereço ${path}.`;
  }
  return true;
}

const youtubeShape =
  /^https:\/\/(?:www\.)?(?:youtube\.com\/(?:watch\?v=|embed\/|shorts\/)|youtube-nocookie\.com\/embed\/|youtu\.be\/)[\w-]{11}(?:[?&#].*)?$/;

/** Accepts the URL of a single YouTube video. */
export function checkYoutubeUrl(url: string | undefined): true | string {
  if (!url || youtubeShape.test(url)) return true;
  return "Cole o endereço do vídeo no YouTube, como https://www.youtube.com/watch?v=…";
}
