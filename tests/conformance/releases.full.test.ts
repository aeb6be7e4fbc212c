// @module-tag full
import { rm } from "node:fs/promises";
import type { LiveEvent } from "@sanity/client";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { collectEvents } from "./collect-events.ts";
import { mayPrint } from "../support/runner/printed-problems.ts";
import {
  createTestClient,
  refusalOf,
  startTestLake,
  temporaryDirectory,
  TOKEN,
} from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();
const releaseId = "rverao";
const every = { perspective: "raw" } as const;

const titles = (perspective: string[] | "published") =>
  lake.editor.fetch('*[_type == "page"] | order(_id).title', {}, { perspective });

const release = () => lake.editor.releases.get({ releaseId });

const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

beforeEach(async () => {
  await lake.editor.withConfig(every).delete({ query: "*[defined(_id)]" });
  await lake.editor
    .transaction()
    .create({ _id: "home", _type: "page", title: "Início" })
    .create({ _id: "old", _type: "page", title: "Antiga" })
    .commit();
  await lake.editor.releases.create({ releaseId, metadata: { title: "Verão" } });
});

// Sanity's client prints this warning when a version is created from a whole document.
mayPrint(/You have called `createVersion\(\)` with a defined `document`/);

/** Puts three changes into the content release: a changed page, a new page and a deleted page. */
async function fillRelease(): Promise<void> {
  await lake.editor.createVersion({ releaseId, publishedId: "home", baseId: "home" });
  await lake.editor.patch(`versions.${releaseId}.home`).set({ title: "Início de verão" }).commit();
  const document = { _type: "page", title: "Praia" };
  await lake.editor.createVersion({ document, releaseId, publishedId: "beach" });
  await lake.editor.unpublishVersion({ releaseId, publishedId: "old" });
}

describe("a release", () => {
  test("is a document that editors see and visitors do not", async () => {
    expect(await release()).toMatchObject({
      _id: `_.releases.${releaseId}`,
      _type: "system.release",
      name: releaseId,
      state: "active",
      metadata: { title: "Verão", releaseType: "undecided" },
    });
    expect(await lake.editor.fetch("releases::all()[].name")).toEqual([releaseId]);
    expect(await lake.visitor.fetch("releases::all()[].name")).toEqual([]);
  });

  test("has a unique name", async () => {
    expect(await refusalOf(lake.editor.releases.create({ releaseId }))).toMatchObject({
      status: 409,
    });
    const missing = lake.editor.releases.publish({ releaseId: "nenhum" });
    expect(await refusalOf(missing)).toMatchObject({
      status: 409,
      reason: expect.stringContaining('"nenhum" was not found'),
    });
  });

  test("accepts edits of its description only", async () => {
    const patch = { set: { "metadata.title": "Verão 2027" } };
    await lake.editor.releases.edit({ releaseId, patch });
    expect((await release())?.metadata.title).toBe("Verão 2027");
    const forged = lake.editor.releases.edit({ releaseId, patch: { set: { state: "published" } } });
    expect(await refusalOf(forged)).toMatchObject({ status: 400 });
    expect((await release())?.state).toBe("active");
  });
});

describe("a version", () => {
  test("is visible in its release only", async () => {
    await fillRelease();
    expect(await titles([releaseId])).toEqual(["Praia", "Início de verão", "Antiga"]);
    expect(await titles("published")).toEqual(["Início", "Antiga"]);
    expect(await lake.visitor.fetch('*[_type == "page"].title')).toEqual(["Início", "Antiga"]);
    expect(
      await lake.editor.fetch(`count(*[sanity::partOfRelease($releaseId)])`, { releaseId }, every),
    ).toBe(3);
  });

  test("can be replaced and discarded", async () => {
    await fillRelease();
    const document = { _type: "page", title: "Verão!" };
    await lake.editor.replaceVersion({ document, releaseId, publishedId: "home" });
    expect(await titles([releaseId])).toContain("Verão!");
    await lake.editor.discardVersion({ releaseId, publishedId: "home" });
    expect(await titles([releaseId])).toContain("Início");
  });

  test("is refused for another document, a second time or from an old revision", async () => {
    const action = {
      actionType: "sanity.action.document.version.create",
      publishedId: "home",
    } as const;
    const foreign = { ...action, document: { _id: `versions.${releaseId}.old`, _type: "page" } };
    expect(await refusalOf(lake.editor.action(foreign))).toMatchObject({ status: 409 });
    const copy = { ...action, baseId: "home", versionId: `versions.${releaseId}.home` };
    const late = lake.editor.action({ ...copy, ifBaseRevisionId: "older" });
    expect(await refusalOf(late)).toMatchObject({ status: 409 });
    await lake.editor.action(copy);
    expect(await refusalOf(lake.editor.action(copy))).toMatchObject({ status: 409 });
  });
});

