import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { pathWithinSite } from "../../config/path-within-site.ts";
import { paths } from "../../config/paths.ts";
import { holdStream } from "../http/hold-stream.ts";
import { transportHeaders } from "../http/security-headers.ts";
import { unkeptHeaders } from "./preview-document.ts";
import type { PreviewPages } from "./preview-pages.ts";
import type { PreviewUpdates } from "./preview-updates.ts";

/** Makes what tells a page that an editor has open the version of itself, now and when it changes. */
export function createVersionStream(
  pages: PreviewPages,
  updates: PreviewUpdates,
  stopping: AbortSignal,
) {
  return (context: Context, perspective: string): Response => {
    const path = pathWithinSite(context.req.query("caminho") ?? "") ?? paths.home;
    for (const [name, value] of Object.entries({ ...transportHeaders, ...unkeptHeaders })) {
      context.header(name, value);
    }
    return streamSSE(context, async (stream) => {
      let told: string | undefined;
      let changes = 0;
      async function tell(): Promise<void> {
        changes += 1;
        // What changes while the page is rendered has it rendered once more, and not at the same time.
        if (changes > 1) return;
        for (let seen = 0; seen < changes;) {
          seen = changes;
          const page = await pages.render(path, perspective);
          if (page?.kind !== "page" || page.state.version === told) continue;
          const isFirst = told === undefined;
          told = page.state.version;
          // What a page has from the start, it does not ask for.
          if (!isFirst) pages.announce(path, perspective, page.state);
          await stream.writeSSE({ data: told });
        }
        changes = 0;
      }
      const end = updates.subscribe(() => void tell());
      void tell();
      await holdStream(stream, stopping);
      end();
    });
  };
}
