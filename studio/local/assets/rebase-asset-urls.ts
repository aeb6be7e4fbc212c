import { randomUUID } from "node:crypto";
import { localAdministrator } from "../local-accounts.ts";
import { beginTransaction } from "../documents/pending-transaction.ts";
import type { Store } from "../store.ts";

const ASSET_TYPES = ["sanity.imageAsset", "sanity.fileAsset"];

/** Points the asset documents to this server when it was last started on another port. */
export function rebaseAssetUrls(store: Store, url: string): void {
  const transaction = beginTransaction(store.documents, randomUUID());
  for (const document of store.documents.values()) {
    const { _id: id, _type: type, path } = document;
    if (!ASSET_TYPES.includes(type) || typeof path !== "string") continue;
    const expected = `${url}/${path}`;
    if (document["url"] === expected) continue;
    transaction.write(
      id,
      { ...document, url: expected, _rev: transaction.id, _updatedAt: transaction.timestamp },
      { patch: { id, set: { url: expected } } },
    );
  }
  const finished = transaction.finish(localAdministrator.id);
  if (finished.changes.length > 0) store.commit(finished);
}
