import type { PublicSettings } from "../../app/layout-content.ts";
import type { NativeAnswer } from "../../backend/call-function.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import type { HtmlDocument } from "../render/html-document.ts";
import { renderPage } from "../render/render-page.tsx";
import { privateHeaders, securityHeaders } from "./security-headers.ts";

/**
 * Makes what renders a page around the outcome of its form, for this one visitor: it holds what was
 * typed, so no cache and no search engine keeps it.
 */
export function createAnswerPage(
  source: ContentSource,
  settings: PublicSettings,
  html: HtmlDocument,
) {
  const encrypted = settings.origin.startsWith("https:");
  return async (path: string, status: number, answer: NativeAnswer): Promise<Response> => {
    const page = await renderPage(path, settings, source, answer);
    if (page.kind === "redirect") throw new Error(`${path} has a form and is a redirect`);
    const { markup, styleHash } = html.render(page, { still: true });
    return new Response(markup, {
      status,
      headers: {
        ...securityHeaders(html.scriptHash, styleHash, settings.backend, encrypted),
        "content-type": "text/html; charset=utf-8",
        ...privateHeaders,
      },
    });
  };
}
