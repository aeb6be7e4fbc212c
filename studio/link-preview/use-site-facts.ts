import { useEffect, useState } from "react";
import { useDocumentStore, usePerspective } from "sanity";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";
import { type SiteFacts, readSiteFacts } from "./site-facts.ts";

const query = {
  fetch: `{
    "settings": *[_id == "siteSettings"][0],
    "rules": *[_id == "businessRules"][0],
    "images": *[_type == "sanity.imageAsset" && (
      _id in $images || _id == *[_id == "siteSettings"][0].defaultSeo.image.asset._ref
    )]{_id, url}
  }`,
  listen: `*[_type in ["siteSettings", "businessRules", "sanity.imageAsset"]]`,
};

const answerSchema = z.object({
  settings: z.unknown(),
  rules: z.unknown(),
  images: z.array(z.object({ _id: z.string(), url: z.string() })),
});

interface Known {
  site: SiteFacts;
  /** Addresses of images by the ids of their assets. */
  imageUrls: ReadonlyMap<string, string>;
}

/**
 * The site as it would be with every draft published, and where these images are; undefined until
 * it is known. It follows changes.
 * @param own the settings, when they are the document that is being edited.
 */
export function useSiteFacts(images: readonly string[], own: unknown): Known | undefined {
  const store = useDocumentStore();
  const { perspectiveStack } = usePerspective();
  const [answer, setAnswer] = useState<z.infer<typeof answerSchema>>();
  const wanted = images.join();

  useEffect(() => {
    const params = { images: wanted.split(",") };
    const changes = store
      .listenQuery(query, params, { apiVersion: contentApiVersion, perspective: perspectiveStack })
      // A content API that does not answer is what the studio itself tells about.
      .subscribe({ next: (read) => setAnswer(answerSchema.safeParse(read).data), error: () => {} });
    return () => changes.unsubscribe();
  }, [store, perspectiveStack, wanted]);

  if (!answer) return undefined;
  return {
    site: readSiteFacts(own ?? answer.settings, answer.rules),
    imageUrls: new Map(answer.images.map(({ _id, url }) => [_id, url])),
  };
}
