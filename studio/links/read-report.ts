import type { SanityClient } from "@sanity/client";
import { z } from "zod";
import { checkAddress, checkAnchor } from "../validation/check-links.ts";
import type { NamedDocument } from "./document-link.tsx";
import { type Anchor, type Link, findAnchors, readLink } from "./read-link.ts";
import { sitePlaces } from "./site-places.ts";

const contentQuery = `{
  "documents": *[!(_id in path("content.**")) && !(_type match "sanity.*") && !(_type match "system.*")],
  "ids": *._id
}`;

/** Finds all broken links in the published content. */
export async function readReport(client: SanityClient): Promise<BrokenLink[]> {
  const published = client.withConfig({ perspective: "published" });
  const { documents, ids } = await published.fetch<{
    documents: NamedDocument[];
    ids: string[];
  }>(contentQuery);
  return findBrokenLinks({
    documents,
    ids: new Set(ids),
    anchorsOf: (link) => findAnchors(published, link),
  });
}

/** Path to a value in a document: field names, and keys or indices of list items. */
type Path = (string | number | { _key: string })[];

export interface BrokenLink {
  document: NamedDocument;
  path: Path;
  /** Text of the button that contains the link; undefined for other links. */
  label: string | undefined;
  problem: string;
}

interface Content {
  documents: readonly NamedDocument[];
  /** Ids of all documents and images that references can point to. */
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

async function findBrokenLinks({ documents, ids, anchorsOf }: Content): Promise<BrokenLink[]> {
  const results = documents.flatMap((document) =>
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
  return (await Promise.all(results)).flat();
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
