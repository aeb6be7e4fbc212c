import type { SanityClient } from "@sanity/client";
import type { Link } from "./read-link.ts";

/** A part of a page that a link may lead to: the address after `#`, and what it is. */
export interface Anchor {
  value: string;
  title: string;
}

/** Places that always have the section which says how much is covered. */
const coveragePlaces: readonly string[] = ["/como-funciona", "/locadores"];
const coverage: Anchor = { value: "cobertura", title: "Quanto a fiança cobre" };

const termsPlace = "/termos";
const clausesQuery = `*[_id == "termsPage"][0].clauses[]{
  "value": "clausula-" + _key,
  "title": coalesce(number + ". ", "") + coalesce(title, "")
}`;
const showsCoverageQuery = `*[_id == $id][0].showsCoverage == true`;

/** True when parts of the place may have an address of their own. */
export function mayHaveAnchors({ kind, place }: Link): boolean {
  if (kind !== "place") return kind === "document";
  return place !== undefined && (place === termsPlace || coveragePlaces.includes(place));
}

/** The parts of the page that a link leads to, as published. */
export async function findAnchors(client: SanityClient, link: Link): Promise<readonly Anchor[]> {
  const { kind, place, document } = link;
  if (kind === "place" && place === termsPlace) {
    return (await client.fetch<Anchor[] | null>(clausesQuery)) ?? [];
  }
  if (kind === "place") return mayHaveAnchors(link) ? [coverage] : [];
  if (!document) return [];
  const shows = await client.fetch<boolean>(showsCoverageQuery, { id: document._ref });
  return shows ? [coverage] : [];
}
