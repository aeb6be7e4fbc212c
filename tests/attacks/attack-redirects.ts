import { returnPath } from "../../web/config/path-within-site.ts";
import { judgeLocation } from "./attack-site.ts";
import { createSender } from "./probe.ts";
import { onEach, type Tally } from "./tally.ts";

const parts = [
  "/",
  "//",
  "%5c",
  "%2f",
  "/.",
  "/..",
  "/%2e%2e",
  "%09",
  "%0d%0a",
  "outro.example",
  "@outro.example",
  "https:",
  "javascript:alert(1)",
  ";",
  "?//outro.example",
  "/contato",
];

/** Returns all texts that consist of three `parts`, in any order and with repetition. */
function combinations(): string[] {
  return parts.flatMap((a) => parts.flatMap((b) => parts.map((c) => a + b + c)));
}

/**
 * Requests paths that the site rewrites, and pages with a return path after sign-in. No answer may
 * lead to another site.
 */
export async function attackRedirects(siteUrl: string, tally: Tally): Promise<void> {
  const sender = createSender(siteUrl);
  const paths = combinations().filter((_path, index) => index % 4 === 0);
  await onEach(paths, async (path) => {
    const { status, headers } = await sender.send({ path: `/${path}` });
    tally.add("redirects: paths");
    const fault = (what: string) => tally.fault(`${what}: /${path}`);
    if (status >= 500) fault(`status ${status}`);
    judgeLocation(String(headers["location"] ?? "/"), siteUrl, fault);
  });
  sender.close();

  for (const text of combinations()) {
    const wanted = decodeURIComponent(`/${text}`);
    const path = returnPath(`?${new URLSearchParams({ voltar: wanted })}`);
    tally.add("redirects: ways back after a login");
    judgeLocation(path ?? undefined, siteUrl, (what) => tally.fault(`${what}: ${wanted}`));
  }
}
