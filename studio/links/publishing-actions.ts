import type { Action } from "@sanity/client";
import { getPublishedId } from "@sanity/client/csm";
import { z } from "zod";
import { isFixedPath } from "../public-paths.ts";

const ownerSchema = z.object({
  slug: z.object({ current: z.string() }).optional().catch(undefined),
  path: z.string().optional().catch(undefined),
});

/** Returns the path of a product or of a page that editors created; undefined for a document without a path. */
export function pathOf(document: unknown): string | undefined {
  const owner = ownerSchema.safeParse(document).data;
  return owner?.slug ? `/${owner.slug.current}` : owner?.path;
}

/** Returns whether a redirect may begin at the former path. Fixed pages always keep their paths. */
export function mayRedirect(former: string | undefined): former is string {
  return former !== undefined && !isFixedPath(former);
}

/**
 * GROQ query for the ids of redirects from `$paths`. It finds published redirects and drafts, but no versions in Sanity
 * releases.
 */
export const redirectsAtQuery = `array::unique(
  *[_type == "redirect" && from in $paths && !(_id in path("versions.**"))]._id
)`;

interface NewPath {
  id: string;
  /** Former path when a redirect from this path to the new path is wanted; otherwise undefined. */
  former: string | undefined;
  /** Ids of redirects, drafts included, that begin at the former or the new path. */
  redirects: readonly string[];
  newId: string;
}

/**
 * Returns the actions that publish a document with a new path in one transaction. The actions delete the given
 * redirects, and redirect the former path when `former` is given. Other redirects to the document need no change,
 * because they contain the document's id.
 */
export function publishingActions({ id, former, redirects, newId }: NewPath): Action[] {
  return [
    ...[...new Set(redirects.map(getPublishedId))].map((publishedId): Action => {
      const draftId = `drafts.${publishedId}`;
      return redirects.includes(publishedId)
        ? {
            actionType: "sanity.action.document.delete",
            publishedId,
            includeDrafts: redirects.includes(draftId) ? [draftId] : [],
          }
        : { actionType: "sanity.action.document.discard", draftId };
    }),
    publish(id),
    ...(former === undefined ? [] : createRedirect(newId, former, id)),
  ];
}

function createRedirect(id: string, from: string, to: string): Action[] {
  return [
    {
      actionType: "sanity.action.document.create",
      publishedId: id,
      attributes: {
        _id: `drafts.${id}`,
        _type: "redirect",
        from,
        target: { kind: "document", document: { _type: "reference", _ref: to } },
        permanent: true,
      },
      ifExists: "fail",
    },
    publish(id),
  ];
}

function publish(publishedId: string): Action {
  return {
    actionType: "sanity.action.document.publish",
    draftId: `drafts.${publishedId}`,
    publishedId,
  };
}
