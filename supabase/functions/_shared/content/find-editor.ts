import * as z from "zod/mini";
import { fetchWithTimeout } from "../database.ts";
import { unavailable } from "../http/request-failure.ts";
import type { ContentAddress } from "./read-content.ts";
import { contentApiVersion } from "./seed-content.ts";

/** Returns a token's editor; null for an unknown token, a robot or a person without a role. Throws on an outage. */
export type FindEditor = (token: string) => Promise<{ email: string } | null>;

const editorSchema = z.object({
  email: z.email(),
  // An empty list is refused: anybody can have a Sanity account, but only members of this project have roles.
  roles: z.array(z.object({ name: z.string() })).check(z.minLength(1)),
});

/**
 * Creates a `FindEditor` that asks the project's own API host. The host's answer contains the person's roles in this
 * project.
 */
export function createEditorFinder(
  address: Pick<ContentAddress, "projectId" | "apiHost"> | undefined,
  ask: typeof fetch = fetchWithTimeout,
): FindEditor {
  if (!address) return () => Promise.resolve(null);
  const host = address.apiHost ?? `https://${address.projectId}.api.sanity.io`;
  return async (token) => {
    const response = await ask(`${host}/v${contentApiVersion}/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => undefined);
    const answer: unknown = await response?.json().catch(() => undefined);
    if (!response || response.status >= 500 || response.status === 429) {
      throw unavailable("content");
    }
    const { data } = editorSchema.safeParse(response.ok ? answer : undefined);
    return data ? { email: data.email } : null;
  };
}