describe("publishing a release", () => {
  test("shows all of it at once and notifies open pages", async () => {
    await fillRelease();
    const live = collectEvents<LiveEvent>(lake.visitor.live.events());
    await live.wait("welcome");
    const { syncTags = [] } = await lake.visitor.fetch(
      '*[_id == "home"]',
      {},
      { filterResponse: false },
    );
    await lake.editor.releases.publish({ releaseId });
    await live.wait("message");
    live.stop();
    expect(live.ofType("message")).toHaveLength(1);
    expect(live.ofType("message")[0]?.tags).toEqual(expect.arrayContaining(syncTags));
    expect(await lake.visitor.fetch('*[_type == "page"] | order(_id).title')).toEqual([
      "Praia",
      "Início de verão",
    ]);
    expect(await lake.editor.fetch('count(*[_id in path("versions.**")])', {}, every)).toBe(0);
    const [home] = await lake.editor.fetch('*[_id == "home"]');
    expect(home).not.toHaveProperty("_system");
    expect(await release()).toMatchObject({
      state: "published",
      publishedAt: expect.any(String),
      finalDocumentStates: ["beach", "home", "old"].map((id) => ({
        id: `versions.${releaseId}.${id}`,
      })),
    });
  });

  test("changes nothing when one document cannot be published", async () => {
    await fillRelease();
    const link = { _type: "reference", _ref: "old" };
    await lake.editor.create({ _id: "menu", _type: "menu", link });
    const refusal = await refusalOf(lake.editor.releases.publish({ releaseId }));
    expect(refusal).toMatchObject({ status: 409, reason: expect.stringContaining("menu") });
    expect(await titles("published")).toEqual(["Início", "Antiga"]);
    expect((await release())?.state).toBe("active");
  });
});

describe("a scheduled release", () => {
  const stateBecomes = (state: string) =>
    vi.waitFor(async () => expect((await release())?.state).toBe(state), { timeout: 20_000 });

  test("is published by itself at its time", async () => {
    await fillRelease();
    const publishAt = soon(400);
    await lake.editor.releases.schedule({ releaseId, publishAt });
    expect(await release()).toMatchObject({ state: "scheduled", publishAt });
    expect(await titles("published")).toEqual(["Início", "Antiga"]);
    await stateBecomes("published");
    expect(((await release())?.publishedAt ?? "") >= publishAt).toBe(true);
    expect(await titles("published")).toEqual(["Praia", "Início de verão"]);
  });

  test("cannot be changed until it is unscheduled", async () => {
    await fillRelease();
    await lake.editor.releases.schedule({ releaseId, publishAt: soon(3_600_000) });
    const refused = await Promise.all(
      [
        lake.editor.discardVersion({ releaseId, publishedId: "home" }),
        lake.editor.unpublishVersion({ releaseId, publishedId: "home" }),
        lake.editor.releases.publish({ releaseId }),
        lake.editor.releases.archive({ releaseId }),
        lake.editor.releases.delete({ releaseId }),
      ].map(refusalOf),
    );
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    const id = `versions.${releaseId}.home`;
    const direct = await Promise.all(
      [
        lake.editor.patch(id).set({ title: "Tarde demais" }).commit(),
        lake.editor.patch({ query: '*[_id in path("versions.**")]' }).set({ title: "x" }).commit(),
        lake.editor.delete(id),
        lake.editor.createOrReplace({ _id: id, _type: "page", title: "Outra" }),
        lake.editor.create({ _id: `versions.${releaseId}.new`, _type: "page", title: "Nova" }),
        lake.editor.createIfNotExists({ _id: `versions.${releaseId}.new`, _type: "page" }),
      ].map(refusalOf),
    );
    expect(direct.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409]);
    expect(await titles([releaseId])).toEqual(["Praia", "Início de verão", "Antiga"]);
    // A scheduled release locks only its own documents, so other documents can still be edited.
    await lake.editor.patch("home").set({ seen: true }).commit();
    await lake.editor.releases.unschedule({ releaseId });
    await lake.editor.patch(id).set({ title: "Início de verão" }).commit();
    expect(await release()).not.toHaveProperty("publishAt");
    await lake.editor.discardVersion({ releaseId, publishedId: "home" });
    expect(await titles([releaseId])).toContain("Início");
  });

  test("is published at the next start when the lake was off at its time", async () => {
    const directory = await temporaryDirectory();
    const first = await startTestLake(directory);
    const editor = createTestClient(first.url, TOKEN);
    await editor.releases.create({ releaseId });
    await editor.create({ _id: `versions.${releaseId}.night`, _type: "page", title: "Noite" });
    const publishAt = soon(300);
    await editor.releases.schedule({ releaseId, publishAt });
    await first.close();
    await vi.waitUntil(() => new Date().toISOString() > publishAt);
    const second = await startTestLake(directory);
    const visitor = createTestClient(second.url);
    await vi.waitFor(async () => expect(await visitor.fetch("*[].title")).toEqual(["Noite"]));
    await second.close();
    await rm(directory, { recursive: true });
  });

  test("is open again with the reason when it cannot be published", async () => {
    await fillRelease();
    const link = { _type: "reference", _ref: "old" };
    await lake.editor.create({ _id: "menu", _type: "menu", link });
    await lake.editor.releases.schedule({ releaseId, publishAt: soon(0) });
    await stateBecomes("active");
    expect((await release())?.error?.message).toContain('references to it from "menu"');
    expect(await titles("published")).toEqual(["Início", "Antiga"]);
  });
});

describe("an archived release", () => {
  test("keeps its versions in history and can be restored", async () => {
    await fillRelease();
    await lake.editor.releases.archive({ releaseId });
    expect((await release())?.state).toBe("archived");
    expect(await titles([releaseId])).toEqual(["Início", "Antiga"]);
    await lake.editor.releases.unarchive({ releaseId });
    expect(await titles([releaseId])).toEqual(["Praia", "Início de verão", "Antiga"]);
    expect(await release()).not.toHaveProperty("finalDocumentStates");
  });

  test("can be deleted, an open one cannot", async () => {
    expect(await refusalOf(lake.editor.releases.delete({ releaseId }))).toMatchObject({
      status: 409,
    });
    await lake.editor.releases.archive({ releaseId });
    await lake.editor.releases.delete({ releaseId });
    expect(await release()).toBeUndefined();
  });
});
