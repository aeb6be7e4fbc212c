import { createContentClient } from "../../studio/local/content-client.ts";
import type { ProductParts } from "../product-parts.ts";

/** A client for the content under examination; without a token it sees what visitors see. */
export function contentClientOf({ token = "", ...place }: NonNullable<ProductParts["content"]>) {
  return createContentClient({ ...place, token });
}
