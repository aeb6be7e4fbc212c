import type { SanityClient } from "@sanity/client";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SanityDocument } from "sanity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContentClient } from "../local/content-client.ts";
import { type ContentLake, startContentLake } from "../local/content-lake.ts";
import { migrateContent } from "../migrate-content.ts";
import { completeContent } from "../seed/complete-content.ts";
import { seedDirectory } from "../seed/seed-documents.ts";
import { publishWithVersions, versionsToMake } from "./publish-transaction.ts";

const access = { projectId: "payser-legal", dataset: "production", token: "legal" };

let dataDirectory: string;
let lake: ContentLake;
let client: SanityClient;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "legal-"));
  lake = await startContentLake({ ...access, port: 0, dataDirectory, studioOrigins: [] });
  const target = { ...access, url: lake.url };
  client = createContentClient(target);
  await completeContent({ target, source: join(seedDirectory, "content.ndjson"), say: () => {} });
});
afterAll(async () => {
  await lake.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const versions = (subject = "termsPage") =>
  client.fetch<SanityDocument[]>(
    '*[_type == "legalVersion" && subject == $subject] | order(number asc)',
    { subject },
  );

async function draftOf(id: string, changes: Record<string, unknown>): Promise<SanityDocument> {
  const published = await client.getDocument(id);
  if (!published) throw new Error(`${id} is not published`);
  await client.createOrReplace({ ...published, _id: `drafts.${id}` });
  await client.patch(`drafts.${id}`).set(changes).commit();
  const draft = await client.getDocument<SanityDocument>(`drafts.${id}`);
  if (!draft) throw new Error("There is no draft");
  return draft;
}

/** Publishes a draft in the way the studio's button does. */
async function publish(draft: SanityDocument) {
  const id = draft._id.replace("drafts.", "");
  const made = await versionsToMake(client, [{ ...draft, _id: id }]);
  await publishWithVersions(client, draft, made);
  return made.map(({ subject, version }) => `${subject} ${version}`);
}

test("the seed has the first version of the terms, dated by the server", async () => {
  const [first, ...others] = await versions();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ number: 1, version: "1", path: "/termos/versoes/1" });
  expect(JSON.stringify(first)).not.toContain("{{");
  expect(Date.parse(first?._createdAt ?? "")).toBeGreaterThan(Date.now() - 600_000);
  expect(await versions("privacyPolicy")).toEqual([]);
});

test("publishing a changed text stores the next version with the text", async () => {
  expect(await publish(await draftOf("termsPage", { intro: "Leia antes." }))).toEqual([
    "termsPage 2",
  ]);
  expect((await versions()).map(({ version }) => version)).toEqual(["1", "2"]);
  expect(await client.getDocument("termsPage")).toMatchObject({ intro: "Leia antes." });
  expect(await client.getDocument("drafts.termsPage")).toBeUndefined();
});

test("publishing a change outside the text stores no version", async () => {
  expect(await publish(await draftOf("termsPage", { versionLabel: "Edição" }))).toEqual([]);
  expect(await publish(await draftOf("siteSettings", { brandName: "Payser Brasil" }))).toEqual([]);
});

test("a changed business rule in the terms makes a version", async () => {
  expect(await publish(await draftOf("businessRules", { coveragePercent: 75 }))).toEqual([
    "termsPage 3",
  ]);
  const [, , third] = await versions();
  expect(JSON.stringify(third)).toContain("75%");
});

test("publishing is refused entirely when another editor published first, and can be repeated", async () => {
  const terms = await draftOf("termsPage", { intro: "Da primeira pessoa." });
  const rules = await draftOf("businessRules", { coveragePercent: 60 });
  const [ofTerms, ofRules] = [
    await versionsToMake(client, [{ ...terms, _id: "termsPage" }]),
    await versionsToMake(client, [{ ...rules, _id: "businessRules" }]),
  ];
  await publishWithVersions(client, terms, ofTerms);
  await expect(publishWithVersions(client, rules, ofRules)).rejects.toMatchObject({
    statusCode: 409,
  });
  expect(await client.getDocument("businessRules")).toMatchObject({ coveragePercent: 75 });
  expect(await versions()).toHaveLength(4);

  expect(await publish(rules)).toEqual(["termsPage 5"]);
  const fifth = JSON.stringify((await versions()).at(-1));
  expect(fifth).toContain("Da primeira pessoa.");
  expect(fifth).toContain("60%");
});

test("a draft that changes during publishing is refused", async () => {
  const draft = await draftOf("termsPage", { intro: "Uma frase" });
  const made = await versionsToMake(client, [{ ...draft, _id: "termsPage" }]);
  await client.patch(draft._id).set({ intro: "Uma frase inteira." }).commit();
  await expect(publishWithVersions(client, draft, made)).rejects.toMatchObject({ statusCode: 409 });
  expect(await versions()).toHaveLength(5);
  await client.delete(draft._id);
});

test("a text changed outside the studio gets its version at the next start", async () => {
  await client.patch("termsPage").set({ intro: "Pela API." }).commit();
  expect(await migrateContent(client)).toMatchObject([
    { id: "keep-missing-versions", documents: ["legalVersion-termsPage-6"] },
  ]);
  expect(await migrateContent(client)).toEqual([]);
  expect((await versions()).at(-1)).toMatchObject({ version: "6", intro: "Pela API." });
});

test("publishing the seeded draft of the privacy policy stores its first version", async () => {
  const draft = await client.getDocument<SanityDocument>("drafts.privacyPolicy");
  if (!draft) throw new Error("There is no draft");
  expect(await publish(draft)).toEqual(["privacyPolicy 1"]);
  expect(await versions("privacyPolicy")).toMatchObject([{ path: "/privacidade/versoes/1" }]);
});

test("terms from before the history keep their version and date and continue from there", async () => {
  const before = await client.getDocument("termsPage");
  const kept = (await versions()).map(({ _id }) => _id);
  const transaction = client.transaction().delete("content.migrations");
  for (const id of kept) transaction.delete(id);
  await transaction
    .patch("termsPage", { set: { version: "1.1", inForceSince: "2026-11-22" } })
    .commit();
  await migrateContent(client);
  expect(await versions()).toMatchObject([
    { number: 1, version: "1.1", inForceSince: "2026-11-22", intro: before?.["intro"] },
  ]);
  const after = await client.getDocument("termsPage");
  expect(after).not.toHaveProperty("version");
  expect(after).not.toHaveProperty("inForceSince");
  expect(await publish(await draftOf("termsPage", { intro: "Depois." }))).toEqual([
    "termsPage 1.2",
  ]);
});
