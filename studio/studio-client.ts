import { type ClientConfig, type RequestHandler, createClient } from "@sanity/client";
import { z } from "zod";

const revisionOfDraft =
  /\/data\/history\/[^/]+\/documents\/drafts\.([^/,?]+)\?(?:.*&)?revision=([^&]+)/;

const revisionsSchema = z.looseObject({
  documents: z.array(z.looseObject({ _id: z.string(), _rev: z.string() })),
});

/**
 * Finds a revision of a document, as a draft or as published. The Studio asks only for the draft
 * (sanity-io/sanity#14346), so a revision without a draft, such as imported content, would open as an empty form.
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

/** Creates the Studio's client, which runs `findRevision` around the Studio's own request handler. */
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
