import * as z from "zod/mini";
import { fetchWithTimeout } from "../database.ts";
import { unavailable } from "../http/request-failure.ts";
import type { ContentAddress } from "./read-content.ts";
import { contentApiVersion } from "./seed-content.ts";

/**
 * Who shows this token at the content API; null for nobody, for robots, and for whoever has no role
 * in this project. Throws a RequestFailure when the content API does not answer.
 */
export type FindEditor = (token: string) => Promise<{ email: string } | null>;

const editorSchema = z.object({
  email: z.email(),
  // Anybody may have an account there; members of the project alone have roles in it.
  roles: z.array(z.object({ name: z.string() })).check(z.minLength(1)),
});

/** Asks the project's own host, so that roles are those in this project. */
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
