import { isFixedPath } from "../public-paths.ts";
import { contactPlace } from "./site-places.ts";
import { readWhatsApp, whatsAppAddress } from "./whatsapp-address.ts";

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
