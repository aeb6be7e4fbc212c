import { type ClientConfig, type RequestHandler, createClient } from "@sanity/client";
import { z } from "zod";

const revisionOfDraft =
  /\/data\/history\/[^/]+\/documents\/drafts\.([^/,?]+)\?(?:.*&)?revision=([^&]+)/;

const revisionsSchema = z.looseObject({
  documents: z.array(z.looseObject({ _id: z.string(), _rev: z.string() })),
});

/**
 * Finds the revision that an entry of the history stands for. The Studio looks for each as a draft
 * (sanity-io/sanity#14346): what was written without one, such as the content with which a site
 * begins, would open as an empty form. So the published document is asked for besides, and the one
 * that has this very revision comes first, where the Studio looks.
 */
export const findRevision: RequestHandler = async (request, next) => {
  const [, id, revision] = revisionOfDraft.exec(request.url) ?? [];
  if (id === undefined) return next(request);
  const answer = await next({
    ...request,
    url: request.url.replace(`drafts.${id}?`, `drafts.${id},${id}?`),
  });
  const found = revisionsSchema.safeParse(answer).data;
  if (!found) return answer;
  const isWanted = ({ _rev }: { _rev: string }) => _rev === revision;
  const asDraft = found.documents.filter(({ _id }) => _id === `drafts.${id}`);
  const wanted = found.documents.find(isWanted) ?? asDraft[0];
  return { ...found, documents: wanted ? [wanted] : [] };
};

/** A client for the Studio, whose own handling of requests stays. */
export function createStudioClient(options: ClientConfig) {
  const { requestHandler } = options;
  return createClient({
    ...options,
    requestHandler: (request, next) =>
      findRevision(request, (changed) =>
        requestHandler ? requestHandler(changed, next) : next(changed),
      ),
  });
}
