import type { DocumentActionsResolver, PluginOptions } from "sanity";
import { presentationTool } from "sanity/presentation";
import { documentLocations } from "./document-locations.ts";
import { findSiteUrl } from "./find-site-url.ts";
import { mainDocuments } from "./main-documents.ts";
import { openOnSite } from "./open-on-site.ts";

const siteUrl = findSiteUrl();

/** The site in a frame, where a click on a text opens its field; nothing where no site is known. */
export const presentation: PluginOptions[] = siteUrl
  ? [
      presentationTool({
        title: "Pré-visualização",
        previewUrl: {
          initial: siteUrl,
          previewMode: { enable: "/api/preview/enable", disable: "/api/preview/disable" },
        },
        allowOrigins: [siteUrl],
        resolve: { mainDocuments, locations: documentLocations },
      }),
    ]
  : [];

/** Adds the way to the site to the actions that `resolve` leaves a document. */
export function withSite(resolve: DocumentActionsResolver): DocumentActionsResolver {
  if (!siteUrl) return resolve;
  const action = openOnSite(siteUrl);
  return (actions, context) => [...resolve(actions, context), action];
}
