import type { Action } from "@sanity/client";
import { getPublishedId } from "@sanity/client/csm";
import { z } from "zod";
import { isFixedPath } from "../public-paths.ts";

const ownerSchema = z.object({
  slug: z.object({ current: z.string() }).optional().catch(undefined),
  path: z.string().optional().catch(undefined),
});

/** The path that a product or a free page has, if it has one yet. */
export function pathOf(document: unknown): string | undefined {
  const owner = ownerSchema.safeParse(document).data;
  return owner?.slug ? `/${owner.slug.current}` : owner?.path;
}

/** True when a path that a document gives up may lead to its new one: fixed pages stay theirs. */
export function mayRedirect(former: string | undefined): former is string {
  return former !== undefined && !isFixedPath(former);
}

/**
 * Redirects that begin at one of `$paths`, published or drafts. One that only a release holds begins
 * nowhere yet: its own validation speaks up when the path has become a page.
 */
export const redirectsAtQuery = `array::unique(
  *[_type == "redirect" && from in $paths && !(_id in path("versions.**"))]._id
)`;

interface NewPath {
  id: string;
  /** Its former path, when it is to lead to the new one. */
  former: string | undefined;
  /** Ids of what begins at the former or at the new path, drafts among them. */
  redirects: readonly string[];
  newId: string;
}

/**
 * What publishes a document with its new path in one transaction. What began at one of the paths
 * goes: the new path is a page now, and the former one leads to this document. Redirects that led
 * to the document follow it by their reference, so that no chain comes of it.
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
