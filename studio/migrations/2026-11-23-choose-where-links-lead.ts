import { at, defineMigration, set, unset } from "sanity/migrate";
import { z } from "zod";
import { linkOfAddress } from "../links/site-places.ts";

const ownersQuery = `*[_type in ["product", "page"] && !(_id in path("drafts.**"))]{
  _id, "path": coalesce("/" + slug.current, path)
}`;
const ownersSchema = z.array(
  z
    .object({ _id: z.string(), path: z.string().nullable() })
    .transform(({ _id, path }): [path: string, id: string] => [path ?? "", _id]),
);
const formerLinkSchema = z.looseObject({
  _type: z.literal("link"),
  kind: z.undefined().optional(),
  href: z.string(),
});
const formerRedirectSchema = z.object({ _type: z.literal("redirect"), to: z.string() });
const keyedSchema = z.object({ _key: z.string() });

type Part = string | number | { _key: string };

/** Replaces typed URLs in links by chosen targets, because typed URLs could be wrong. A broken link keeps its URL. */
export default defineMigration({
  title: "Links levam a documentos, lugares do site ou endereços",
  migrate: {
    async document(document, { client }) {
      const byPath = new Map(ownersSchema.parse(await client.fetch(ownersQuery)));
      const redirect = formerRedirectSchema.safeParse(document).data;
      const target = redirect && linkOfAddress(redirect.to, byPath);
      return [
        ...formerLinks(document, []).map(({ path, link: { href, ...rest } }) =>
          at(path, set({ ...rest, ...linkOfAddress(href, byPath) })),
        ),
        ...(target ? [at("target", set(target)), at("to", unset())] : []),
      ];
    },
  },
});

/** Finds all links in a value that have the format of the former studio version. Returns the links and their paths. */
function formerLinks(
  value: unknown,
  path: Part[],
): { path: Part[]; link: z.output<typeof formerLinkSchema> }[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const key = keyedSchema.safeParse(item).data;
      return formerLinks(item, [...path, key ?? index]);
    });
  }
  if (typeof value !== "object" || value === null) return [];
  const link = formerLinkSchema.safeParse(value).data;
  if (link) return [{ path, link }];
  return Object.entries(value).flatMap(([name, child]: [string, unknown]) =>
    formerLinks(child, [...path, name]),
  );
}
