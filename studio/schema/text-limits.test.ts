import type { SanityDocument, SchemaType } from "sanity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorkspace } from "../seed/workspace-for-tests.ts";
import { schemaTypes } from "./schema-types.ts";

let studio: Awaited<ReturnType<typeof startWorkspace>>;
beforeAll(async () => {
  studio = await startWorkspace();
}, 60_000);
afterAll(() => studio.close());

const endless = "abc ".repeat(1_000);

/** Names of fields whose values editors choose from a list. Other rules check these values. */
const chosen = ["kind", "place", "anchor"];
/** Legal versions are left out, because publishing creates these documents and editors type no text in them. */
const documentTypes = schemaTypes
  .filter(({ name, type }) => type === "document" && name !== "legalVersion")
  .map(({ name }) => name);

/**
 * Makes a value of `type` with a very long text in each field into which editors type. Adds the path of each such field
 * to `places`.
 */
function fill(type: SchemaType, place: string, places: string[]): unknown {
  if (type.readOnly === true || type.hidden === true) return undefined;
  if (type.jsonType === "string") {
    if (place.endsWith(".kind")) return "address";
    const isChosen = chosen.some((name) => place.endsWith(`.${name}`)) || type.options?.list;
    if (isChosen) return undefined;
    places.push(place);
    return endless;
  }
  if (type.jsonType === "array") {
    const items = type.of.map((member): unknown => {
      const item = fill(member, `${place}.${keyed(member)}`, places);
      const key = { _key: member.name, _type: member.name };
      return typeof item === "object" && item ? { ...key, ...item } : item;
    });
    return items.filter((item) => item !== undefined);
  }
  if (type.jsonType !== "object" || type.name === "block" || type.name === "reference") {
    return undefined;
  }
  if (type.name === "slug") {
    places.push(place);
    return { current: endless };
  }
  const fields = type.fields.map(({ name, type: of }) => [
    name,
    fill(of, place ? `${place}.${name}` : name, places),
  ]);
  return Object.fromEntries(fields);
}

const keyed = (member: SchemaType) =>
  member.jsonType === "string" ? "0" : JSON.stringify({ _key: member.name });

test.each(documentTypes)(
  "every text of %s has a maximum length and a plain message",
  async (name) => {
    const type = studio.workspace.schema.get(name);
    if (!type) throw new Error(`${name} is no type`);
    const places: string[] = [];
    const value = fill(type, "", places);
    const document: SanityDocument = {
      _id: `drafts.${name}-endless`,
      _type: name,
      _createdAt: "2026-11-23T00:00:00Z",
      _updatedAt: "2026-11-23T00:00:00Z",
      _rev: "1",
      ...(typeof value === "object" ? value : {}),
    };
    const violations = await studio.validate(document);
    const refused = violations.filter(({ level }) => level === "error").map(({ place }) => place);
    expect(places.length).toBeGreaterThan(0);
    expect(places.filter((place) => !refused.includes(place))).toEqual([]);
    for (const { message } of violations) expect(message).not.toMatch(unclear);
  },
);

/** Matches English words and technical words that editors do not know. */
const unclear =
  /\b(slug|url|iso-?\d*|uri|regex|schema|must|should|required|expected|invalid|value)\b/i;
