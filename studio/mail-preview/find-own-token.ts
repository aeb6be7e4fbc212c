import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";
import { findContentApiHost } from "../content-api-host.ts";

const answerSchema = z.object({ token: z.string() });

/**
 * What shows to a function who is signed in: hosted, the token that the studio signed in with; on
 * one machine, where it has a cookie, one that the content API gives. Undefined for nobody.
 */
export async function findOwnToken(signedInWith: string | undefined): Promise<string | undefined> {
  const apiHost = findContentApiHost();
  if (signedInWith || !apiHost) return signedInWith;
  const answer: unknown = await fetch(`${apiHost}/v${contentApiVersion}/auth/token`, {
    credentials: "include",
  })
    .then((response) => response.json())
    .catch(() => undefined);
  return answerSchema.safeParse(answer).data?.token;
}
