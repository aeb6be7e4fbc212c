import type { Anchor } from "../links/find-anchors.ts";
import type { Link } from "../links/read-link.ts";
import { readWhatsApp } from "../links/whatsapp-address.ts";
import { checkPhoneDigits } from "./phone.ts";
import { checkMaximumLength } from "./text-length.ts";

const secureAddress = /^https:\/\/[^\s/.]+\.[^\s]+$/;
const mailAddress = /^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/;
const phoneAddress = /^tel:\+?[0-9]{8,15}$/;

/** Accepts an https:, mailto: or tel: address, or the one of a WhatsApp number; no other leads on. */
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

/** Accepts a part that the page has, as `findAnchors` tells. */
export async function checkAnchor(
  anchor: string | undefined,
  findAnchors: () => Promise<readonly Anchor[]>,
): Promise<true | string> {
  if (!anchor || (await findAnchors()).some(({ value }) => value === anchor)) return true;
  return `A página não tem a parte “${anchor}”: o link leva ao início dela.`;
}
