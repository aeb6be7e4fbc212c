import { fixedPaths, homeFallbackPaths, isFixedPath } from "../public-paths.ts";

/** Titles that editors see for pages with a fixed path. All other pages are listed by their path. */
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

export const contactPlace = "/contato";

/** All paths that the site always answers. The paths to which editors link most often come first. */
export const sitePlaces: readonly { value: string; title: string }[] = [
  ...Object.entries(titles).map(([path, title]) => ({ value: path, title: `${title} (${path})` })),
  ...[...fixedPaths, ...homeFallbackPaths]
    .filter((path) => !(path in titles))
    .map((path) => ({ value: path, title: path })),
];

const whatsAppShape = /^https:\/\/wa\.me\/55(?<number>\d*)(?:\?text=(?<message>.*))?$/;

/** Data of a link to a WhatsApp conversation: area code (DDD) and number, and the prefilled message. */
export interface WhatsApp {
  number: string;
  message: string;
}

export function whatsAppAddress({ number, message }: WhatsApp): string {
  const text = message ? `?text=${encodeURIComponent(message)}` : "";
  return `https://wa.me/55${number}${text}`;
}

/** Reads the number and message from a WhatsApp URL. Parts that cannot be read become empty. */
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
 * Converts a URL that editors typed in a former version of the studio into the fields of a link. A path of the site
 * that matches no page stays a URL, and the studio reports it as an error. @param byPath ids of the published products
 * and of the pages that editors created, by path
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
