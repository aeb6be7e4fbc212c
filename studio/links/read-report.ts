import type { SanityClient } from "@sanity/client";
import { z } from "zod";
import { checkAddress, checkAnchor } from "../validation/links.ts";
import { type Anchor, type Link, findAnchors, readLink } from "./read-link.ts";
import { sitePlaces } from "./site-places.ts";

const contentQuery = `{
  "documents": *[!(_id in path("content.**")) && !(_type match "sanity.*") && !(_type match "system.*")],
  "ids": *._id
}`;

/** Looks through all published content for what leads nowhere. */
export async function readReport(client: SanityClient): Promise<BrokenLink[]> {
  const published = client.withConfig({ perspective: "published" });
  const { documents, ids } = await published.fetch<{
    documents: PublishedDocument[];
    ids: string[];
  }>(contentQuery);
  return findBrokenLinks({
    documents,
    ids: new Set(ids),
    anchorsOf: (link) => findAnchors(published, link),
  });
}

/** A document as far as the report looks at it by name. */
interface PublishedDocument {
  _id: string;
  _type: string;
  [field: string]: unknown;
}

/** Field names, and items of lists by their key or place. */
type Path = (string | number | { _key: string })[];

export interface BrokenLink {
  document: PublishedDocument;
  path: Path;
  /** The words of the link, when it is a button. */
  label: string | undefined;
  /** What is wrong, for the editor. */
  problem: string;
}

interface Content {
  documents: readonly PublishedDocument[];
  /** Ids of all that may be referred to, images among them. */
  ids: ReadonlySet<string>;
  anchorsOf: (link: Link) => Promise<readonly Anchor[]>;
}

interface Found {
  path: Path;
  value: Readonly<Record<string, unknown>>;
}

const recordSchema = z.record(z.string(), z.unknown());
const keyedSchema = z.object({ _key: z.string() });
const referenceSchema = z.object({ _ref: z.string() });
const linkSchema = z.union([
  z.object({ _type: z.literal("link") }),
  z.object({ kind: z.string(), _type: z.undefined().optional() }),
]);

/** What visitors meet that leads nowhere: in links, redirects and any other reference. */
async function findBrokenLinks({ documents, ids, anchorsOf }: Content): Promise<BrokenLink[]> {
  const judged = documents.flatMap((document) =>
    objectsIn(document, []).map(async ({ path, value }) => {
      const reference = referenceSchema.safeParse(value).data;
      const problem = reference
        ? !ids.has(reference._ref) && "O documento não existe ou não está publicado."
        : linkSchema.safeParse(value).success && (await problemOf(readLink(value), anchorsOf));
      const { label } = value;
      return problem
        ? [{ document, path, problem, label: typeof label === "string" ? label : undefined }]
        : [];
    }),
  );
  return (await Promise.all(judged)).flat();
}

async function problemOf(link: Link, anchorsOf: Content["anchorsOf"]): Promise<string | undefined> {
  const { kind, document, place, anchor, href } = link;
  if (kind === undefined) return "Escolha para onde o link leva.";
  if (kind === "document" && !document) return "Escolha o produto ou a página livre.";
  if (kind === "place" && !sitePlaces.some(({ value }) => value === place)) {
    return `Nada do site responde em ${place ?? "um lugar não escolhido"}.`;
  }
  const checks = [checkAddress(href, kind), await checkAnchor(anchor, () => anchorsOf(link))];
  return checks.find((check) => check !== true);
}

function objectsIn(value: unknown, path: Path): Found[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const keyed = keyedSchema.safeParse(item).data;
      return objectsIn(item, [...path, keyed ? { _key: keyed._key } : index]);
    });
  }
  const fields = recordSchema.safeParse(value).data;
  if (!fields) return [];
  const inner = Object.entries(fields).flatMap(([name, child]) =>
    objectsIn(child, [...path, name]),
  );
  return [{ path, value: fields }, ...inner];
}
