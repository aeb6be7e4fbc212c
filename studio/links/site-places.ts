import { fixedPaths, homeFallbackPaths, isFixedPath } from "../public-paths.ts";

/** How editors know the pages that the site has in code; the others go by their path. */
const titles: Readonly<Record<string, string>> = {
  "/": "Página inicial",
  "/quem-somos": "Quem somos",
  "/como-funciona": "Como funciona",
  "/locatarios": "Para locatários",
  "/locadores": "Para locadores",
  "/parceiros": "Seja parceiro",
  "/simular": "Simular",
  "/contato": "Fale conosco",
  "/acompanhar": "Acompanhar pedido",
  "/verificar": "Verificar carta",
  "/locador": "Área do locador",
  "/termos": "Termos",
  "/area-cliente": "Área do cliente",
  "/contrato": "Meu contrato",
  "/login": "Entrada da equipe",
  "/noticias": "Notícias",
  "/sobre": "Sobre",
  "/privacidade": "Privacidade",
};

/** The page with the contact form, which may be told the product that a message is about. */
export const contactPlace = "/contato";

/** Every path that the site answers whatever is published, those that editors link first. */
export const sitePlaces: readonly { value: string; title: string }[] = [
  ...Object.entries(titles).map(([path, title]) => ({ value: path, title: `${title} (${path})` })),
  ...[...fixedPaths, ...homeFallbackPaths]
    .filter((path) => !(path in titles))
    .map((path) => ({ value: path, title: path })),
];

const whatsAppShape = /^https:\/\/wa\.me\/55(?<number>\d*)(?:\?text=(?<message>.*))?$/;

/** A WhatsApp conversation: DDD and number, and the text that is already written in it. */
export interface WhatsApp {
  number: string;
  message: string;
}

/** The address that opens the conversation, as the site's own WhatsApp links are. */
export function whatsAppAddress({ number, message }: WhatsApp): string {
  const text = message ? `?text=${encodeURIComponent(message)}` : "";
  return `https://wa.me/55${number}${text}`;
}

/** Reads such an address; what cannot be read is empty. */
export function readWhatsApp(address: string | undefined): WhatsApp {
  const { number = "", message = "" } = whatsAppShape.exec(address ?? "")?.groups ?? {};
  try {
    return { number, message: decodeURIComponent(message) };
  } catch {
    return { number, message: "" };
  }
}

const productQuery = /^\?produto=(?<slug>[\w-]+)$/;

/**
 * What a link of a former release, an address typed by hand, is in the fields of today. What leads
 * nowhere stays an address, of which the studio says that it is none.
 * @param byPath ids of the published products and free pages
 */
export function linkOfAddress(address: string, byPath: ReadonlyMap<string, string>): object {
  const asAddress = { kind: "address", href: address };
  const conversation = readWhatsApp(address);
  if (conversation.number && whatsAppAddress(conversation) === address) {
    return { kind: "whatsapp", href: address };
  }
  const parts = /^(?<path>\/[^?#]*)(?<query>\?[^#]*)?(?:#(?<anchor>.*))?$/.exec(address)?.groups;
  if (!parts) return asAddress;
  const { path = "", query, anchor } = parts;
  const part = anchor ? { anchor } : {};
  const id = byPath.get(path);
  if (id && !query) return { kind: "document", document: referenceTo(id), ...part };
  if (!isFixedPath(path)) return asAddress;
  if (!query) return { kind: "place", place: path, ...part };
  const product = byPath.get(`/${productQuery.exec(query)?.groups?.["slug"]}`);
  if (path !== contactPlace || !product) return asAddress;
  return { kind: "place", place: path, product: { ...referenceTo(product), _weak: true }, ...part };
}

function referenceTo(id: string) {
  return { _type: "reference", _ref: id };
}
